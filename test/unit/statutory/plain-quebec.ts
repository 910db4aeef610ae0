import { type Fraction, least, notBelowZero, ZERO } from './fraction.ts';
import { type Bracket, yearOf } from './plain-figures.ts';
import { type PlainPay, periodicPay, q } from './plain-pay.ts';

// TP-1015.F part 2.

interface QuebecTax {
  regular: Fraction;
  onBonus: Fraction;
}
interface Additional {
  /** CSA and CSB */
  a: Fraction;
  b: Fraction;
}

const figuresOf = (pay: PlainPay) => yearOf(pay.pay_date).quebec.income_tax;

const rowOf = (pay: PlainPay, income: Fraction): Bracket => {
  const { brackets } = figuresOf(pay);
  let found = brackets[0] as Bracket;
  for (const bracket of brackets) if (income.isAbove(bracket.over)) found = bracket;
  return found;
};

/** E */
const personal = (pay: PlainPay): Fraction => {
  const claim = pay.provincial_claim;
  if (typeof claim === 'object' && 'amount' in claim) return q(claim.amount).round(0);
  return pay.is_non_resident ? ZERO : q(figuresOf(pay).basic_personal_amount);
};

/** Q and Q1, of which a year counts 5,000: of this pay, or of all the year's pays up to it. */
const shares = (pay: PlainPay, isToDate: boolean): { q: Fraction; q1: Fraction } => {
  const { annual_purchase_cap: cap } = figuresOf(pay).labour_funds;
  const before = pay.year_to_date.labour_sponsored_shares;
  const now = pay.labour_sponsored_shares;
  if (isToDate) {
    const ftq = least(q(cap), q(before.ftq).plus(now.ftq));
    return { q: ftq, q1: least(q(cap).minus(ftq), q(before.fondaction).plus(now.fondaction)) };
  }
  const open = notBelowZero(q(cap).minus(before.ftq).minus(before.fondaction));
  const ftq = least(open, q(now.ftq));
  return { q: ftq, q1: least(open.minus(ftq), q(now.fondaction)) };
};

/** Y = (T × I) − K − K1 − (0.14 × E) − (0.15 × P × Q) − (0.15 × P × Q1) */
const yearsTax = (pay: PlainPay, i: Fraction, times: Fraction, bought: { q: Fraction; q1: Fraction }): Fraction => {
  const figures = figuresOf(pay);
  const row = rowOf(pay, i);
  const rate = figures.labour_funds.rate;
  return notBelowZero(
    i
      .times(row.rate)
      .round()
      .minus(row.constant)
      .minus(pay.provincial_credits)
      .minus(personal(pay).times(figures.credit_rate).round())
      .minus(times.times(bought.q).times(rate).round())
      .minus(times.times(bought.q1).times(rate).round()),
  );
};

/** H: 0.06 × salary up to so much; of employees. */
const worker = (pay: PlainPay, salary: Fraction, upTo: Fraction): Fraction =>
  pay.payee === 'employee'
    ? notBelowZero(least(salary.times(figuresOf(pay).worker_deduction.rate).round(), upTo.round()))
    : ZERO;

/** The flat rate of the note; null where the year's pay is above it. */
const flat = (pay: PlainPay, salary: Fraction): Fraction | null => {
  const { threshold, flat_rate } = figuresOf(pay).lump_sum;
  const whole = salary.plus(pay.year_to_date.non_periodic).plus(pay.bonus);
  return whole.isAbove(threshold) ? null : q(pay.bonus).times(flat_rate).round();
};

