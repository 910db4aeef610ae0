import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { MAX_MANAGED } from '../../../src/calculation/index.ts';
import { addDays, type CalendarDate } from '../../../src/values/dates.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { Problem } from '../../../src/values/problem.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Whatever extremes are accepted, population ends with a stub on each payroll; what is refused stores nothing. */
const RUNS = process.env.FULL ? 150 : 20;
const LONG = '語'.repeat(255);

const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10) as CalendarDate);
const anyDay = fc.oneof(
  day('2024-06-01', '2027-12-31'),
  day('2005-01-01', '2045-12-31'),
  fc.constantFrom<CalendarDate>('2026-02-28', '2026-12-31', '2028-02-29'),
);
/** Most are near each other, like those that are accepted; some are years apart. */
const apart = (most: number) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -most, max: most }) },
    { weight: 1, arbitrary: fc.integer({ min: -5_000, max: 5_000 }) },
  );
const schedule = fc
  .record({ pay_date: anyDay, end: apart(300), from: apart(700), frequency: fc.constantFrom('weekly', 'bi-weekly') })
  .map(({ pay_date, end, from, frequency }) => ({
    title: LONG,
    pay_frequency: frequency,
    anchor_pay_date: pay_date,
    anchor_end_of_pay_period: addDays(pay_date, end),
    generate_payrolls_from: addDays(pay_date, from),
  }));
const amount = fc.constantFrom('0.01', '1', '99999.99', '9999999.99');
const items = fc.record({
  count: fc.constantFrom(0, 1, MAX_MANAGED - 1, MAX_MANAGED, MAX_MANAGED + 20),
  title: fc.constantFrom('T', LONG),
  amount,
  frequency: fc.constantFrom('per_payroll', 'per_month', 'once'),
  effective_from: anyDay,
});
const rate = fc.constantFrom('0.01', '54000', '9999999.99', '99999999999');

/** The record that a caller's input made; undefined where it was refused. */
const taken = async (world: PayrollWorld, object: 'pay_schedule' | 'allowance' | 'pay_rate', input: JsonObject) => {
  try {
    return await world.given.created(object, input);
  } catch (error) {
    const isRefusal = error instanceof ZodError || (error instanceof Problem && error.status < 500);
    if (!isRefusal) throw error;
    return undefined;
  }
};

test('population of any accepted input comes to an end', async () => {
  let accepted = 0;
  let full = 0;
  const property = fc.asyncProperty(schedule, items, rate, async (dates, { count, ...item }, pay) => {
    const world = await payrollWorld();
    const made = await taken(world, 'pay_schedule', { ...dates, business_entity_id: world.employer.id });
    const own: JsonObject = made ? { pay_schedule_id: made.id } : {};
    const { assignment } = await world.hired(own);
    await taken(world, 'pay_rate', { ...SALARY, rate: pay, work_assignment_id: assignment.id });
    let there = 0;
    for (let n = 0; n < count; n++) {
      const body = { ...item, allowance_type: 'meals_taxable', work_assignment_id: assignment.id };
      if (await taken(world, 'allowance', body)) there += 1;
    }
    expect(there).toBeLessThanOrEqual(MAX_MANAGED);
    await world.populated();
    if (made) accepted += 1;
    if (there === MAX_MANAGED - 1) full += 1;
    for (const payroll of await world.drafts()) {
      const isOwn = payroll.pay_schedule_id === assignment.pay_schedule_id;
      expect(await world.stubs(payroll)).toHaveLength(isOwn ? 1 : 0);
    }
    // A second run changes nothing.
    const { events } = await world.when(world.populated);
    expect(events).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS, seed: 41, endOnFailure: true });
  // Not all was refused.
  expect(accepted).toBeGreaterThan(0);
  expect(full).toBeGreaterThan(0);
}, 300_000);
