import type { FormValues } from '../model/form-type.ts';
import { MOST_HOLIDAYS, MOST_MONIES, MOST_PERIODS, placesOf } from '../model/roe-codes.ts';
import type { RoeContent } from './content.ts';

/**
 * One set of values for each place of a block, in their order. Places that nothing is for are blank: the form may have
 * been filled before, from other days, and keeps what no value takes the place of.
 */
const placed = <T>(
  most: number,
  items: readonly T[],
  valuesOf: (n: number, item: T | undefined) => FormValues,
): FormValues => Object.fromEntries(placesOf(most).flatMap((n) => Object.entries(valuesOf(n, items[n - 1]))));

/** Block 15C: insurable earnings of each period. */
export const periodValues = ({ insurable_earnings }: RoeContent): FormValues =>
  placed(MOST_PERIODS, insurable_earnings, (n, amount) => ({ [`pp${n}_insurable_earnings`]: amount ?? null }));

/** Block 17: what is paid because of the separation, or falls behind it. */
export const separationValues = (content: RoeContent): FormValues => ({
  block_17a_vacation_pay_code: content.vacation_pay?.code ?? null,
  block_17a_vacation_pay_start_date: content.vacation_pay?.start ?? null,
  block_17a_vacation_pay_end_date: content.vacation_pay?.end ?? null,
  block_17a_vacation_pay_amount: content.vacation_pay?.amount ?? null,
  ...placed(MOST_HOLIDAYS, content.holidays, (n, holiday) => ({
    [`block_17b_holiday_${n}_date`]: holiday?.date ?? null,
    [`block_17b_holiday_${n}_amount`]: holiday?.amount ?? null,
  })),
  ...placed(MOST_MONIES, content.other_monies, (n, money) => ({
    [`block_17c_other_monies_${n}_code`]: money?.code ?? null,
    [`block_17c_other_monies_${n}_amount`]: money?.amount ?? null,
    // Its days are entered by hand, and go with it.
    ...(money
      ? {}
      : { [`block_17c_other_monies_${n}_start_date`]: null, [`block_17c_other_monies_${n}_end_date`]: null }),
  })),
  // What has no room in block 17 is not left out: block 18 says it.
  ...(content.unreported.length > 0 ? { [COMMENTS]: comments(content.unreported) } : {}),
});

const COMMENTS = 'block_18_comments';
/** A comment that a population made, and nobody has written anything to. */
const MADE = /^17[ABC]( [A-Z\d-]+)? \d+(\.\d+)?(; 17[ABC]( [A-Z\d-]+)? \d+(\.\d+)?)*$/;
/** A place that values of a population name, whatever is in it. */
const LAST_PLACE = `pp${MOST_PERIODS}_insurable_earnings`;

/**
 * What goes of a form's comments with values of a population that has none: those of a population before it. Comments
 * that somebody entered stay.
 */
export const withoutEarlierComments = (before: FormValues | undefined, given: FormValues): FormValues =>
  LAST_PLACE in given && !(COMMENTS in given) && MADE.test(String(before?.[COMMENTS] ?? ''))
    ? { [COMMENTS]: null }
    : {};

const comments = (unreported: RoeContent['unreported']): string =>
  unreported
    .map(({ block, code, amount }) => [block, code, amount].filter((part) => part !== null).join(' '))
    .join('; ');
