import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimal, sum } from '../../src/values/money.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Line items through HTTP: on their stubs, in bulk over the stubs of a payroll, and in batches. */
let service: TestService;
let employer: Employer;
let payroll: Awaited<ReturnType<Employer['payrolls']>>[number];
let stubs: string[];

beforeAll(async () => {
  service = await startTestService();
  employer = await makeEmployer(service, 3);
  payroll = (await employer.payrolls())[0]!;
  stubs = await Promise.all(employer.assignments.map((id) => employer.stubOf(payroll.id, id)));
});
afterAll(() => service?.close());

const SYNC = { Prefer: 'deprecate_sync_bulk=false' };
const NO_CHANGE = { is_managed: true, amount: 60, custom_amount: null, managed_amount: 60 };

const phoneFor = (work_assignment_id: string, more = {}) => ({
  work_assignment_id,
  allowance_type: 'cell_phone_allowance',
  amount: 60,
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
  title: 'Phone',
  ...more,
});

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
const linesOf = async (stub: string, kind = 'allowance'): Promise<any[]> =>
  (await employer.must(200, 'GET', `/${kind}_line_items?pay_stub_id=${stub}&per_page=100`)).data;

/** The stub's totals are the sums of its lines, whatever was done to them. */
const expectWhole = async (stub: string) => {
  const { data } = await employer.must(200, 'GET', `/pay_stubs/${stub}`);
  for (const [kind, member] of [
    ['earning', 'earnings'],
    ['allowance', 'allowances'],
    ['employee_benefit', 'employee_benefits'],
  ] as const) {
    const total = sum((await linesOf(stub, kind)).map((line) => line.data.amount));
    expect([member, data.line_item_summary[member].period]).toEqual([member, total.toNumber()]);
  }
};

describe('a managed line', () => {
  test('is created, changed and deleted with its recurring item, only on the next payroll', async () => {
    const [assignment] = employer.assignments as [string];
    const item = await employer.must(201, 'POST', '/allowances', phoneFor(assignment));
    const [line] = await linesOf(stubs[0]!);
    expect(line.id).toMatch(/^alwli_/);
    expect(line.data).toMatchObject({ ...NO_CHANGE, title: 'Phone', recurrence: { id: item.id, object: 'allowance' } });
    await expectWhole(stubs[0]!);
    const later = await employer.stubOf((await employer.payrolls())[1]!.id, assignment);
    expect(await linesOf(later)).toEqual([]);

    await employer.must(200, 'PUT', `/allowances/${item.id}`, { amount: 80, title: 'Mobile' });
    const [changed] = await linesOf(stubs[0]!);
    expect([changed.id, changed.data.amount, changed.data.title]).toEqual([line.id, 80, 'Mobile']);
    await expectWhole(stubs[0]!);
    await employer.must(204, 'DELETE', `/allowances/${item.id}`);
    expect(await linesOf(stubs[0]!)).toEqual([]);
    await employer.must(404, 'GET', `/allowance_line_items/${line.id}`);
    await expectWhole(stubs[0]!);
  });

  test('1, 2, 11: can have a custom amount, which can be reset; nothing else can be changed, and it cannot be deleted', async () => {
    const item = await employer.must(201, 'POST', '/allowances', phoneFor(employer.assignments[0]!));
    const [line] = await linesOf(stubs[0]!);
    const path = `/allowance_line_items/${line.id}`;
    const over = await employer.must(200, 'PUT', path, { custom_amount: 45.5 });
    expect(over.data).toMatchObject({ amount: 45.5, custom_amount: 45.5, managed_amount: 60, is_managed: true });
    await expectWhole(stubs[0]!);
    // The figure below it may change meanwhile; the custom one holds.
    await employer.must(200, 'PUT', `/allowances/${item.id}`, { amount: 70 });
    expect((await employer.must(200, 'GET', path)).data).toMatchObject({ amount: 45.5, managed_amount: 70 });
    const back = await employer.must(200, 'PUT', path, { custom_amount: null });
    expect(back.data).toMatchObject({ amount: 70, custom_amount: null });
    const refused = await employer.must(400, 'PUT', path, { title: 'Mine', custom_amount: 1 });
    expect(refused.message).toMatch(/^title cannot change/);
    const french = await employer.must(400, 'DELETE', path, undefined, { 'Accept-Language': 'fr' });
    expect(french.message).toMatch(/ne peut être supprimée/);
    expect((await employer.must(200, 'GET', path)).data).toMatchObject({ amount: 70 });
    await employer.must(204, 'DELETE', `/allowances/${item.id}`);
  });
});

