import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAMILIES, FIXED_KINDS, type FixedKind } from '../../src/calculation/model/families.ts';
import { FIXED_FAMILIES } from '../../src/pay-items/fixed-families.ts';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Every family of pay items, from its recurring item to its line on a stub and the stub's totals. */
let service: TestService;
let of: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService();
  of = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }], LAST_OF_YEAR);
});
afterAll(() => service?.close());

/** A type of a family whose items are an amount each time and nothing more. */
const typeOf = (kind: FixedKind) => ({ [`${kind}_type`]: FIXED_FAMILIES[kind].type.example });

const item = (more: Record<string, unknown>) => ({
  work_assignment_id: of.assignments[0],
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
  ...more,
});
const made = async (path: string, body: Record<string, unknown>) => {
  const { status, body: record, text } = await of.company.request('POST', path, body);
  expect([path, status, text]).toEqual([path, 201, expect.any(String)]);
  return record;
};
const refused = async (path: string, body: Record<string, unknown>, member: string, says: RegExp) => {
  const { status, body: problem } = await of.company.request('POST', path, body);
  expect([path, status, Object.keys(problem.errors ?? {})]).toEqual([path, 422, [member]]);
  expect(problem.errors[member][0]).toMatch(says);
};
const lineOf = async (kind: string, stub: string, recurrence: string) => {
  const { data } = await of.call('GET', `/${kind}_line_items?pay_stub_id=${stub}`);
  return data.find((line: { data: { recurrence: { id: string } | null } }) => line.data.recurrence?.id === recurrence);
};

describe('recurring items 1: recurring items put managed lines on the next payroll', () => {
  // 2,000.00 of salary every two weeks, in Ontario.
  test.each([
    ['earning', { earning_type: 'bonus_discretionary', amount: 250 }, 250, 'earnings'],
    ...FIXED_KINDS.map((kind) => [kind, { ...typeOf(kind), amount: 40.25 }, 40.25, FAMILIES[kind].summary] as const),
    ['deduction', { deduction_type: 'union_dues', amount: 15, amount_type: 'fixed' }, 15, 'deductions'],
    [
      'employer_benefit',
      { employer_benefit_type: 'dental', amount: 30, amount_type: 'fixed' },
      30,
      'employer_benefits',
    ],
  ] as const)('%s', async (kind, body, amount, member) => {
    const payroll = await of.next();
    const before = (await of.stubOf(payroll, 0)).data.line_item_summary[member].period;
    const { id } = await made(`/${kind}s`, item(body));
    const stub = await of.stubOf(payroll, 0);
    const line = await lineOf(kind, stub.id, id);
    expect(line.data).toMatchObject({ is_managed: true, amount, managed_amount: amount, custom_amount: null });
    expect(stub.data.line_item_summary[member].period - before).toBeCloseTo(amount, 2);

    // By hand in its place, and back; it cannot be deleted, and goes with its item.
    const changed = await of.call('PUT', `/${kind}_line_items/${line.id}`, { custom_amount: 1.5 });
    expect(changed.data).toMatchObject({ amount: 1.5, managed_amount: amount });
    expect((await of.company.request('DELETE', `/${kind}_line_items/${line.id}`)).status).toBe(400);
    await of.call('PUT', `/${kind}_line_items/${line.id}`, { custom_amount: null });
    expect((await of.company.request('DELETE', `/${kind}s/${id}`)).status).toBe(204);
    expect(await lineOf(kind, stub.id, id)).toBeUndefined();
    expect((await of.stubOf(payroll, 0)).data.line_item_summary[member].period).toBeCloseTo(before, 2);
  });

  test('a garnishment takes its percentage of the pay after withholdings and the exemption', async () => {
    const payroll = await of.next();
    const { id } = await made(
      '/deductions',
      item({
        deduction_type: 'garnishment_order',
        amount: 20,
        amount_type: 'percent',
        income_statutory_withholdings: 'all',
        income_exemption_amount: 200,
        income_exemption_percent: 50,
      }),
    );
    const stub = await of.stubOf(payroll, 0);
    const { period: withheld } = stub.data.line_item_summary.statutory_withholdings;
    const line = await lineOf('deduction', stub.id, id);
    // (2,000 − withheld − 200) × 50 % × 20 %
    expect(line.data.amount).toBeCloseTo((2_000 - withheld - 200) * 0.1, 2);
    expect(withheld).toBeGreaterThan(100);
    expect((await of.company.request('DELETE', `/deductions/${id}`)).status).toBe(204);
  });

  test('a garnishment subtracts the contributions that it lists', async () => {
    const payroll = await of.next();
    const rrsp = await made(
      '/employee_benefits',
      item({ employee_benefit_type: 'pension_rrsp', amount: 100, amount_type: 'fixed' }),
    );
    const { id } = await made(
      '/deductions',
      item({
        deduction_type: 'garnishment_order',
        amount: 10,
        amount_type: 'percent',
        income_basis: 'regular_earnings',
        income_subtractions: [{ type: 'employee_benefit', subtype: 'pension_rrsp' }],
      }),
    );
    const stub = await of.stubOf(payroll, 0);
    expect((await lineOf('deduction', stub.id, id)).data.amount).toBe(190);
    for (const path of [`/deductions/${id}`, `/employee_benefits/${rrsp.id}`])
      expect((await of.company.request('DELETE', path)).status).toBe(204);
  });

  test('employer benefits 7, 8: an employer benefit in percent stops at its yearly maximum, and costs the employee nothing', async () => {
    const payroll = await of.next();
    const { net } = (await of.stubOf(payroll, 0)).data.employee_summary;
    const { id } = await made(
      '/employer_benefits',
      item({
        employer_benefit_type: 'pension_dcpp',
        amount: 5,
        amount_type: 'percent',
        income_basis: 'regular_earnings',
        max_annual_contribution: 60,
      }),
    );
    const stub = await of.stubOf(payroll, 0);
    expect((await lineOf('employer_benefit', stub.id, id)).data.amount).toBe(60);
    expect(stub.data.employee_summary.net).toBe(net);
    expect((await of.company.request('DELETE', `/employer_benefits/${id}`)).status).toBe(204);
  });
});

