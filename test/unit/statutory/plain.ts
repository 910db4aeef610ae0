import { type Fraction, least, most, notBelowZero, ZERO } from './fraction.ts';
import { type Contributions, contributions, premiums } from './plain-contributions.ts';
import { type Bracket, type PhasedBasic, periodOf, type Table, yearOf } from './plain-figures.ts';
import {
  insurablePay,
  isEmployee,
  isOutside,
  isQuebec,
  type PlainClaim,
  type PlainPay,
  type PlainResult,
  periodicPay,
  q,
} from './plain-pay.ts';
import { quebecTax } from './plain-quebec.ts';

/**
 * The published formulas once more, one after the other as they are printed (T4127 chapters 4, 6 and 7; TP-1015.F parts
 * 2 to 4), with exact fractions and without a thought for speed: what the service works out is held against it. It was
 * written from the formula sheets alone. The names are theirs.
 *
 * It knows pays by Option 1 with a bonus beside, in every jurisdiction, also after a move between the two pension
 * plans.
 */
/** The row of A: at or above `over`. */
const row = (brackets: Bracket[], a: Fraction): Bracket => {
  let found = brackets[0] as Bracket;
  for (const bracket of brackets) if (!q(bracket.over).isAbove(a)) found = bracket;
  return found;
};

// Chapter 2 and the claims.

const phased = (basic: string | PhasedBasic, federal: PhasedBasic, a: Fraction, hd: Fraction): Fraction => {
  if (typeof basic === 'string') return q(basic);
  if (basic.type === 'flat') return q(basic.amount ?? '0');
  const by = basic.type === 'federal' ? federal : basic;
  const income = by.measured_by === 'A' ? a : a.plus(hd);
  const [highest, lowest] = [q(by.max), q(by.min ?? '0')];
  if (!income.isAbove(by.phase_out_from)) return highest;
  if (!q(by.phase_out_to).isAbove(income)) return lowest;
  const slope = highest.minus(lowest).divide(q(by.phase_out_to).minus(by.phase_out_from));
  return highest.minus(income.minus(by.phase_out_from).times(slope)).round();
};

const claimed = (pay: PlainPay, claim: PlainClaim, basic: Fraction, step: string | undefined): Fraction => {
  if (claim === 'basic') return pay.is_non_resident ? ZERO : basic;
  if ('amount' in claim) return q(claim.amount);
  if (claim.code === 0) return ZERO;
  if (claim.code === 1) return basic;
  if (step === undefined) throw new Error('no claim codes in this year');
  return basic.plus(q(step).times(claim.code).minus(q(step).times(3).divide(2)));
};

/** A period that changed in the middle of the year without new codes keeps those before it. */
const stepOf = (periods: { claim_step?: string }[], period: { claim_step?: string }): string | undefined =>
  period.claim_step ?? periods.find(({ claim_step }) => claim_step !== undefined)?.claim_step;

// Chapter 4. Every product is rounded to the cent, each credit apart.

/** What a step of the calculation goes by: taxable and gross income of a year, and the bases of K2. */
interface Annual {
  a: Fraction;
  gross: Fraction;
  base: Fraction;
  ei: Fraction;
  qpip: Fraction;
}

const federalTax = (pay: PlainPay, annual: Annual): Fraction => {
  const year = yearOf(pay.pay_date);
  const { federal } = year;
  const period = periodOf(federal.periods, pay.pay_date);
  const r = q(period.option1.lowest_rate);
  const bracket = row(period.option1.brackets, annual.a);
  const basic = phased(
    federal.basic_personal_amount,
    federal.basic_personal_amount,
    annual.a,
    q(pay.northern_deduction),
  );
  const k1 = r.times(claimed(pay, pay.federal_claim, basic, federal.claim_codes?.step)).round();
  const k2 = r.times(annual.base).round().plus(r.times(annual.ei).round()).plus(r.times(annual.qpip).round());
  const k4 = r.times(least(annual.gross, q(federal.canada_employment_amount.amount))).round();
  const t3 = notBelowZero(
    q(bracket.rate)
      .times(annual.a)
      .round()
      .minus(bracket.constant)
      .minus(k1)
      .minus(k2)
      .minus(pay.federal_credits)
      .minus(k4),
  );
  const credit = federal.labour_sponsored_funds_credit;
  const before = q(credit.rate).times(pay.year_to_date.labour_sponsored_shares.federal).round();
  const lcf = least(
    notBelowZero(q(credit.max).minus(before)),
    q(credit.rate).times(pay.labour_sponsored_shares.federal),
  ).round();
  const funds = lcf.times(pay.pay_periods);
  if (isQuebec(pay)) {
    return notBelowZero(notBelowZero(t3.minus(funds)).minus(q(federal.quebec_abatement.rate).times(t3).round()));
  }
  const surtax = isOutside(pay) ? q(federal.outside_canada_surtax.rate).times(t3).round() : ZERO;
  return notBelowZero(t3.plus(surtax).minus(funds));
};

