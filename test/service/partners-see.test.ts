import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What a partner sees below its companies is what each of them sees itself. */
let of: TestService;
beforeAll(async () => {
  of = await startTestService();
});
afterAll(() => of.close());

test('expanded below several companies, each record says what its own company reads of it', async () => {
  const companies: Body[] = [];
  for (const province of ['ca_on', 'ca_bc']) {
    const { company } = await employerWith(of, [{ province, salary: 52_000 }], LAST_OF_YEAR);
    companies.push(company);
  }
  const below = ['business_entities', 'employees.work_assignments.pay_schedule'];
  const query = below.map((path) => `expand[]=${path}`).join('&');
  const { status, body } = await of.request('GET', `/companies?${query}`, undefined, of.partnerSecret);
  expect(status).toBe(200);
  for (const { id, request } of companies) {
    const seen = body.data.find((one: Body) => one.id === id).data;
    expect(seen.business_entities.data).toEqual((await request('GET', '/business_entities')).body.data);
    const people = await request('GET', '/employees?expand[]=work_assignments.pay_schedule');
    expect(seen.employees.data).toEqual(people.body.data);
    expect(people.body.data[0].data.work_assignments.data[0].data.pay_schedule.data.title).toBe(LAST_OF_YEAR.title);
  }
});
