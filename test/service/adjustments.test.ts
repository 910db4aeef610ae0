import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/values/dates.ts';
import { runHere } from '../support/command.ts';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Adjustments: an amount of a closed pay stub corrected on a later draft one; the numbered rules of the resource. */
let service: TestService;
let of: Awaited<ReturnType<typeof employerWith>>;
let source: Body;
/** On the closed payroll, and on the draft one after it. */
let closed: Body;
let draft: Body;
/** What a recurring deduction of the second person is booked on, and where. */
let dues: string;
let site: string;

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  const people = [
    { province: 'ca_on', salary: 52_000 },
    { province: 'ca_on', salary: 52_000 },
  ];
  of = await employerWith(service, people, LAST_OF_YEAR);
  const first = await of.next();
  const stub = await of.stubOf(first, 0);
  const item = (path: string, more: object) => of.call('POST', path, { pay_stub_id: stub.id, ...more });
  const bonus = { earning_type: 'bonus_discretionary', custom_amount: 500, title: 'Bonus of the year' };
  source = await item('/earning_line_items', bonus);
  await item('/employer_benefit_line_items', { employer_benefit_type: 'dental', custom_amount: 80 });
  const { id: business_entity_id } = (await of.call('GET', '/business_entities')).data[0];
  const { id: tag_group_id } = await of.call('POST', '/tag_groups', { business_entity_id, label: 'Site' });
  site = (await of.call('POST', '/tags', { tag_group_id, label: 'Quay' })).id;
  const account = { business_entity_id, type: 'liability', code: '2100', title: 'Dues of the union' };
  dues = (await of.call('POST', '/accounting_codes', account)).id;
  await of.call('POST', '/deductions', {
    ...{ work_assignment_id: of.assignments[1], deduction_type: 'union_dues', amount: 50, amount_type: 'fixed' },
    ...{ frequency: 'per_payroll', effective_from: '2026-01-01', liability_accounting_code_id: dues },
    tag_assignment: { unit: 'percentage', tag_allocations: [{ tags: [site], value: 100 }] },
  });
  await of.call('POST', '/earning_line_items', {
    ...{ pay_stub_id: (await of.stubOf(first, 1)).id, earning_type: 'gratuity', custom_amount: 320 },
    custom_tag_assignment: { unit: 'amount', tag_allocations: [{ tags: [site], value: 50 }] },
    accrued_vacation_pay: 5,
  });
  closed = await of.approve();
  draft = await of.next();
});
afterAll(() => service?.close());

const cents = (dollars: number) => Math.round(dollars * 100);
const stubOf = (at: number) => of.stubOf(draft, at);
const adjust = async (more: Record<string, unknown> = {}) =>
  of.company.request('POST', '/adjustments', {
    correction_pay_stub_id: (await stubOf(0)).id,
    source_line_item_id: source.id,
    expected_amount: 50,
    ...more,
  });
const wrong = async (more: Record<string, unknown>) => {
  const { status, body } = await adjust(more);
  expect(status).toBe(422);
  return Object.keys(body.errors);
};

test('1, 3, 4, pay stub 8: the difference is a line item of the same kind and type on the later pay stub', async () => {
  const before = (await stubOf(0)).data.employee_summary;
  const { status, body: made } = await adjust({ admin_note: 'typing error' });
  expect(status).toBe(201);
  expect(made.data).toMatchObject({ expected_amount: 50, is_company_amount: false, admin_note: 'typing error' });
  expect(made.data.source_line_item).toMatchObject({
    id: source.id,
    object: 'earning_line_item',
    data: { amount: 500 },
  });
  const { correction_line_item: correction } = made.data;
  expect(correction.data).toMatchObject({
    amount: -450,
    custom_amount: null,
    managed_amount: -450,
    is_managed: false,
    line_item_type: 'earning',
    earning_type: { id: 'bonus_discretionary' },
    title: 'Bonus of the year',
    source_adjustment: { id: made.id, object: 'adjustment' },
  });
  const after = (await stubOf(0)).data.employee_summary;
  expect(after.gross).toBe(before.gross - 450);
  const listed = async (id: string) =>
    (await of.call('GET', `/adjustments?pay_stub_id=${id}`)).data.map(({ id }: Body) => id);
  expect(await listed((await stubOf(0)).id)).toEqual([made.id]);
  expect(await listed((await of.stubOf(closed, 0)).id)).toEqual([made.id]);
  expect(await listed((await stubOf(1)).id)).toEqual([]);

  // The line item goes with its adjustment alone, and says what that one says.
  const path = `/earning_line_items/${correction.id}`;
  for (const [method, change] of [['DELETE'], ['PUT', { custom_amount: 1 }]] as const) {
    const refused = await of.company.request(method, path, change);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(made.id)]);
  }
  await of.call('PUT', path, { external_ref: 'corrected' });
  expect((await of.company.request('PUT', `/adjustments/${made.id}`, {})).status).toBe(405);
  expect((await of.company.request('DELETE', `/adjustments/${made.id}`)).status).toBe(204);
  expect((await of.company.request('GET', path)).status).toBe(404);
  expect((await of.company.request('GET', `/adjustments/${made.id}`)).status).toBe(404);
  expect((await stubOf(0)).data.employee_summary).toEqual(before);
});

