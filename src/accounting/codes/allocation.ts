import type { TagAssignment } from '../../calculation/model/types.ts';
import { type Fixed, fixed, toText } from '../../values/fixed.ts';
import { allocate, atLeastZero, type Decimal, decimal, isZero, sum, ZERO } from '../../values/money.ts';

/** What of an amount goes to some tags; to none, where it follows the default. */
export interface Part {
  tags: readonly string[];
  amount: Fixed;
}

/** An amount with what it is spread by. */
export interface Allocated {
  /** Dollars, whole cents, of either sign. */
  amount: Fixed;
  /** Null where it has none. */
  hours: Decimal | null;
  assignment: TagAssignment | null;
}

const NO_TAGS: readonly string[] = [];

/** What the values of an assignment are parts of. */
const wholeOf = ({ amount, hours, assignment }: Allocated): Decimal => {
  if (assignment?.unit === 'percentage') return decimal(100);
  return (assignment?.unit === 'hours' ? (hours ?? ZERO) : decimal(toText(amount))).abs();
};

/**
 * Spreads an amount over the tags of its assignment, to the cent by largest remainder, so that the parts add up to it.
 * What is not allocated is a part without tags. Where more is allocated than there is (an amount that fell after it was
 * allocated), the parts are in proportion.
 */
export const partsOf = (line: Allocated): Part[] => {
  const { amount, assignment } = line;
  const whole = [{ tags: NO_TAGS, amount }];
  if (assignment === null || assignment.tag_allocations.length === 0 || amount === 0n) return whole;
  const values = assignment.tag_allocations.map(({ value }) => decimal(value));
  const rest = atLeastZero(wholeOf(line).minus(sum(values)));
  if (isZero(rest.plus(sum(values)))) return whole;
  return allocated(amount, [...values, rest], [...assignment.tag_allocations.map(({ tags }) => tags), NO_TAGS]);
};

/** The parts of an amount by weights, each with its tags, without those that come to nothing. */
const allocated = (amount: Fixed, weights: readonly Decimal[], tags: readonly (readonly string[])[]): Part[] =>
  allocate(toText(amount), weights)
    .map((part, i) => ({ tags: tags[i]!, amount: fixed(part) }))
    .filter((part) => part.amount !== 0n);

/** Amounts by the tags that they went to. Holds sums, never the parts. */
export interface Weights {
  add(part: Part): void;
  /** What was added, by tags. */
  parts(): Iterable<Part>;
  /**
   * Spreads an amount in proportion to what was added; without tags where nothing was, or where it came to nothing.
   * What is below 0 counts as nothing, unless all together is below 0: then only that counts, so that what a correction
   * gives back goes where the pay that it takes back was.
   */
  spread(amount: Fixed): Part[];
}

export const makeWeights = (): Weights => {
  const byTags = new Map<string, Part>();
  return {
    add: ({ tags, amount }) => {
      const key = tags.length < 2 ? (tags[0] ?? '') : tags.toSorted().join(' ');
      byTags.set(key, { tags, amount: amount + (byTags.get(key)?.amount ?? 0n) });
    },
    parts: () => byTags.values(),
    spread: (amount) => {
      const all = [...byTags.values()];
      const isBelow = all.reduce((total, part) => total + part.amount, 0n) < 0n;
      const parts = all
        .map(({ tags, amount }) => ({ tags, amount: isBelow ? -amount : amount }))
        .filter((part) => part.amount > 0n);
      if (parts.length === 0 || amount === 0n) return [{ tags: NO_TAGS, amount }];
      if (parts.length === 1) return [{ tags: parts[0]!.tags, amount }];
      return allocated(
        amount,
        parts.map((part) => decimal(toText(part.amount))),
        parts.map(({ tags }) => tags),
      );
    },
  };
};
