import { addDays, type CalendarDate } from '../../src/values/dates.ts';
import { type Effect, made, sent } from './book.ts';
import type { Body } from './caller.ts';
import { assignmentBody, type Employer, type Person, personBody, rateBody } from './employer.ts';
import { comesBack, holdOrRelease, payAgain, payInto, takeBack } from './money.ts';

/** What a bookkeeper does in a year, but for approving payrolls. A refusal is a part of life: it is counted. */

export interface Desk {
  employer: Employer;
  today(): CalendarDate;
  /** A number of its own for each thing that is named. */
  next(): number;
}

type Act = (desk: Desk) => Promise<void>;

const somebody = ({ employer }: Desk, archived = false): Person | undefined => {
  const there = [...employer.people.values()].filter((person) => person.archived === archived);
  return there.length === 0 ? undefined : employer.caller.random.pick(there);
};

const change = (employer: Employer, of: string, id: string, body: Body): Promise<Body> =>
  employer.caller.write(`PUT ${of}`, 'PUT', `/${of}/${id}`, body, () => [{ of, id, changed: sent(body) }]);

const remove = (employer: Employer, of: string, id: string): Promise<Body> =>
  employer.caller.write(`DELETE ${of}`, 'DELETE', `/${of}/${id}`, undefined, () => [{ of, id, gone: true }]);

const create = (employer: Employer, of: string, body: Body): Promise<Body> =>
  employer.caller.write(`POST ${of}`, 'POST', `/${of}`, body, made(of, body));

const hire: Act = async (desk) => {
  const { employer, today, next } = desk;
  const { caller, schedules, people } = employer;
  const number = next();
  const person = await create(employer, 'employees', personBody(caller, `hired ${number}`));
  if (!person) return;
  if (employer.isLive) await payInto(caller, person.id, number);
  const schedule = caller.random.pick(schedules);
  const assignment = await create(
    employer,
    'work_assignments',
    assignmentBody(caller, person.id, schedule, addDays(today(), -60)),
  );
  if (!assignment) return;
  const rate = await create(employer, 'pay_rates', rateBody(caller, assignment.id, addDays(today(), -5)));
  if (!rate) return;
  people.set(assignment.id, {
    assignment: assignment.id,
    employee: person.id,
    schedule,
    rate: rate.id,
    archived: false,
  });
};

/** Another rate: in place where no approved payroll has used it, else it ends and the next one begins. */
const raise: Act = async (desk) => {
  const { employer } = desk;
  const person = somebody(desk);
  if (!person) return;
  const { data } = await employer.caller.read(`/pay_rates/${person.rate}`);
  const grown = data.type === 'salary' ? data.rate + 1_000 : data.rate + 1;
  if (data.is_editable) {
    await change(employer, 'pay_rates', person.rate, { rate: grown });
    return;
  }
  const ends = data.earliest_valid_effective_to as CalendarDate;
  if (!(await change(employer, 'pay_rates', person.rate, { effective_to: ends }))) return;
  const rate = await create(employer, 'pay_rates', {
    work_assignment_id: person.assignment,
    type: data.type,
    rate: grown,
    expected_hours_per_week: data.expected_hours_per_week,
    effective_from: addDays(ends, 1),
  });
  if (rate) person.rate = rate.id;
};

const move: Act = async (desk) => {
  const { employer } = desk;
  const person = somebody(desk);
  const to = person && employer.schedules.find((schedule) => schedule !== person.schedule);
  if (!person || !to) return;
  if (await change(employer, 'work_assignments', person.assignment, { pay_schedule_id: to })) person.schedule = to;
};

const leave: Act = async (desk) => {
  const { employer, today } = desk;
  const person = somebody(desk);
  // Somebody stays.
  if (!person || employer.people.size < 3 || somebodyLeft(employer)) return;
  const archived_at = addDays(today(), employer.caller.random.below(20) - 5);
  if (await change(employer, 'work_assignments', person.assignment, { archived_at })) person.archived = true;
};

const somebodyLeft = ({ people }: Employer): boolean =>
  [...people.values()].filter(({ archived }) => archived).length > people.size / 3;

const comeBack: Act = async (desk) => {
  const person = somebody(desk, true);
  if (!person) return;
  const { employer } = desk;
  const answer = await employer.caller.write(
    'PUT work_assignments',
    'PUT',
    `/work_assignments/${person.assignment}`,
    { archived_at: null },
    () => [{ of: 'work_assignments', id: person.assignment, changed: { archived_at: null } }],
  );
  if (answer) person.archived = false;
};

