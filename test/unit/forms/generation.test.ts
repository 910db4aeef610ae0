import { expect, test } from 'vitest';
import { approveForm } from '../../../src/forms/filing/actions.ts';
import { generateForms } from '../../../src/forms/year/generate-operation.ts';
import type { GenerationInput } from '../../../src/forms/year/generation-input.ts';
import { deleteMadeTwice } from '../../../src/forms/year/made-twice.ts';
import { baseOfForm } from '../../../src/forms/year/matching.ts';
import { payeesPaid } from '../../../src/forms/year/payees.ts';
import { slipsOf, sourceOf } from '../../../src/forms/year/slips.ts';
import { NOTHING_DONE, type StepResult, type TaskInHand } from '../../../src/kernel/calls/task-kind.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { exemptIn } from '../../../src/reports/source/exempt.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { sum } from '../../../src/values/money.ts';
import { paymentsWorld } from '../../support/payments-world.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { type YearEnd, yearEnd } from '../../support/year-end.ts';

/**
 * Given what was paid in a year, when forms of it are generated, then there is a slip for each that the agency wants.
 */

const T4 = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };
const BOX_10 = 'box_10_province_territory_or_country_of_employment_code';

type Form = RecordOf<'form'>;

const place = (value: string, more: JsonObject = {}) => ({
  type: 'ca::province_of_employment',
  value,
  effective_from: '2026-01-01',
  ...more,
});

/** An earning of the next payroll beside what comes by itself. */
const earned = async (
  world: YearEnd,
  assignment: RecordOf<'work_assignment'>,
  earning_type: string,
  amount: string,
) => {
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!, assignment);
  await world.given.created('earning_line_item', { pay_stub_id: stub!.id, earning_type, custom_amount: amount });
};
/** What stubs of a work assignment had withheld, by type. */
const withheld = (world: YearEnd, assignment: RecordOf<'work_assignment'>, ...types: string[]): string =>
  sum(
    world
      .rows('pay_stub')
      .filter(({ work_assignment_id, is_closed }) => work_assignment_id === assignment.id && is_closed)
      .flatMap(({ amounts }) => types.map((type) => amounts?.statutory_withholding?.[type] ?? '0')),
  ).toFixed(2);
const told = (results: readonly StepResult[]) =>
  results.map((one) => ('problem' in one ? one.problem.text.en : one === NOTHING_DONE ? 'nothing' : 'done'));
/** Has somebody work in another province from a day on. */
const moved = async (
  world: YearEnd,
  { id }: RecordOf<'work_assignment'>,
  value: string,
  from: string,
  before: string,
) => {
  const [now] = world.rows('tax_property').filter(({ owner_id }) => owner_id === id);
  await world.given.changed('tax_property', now!.id, { effective_to: before });
  await world.given.created('tax_property', { owner_id: id, ...place(value), effective_from: from });
};

test('forms, rule 3, and types, rule 1: only people on a paid payroll have a form', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.hired();
  await world.populated();
  // Drafts are not paid.
  const before = await world.when(() => world.generated('t4', T4));
  expect([before.problem?.status, before.types]).toEqual([400, []]);
  await world.paid();
  await world.hired({ rate: SALARY });
  await world.populated();
  await world.generated('t4', T4);
  expect(world.forms('t4').map(({ owner_id }) => owner_id)).toEqual([employee.id]);
  const other = await world.when(() => world.generated('t4', { ...T4, tax_year: 2025 }));
  expect(other.problem?.status).toBe(400);
});

test('types, rule 1: slips are of stubs that are paid, though what their payroll remits arrives weeks later', async () => {
  const world = await paymentsWorld(2);
  const { services, tenant, people } = world;
  const asked = { slip: 't4', tax_year: 2026, business_entity_id: null } as const;
  const ids = people.map(({ employee }) => employee.id);
  const slips = async () => {
    const listed: string[] = [];
    for await (const id of payeesPaid(asked, 'employee', null, services, tenant)) listed.push(id);
    const source = sourceOf(asked, services.read, tenant, new AbortController().signal);
    const made = await slipsOf(asked, 'employee', ids, source);
    for (const { payee_id } of made) expect(listed).toContain(payee_id);
    return made.map(({ payee_id, boxes }) => [payee_id, boxes.get('14')?.toFixed(2)]);
  };
  await world.approved();
  const days = ['2026-11-17T21:30:00.000Z', '2026-11-19T05:00:00.000Z', '2026-11-19T21:30:00.000Z'];
  for (const day of days) await world.at(day);
  expect(await slips()).toEqual([]);
  const [returned] = await world.payments({ destination: 'employee' });
  const stub = await world.stateOf('pay_stub', returned!.pay_stub_id!);
  const data = { reason: 'account_closed', return_code: '905', returned_on: '2026-11-19' };
  const { payroll_id } = returned!;
  await world.given.events('payment', returned!.id, { type: 'PaymentFailed', data: { payroll_id, ...data } });
  await world.at('2026-11-20T05:00:00.000Z');
  expect(await world.statusNow()).toBe('partially_paid');
  const others = ids.filter((id) => id !== stub!.employee_id);
  expect(await slips()).toEqual(others.map((id) => [id, '2000.00']));
});

