import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsOf } from '../support/audit.ts';
import { BI_WEEKLY, type Body, employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

// A year belongs to a person and an employer: whatever work assignments there are, wherever the work moves, and only
// from New Year's Day on. Employment insurance shows it: high salaries reach the year's maximum, to the cent, and no
// more.

let started: TestService;
beforeAll(async () => {
  started = await startTestService();
});
afterAll(() => started.close());

const SCHEDULE = {
  ...BI_WEEKLY,
  anchor_pay_date: '2025-12-12',
  anchor_end_of_pay_period: '2025-12-07',
  generate_payrolls_from: '2025-12-12',
};
/** Two pays of the one year, three of the next. */
const PAYS = 5;
const MOST_EI: Record<string, number> = { 2025: 1_077.48, 2026: 1_123.07 };
const cents = (amount: number): number => Math.round(amount * 100);

test('a person has one year to date per employer, through moves, further work and terminations', async () => {
  const salary = 1_300_000;
  const employer = await employerWith(started, [{ province: 'ca_on', salary }], SCHEDULE, [], '2020-01-01');
  const { call, company, entity, employees, assignments, hire, next, approve, stubOf, linesOf } = employer;
  const ada = employees[0]!;
  // A second work assignment with the same employer, and one with another employer of the company.
  await hire({ province: 'ca_on', salary: 120_000, employee_id: ada });
  const other = await call('POST', '/business_entities', {
    business_number: '123456782RP0002',
    name: 'Southlake Bakery',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2020-01-01' }],
  });
  const elsewhere = await call('POST', '/pay_schedules', { business_entity_id: other.id, ...SCHEDULE });
  await hire({ province: 'ca_on', salary, employee_id: ada }, elsewhere.id);

  // From the last pay on the first one is done in Quebec.
  const { data: provinces } = await call('GET', `/tax_properties?owner_id=${assignments[0]}`);
  const province = provinces.find(({ data }: Body) => data.type === 'ca::province_of_employment');
  await call('PUT', `/tax_properties/${province.id}`, { effective_to: '2026-01-24' });
  await call('POST', '/tax_properties', {
    owner_id: assignments[0],
    type: 'ca::province_of_employment',
    value: 'ca_qc',
    effective_from: '2026-01-25',
  });

  /** Of one employer and year: employment insurance so far, and what was earned on each work assignment. */
  const paid = new Map<string, number>();
  const earned = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);
  const types = new Map<string, string[]>();
  for (let pay = 0; pay < PAYS; pay++)
    for (const [schedule, own] of [
      [undefined, [0, 1]],
      [elsewhere.id, [2]],
    ] as [string | undefined, number[]][]) {
      const payroll = await next(schedule);
      const year = payroll.data.pay_date.slice(0, 4);
      await approve(schedule);
      for (const at of own) {
        const stub = await stubOf(payroll, at);
        const withheld = await linesOf(stub, 'statutory_withholding');
        add(paid, `${schedule ? other.id : entity.id}/${year}`, cents(withheld.ei ?? 0));
        types.set(`${payroll.data.pay_date}/${at}`, Object.keys(withheld).sort());
        const { gross, gross_ytd } = stub.data.employee_summary;
        add(earned, `${at}/${year}`, cents(gross));
        // What was earned on this work assignment in this year, this pay included.
        expect([payroll.data.pay_date, at, cents(gross_ytd)]).toEqual([
          payroll.data.pay_date,
          at,
          earned.get(`${at}/${year}`),
        ]);
      }
    }
  expect(Object.fromEntries(paid)).toEqual(
    Object.fromEntries(
      [entity.id, other.id].flatMap((id) => ['2025', '2026'].map((y) => [`${id}/${y}`, cents(MOST_EI[y]!)])),
    ),
  );
  // In Quebec there are other contributions, whose year has only begun.
  const february = [...types]
    .filter(([key]) => key.startsWith('2026-02') && key.endsWith('/0'))
    .flatMap(([, all]) => all);
  expect(february).toEqual(expect.arrayContaining(['qpip', 'qpp']));
  expect(february).not.toContain('cpp');
  expect(await findingsOf(started, company.id)).toEqual([]);
});
