import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf, monthlyEmployer } from '../support/calls.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Accounts to which is remitted, and who is enrolled in which of them when. */
let service: TestService;
let company: TestCompany;
let entity: string;
let assignment: string;
let schedule: string;

const { made, data, refused, told } = callsOf(() => ({ service, company }));
const hire = async (last_name: string) =>
  made('/work_assignments', {
    employee_id: await made('/employees', { first_name: 'Ada', last_name }),
    pay_schedule_id: schedule,
  });
const account = (body: object) =>
  made('/remittance_accounts', { business_entity_id: entity, account_provider: 'ca_cra', ...body });

beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
  ({ entity, schedule } = await monthlyEmployer(made));
  assignment = await hire('Roy');
});
afterAll(() => service.close());

test('remittance account 2, 3, 5, 6: an identifier has the form of its provider, and only one account of an employer with the provider can have it', async () => {
  const body = { business_entity_id: entity, account_provider: 'ca_cra' };
  const wrong = (change: object) => refused('POST', '/remittance_accounts', { ...body, ...change });
  expect(await wrong({ account_identifier: '123456782RT0001' })).toEqual([422, ['account_identifier']]);
  expect(await wrong({ account_provider: 'ca_rq', account_identifier: '123456782RP0001' })).toEqual([
    422,
    ['account_identifier'],
  ]);
  expect(await wrong({ account_provider: 'ca_on_workers_compensation', remitter_type: 'regular' })).toEqual([
    422,
    ['remitter_type'],
  ]);
  expect(await wrong({ metadata: { last_payment_amount: '12.50' } })).toEqual([422, ['metadata']]);
  expect(await wrong({ account_provider: 'ca_nowhere' })).toEqual([422, ['account_provider']]);
  const first = await account({ account_identifier: '123456782RP0001' });
  expect(await wrong({ account_identifier: '123456782RP0001' })).toEqual([422, ['account_identifier']]);
  service.clock.advance(1);
  const four = await Promise.all(
    Array.from({ length: 4 }, () =>
      company.request('POST', '/remittance_accounts', { ...body, account_identifier: '123456782RP0003' }),
    ),
  );
  expect(four.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  expect(await data(`/remittance_accounts/${first}`)).toMatchObject({
    category: 'ca_tax_agency',
    label: 'Canada Revenue Agency',
    remitter_type: 'regular',
    is_default: true,
    is_editable: true,
    is_deletable: true,
  });
  expect(await refused('PUT', `/remittance_accounts/${first}`, { account_provider: 'ca_rq' })).toEqual([
    422,
    ['account_provider'],
  ]);
  expect(await refused('PUT', `/remittance_accounts/${first}`, { is_default: false })).toEqual([422, ['is_default']]);
  const reduction = {
    type: 'ca::ei_premium_reduction',
    value: { employer_multiplier: 1.2 },
    effective_from: '2026-01-01',
  };
  const property = await made('/tax_properties', { owner_id: first, ...reduction });
  expect((await data(`/tax_properties/${property}`)).owner.id).toBe(first);
  expect((await data(`/remittance_accounts/${first}`)).available_tax_properties).toEqual(['ca::ei_premium_reduction']);
  expect(await wrong({ account_provider: 'ca_rq', tax_properties: [reduction] })).toEqual([
    422,
    ['tax_properties.0.type'],
  ]);
  expect(await wrong({ remitter_type: 'annual' })).toEqual([422, ['remitter_type']]);
  expect(
    await refused('POST', '/tax_properties', { ...reduction, type: 'ca::cpp_exempt', value: true, owner_id: first }),
  ).toEqual([422, ['type']]);
});

test("remittance account 5, 7: a board's account keeps what was paid last, and its category follows from its provider", async () => {
  const of = { account_provider: 'ca_on_workers_compensation', label: 'WSIB of the year' };
  const id = await account({ ...of, metadata: { last_payment_amount: '12.25' } });
  expect(await data(`/remittance_accounts/${id}`)).toMatchObject({
    category: 'ca_workers_compensation',
    source_tax_property: null,
    metadata: { last_payment_amount: '12.25' },
  });
});

test('the main account with a provider is the one last made so, also where the clock was set back since another one was', async () => {
  const other = await monthlyEmployer(made, { business_number: '123456782RP0008' });
  const of = { business_entity_id: other.entity, account_provider: 'ca_cra' };
  const [first, second] = [await made('/remittance_accounts', of), await made('/remittance_accounts', of)];
  const isMain = async () => [
    (await data(`/remittance_accounts/${first}`)).is_default,
    (await data(`/remittance_accounts/${second}`)).is_default,
  ];
  expect(await isMain()).toEqual([true, false]);
  for (const [id, main] of [
    [second, [false, true]],
    [first, [true, false]],
  ] as const) {
    const { status } = await company.request('PUT', `/remittance_accounts/${id}`, { is_default: true });
    expect([status, await isMain()]).toEqual([200, main]);
    // Who sends the mark each time changes nothing by it.
    const before = await data(`/remittance_accounts/${id}`);
    service.clock.advance(1);
    await company.request('PUT', `/remittance_accounts/${id}`, { is_default: true });
    expect(await data(`/remittance_accounts/${id}`)).toEqual(before);
    service.clock.advance(-60_000);
  }
  service.clock.advance(120_000);
});

test("a new account with the CRA starts with the employer's remitter type, and others do not", async () => {
  const remitter_type = 'accelerated_threshold_1';
  const other = await monthlyEmployer(made, { business_number: '123456782RP0007', remitter_type });
  const typeOf = async (body: object) => {
    const id = await made('/remittance_accounts', { business_entity_id: other.entity, ...body });
    return (await data(`/remittance_accounts/${id}`)).remitter_type;
  };
  expect([
    await typeOf({ account_provider: 'ca_cra' }),
    await typeOf({ account_provider: 'ca_cra', remitter_type: 'quarterly' }),
    await typeOf({ account_provider: 'ca_rq' }),
    await typeOf({ account_provider: 'other' }),
  ]).toEqual([remitter_type, 'quarterly', 'regular', null]);
});

test('an account that an item or a preset refers to can be deleted only when they refer to another one', async () => {
  const union = await made('/remittance_accounts', {
    business_entity_id: entity,
    account_provider: 'other',
    label: 'Union',
  });
  const deduction = await made('/deductions', {
    work_assignment_id: assignment,
    deduction_type: 'union_dues',
    title: 'Dues',
    amount: 10,
    amount_type: 'fixed',
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
    remittance_account_id: union,
  });
  expect(await data(`/remittance_accounts/${union}`)).toMatchObject({ is_deletable: false });
  expect((await company.request('DELETE', `/remittance_accounts/${union}`)).status).toBe(400);
  expect((await company.request('PUT', `/deductions/${deduction}`, { remittance_account_id: null })).status).toBe(200);
  expect(await data(`/remittance_accounts/${union}`)).toMatchObject({ is_deletable: true });
  expect((await company.request('DELETE', `/remittance_accounts/${union}`)).status).toBe(204);
});

test('what is remitted for an employer goes to accounts of its own: items, lines and presets name no other', async () => {
  const other = await monthlyEmployer(made, { business_number: '123456782RP0002' });
  const strange = await made('/remittance_accounts', { business_entity_id: other.entity, account_provider: 'other' });
  const named_elsewhere = { business_entity_id: other.entity, type: 'expense', title: 'Dues' };
  const code = await made('/accounting_codes', named_elsewhere);
  const member = await hire('Moving');
  const union = await made('/remittance_accounts', { business_entity_id: entity, account_provider: 'other' });
  const item = {
    ...{ work_assignment_id: member, title: 'Dues', amount: 10, amount_type: 'fixed', frequency: 'per_payroll' },
    ...{ effective_from: '2026-01-01', remittance_account_id: strange },
  };
  const named = [422, ['remittance_account_id']];
  expect(await refused('POST', '/deductions', { ...item, deduction_type: 'union_dues' })).toEqual(named);
  expect(await refused('POST', '/employee_benefits', { ...item, employee_benefit_type: 'dental' })).toEqual(named);
  const preset = { business_entity_id: entity, type: 'deduction', name: 'Dues' };
  expect(await refused('POST', '/business_presets', { ...preset, remittance_account_id: strange })).toEqual(named);
  expect(await refused('POST', '/business_presets', { ...preset, expense_accounting_code_id: code })).toEqual([
    422,
    ['expense_accounting_code_id'],
  ]);
  await made('/deductions', { ...item, deduction_type: 'union_dues', remittance_account_id: union });
  const linesOn = async (pay_schedule_id: string) => {
    const [payroll] = await data(`/payrolls?pay_schedule_id=${pay_schedule_id}`);
    const [stub] = await data(`/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${member}`);
    const lines = await data(`/deduction_line_items?pay_stub_id=${stub.id}`);
    const accountIn = ({ data: of }: { data: { remittance_account: { id: string } | null } }) =>
      of.remittance_account?.id ?? null;
    return { stub: stub.id, accounts: lines.map(accountIn) };
  };
  const { stub, accounts } = await linesOn(schedule);
  expect(accounts).toEqual([union]);
  const line = { pay_stub_id: stub, deduction_type: 'union_dues', custom_amount: 5, remittance_account_id: strange };
  expect(await refused('POST', '/deduction_line_items', line)).toEqual(named);
  const enrollment = { work_assignment_id: member, remittance_account_id: strange, effective_from: '2026-01-01' };
  expect(await told('POST', '/remittance_account_enrollments', enrollment)).toEqual([
    422,
    { remittance_account_id: ["must be an account of the work assignment's employer"] },
    { remittance_account_id: ["doit être un compte de l'employeur de l'affectation"] },
  ]);
  // With another employer, nothing goes to the account of the one before.
  const moved = await company.request('PUT', `/work_assignments/${member}`, { pay_schedule_id: other.schedule });
  expect(moved.status).toBe(200);
  // The stub there is made and calculated behind an answer that waited long enough.
  const accountsThere = () =>
    linesOn(other.schedule).then(
      (found) => found.accounts,
      () => [],
    );
  await until(async () => (await accountsThere()).length > 0);
  expect(await accountsThere()).toEqual([null]);
});

test('of a concurrent enrollment and deletion of its account only one takes effect', async () => {
  const member = await hire('Singh');
  for (let round = 0; round < 12; round++) {
    const label = `Union ${round}`;
    const union = await made('/remittance_accounts', { business_entity_id: entity, account_provider: 'other', label });
    const enrollment = {
      remittance_account_id: union,
      work_assignment_id: member,
      effective_from: '2026-01-01',
    };
    const [enrolled, deleted] = await Promise.all([
      company.request('POST', '/remittance_account_enrollments', enrollment),
      company.request('DELETE', `/remittance_accounts/${union}`),
    ]);
    expect([204, 400]).toContain(deleted.status);
    expect([201, 422]).toContain(enrolled.status);
    const isThere = async () => (await company.request('GET', `/remittance_accounts/${union}`)).status === 200;
    // A deletion that nobody saw coming is taken back behind its answer.
    await until(async () => (await isThere()) === (enrolled.status === 201));
    if (enrolled.status !== 201) expect(deleted.status).toBe(204);
    const { id } = enrolled.body.data ?? {};
    if (id) expect((await company.request('DELETE', `/remittance_account_enrollments/${id}`)).status).toBe(204);
  }
});

test('enrollment 1, 2: a work assignment has one enrollment with a provider at a time; a replaced enrollment is ended or deleted', async () => {
  const [main, bakery] = [await account({ label: 'Main' }), await account({ label: 'Bakery' })];
  const board = await account({ account_provider: 'ca_on_workers_compensation', label: 'WSIB' });
  const enroll = (remittance_account_id: string, effective_from: string, more: object = {}) => ({
    remittance_account_id,
    work_assignment_id: assignment,
    effective_from,
    ...more,
  });
  const path = '/remittance_account_enrollments';
  const first = await made(path, enroll(main, '2026-01-01', { effective_to: '2026-03-31' }));
  const second = await made(path, enroll(main, '2026-04-01'));
  expect(await refused('POST', path, enroll(bakery, '2026-03-31'))).toEqual([422, ['effective_from']]);
  // With another provider it is enrolled beside that.
  await made(path, enroll(board, '2026-01-01'));
  const winner = await made(path, enroll(bakery, '2026-02-01', { overlap_strategy: 'replace_existing' }));
  expect((await data(`${path}/${first}`)).effective_to).toBe('2026-01-31');
  expect((await company.request('GET', `${path}/${second}`)).status).toBe(404);
  expect((await data(`${path}/${winner}`)).effective_to).toBe(null);
  const listed = async (query: string) => (await data(`${path}?work_assignment_id=${assignment}&${query}`)).length;
  expect([await listed('effective_on=2026-02-01'), await listed('effective_on=2025-12-31')]).toEqual([2, 0]);
  const clashing = await company.request('PUT', `${path}/${first}`, { effective_to: '2026-02-01' });
  // A change takes no strategy, so none is advised.
  expect([clashing.status, clashing.body.errors.effective_from]).toEqual([
    422,
    [`overlaps ${winner}, with the same provider from 2026-02-01 on; end that one first, or delete it`],
  ]);
  expect(await data(`/remittance_accounts/${main}`)).toMatchObject({
    current_enrollments_count: 1,
    is_deletable: false,
  });
  expect(await data(`/remittance_accounts/${bakery}`)).toMatchObject({
    current_enrollments_count: 0,
    pending_enrollments_count: 1,
  });
  expect(await refused('DELETE', `/remittance_accounts/${bakery}`)).toEqual([400, []]);
});

test('payroll 10, 11, 18, remittance account 8: a live payroll and the end of preview require the accounts of the agencies, each with its identifier', async () => {
  const inQuebec = {
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_qc', effective_from: '2025-01-01' }],
  };
  const { entity: live, schedule: pay_schedule_id } = await monthlyEmployer(made, {
    name: 'Live',
    business_number: '123456782RP0009',
    in_preview: false,
    ...inQuebec,
  });
  const { entity: preview, schedule: ofPreview } = await monthlyEmployer(made, {
    name: 'Preview',
    business_number: '123456782RP0008',
    ...inQuebec,
  });
  const rate = { type: 'salary', rate: 60_000, expected_hours_per_week: 40, effective_from: '2025-01-01' };
  await made('/pay_rates', {
    work_assignment_id: await made('/work_assignments', {
      employee_id: await made('/employees', { first_name: 'Ada', last_name: 'Preview' }),
      pay_schedule_id: ofPreview,
    }),
    ...rate,
  });
  const warningsOf = (payroll: { warnings: { data: { data: { type: string } }[] } }): string[] =>
    payroll.warnings.data.map((one) => one.data.type);
  const types = async () => {
    const [payroll] = await data(`/payrolls?pay_schedule_id=${pay_schedule_id}`);
    return warningsOf(payroll.data).filter((type) => /remittance|payments/.test(type));
  };
  const approval = async (id: string) => {
    const french = { 'Accept-Language': 'fr' };
    const { status, body } = await company.request('POST', `/payrolls/${id}/approve`, {}, french);
    return [status, body.message];
  };
  const [cra, quebec] = ['remittance_account_missing', 'quebec_remittance_account_missing'];
  expect(await types()).toEqual([cra, quebec]);
  // Payroll 10: those that move no money are warned and blocked alike.
  for (const type of ['historical', 'correction']) {
    const id = await made('/payrolls', { pay_schedule_id, type, pay_date: '2026-01-30' });
    expect(warningsOf(await data(`/payrolls/${id}`))).toEqual([cra, quebec]);
    const [status, message] = await approval(id);
    expect([status, message]).toEqual([400, expect.stringMatching(/compte de versement de l'ARC.*Revenu Québec/)]);
    expect((await company.request('DELETE', `/payrolls/${id}`)).status).toBe(204);
  }
  const end = async () => (await company.request('POST', `/business_entities/${preview}/end_preview`)).body;
  expect((await end()).message).toMatch(/a CRA remittance account.*a Revenu Québec remittance account/);
  const ids: string[] = [];
  for (const [business_entity_id, digit] of [
    [live, '1'],
    [preview, '2'],
  ])
    for (const [account_provider, form] of [
      ['ca_cra', '12345678#RP0001'],
      ['ca_rq', '123456789#RS0001'],
    ])
      ids.push(
        await made('/remittance_accounts', {
          business_entity_id,
          account_provider,
          ...(business_entity_id === live ? { account_identifier: form!.replace('#', digit!) } : {}),
        }),
      );
  expect(await types()).toEqual([]);
  // What payrolls of preview used gets its first identifier, and no other one.
  const [tried] = await data(`/payrolls?pay_schedule_id=${ofPreview}`);
  expect((await approval(tried.id))[0]).toBe(200);
  expect((await end()).message).toMatch(/identifier/);
  for (const [id, account_identifier] of [
    [ids[2], '123456782RP0001'],
    [ids[3], '1234567892RS0001'],
  ])
    expect((await company.request('PUT', `/remittance_accounts/${id}`, { account_identifier })).status).toBe(200);
  expect(await refused('PUT', `/remittance_accounts/${ids[2]}`, { account_identifier: '123456782RP0002' })).toEqual([
    422,
    ['account_identifier'],
  ]);
  expect((await end()).data.in_preview).toBe(false);
  await company.request('PUT', `/remittance_accounts/${ids[1]}`, { account_identifier: null });
  expect(await types()).toEqual([quebec]);
  // One account of the agency is not enough for who is paid into another that has no identifier.
  const paid = await made('/work_assignments', {
    employee_id: await made('/employees', { first_name: 'Ada', last_name: 'Live' }),
    pay_schedule_id,
  });
  await made('/pay_rates', { work_assignment_id: paid, ...rate });
  const unnamed = await made('/remittance_accounts', { business_entity_id: live, account_provider: 'ca_cra' });
  expect(await types()).toEqual([quebec]);
  // Nor for what is deducted for the agency, such as arrears.
  const arrears = await made('/deductions', {
    ...{ work_assignment_id: paid, deduction_type: 'garnishment_order', amount: 50, amount_type: 'fixed' },
    ...{ frequency: 'per_payroll', effective_from: '2025-01-01', remittance_account_id: unnamed },
  });
  expect(await types()).toEqual([cra, quebec]);
  expect((await company.request('DELETE', `/deductions/${arrears}`)).status).toBe(204);
  expect(await types()).toEqual([quebec]);
  await made('/remittance_account_enrollments', {
    remittance_account_id: unnamed,
    work_assignment_id: paid,
    effective_from: '2025-01-01',
  });
  expect(await types()).toEqual([cra, quebec]);
});

test('enrollment 3: many work assignments can be enrolled by one call, and removed by one call', async () => {
  const wsib = await account({ account_provider: 'ca_bc_workers_compensation' });
  const people = [await hire('One'), await hire('Two')];
  const selection = { business_entity_id: entity, work_assignments: { include: { ids: people } } };
  const bulk = async (operation: string, body: object) => {
    const task = await company.request('POST', `/remittance_account_enrollments/bulk/${operation}`, body);
    expect(task.status).toBe(202);
    await until(async () => (await data(`/async_tasks/${task.body.id}`)).status === 'completed');
  };
  await bulk('create', { ...selection, data: { remittance_account_id: wsib, effective_from: '2026-01-01' } });
  expect((await data(`/remittance_accounts/${wsib}`)).current_enrollments_count).toBe(2);
  await bulk('delete', selection);
  expect((await data(`/remittance_accounts/${wsib}`)).current_enrollments_count).toBe(0);
});