test('two concurrent generations make one form for each slip, whichever writes first', async () => {
  const world = await yearEnd();
  const hired = [await world.hired({ rate: SALARY }), await world.hired({ rate: SALARY })];
  await world.populated();
  await world.paid();
  const batch = await world.batch('t4');
  const body = { ...T4, form_batch_id: batch.id };
  await Promise.all([world.generated('t4', body), world.generated('t4', body), world.generated('t4', body)]);
  const made = world.forms('t4');
  expect(made.map(({ owner_id }) => owner_id).sort()).toEqual(hired.map(({ employee }) => employee.id).sort());
  // One after the other fills the same again.
  expect(told(await world.generated('t4', body))).toEqual(['done', 'done']);
  expect(world.forms('t4').map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test('of two concurrent generations into two batches the one whose batch stays empty says where its forms are', async () => {
  const world = await yearEnd();
  for (let n = 0; n < 2; n++) await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const [first, second] = [await world.batch('t4'), await world.batch('t4')];
  const into = ({ id }: { id: string }) => world.generated('t4', { ...T4, form_batch_id: id });
  const [kept, left] = await Promise.all([into(first), into(second)]);
  const made = world.forms('t4');
  expect(made.map(({ form_batch_id }) => form_batch_id)).toEqual([first.id, first.id]);
  expect(told(kept)).toEqual(['done', 'done']);
  expect(left.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  expect(told(left)).toEqual(
    left.map(
      ({ id }) =>
        `Another generation made the form ${id} at the same time, and it stays in the batch ${first.id}. Generate again to have it in this one.`,
    ),
  );
  expect(told(await into(second))).toEqual(['done', 'done']);
  expect(world.forms('t4').map(({ form_batch_id }) => form_batch_id)).toEqual([second.id, second.id]);
});

test('of two slips of a person the one whose form went to another generation is the one that is said to have', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  const batches = [await world.batch('t4'), await world.batch('t4')];
  const made = (at: number, province: string) =>
    world.given.created('form', {
      ...{ type: 't4', owner_id: employee.id, effective_date: '2026-12-31', form_batch_id: batches[at]!.id },
      [BOX_10]: province,
    });
  const forms = [await made(0, 'ON'), await made(0, 'BC'), await made(1, 'ON')];
  const [gone, own, other] = forms.map((one) => ({ ...one, from_payroll: [BOX_10] }));
  const slips = new Map([gone!, own!].map((one) => [one.id, baseOfForm(one)]));
  // The other generation deleted its twin of one of them.
  const task: TaskInHand<GenerationInput> = {
    input: {
      ...T4,
      form_type: 't4',
      effective_date: '2026-12-31',
      stage: 'original',
      named: false,
      form_batch_id: batches[0]!.id,
      business_entity_id: null,
      province: null,
    },
    origin: world.origin(),
    services: world.services,
    signal: new AbortController().signal,
    id: 'task',
    failed: 0,
  };
  const stays = await deleteMadeTwice(slips, undefined, new Set(), async () => [own!, other!], task);
  expect([...stays].map(([id, { id: by }]) => [id, by])).toEqual([[gone!.id, other!.id]]);
});

/** Has two generations cut off behind their forms of the same slips. @returns what tries both again */
const interrupted = async (world: YearEnd, body: JsonObject): Promise<() => Promise<void>> => {
  const { gate } = world.services;
  const { followed } = gate;
  const seeds = [world.origin().seed, world.origin().seed];
  const tried = (...some: string[]) =>
    Promise.allSettled(
      some.map((seed) =>
        generateForms.run(world.call({ params: { form_type: 't4' }, body, origin: world.origin(seed) })),
      ),
    );
  gate.followed = async () => false;
  await world.when(() => tried(...seeds));
  gate.followed = followed;
  return async () => {
    for (const seed of seeds.toReversed())
      expect((await world.when(() => tried(seed))).result).toMatchObject([{ status: 'fulfilled' }]);
  };
};

test('two concurrent generations that were interrupted make one form for each slip when retried', async () => {
  const world = await yearEnd();
  const hired = [await world.hired({ rate: SALARY }), await world.hired({ rate: SALARY })];
  await world.populated();
  await world.paid();
  const batch = await world.batch('t4');
  const retry = await interrupted(world, { ...T4, form_batch_id: batch.id });
  expect(world.forms('t4')).toHaveLength(4);
  await retry();
  const left = world.forms('t4');
  expect(left.map(({ owner_id }) => owner_id).sort()).toEqual(hired.map(({ employee }) => employee.id).sort());
});

test('a retried generation deletes its draft of a slip whose twin the agency has got in between', async () => {
  const world = await yearEnd();
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const stages = () => world.forms('t4').map(({ stage, status }) => `${stage} ${status}`);
  const originals = await interrupted(world, T4);
  await world.filed(world.forms('t4')[0]!);
  expect(stages()).toEqual(['original done', 'original draft']);
  await originals();
  expect(stages()).toEqual(['original done']);
  await earned(world, assignment, 'bonus_discretionary', '100');
  await world.populated();
  await world.paid();
  const { id } = await world.batch('t4', { form_stage: 'amendment' });
  const amendments = await interrupted(world, { ...T4, form_batch_id: id });
  await world.filed(world.forms('t4')[2]!);
  expect(stages()).toEqual(['original done', 'amendment draft', 'amendment done']);
  await amendments();
  expect(stages()).toEqual(['original done', 'amendment done']);
});

test('of two forms of a slip the one that somebody approved in between stays, whichever has the lower id', async () => {
  const world = await yearEnd();
  const hired = [await world.hired({ rate: SALARY }), await world.hired({ rate: SALARY })];
  await world.populated();
  await world.paid();
  const retry = await interrupted(world, T4);
  const ids = (owner_id: string) => world.forms('t4', owner_id).map(({ id }) => id);
  const [higher, lower] = hired.map(
    ({ employee }, at) =>
      ids(employee.id)
        .sort()
        .at(at === 0 ? -1 : 0)!,
  );
  for (const [number, id] of [higher!, lower!].entries())
    await world.given.events('form', id, { type: 'FormApproved', data: { number } });
  await retry();
  expect(hired.map(({ employee }) => ids(employee.id))).toEqual([[higher], [lower]]);
});

test("data of a person that the agency's file cannot contain is an error of the form, so that it does not block a batch", async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const business_entity_id = world.schedule.business_entity_id;
  const account = { business_entity_id, account_provider: 'ca_rq', account_identifier: '1234567890RS0001' };
  await world.given.created('remittance_account', account);
  const place = { address_line_1: '1 rue Haute', city: 'Lyon' };
  const lives = { sin: '046454286', ...place, country_code: 'CA', postal_code: 'G1R 4S9' };
  const errors: [name: string, JsonObject, t4: number, rl1: number][] = [
    ['complete', lives, 0, 0],
    ['abroad', { ...lives, country_code: 'FR', postal_code: '69001' }, 0, 0],
    ['no number', place, 0, 1],
    ['no letter', { ...lives, last_name: '👩‍🚀' }, 1, 1],
    ['of another country', lives, 1, 0],
  ];
  const owners: string[] = [];
  for (const [first_name, members] of errors) {
    const { employee } = await world.hired({ rate: SALARY });
    await world.given.changed('employee', employee.id, { first_name, ...members });
    owners.push(employee.id);
  }
  // Postal codes of Canada were not asked for at first.
  await world.given.events('employee', owners.at(-1)!, { type: 'EmployeeChanged', data: { postal_code: '69001' } });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  await world.generated('rl1', { tax_year: 2026 });
  const counted = (type: string, owner: string) => world.forms(type, owner).map((one) => one.validation_error_count);
  expect(errors.map(([name], i) => [name, ...counted('t4', owners[i]!), ...counted('rl1', owners[i]!)])).toEqual(
    errors.map(([name, , t4, rl1]) => [name, t4, rl1]),
  );
});

test('an employee number that is too long for the slip is cut, never within a character', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.given.changed('employee', employee.id, { employee_number: 'Kitchen-and-bar-007𝟜' });
  await world.populated();
  await world.paid();
  expect(told(await world.generated('t4', T4))).toEqual(['done']);
  expect(world.forms('t4')[0]!.values.employee_number).toBe('Kitchen-and-bar-007');
});

test('a person who worked in two provinces has a T4 for each, and the maximums apply to both together', async () => {
  const world = await yearEnd();
  const { assignment, employee } = await world.hired({ rate: { ...SALARY, rate: '54000' } });
  await world.populated();
  await earned(world, assignment, 'bonus_discretionary', '60000');
  await world.populated();
  await world.paid();
  await moved(world, assignment, 'ca_qc', '2026-11-25', '2026-11-24');
  await world.populated();
  await earned(world, assignment, 'bonus_discretionary', '30000');
  await world.populated();
  await world.paid();
  expect(told(await world.generated('t4', T4))).toEqual(['done']);
  const forms = world.forms('t4', employee.id);
  const [ontario, quebec] = ['ON', 'QC'].map((code) => forms.find(({ values }) => values[BOX_10] === code)!);
  expect(forms).toHaveLength(2);
  expect(ontario!.values).toMatchObject({
    box_14_employment_income: '62000',
    box_24_ei_insurable_earnings: '62000',
    box_26_cpp_or_qpp_pensionable_earnings: '62000',
  });
  expect(quebec!.values).toMatchObject({
    box_14_employment_income: '32000',
    // What is left up to 68,900 and 85,000.
    box_24_ei_insurable_earnings: '6900',
    box_26_cpp_or_qpp_pensionable_earnings: '23000',
  });
  expect(quebec!.values.box_17_employees_qpp_contributions).toBeDefined();
  expect(quebec!.values.box_16_employees_cpp_contributions).toBeUndefined();
  // Tax of Quebec stands on the RL-1.
  expect(sum(forms.map(({ values }) => String(values.box_22_income_tax_deducted))).toFixed(2)).toBe(
    sum([
      withheld(world, assignment, 'federal_income_tax'),
      sum([withheld(world, assignment, 'provincial_income_tax'), `-${quebecTax(world, assignment)}`]).toFixed(2),
    ]).toFixed(2),
  );
  await world.generated('rl1', { tax_year: 2026 });
  const [rl1] = world.forms('rl1', employee.id);
  expect(Number(rl1!.values.box_e_quebec_income_tax)).toBe(Number(quebecTax(world, assignment)));
  // One province alone is made again.
  expect(told(await world.generated('t4', { ...T4, province_of_employment: 'QC' }))).toEqual(['done']);
  expect(world.forms('t4')).toHaveLength(2);
});

const quebecTax = (world: YearEnd, { id }: RecordOf<'work_assignment'>): string =>
  String(
    world
      .rows('pay_stub')
      .find((stub) => stub.work_assignment_id === id && stub.is_closed && stub.amounts?.statutory_withholding?.qpp)
      ?.amounts?.statutory_withholding?.provincial_income_tax,
  );

test('what is taken back after a move is taken off the T4 of where it was paid, and no slip has less than nothing', async () => {
  const world = await yearEnd();
  const { assignment, employee } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  await moved(world, assignment, 'ca_bc', '2026-12-01', '2026-11-30');
  const correction = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-12-02' },
    ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
  });
  const stub = await world.given.created('pay_stub', { payroll_id: correction.id, work_assignment_id: assignment.id });
  const back = { pay_stub_id: stub.id, earning_type: 'salary', custom_amount: '-500' };
  await world.given.created('earning_line_item', back);
  await world.populated();
  await world.paid(correction);
  expect(told(await world.generated('t4', T4))).toEqual(['done']);
  const [t4, ...others] = world.forms('t4', employee.id);
  expect(others).toEqual([]);
  expect(t4!.values).toMatchObject({
    [BOX_10]: 'ON',
    box_14_employment_income: '1500',
    // 1.63 % of 1,500.00.
    box_18_employees_ei_premiums: '24.45',
    box_24_ei_insurable_earnings: '1500',
  });
  const income = (await world.sources(t4!)).find(({ box }) => box === '14')!;
  expect([income.from_stubs, ...income.lines.map(({ amount }) => amount).sort((a, b) => b - a)]).toEqual([
    1500, 2000, -500,
  ]);
});

