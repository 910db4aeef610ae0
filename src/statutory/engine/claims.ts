import type { Fixed } from '../../values/fixed.ts';
import { roundToCent, timesRatio } from '../../values/fixed.ts';
import type { BasicAmount, Bracket, TaxTable } from '../editions/edition.ts';
import type { Claim } from '../editions/figures.ts';

/**
 * The basic personal amount for an annual income. A shrinking one falls in a straight line between its bounds; the
 * slope is not rounded, the amount is, half up to the cent.
 *
 * @param income A, and NI = A + HD
 * @param federal the federal basic amount, for where it is claimed again (Yukon)
 */
const basicAmount = (basic: BasicAmount, income: { a: Fixed; ni: Fixed }, federal: BasicAmount): Fixed => {
  if (basic.type === 'flat') return basic.amount;
  if (basic.type === 'federal') return basicAmount(federal, income, federal);
  const measure = basic.measured_by === 'A' ? income.a : income.ni;
  if (measure <= basic.from) return basic.max;
  if (measure >= basic.to) return basic.min;
  return roundToCent(basic.max - timesRatio(measure - basic.from, basic.max - basic.min, basic.to - basic.from));
};

/**
 * A form's amount where the basic amount changed within the year: forms from before it need not be filled again, so the
 * basic amount in what they state gives way to the new one. What is exactly the former basic amount is from such a
 * form.
 */
const withReplacedBasic = ({ amount, stated }: Claim & { kind: 'amount' }, table: TaxTable): Fixed => {
  const { replaced_basic: replaced, basic } = table;
  if (!replaced || basic.type !== 'flat') return amount;
  const isFromBefore = stated !== null && stated < replaced.before && amount > replaced.amount;
  return isFromBefore || amount === replaced.amount ? amount - replaced.amount + basic.amount : amount;
};

/**
 * TC or TCP. The amount of a form is used as it is. A code above 1 stands for the middle of its range: the
 * ranges follow each other in steps from the employee's own basic amount, so that they move with it.
 */
export const claimAmount = (
  claim: Claim,
  table: TaxTable,
  step: Fixed | null,
  income: { a: Fixed; ni: Fixed },
  federal: BasicAmount,
): Fixed => {
  if (claim.kind === 'amount') return withReplacedBasic(claim, table);
  if (claim.kind === 'exempt' || (claim.kind === 'code' && claim.code === 0)) return 0n;
  const basic = basicAmount(table.basic, income, federal);
  if (claim.kind === 'basic' || claim.code === 1) return basic;
  if (step === null) throw new RangeError(`the claim codes above 1 of ${table.mark.subject} are not known`);
  return basic + (step * BigInt(2 * claim.code - 3)) / 2n;
};

/** The row of an annual income: the last one whose threshold it has reached. */
export const bracketAt = (brackets: readonly Bracket[], income: Fixed): Bracket => {
  let found = brackets[0]!;
  for (const bracket of brackets) {
    if (bracket.over > income) break;
    found = bracket;
  }
  return found;
};

/** The row of an annual income where a threshold itself still belongs to the row below it (TP-1015.F). */
export const bracketAbove = (brackets: readonly Bracket[], income: Fixed): Bracket => {
  let found = brackets[0]!;
  for (const bracket of brackets) {
    if (bracket.over >= income && bracket.over !== 0n) break;
    found = bracket;
  }
  return found;
};
