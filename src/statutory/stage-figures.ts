import type { WithholdingRequest as StageRequest } from '../payrolls/calculation/ports.ts';
import type { AmountsByType } from '../payrolls/calculation/types.ts';
import { pensionAge } from './age.ts';
import { warnIfRecalled } from './calculate.ts';
import type { Claim, FundShares, Jurisdiction, Method, PayFigures, Split, YearToDate } from './figures.ts';
import { total } from './figures.ts';
import type { Fixed } from './fixed.ts';
import { fixed, ONE, overWhole, roundToCent, toText } from './fixed.ts';
import type { ClaimContext, ClaimedFrom } from './indexing.ts';
import { claimOfForm } from './indexing.ts';
import { jurisdictionOf } from './line-item-types.ts';
import { PAY_FREQUENCIES } from './request.ts';
import type { Sums } from './sums.ts';
import { sumLines } from './sums.ts';
import type { InForce } from './tax-properties.ts';
import {
  amountOf,
  dependantsOf,
  eiReduction,
  firstNationsExemption,
  flagOf,
  formClaim,
  methodOf,
  propertiesInForce,
  textOf,
} from './tax-properties.ts';

type Amounts = Readonly<Record<string, string>>;

/** Sums and withheld amounts of other stubs, by the names under which results carried them. */
export interface Recorded {
  bases: Amounts;
  /** Withheld from the employee, and contributed by the employer, by line item type. */
  employee: Amounts;
  employer: Amounts;
}

const NONE: Amounts = {};

/** One of the recorded amounts; 0 where nothing was recorded. */
export const recordedAt = (amounts: Amounts, name: string): Fixed => {
  const amount = amounts[name];
  return amount === undefined ? 0n : fixed(amount);
};

export interface StageFigures {
  figures: PayFigures;
  /** What this stub's own lines come to; `figures` may hold more, see `earlier`. */
  own: Sums;
  properties: InForce;
  jurisdiction: Jurisdiction;
  /** Province of work: workers' compensation and territorial tax go by it. */
  place: Jurisdiction;
  /** The year before this pay date. */
  year: Recorded;
  /** The same person's other stubs of this pay date that come before this one. */
  earlier: Recorded;
  additional: { federal: Fixed; quebec: Fixed };
}

const recorded = (facts: { amounts: AmountsByType; bases: Amounts } | undefined): Recorded => ({
  bases: facts?.bases ?? NONE,
  employee: facts?.amounts.statutory_withholding ?? NONE,
  employer: facts?.amounts.employer_statutory_withholding ?? NONE,
});

const plus = (split: Split, recordedSums: Recorded, whole: string, non_periodic: string): Split => {
  const bonus = recordedAt(recordedSums.bases, non_periodic);
  return {
    periodic: split.periodic + recordedAt(recordedSums.bases, whole) - bonus,
    non_periodic: split.non_periodic + bonus,
  };
};

/** Shares of Quebec's funds count for the federal credit too. */
const sharesOf = (ftq: Fixed, fondaction: Fixed): FundShares => ({
  federal: ftq + fondaction,
  provincial: 0n,
  ftq,
  fondaction,
});

/** The year's sums as the formulas take them. */
const yearToDate = (year: Recorded): YearToDate => ({
  pensionable: recordedAt(year.bases, 'pensionable'),
  insurable: recordedAt(year.bases, 'insurable'),
  cpp: recordedAt(year.employee, 'cpp'),
  cpp2: recordedAt(year.employee, 'cpp_2'),
  ei: recordedAt(year.employee, 'ei'),
  qpp: recordedAt(year.employee, 'qpp'),
  qpp2: recordedAt(year.employee, 'qpp_2'),
  qpip: recordedAt(year.employee, 'qpip'),
  qpip_employer: recordedAt(year.employer, 'qpip'),
  taxable: recordedAt(year.bases, 'taxable'),
  federal_tax: recordedAt(year.bases, 'federal_tax'),
  provincial_tax: recordedAt(year.bases, 'provincial_tax'),
  non_periodic: recordedAt(year.bases, 'non_periodic'),
  non_periodic_tax: {
    federal: recordedAt(year.bases, 'federal_tax_on_non_periodic'),
    provincial: recordedAt(year.bases, 'provincial_tax_on_non_periodic'),
    is_split: true,
  },
  non_periodic_quebec: recordedAt(year.bases, 'non_periodic_quebec'),
  rpp: recordedAt(year.bases, 'registered_plans'),
  rrsp: 0n,
  union_dues: recordedAt(year.bases, 'union_dues'),
  alimony: 0n,
  f5a: recordedAt(year.bases, 'f5a'),
  f5b_on_non_periodic: recordedAt(year.bases, 'f5b'),
  deducted_from_non_periodic: recordedAt(year.bases, 'registered_plans_non_periodic'),
  shares: sharesOf(recordedAt(year.bases, 'shares_ftq'), recordedAt(year.bases, 'shares_fondaction')),
  insurable_quebec: recordedAt(year.bases, 'insurable_quebec'),
});