test('who is exempt from parental insurance has no earnings of it on slips, and box 28 says so', async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const exempt = { type: 'ca::qc::qpip_exempt', value: true, effective_from: '2026-01-01' };
  const { employee } = await world.hired({ rate: SALARY, tax_properties: [place('ca_qc'), exempt] });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  const [form] = world.forms('t4', employee.id);
  expect(form!.values).toMatchObject({ box_24_ei_insurable_earnings: '2000', box_28_ppip_exempt_code: true });
  expect(form!.values.box_56_ppip_insurable_earnings).toBeUndefined();
  await world.generated('rl1', { tax_year: 2026 });
  const [rl1] = world.forms('rl1', employee.id);
  expect(rl1!.values).toMatchObject({ box_g_pensionable_salary: '2000' });
  expect(rl1!.values.box_i_qpip_eligible_salary).toBeUndefined();
});

test('box 28 is blank where pensionable earnings are on the slip, though too low for a contribution', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: { ...SALARY, rate: '2600' } });
  await world.populated();
  const { pay_date } = await world.paid();
  const from = addDays(String(pay_date), 1);
  const exempt = { type: 'ca::cpp_exempt', value: true, effective_from: from };
  await world.given.created('tax_property', { owner_id: assignment.id, ...exempt });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  const [form] = world.forms('t4', employee.id);
  expect(form!.values).toMatchObject({
    box_14_employment_income: '192.6',
    box_26_cpp_or_qpp_pensionable_earnings: '96.3',
    box_28_cpp_or_qpp_exempt_code: false,
  });
  expect(form!.values.box_16_employees_cpp_contributions).toBeUndefined();
  const changed = await world.given.changed('form', form!.id, { box_28_cpp_or_qpp_exempt_code: true });
  expect(changed.validation_error_count).toBe(form!.validation_error_count + 1);
});

