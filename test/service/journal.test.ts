import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOrigin } from '../../src/kernel/changes/operator.ts';
import { appendEntry, type KeptRows } from '../../src/processes/payroll/journal-entries.ts';
import { newId } from '../../src/values/ids.ts';
import { approvedPayroll } from '../support/approved-payroll.ts';
import { caller } from '../support/salaried.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const entriesOf = async (company: TestCompany, payroll_id: string, type: string) =>
  (await caller(company)('GET', `/journal_entries?payroll_id=${payroll_id}&type=${type}&per_page=100`)) as {
    data: { data: { total: number; is_balanced: boolean } }[];
    meta: { total: number };
  };

test('the entries of a payroll contain every line, however many there are', async () => {
  const company = await service.company();
  // 22,000 earnings: more than any one read of the read models gives.
  const { payroll_id } = await approvedPayroll(service, company, { stubs: 400, linesOfEach: 55 });
  await until(async () => (await entriesOf(company, payroll_id, 'payroll_recording')).meta.total === 1);
  const whole = await entriesOf(company, payroll_id, 'payroll_recording');
  expect(whole.data[0]!.data).toMatchObject({ total: 220_000, is_balanced: true });
  const each = await entriesOf(company, payroll_id, 'pay_stub_recording');
  expect(each.meta.total).toBe(400);
  expect(new Set(each.data.map(({ data }) => data.total))).toEqual(new Set([550]));
});

test('an entry that differs from its stub is not posted, and the log says where they differ', async () => {
  const company = await service.company();
  const wrong = await approvedPayroll(service, company, { stubs: 2, linesOfEach: 3, gross: '31' });
  const said = () => service.lines.find((line) => line.includes('no journal entry for') && line.includes('payst_'));
  await until(() => said() !== undefined);
  expect(said()).toContain('earnings: 30 by its lines, 31 by its totals');
  expect((await entriesOf(company, wrong.payroll_id, 'payroll_recording')).meta.total).toBe(0);
  expect((await entriesOf(company, wrong.payroll_id, 'pay_stub_recording')).meta.total).toBe(0);
});

test('a payroll whose closed stubs are not the approved ones gets no entry of its own', async () => {
  const company = await service.company();
  const short = await approvedPayroll(service, company, { stubs: 2, linesOfEach: 3, said: 3 });
  await until(() => service.lines.some((line) => line.includes(`no journal entry for ${short.payroll_id}`)));
  expect((await entriesOf(company, short.payroll_id, 'payroll_recording')).meta.total).toBe(0);
});

/** Entries of one payroll that nobody approved, each of the same rows. */
const entriesWith = async (company: TestCompany, count: number, rows: () => KeptRows): Promise<string> => {
  const { services } = service.service;
  const partner_id = service.service.firstPartner!.partner_id;
  const payroll_id = newId('payrl', Date.parse(AT));
  const text = { title: 'Payroll Accrual Entry', title_translations: { en: 'Accrual', fr: 'Provision' } };
  const lacks = {
    is_missing_line_item_accounting_codes: false,
    is_missing_default_account_payable: false,
    is_missing_default_bank_account: false,
    invalid_expense_types: [],
    invalid_liability_types: [],
  };
  for (let n = 0; n < count; n++) {
    const own = rows();
    const of = { type: 'payroll_recording' as const, payroll_id, pay_stub_id: null, posted_on: AT, ...text, ...lacks };
    const origin = operatorOrigin({ partner_id, company_id: company.id }, services);
    await appendEntry(newId('jrnle', Date.parse(AT)), { ...of, total: String(own.length / 2) }, own, origin, services);
  }
  const list = `/journal_entries?payroll_id=${payroll_id}`;
  // A long entry is several appends: its first rows can be read before the last.
  const end = await services.store.head();
  await until(() => services.gate.followed(end, []));
  expect((await caller(company)('GET', `${list}&per_page=1`)).meta.total).toBe(count);
  return list;
};

const AT = '2026-01-09T00:00:00.000000Z';
const rowsOf = (count: number, title = 'Wages'): KeptRows =>
  Array.from({ length: count }, (_, i) => ({
    title,
    title_translations: { en: title, fr: title },
    debit: i % 2 === 0 ? '1' : null,
    credit: i % 2 === 0 ? null : '1',
    accounting_code_id: null,
    formatted_accounting_code: null,
    tag_ids: [],
    sources: [],
  }));
const FRENCH = { 'Accept-Language': 'fr' };

test('an answer shows so many rows of journal entries, and more of one entry alone', async () => {
  const company = await service.company();
  const call = caller(company);
  const [list, long] = [
    await entriesWith(company, 3, () => rowsOf(7_000)),
    await entriesWith(company, 1, () => rowsOf(20_002)),
  ];
  const expanded = '&expand[]=journal_entry_rows';
  const refused = await company.request('GET', `${list}${expanded}`);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain('More than 20000 records, or rows of journal entries, would be embedded');
  expect(refused.body.message).toContain('smaller pages');
  const french = await company.request('GET', `${list}${expanded}`, undefined, FRENCH);
  expect(french.body.message).toContain("Plus de 20000 dossiers, ou lignes d'écritures de journal, seraient inclus");
  expect((await call('GET', list)).data).toHaveLength(3);
  expect((await call('GET', `${list}${expanded}&per_page=2`)).data).toHaveLength(2);
  const [one] = (await call('GET', long)).data;
  const whole = await call('GET', `/journal_entries/${one.id}?expand[]=journal_entry_rows`);
  expect(whole.data.journal_entry_rows).toHaveLength(20_002);
});

test('a page of records that are too large together is refused, and each of them can be read', async () => {
  const company = await service.company();
  // Texts that the database cannot store in fewer bytes.
  const list = await entriesWith(company, 30, () => rowsOf(2, randomBytes(36_000).toString('base64')));
  const refused = await company.request('GET', `${list}&per_page=30`);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toMatch(/^The records of this page are more than 8 MiB/);
  expect((await company.request('GET', `${list}&per_page=30`, undefined, FRENCH)).body.message).toMatch(
    /^Les dossiers de cette page dépassent 8 Mio/,
  );
  const found = await caller(company)('GET', `${list}&per_page=15`);
  expect([found.data.length, found.meta.total]).toEqual([15, 30]);
});
