import type { PayrollFacts, StubFacts } from '../../calculation/model/facts.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { type Counted, countedBy, type SamePay } from '../../pay-records/same-pay.ts';
import { sumsOf } from '../../pay-records/year-to-date.ts';
import { frequenciesOf } from './payroll-facts.ts';

/** What a stub's calculation uses of the other stubs of its pay, and what a closing keeps of that. */
export type SamePayFacts = Pick<StubFacts, 'same_pay_date' | 'same_pay_place' | 'earlier_provider'> & {
  counted: Counted[];
};

/** Whether nothing was calculated on a stub: it holds what an earlier provider paid. */
export const isOfEarlierProvider = ({ has_taxes_calculated }: RecordOf<'pay_stub'>): boolean =>
  has_taxes_calculated === false;

/**
 * The stubs of its pay date that are one pay with each stub: those of schedules that pay as often. What is paid another
 * number of times a year is a pay of its own, since the formulas bring a pay to the year by that number.
 *
 * @param found what {@link stubsOfSamePay} found of the stubs
 */
export const onePays = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  found: ReadonlyMap<string, SamePay>,
  services: Services,
  tenant: Tenant,
): Promise<ReadonlyMap<string, SamePay>> => {
  const payrollsBeside = stubs.flatMap(({ id, payroll_id }) => {
    const { earlier, before, displaced } = found.get(id)!;
    const others = [...earlier, ...before, ...displaced.map(({ stub }) => stub)].map((other) => other.payroll_id);
    return others.some((other) => other !== payroll_id) ? [payroll_id, ...others] : [];
  });
  if (payrollsBeside.length === 0) return found;
  const payrolls = await services.read.getMany('payroll', tenant, [...new Set(payrollsBeside)]);
  const frequencies = await frequenciesOf(payrolls, services, tenant);
  return new Map(
    stubs.map(({ id, payroll_id }) => {
      const { earlier, before, displaced } = found.get(id)!;
      const isAsOften = (other: RecordOf<'pay_stub'>): boolean =>
        isOfEarlierProvider(other) || frequencies.get(other.payroll_id) === frequencies.get(payroll_id);
      return [
        id,
        {
          earlier: earlier.filter(isAsOften),
          before: before.filter(isAsOften),
          displaced: displaced.filter(({ stub }) => isAsOften(stub)),
        },
      ];
    }),
  );
};

/**
 * Stubs of the same date that are one pay with a stub. On a historical payroll nothing was calculated: it holds what
 * was paid before, on whatever date it is.
 */
export const samePayFacts = ({ earlier, before, displaced }: SamePay, payroll: PayrollFacts): SamePayFacts => {
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
    ...(payroll.type === 'historical' ? ofEarlierProvider(earlier, payroll) : {}),
    counted,
  };
};

/**
 * What an earlier provider paid on the other stubs, so that regular pays of the same days count once. A draft of
 * another payroll is left out: it may never be approved.
 */
const ofEarlierProvider = (
  earlier: readonly RecordOf<'pay_stub'>[],
  payroll: PayrollFacts,
): Pick<StubFacts, 'earlier_provider'> => {
  const held = earlier.filter(
    (stub) =>
      isOfEarlierProvider(stub) &&
      (stub.is_closed || stub.payroll_id === payroll.id) &&
      stub.bases?.taxable !== undefined,
  );
  if (held.length === 0) return {};
  const periods = held.map(({ period_start, period_end }) => ({ period_start, period_end }));
  return { earlier_provider: { periods, bases: sumsOf(held).bases } };
};