test('a person with two employers has a T4 from each, with its account and its own maximums', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  const other = await world.given.created('business_entity', {
    name: 'Southlake Foods',
    business_number: '123456782RP0002',
    in_preview: true,
    tax_properties: [place('ca_bc')],
  });
  const schedule = await world.given.created('pay_schedule', {
    title: 'Bi-weekly',
    pay_frequency: 'bi-weekly',
    anchor_pay_date: '2026-11-20',
    anchor_end_of_pay_period: '2026-11-14',
    generate_payrolls_from: '2026-11-20',
    business_entity_id: other.id,
  });
  const second = await world.given.created('work_assignment', {
    employee_id: employee.id,
    pay_schedule_id: schedule.id,
    tax_properties: [place('ca_bc')],
  });
  await world.given.created('pay_rate', { work_assignment_id: second.id, ...SALARY, rate: '81000' });
  await world.populated();
  await world.paid();
  await world.paid();
  await world.generated('t4', T4);
  expect(
    world
      .forms('t4')
      .map(({ business_entity_id, values }) => [
        business_entity_id,
        values[BOX_10],
        values.box_14_employment_income,
        values.box_54_payroll_account_number,
      ]),
  ).toEqual(
    expect.arrayContaining([
      [world.employer.id, 'ON', '2000', '123456782RP0001'],
      [other.id, 'BC', '3000', '123456782RP0002'],
    ]),
  );
  expect(world.forms('t4')).toHaveLength(2);
  // A batch is of one employer alone.
  const batch = await world.batch('t4', { owner_id: other.id });
  expect(told(await world.generated('t4', { ...T4, form_batch_id: batch.id }))).toEqual(['done']);
  expect(
    world
      .forms('t4')
      .map(({ form_batch_id }) => form_batch_id)
      .sort(),
  ).toEqual([batch.id, null]);
});

test('income that the Indian Act exempts is in code 71 and box R, and taxable income stays in its boxes', async () => {
  const exemption = (exemption_percentage: string, pension_opt_in = false) => ({
    type: 'ca::first_nation_exemptions',
    value: { exemption_percentage, pension_opt_in },
    effective_from: '2026-01-01',
  });
  for (const [province, percent, expected] of [
    ['ca_on', '100', { code_71_indian_act_exempt_income: '2000' }],
    ['ca_on', '40', { box_14_employment_income: '1200', code_71_indian_act_exempt_income: '800' }],
    ['ca_qc', '40', { box_14_employment_income: '1200', code_71_indian_act_exempt_income: '800' }],
  ] as const) {
    const world = await yearEnd({ province });
    const { employee } = await world.hired({
      rate: SALARY,
      tax_properties: [place(province), exemption(percent)],
    });
    await world.populated();
    await world.paid();
    await world.generated('t4', T4);
    const [form] = world.forms('t4', employee.id);
    const { box_14_employment_income, code_71_indian_act_exempt_income } = form!.values;
    expect([province, percent, { box_14_employment_income, code_71_indian_act_exempt_income }]).toEqual([
      province,
      percent,
      expected,
    ]);
    expect(form!.values[BOX_10]).toBe(province.slice(3).toUpperCase());
    const followed = await world.sources(form!);
    expect(followed.find(({ box }) => box === '71')).toMatchObject({ lines: [{ type: 'salary', amount: 2000 }] });
    if (province !== 'ca_qc') continue;
    await world.generated('rl1', { tax_year: 2026 });
    expect(world.forms('rl1')[0]!.values).toMatchObject({
      box_a_employment_income: '1200',
      box_r_income_on_a_reserve: '800',
    });
  }
});

test('a pension beside exempt pay does not change code 71 and box R, also with pay from before these were stored', async () => {
  const exemption = {
    type: 'ca::first_nation_exemptions',
    value: { exemption_percentage: '40', pension_opt_in: false },
    effective_from: '2026-01-01',
  };
  for (const province of ['ca_on', 'ca_qc']) {
    const world = await yearEnd({ province });
    const { assignment, employee } = await world.hired({
      rate: SALARY,
      tax_properties: [place(province), exemption],
    });
    await world.populated();
    await earned(world, assignment, 'pension', '500.05');
    await world.populated();
    await world.paid();
    await world.generated('t4', T4);
    const [form] = world.forms('t4', employee.id);
    expect(form!.values).toMatchObject({
      box_14_employment_income: '1200',
      code_71_indian_act_exempt_income: '800',
    });
    const stub = world.rows('pay_stub').find(({ is_closed }) => is_closed)!;
    const { exempt_employment: _, exempt_employment_quebec: __, ...before } = stub.bases!;
    expect(exemptIn({ ...stub, bases: before })).toEqual({
      exempt_employment: '800.00',
      exempt_employment_quebec: '800.00',
    });
    if (province !== 'ca_qc') continue;
    await world.generated('rl1', { tax_year: 2026 });
    expect(world.forms('rl1')[0]!.values).toMatchObject({
      box_a_employment_income: '1200',
      box_r_income_on_a_reserve: '800',
    });
  }
});

