import { addDays, type CalendarDate } from '../../src/values/dates.ts';
import { type Effect, made, sent } from './book.ts';
import { type Body, type Caller, must } from './caller.ts';
import { openAccounts, payInto } from './money.ts';

/** An employer as its bookkeeper knows it: what was told, by id. */
export interface Employer {
  caller: Caller;
  entity: string;
  /** Whether its payrolls move money; else it is in preview. */
  isLive: boolean;
  schedules: string[];
  people: Map<string, Person>;
  items: { of: 'allowances' | 'employee_benefits'; id: string }[];
  lines: string[];
  /** Payrolls that were approved. */
  approved: number;
  /** Pay stubs on them. */
  stubs: number;
}

/** A work assignment, and whose it is. */
export interface Person {
  assignment: string;
  employee: string;
  schedule: string;
  /** In force, by its id. */
  rate: string;
  archived: boolean;
}

const FREQUENCIES = ['bi-weekly', 'weekly', 'bi-weekly', 'monthly'] as const;
const PROVINCES = ['ca_on', 'ca_qc', 'ca_bc', 'ca_ab', 'ca_ns', 'ca_mb'];
const BATCH = 100;

export const personBody = (caller: Caller, name: string) => ({
  first_name: caller.random.pick(['Ada', 'Zoé', 'Bo', 'Émile', 'Grace']),
  last_name: name,
  date_of_birth: `${1955 + caller.random.below(50)}-0${1 + caller.random.below(9)}-1${caller.random.below(9)}`,
  external_ref: `hr/${name}`,
});

export const assignmentBody = (caller: Caller, employee_id: string, pay_schedule_id: string, from: CalendarDate) => ({
  employee_id,
  pay_schedule_id,
  tax_properties: [
    { type: 'ca::province_of_employment', value: caller.random.pick(PROVINCES), effective_from: addDays(from, -30) },
  ],
});

export const rateBody = ({ random }: Caller, work_assignment_id: string, effective_from: CalendarDate) => ({
  work_assignment_id,
  ...(random.next() < 0.7
    ? { type: 'salary', rate: 35_000 + 1_000 * random.below(90) }
    : { type: 'hourly', rate: 17 + random.below(40) }),
  expected_hours_per_week: 40 - random.below(4) * 2.5,
  effective_from,
});

/** Makes elements in batches; gives the ids in the order of the elements. */
const batch = async (caller: Caller, of: string, bodies: Body[]): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < bodies.length; at += BATCH) {
    const part = bodies.slice(at, at + BATCH);
    const effects = (results: { id: string }[]) =>
      results.map(({ id }, i): Effect => ({ of, id, made: sent(part[i]) }));
    const results = must(await caller.task(`POST ${of}/batch`, `/${of}/batch/upsert`, part, effects), of);
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
};

const scheduleBody = (entity: string, index: number, from: CalendarDate, isLive: boolean) => {
  const pay_frequency = FREQUENCIES[index % FREQUENCIES.length]!;
  const anchor_pay_date = addDays(from, 6 + (index % 9));
  return {
    business_entity_id: entity,
    title: `${pay_frequency} ${index}`,
    pay_frequency,
    anchor_pay_date,
    anchor_end_of_pay_period: addDays(anchor_pay_date, -(index % 6)),
    // May be set in preview only; a live employer's payrolls begin with the anchor, which lies ahead.
    ...(isLive ? {} : { generate_payrolls_from: anchor_pay_date }),
    ...(pay_frequency === 'monthly' ? { day_1: Number(anchor_pay_date.slice(8)) } : {}),
  };
};

/** Every third is live, the largest among them. */
const LIVE_EVERY = 3;

/** An employer with people on one schedule, or two, from a day on. */
export const foundEmployer = async (
  caller: Caller,
  { index, companies, size, from }: { index: number; companies: number; size: number; from: CalendarDate },
): Promise<Employer> => {
  const isLive = (companies - 1 - index) % LIVE_EVERY === 0;
  const entityBody = {
    business_number: '123456782RP0001',
    name: `Employer ${index}`,
    in_preview: !isLive,
    tax_properties: [
      { type: 'ca::province_of_employment', value: PROVINCES[index % 4], effective_from: addDays(from, -30) },
    ],
  };
  const post = async (of: string, body: Body): Promise<string> =>
    must(await caller.write(`POST ${of}`, 'POST', `/${of}`, body, made(of, body)), of).id;
  const entity = await post('business_entities', entityBody);
  if (isLive) await openAccounts(caller, entity);
  const schedules: string[] = [];
  for (let n = 0; n < (size >= 4 ? 2 : 1); n++)
    schedules.push(await post('pay_schedules', scheduleBody(entity, index + n, from, isLive)));
  const numbers = Array.from({ length: size }, (_, i) => i);
  const employees = await batch(
    caller,
    'employees',
    numbers.map((i) => personBody(caller, `${index}/${i}`)),
  );
  if (isLive) for (const [i, employee] of employees.entries()) await payInto(caller, employee, i);
  const scheduleOf = (i: number): string => schedules[i % 5 === 4 ? schedules.length - 1 : 0]!;
  const assignments = await batch(
    caller,
    'work_assignments',
    employees.map((id, i) => assignmentBody(caller, id, scheduleOf(i), from)),
  );
  const rates = await batch(
    caller,
    'pay_rates',
    assignments.map((id) => rateBody(caller, id, addDays(from, -30))),
  );
  const people = assignments.map((assignment, i): [string, Person] => [
    assignment,
    { assignment, employee: employees[i]!, schedule: scheduleOf(i), rate: rates[i]!, archived: false },
  ]);
  return {
    caller,
    entity,
    isLive,
    schedules,
    people: new Map(people),
    items: [],
    lines: [],
    approved: 0,
    stubs: 0,
  };
};
