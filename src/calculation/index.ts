export { MAX_ENTERED, MAX_MANAGED } from './model/context.ts';
export { hasFigures } from './model/entries.ts';
export type * from './model/facts.ts';
export {
  FAMILIES,
  kindsOf,
  LINE_KINDS,
  PAID_KINDS,
  type Part,
  partOf,
  RECURRENCES,
  RECURRING_KINDS,
  REMITTED_KINDS,
  type RecurringKind,
  type Side,
} from './model/families.ts';
export { isInForce, replacementOf } from './model/in-force.ts';
export { amountOf, hoursOf, isHandMade, isMoney } from './model/lines.ts';
export type * from './model/ports.ts';
export { selectedPlaces } from './model/recurrence.ts';
export type * from './model/types.ts';
export { RATE_NOT_IN_FORCE, TOO_MANY_ITEMS } from './model/warnings.ts';
export { calculateStub } from './pipeline.ts';
export { hourlyRate, payOfHours } from './stages/earnings.ts';
export { earningsWith } from './stages/holiday-pay.ts';
export { WEEKS_PER_YEAR, workingDays } from './stages/salaries.ts';
export { amountsByType } from './stages/totals.ts';
export { VACATION_PAYMENTS, vacationPayOf } from './stages/vacation-pay.ts';
