import { STATUTORY_RULES } from '../../calculation/model/explanation.ts';
import type { Step } from '../../calculation/model/types.ts';
import { type Fixed, fixed, toText } from '../../values/fixed.ts';

/**
 * The last step of a line's explanation, where the steps of the law do not end with the amount of the line: tax of several
 * kinds of pay, and the employer's premiums, which have no steps of their own.
 */
type Figures = Readonly<Record<string, Fixed>>;

const stepOf = (name: keyof typeof STATUTORY_RULES, value: Fixed, figures: Readonly<Record<string, string>>): Step => ({
  name,
  formula: STATUTORY_RULES[name].formula,
  value: toText(value),
  figures,
});

const shown = (figures: Figures): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, toText(figure)]));

/** The figure that says what earlier pay stubs of the pay date bore. */
export const EARLIER = 'earlier_pay_stubs_of_the_date';

/**
 * @param outcomes names of the steps whose values the amount is the sum of; default the last one
 * @param more what is added to them, and taken off
 * @returns nothing where the last step says the amount, or where the figures do not come to it
 */
export const sumStep = (
  steps: readonly Step[],
  amount: Fixed,
  more: Figures,
  outcomes: readonly string[] = [steps.at(-1)?.name ?? ''],
): Step[] => {
  const last = steps.at(-1);
  if (!last || last.value === toText(amount)) return [];
  const parts = steps.filter(({ name }) => outcomes.includes(name));
  const added = Object.entries(more).filter(([, figure]) => figure !== 0n);
  let sum = 0n;
  for (const { value } of parts) sum += fixed(value);
  for (const [, figure] of added) sum += figure;
  if (sum !== amount) return [];
  const figures = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
  return [stepOf('statutory_amount', amount, { ...figures, ...shown(Object.fromEntries(added)) })];
};

/** @param EI the employee's premium that the multiplier is of */
export const employerEiStep = (amount: Fixed, EI: Fixed, multiplier: Fixed, earlier: Fixed): Step =>
  stepOf('employer_ei', amount, shown({ EI, multiplier, [EARLIER]: earlier }));

export const employerQpipStep = (
  amount: Fixed,
  { rate, maximum }: { rate: Fixed; maximum: Fixed },
  earnings: string,
  earlier: Fixed,
): Step => stepOf('employer_qpip', amount, { ...shown({ rate, maximum, [EARLIER]: earlier }), earnings });