const healthPremium = (rows: { over: string; base: string; rate: string; cap: string }[], a: Fraction): Fraction => {
  let premium = ZERO;
  for (const { over, base, rate, cap } of rows) {
    if (a.isAbove(over)) premium = least(q(cap), q(base).plus(q(rate).times(a.minus(over)).round()));
  }
  return premium;
};

const reduction = (table: Table, a: Fraction, t4: Fraction): Fraction => {
  const s = table.tax_reduction;
  if (!s || a.isAbove(s.phase_out_to)) return ZERO;
  const lost = a.isAbove(s.phase_out_from) ? a.minus(s.phase_out_from).times(s.phase_out_rate).round() : ZERO;
  return notBelowZero(least(t4, q(s.basic).minus(lost)));
};

const provincialTax = (pay: PlainPay, annual: Annual): Fraction => {
  if (isQuebec(pay) || isOutside(pay)) return ZERO;
  const year = yearOf(pay.pay_date);
  const place = year.provinces[pay.province_of_employment];
  if (!place) throw new Error(`no figures of ${pay.province_of_employment}`);
  const period = periodOf(place.periods, pay.pay_date);
  const table = period.option1;
  const v = q(table.lowest_rate);
  const bracket = row(table.brackets, annual.a);
  const federalBasic = year.federal.basic_personal_amount;
  const basic = phased(table.basic_personal_amount ?? federalBasic, federalBasic, annual.a, q(pay.northern_deduction));
  const k1p = v.times(claimed(pay, pay.provincial_claim, basic, stepOf(place.periods, period))).round();
  const k2p = v.times(annual.base).round().plus(v.times(annual.ei).round());
  const k4p = place.employment_amount ? v.times(least(annual.gross, q(place.employment_amount.amount))).round() : ZERO;
  const extra = table.supplemental_credit;
  const k5p = extra ? notBelowZero(k1p.plus(k2p).minus(extra.threshold).times(extra.ratio)).round() : ZERO;
  const t4 = notBelowZero(
    q(bracket.rate)
      .times(annual.a)
      .round()
      .minus(bracket.constant)
      .minus(k1p)
      .minus(k2p)
      .minus(pay.provincial_credits)
      .minus(k4p)
      .minus(k5p),
  );
  let v1 = ZERO;
  for (const { over, rate } of place.surtax?.rows ?? []) {
    v1 = v1.plus(
      q(rate)
        .times(notBelowZero(t4.minus(over)))
        .round(),
    );
  }
  const v2 = place.health_premium ? healthPremium(place.health_premium.rows, annual.a) : ZERO;
  let s = reduction(table, annual.a, t4);
  if (place.tax_reduction) {
    const { basic: amount, per_dependant } = place.tax_reduction;
    const y = q(per_dependant).times(pay.dependants);
    const tax = t4.plus(v1);
    s = notBelowZero(least(tax, q(amount).plus(y).times(2).minus(tax)));
  }
  const credit = place.labour_sponsored_funds_credit;
  let funds = ZERO;
  if (credit) {
    const before = q(credit.rate).times(pay.year_to_date.labour_sponsored_shares.provincial).round();
    funds = least(
      notBelowZero(q(credit.max).minus(before)),
      q(credit.rate).times(pay.labour_sponsored_shares.provincial),
    )
      .round()
      .times(pay.pay_periods);
  }
  return notBelowZero(t4.plus(v1).plus(v2).minus(s).minus(funds));
};

