import { type Decimal, ZERO } from '../../values/money.ts';

/** Whether pay of two provinces of employment goes to the same pension plan: Quebec has one of its own. */
export const isSamePlan = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one === 'QC') === (other === 'QC');

/** CPP contributions, the employer's too: those given back in Quebec were paid elsewhere, to the same plan and agency. */
const OF_CPP: ReadonlySet<string> = new Set(['16', '16A', '27', '27A']);

/** A T4 of several that a person has from one employer under one account. */
interface OfProvince {
  of: string;
  boxes: ReadonlyMap<string, Decimal>;
}

/** What of a slip stands on another one, box by box. */
export interface Moved {
  /** By box: the provinces from which something was taken off it. */
  taken_off: ReadonlyMap<string, ReadonlySet<string>>;
  /** Boxes that are taken off another slip instead. */
  given: ReadonlySet<string>;
}

export const NOTHING_MOVED: Moved = { taken_off: new Map(), given: new Set() };

/**
 * Slips hold no amounts below 0. A box that came below it in one province, since something is taken back there that was
 * paid in another one, is taken off that of where it has the most. Where no box has as much it stays.
 *
 * @param slips the T4s of one person from one employer under one account
 * @returns in the same order, without those that nothing is left of
 */
export const takenOffWherePaid = <S extends OfProvince>(slips: readonly S[]): (S & Moved)[] => {
  const all = slips.map((slip) => {
    const taken_off = new Map<string, Set<string>>();
    return { slip, boxes: new Map(slip.boxes), taken_off, given: new Set<string>() };
  });
  for (const one of all)
    for (const [box, amount] of [...one.boxes]) {
      if (amount.gte(ZERO)) continue;
      const amountOf = ({ boxes }: (typeof all)[number]): Decimal => boxes.get(box) ?? ZERO;
      const [most] = all
        .filter((other) => other !== one && (OF_CPP.has(box) || isSamePlan(other.slip.of, one.slip.of)))
        .sort((a, b) => amountOf(b).cmp(amountOf(a)));
      const left = most && amountOf(most).plus(amount);
      if (!left || left.lt(ZERO)) continue;
      one.boxes.delete(box);
      one.given.add(box);
      if (left.eq(ZERO)) most.boxes.delete(box);
      else most.boxes.set(box, left);
      most.taken_off.set(box, new Set([...(most.taken_off.get(box) ?? []), one.slip.of]));
    }
  return all
    .map(({ slip, boxes, taken_off, given }) => ({ ...slip, boxes, taken_off, given }))
    .filter(({ boxes }) => boxes.size > 0);
};
