/** Tags of an amount that is based on other amounts: in proportion to what those are spread over. */
import { allocate, atLeastZero, type Decimal, decimal, sum, toText, ZERO } from '../../values/money.ts';
import type { Amount, TagAssignment, TagShare } from './types.ts';

/** Most allocations of one assignment, as callers may give. */
const MAX_ALLOCATIONS = 100;

/**
 * How a line is spread over tags; what is missing of 1 follows the default. Where more is allocated than there is, the
 * shares are in proportion.
 */
export const tagSharesOf = (
  assignment: TagAssignment | null,
  { amount, hours }: { amount: Amount; hours: Amount | null },
): readonly TagShare[] => {
  if (assignment === null) return [];
  const { unit, tag_allocations } = assignment;
  const whole = unit === 'percentage' ? decimal(100) : decimal(unit === 'hours' ? (hours ?? ZERO) : amount).abs();
  const allocated = sum(tag_allocations.map(({ value }) => value));
  const total = allocated.plus(atLeastZero(whole.minus(allocated)));
  if (total.eq(0)) return [];
  return tag_allocations.map(({ tags, value }) => ({ tags, share: toText(decimal(value).div(total)) }));
};

/** An amount, and how it is spread over tags. */
export interface Spread {
  amount: Amount;
  shares: readonly TagShare[];
}

/**
 * The tags of what some amounts are the basis of: to each tag what of all of them goes to it, in percent to two places;
 * null where nothing of them is tagged. What is below 0 counts as nothing. Of more tags than an assignment holds the
 * largest are kept, and the rest follows the default.
 */
export const blendedTags = (basis: Iterable<Spread>): TagAssignment | null => {
  const byTags = new Map<string, { tags: readonly string[]; amount: Decimal }>();
  let untagged = ZERO;
  for (const { amount, shares } of basis) {
    const whole = atLeastZero(decimal(amount));
    let left = whole;
    for (const { tags, share } of shares) {
      const part = whole.times(share);
      const key = [...tags].sort().join(' ');
      byTags.set(key, { tags, amount: part.plus(byTags.get(key)?.amount ?? ZERO) });
      left = left.minus(part);
    }
    untagged = untagged.plus(atLeastZero(left));
  }
  const largest = [...byTags.values()].filter(({ amount }) => amount.gt(0)).sort((a, b) => b.amount.cmp(a.amount));
  const kept = largest.slice(0, MAX_ALLOCATIONS);
  if (kept.length === 0) return null;
  const rest = sum(largest.slice(MAX_ALLOCATIONS).map(({ amount }) => amount)).plus(untagged);
  const percents = allocate(100, [...kept.map(({ amount }) => amount), rest]);
  const tag_allocations = kept.flatMap(({ tags }, at) =>
    percents[at]!.eq(0) ? [] : [{ tags: [...tags], value: toText(percents[at]!) }],
  );
  return { unit: 'percentage', is_component_locked: false, tag_allocations };
};
