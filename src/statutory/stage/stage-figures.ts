import type { WithholdingStageRequest } from '../../calculation/model/ports.ts';
import { nextPay, taxYear } from '../../calculation/model/tax-year.ts';
import type { CalendarDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, ONE } from '../../values/fixed.ts';
import { arithmeticOf } from '../editions/arithmetic.ts';
import type { FundShares, Jurisdiction, Method, PayFigures, Split } from '../editions/figures.ts';
import { averagedTaxes, total } from '../editions/figures.ts';
import type { ClaimContext } from '../editions/indexing.ts';
import { jurisdictionOf } from '../editions/line-item-types.ts';
import { PAY_FREQUENCIES } from '../request/request.ts';
import {
  countedFor,
  exemptionsOf,
  exemptionsOfDate,
  type Tax,
  type TaxedStub,
  taxedOfYear,
  withoutExemptEarnings,
} from './exempt-work.ts';
import { bonusBasisOf, contributoryAge, contributoryMonths, formsOf, hasNoMonths, quebecOf } from './stage-forms.ts';
import type { Recorded } from './stage-year.ts';
import {
  ADDITIONAL_TAX,
  fundShares,
  LUMP_SUMS_TRANSFERRED,
  lastPay,
  recorded,
  recordedAt,
  recordedShares,
  recordedTogether,
  since,
  withinLimits,
  yearToDate,
} from './stage-year.ts';
import type { Counting, Sums } from './sums.ts';
import { isPaidApart, isPaymentApart, sumLines, withTransfers } from './sums.ts';
import type { InForce } from './tax-properties.ts';
import {
  amountOf,
  dependantsOf,
  eiReduction,
  firstNationsExemption,
  flagOf,
  hasChangedEiRate,
  membersOf,
  methodOf,
  propertiesInForce,
  textOf,
} from './tax-properties.ts';

export interface StageFigures extends TaxedStub {
  /** Shares of funds bought with this stub, and alimony paid with it, for the year's sums */
  bought: FundShares;
  alimony: Fixed;
  /** What this stub's own lines come to; `figures` may hold more, see `earlier`. */
  own: Sums;
  properties: InForce;
  /** Province of work: workers' compensation and territorial tax depend on it. */
  place: Jurisdiction;
  /** Of the work assignment, this one where no other is known. */
  first_pay_date: CalendarDate;
  /** The year before this pay date. */
  year: Recorded;
  /** The same with what is approved for later days: maximums of the year go by it. */
  whole_year: Recorded;
  /** The same person's other stubs of this pay date that come before this one, as they were paid. */
  of_date: Recorded;
  /** Its place among them, where a closed one has another by now. */
  place_of_date: WithholdingStageRequest['facts']['same_pay_place'];
  additional: { federal: Fixed; quebec: Fixed };
  /** Whether what goes with a pay period goes with this stub. */
  paid: boolean;
  is_non_resident: boolean;
  /** What this stub itself adds to the year's sums of Quebec's formulas */
  quebec: Pick<PayFigures['quebec'], 'fhsa' | 'commission_expenses'>;
}

const plus = (split: Split, recordedSums: Recorded, whole: string, non_periodic: string): Split => {
  const bonus = recordedAt(recordedSums.bases, non_periodic);
  return {
    periodic: split.periodic + recordedAt(recordedSums.bases, whole) - bonus,
    non_periodic: split.non_periodic + bonus,
  };
};

/** Whether something that goes with a pay period goes with this stub: once for a date, not with what is paid apart. */
const isPaidPeriod = (own: Sums, before: Recorded['bases']): boolean =>
  own.taxable.periodic > 0n && recordedAt(before, 'taxable') <= 0n;

/**
 * Whether earlier stubs of the date hold periodic pay, which has had the exemption: all of the date together have it
 * once.
 */
const hasPeriodicPension = ({ bases }: Recorded): boolean =>
  recordedAt(bases, 'pensionable') > recordedAt(bases, 'pensionable_non_periodic');