/** What of the year came after what it held on some day. */
const since = (year: Recorded, before: Recorded): Recorded => {
  const less = (all: Amounts, taken: Amounts): Amounts =>
    Object.fromEntries(Object.keys(all).map((name) => [name, toText(recordedAt(all, name) - recordedAt(taken, name))]));
  return {
    bases: less(year.bases, before.bases),
    employee: less(year.employee, before.employee),
    employer: less(year.employer, before.employer),
  };
};

/** Additional tax goes with a pay period: once for all stubs of a date, and not with what is paid apart or corrected. */
const additionalTax = (
  properties: InForce,
  jurisdiction: Jurisdiction,
  own: Sums,
  earlier: Recorded,
  claims: { federal: Claim; provincial: Claim },
): { federal: Fixed; quebec: Fixed } => {
  if (own.taxable.periodic <= 0n || recordedAt(earlier.bases, 'taxable') > 0n) return { federal: 0n, quebec: 0n };
  return {
    federal: claims.federal.kind === 'exempt' ? 0n : (amountOf(properties, 'ca::federal::additional_tax') ?? 0n),
    quebec:
      jurisdiction !== 'QC' || claims.provincial.kind === 'exempt'
        ? 0n
        : (amountOf(properties, 'ca::qc::additional_tax') ?? 0n),
  };
};

/** The regular pay that stands in where none is paid now: the year's average of the pays that had one. */
const lastTaxable = (own: Sums, year: Recorded): Fixed => {
  if (own.taxable.periodic !== 0n || own.taxable.non_periodic === 0n) return 0n;
  const pays = Number(recordedAt(year.bases, 'periodic_pays') / ONE);
  return pays === 0 ? 0n : roundToCent(overWhole(recordedAt(year.bases, 'taxable'), pays));
};

/**
 * What the pipeline tells of a stub, in the letters of the formulas. Several stubs of one person with one employer on
 * one pay date are one pay: the earlier ones are counted in here, and what they bore is taken off the result.
 */
