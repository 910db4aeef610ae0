import { RECURRENCES, RECURRING_KINDS } from '../../src/calculation/index.ts';
import { FIXED_KINDS } from '../../src/calculation/model/families.ts';
import { FIXED_FAMILIES } from '../../src/pay-items/fixed-families.ts';
import { registry } from '../../src/registry.ts';
import { type CallService, livePayroll } from './live-payroll.ts';
import type { TestAnswer, TestCompany, TestService } from './service.ts';
import { until } from './until.ts';

/** A company with one record, at least, of everything that is served, for tests that put ids into what they send. */
export interface Known {
  company: TestCompany;
  /** Ids by their prefix, those to use first in front. */
  ids: Map<string, string[]>;
  /**
   * Those of them that suit requests to a collection: of accounting codes and presets by the members that name them.
   */
  idsFor(collection: string): Map<string, readonly string[]>;
  /** The first id of a prefix. @throws when there is none */
  one(prefix: string): string;
  /** Prefix of the ids that a path parameter takes. */
  prefixOf(parameter: string): string;
  /** An example of the reference with ids of what is there. */
  withRealIds<T>(value: T): T;
  /** Puts what a request changed back to what it was: what it made is deleted, what it changed is set as before. */
  restore(answer: TestAnswer, path: string): Promise<void>;
  /** A task when it has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer
  ended(task: any): Promise<any>;
  /** Deletes what was just made at a path, where it can be, so that it stands in nobody's way. */
  forget(path: string, made: readonly { id?: string }[]): Promise<void>;
}

const PREFIXES = new Map([
  ...registry.all.map(({ object, prefix }): [string, string] => [object, prefix]),
  ['partner_secret', 'psec'],
  ['webhook_key', 'whkey'],
  ['webhook_delivery', 'whd'],
  // Named by its provider.
  ['integration', 'quickbooks'],
  ['holiday', 'hol'],
  ['usage_summary', 'usum'],
]);

/** Rates are tied to presets of another family. */
const PRESETS_OF: Readonly<Record<string, string>> = { pay_rates: 'earning', overtime_rates: 'earning' };

/** What one of a task's records takes at most, on a busy machine: in the long form a call may be for thousands. */
const EACH_ms = 50;

/** The first day of all of it. */
export const FROM = '2026-01-01';