test('contractors have a T4A with their fees without sales tax; a pension is on a T4A with its tax, but beside pay the tax stays on the T4', async () => {
  const world = await yearEnd();
  const contractor = await world.given.created('contractor', {
    business_name: 'Lakeshore Milling Ltd.',
    business_number: '123456782RT0001',
  });
  const fees = await world.given.created('work_assignment', {
    contractor_id: contractor.id,
    pay_schedule_id: world.schedule.id,
  });
  const pensioner = await world.hired();
  const both = await world.hired({ rate: SALARY });
  await world.populated();
  await earned(world, fees, 'invoice_payment', '800');
  await earned(world, fees, 'bonus_discretionary', '12.34');
  // What the contractor remits by itself is no fee for services.
  await earned(world, fees, 'invoice_sales_tax', '104');
  await earned(world, pensioner.assignment, 'pension', '3000');
  await earned(world, both.assignment, 'pension', '500');
  await world.populated();
  await world.paid();
  expect(told(await world.generated('t4a', { tax_year: 2026 }))).toEqual(['done', 'done', 'done']);
  const [fee] = world.forms('t4a', contractor.id);
  expect({ ...fee!.values, ...fee!.person }).toMatchObject({
    tax_year: '2026',
    box_048_fees_for_services: '812.34',
    recipient_corporation_name: 'Lakeshore Milling Ltd.',
    box_013_recipients_program_account_number: '123456782RT0001',
    box_061_payers_account_number: '123456782RP0001',
  });
  expect(fee!.validation_error_count).toBe(0);
  const [pension] = world.forms('t4a', pensioner.employee.id);
  expect(pension!.values).toMatchObject({
    box_016_pension_or_superannuation: '3000',
    box_022_income_tax_deducted: sum([
      withheld(world, pensioner.assignment, 'federal_income_tax', 'provincial_income_tax'),
    ]).toString(),
  });
  const [beside] = world.forms('t4a', both.employee.id);
  expect(beside!.values.box_016_pension_or_superannuation).toBe('500');
  expect(beside!.values.box_022_income_tax_deducted).toBeUndefined();
  const results = await world.generated('t4', T4);
  expect(world.forms('t4').map(({ owner_id }) => owner_id)).toEqual([both.employee.id]);
  // The lines of its tax are followed back from where it is.
  const linesOf = async (form: Form | undefined, box: string) =>
    (await world.sources(form!)).flatMap((one) => (one.box === box ? one.lines.map(({ type }) => type) : [])).sort();
  const taxes = ['federal_income_tax', 'provincial_income_tax'];
  expect([await linesOf(beside, '022'), await linesOf(pension, '022')]).toEqual([[], taxes]);
  expect(await linesOf(world.forms('t4')[0], '22')).toEqual(taxes);
  // Who has no such slip is told of where it is named.
  expect(told(results)).toEqual(expect.arrayContaining(['done', 'nothing']));
  expect(told(await world.generated('t4', { ...T4, employee_ids: [pensioner.employee.id] }))).toEqual([
    'The payee has no paid pay stub of the tax year with amounts for such a form.',
  ]);
  expect(told(await world.generated('t4a', { tax_year: 2026, contractor_ids: [contractor.id] }))).toEqual(['done']);
});

test('of a pension from Quebec its tax is on no RL-1, which has no place for the pension; beside pay it stays there', async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const pensioner = await world.hired();
  const both = await world.hired({ rate: SALARY });
  await world.populated();
  await earned(world, pensioner.assignment, 'pension', '3000');
  await earned(world, both.assignment, 'pension', '500');
  await world.populated();
  await world.paid();
  expect(withheld(world, pensioner.assignment, 'provincial_income_tax')).not.toBe('0.00');
  await world.generated('rl1', { tax_year: 2026 });
  const [beside, ...others] = world.forms('rl1');
  expect([beside!.owner_id, others]).toEqual([both.employee.id, []]);
  const tax = withheld(world, both.assignment, 'provincial_income_tax');
  expect(Number(beside!.values.box_e_quebec_income_tax)).toBe(Number(tax));
  expect(await reportRows(world, 'rl1-preview', ofYear(2026))).toHaveLength(1);
});

test('tips are on an RL-1 in box S as well, inside the income of box A', async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  await earned(world, assignment, 'gratuity', '150.25');
  await world.populated();
  await world.paid();
  await world.generated('rl1', { tax_year: 2026 });
  expect(world.forms('rl1').map(({ values }) => values)).toMatchObject([
    { box_a_employment_income: '2150.25', box_s_tips_received: '150.25' },
  ]);
});

test.each([
  ['alone', []],
  ['and a pension', [['pension', '3000']]],
] as const)(
  'Quebec tax that was withheld beside a fee %s is on an RL-1: no other slip of Quebec that is made has it',
  async (_, others) => {
    const world = await yearEnd({ province: 'ca_qc' });
    const { assignment, employee } = await world.hired();
    await world.populated();
    const history = await world.given.created('payroll', {
      ...{ pay_schedule_id: world.schedule.id, type: 'historical', pay_date: '2026-10-30' },
      ...{ period_start: '2026-10-01', period_end: '2026-10-31' },
    });
    const of = { payroll_id: history.id, work_assignment_id: assignment.id };
    const { id: pay_stub_id } = await world.given.created('pay_stub', of);
    for (const [earning_type, custom_amount] of [['invoice_payment', '900'], ...others])
      await world.given.created('earning_line_item', { pay_stub_id, earning_type, custom_amount });
    const tax = { statutory_withholding_type: 'provincial_income_tax', custom_amount: '180' };
    await world.given.created('statutory_withholding_line_item', { pay_stub_id, ...tax });
    await world.populated();
    await world.paid(history);
    await world.generated('rl1', { tax_year: 2026 });
    expect(world.forms('rl1', employee.id).map(({ values }) => values.box_e_quebec_income_tax)).toEqual(['180']);
  },
);