describe('line items by hand', () => {
  test.each([
    ['reimbursement', { reimbursement_type: 'taxable_reimbursement' }],
    ...FIXED_KINDS.filter((kind) => kind !== 'reimbursement').map((kind) => [kind, typeOf(kind)] as const),
    ['deduction', { deduction_type: 'charitable_donation' }],
    ['employer_benefit', { employer_benefit_type: 'parking' }],
  ] as const)('%s', async (kind, body) => {
    const payroll = await of.next();
    const { id: pay_stub_id } = await of.stubOf(payroll, 0);
    const line = await made(`/${kind}_line_items`, { pay_stub_id, ...body, custom_amount: 12.34 });
    expect(line.data).toMatchObject({ is_managed: false, amount: 12.34, managed_amount: null, line_item_type: kind });
    const { line_item_summary } = (await of.stubOf(payroll, 0)).data;
    expect(line_item_summary[`${kind}s`].period).toBe(12.34);
    expect((await of.company.request('DELETE', `/${kind}_line_items/${line.id}`)).status).toBe(204);
    expect((await of.stubOf(payroll, 0)).data.line_item_summary[`${kind}s`].period).toBe(0);
  });
});

const RECURRING: [string, Record<string, unknown>][] = [
  ['earning', { earning_type: 'gratuity', amount: 10 }],
  ...FIXED_KINDS.map((kind): [string, Record<string, unknown>] => [kind, { ...typeOf(kind), amount: 10 }]),
  ['deduction', { deduction_type: 'union_dues', amount: 10, amount_type: 'fixed' }],
  ['employee_benefit', { employee_benefit_type: 'dental', amount: 10, amount_type: 'fixed' }],
  ['employer_benefit', { employer_benefit_type: 'dental', amount: 10, amount_type: 'fixed' }],
];

