/**
 * Stage 4, vacation pay: what accrues on each line, and the line that pays it out where the method is per period.
 *
 * The setting in force on the pay date gives percentage and method; an override of a line item type takes the place of
 * both, also for a type on which vacation pay would not accrue by law. A figure that the caller gave for a line is
 * kept. The accrual of each line is rounded to the cent. It is before benefits so that a benefit in percent of all
 * earnings sees the vacation pay that is paid.
 */
import type { Decimal } from '../../values/money.ts';
import { decimal, roundToCent, toText, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { lineRecords, NO_STEPS, step } from '../model/explanation.ts';
import type { VacationPaySettingFacts } from '../model/facts.ts';
import { type VacationPayRate, vacationPayRateOf, vacationPaySettingInForce } from '../model/in-force.ts';
import type { Figured } from '../model/lines.ts';
import { amountOf, isMoney, managedLine, waitingEarnings } from '../model/lines.ts';
import type { Line, Step, VacationPayFigures } from '../model/types.ts';

/** Earnings that pay accrued vacation pay and so lower its balance. */
export const VACATION_PAYMENTS: ReadonlySet<string> = new Set([
  'vacation_pay',
  'vacation_pay_employee_terminated',
  'vacation_pay_no_time_taken',
  'vacation_pay_time_taken',
]);

const VACATION_LINE = 'vacation_pay';
const TITLE = { title: 'Vacation pay', title_translations: { en: 'Vacation pay', fr: 'Indemnité de vacances' } };

/** How what accrues on a line came about; nothing of a line on which nothing accrues. */
const accrualSteps = (
  context: Context,
  setting: VacationPaySettingFacts | null,
  { line, amount }: Figured,
  rate: VacationPayRate | null,
  accrued: Decimal,
): readonly Step[] => {
  if (line.custom_accrued_vacation_pay !== null) return step(context, 'custom_accrued_vacation_pay', accrued, {});
  if (!rate || !setting) return NO_STEPS;
  const { percentage, method } = rate;
  return step(context, 'accrued_vacation_pay', accrued, { amount, percentage, method }, () => [
    { object: 'vacation_pay_setting', id: setting.id },
  ]);
};

const withAccrual = (item: Figured, accrued: Decimal, steps: Figured['steps']): Figured => {
  const text = toText(accrued);
  const line = item.line.accrued_vacation_pay === text ? item.line : { ...item.line, accrued_vacation_pay: text };
  return { ...item, line, steps: steps.length === 0 ? item.steps : [...item.steps, ...steps] };
};

/** What accrues on a line: by its rate, unless the caller gave a figure. */
const accrualOf = (
  context: Context,
  setting: VacationPaySettingFacts | null,
  item: Figured,
): { rate: VacationPayRate | null; accrued: Decimal } => {
  const given = item.line.custom_accrued_vacation_pay;
  const { province, effects } = context;
  const rate = setting && isMoney(item.line) ? vacationPayRateOf(setting, item.line, province, effects) : null;
  const counted = rate ? roundToCent(item.amount.times(rate.percentage).div(100)) : ZERO;
  return { rate, accrued: given === null ? counted : decimal(given) };
};

/**
 * The lines of the stages before, each with what accrues on it, and after them the line that pays vacation pay each
 * period, if the setting says so.
 */
export const vacationPay = (context: Context, lines: readonly Figured[]): Figured[] => {
  const setting = vacationPaySettingInForce(context.facts);
  const paidNow: Figured[] = [];
  let toPay = ZERO;
  const result = lines.map((item) => {
    const { rate, accrued } = accrualOf(context, setting, item);
    if (rate?.method === 'per_period' && !accrued.eq(0)) {
      paidNow.push(item);
      toPay = toPay.plus(accrued);
    }
    return withAccrual(item, accrued, accrualSteps(context, setting, item, rate, accrued));
  });
  const paysEachPeriod =
    setting !== null &&
    (setting.vacation_pay_method === 'per_period' || setting.overrides.some(({ method }) => method === 'per_period'));
  if (context.waits) return [...result, ...waitingEarnings(context, VACATION_LINE)];
  if (!paysEachPeriod || !context.populates) return result;
  const payment = managedLine(context, {
    kind: 'earning',
    type: 'vacation_pay',
    key: VACATION_LINE,
    recurrence: null,
    item: TITLE,
    amount: toPay,
    steps: step(context, 'vacation_pay', toPay, {}, () => lineRecords(paidNow)),
  });
  return [...result, payment];
};

/**
 * What the lines of a stub do to accrued vacation pay. The balance grows by what accrued and what was adjusted and
 * falls by what was paid.
 */
export const vacationPayOf = (lines: Iterable<Line>): VacationPayFigures => {
  let accrued = ZERO;
  let paid = ZERO;
  let adjusted = ZERO;
  for (const line of lines) {
    accrued = accrued.plus(line.accrued_vacation_pay);
    if (line.kind !== 'earning') continue;
    if (VACATION_PAYMENTS.has(line.type)) paid = paid.plus(amountOf(line));
    else if (!isMoney(line)) adjusted = adjusted.plus(amountOf(line));
  }
  return { accrued: toText(accrued), paid: toText(paid), adjusted: toText(adjusted) };
};