describe('a line of the caller', () => {
  test('is created, changed and deleted, and its stub is recalculated at once', async () => {
    const [stub] = stubs as [string];
    const bare = await employer.must(201, 'POST', '/employee_benefit_line_items', {
      pay_stub_id: stub,
      employee_benefit_type: 'dental',
    });
    expect(bare.data).toMatchObject({ amount: 0, custom_amount: null, managed_amount: null, is_managed: false });
    const bonus = await employer.must(201, 'POST', '/earning_line_items', {
      pay_stub_id: stub,
      earning_type: 'bonus_discretionary',
      custom_amount: '1000.00',
      custom_earned_on: payroll.data.period_end,
    });
    await expectWhole(stub);
    await employer.must(200, 'PUT', `/employee_benefit_line_items/${bare.id}`, {
      custom_amount: 42.5,
      title: 'Dental',
    });
    await expectWhole(stub);
    const { data } = await employer.must(200, 'GET', `/pay_stubs/${stub}`);
    expect(data.employee_summary.gross).toBe(1000);
    expect(decimal(data.employee_summary.net).lt(data.employee_summary.gross)).toBe(true);
    await employer.must(204, 'DELETE', `/employee_benefit_line_items/${bare.id}`);
    await employer.must(204, 'DELETE', `/earning_line_items/${bonus.id}`);
    await expectWhole(stub);
  });

  test('has its own version: a change of another line keeps it, and a change of the line raises it', async () => {
    const [stub] = stubs as [string];
    const add = () =>
      employer.call('POST', '/allowance_line_items', {
        pay_stub_id: stub,
        allowance_type: 'parking_allowance',
        custom_amount: 10,
      });
    const [one, two] = [await add(), await add()];
    const etag = { 'If-Match': one.headers.get('ETag')! };
    await employer.must(200, 'PUT', `/allowance_line_items/${two.body.id}`, { custom_amount: 11 });
    await employer.must(200, 'PUT', `/allowance_line_items/${one.body.id}`, { custom_amount: 12 }, etag);
    await employer.must(409, 'PUT', `/allowance_line_items/${one.body.id}`, { custom_amount: 13 }, etag);
    for (const { body } of [one, two]) await employer.must(204, 'DELETE', `/allowance_line_items/${body.id}`);
  });

  test('10: with hours and a pay rate gets a computed amount', async () => {
    const [assignment, other] = employer.assignments as [string, string];
    const hourly = {
      type: 'hourly',
      rate: 20,
      expected_hours_per_week: 0,
      effective_from: '2020-01-01',
      effective_to: '2020-12-31',
    };
    const rate = await employer.must(201, 'POST', '/pay_rates', { ...hourly, work_assignment_id: assignment });
    const theirs = await employer.must(201, 'POST', '/pay_rates', { ...hourly, work_assignment_id: other });
    const wage = { pay_stub_id: stubs[0], earning_type: 'wage', custom_hours: 7.5 };
    const line = await employer.must(201, 'POST', '/earning_line_items', { ...wage, pay_rate_id: rate.id });
    expect(line.data).toMatchObject({ amount: 150, managed_amount: 150, hours: 7.5, is_managed: false });
    await expectWhole(stubs[0]!);
    const wrong = await employer.must(422, 'POST', '/earning_line_items', { ...wage, pay_rate_id: theirs.id });
    expect(Object.keys(wrong.errors)).toEqual(['pay_rate_id']);
    const early = await employer.must(422, 'POST', '/earning_line_items', { ...wage, custom_earned_on: '2020-01-01' });
    expect(Object.keys(early.errors)).toEqual(['custom_earned_on']);
    await employer.must(204, 'DELETE', `/earning_line_items/${line.id}`);
  });
});