test('an amount may have to be more than can be entered by hand, as on a line that was calculated', async () => {
  const much = await adjust({ expected_amount: 1_500_000.25 });
  expect([much.status, much.body.data?.correction_line_item.data.amount]).toEqual([201, 1_499_500.25]);
  expect((await of.company.request('DELETE', `/adjustments/${much.body.id}`)).status).toBe(204);
});

test('an export of what is held about the person has the adjustment', async () => {
  const { body: made } = await adjust();
  const employee = (await of.call('GET', `/work_assignments/${of.assignments[0]}`)).data.employee.id;
  const command = runHere(['privacy', 'export', '--employee', employee], service.env);
  expect([await command.ended, command.stderr()]).toEqual([0, '']);
  const lines = command
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ record }) => record === 'adjustment').map(({ data }) => data.id)).toEqual([made.id]);
  expect((await of.company.request('DELETE', `/adjustments/${made.id}`)).status).toBe(204);
});

test('a line item is corrected once, however often that is asked for, and at once', async () => {
  const before = (await stubOf(0)).data.employee_summary.gross;
  const at_once = await Promise.all([adjust(), adjust()]);
  expect(at_once.map(({ status }) => status).sort()).toEqual([201, 422]);
  const made = at_once.find(({ status }) => status === 201)!.body;
  const again = await adjust({ expected_amount: 60 });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['source_line_item_id']]);
  expect(again.body.errors.source_line_item_id[0]).toContain(made.id);
  expect((await stubOf(0)).data.employee_summary.gross).toBe(before - 450);
  expect((await of.company.request('DELETE', `/adjustments/${made.id}`)).status).toBe(204);
  const instead = await adjust({ expected_amount: 60 });
  expect([instead.status, instead.body.data?.correction_line_item.data.amount]).toEqual([201, -440]);
  await of.call('DELETE', `/adjustments/${instead.body.id}`).catch(() => {});
});

test('a line item is corrected once also where that is asked for on two pay stubs at once', async () => {
  const correction = await of.call('POST', '/payrolls', {
    ...{ pay_schedule_id: draft.data.pay_schedule.id, type: 'correction', pay_date: '2026-12-03' },
    ...{ period_start: '2026-11-23', period_end: '2026-11-29' },
  });
  const work_assignment_id = of.assignments[0];
  const { id } = await of.call('POST', '/pay_stubs', { payroll_id: correction.id, work_assignment_id });
  const at_once = await Promise.all([adjust(), adjust({ correction_pay_stub_id: id })]);
  expect(at_once.map(({ status }) => status).sort()).toEqual([201, 422]);
  const made = at_once.find(({ status }) => status === 201)!.body;
  const refused = at_once.find(({ status }) => status === 422)!.body;
  expect(refused.errors.source_line_item_id[0]).toContain(made.id);
  for (const path of [`/adjustments/${made.id}`, `/payrolls/${correction.id}`])
    expect((await of.company.request('DELETE', path)).status).toBe(204);
});

test("the employer's share of a benefit is corrected as an employer benefit", async () => {
  const [dental] = (await of.call('GET', `/employer_benefit_line_items?pay_stub_id=${(await of.stubOf(closed, 0)).id}`))
    .data;
  const { body } = await adjust({ source_line_item_id: dental.id, expected_amount: 100, is_company_amount: true });
  expect(body.data.correction_line_item).toMatchObject({
    object: 'employer_benefit_line_item',
    data: { amount: 20, employer_benefit_type: { id: 'dental' } },
  });
  await of.call('DELETE', `/adjustments/${body.id}`).catch(() => {});
});

