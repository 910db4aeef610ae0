import { type Fraction, least, notBelowZero, ZERO } from './fraction.ts';
import { type Bracket, yearOf } from './plain-figures.ts';
import { type PlainPay, q } from './plain-pay.ts';

// TP-1015.F, parts 2.1.1 and 2.1.2 (second method).

/** Tax of the pay, and of the lump sum with it. */
export const quebecTax = (pay: PlainPay, f5: { a: Fraction; b: Fraction }) => {
  const figures = yearOf(pay.pay_date).quebec.income_tax;
  const p = q(pay.pay_periods);
  const g = q(pay.regular_pay).plus(pay.taxable_benefits_in_kind);
  const h = least(q(figures.worker_deduction.rate).times(g), q(figures.worker_deduction.max).divide(p)).round();
  const year = p.times(g.minus(pay.rpp).minus(h).minus(f5.a)).minus(pay.quebec_annual_deductions);
  const rowOf = (income: Fraction): Bracket => {
    let found = figures.brackets[0] as Bracket;
    for (const bracket of figures.brackets) if (income.isAbove(bracket.over)) found = bracket;
    return found;
  };
  const i = notBelowZero(year);
  const claim = pay.provincial_claim;
  const e =
    typeof claim === 'object' && 'amount' in claim ? q(claim.amount).round(0) : q(figures.basic_personal_amount);
  const { ftq, fondaction } = pay.year_to_date.labour_sponsored_shares;
  const open = notBelowZero(q(figures.labour_funds.annual_purchase_cap).minus(ftq).minus(fondaction));
  const ofFtq = least(open, q(pay.labour_sponsored_shares.ftq));
  const ofFondaction = least(open.minus(ofFtq), q(pay.labour_sponsored_shares.fondaction));
  const credit = (shares: Fraction) => p.times(shares).times(figures.labour_funds.rate).round();
  const bracket = rowOf(i);
  const y = notBelowZero(
    i
      .times(bracket.rate)
      .round()
      .minus(bracket.constant)
      .minus(pay.provincial_credits)
      .minus(e.times(figures.credit_rate).round())
      .minus(credit(ofFtq))
      .minus(credit(ofFondaction)),
  );
  const regular = y.divide(p).round();
  const b2 = q(pay.bonus);
  if (b2.isZero) return { regular, onBonus: ZERO };
  const b1 = q(pay.year_to_date.non_periodic);
  if (!p.times(g).plus(b1).plus(b2).isAbove(figures.lump_sum.threshold)) {
    return { regular, onBonus: b2.times(figures.lump_sum.flat_rate).round() };
  }
  const net = b2.minus(pay.rrsp_from_bonus).minus(f5.b);
  const annual = year
    .plus(b1)
    .minus(pay.year_to_date.deducted_from_non_periodic)
    .minus(pay.year_to_date.f5b_on_non_periodic)
    .plus(net);
  return {
    regular,
    onBonus: notBelowZero(
      q(rowOf(notBelowZero(annual)).rate)
        .times(net)
        .round(),
    ),
  };
};
