import { type Fraction, least, most, notBelowZero, ZERO } from './fraction.ts';
import { type Plan, yearOf } from './plain-figures.ts';
import { insurablePay, isEmployee, isQuebec, type PlainPay, periodicPay, q } from './plain-pay.ts';

// Chapter 6, and part 3 of TP-1015.F.

export interface Contributions {
  plan: Plan;
  /** C and C2. */
  c: Fraction;
  c2: Fraction;
  /** C of the regular pay alone, which the bonus method annualizes. */
  cRegular: Fraction;
  /** K2's cap: the base contribution of the year, after a move that of both plans. */
  mostBase: Fraction;
  /** Base contribution of what was withheld before, in this plan's terms. */
  baseSoFar: Fraction;
}

const leastCent = (amount: Fraction, isFor: boolean): Fraction =>
  isFor && amount.isAbove(ZERO) && q('0.01').isAbove(amount) ? q('0.01') : amount.round();

/** C and C2, and what K2 goes by. */
export const contributions = (pay: PlainPay): Contributions => {
  const year = yearOf(pay.pay_date);
  const quebec = isQuebec(pay);
  const [plan, other] = quebec ? [year.qpp, year.cpp] : [year.cpp, year.qpp];
  const ytd = pay.year_to_date;
  const [own, own2, others, others2] = quebec
    ? [q(ytd.qpp), q(ytd.qpp2), q(ytd.cpp), q(ytd.cpp2)]
    : [q(ytd.cpp), q(ytd.cpp2), q(ytd.qpp), q(ytd.qpp2)];
  const rate = q(plan.contribution_rate);
  const isCppExempt = pay.is_cpp_exempt || !isEmployee(pay);
  const months = q(pay.pensionable_months).divide(12);
  const regular = periodicPay(pay);
  // A payment made apart from regular pay has no exemption.
  const exemption =
    regular.isZero && pay.bonus !== '0.00' ? ZERO : q(plan.basic_exemption).divide(pay.pay_periods).cut();
  const soFar = others.times(rate).divide(other.contribution_rate).plus(own);
  const left = notBelowZero(q(plan.max_contribution).times(months).minus(soFar));
  const onPay = (earnings: Fraction) =>
    isCppExempt ? ZERO : least(left.round(), leastCent(notBelowZero(rate.times(earnings.minus(exemption))), quebec));
  const pi = regular.plus(pay.bonus);
  const ceiling = q(plan.ympe).times(months);
  const w = most(q(ytd.pensionable), ceiling);
  const second = least(
    notBelowZero(q(plan.second_additional.max_contribution).times(months).minus(own2).minus(others2)).round(),
    leastCent(notBelowZero(q(plan.second_additional.rate).times(q(ytd.pensionable).plus(pi).minus(w))), quebec),
  );
  const cap = q(plan.max_base_contribution).times(months);
  return {
    plan,
    c: onPay(pi),
    c2: isCppExempt ? ZERO : second,
    cRegular: onPay(regular),
    mostBase: cap
      .minus(others.times(plan.base_rate).divide(other.contribution_rate))
      .plus(others.times(other.base_rate).divide(other.contribution_rate)),
    baseSoFar: own
      .times(plan.base_rate)
      .divide(plan.contribution_rate)
      .plus(others.times(other.base_rate).divide(other.contribution_rate)),
  };
};

// Chapter 7, and part 4 of TP-1015.F.

/** EI and QPIP, and what is left of the year of each. */
export const premiums = (pay: PlainPay) => {
  const year = yearOf(pay.pay_date);
  const quebec = isQuebec(pay);
  const ei = quebec ? year.ei.quebec : year.ei;
  const ytd = pay.year_to_date;
  const insurable = insurablePay(pay).plus(pay.bonus);
  // The first dollars up to the maximum decide, each at the rate of where it was paid: what is left of them now.
  const dollarsLeft = notBelowZero(q(year.ei.max_insurable_earnings).minus(ytd.insurable));
  const isMoved = quebec ? ytd.insurable_quebec !== ytd.insurable : ytd.insurable_quebec !== '0';
  // Premiums so far were rounded pay by pay: the year's maximum, the higher of the two after a move, still holds.
  const premiumsLeft = q((isMoved ? year.ei : ei).max_employee_premium).minus(ytd.ei);
  const maximum = isMoved ? least(dollarsLeft.times(ei.employee_rate), premiumsLeft) : premiumsLeft;
  const left = {
    ei: pay.is_ei_exempt || !isEmployee(pay) ? ZERO : notBelowZero(maximum).round(),
    qpip:
      quebec && !pay.is_qpip_exempt && isEmployee(pay)
        ? notBelowZero(q(year.qpip.max_employee_premium).minus(ytd.qpip))
        : ZERO,
  };
  return {
    ei: least(left.ei, insurable.times(ei.employee_rate).round()),
    qpip: leastCent(least(left.qpip, insurable.times(year.qpip.employee_rate)), quebec),
    left,
  };
};