export const makeKnown = async (service: TestService): Promise<Known> => {
  const company = await service.company();
  const ids = new Map<string, string[]>([['quickbooks', ['quickbooks']]]);
  const add = (id: string) => {
    const prefix = id.slice(0, id.indexOf('_'));
    ids.set(prefix, [...(ids.get(prefix) ?? []), id]);
    return id;
  };
  const call = async (method: string, path: string, body?: unknown, token = company.token) => {
    const answer = await service.request(method, path, body, token);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const make = async (path: string, body: unknown) => add((await call('POST', path, body)).id);
  add(company.id);
  const entity = await make('/business_entities', {
    business_number: '123456782RP0001',
    name: 'Quince',
    in_preview: true,
  });
  const taggr = await make('/tag_groups', { business_entity_id: entity, label: 'Department' });
  await make('/tags', { tag_group_id: taggr, label: 'Kitchen' });
  await make('/accounting_codes', { business_entity_id: entity, type: 'expense', code: '6010', title: 'Wages' });
  const codeOf = async (type: string, code: string, title: string) =>
    make('/accounting_codes', { business_entity_id: entity, type, code, title });
  const liability = await codeOf('liability', '2310', 'Payroll payable');
  const chequing = await codeOf('bank', '1010', 'Chequing');
  await make('/accounting_code_rules', { business_entity_id: entity, type: 'earning' });
  const schedule = await make('/pay_schedules', {
    business_entity_id: entity,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
    // The last month alone: whatever changes somebody's pay is worked into one draft, not into those of a year.
    generate_payrolls_from: '2026-12-01',
  });
  const person = await make('/employees', { first_name: 'Ada', last_name: 'Roy', date_of_birth: '1990-05-17' });
  await make('/contractors', { business_name: 'Lakeshore Milling Ltd.' });
  const bank = { institution_number: '003', transit_number: '00123' };
  const accounts: string[] = [];
  for (const account_number of ['1234781', '1234782'])
    accounts.push(await make('/bank_accounts', { employee_id: person, ...bank, account_number }));
  await make('/pay_splits', {
    employee_id: person,
    type: 'percentage',
    priority_1_bank_account_id: accounts[0],
    priority_1_amount: 70,
    priority_2_bank_account_id: accounts[1],
    priority_2_amount: 30,
  });
  const assignment = await make('/work_assignments', {
    employee_id: person,
    pay_schedule_id: schedule,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: FROM }],
  });
  for (const { id } of (await call('GET', `/tax_properties?owner_id=${assignment}`)).data) add(id);
  const account = await make('/remittance_accounts', { business_entity_id: entity, account_provider: 'ca_cra' });
  await make('/remittance_account_enrollments', {
    remittance_account_id: account,
    work_assignment_id: assignment,
    effective_from: '2025-06-01',
  });
  const preset = { business_entity_id: entity, type: 'earning', name: 'Premium', title: 'Premium' };
  await make('/business_presets', preset);
  // They supply nothing, so that whatever is sent beside them stands.
  const presets = new Map<string, string>();
  for (const type of RECURRING_KINDS)
    presets.set(type, await make('/business_presets', { business_entity_id: entity, type, name: `Plain ${type}` }));
  await make('/pay_rates', {
    work_assignment_id: assignment,
    type: 'salary',
    rate: 60_000,
    expected_hours_per_week: 40,
    effective_from: FROM,
  });
  // Of a pay rate that no example deletes: one with overtime rates stays.
  const other = { employee_id: person, pay_schedule_id: schedule, archived_at: FROM };
  const away = (await call('POST', '/work_assignments', other)).id;
  const hourly = await call('POST', '/pay_rates', {
    work_assignment_id: away,
    type: 'hourly',
    rate: 20,
    expected_hours_per_week: 40,
    effective_from: FROM,
  });
  await make('/overtime_rates', { pay_rate_id: hourly.id, rate_multiplier: 1.5 });
  await make('/vacation_pay_settings', { work_assignment_id: away, percentage: 4, effective_from: FROM });
  const item = { work_assignment_id: assignment, frequency: 'per_month', effective_from: FROM };
  for (const kind of FIXED_KINDS)
    await make(`/${kind}s`, { ...item, [`${kind}_type`]: FIXED_FAMILIES[kind].type.example, amount: 40 });
  await make('/employee_benefits', { ...item, employee_benefit_type: 'dental', amount: 25, amount_type: 'fixed' });
  await make('/earnings', { ...item, earning_type: 'bonus_discretionary', amount: 50 });
  await make('/deductions', { ...item, deduction_type: 'union_dues', amount: 15, amount_type: 'fixed' });
  await make('/employer_benefits', { ...item, employer_benefit_type: 'dental', amount: 25, amount_type: 'fixed' });
  // Of the payrolls the first: days of its period fit everything else.
  add((await call('GET', '/payrolls')).data[0].id);
  const [payroll] = ids.get('payrl')!;
  const [stub] = (await call('GET', `/pay_stubs?payroll_id=${payroll}&work_assignment_id=${assignment}`)).data;
  add(stub.id);
  await make('/earning_line_items', { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: 10 });
  for (const [kind, type] of [
    ['employee_benefit', 'dental'],
    ['employer_benefit', 'dental'],
    ['deduction', 'union_dues'],
    ...FIXED_KINDS.map((kind) => [kind, FIXED_FAMILIES[kind].type.example]),
  ])
    await make(`/${kind}_line_items`, { pay_stub_id: stub.id, [`${kind}_type`]: type, custom_amount: 10 });
  for (const path of ['/statutory_withholding_line_items', '/employer_statutory_withholding_line_items'])
    for (const { id } of (await call('GET', `${path}?pay_stub_id=${stub.id}`)).data) add(id);
  add((await call('GET', '/holidays')).data[0].id);
  await make('/business_entity_roe_authorizations', { business_entity_id: entity });
  await make('/reports/payroll-register', { payroll_id: payroll, format: 'csv', sheet: 'summary' });
  await make('/form_batches', { owner_id: entity, form_type: 't4', effective_date: '2026-12-31' });
  await make('/forms', { owner_id: person, type: 't4', effective_date: '2026-12-31' });
  add(await anAdjustment(call, person));
  add(await aPayment(call));
  const partner = service.partnerSecret;
  add((await call('GET', '/partner', undefined, partner)).id);
  add((await call('POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['payroll_paid'] }, partner)).id);
  for (const { id } of (await call('GET', '/partner/secrets', undefined, partner)).data) add(id);
  const [webhook] = ids.get('whk')!;
  for (const { id } of (await call('GET', `/webhooks/${webhook}/keys`, undefined, partner)).data) add(id);
  add((await call('POST', `/webhooks/${webhook}/ping`, undefined, partner)).id);
  add((await call('POST', '/pay_rates/batch/delete', [{ id: 'payrt_none' }])).id);

  // The payroll of the adjustment was paid.
  for (const path of ['/usage_records', '/usage_summaries']) {
    const found = async () => (await call('GET', path, undefined, partner)).data;
    await until(async () => (await found()).length > 0);
    add((await found())[0].id);
  }

  // A type of form goes by its name.
  ids.set('form_type', ['t4']);

  const one = (prefix: string): string => {
    const [id] = ids.get(prefix) ?? [];
    if (id === undefined) throw new Error(`no record with an id ${prefix}_… is known`);
    return id;
  };
  const idsFor: Known['idsFor'] = (collection) => {
    const suited = new Map<string, readonly string[]>(ids);
    suited.set('expense_accounting_code_id', [one('acco')]);
    suited.set('liability_accounting_code_id', [liability]);
    suited.set('default_payroll_payable_accounting_code_id', [liability]);
    suited.set('default_bank_accounting_code_id', [chequing]);
    // The one that is known is of the work assignment that is away: it is on no pay stub.
    if (collection.endsWith('_line_items')) suited.set('overtime_rate_id', []);
    const kind = PRESETS_OF[collection] ?? collection.replace(/(_line_item)?s$/, '');
    const preset = presets.get(kind);
    if (preset !== undefined) suited.set('business_preset_id', [preset]);
    else if (collection.endsWith('_line_items')) suited.set('business_preset_id', []);
    return suited;
  };
  /** A split names different bank accounts: one after the other. */
  let named = 0;
  const nextAccount = (): string => {
    const accounts = ids.get('ba') ?? [];
    return accounts[named++ % accounts.length]!;
  };
  /** What others depend on, as it is at first: another date of an item may lie outside of the period that is known. */
  const before = new Map<string, object>();
  for (const object of RECURRENCES)
    before.set(one(PREFIXES.get(object)!), { effective_from: FROM, effective_to: null });
  before.set(person, { archived_at: null });
  before.set(assignment, { archived_at: null, pay_schedule_id: schedule });
  before.set(one('txp'), { effective_from: FROM, effective_to: null, value: 'ca_on' });
  const pathOf = (id: string) => registry.all.find(({ prefix }) => id.startsWith(`${prefix}_`))!.path;
  const ended: Known['ended'] = async (task) => {
    let now = task;
    await until(
      async () => {
        if (now.data.status === 'processing') now = await call('GET', `/async_tasks/${task.id}`);
        return now.data.status !== 'processing';
      },
      60_000 + EACH_ms * task.data.progress.total,
    );
    return now;
  };
  const forget: Known['forget'] = async (path, made) => {
    const collection = path.split('/')[1]!;
    const definition = registry.all.find(({ path: own }) => own === `/${collection}`);
    if (!definition?.operations.includes('delete')) return;
    const token = definition.scope === 'partner' ? partner : company.token;
    const own = made.flatMap(({ id }) =>
      id?.startsWith(`${definition.prefix}_`) && !ids.get(definition.prefix)?.includes(id) ? [{ id }] : [],
    );
    // One by one, each deletion of something that is paid would recalculate the stub.
    if (own.length > 1 && definition.operations.includes('batch_delete')) {
      const task = await service.request('POST', `/${collection}/batch/delete`, own, token);
      if (task.status === 202) await ended(task.body);
    } else for (const { id } of own) await service.request('DELETE', `/${collection}/${id}`, undefined, token);
  };

  return {
    company,
    withRealIds: (value) =>
      JSON.parse(
        JSON.stringify(value).replace(
          /"([a-z]+)_01K2ZQ7M4T8W3N5R6V9X0Y1A2B"/g,
          (_, prefix) => `"${prefix === 'ba' ? nextAccount() : one(prefix)}"`,
        ),
      ),
    restore: async (answer, path) => {
      if (answer.status >= 300 || answer.body === undefined) return;
      if (answer.status === 201) await forget(path, [answer.body]);
      if (answer.status !== 202 || path.includes('delete')) return;
      const task = await ended(answer.body);
      const touched = (task.data.results as { id?: string; status?: string }[]).filter(
        ({ status }) => status !== 'error',
      );
      if (!path.includes('update')) await forget(path, touched);
      for (const { id } of touched)
        if (id !== undefined && before.has(id)) await call('PUT', `${pathOf(id)}/${id}`, before.get(id));
    },
    ids,
    idsFor,
    one,
    prefixOf: (parameter) => PREFIXES.get(parameter) ?? parameter,
    ended,
    forget,
  };
};

/** The debit of a live employer, whose payroll was approved. */
const aPayment = async (call: CallService): Promise<string> => {
  const { entity, payroll } = await livePayroll(call);
  await call('POST', `/payrolls/${payroll}/approve`, {});
  const debits = `/payments?business_entity_id=${entity}&destination=payroll_float`;
  return (await call('GET', debits)).data[0].id;
};

/** An adjustment, which takes an approved payroll: of an employer apart, so that nothing else is locked by that. */
const anAdjustment = async (
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  call: (method: string, path: string, body?: unknown) => Promise<any>,
  employee_id: string,
): Promise<string> => {
  const entity = await call('POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Medlar',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: FROM }],
  });
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-18',
    anchor_end_of_pay_period: '2026-12-18',
    generate_payrolls_from: '2026-12-18',
  });
  const assignment = await call('POST', '/work_assignments', { employee_id, pay_schedule_id: schedule.id });
  const ofSchedule = `pay_schedule_id=${schedule.id}`;
  const [first, second] = (await call('GET', `/payrolls?${ofSchedule}`)).data;
  const stubOn = async (payroll: string) =>
    (await call('GET', `/pay_stubs?payroll_id=${payroll}&work_assignment_id=${assignment.id}`)).data[0].id;
  const line = await call('POST', '/earning_line_items', {
    pay_stub_id: await stubOn(first.id),
    earning_type: 'bonus_discretionary',
    custom_amount: 10,
  });
  await call('POST', `/payrolls/${first.id}/approve`, {});
  const made = await call('POST', '/adjustments', {
    correction_pay_stub_id: await stubOn(second.id),
    source_line_item_id: line.id,
    expected_amount: 15,
  });
  return made.id;
};
