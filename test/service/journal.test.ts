import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await until(async () => (await entriesOf(company, payroll_id, 'payroll_recording')).meta.total === 1, 60_000);
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