const title: Act = async (desk) => {
  const person = somebody(desk);
  if (person) await change(desk.employer, 'work_assignments', person.assignment, { title: `title ${desk.next()}` });
};

const rename: Act = async (desk) => {
  const person = somebody(desk);
  if (person) await change(desk.employer, 'employees', person.employee, { last_name: `Roy-${desk.next()}` });
};

const AMOUNTS = 90;

const itemKinds = {
  allowances: { allowance_type: 'cell_phone_allowance' },
  employee_benefits: { employee_benefit_type: 'pension_rrsp' },
} as const;

const addItem: Act = async (desk) => {
  const { employer, today } = desk;
  const { random } = employer.caller;
  const person = somebody(desk);
  if (!person || employer.items.length > 3 * employer.people.size) return;
  const of = random.pick(['allowances', 'employee_benefits'] as const);
  const item = await create(employer, of, {
    work_assignment_id: person.assignment,
    ...itemKinds[of],
    amount: 5 + random.below(AMOUNTS),
    frequency: random.pick(['per_payroll', 'per_payroll', 'per_month', 'once']),
    effective_from: addDays(today(), random.below(30) - 20),
  });
  if (item) employer.items.push({ of, id: item.id });
};

const changeItem: Act = async ({ employer }) => {
  if (employer.items.length === 0) return;
  const { of, id } = employer.caller.random.pick(employer.items);
  await change(employer, of, id, { amount: 5 + employer.caller.random.below(AMOUNTS) });
};

const dropItem: Act = async ({ employer }) => {
  if (employer.items.length === 0) return;
  const item = employer.caller.random.pick(employer.items);
  if (await remove(employer, item.of, item.id)) employer.items = employer.items.filter(({ id }) => id !== item.id);
};

/** An open stub of the next payroll of some schedule. */
const openStub = async ({ employer }: Desk): Promise<string | undefined> => {
  const { caller, schedules } = employer;
  const draft = await nextDraft(employer, caller.random.pick(schedules));
  if (!draft) return undefined;
  const { data, meta } = await caller.read(`/pay_stubs?payroll_id=${draft.id}&per_page=1`);
  if (meta.total < 2) return data[0]?.id;
  const page = 1 + caller.random.below(meta.total);
  return (await caller.read(`/pay_stubs?payroll_id=${draft.id}&per_page=1&page=${page}`)).data[0]?.id;
};

export const nextDraft = async ({ caller }: Employer, schedule: string): Promise<Body | undefined> =>
  (await caller.read(`/payrolls?status=draft&per_page=1&pay_schedule_id=${schedule}`)).data[0];

const bonus = ({ employer }: Desk) => ({
  earning_type: 'bonus_discretionary',
  custom_amount: 10 + employer.caller.random.below(2_000),
});

const addLine: Act = async (desk) => {
  const pay_stub_id = await openStub(desk);
  if (!pay_stub_id) return;
  const line = await create(desk.employer, 'earning_line_items', { pay_stub_id, ...bonus(desk) });
  if (line) desk.employer.lines.push(line.id);
};

const LINES_REMEMBERED = 40;

/** One of the latest lines: those before are on stubs that are closed. */
const someLine = ({ caller, lines }: Employer): string | undefined =>
  lines.length === 0 ? undefined : caller.random.pick(lines.slice(-LINES_REMEMBERED));

const changeLine: Act = async (desk) => {
  const line = someLine(desk.employer);
  if (line) await change(desk.employer, 'earning_line_items', line, { custom_amount: bonus(desk).custom_amount });
};

const dropLine: Act = async ({ employer }) => {
  const line = someLine(employer);
  if (line && (await remove(employer, 'earning_line_items', line)))
    employer.lines = employer.lines.filter((id) => id !== line);
};

/** Bulk and batch calls for everybody. */
const everybody = ({ entity }: Employer) => ({ business_entity_id: entity, work_assignments: { include: 'all' } });

const good = (results: Body[]): { id: string }[] => results.filter(({ status }) => status !== 'error');