test('a correction is booked on the code and the tags of the line that it corrects, and accrues vacation pay as it did', async () => {
  const [from, on] = [await of.stubOf(closed, 1), await stubOf(1)];
  const corrected = async (kind: string, type: string) => {
    const lines = (await of.call('GET', `/${kind}_line_items?pay_stub_id=${from.id}&expand[]=tag_assignment`)).data;
    const line = lines.find(({ data }: Body) => data[`${kind}_type`].id === type);
    const sent = { correction_pay_stub_id: on.id, source_line_item_id: line.id, expected_amount: 10 };
    const made = await of.call('POST', '/adjustments', sent);
    const { id } = made.data.correction_line_item;
    const { data } = await of.call('GET', `/${kind}_line_items/${id}?expand[]=custom_tag_assignment`);
    await of.company.request('DELETE', `/adjustments/${made.id}`);
    return data;
  };
  const tagged = (value: number) => ({ unit: 'percentage', tag_allocations: [{ tags: [site], value }] });
  expect(await corrected('deduction', 'union_dues')).toMatchObject({
    ...{ amount: -40, liability_accounting_code: { id: dues }, custom_tag_assignment: tagged(100) },
  });
  // Vacation pay accrues on it in the same proportion, though no setting is in force: 5 × -310 / 320.
  expect(await corrected('earning', 'gratuity')).toMatchObject({
    ...{ amount: -310, accrued_vacation_pay: -4.84, custom_tag_assignment: tagged(15.625) },
  });
  // What is contributed has the tags of the pay that it is of: 50 of 2,320.
  const { amount, custom_tag_assignment } = await corrected('employer_statutory_withholding', 'cpp');
  const [{ tags, value }] = custom_tag_assignment.tag_allocations;
  expect([tags, cents((value / 100) * (10 - amount))]).toEqual([[site], cents(((10 - amount) * 50) / 2320)]);
});

test('2: both pay stubs belong to one work assignment; the earlier one is closed and the later one is a draft', async () => {
  expect(await wrong({ correction_pay_stub_id: (await stubOf(1)).id })).toEqual(['correction_pay_stub_id']);
  const open = await of.call('POST', '/earning_line_items', {
    pay_stub_id: (await stubOf(0)).id,
    earning_type: 'gratuity',
    custom_amount: 5,
  });
  expect(await wrong({ source_line_item_id: open.id })).toEqual(['source_line_item_id']);
  const onClosed = await adjust({ correction_pay_stub_id: (await of.stubOf(closed, 0)).id });
  expect(onClosed.status).toBe(400);
});

test.each([
  [{ source_line_item_id: 'ernli_none' }, 'source_line_item_id'],
  [{ correction_pay_stub_id: 'payst_none' }, 'correction_pay_stub_id'],
  [{ expected_amount: 500 }, 'expected_amount'],
  [{ expected_amount: '12.345' }, 'expected_amount'],
  [{ expected_amount: 1e12 }, 'expected_amount'],
  [{ expected_amount: 'NaN' }, 'expected_amount'],
  [{ is_company_amount: true }, 'is_company_amount'],
])('refuses %j', async (change, member) => {
  expect(await wrong(change)).toEqual([member]);
});

test('tax that was remitted to one agency is not corrected where it would be reported to another one', async () => {
  const { work_assignment } = (await stubOf(1)).data;
  const owner_id = work_assignment.id;
  const properties = (await of.call('GET', `/tax_properties?owner_id=${owner_id}`)).data;
  const place = properties.find(({ data }: Body) => data.type === 'ca::province_of_employment');
  const { pay_date } = closed.data;
  await of.call('PUT', `/tax_properties/${place.id}`, { effective_to: pay_date });
  const moved = addDays(pay_date, 1);
  const type = 'ca::province_of_employment';
  await of.call('POST', '/tax_properties', { owner_id, type, value: 'ca_qc', effective_from: moved });
  const stub = await of.stubOf(closed, 1);
  const lines = (await of.call('GET', `/statutory_withholding_line_items?pay_stub_id=${stub.id}`)).data;
  const lineOf = (type: string) => lines.find(({ data }: Body) => data.statutory_withholding_type.id === type).id;
  const corrected = async (type: string, correction_pay_stub_id: string) => {
    const sent = { correction_pay_stub_id, source_line_item_id: lineOf(type), expected_amount: 1 };
    const { status, body } = await of.company.request('POST', '/adjustments', sent);
    return [status, Object.keys(body.errors ?? {})];
  };
  const later = (await stubOf(1)).id;
  expect(await corrected('provincial_income_tax', later)).toEqual([422, ['correction_pay_stub_id']]);
  expect(await corrected('federal_income_tax', later)).toEqual([201, []]);
  const before = await of.call('POST', '/payrolls', {
    ...{ pay_schedule_id: closed.data.pay_schedule.id, type: 'correction', pay_date },
    ...{ period_start: closed.data.period_start, period_end: closed.data.period_end },
  });
  const stubBefore = await of.call('POST', '/pay_stubs', { payroll_id: before.id, work_assignment_id: owner_id });
  expect(await corrected('provincial_income_tax', stubBefore.id)).toEqual([201, []]);
});

