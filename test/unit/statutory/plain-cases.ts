import { Fraction, least, notBelowZero, ZERO } from './fraction.ts';
import { yearOf } from './plain-figures.ts';
import type { PlainClaim, PlainPay } from './plain-pay.ts';

// Pays of every kind that the plain calculation knows, from a seed: the same ones each time.

const PLACES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'SK', 'YT', 'QC', 'QC', 'QC', 'OC'];
const PERIODS = [1, 2, 4, 10, 12, 13, 22, 24, 26, 27, 52, 53, 240];
const NO_SHARES = { federal: '0', provincial: '0', ftq: '0', fondaction: '0' };

/** Numbers from a seed (mulberry32). */
export const numbers = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return {
    upTo,
    oneIn: (times: number) => upTo(times - 1) === 0,
    of: <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T,
  };
};
type Numbers = ReturnType<typeof numbers>;

const text = (cents: number): string => (cents / 100).toFixed(2);
const cents = (amount: Fraction): string => text(amount.round().cents);

const claim = (from: Numbers, year: number, place: string, isFederal: boolean): PlainClaim => {
  const kind = from.upTo(5);
  if (kind <= 2) return 'basic';
  // Codes above 1 are known from 2024 on, and Quebec has none.
  if (kind === 3 && (isFederal || place !== 'QC')) return { code: from.upTo(year < 2024 ? 1 : 10) };
  return { amount: text(from.upTo(4_500_000)) };
};

/** What a year of such pays has had before: near enough to what was withheld, with every maximum met somewhere. */
const soFar = (from: Numbers, pay: PlainPay, number: number): PlainPay['year_to_date'] => {
  const year = yearOf(pay.pay_date);
  const quebec = pay.province_of_employment === 'QC';
  const plan = quebec ? year.qpp : year.cpp;
  const ei = quebec ? year.ei.quebec : year.ei;
  const nonPeriodic = Fraction.of(from.oneIn(3) ? text(from.upTo(2_000_000)) : '0');
  const periodic = Fraction.of(pay.regular_pay)
    .plus(pay.commission)
    .times(number - 1);
  const pensionable = periodic.plus(Fraction.of(pay.taxable_benefits_in_kind).times(number - 1)).plus(nonPeriodic);
  const insurable = periodic.plus(nonPeriodic);
  const months = Fraction.of(pay.pensionable_months).divide(12);
  const free = Fraction.of(plan.basic_exemption)
    .divide(pay.pay_periods)
    .cut()
    .times(number - 1);
  const first = pay.is_cpp_exempt
    ? ZERO
    : least(
        Fraction.of(plan.max_contribution).times(months),
        notBelowZero(pensionable.minus(free).times(plan.contribution_rate)),
      );
  const second = pay.is_cpp_exempt
    ? ZERO
    : least(
        Fraction.of(plan.second_additional.max_contribution).times(months),
        notBelowZero(pensionable.minus(Fraction.of(plan.ympe).times(months)).times(plan.second_additional.rate)),
      );
  const premium = pay.is_ei_exempt
    ? ZERO
    : least(Fraction.of(ei.max_employee_premium), insurable.times(ei.employee_rate));
  // Now and then the other plan has had all of it: somebody moved.
  const isMoved = number > 1 && from.oneIn(8);
  const [own, own2, other, other2] = isMoved ? [ZERO, ZERO, first, second] : [first, second, ZERO, ZERO];
  const [cpp, cpp2, qpp, qpp2] = quebec ? [other, other2, own, own2] : [own, own2, other, other2];
  const b1 = nonPeriodic.isZero ? 0 : nonPeriodic.cents;
  const shares = from.oneIn(4)
    ? {
        federal: text(from.upTo(600_000)),
        provincial: text(from.upTo(1_200_000)),
        ftq: text(from.upTo(300_000)),
        fondaction: text(from.upTo(300_000)),
      }
    : NO_SHARES;
  return {
    pensionable: cents(pensionable),
    insurable: cents(insurable),
    insurable_quebec: quebec !== isMoved ? cents(insurable) : '0',
    cpp: cents(cpp),
    cpp2: cents(cpp2),
    qpp: cents(qpp),
    qpp2: cents(qpp2),
    ei: cents(premium),
    qpip:
      quebec && !isMoved
        ? cents(least(Fraction.of(year.qpip.max_employee_premium), insurable.times(year.qpip.employee_rate)))
        : '0',
    taxable: cents(periodic),
    rpp: cents(Fraction.of(pay.rpp).times(number - 1)),
    fhsa: cents(Fraction.of(pay.fhsa).times(number - 1)),
    f5a: cents(first.divide(7)),
    provincial_tax: cents(periodic.divide(from.upTo(8) + 4)),
    quebec_worker_deduction: text(from.upTo(100_000)),
    quebec_commission_expenses: cents(
      Fraction.of(pay.commission)
        .times(number - 1)
        .divide(9),
    ),
    quebec_non_periodic_tax: cents(nonPeriodic.divide(6)),
    non_periodic: text(b1),
    f5b_on_non_periodic: text(Math.floor(b1 / 100)),
    deducted_from_non_periodic: text(from.oneIn(2) ? Math.floor(b1 / 7) : 0),
    labour_sponsored_shares: shares,
  };
};