export const stageFigures = (
  { facts, lines }: StageRequest,
  context: ClaimContext & { jurisdiction: Jurisdiction; method: Method | undefined },
): StageFigures => {
  const { edition, jurisdiction, method, warnings } = context;
  const properties = propertiesInForce(facts);
  const place = jurisdictionOf(textOf(properties, 'ca::province_of_work')) ?? jurisdiction;
  const quebec = jurisdiction === 'QC';
  const { payroll } = facts;
  const own = sumLines(
    lines,
    {
      is_quebec: quebec,
      is_correction: payroll.type === 'correction',
      exemption: firstNationsExemption(properties),
    },
    warnings,
  );
  const year = recorded(facts.employer_year_to_date ?? facts.year_to_date);
  const ytd = yearToDate(year);
  const earlier = recorded(facts.same_pay_date);
  const claimed = (place: string, from: ClaimedFrom): Claim => {
    const form = formClaim(properties, place);
    return form.kind === 'stated' ? claimOfForm(form, from, context) : form;
  };
  const claims = {
    federal: claimed('federal', 'federal'),
    provincial: claimed(jurisdiction.toLowerCase(), jurisdiction),
  };
  const plan = quebec ? edition.qpp : edition.cpp;
  const birth_date = facts.employee?.birth_date ?? null;
  const age = birth_date === null ? null : pensionAge(plan, birth_date, payroll.pay_date);
  if (age?.by_last_age && plan.stops) warnIfRecalled(plan.stops.mark, warnings);
  const months = age?.months ?? 12;
  const reduction = eiReduction(properties);
  const province = edition.provinces.get(jurisdiction);
  const perDependant = province?.reduction_for_dependants?.per_dependant;
  const { frequency, periods } = periodsOf(payroll);
  const figures: PayFigures = {
    edition,
    pay_date: payroll.pay_date,
    jurisdiction,
    method: payroll.type === 'regular' ? (method ?? methodOf(properties)) : 'periodic',
    bonus_basis: 'annualized',
    periods: periods > 0 ? periods : PAY_FREQUENCIES[frequency],
    period_number: payroll.period_number - (facts.averaging?.first_period ?? 1) + 1,
    taxable: plus(own.taxable, earlier, 'all_taxable', 'non_periodic'),
    taxable_quebec: plus(own.taxable_quebec, earlier, 'all_taxable_quebec', 'non_periodic_quebec'),
    last_taxable: lastTaxable(own, year),
    pensionable: plus(own.pensionable, earlier, 'pensionable', 'pensionable_non_periodic'),
    insurable: plus(own.insurable, earlier, 'insurable', 'insurable_non_periodic'),
    qpip: plus(own.qpip, earlier, 'qpip_earnings', 'qpip_non_periodic'),
    registered_plans: own.registered_plans + recordedAt(earlier.bases, 'registered_plans'),
    alimony: 0n,
    union_dues: own.union_dues + recordedAt(earlier.bases, 'union_dues'),
    deducted_from_bonus: own.registered_plans_non_periodic + recordedAt(earlier.bases, 'registered_plans_non_periodic'),
    northern_deduction: 0n,
    annual_deductions: amountOf(properties, 'ca::federal::annual_deduction_at_source') ?? 0n,
    quebec_annual_deductions: 0n,
    claims,
    federal_credits: 0n,
    provincial_credits: 0n,
    dependants: perDependant === undefined ? 0 : dependantsOf(properties, perDependant),
    additional_tax: 0n,
    quebec_additional_tax: 0n,
    shares: sharesOf(
      own.ftq + recordedAt(earlier.bases, 'shares_ftq'),
      own.fondaction + recordedAt(earlier.bases, 'shares_fondaction'),
    ),
    commission: null,
    pensionable_months: months,
    exempt: {
      pension:
        flagOf(properties, quebec ? 'ca::qc::qpp_exempt' : 'ca::cpp_exempt') ||
        (age?.is_exempt ?? false) ||
        months === 0,
      ei: flagOf(properties, 'ca::ei_exempt'),
      qpip: flagOf(properties, 'ca::qc::qpip_exempt'),
      federal_tax: false,
      provincial_tax: false,
    },
    is_surtax_exempt: flagOf(properties, 'ca::federal_oc_surtax_exempt'),
    ei_employer_multiplier: reduction.multiplier ?? edition.ei.employer_multiplier,
    ei_employee_rate: reduction.employee_rate,
    has_exemption: payroll.type !== 'correction',
    ytd,
    averaged: facts.averaging ? yearToDate(since(year, recorded(facts.averaging.before))) : ytd,
  };
  return {
    figures,
    own,
    properties,
    jurisdiction,
    place,
    year,
    earlier,
    additional: additionalTax(properties, jurisdiction, own, earlier, claims),
  };
};

const FREQUENCIES = {
  weekly: 'weekly',
  'bi-weekly': 'bi_weekly',
  'semi-monthly': 'semi_monthly',
  monthly: 'monthly',
} as const;

/** P: the pays of the schedule in this year, a 27th or 53rd among them. */
const periodsOf = ({ pay_frequency, regular_periods_count }: StageRequest['facts']['payroll']) => ({
  frequency: FREQUENCIES[pay_frequency],
  periods: regular_periods_count,
});

/** Whether anything is paid or counted on the stub: without it no line shows a zero. */
export const hasPay = ({ own }: StageFigures): boolean =>
  total(own.taxable) !== 0n ||
  total(own.taxable_quebec) !== 0n ||
  total(own.pensionable) !== 0n ||
  total(own.insurable) !== 0n ||
  own.lump_sum !== 0n;
