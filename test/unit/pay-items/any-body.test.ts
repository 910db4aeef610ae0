import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterShape, selectionShape } from '../../../src/kernel/answers/selection.ts';
import { bulkBody } from '../../../src/kernel/calls/bulk-body.ts';
import { createShape } from '../../../src/kernel/calls/requests.ts';
import { makeAggregate } from '../../../src/kernel/definition/fold.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import { registry } from '../../../src/registry.ts';
import { issuesOf } from '../../../src/values/issues.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { NEW_PARTNER, OLD_PARTNER, whenCreated, whenUpdated } from './decide.ts';

/** Whatever is sent, a pay item is made or the body is refused: the rules never fail on what a schema accepted. */
const KINDS = [
  'pay_rate',
  'allowance',
  'employee_benefit',
  'earning_line_item',
  'allowance_line_item',
  'employee_benefit_line_item',
] as const;

const RUNS = process.env.FULL ? 5_000 : 80;

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('NaN', '1e5', '-0', '0.000001', '12.345', '99999999999999999', '2026-02-30', '', '\u0000', '\ud800'),
);
const plausible: Record<string, fc.Arbitrary<unknown>> = {
  frequency: fc.constantFrom('once', 'per_month', 'per_payroll'),
  type: fc.constantFrom('hourly', 'salary'),
  amount_type: fc.constantFrom('fixed', 'percent'),
  pay_period_cadence: fc.array(fc.integer({ min: -2, max: 33 }), { maxLength: 4 }),
  income_includes: fc.array(fc.record({ type: fc.constantFrom('earning', 'allowance', 'tax'), subtype: odd })),
  tag_assignment: fc.record({
    unit: fc.constantFrom('percentage', 'amount', 'hours'),
    tag_allocations: fc.array(fc.record({ tags: fc.array(fc.string(), { maxLength: 2 }), value: odd }), {
      maxLength: 3,
    }),
  }),
};
const likely = (name: string): fc.Arbitrary<unknown> => {
  const known =
    plausible[name.replace(/^custom_/, '')] ??
    (/effective|earned_on/.test(name)
      ? fc.constantFrom('2025-12-31', '2026-01-10', '2026-02-01')
      : /_type$/.test(name)
        ? fc.constantFrom('cell_phone_allowance', 'dental', 'wage', 'nothing')
        : /_id$/.test(name)
          ? fc.constantFrom('known_1', 'unknown_1')
          : /amount|rate|hours|percent|multiplier|contribution/.test(name)
            ? fc.oneof(fc.integer({ min: -5, max: 200_000 }), fc.double({ noNaN: true }), fc.constantFrom('5', '0.5'))
            : odd);
  return fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: odd });
};

const GOOD: JsonObject = {
  work_assignment_id: 'known_1',
  pay_stub_id: 'known_1',
  type: 'salary',
  allowance_type: 'cell_phone_allowance',
  employee_benefit_type: 'dental',
  earning_type: 'wage',
  rate: 52_000,
  expected_hours_per_week: 40,
  amount: 60,
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
  custom_amount: 5,
};

const aggregate = makeAggregate();
aggregate.set({ object: 'pay_stub', id: 'known_1' }, {
  period_start: '2026-01-04',
  period_end: '2026-01-17',
  work_assignment_id: 'wrk_1',
} as unknown as State);

const patchOf = ({ work_assignment_id: _, pay_stub_id: __, ...patch }: JsonObject): JsonObject => patch;

test.each(KINDS)('any body of a %s is accepted, or refused with the wrong members', (kind) => {
  const definition = registry.need(kind);
  const members = [...Object.keys(createShape(definition)), 'percent', 'unheard_of'];
  const good = Object.fromEntries(Object.entries(GOOD).filter(([name]) => members.includes(name)));
  // A good body of which a few members are something else.
  const body = fc
    .uniqueArray(fc.constantFrom(...members), { maxLength: 4 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, likely(name)]))))
    .map((changes): JsonObject => ({ ...good, ...(changes as JsonObject) }));
  const facts = fc.constantFrom(
    { assignment: { employee_id: 'emp_1' }, last_use: null, pay_rate: null },
    { assignment: { employee_id: null }, last_use: '2026-01-17', pay_rate: { work_assignment_id: 'wrk_2' } },
  );
  const preferences = fc.constantFrom(NEW_PARTNER, OLD_PARTNER);
  const fixed = { ...selectionShape(definition.bulk!.selection), ...filterShape(definition.bulk!) };
  const bulk = bulkBody(definition, 'update', fixed).body as (p: typeof NEW_PARTNER) => import('zod').ZodType;
  let accepted = 0;
  fc.assert(
    fc.property(body, body, facts, preferences, (first, second, facts, preferences) => {
      const given = { facts, preferences, aggregate, known: ['known_1'] };
      const made = whenCreated(definition, first, given);
      expect([200, 422]).toContain(made.status);
      for (const { en, fr } of Object.values(made.issues)) expect([en, fr]).not.toContain('');
      if (made.after) {
        accepted++;
        const changed = whenUpdated(definition, made.after, patchOf(second), given);
        expect([200, 400, 422]).toContain(changed.status);
      }
      for (const value of [first, { ...first, data: second }, second.amount ?? null]) {
        const read = bulk(preferences).safeParse(value);
        if (!read.success) expect(issuesOf(read.error, value).length).toBeGreaterThan(0);
      }
    }),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(0);
});
