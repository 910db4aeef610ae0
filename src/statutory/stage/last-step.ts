import { STATUTORY_RULES } from '../../calculation/model/explanation.ts';
import type { Step } from '../../calculation/model/types.ts';
import { type Fixed, fixed, toText } from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import { employerMost } from '../engine/contributions.ts';

/**
 * The last step of a line's explanation, where the steps of the law do not end with the amount of the line: tax of
 * several kinds of pay, and the employer's premiums, which have no steps of their own.
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

/** The figure that says what the bounds of the year change: no more comes back than was withheld in it. */
export const BOUND = 'bound_of_the_year';

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

/** The same for the tax of work that is exempt from it: the exemption takes off what is left of the steps. */
export const exemptionStep = (
  steps: readonly Step[],
  amount: Fixed,
  more: Figures,
  outcomes: readonly string[],
): Step[] => {
  let left = amount;
  for (const { name, value } of steps) if (outcomes.includes(name)) left -= fixed(value);
  for (const figure of Object.values(more)) left -= figure;
  return sumStep(steps, amount, { ...more, exemption: left }, outcomes);
};

/** What changes a premium beyond its own formula. */
interface Beside {
  earlier: Fixed;
  bound: Fixed;
}
const besideOf = ({ earlier, bound }: Beside): Figures => ({
  [EARLIER]: earlier,
  ...(bound === 0n ? {} : { [BOUND]: bound }),
});

/** @param EI the employee's premium that the multiplier is of */
export const employerEiStep = (amount: Fixed, EI: Fixed, figures: PayFigures, beside: Beside): Step => {
  const maximum = employerMost(figures);
  const bound: Figures = maximum === null ? {} : { maximum, premiums_so_far: figures.ytd.ei_employer ?? 0n };
  return stepOf(
    'employer_ei',
    amount,
    shown({ EI, multiplier: figures.ei_employer_multiplier, ...bound, ...besideOf(beside) }),
  );
};

/** The step that gives the employer's premium of QPIP. */
export const employerQpipStep = (
  amount: Fixed,
  { rate, maximum }: { rate: Fixed; maximum: Fixed },
  earnings: string,
  beside: Beside,
): Step => stepOf('employer_qpip', amount, { ...shown({ rate, maximum, ...besideOf(beside) }), earnings });

/** What an explanation is of: a line, or lines of one agency. */
export type Subject =
  | 'pension'
  | 'second'
  | 'ei'
  | 'qpip'
  | 'federal'
  | 'provincial'
  | 'territorial'
  | 'health'
  | 'compensation'
  | 'standards'
  | 'skills';

const PROVINCIAL = [
  ...['TCP', 'K1P', 'K2P', 'K4P', 'K5P', 'T4', 'V1', 'V2', 'S', 'T2', 'provincial tax', 'TB provincial'],
  ...['H', 'H2', 'CSA', 'I', 'I1', 'Y', 'Y1', 'Y2', 'Quebec tax', 'Quebec tax on B', 'Quebec tax on lump sum'],
] as const;

/** Which line a step explains; all others explain federal tax. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  C: 'pension',
  C2: 'second',
  EI: 'ei',
  QPIP: 'qpip',
  'territorial payroll tax': 'territorial',
  'annual remuneration': 'health',
  'employer health tax': 'health',
  'workers compensation': 'compensation',
  'labour standards': 'standards',
  'skills fund': 'skills',
  ...Object.fromEntries(PROVINCIAL.map((name) => [name, 'provincial' as const])),
};

/** What has another name with and without B explains the same. */
export const subjectOf = (name: string): Subject => {
  const known = SUBJECTS[name];
  if (known !== undefined) return known;
  const end = name.endsWith(WITH) ? WITH.length : name.endsWith(WITHOUT) ? WITHOUT.length : 0;
  return (end > 0 ? SUBJECTS[name.slice(0, -end)] : undefined) ?? 'federal';
};
const [WITH, WITHOUT] = [' (with B)', ' (without B)'];