test('what a contractor was paid as if employed is on no slip, and generation says so', async () => {
  const world = await yearEnd();
  const paid = async (business_name: string, ...amounts: [type: string, amount: string][]) => {
    const contractor = await world.given.created('contractor', { business_name, business_number: '123456782RT0001' });
    const of = { contractor_id: contractor.id, pay_schedule_id: world.schedule.id };
    const assignment = await world.given.created('work_assignment', of);
    await world.populated();
    for (const [type, amount] of amounts) await earned(world, assignment, type, amount);
    return contractor.id;
  };
  const ended = await paid('Ended Ltd.', ['invoice_payment', '800'], ['severance_pay', '300']);
  const retired = await paid('Retired Ltd.', ['retiring_allowance', '50'], ['retiring_allowance_eligible', '20']);
  await paid('Corrected Ltd.', ['invoice_payment', '10'], ['severance_pay', '0']);
  await world.populated();
  await world.paid();
  const results = await world.generated('t4a', { tax_year: 2026 });
  expect(told(results).sort()).toEqual([
    expect.stringMatching(
      /^The contractor was paid retiring_allowance, retiring_allowance_eligible, which is on no slip/,
    ),
    expect.stringMatching(/^The contractor was paid severance_pay, which is on no slip/),
    'done',
  ]);
  // What has a box is on the slip all the same.
  const boxes = (id: string) => world.forms('t4a', id).map(({ values }) => values.box_048_fees_for_services);
  expect([boxes(ended), boxes(retired)]).toEqual([['800'], []]);
});

test('the Quebec tax of a pension is not on a T4A', async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  const { assignment } = await world.hired();
  await world.populated();
  await earned(world, assignment, 'pension', '3000');
  await world.populated();
  await world.paid();
  await world.generated('t4a', { tax_year: 2026 });
  expect(world.forms('t4a')[0]!.values.box_022_income_tax_deducted).toBe(
    sum([withheld(world, assignment, 'federal_income_tax')]).toString(),
  );
});

test('a pension that is taken back in another province is on no T4A', async () => {
  const world = await yearEnd();
  const { assignment } = await world.hired();
  await world.populated();
  await earned(world, assignment, 'pension', '100');
  await world.populated();
  const { period_start, period_end } = await world.paid();
  await moved(world, assignment, 'ca_qc', '2026-12-01', '2026-11-30');
  const correction = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-12-02', period_start, period_end },
  });
  const stub = await world.given.created('pay_stub', { payroll_id: correction.id, work_assignment_id: assignment.id });
  const back = { pay_stub_id: stub.id, earning_type: 'pension', custom_amount: '-100' };
  await world.given.created('earning_line_item', back);
  await world.populated();
  await world.paid(correction);
  expect(told(await world.generated('t4a', { tax_year: 2026 }))).toEqual(['nothing']);
  expect(world.forms('t4a')).toEqual([]);
  expect(await reportRows(world, 'year-end-forms', ofYear(2026), 't4a')).toEqual([]);
});

test('a repeated generation refills drafts: boxes without amounts any more are emptied, and entries by hand stay', async () => {
  const world = await yearEnd();
  const { assignment, employee } = await world.hired({ rate: SALARY });
  const dues = { work_assignment_id: assignment.id, deduction_type: 'union_dues', amount_type: 'fixed' };
  const item = { ...dues, amount: '12.5', frequency: 'per_payroll', effective_from: '2026-01-01' };
  await world.given.created('deduction', item);
  await world.populated();
  const paid = await world.paid();
  await world.generated('t4', T4);
  const [form] = world.forms('t4', employee.id);
  expect(form!.values.box_44_union_dues).toBe('12.5');
  await world.given.changed('form', form!.id, { code_30_board_and_lodging: '100' });
  // The dues are given back.
  const { pay_date, period_start, period_end } = paid;
  const correction = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date, period_start, period_end },
  });
  const stub = await world.given.created('pay_stub', {
    ...{ payroll_id: correction.id, work_assignment_id: assignment.id },
  });
  await world.given.created('deduction_line_item', {
    ...{ pay_stub_id: stub.id, deduction_type: 'union_dues', custom_amount: '-12.5' },
  });
  await world.populated();
  await world.paid(correction);
  expect(told(await world.generated('t4', T4))).toEqual(['done']);
  const again = world.forms('t4', employee.id);
  expect(again).toHaveLength(1);
  expect(again[0]!.values).toMatchObject({ box_14_employment_income: '2000', code_30_board_and_lodging: '100' });
  expect(again[0]!.values.box_44_union_dues).toBeUndefined();
});

/** Two people whose T4s the agency has; the first of them is paid once more. */
const filedYear = async () => {
  const world = await yearEnd();
  const first = await world.hired({ rate: SALARY });
  const second = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  await world.filed(...world.forms('t4'));
  const formOf = ({ employee }: typeof first, stage: string): Form | undefined =>
    world.forms('t4', employee.id).findLast((form) => form.stage === stage);
  return { world, first, second, formOf };
};