/** 2.1.1, and both methods of 2.1.2. */
const onRegularPayments = (pay: PlainPay, cs: Additional): QuebecTax => {
  const figures = figuresOf(pay);
  const ytd = pay.year_to_date;
  const p = q(pay.pay_periods);
  const g = periodicPay(pay);
  const f = q(pay.rpp).plus(pay.fhsa);
  const h = worker(pay, g, q(figures.worker_deduction.max).divide(p));
  const year = p.times(g.minus(f).minus(h).minus(cs.a)).minus(pay.quebec_annual_deductions);
  const bought = shares(pay, false);
  const regular = yearsTax(pay, notBelowZero(year), p, bought).divide(p).round();
  const b2 = q(pay.bonus);
  if (b2.isZero) return { regular, onBonus: ZERO };
  const net = b2.minus(pay.rrsp_from_bonus);
  const b1 = q(ytd.non_periodic).minus(ytd.deducted_from_non_periodic);
  if (pay.quebec_bonus_method === 'second') {
    const small = flat(pay, p.times(g));
    if (small) return { regular, onBonus: small };
    const i = year.plus(b1).plus(net).minus(ytd.f5b_on_non_periodic).minus(cs.b);
    const tax = q(rowOf(pay, notBelowZero(i)).rate).times(net.minus(cs.b));
    return { regular, onBonus: notBelowZero(tax.round()) };
  }
  const pr = q(pay.pay_periods - pay.period_number + 1);
  const g1 = q(ytd.taxable);
  const small = flat(pay, g1.plus(pr.times(g)));
  if (small) return { regular, onBonus: small };
  const h1 = q(ytd.quebec_worker_deduction);
  const left = notBelowZero(q(figures.worker_deduction.max).minus(h1)).divide(pr);
  const h2 = worker(pay, q(ytd.non_periodic).plus(b2).plus(g1).plus(g), left);
  const f1 = q(ytd.rpp).plus(ytd.fhsa);
  const i1 = notBelowZero(
    g1
      .minus(f1)
      .minus(h1)
      .minus(ytd.f5a)
      .plus(pr.times(g.minus(f).minus(h2).minus(cs.a)))
      .minus(pay.quebec_annual_deductions),
  );
  const before = notBelowZero(i1.plus(b1).minus(ytd.f5b_on_non_periodic));
  const y1 = yearsTax(pay, before, p, bought);
  const y2 = yearsTax(pay, notBelowZero(before.plus(net).minus(cs.b)), p, bought);
  return { regular, onBonus: notBelowZero(y2.minus(y1)) };
};

/** 2.2, both methods. */
const onCumulativeAverage = (pay: PlainPay, cs: Additional): QuebecTax => {
  const figures = figuresOf(pay);
  const ytd = pay.year_to_date;
  const s1 = q(pay.pay_periods).divide(pay.period_number);
  // Commissions count by the percentage of the TP-1015.R.13.1.
  const counted = q(pay.commission).times(pay.quebec_commission_percentage).divide(100).round();
  const d = periodicPay(pay).plus(ytd.taxable);
  const g = d.minus(ytd.quebec_commission_expenses).minus(q(pay.commission).minus(counted));
  const f = q(ytd.rpp)
    .plus(ytd.fhsa)
    .plus(periodicPay(pay).isZero ? '0' : pay.rpp)
    .plus(periodicPay(pay).isZero ? '0' : pay.fhsa);
  const taken = periodicPay(pay).isZero ? q(pay.rpp).plus(pay.fhsa) : ZERO;
  const b4 = q(ytd.non_periodic).minus(ytd.deducted_from_non_periodic);
  const b3 = b4.plus(pay.bonus).minus(pay.rrsp_from_bonus).minus(taken);
  const h = (lumpSums: Fraction) => worker(pay, d.plus(lumpSums), q(figures.worker_deduction.max).divide(s1));
  const i = (lumpSums: Fraction, csb: Fraction) =>
    notBelowZero(
      s1
        .times(g.minus(f).minus(h(lumpSums)).minus(ytd.f5a).minus(cs.a))
        .round()
        .plus(lumpSums)
        .minus(csb)
        .minus(pay.quebec_annual_deductions),
    );
  const bought = shares(pay, true);
  const y3 = yearsTax(pay, i(b3, q(ytd.f5b_on_non_periodic).plus(cs.b)), s1, bought);
  const m = q(ytd.provincial_tax);
  const m1 = q(ytd.quebec_non_periodic_tax);
  if (pay.quebec_bonus_method === 'first') {
    return { regular: notBelowZero(y3.divide(s1).minus(m).minus(m1)).round(), onBonus: ZERO };
  }
  let a3 = ZERO;
  if (!q(pay.bonus).isZero) {
    const y4 = yearsTax(pay, i(b4, q(ytd.f5b_on_non_periodic)), s1, bought);
    a3 = flat(pay, s1.times(g)) ?? notBelowZero(y3.minus(y4));
  }
  return { regular: notBelowZero(y3.minus(m1).minus(a3).divide(s1).minus(m)).round(), onBonus: a3 };
};

/** Tax of the pay, and of the lump sum with it. */
export const quebecTax = (pay: PlainPay, cs: Additional): QuebecTax =>
  pay.quebec_method === 'cumulative' ? onCumulativeAverage(pay, cs) : onRegularPayments(pay, cs);
