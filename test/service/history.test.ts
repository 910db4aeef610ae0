import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import { stubFacts } from '../../src/payrolls/facts/stub-facts.ts';
import { registry } from '../../src/registry.ts';
import { equal } from '../../src/values/condition.ts';
import { layPast } from '../support/past.ts';
import { employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

// What a calculation and a page of a list read does not grow with the payrolls that came before. Rows are counted, not
// time: those that the reader hands over for each person.

let started: TestService;
beforeAll(async () => {
  started = await startTestService();
});
afterAll(() => started?.close());

interface Handed {
  rows: number;
  bytes: number;
}

/** The rows that a reader hands over while something is done. */
const handedOver = async (services: Services, work: (services: Services) => Promise<unknown>): Promise<Handed> => {
  const handed: Handed = { rows: 0, bytes: 0 };
  const count = (object: string, rows: readonly unknown[]) => {
    // Those of the payrolls themselves are for the whole employer.
    if (object === 'payroll') return;
    handed.rows += rows.length;
    handed.bytes += JSON.stringify(rows).length;
  };
  const counted =
    (method: (...all: unknown[]) => unknown) =>
    async (object: string, ...given: unknown[]) => {
      const found = await method(object, ...given);
      count(object, found instanceof Map ? [...found.values()] : Array.isArray(found) ? found : []);
      return found;
    };
  const paged = (method: (...all: unknown[]) => AsyncIterable<unknown[]>) =>
    async function* (object: string, ...given: unknown[]) {
      for await (const rows of method(object, ...given)) {
        count(object, rows);
        yield rows;
      }
    };
  const read = Object.fromEntries(
    Object.entries(services.read).map(([name, method]) => [name, name === 'pages' ? paged(method) : counted(method)]),
  );
  await work({ ...services, read: read as unknown as Services['read'] });
  return handed;
};

test('two years of payrolls add two small rows a stub to what a calculation reads, and nothing to a page of a list', async () => {
  const PEOPLE = 3;
  const { company, next, entity } = await employerWith(
    started,
    Array.from({ length: PEOPLE }, () => ({ province: 'ca_on', salary: 60_000 })),
  );
  const { services } = started.service;
  const found = { partner_id: 'ptn_x', company_id: company.id };
  const [schedule] = await services.read.find('pay_schedule', found, equal('business_entity_id', entity.id));
  const tenant: Tenant = found;
  const payroll = await next();
  const facts = async () => {
    const stubs = await services.read.find('pay_stub', tenant, equal('payroll_id', payroll.id));
    expect(stubs).toHaveLength(PEOPLE);
    return handedOver(services, (counted) => stubFacts(stubs, counted, tenant));
  };
  const page = async (object: string) => {
    const rows = (await services.read.find(object, tenant, equal('scope_id', company.id))).slice(0, 15);
    return handedOver(services, (counted) => registry.need(object).extras!(rows, counted, tenant));
  };
  const fresh = { facts: await facts(), assignments: await page('work_assignment'), rates: await page('pay_rate') };
  // A year and one pay: the present year has none before it, so two years are what lies between.
  await layPast(services, tenant, schedule!.id, 53);
  const later = { facts: await facts(), assignments: await page('work_assignment'), rates: await page('pay_rate') };
  expect(later.facts.rows).toBeLessThanOrEqual(fresh.facts.rows + 2 * PEOPLE);
  expect(later.facts.bytes).toBeLessThanOrEqual(fresh.facts.bytes + 2 * PEOPLE * 3_000);
  // The last stub's row and the line on it that the rate made.
  expect(later.rates.rows).toBeLessThanOrEqual(fresh.rates.rows + 2 * PEOPLE);
  expect(later.assignments.rows).toBeLessThanOrEqual(fresh.assignments.rows + 2 * PEOPLE);
}, 60_000);