describe('bulk calls 1, 2, 10 to 12, 14, 15, 17, 18, async tasks 2, 5, 6: every family has the same bulk calls', () => {
  const range = { frequency: 'per_payroll', effective_from: '2026-06-01' };
  const rate = { type: 'hourly', rate: 20, expected_hours_per_week: 40, effective_from: '2026-06-01' };
  const call = async (status: number, path: string, body: unknown) => {
    const { status: got, body: answer, text } = await of.company.request('POST', path, body);
    expect([path, got, got === status ? '' : text]).toEqual([path, status, '']);
    return answer;
  };
  /** What a task has written: a name of each record, and nothing else. */
  const written = async (task: Body, object: string): Promise<string[]> => {
    let { data } = task;
    await until(async () => {
      if (data.status === 'processing') ({ data } = await of.call('GET', `/async_tasks/${task.id}`));
      return data.status !== 'processing';
    });
    expect([task.object, data.status]).toEqual(['async_task', 'completed']);
    for (const entry of data.results) expect(entry).toEqual({ id: expect.any(String), object });
    return data.results.map(({ id }: { id: string }) => id);
  };

  const managedOf = async (object: string): Promise<string[]> => {
    const { data } = await of.call('GET', `/${object}s?pay_stub_id=${(await of.stubOf(await of.next(), 0)).id}`);
    return data.filter((line: Body) => line.data.is_managed).map((line: Body) => line.id);
  };

  /** The rule of each recurring kind that says what its tasks tell, and what scope and search leave alone. */
  const RULE: Record<string, number> = { earning: 10, allowance: 6, reimbursement: 8, deduction: 10 };

  test.each([
    ...RECURRING.map(
      ([kind, own]) => [kind, RULE[kind] ?? 11, 'work_assignment', { ...range, ...own }, { title: 'Other' }] as const,
    ),
    ['pay_rate', 11, 'work_assignment', rate, { title: 'Other' }] as const,
    ...RECURRING.map(([kind, { amount, amount_type: _, ...own }]) => {
      const data = { ...own, custom_amount: amount };
      return [`${kind}_line_item`, 8, 'pay_stub', data, { title: 'Other' }] as const;
    }),
  ])(
    '%ss %i: selected by %s, tasks name what they wrote, and looking writes nothing',
    async (object, _rule, parent, data, change) => {
      const path = `/${object}s`;
      const isLine = parent === 'pay_stub';
      const selection = isLine
        ? { payroll_id: (await of.next()).id, pay_stubs: { include: 'all' } }
        : { business_entity_id: of.entity.id, work_assignments: { include: 'all' }, effective_from: '2026-06-01' };
      const { effective_from: _, ...parents } = selection as { effective_from?: string };
      const head = () => service.service.services.store.head();
      // Managed lines are found too, and not touched.
      const managed = isLine ? await managedOf(object) : [];
      const searched = async () =>
        (await call(200, `${path}/search`, selection)).data
          .map((one: Body) => one.id)
          .filter((one: string) => !managed.includes(one));

      const before = await head();
      const scope = await call(200, `${path}/bulk/create/scope`, parents);
      expect([scope.object, scope.meta.total, scope.data[0].object]).toEqual(['list', 1, parent]);
      expect(await head()).toBe(before);
      const [id] = await written(await call(202, `${path}/bulk/create`, { ...parents, data }), object);

      const made = await head();
      for (const preview of ['bulk/update/scope', 'bulk/delete/scope'])
        expect((await call(200, `${path}/${preview}`, selection)).data.map((one: Body) => one.id)).toEqual([id]);
      expect(await searched()).toEqual([id]);
      expect(await head()).toBe(made);
      expect(await written(await call(202, `${path}/bulk/update`, { ...selection, data: change }), object)).toEqual([
        id,
      ]);
      expect((await of.call('GET', `${path}/${id}`)).data).toMatchObject(change);

      const more = isLine
        ? { pay_stub_id: (await of.stubOf(await of.next(), 0)).id }
        : { work_assignment_id: of.assignments[0] };
      const both = await call(202, `${path}/batch/upsert`, [
        { id, title: 'Third' },
        { ...more, ...data },
      ]);
      const [changed, added] = await written(both, object);
      expect([changed, (await of.call('GET', `${path}/${id}`)).data.title]).toEqual([id, 'Third']);
      expect(await written(await call(202, `${path}/batch/delete`, [{ id: added }]), object)).toEqual([added]);
      // What was deleted is named by what it was.
      expect(await written(await call(202, `${path}/bulk/delete`, selection), object)).toEqual([id]);
      expect(await searched()).toEqual([]);
      expect(isLine ? await managedOf(object) : []).toEqual(managed);
    },
  );
});

