import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/values/dates.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Hours on the line item of a wage, when the raise that ends it before the period is recorded after them. */
let service: TestService;
let of: Employer;

beforeAll(async () => {
  service = await startTestService();
  of = await makeEmployer(service, 2);
});
afterAll(() => service?.close());

const hourly = (work_assignment_id: string, rate: number, effective_from: string) =>
  of.must(201, 'POST', '/pay_rates', {
    work_assignment_id,
    type: 'hourly',
    expected_hours_per_week: 40,
    rate,
    effective_from,
  });

test('they are paid by the new rate, once, also where they are sent again; and no rate with hours is deleted', async () => {
  const work_assignment_id = of.assignments[0]!;
  const before = await hourly(work_assignment_id, 20, '2025-01-01');
  const [payroll] = await of.payrolls();
  const stub = await of.stubOf(payroll!.id, work_assignment_id);
  const lines = async (): Promise<{ id: string; data: { hours: number; amount: number } }[]> =>
    (await of.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`)).data;
  const paid = async () => (await lines()).map(({ data }) => [data.hours, data.amount]);
  const warned = async (): Promise<string[]> =>
    (await of.must(200, 'GET', `/payrolls/${payroll!.id}`)).data.warnings.data.map(
      ({ data }: { data: { type: string } }) => data.type,
    );
  const [line] = await lines();
  await of.must(200, 'PUT', `/earning_line_items/${line!.id}`, { custom_hours: 37.5 });
  expect(await paid()).toEqual([[37.5, 750]]);

  expect((await of.must(400, 'DELETE', `/pay_rates/${before.id}`)).message).toContain(line!.id);
  const { period_start } = payroll!.data;
  await of.must(200, 'PUT', `/pay_rates/${before.id}`, { effective_to: addDays(period_start, -1) });
  expect(await paid()).toEqual([[37.5, 750]]);
  expect(await warned()).toContain('pay_rate_not_in_force');
  await hourly(work_assignment_id, 22, period_start);
  expect(await paid()).toEqual([[37.5, 825]]);
  expect(await warned()).not.toContain('pay_rate_not_in_force');

  const data = [{ work_assignment_id, wage: [{ hours: 40 }] }];
  await of.must(200, 'POST', `/payrolls/${payroll!.id}/hours`, { data });
  expect(await paid()).toEqual([[40, 880]]);
  // The rate that has no hours any more may go.
  await of.must(204, 'DELETE', `/pay_rates/${before.id}`);
});

test('where no other rate is meant they stay until they are taken off, and then the line item goes', async () => {
  const work_assignment_id = of.assignments[1]!;
  const rate = await hourly(work_assignment_id, 20, '2025-01-01');
  const [payroll] = await of.payrolls();
  const stub = await of.stubOf(payroll!.id, work_assignment_id);
  const lines = async (): Promise<{ id: string }[]> =>
    (await of.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`)).data;
  const [line] = await lines();
  await of.must(200, 'PUT', `/earning_line_items/${line!.id}`, { custom_hours: 10 });
  await of.must(200, 'PUT', `/pay_rates/${rate.id}`, { effective_to: addDays(payroll!.data.period_start, -1) });
  const told = (await of.must(200, 'GET', `/pay_stubs/${stub}`)).data.warnings.data;
  expect(told.map(({ data }: { data: object }) => data)).toEqual([
    expect.objectContaining({ type: 'pay_rate_not_in_force', message: expect.stringContaining(line!.id) }),
  ]);
  await of.must(200, 'PUT', `/earning_line_items/${line!.id}`, { custom_hours: null });
  expect(await lines()).toEqual([]);
});
