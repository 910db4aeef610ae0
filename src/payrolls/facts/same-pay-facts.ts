import type { StubFacts } from '../../calculation/model/types.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { type Counted, countedBy, type SamePay } from '../../pay-records/same-pay.ts';
import { sumsOf } from '../../pay-records/year-to-date.ts';

/** What a stub's calculation uses of the other stubs of its pay, and what a closing keeps of that. */
export type SamePayFacts = Pick<StubFacts, 'same_pay_date' | 'same_pay_place'> & { counted: Counted[] };

/** Whether nothing was calculated on a stub: it holds what an earlier provider paid. */
export const isOfEarlierProvider = ({ has_taxes_calculated }: RecordOf<'pay_stub'>): boolean =>
  has_taxes_calculated === false;

/**
 * Stubs of the same date that are one pay with a stub. On a historical payroll nothing was calculated: it holds what was
 * paid before, on whatever date it is.
 */
export const samePayFacts = ({ earlier, before, displaced }: SamePay): SamePayFacts => {
  const isCalculated = (stub: RecordOf<'pay_stub'>): boolean => !isOfEarlierProvider(stub);
  const calculated = earlier.filter(isCalculated);
  const counted = countedBy(before.filter(isCalculated));
  const isAtPlace =
    displaced.length === 0 && before.length === earlier.length && before.every((one) => earlier.includes(one));
  return {
    ...(calculated.length > 0 ? { same_pay_date: sumsOf(calculated) } : {}),
    ...(isAtPlace
      ? {}
      : {
          same_pay_place: {
            before: sumsOf(counted).bases,
            displaced: displaced.map(({ stub, was, is, is_behind }) => ({
              stub: sumsOf([stub]).bases,
              was: sumsOf(was.map((bases) => ({ bases }))).bases,
              is: sumsOf(is.map((bases) => ({ bases }))).bases,
              is_behind,
            })),
          },
        }),
    counted,
  };
};