/**
 * Additional tax that is asked of a pay: none for somebody who is exempt from the tax. Each work assignment states its
 * own, and all stubs of a date are one pay: what earlier ones bore of it is taken off.
 */
const additionalTax = (
  properties: InForce,
  { jurisdiction, claims, exempt }: Pick<PayFigures, 'jurisdiction' | 'claims' | 'exempt'>,
  before: Recorded['bases'],
): { federal: Fixed; quebec: Fixed } => {
  const left = (type: string, borne: string): Fixed =>
    atLeastZero((amountOf(properties, type) ?? 0n) - recordedAt(before, borne));
  return {
    federal:
      exempt.federal_tax || claims.federal.kind === 'exempt'
        ? 0n
        : left('ca::federal::additional_tax', ADDITIONAL_TAX.federal),
    quebec:
      jurisdiction !== 'QC' || exempt.provincial_tax || claims.provincial.kind === 'exempt'
        ? 0n
        : left('ca::qc::additional_tax', ADDITIONAL_TAX.quebec),
  };
};

const addShares = (one: FundShares, other: FundShares): FundShares => ({
  federal: one.federal + other.federal,
  provincial: one.provincial + other.provincial,
  ftq: one.ftq + other.ftq,
  fondaction: one.fondaction + other.fondaction,
});

const whole = (split: Split): Split => ({ periodic: total(split), non_periodic: 0n });

/** What the lines of the stub itself come to. */
const ownSums = (
  lines: WithholdingStageRequest['lines'],
  type: WithholdingStageRequest['facts']['payroll']['type'],
  where: Pick<Counting, 'jurisdiction' | 'place'>,
  properties: InForce,
  earlier: readonly Recorded[],
  warnings: ClaimContext['warnings'],
): Sums => {
  const exemption = firstNationsExemption(properties);
  const before = (name: string): Fixed => earlier.reduce((sum, { bases }) => sum + recordedAt(bases, name), 0n);
  const own = withTransfers(sumLines(lines, { is_apart: isPaidApart(type, lines), exemption, ...where }, warnings), {
    transferred: before(LUMP_SUMS_TRANSFERRED),
    from_pay: before('registered_plans') + before('registered_plans_non_periodic'),
  });
  if (where.jurisdiction !== 'QC' || type !== 'regular' || !membersOf(properties, 'ca::qc::commission')) return own;
  // Commissions that a TP-1015.R.13.1 is for are variable pay, whatever line they come on, and no lump sums.
  const { taxable_quebec: taxable, commission } = own;
  const taxable_quebec = {
    periodic: taxable.periodic + commission.non_periodic,
    non_periodic: taxable.non_periodic - commission.non_periodic,
  };
  return { ...own, taxable_quebec };
};

/**
 * The sums of the stub with those of the earlier ones of its pay date.
 *
 * @param isCommission the year's remuneration of a TD1X holds non-periodic payments too, so they are part of the
 *   commission payment
 */
const sumsOfDate = (own: Sums, earlier: Recorded, isCommission: boolean) => {
  const sums = (now: Split, all: string, nonPeriodic: string): Split => {
    const split = plus(now, earlier, all, nonPeriodic);
    return isCommission ? whole(split) : split;
  };
  const { bases } = earlier;
  const isApart = !isCommission && isPaymentApart(own);
  const [plans, plansOfPayment] = isApart ? [0n, own.registered_plans] : [own.registered_plans, 0n];
  const [dues, duesOfPayment] = isApart ? [0n, own.union_dues] : [own.union_dues, 0n];
  return {
    taxable: sums(own.taxable, 'all_taxable', 'non_periodic'),
    taxable_quebec: sums(own.taxable_quebec, 'all_taxable_quebec', 'non_periodic_quebec'),
    pensionable: sums(own.pensionable, 'pensionable', 'pensionable_non_periodic'),
    insurable: sums(own.insurable, 'insurable', 'insurable_non_periodic'),
    qpip: sums(own.qpip, 'qpip_earnings', 'qpip_non_periodic'),
    registered_plans: plans + recordedAt(bases, 'registered_plans'),
    union_dues: dues + recordedAt(bases, 'union_dues'),
    deducted_from_bonus:
      own.registered_plans_non_periodic + plansOfPayment + recordedAt(bases, 'registered_plans_non_periodic'),
    union_dues_from_bonus: duesOfPayment + recordedAt(bases, 'union_dues_non_periodic'),
  };
};