test('an amendment is made for a person whose amounts differ from the filed slip, and refers to that slip', async () => {
  const { world, first, second, formOf } = await filedYear();
  const batch = await world.batch('t4', { form_stage: 'amendment' });
  const body = { ...T4, form_batch_id: batch.id };
  const same = (form?: Form) =>
    `The form ${form?.id} equals the payroll data: there is nothing to amend. Where the payee's social insurance number was corrected, which is in no form, make an amendment with POST /forms.`;
  const both = { ...body, employee_ids: [first.employee.id, second.employee.id] };
  expect(told(await world.generated('t4', both)).sort()).toEqual(
    [same(formOf(first, 'original')), same(formOf(second, 'original'))].sort(),
  );
  expect(told(await world.generated('t4', body))).toEqual(['nothing', 'nothing']);
  expect(told(await world.generated('t4', T4))[0]).toMatch(/ is done already\. Amend it\.$/);
  await earned(world, first.assignment, 'bonus_discretionary', '100');
  await world.populated();
  await world.paid();
  await world.generated('t4', body);
  const amendment = formOf(first, 'amendment')!;
  expect(amendment).toMatchObject({
    original_form_id: formOf(first, 'original')!.id,
    form_batch_id: batch.id,
    status: 'draft',
    values: { box_14_employment_income: '4100', box_45_employer_offered_dental_benefits: '1' },
  });
  // The next one refers to the one before.
  await world.filed(amendment);
  await world.paid();
  const next = await world.batch('t4', { form_stage: 'amendment' });
  await world.generated('t4', { ...T4, form_batch_id: next.id });
  expect(formOf(first, 'amendment')).toMatchObject({
    original_form_id: amendment.id,
    values: { box_14_employment_income: '6100' },
  });
});

test('a name by hand in place of one that the file cannot hold stays in drafts, and is no reason to amend', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.given.changed('employee', employee.id, { first_name: 'ᐊᓗᒃ', last_name: 'Ίων' });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  const [form] = world.forms('t4');
  expect(form!.validation_error_count).toBeGreaterThan(0);
  const byHand = { employee_first_name: 'Aluk', employee_surname: 'Ion' };
  await world.given.changed('form', form!.id, byHand);
  await world.generated('t4', T4);
  expect(world.forms('t4')).toMatchObject([{ person: byHand }]);
  await world.filed(world.forms('t4')[0]!);
  const { id: form_batch_id } = await world.batch('t4', { form_stage: 'amendment' });
  expect(told(await world.generated('t4', { ...T4, form_batch_id }))).toEqual(['nothing']);
  // Amended for another reason, it has the name that was entered.
  await world.paid();
  await world.generated('t4', { ...T4, form_batch_id });
  expect(world.forms('t4').at(-1)).toMatchObject({ stage: 'amendment', validation_error_count: 0, person: byHand });
});

test('an amendment that payroll has come back from, and a cancellation of what it has amounts for again, are named: they would be filed all the same', async () => {
  const { world, first, second, formOf } = await filedYear();
  const [amending, cancelling] = [
    await world.batch('t4', { form_stage: 'amendment' }),
    await world.batch('t4', { form_stage: 'cancellation' }),
  ];
  const amendments = () => world.generated('t4', { ...T4, form_batch_id: amending.id });
  const cancellation = { tax_year: 2026, form_batch_id: cancelling.id };
  const drafted = async (of: typeof first, more: JsonObject) =>
    world.given.created('form', { type: 't4', owner_id: of.employee.id, ...more });
  const [filed, other] = [formOf(first, 'original')!, formOf(second, 'original')!];
  // Made when payroll had another amount, and when it had none.
  const of = { stage: 'amendment', original_form_id: filed.id, form_batch_id: amending.id };
  const amendment = await drafted(first, { ...of, box_14_employment_income: 2100 });
  const back = await drafted(second, {
    stage: 'cancellation',
    original_form_id: other.id,
    form_batch_id: cancelling.id,
  });
  const unchanged = `The draft ${amendment.id} amends nothing: the agency has the same already. Delete it.`;
  expect(told(await amendments()).sort()).toEqual([unchanged, 'nothing']);
  expect(formOf(first, 'amendment')).toMatchObject({ values: { box_14_employment_income: '2000' } });
  // Nor is it approved, unless its person was changed: the number of a person is in no form.
  const call = world.call({ params: { form: amendment.id }, body: undefined });
  const approval = async () => (await world.when(() => approveForm.run(call))).problem;
  expect((await approval())?.text).toEqual({
    en: `${amendment.id} amends nothing: the agency has ${filed.id}, which says the same. Correct what it says, or delete it.`,
    fr: `${amendment.id} ne modifie rien : l'organisme a ${filed.id}, qui dit la même chose. Corrigez ce qu'il dit, ou supprimez-le.`,
  });
  // What somebody entered by hand is a difference.
  await world.given.changed('form', amendment.id, { box_46_charitable_donations: 20 });
  expect(told(await amendments()).sort()).toEqual(['done', 'nothing']);
  const again = `The draft ${back.id} cancels a slip that payroll has amounts for: delete it, unless the slip is to be cancelled all the same.`;
  expect(told(await world.generated('t4', cancellation)).sort()).toEqual([again, 'nothing']);
  // Who names the payee wants it.
  expect(told(await world.generated('t4', { ...cancellation, employee_ids: [second.employee.id] }))).toEqual(['done']);
  await world.given.changed('form', amendment.id, { box_46_charitable_donations: null });
  await world.given.changed('employee', first.employee.id, { sin: '046454286' });
  expect(await approval()).toBeUndefined();
  // Approved it waits, and of its payee there is nothing to cancel all the same.
  expect(told(await world.generated('t4', cancellation)).sort()).toEqual([again, 'nothing']);
});

test('where somebody lives by now is no reason to amend a slip, unless the request names them', async () => {
  const { world, first, formOf } = await filedYear();
  const filed = formOf(first, 'original')!;
  const moved = { address_line_1: '7 New Street', city: 'Guelph', postal_code: 'N1H 2T9', employee_number: '47' };
  await world.given.changed('employee', first.employee.id, moved);
  const batch = await world.batch('t4', { form_stage: 'amendment' });
  const body = { ...T4, form_batch_id: batch.id };
  expect(told(await world.generated('t4', body))).toEqual(['nothing', 'nothing']);
  expect(told(await world.generated('t4', { ...body, employee_ids: [first.employee.id] }))).toEqual(['done']);
  expect(formOf(first, 'amendment')).toMatchObject({
    original_form_id: filed.id,
    values: { employee_number: '47', box_14_employment_income: '2000' },
  });
});