/** One pay of a year. */
export const plainCase = (year: number, seed: number): PlainPay => {
  const from = numbers(seed * 7919 + year);
  const place = from.of(PLACES);
  const periods = from.of(PERIODS);
  const most = from.of([300_000, 1_200_000, 1_200_000, 6_000_000, 40_000_000]);
  const regular = Math.floor(from.upTo(most) / periods) * 10;
  const some = (times: number, share: number) => (from.oneIn(times) ? from.upTo(Math.floor(regular * share)) : 0);
  const isCumulative = from.oneIn(2);
  // What a pay cannot bear is not withheld: a rule of the service, not of the formulas.
  const canBear = regular > 80_000;
  const day = String(from.upTo(27) + 1).padStart(2, '0');
  const pay: PlainPay = {
    pay_date: `${year}-${String(from.upTo(11) + 1).padStart(2, '0')}-${day}`,
    pay_periods: periods,
    period_number: from.upTo(periods - 1) + 1,
    payee: from.oneIn(10) ? from.of(['pensioner', 'other'] as const) : 'employee',
    is_non_resident: from.oneIn(15),
    province_of_employment: place,
    regular_pay: text(regular),
    bonus: text(from.oneIn(2) ? from.upTo(from.of([20_000, 500_000, 5_000_000])) : 0),
    commission: text(some(6, 0.8)),
    taxable_benefits_in_kind: text(some(4, 0.1)),
    fhsa: place === 'QC' ? text(some(5, 0.05)) : '0',
    quebec_method: isCumulative ? 'cumulative' : 'periodic',
    quebec_bonus_method: from.oneIn(2) ? 'first' : 'second',
    quebec_commission_percentage: from.of(['100', '87.5', '33.333333']),
    rpp: text(some(3, 0.12)),
    rrsp_from_bonus: '0',
    union_dues: text(some(4, 0.03)),
    alimony: text(some(8, 0.1)),
    annual_deductions: text(from.oneIn(6) ? from.upTo(900_000) : 0),
    northern_deduction: text(from.oneIn(6) ? from.upTo(800_000) : 0),
    quebec_annual_deductions: text(from.oneIn(6) ? from.upTo(600_000) : 0),
    federal_credits: text(from.oneIn(6) ? from.upTo(100_000) : 0),
    provincial_credits: text(from.oneIn(6) ? from.upTo(60_000) : 0),
    federal_claim: claim(from, year, place, true),
    provincial_claim: claim(from, year, place, false),
    dependants: from.oneIn(4) ? from.upTo(4) : 0,
    additional_tax: text(canBear && !(place === 'QC' && isCumulative) && from.oneIn(8) ? from.upTo(9_000) : 0),
    quebec_additional_tax: text(canBear && place === 'QC' && !isCumulative && from.oneIn(8) ? from.upTo(9_000) : 0),
    labour_sponsored_shares: from.oneIn(4)
      ? {
          federal: text(from.upTo(40_000)),
          provincial: text(from.upTo(40_000)),
          ftq: text(from.upTo(30_000)),
          fondaction: text(from.upTo(30_000)),
        }
      : NO_SHARES,
    pensionable_months: from.oneIn(8) ? from.upTo(11) + 1 : 12,
    is_cpp_exempt: from.oneIn(12),
    is_ei_exempt: from.oneIn(12),
    is_qpip_exempt: from.oneIn(12),
    year_to_date: {} as PlainPay['year_to_date'],
  };
  pay.rrsp_from_bonus = from.oneIn(3) ? text(Math.floor((Number(pay.bonus) * 100) / 5)) : '0';
  pay.year_to_date = soFar(from, pay, pay.period_number);
  return pay;
};