/** Steps 1 to 6 for a pay, and the difference that a bonus makes. */
const optionOne = (pay: PlainPay, has: Contributions, { left }: ReturnType<typeof premiums>) => {
  const year = yearOf(pay.pay_date);
  const ytd = pay.year_to_date;
  const p = q(pay.pay_periods);
  const b = q(pay.bonus);
  const i = periodicPay(pay);
  const pi = i.plus(b);
  const ratio = q(has.plan.base_rate).divide(has.plan.contribution_rate);
  const f5 = has.c.times(has.plan.first_additional_rate).divide(has.plan.contribution_rate).plus(has.c2).round();
  const f5a = pi.isZero ? ZERO : f5.times(pi.minus(b)).divide(pi).round();
  const f5b = pi.isZero ? ZERO : f5.times(b).divide(pi).round();
  const bracket = p
    .times(i.minus(pay.rpp).minus(pay.alimony).minus(f5a).minus(pay.union_dues))
    .minus(pay.northern_deduction)
    .minus(pay.annual_deductions);
  const eiFigures = isQuebec(pay) ? year.ei.quebec : year.ei;
  const isPast = !q(has.plan.ympe).times(pay.pensionable_months).divide(12).isAbove(ytd.pensionable);
  const contributes = isEmployee(pay) && !pay.is_cpp_exempt;
  const isInsured = isEmployee(pay) && !pay.is_ei_exempt;
  // What is exempt now has no credit, whatever was withheld before.
  const capBase = (base: Fraction) => {
    if (!contributes) return ZERO;
    return isPast ? has.mostBase : least(has.mostBase, most(base.round(), has.baseSoFar));
  };
  const capEi = (ei: Fraction) =>
    isInsured ? least(q(eiFigures.max_employee_premium), most(ei, q(ytd.ei))).round() : ZERO;
  const capQpip = (qpip: Fraction) =>
    !isQuebec(pay) || pay.is_qpip_exempt || !isEmployee(pay)
      ? ZERO
      : least(q(year.qpip.max_employee_premium), most(qpip, q(ytd.qpip))).round();

  // The regular pay. Where A is negative, T = L.
  const annual: Annual = {
    a: notBelowZero(bracket),
    gross: pay.payee === 'employee' ? p.times(i) : ZERO,
    base: capBase(p.times(has.cRegular).times(ratio)),
    ei: capEi(p.times(least(left.ei, insurablePay(pay).times(eiFigures.employee_rate).round()))),
    qpip: capQpip(p.times(insurablePay(pay).times(year.qpip.employee_rate))),
  };
  const isNegative = ZERO.isAbove(bracket);
  const federal = isNegative ? ZERO : federalTax(pay, annual).divide(p).round();
  const provincial = isNegative ? ZERO : provincialTax(pay, annual).divide(p).round();
  if (b.isZero) return { federal, provincial, federalOnBonus: ZERO, provincialOnBonus: ZERO, f5, f5a, f5b };

  const before = q(ytd.non_periodic);
  const earlier = notBelowZero(before.minus(ytd.deducted_from_non_periodic).minus(ytd.f5b_on_non_periodic));
  const now = notBelowZero(b.minus(pay.rrsp_from_bonus).minus(f5b));
  const a1 = notBelowZero(bracket).plus(now).plus(earlier);
  const flat = year.federal.small_bonus_flat_rate;
  if (!a1.isAbove(flat.threshold)) {
    const whole = b.times(isQuebec(pay) ? flat.quebec_rate : flat.rate).round();
    const tenth = isQuebec(pay) || isOutside(pay) ? whole : b.times(flat.quebec_rate).round();
    return { federal, provincial, federalOnBonus: tenth, provincialOnBonus: whole.minus(tenth), f5, f5a, f5b };
  }
  const step = (isWithBonus: boolean): Annual => {
    const bonuses = isWithBonus ? before.plus(b) : before;
    const each = (rate: string) => {
      const ofBonus = isWithBonus ? b.times(rate) : ZERO;
      return ofBonus.plus(before.times(rate));
    };
    const rate = q(has.plan.contribution_rate);
    return {
      a: isWithBonus ? a1 : notBelowZero(bracket).plus(earlier),
      gross: pay.payee === 'employee' ? p.times(i).plus(bonuses) : ZERO,
      base: capBase(p.times(has.cRegular.times(ratio).round()).plus(rate.times(bonuses).times(ratio))),
      ei: capEi(
        p.times(least(left.ei, insurablePay(pay).times(eiFigures.employee_rate))).plus(each(eiFigures.employee_rate)),
      ),
      qpip: capQpip(p.times(insurablePay(pay).times(year.qpip.employee_rate)).plus(each(year.qpip.employee_rate))),
    };
  };
  return {
    federal,
    provincial,
    federalOnBonus: notBelowZero(federalTax(pay, step(true)).minus(federalTax(pay, step(false)))),
    provincialOnBonus: notBelowZero(provincialTax(pay, step(true)).minus(provincialTax(pay, step(false)))),
    f5,
    f5a,
    f5b,
  };
};

/** One pay, in whole cents. */
export const plainWithholdings = (pay: PlainPay): PlainResult => {
  const has = contributions(pay);
  const premium = premiums(pay);
  const tax = optionOne(pay, has, premium);
  const quebec = isQuebec(pay) ? quebecTax(pay, { a: tax.f5a, b: tax.f5b }) : null;
  const additional = q(pay.additional_tax);
  return {
    cpp: quebec ? 0 : has.c.cents,
    cpp2: quebec ? 0 : has.c2.cents,
    qpp: quebec ? has.c.cents : 0,
    qpp2: quebec ? has.c2.cents : 0,
    ei: premium.ei.cents,
    qpip: premium.qpip.cents,
    federal_tax: tax.federal.plus(additional).cents,
    provincial_tax: quebec ? quebec.regular.plus(pay.quebec_additional_tax).cents : tax.provincial.cents,
    federal_tax_on_bonus: tax.federalOnBonus.cents,
    provincial_tax_on_bonus: quebec ? quebec.onBonus.cents : tax.provincialOnBonus.cents,
  };
};