test('a cancellation is made for slips without amounts any more, or for given people; then an original can be made again', async () => {
  const { world, first, second, formOf } = await filedYear();
  const batch = await world.batch('t4', { form_stage: 'cancellation' });
  const body = { tax_year: 2026, form_batch_id: batch.id };
  // Payroll still comes to both.
  expect(told(await world.generated('t4', body))).toEqual(['nothing', 'nothing']);
  expect(world.forms('t4')).toHaveLength(2);
  // By hand the agency was told of a province that payroll knows nothing of.
  const owner_id = first.employee.id;
  const elsewhere = await world.given.created('form', {
    ...{ type: 't4', owner_id, effective_date: '2026-12-31', business_entity_id: world.employer.id },
    ...{ [BOX_10]: 'BC', box_45_employer_offered_dental_benefits: '1', box_14_employment_income: '70' },
  });
  await world.filed(elsewhere);
  const amending = await world.batch('t4', { form_stage: 'amendment' });
  expect(told(await world.generated('t4', { ...T4, form_batch_id: amending.id, employee_ids: [owner_id] }))).toEqual([
    expect.stringContaining('is nothing to amend'),
  ]);
  await world.generated('t4', body);
  const cancellation = formOf(first, 'cancellation')!;
  expect(cancellation).toMatchObject({
    original_form_id: elsewhere.id,
    form_batch_id: batch.id,
    values: { [BOX_10]: 'BC', box_14_employment_income: '70' },
  });
  // Again it is the same one.
  await world.generated('t4', body);
  expect(world.forms('t4').filter(({ stage }) => stage === 'cancellation')).toHaveLength(1);
  await world.generated('t4', { ...body, employee_ids: [second.employee.id] });
  const named = formOf(second, 'cancellation')!;
  expect(named.original_form_id).toBe(formOf(second, 'original')!.id);
  await world.filed(cancellation, named);
  expect(told(await world.generated('t4', { ...T4, employee_ids: [second.employee.id] }))).toEqual(['done']);
  expect(world.forms('t4', second.employee.id).map(({ stage, status }) => `${stage} ${status}`)).toEqual([
    'original done',
    'cancellation done',
    'original draft',
  ]);
  const nobody = await world.when(() => world.generated('rl1', { tax_year: 2026 }));
  expect(nobody.problem).toBeUndefined();
});

test('a form of somebody whose only payroll was unapproved is named by the next generation, which fills it no more', async () => {
  const world = await yearEnd();
  const [first, second, third, byHand] = [
    await world.hired({ rate: SALARY }),
    await world.hired({ rate: SALARY }),
    await world.hired({ rate: SALARY }),
    await world.hired(),
  ];
  await world.populated();
  const payroll = await world.paid();
  await world.generated('t4', T4);
  const [draft, filed, sent] = [first, second, third].map(({ employee }) => world.forms('t4', employee.id)[0]!);
  await world.filed(filed!);
  // As until an operator recorded the agency's answer.
  await world.given.events('form', sent!.id, { type: 'FormFiling', data: { form_batch_id: null } });
  const data = { pay_schedule_id: payroll.pay_schedule_id! };
  await world.given.events('payroll', payroll.id, { type: 'PayrollUnapprovalStarted', data });
  await world.follow(world.managers.population, world.managers.approval, world.managers.journal);
  // Payroll never had figures for one that was made by hand.
  await world.given.created('form', {
    ...{ type: 't4', owner_id: byHand.employee.id, effective_date: '2026-12-31', box_14_employment_income: '70' },
  });
  const [left, gone, underWay] = [
    `The form ${draft!.id} is draft, but payroll has no amounts for it: delete it, unless it was entered by hand.`,
    `The agency has the form ${filed!.id}, but payroll no longer has amounts for it: make a cancellation.`,
    `The form ${sent!.id} is on its way to the agency, but payroll no longer has amounts for it: wait for the answer, and make a cancellation then.`,
  ];
  expect(told(await world.generated('t4', T4)).sort()).toEqual([gone, left, underWay].sort());
  const named = { ...T4, employee_ids: [first.employee.id] };
  expect(told(await world.generated('t4', named))).toEqual([left]);
  await world.paid(payroll);
  expect(told(await world.generated('t4', named))).toEqual(['done']);
});

test('where the only form of a year was made by hand, there is nothing to make forms of', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired();
  await world.given.created('form', {
    ...{ type: 't4', owner_id: employee.id, effective_date: '2026-12-31', box_14_employment_income: '70' },
  });
  const refusal = async (body: JsonObject) => (await world.when(() => world.generated('t4', body))).problem?.text.en;
  expect(await refusal(T4)).toMatch(/^Nobody has a paid pay stub in the tax year 2026,/);
  expect(await refusal({ ...T4, employee_ids: [employee.id] })).toMatch(/^None of the payees that are named has/);
  // In January the year that nobody gave is not the one whose slips are due.
  world.clock.set('2027-01-02T17:00:00Z');
  expect(await refusal({ values: T4.values })).toMatch(/^Nobody has a paid pay stub in the tax year 2027,/);
});

test('each payee that is named has a result: also one who was paid nothing in the year, and one whom the agency has no form of', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const { id: other } = await world.given.created('employee', { first_name: 'Bo', last_name: 'Li' });
  const employee_ids = [other, employee.id, other];
  const unpaid = expect.stringMatching(/^The payee has no paid pay stub of the tax year/);
  expect(told(await world.generated('t4', { ...T4, employee_ids }))).toEqual(['done', unpaid]);
  // A whole employer is only those who were paid.
  expect(told(await world.generated('t4', T4))).toEqual(['done']);
  const { problem } = await world.when(() => world.generated('t4', { ...T4, employee_ids: [other] }));
  expect(problem?.text.en).toMatch(/^None of the payees that are named has a paid pay stub/);

  await world.filed(...world.forms('t4'));
  const { id: form_batch_id } = await world.batch('t4', { form_stage: 'cancellation' });
  const unfiled = expect.stringMatching(/^The agency has no form of this payee/);
  expect(told(await world.generated('t4', { ...T4, form_batch_id, employee_ids }))).toEqual(['done', unfiled]);
});