describe.each([
  ['statutory_withholding', '1 to 5, 8'],
  ['employer_statutory_withholding', '1 to 6'],
])('statutory line items: %s', (kind, rules) => {
  test(`${rules}: are made by the calculation, labelled in both languages, can be overridden and reset, and cannot be deleted`, async () => {
    const stub = await of.stubOf(await of.next(), 0);
    const path = `/${kind}_line_items`;
    const list = async (language: string): Promise<Body[]> =>
      (await of.company.request('GET', `${path}?pay_stub_id=${stub.id}`, undefined, { 'Accept-Language': language }))
        .body.data;
    const lines = await list('en');
    const ei = lines.find(({ data }) => data[`${kind}_type`].id === 'ei');
    expect(ei.data).toMatchObject({
      is_system: true,
      is_managed: true,
      custom_amount: null,
      amount: ei.data.managed_amount,
      line_item_type: kind,
    });
    expect(ei.data.amount).toBeGreaterThan(30);
    expect([ei.data.title_translations, ei.data.title_translated]).toEqual([{ en: 'EI', fr: 'AE' }, 'EI']);
    expect((await list('fr')).find(({ id }) => id === ei.id).data.title_translated).toBe('AE');
    for (const { data } of lines)
      for (const member of ['external_ref', 'recurrence', 'remittance_account_id'])
        expect(data).not.toHaveProperty(member);

    const over = await of.call('PUT', `${path}/${ei.id}`, { custom_amount: 12.34 });
    expect(over.data).toMatchObject({ amount: 12.34, managed_amount: ei.data.managed_amount });
    const back = await of.call('PUT', `${path}/${ei.id}`, { custom_amount: null });
    expect(back.data.amount).toBe(ei.data.managed_amount);
    expect((await of.company.request('DELETE', `${path}/${ei.id}`)).status).toBe(400);
    expect((await list('en')).map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
  });
});

describe('invalid items are refused, and the error names the member', () => {
  test('earnings 7, 8, earning types 7: a salary is a pay rate, and accrued vacation pay is corrected by line items', async () => {
    for (const earning_type of ['salary', 'vacation_accrual_adjustment', 'nothing'])
      await refused('/earnings', item({ earning_type, amount: 1 }), 'earning_type', /must be one of/);
    await refused('/earnings', item({ earning_type: 'gratuity', amount: 10_000 }), 'amount', /at most 9999/);
  });

  test('deductions 6: the amounts of a deduction must fit its kind', async () => {
    const dues = (more: Record<string, unknown>) => item({ deduction_type: 'union_dues', ...more });
    await refused('/deductions', dues({ amount: 101, amount_type: 'percent' }), 'amount', /at most 100/);
    await refused('/deductions', dues({ amount: '1.005', amount_type: 'fixed' }), 'amount', /2 decimal places/);
    await refused('/deductions', dues({ amount: 1 }), 'amount_type', /required/);
    for (const amount_type of ['percent', 'fixed_per_hour'])
      await refused(
        '/deductions',
        dues({ amount: 1, amount_type, frequency: 'per_month' }),
        'frequency',
        /per_payroll/,
      );
    await refused(
      '/deductions',
      dues({ amount: 1, amount_type: 'percent', income_subtractions: [{ type: 'earning' }] }),
      'income_subtractions.0.type',
      /must be one of/,
    );
    await refused(
      '/deductions',
      dues({ amount: 1, amount_type: 'percent', income_subtractions: [{ type: 'deduction', subtype: 'dental' }] }),
      'income_subtractions.0.subtype',
      /a value of \/deduction_types/,
    );
  });

  test('recurring items 5: a type is required', async () => {
    await refused('/reimbursements', item({ amount: 1 }), 'reimbursement_type', /required/);
    await refused('/employer_benefits', item({ amount: 1, amount_type: 'fixed' }), 'employer_benefit_type', /required/);
  });
});