test('what was withheld or contributed by law is corrected within the year that it counts for', async () => {
  const { period_start, period_end, pay_schedule } = closed.data;
  const payroll = await of.call('POST', '/payrolls', {
    ...{ pay_schedule_id: pay_schedule.id, type: 'correction', pay_date: '2025-12-31', period_start, period_end },
  });
  const earlier = await of.call('POST', '/pay_stubs', {
    payroll_id: payroll.id,
    work_assignment_id: of.assignments[0],
  });
  const stub = await of.stubOf(closed, 0);
  for (const kind of ['statutory_withholding', 'employer_statutory_withholding']) {
    const lines = (await of.call('GET', `/${kind}_line_items?pay_stub_id=${stub.id}`)).data;
    const pension = lines.find(({ data }: Body) => data[`${kind}_type`].id.includes('cpp'));
    const corrected = async (correction_pay_stub_id: string) =>
      adjust({ correction_pay_stub_id, source_line_item_id: pension.id, expected_amount: 1 });
    const { status, body } = await corrected(earlier.id);
    expect([status, body.errors]).toEqual([
      422,
      { correction_pay_stub_id: [expect.stringContaining('must be paid in 2026')] },
    ]);
    const within = await corrected((await stubOf(0)).id);
    expect(within.status).toBe(201);
    expect((await of.company.request('DELETE', `/adjustments/${within.body.id}`)).status).toBe(204);
    // Nor does it get into the other year with its payroll.
    const move = (pay_date: string) => of.company.request('PUT', `/payrolls/${payroll.id}`, { pay_date });
    expect((await move('2026-03-02')).status).toBe(200);
    const moved = await corrected(earlier.id);
    expect(moved.status).toBe(201);
    const back = await move('2025-12-31');
    expect([back.status, back.body.errors]).toEqual([
      422,
      { pay_date: [expect.stringContaining('must stay in 2026')] },
    ]);
    expect((await of.company.request('DELETE', `/adjustments/${moved.body.id}`)).status).toBe(204);
    expect((await move('2025-12-31')).status).toBe(200);
  }
  // Pay is of the year in which it is paid, and so is what corrects it.
  const bonus = await adjust({ correction_pay_stub_id: earlier.id });
  expect(bonus.status).toBe(201);
  expect((await of.company.request('DELETE', `/adjustments/${bonus.body.id}`)).status).toBe(204);
  expect((await of.company.request('DELETE', `/payrolls/${payroll.id}`)).status).toBe(204);
});

test('2: what one employer paid is not corrected on a pay stub of another, whose account would remit it', async () => {
  const made = async (path: string, body: object) => of.call('POST', path, body);
  const other = await made('/business_entities', {
    ...{ name: 'Quince', business_number: '123456782RP0002', in_preview: true },
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
  });
  const schedule = await made('/pay_schedules', {
    ...{ business_entity_id: other.id, title: 'Monthly', pay_frequency: 'monthly', day_1: -1 },
    ...{ anchor_pay_date: '2026-12-31', anchor_end_of_pay_period: '2026-12-31' },
  });
  const { work_assignment } = (await stubOf(0)).data;
  await of.call('PUT', `/work_assignments/${work_assignment.id}`, { pay_schedule_id: schedule.id });
  const [payroll] = (await of.call('GET', `/payrolls?pay_schedule_id=${schedule.id}`)).data;
  const there = `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${work_assignment.id}`;
  let stub: Body;
  await until(async () => {
    [stub] = (await of.call('GET', there)).data;
    return stub !== undefined;
  });
  const sent = { correction_pay_stub_id: stub.id, source_line_item_id: source.id, expected_amount: 50 };
  const { status, body } = await of.company.request('POST', '/adjustments', sent);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['correction_pay_stub_id']]);
});