describe('bulk over the stubs of a payroll', () => {
  const select = (include: unknown, more: object = {}) => ({ payroll_id: payroll.id, pay_stubs: { include, ...more } });
  const data = { allowance_type: 'parking_allowance', custom_amount: 15, title: 'Parking' };

  test('7, bulk calls 8, 13: create lines on selected stubs, change and delete lines that are not managed, and find all lines', async () => {
    const item = await employer.must(201, 'POST', '/allowances', phoneFor(employer.assignments[0]!));
    const scope = await employer.must(
      200,
      'POST',
      '/allowance_line_items/bulk/create/scope',
      select('all', { exclude: { ids: [stubs[2]] } }),
    );
    expect(scope.data.map(({ id }: { id: string }) => id).sort()).toEqual(stubs.slice(0, 2).sort());
    expect(scope.data[0].object).toBe('pay_stub');

    const task = await employer.must(202, 'POST', '/allowance_line_items/bulk/create', {
      ...select('all', { exclude: { ids: [stubs[2]] } }),
      data,
    });
    expect((await employer.ended(task)).results).toHaveLength(2);
    for (const stub of stubs) await expectWhole(stub);

    const preview = await employer.must(200, 'POST', '/allowance_line_items/bulk/update/scope', select('all'));
    expect(preview.meta.total).toBe(2);
    const all = await employer.must(200, 'POST', '/allowance_line_items/search', select('all'));
    expect(all.meta.total).toBe(3);
    const changed = await employer.must(
      200,
      'POST',
      '/allowance_line_items/bulk/update',
      { ...select({ work_assignment_ids: employer.assignments }), data: { custom_amount: 16 } },
      SYNC,
    );
    expect(changed.data.map((line: { data: { amount: number } }) => line.data.amount)).toEqual([16, 16]);
    const [managed] = (await linesOf(stubs[0]!)).filter((line) => line.data.is_managed);
    expect(managed.data).toMatchObject(NO_CHANGE);

    await employer.must(
      204,
      'POST',
      '/allowance_line_items/bulk/delete',
      { ...select('all'), subtypes: { include: ['parking_allowance'] } },
      SYNC,
    );
    for (const stub of stubs) await expectWhole(stub);
    expect(await linesOf(stubs[0]!)).toHaveLength(1);
    const listed = await employer.must(
      200,
      'GET',
      `/allowance_line_items?payroll_id=${payroll.id}&work_assignment_id=${employer.assignments[0]}`,
    );
    expect(listed.meta.total).toBe(1);
    await employer.must(204, 'DELETE', `/allowances/${item.id}`);
  });

  test('with wrong payrolls, stubs or data is refused, and the error names the member', async () => {
    const post = async (body: object) => {
      const answer = await employer.must(422, 'POST', '/allowance_line_items/bulk/create', body);
      return Object.keys(answer.errors);
    };
    expect(await post({ ...select('all'), payroll_id: 'payrl_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', data })).toEqual([
      'payroll_id',
    ]);
    expect(await post({ ...select({ ids: [stubs[0], 'payst_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] }), data })).toEqual([
      'pay_stubs.include.ids.1',
    ]);
    expect(await post({ ...select('all'), data: { ...data, custom_amount: -1 } })).toEqual(['data.custom_amount']);
    expect(await post({ ...select('all'), ...data, data })).toEqual(Object.keys(data));
  });

  test('8: a batch writes its good elements and names each bad one', async () => {
    const [stub] = stubs as [string];
    const line = await employer.must(201, 'POST', '/allowance_line_items', { pay_stub_id: stub, ...data });
    const task = await employer.must(202, 'POST', '/allowance_line_items/batch/upsert', [
      { id: line.id, custom_amount: 20 },
      { pay_stub_id: stub, allowance_type: 'tools_allowance', custom_amount: 5 },
      { pay_stub_id: stub, custom_amount: 5 },
      { id: line.id, custom_amount: 21 },
      { pay_stub_id: 'payst_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', allowance_type: 'tools_allowance' },
    ]);
    const { status, results } = await employer.ended(task);
    expect(status).toBe('error');
    const wrong = results.filter((entry: { status?: string }) => entry.status === 'error');
    expect(wrong.map(({ index, errors }: { index: number; errors: object }) => [index, Object.keys(errors)])).toEqual([
      [2, ['allowance_type']],
      [3, ['id']],
      [4, ['pay_stub_id']],
    ]);
    await expectWhole(stub);
    const made = await linesOf(stub);
    expect(made.map(({ data }) => data.amount).sort((a, b) => b - a)).toEqual([20, 5]);
    const gone = await employer.must(
      202,
      'POST',
      '/allowance_line_items/batch/delete',
      made.map(({ id }) => ({ id })),
    );
    expect((await employer.ended(gone)).status).toBe('completed');
    expect(await linesOf(stub)).toEqual([]);
  });
});

test('line items 3, 7, bulk calls 13: the lines of a payroll that is no longer a draft cannot be changed, but read and searched', async () => {
  const [stub] = stubs as [string];
  const bonus = { pay_stub_id: stub, earning_type: 'bonus_discretionary', custom_amount: 100 };
  const line = await employer.must(201, 'POST', '/earning_line_items', bonus);
  await employer.must(200, 'POST', `/payrolls/${payroll.id}/approve`);
  for (const [method, path, json] of [
    ['POST', '/earning_line_items', bonus],
    ['PUT', `/earning_line_items/${line.id}`, { custom_amount: 1 }],
    ['DELETE', `/earning_line_items/${line.id}`, undefined],
  ] as const) {
    const refused = await employer.must(400, method, path, json);
    expect(refused.message).toMatch(/no longer a draft/);
  }
  const selection = { payroll_id: payroll.id, pay_stubs: { include: 'all' } };
  for (const [verb, more] of [
    ['create', { data: { earning_type: 'gratuity', custom_amount: 1 } }],
    ['update', { data: { custom_amount: 1 } }],
    ['delete', {}],
  ] as const) {
    const refused = await employer.must(400, 'POST', `/earning_line_items/bulk/${verb}`, { ...selection, ...more });
    expect(refused.message).toMatch(/only while it is a draft/);
  }
  const batch = await employer.must(202, 'POST', '/earning_line_items/batch/upsert', [bonus]);
  expect((await employer.ended(batch)).results[0]).toMatchObject({ index: 0, status: 'error' });
  const found = await employer.must(200, 'POST', '/earning_line_items/search', selection);
  expect(found.data.map(({ id }: { id: string }) => id)).toEqual([line.id]);
  await expectWhole(stub);
});