export interface StageContext extends ClaimContext {
  jurisdiction: Jurisdiction;
  method: Method | undefined;
  /** The tax that the figures are for: pay that does not bear it is left out. Without one all pay counts. */
  tax?: Tax;
}

/**
 * The facts of a stub, in the letters of the formulas. Several stubs of one person with one employer on
 * one pay date are one pay: the earlier ones are counted in here, and what they bore is taken off the result.
 */
// Long: one member of the figures after the other, each from the tax property that says it.
export const stageFigures = ({ facts, lines }: WithholdingStageRequest, context: StageContext): StageFigures => {
  const { edition, jurisdiction, method, warnings } = context;
  const properties = propertiesInForce(facts);
  const place = jurisdictionOf(textOf(properties, 'ca::province_of_work')) ?? jurisdiction;
  const quebec = jurisdiction === 'QC';
  const { payroll } = facts;
  const year = recorded(facts.employer_year_to_date ?? facts.year_to_date);
  const counted = countedFor(facts, context.tax);
  const own = ownSums(lines, payroll.type, { jurisdiction, place }, properties, [year, counted.ofDate], warnings);
  const whole_year = facts.employer_year_later ? recordedTogether(year, recorded(facts.employer_year_later)) : year;
  const before = yearToDate(counted.year, jurisdiction);
  const ytd = withinLimits(before, yearToDate(whole_year, jurisdiction));
  const earlier = counted.ofDate;
  // One that was closed behind this stub has left it to this one.
  const ofDateBefore = facts.same_pay_place?.before ?? earlier.bases;
  const paid = isPaidPeriod(own, ofDateBefore);
  const periods = periodsOf(payroll);
  const of_year = taxYear(payroll);
  const forms = formsOf(properties, { facts, periods, ...context });
  const age = contributoryAge(facts, quebec ? edition.qpp : edition.cpp, warnings);
  const months = contributoryMonths(facts, jurisdiction, edition);
  const reduction = eiReduction(properties);
  const perDependant = edition.provinces.get(jurisdiction)?.reduction_for_dependants?.per_dependant;
  // What a form says is bought or paid with each pay counts once for the date: what earlier stubs counted is taken off.
  const isPeriodic = own.taxable.periodic > 0n;
  const left = (stated: Fixed, counted: string): Fixed =>
    isPeriodic ? atLeastZero(stated - recordedAt(ofDateBefore, counted)) : 0n;
  const bought: FundShares = {
    federal: left(forms.shares.federal, 'shares_federal'),
    provincial: left(forms.shares.provincial, `shares_${jurisdiction.toLowerCase()}`),
    ftq: own.ftq,
    fondaction: own.fondaction,
  };
  const alimony = left(forms.alimony, 'alimony');
  const commission = payroll.type === 'correction' ? null : forms.commission;
  const ofQuebec = quebecOf(properties, {
    is_regular: payroll.type === 'regular',
    commission: total(own.commission),
    has_td1x: commission !== null,
  });
  const fhsa = left(ofQuebec.fhsa, 'fhsa');
  const asked = payroll.type === 'regular' ? (method ?? methodOf(properties)) : 'periodic';
  const averaged = averagedTaxes({ method: asked, commission, quebec: ofQuebec, jurisdiction });
  const exempt = exemptionsOf(
    properties,
    jurisdiction,
    forms.payee === 'employee',
    (age?.is_exempt ?? false) || months === 0 || hasNoMonths(properties),
  );
  const ofDate = exemptionsOfDate(exempt, earlier);
  const ofExempt = (tax: Tax): Fixed =>
    !paid && !exempt[`${tax}_tax`] && isPaidPeriod(own, taxedOfYear(ofDateBefore, tax)) ? ONE : 0n;
  const of_date = sumsOfDate(withoutExemptEarnings(own, exempt), earlier, commission !== null);
  const figures: PayFigures = {
    edition,
    arithmetic: arithmeticOf(textOf(properties, 'ca::rounding_mode') === 'calculator' ? 'calculator' : 'formulas'),
    pay_date: payroll.pay_date,
    jurisdiction,
    method: asked,
    bonus_basis: bonusBasisOf(properties),
    periods,
    pays_of_year: of_year.count > 0 ? of_year.count : periods,
    // Of what is paid apart no regular pay goes with it: those that are left come behind it. Wages that are paid off-cycle
    // are one more pay.
    period_number: of_date.taxable.periodic === 0n ? nextPay(payroll) : Math.max(of_year.number, nextPay(payroll) - 1),
    averaged_number: of_year.number - (facts.averaging?.first_period ?? 1) + 1,
    ...of_date,
    ...lastPay(of_date.taxable, counted, periods),
    alimony: alimony + recordedAt(earlier.bases, 'alimony'),
    northern_deduction: forms.northern_deduction,
    ...forms.annual(averaged, facts.averaging?.first_period ?? 1),
    claims: forms.claims,
    dependants: perDependant === undefined ? 0 : dependantsOf(properties, perDependant),
    additional_tax: 0n,
    quebec_additional_tax: 0n,
    shares: addShares(fundShares(bought), fundShares(recordedShares(earlier, jurisdiction))),
    commission,
    pensionable_months: months,
    exempt: ofDate,
    // Who is paid a pension beside wages is an employee on that date.
    payee: ofDate.pension && ofDate.ei && ofDate.qpip ? forms.payee : 'employee',
    quebec: {
      ...ofQuebec,
      fhsa: fhsa + recordedAt(earlier.bases, 'fhsa'),
      commission_expenses: ofQuebec.commission_expenses + recordedAt(earlier.bases, 'commission_expenses'),
    },
    is_surtax_exempt: flagOf(properties, 'ca::federal_oc_surtax_exempt'),
    ei_employer_multiplier: reduction.multiplier ?? edition.ei.employer_multiplier,
    ei_employee_rate: reduction.employee_rate,
    has_changed_ei_rate: hasChangedEiRate(facts),
    has_exemption: payroll.type !== 'correction' || hasPeriodicPension(earlier),
    ytd,
    averaged: counted.left_out ? yearToDate(since(counted.year, counted.left_out), jurisdiction) : before,
  };
  return {
    figures,
    own,
    exempt,
    bought,
    alimony,
    properties,
    jurisdiction,
    place,
    first_pay_date: facts.first_pay_date ?? payroll.pay_date,
    year,
    whole_year,
    earlier,
    of_date: earlier,
    place_of_date: facts.same_pay_place,
    apart: { federal: null, provincial: null },
    paid,
    pays_of_exempt: { federal: ofExempt('federal'), provincial: ofExempt('provincial') },
    is_non_resident: forms.is_non_resident,
    quebec: quebec ? { ...ofQuebec, fhsa } : { fhsa: 0n, commission_expenses: 0n },
    additional: isPeriodic ? additionalTax(properties, figures, ofDateBefore) : { federal: 0n, quebec: 0n },
  };
};

const FREQUENCIES = {
  weekly: 'weekly',
  'bi-weekly': 'bi_weekly',
  'semi-monthly': 'semi_monthly',
  monthly: 'monthly',
} as const;

/** P: the pays of the schedule in this year, a 27th or 53rd among them. */
const periodsOf = ({ pay_frequency, regular_periods_count }: WithholdingStageRequest['facts']['payroll']): number =>
  regular_periods_count > 0 ? regular_periods_count : PAY_FREQUENCIES[FREQUENCIES[pay_frequency]];
