import { type CalendarDate, isWithin } from '../../values/dates.ts';
import type { Days, StubFacts, VacationPaySettingFacts } from './facts.ts';
import type { Line, TypeEffects } from './types.ts';

/** The days on which a pay rate or recurring item is in force; without an end where none is known. */
export interface Range {
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}

/** Whether something whose range may be open is in force on any day of the pay period. */
export const isInForce = ({ effective_from, effective_to }: Range, { period_start, period_end }: Days): boolean =>
  effective_from <= period_end && (effective_to === null || effective_to >= period_start);

const isBefore = (one: Range, other: Range): boolean =>
  one.effective_to !== null && one.effective_to < other.effective_from;

/** Its day that is nearest to a period in which it is not in force. */
const nearestDay = ({ effective_from, effective_to }: Range, { period_start }: Days): CalendarDate =>
  effective_to !== null && effective_to < period_start ? effective_to : effective_from;

/**
 * The pay rate that is in force in a period in place of one that is not: the only one of its type that was never in
 * force beside it, as a raise is. Undefined where there is none, or where several might be meant. So it is where another
 * rate that was in force beside it is not any more: of two jobs that get a raise on one day, the first new rate would
 * take the hours of both.
 *
 * @param rates all of the work assignment, the one itself may be among them
 */
export const replacementOf = <R extends Range & { id: string; type: unknown }>(
  rate: R,
  rates: readonly R[],
  period: Days,
): R | undefined => {
  const day = nearestDay(rate, period);
  const others = rates.filter(({ id, type }) => id !== rate.id && type === rate.type);
  const wentWithIt = others.some(
    (other) => !isInForce(other, period) && isWithin(day, other.effective_from, other.effective_to),
  );
  if (wentWithIt) return undefined;
  const behind = others.filter((other) => isInForce(other, period) && (isBefore(other, rate) || isBefore(rate, other)));
  return behind.length === 1 ? behind[0] : undefined;
};

/** What says how vacation pay accrues on a pay. */
type SettingFacts = Pick<StubFacts, 'work_assignment' | 'vacation_pay_settings'> & {
  payroll: Pick<StubFacts['payroll'], 'pay_date'>;
};

/** The setting in force on the pay date. Of an employee: a contractor has none. */
export const vacationPaySettingInForce = ({
  work_assignment,
  vacation_pay_settings: settings,
  payroll: { pay_date },
}: SettingFacts): VacationPaySettingFacts | null =>
  (work_assignment.payee === 'employee' &&
    settings.find(({ effective_from, effective_to }) => isWithin(pay_date, effective_from, effective_to))) ||
  null;

type TypeOfLine = Pick<Line, 'kind' | 'type'>;

/** At what percentage vacation pay accrues on lines of a type, and how it is paid. */
export type VacationPayRate = Pick<VacationPaySettingFacts['overrides'][number], 'percentage' | 'method'>;

/**
 * The rate of a setting for a type of line: what it says of the type apart, also where vacation pay would not accrue by
 * law; null where it does not accrue.
 *
 * @param province of employment
 */
export const vacationPayRateOf = (
  setting: VacationPaySettingFacts,
  { kind, type }: TypeOfLine,
  province: string | null,
  { isVacationable }: Pick<TypeEffects, 'isVacationable'>,
): VacationPayRate | null => {
  const override = setting.overrides.find((one) => one.type === kind && one.subtype === type);
  if (override) return override;
  if (!isVacationable(kind, type, province)) return null;
  return { percentage: setting.percentage, method: setting.vacation_pay_method };
};

/**
 * Whether what accrues on lines of a type is paid with them, by what is in force on the pay date: not what is kept for
 * later, nor what was entered on a line of which nothing accrues.
 */
export const isPaidEachPeriod = (
  facts: SettingFacts,
  line: TypeOfLine,
  province: string | null,
  effects: Pick<TypeEffects, 'isVacationable'>,
): boolean => {
  const setting = vacationPaySettingInForce(facts);
  return setting !== null && vacationPayRateOf(setting, line, province, effects)?.method === 'per_period';
};
