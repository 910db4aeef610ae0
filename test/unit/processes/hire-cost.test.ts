import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { handedOver } from '../../support/handed-over.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Where the employer owes no health tax: a forecast of it would change the stubs of everybody. */
const PROVINCE = 'ca_ab';

/** An employer in memory; each hire gives how much it read of streams and read models until population was done. */
const hiring = async (schedule: JsonObject = {}) => {
  const ledger = { reads: 0, events: 0, appends: 0 };
  const world = await payrollWorld({
    province: PROVINCE,
    schedule,
    store: (store) => ({
      ...store,
      readStream: async (...asked) => {
        const found = await store.readStream(...asked);
        ledger.reads += 1;
        ledger.events += found.length;
        return found;
      },
      append: (...asked) => {
        ledger.appends += 1;
        return store.append(...asked);
      },
    }),
  });
  await world.populated();
  const { services } = world;
  const costOf = async (work: () => Promise<unknown>) => {
    Object.assign(ledger, { reads: 0, events: 0, appends: 0 });
    const { read } = services;
    const { rows, asked } = await handedOver(services, async (counted) => {
      services.read = counted.read;
      await work();
      await world.populated();
    });
    services.read = read;
    return { ledger: { ...ledger }, rows, asked };
  };
  const hire = () => costOf(() => world.hired({ rate: SALARY }));
  const hires = async (count: number) => {
    const costs: Awaited<ReturnType<typeof hire>>[] = [];
    for (let people = 1; people <= count; people++) costs.push(await hire());
    return costs;
  };
  return { world, hires, costOf };
};

/** Payrolls of a whole year. */
const OF_A_YEAR = {
  anchor_pay_date: '2026-01-16',
  anchor_end_of_pay_period: '2026-01-10',
  generate_payrolls_from: '2026-01-16',
};

test('the thirtieth hire reads and writes as much as the third, in the event store and in read models', async () => {
  const { world, hires } = await hiring();
  const costs = await hires(30);
  const [first] = await world.drafts();
  expect(await world.stubs(first!)).toHaveLength(30);
  expect(costs[2]!.ledger.appends).toBeGreaterThan(4);
  expect(costs[29]).toEqual(costs[2]);
});

test('for a year of payrolls a hire reads one more event for each more payroll, and sends as many queries as for a few', async () => {
  const few = await hiring();
  const year = await hiring(OF_A_YEAR);
  const more = (await year.world.drafts()).length - (await few.world.drafts()).length;
  expect(more).toBeGreaterThan(20);
  const [ofFew, ofYear] = [(await few.hires(3))[2]!, (await year.hires(3))[2]!];
  expect(ofYear.asked).toBe(ofFew.asked);
  expect(ofYear.ledger.events).toBe(ofFew.ledger.events + more);
});

test('a raise of a person with a bonus on each draft takes as many queries for a year of drafts as for a few', async () => {
  const raiseOf = async (schedule?: JsonObject) => {
    const { world, costOf } = await hiring(schedule);
    const { given } = world;
    const { assignment } = await world.hired();
    const rate = await given.created('pay_rate', { ...SALARY, work_assignment_id: assignment.id });
    await world.populated();
    const drafts = await world.drafts();
    for (const draft of drafts) {
      const [stub] = await world.stubs(draft);
      const bonus = { earning_type: 'bonus_discretionary', custom_amount: 500 };
      await given.created('earning_line_item', { ...bonus, pay_stub_id: stub!.id });
    }
    await world.populated();
    return { drafts: drafts.length, ...(await costOf(() => given.changed('pay_rate', rate.id, { rate: 81_000 }))) };
  };
  const [ofFew, ofYear] = [await raiseOf(), await raiseOf(OF_A_YEAR)];
  expect(ofYear.drafts - ofFew.drafts).toBeGreaterThan(20);
  // All are calculated: each stream is read.
  expect(ofYear.ledger.reads - ofFew.ledger.reads).toBe(ofYear.drafts - ofFew.drafts);
  expect(ofYear.asked).toBe(ofFew.asked);
});
