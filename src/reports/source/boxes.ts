import { formBoxesOf, type SlipName, slipBoxes } from '../../statutory/editions/line-item-types.ts';
import { type Decimal, roundToDollar, ZERO } from '../../values/money.ts';
import { toldSum } from './ceilings.ts';
import type { PaidPerson } from './people.ts';
import { baseSum, Tally } from './tally.ts';

/**
 * What stubs come to in the boxes of slips. Which boxes an amount goes to, the types of line items say
 * (src/calculation/types, and the treatments that they name), never here.
 */

/** What a slip is made of: a person's sums with an employer. */
export type SlipSums = Pick<PaidPerson, 'sums' | 'of' | 'payee'>;

/** Kind and type of a name of a sum of lines; undefined of other sums. */
const kindAndType = (name: string): [kind: string, type: string] | undefined => {
  const slash = name.indexOf('/');
  const kind = name.slice(0, slash);
  return slash === -1 || kind === 'base' ? undefined : [kind, name.slice(slash + 1)];
};

/** The box of income tax. Federal tax is on a person's T4 or T4A, and not on both. */
export const TAX = { t4: '22', t4a: '022', rl1: 'E' } as const;

/** The boxes of income of a slip whose tax may be on another one. */
const INCOME: Readonly<Record<'t4' | 'rl1', readonly string[]>> = { t4: ['14', '66', '67'], rl1: ['A', 'O'] };

/** The pension adjustment is told in dollars only (CRA, guide RC4120, box 52). */
const IN_DOLLARS = '52';

/** Boxes of one form, by their names, before what depends on the form's other boxes. */
const sumsByBox = (slip: SlipName, { sums, of: province, payee }: SlipSums): Tally => {
  const boxes = new Tally();
  for (const name of sums.names()) {
    const found = kindAndType(name);
    if (!found) continue;
    for (const box of formBoxesOf(...found, { payee: payee.kind, province })[slip] ?? []) boxes.add(box, sums.at(name));
  }
  return boxes;
};

/**
 * Types of earnings that a contractor was paid and that are on no slip: what ends an employment has boxes on a T4 and
 * an RL-1, which contractors do not get.
 */
export const onNoSlip = ({ sums, of: province, payee }: SlipSums): string[] =>
  payee.kind !== 'contractor'
    ? []
    : sums.names().flatMap((name) => {
        const [kind, type = ''] = kindAndType(name) ?? [];
        if (kind !== 'earning' || sums.at(name).eq(ZERO)) return [];
        const isTold = formBoxesOf(kind, type, { payee: 'employee', province }).t4 !== undefined;
        return isTold && formBoxesOf(kind, type, { payee: 'contractor', province }).t4a === undefined ? [type] : [];
      });

/** Whether a slip shows anything but tax, and what goes with it. */
const hasIncome = (slip: SlipName, person: SlipSums): boolean => {
  const boxes = sumsByBox(slip, person);
  const income = slip === 't4a' ? boxes.names().filter((box) => box !== TAX.t4a) : INCOME[slip];
  return income.some((box) => !boxes.at(box).eq(ZERO));
};

/** Whether the tax of a person is on the T4A: where the T4 has no income, and the T4A has. */
const isTaxOfT4a = (person: SlipSums): boolean => !hasIncome('t4', person) && hasIncome('t4a', person);

/** The box of pensions on a T4A. */
const PENSION = '016';

/** Boxes of a T4A that are no income beside a pension. */
const WITH_PENSION: readonly string[] = [PENSION, TAX.t4a];

/**
 * Whether the Quebec tax of a person is on the RL-1. That of a pension and nothing else is not: an RL-2 has both, with
 * the tax in its box J.
 */
const isTaxOfRl1 = (person: SlipSums): boolean => {
  if (hasIncome('rl1', person)) return true;
  const told = sumsByBox('t4a', person);
  const hasOthers = told.names().some((box) => !WITH_PENSION.includes(box) && !told.at(box).eq(ZERO));
  return hasOthers || told.at(PENSION).eq(ZERO);
};

/** Whether a slip has the tax of a person. A T4 and a T4A have it from the same lines. */
export const hasTax = (slip: SlipName, person: SlipSums): boolean =>
  slip === 'rl1' ? isTaxOfRl1(person) : isTaxOfT4a(person) === (slip === 't4a');

/**
 * What a slip comes to by box; boxes that come to 0 are not there.
 *
 * @param slip `t4`, `t4a` or `rl1`
 */
export const boxesOf = (slip: SlipName, person: SlipSums): Map<string, Decimal> => {
  const { sums } = person;
  const boxes = sumsByBox(slip, person);
  for (const [name, { boxes: of }] of Object.entries(slipBoxes().sums))
    for (const box of of[slip] ?? []) boxes.add(box, sums.at(toldSum(name)));
  const found = new Map(boxes.names().map((box) => [box, boxes.at(box)]));
  if (slip !== 't4a') moveExempt(found, slip, sums);
  if (!hasTax(slip, person)) found.delete(TAX[slip]);
  const adjustment = found.get(IN_DOLLARS);
  if (adjustment) found.set(IN_DOLLARS, roundToDollar(adjustment));
  for (const [box, amount] of found) if (amount.eq(ZERO)) found.delete(box);
  return found;
};

/**
 * Boxes of what one slip shows together, where its tax depends on what is beside it in each province: a T4A of somebody
 * who earned in several.
 */
export const mergeBoxes = (
  some: ReadonlyMap<string, Decimal>,
  others: ReadonlyMap<string, Decimal>,
): ReadonlyMap<string, Decimal> => {
  const merged = new Map(some);
  for (const [box, amount] of others) merged.set(box, (merged.get(box) ?? ZERO).plus(amount));
  for (const [box, amount] of merged) if (amount.eq(ZERO)) merged.delete(box);
  return merged;
};

/** What is exempt of a box is in others. */
const moveExempt = (boxes: Map<string, Decimal>, slip: 't4' | 'rl1', sums: Tally): void => {
  const add = (box: string, amount: Decimal) => boxes.set(box, (boxes.get(box) ?? ZERO).plus(amount));
  for (const { sum, box, to, stays } of slipBoxes().exempt[slip]) {
    const exempt = sums.at(baseSum(sum));
    if (exempt.eq(ZERO)) continue;
    if (!stays) add(box, exempt.neg());
    for (const other of to) add(other, exempt);
  }
};