const bulkItems: Act = async (desk) => {
  const { employer, today } = desk;
  const { caller } = employer;
  const data = {
    allowance_type: 'internet_allowance',
    amount: 5 + caller.random.below(AMOUNTS),
    frequency: 'once',
    effective_from: today(),
  };
  const effects = (results: Body[]) =>
    good(results).map(({ id }): Effect => ({ of: 'allowances', id, made: sent(data) }));
  await caller.task(
    'POST allowances/bulk/create',
    '/allowances/bulk/create',
    { ...everybody(employer), data },
    effects,
  );
};

const bulkChange: Act = async ({ employer }) => {
  const { caller } = employer;
  const data = { amount: 5 + caller.random.below(AMOUNTS) };
  const effects = (results: Body[]) => good(results).map(({ id }): Effect => ({ of: 'allowances', id, changed: data }));
  const body = { ...everybody(employer), subtypes: { include: ['cell_phone_allowance'] }, data };
  await caller.task('POST allowances/bulk/update', '/allowances/bulk/update', body, effects);
};

const bulkRemove: Act = async ({ employer }) => {
  const body = { ...everybody(employer), subtypes: { include: ['internet_allowance'] } };
  const effects = (results: Body[]) => good(results).map(({ id }): Effect => ({ of: 'allowances', id, gone: true }));
  await employer.caller.task('POST allowances/bulk/delete', '/allowances/bulk/delete', body, effects);
};

const bulkLines: Act = async (desk) => {
  const { employer } = desk;
  const { caller, schedules } = employer;
  const draft = await nextDraft(employer, caller.random.pick(schedules));
  if (!draft) return;
  const selection = { payroll_id: draft.id, pay_stubs: { include: 'all' } };
  const data = bonus(desk);
  const effects = (results: Body[]) =>
    good(results).map(({ id }): Effect => ({ of: 'earning_line_items', id, made: sent(data) }));
  await caller.task(
    'POST earning_line_items/bulk/create',
    '/earning_line_items/bulk/create',
    { ...selection, data },
    effects,
  );
};

const batchHire: Act = async ({ employer, next }) => {
  const bodies = Array.from({ length: 1 + employer.caller.random.below(8) }, () =>
    personBody(employer.caller, `applicant ${next()}`),
  );
  const effects = (results: Body[]) =>
    results.flatMap(({ id, status }, i): Effect[] =>
      status === 'error' ? [] : [{ of: 'employees', id, made: sent(bodies[i] ?? {}) }],
    );
  await employer.caller.task('POST employees/batch', '/employees/batch/upsert', bodies, effects);
};

const editSchedule: Act = async (desk) => {
  const { employer } = desk;
  const { random } = employer.caller;
  const id = random.pick(employer.schedules);
  const pay_day_movement_setting = random.pick(['inherit', 'next_business_day', 'previous_business_day']);
  await change(
    employer,
    'pay_schedules',
    id,
    random.pick([{ title: `edited ${desk.next()}` }, { pay_day_movement_setting }]),
  );
};

const editEmployer: Act = async ({ employer, next }) => {
  await change(employer, 'business_entities', employer.entity, { name: `Employer ${next()}` });
};

/** How often each is done, relative to the others. */
const ACTS: readonly (readonly [weight: number, act: Act])[] = [
  [3, hire],
  [6, raise],
  [2, move],
  [1.5, leave],
  [1, comeBack],
  [2, title],
  [2, rename],
  [5, addItem],
  [3, changeItem],
  [2, dropItem],
  [8, addLine],
  [4, changeLine],
  [2, dropLine],
  [1.5, bulkItems],
  [1.5, bulkChange],
  [1, bulkRemove],
  [1.5, bulkLines],
  [1, batchHire],
  [1, editSchedule],
  [0.5, editEmployer],
];

const ofMoney =
  (act: (employer: Employer) => Promise<void>): Act =>
  ({ employer }) =>
    act(employer);

/** What happens besides where money moves. */
const LIVE_ACTS: typeof ACTS = [
  ...ACTS,
  [5, ofMoney(comesBack)],
  [6, ofMoney(payAgain)],
  [2, ofMoney(holdOrRelease)],
  [1, ofMoney(takeBack)],
];

/** Does one of the things that a bookkeeper does. */
export const actOnce = async (desk: Desk): Promise<void> => {
  const { caller, isLive } = desk.employer;
  const acts = isLive ? LIVE_ACTS : ACTS;
  let at = caller.random.next() * acts.reduce((sum, [weight]) => sum + weight, 0);
  const chosen = acts.find(([weight]) => {
    at -= weight;
    return at < 0;
  });
  await (chosen ?? ACTS[0]!)[1](desk);
};
