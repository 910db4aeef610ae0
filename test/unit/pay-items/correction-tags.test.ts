import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Part, partsOf } from '../../../src/accounting/codes/allocation.ts';
import type { TagAssignment } from '../../../src/calculation/model/types.ts';
import type { RecordOf, State } from '../../../src/kernel/definition/resource.ts';
import { type Corrected, correctionOf } from '../../../src/pay-items/adjustments/correction-line.ts';
import { type Fixed, fixed, toText as fixedText } from '../../../src/values/fixed.ts';
import { decimal, toText } from '../../../src/values/money.ts';
import { handMadeLine } from '../payrolls/given.ts';

const decimals = (max: number, places: number) =>
  fc.integer({ min: 0, max }).map((units) => toText(decimal(units).div(10 ** places)));

/** What each tag has. */
const byTag = (parts: readonly Part[]): Record<string, string> => {
  const sums = new Map<string, Fixed>();
  for (const { tags, amount } of parts) sums.set(tags.join(), (sums.get(tags.join()) ?? 0n) + amount);
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).map(([tag, sum]) => [tag, fixedText(sum)]));
};

/** What a line is booked on, and what the line that takes it back as a whole is. */
const bookedAndTakenBack = (amount: string, hours: string, assignment: TagAssignment) => {
  const figures = { custom_amount: amount, custom_hours: hours, custom_tag_assignment: assignment };
  const line = handMadeLine('earning', 'wage', figures) as Corrected['line'];
  const adjustment = { id: 'adj_1', expected_amount: '0' } as RecordOf<'adjustment'>;
  const back = correctionOf(adjustment, { line, paid: [], province: null }, { id: 'payst_1' } as State);
  return {
    booked: byTag(partsOf({ amount: fixed(amount), hours: decimal(hours), assignment })),
    back: byTag(
      partsOf({
        amount: -fixed(String(back.managed_amount)),
        hours: null,
        assignment: back.custom_tag_assignment as TagAssignment,
      }),
    ),
  };
};

const allocated = (unit: TagAssignment['unit'], value: fc.Arbitrary<string>): fc.Arbitrary<TagAssignment> =>
  fc.record({
    unit: fc.constant(unit),
    is_component_locked: fc.constant(false),
    tag_allocations: fc.array(
      fc.record({ tags: fc.constantFrom('a', 'b', 'c', 'd').map((tag) => [`tag_${tag}`]), value }),
      { minLength: 1, maxLength: 7 },
    ),
  });
const assignment = fc.oneof(
  allocated('percentage', decimals(14_000_000, 6)),
  allocated('hours', decimals(40_000_000, 6)),
  allocated('amount', decimals(40_000_00, 2)),
);

test('what is taken back as a whole is taken off each tag as it was booked, to the cent', () => {
  fc.assert(
    fc.property(decimals(499_999_99, 2), decimals(100_000_000, 6), assignment, (amount, hours, of) => {
      const { booked, back } = bookedAndTakenBack(amount, hours, of);
      expect(back).toEqual(booked);
    }),
    { numRuns: 2_000 },
  );
});

// In percent to six places the shares of these hours come to a cent more on one tag, and less on the other.
test('also where a percentage of six places would book a cent elsewhere', () => {
  const hours = ['10.402945', '19.378798', '9.046065', '30.325451'];
  const { booked, back } = bookedAndTakenBack('156785.93', '0', {
    ...{ unit: 'hours', is_component_locked: false },
    tag_allocations: hours.map((value, at) => ({ tags: [at === 2 ? 'tag_b' : 'tag_a'], value })),
  });
  expect(back).toEqual(booked);
  expect(booked).toEqual({ tag_a: '136276.48', tag_b: '20509.45' });
});
