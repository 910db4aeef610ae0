import type { Fixed } from '../../values/fixed.ts';
import { fixed, ONE, roundToCent, times, timesWhole } from '../../values/fixed.ts';
import { ageMonths, pensionAge } from '../editions/age.ts';
import { averagedWithin, begunWithin } from '../editions/annual-amount.ts';
import { arithmeticOf } from '../editions/arithmetic.ts';
import type { Claim, FundShares, PayFigures, Split, YearToDate } from '../editions/figures.ts';
import { averagedTaxes } from '../editions/figures.ts';
import type { ClaimContext, ClaimedFrom } from '../editions/indexing.ts';
import { claimOfCode, claimOfForm } from '../editions/indexing.ts';
import type { WithholdingInput } from './request.ts';
import { PAY_FREQUENCIES } from './request.ts';
import { warnIfRecalled } from './warnings.ts';

/** A request as figures of the formulas. */

/** A non-resident claims what a form states and nothing else: TC is 0 (T4127 chapter 3), and so is TCP. */
export const NO_CLAIM: Claim = { kind: 'amount', amount: 0n, stated: null };

const claimOf = (
  claim: WithholdingInput['federal_claim'],
  from: ClaimedFrom,
  isNonResident: boolean,
  context: ClaimContext,
): Claim => {
  if (claim === 'basic') return isNonResident ? NO_CLAIM : { kind: 'basic' };
  if ('amount' in claim) {
    const amount = fixed(claim.amount);
    const { effective_from, not_indexed } = claim;
    return effective_from === undefined
      ? { kind: 'amount', amount, stated: null }
      : claimOfForm({ amount, effective_from, not_indexed: fixed(not_indexed ?? '0') }, from, context);
  }
  return claim.code === 'E' ? { kind: 'exempt' } : claimOfCode(claim.code, from, context);
};

/**
 * An amount of the year; one that began within the year is prorated by the pays that are left, if no averaging is
 * asked.
 */
const annualOf = (given: WithholdingInput['annual_deductions'], periods: number, isAveraged: boolean): Fixed => {
  if (typeof given === 'string') return fixed(given);
  const amount = { ...given, amount: fixed(given.amount) };
  return isAveraged ? averagedWithin(amount, periods, 1) : begunWithin(amount, periods);
};

/** Commission income in Quebec without the number of the pay, which the method for it needs. */
const quebecOf = (input: WithholdingInput): PayFigures['quebec'] => {
  const { quebec_commission_percentage: percentage, quebec_method, period_number } = input;
  const isVariable = percentage !== undefined || (input.commission_annual != null && period_number != null);
  const commission = fixed(input.commission);
  return {
    method: quebec_method ?? (isVariable ? 'cumulative' : 'periodic'),
    bonus_method: input.quebec_bonus_method,
    fhsa: fixed(input.fhsa),
    commission_expenses:
      percentage === undefined ? 0n : commission - roundToCent(times(commission, fixed(percentage) / 100n)),
  };
};

const sharesOf = (shares: WithholdingInput['labour_sponsored_shares']): FundShares => ({
  federal: fixed(shares.federal),
  provincial: fixed(shares.provincial),
  ftq: fixed(shares.ftq),
  fondaction: fixed(shares.fondaction),
});

/** What the year held before this pay. */
const yearToDateOf = (
  { year_to_date: ytd, period_number, commission_annual }: WithholdingInput,
  periods: number,
): YearToDate => ({
  pensionable: fixed(ytd.pensionable),
  exempted:
    period_number && !commission_annual
      ? { pays: new Map([[periods, timesWhole(ONE, period_number - 1)]]), beside: 0n }
      : null,
  insurable: fixed(ytd.insurable),
  cpp: fixed(ytd.cpp),
  cpp2: fixed(ytd.cpp2),
  ei: fixed(ytd.ei),
  qpp: fixed(ytd.qpp),
  qpp2: fixed(ytd.qpp2),
  qpip: fixed(ytd.qpip),
  qpip_earnings: fixed(ytd.insurable_quebec ?? (fixed(ytd.cpp) > 0n || fixed(ytd.cpp2) > 0n ? '0' : ytd.insurable)),
  taxable: fixed(ytd.taxable),
  federal_tax: fixed(ytd.federal_tax),
  provincial_tax: fixed(ytd.provincial_tax),
  provincial_tax_elsewhere: 0n,
  non_periodic: fixed(ytd.non_periodic),
  non_periodic_tax: { federal: fixed(ytd.non_periodic_tax), provincial: 0n, is_split: false },
  non_periodic_pensionable: fixed(ytd.non_periodic),
  non_periodic_insurable: fixed(ytd.non_periodic),
  non_periodic_qpip: fixed(ytd.non_periodic),
  non_periodic_quebec: fixed(ytd.non_periodic),
  taxable_quebec: fixed(ytd.taxable),
  worker_deduction: fixed(ytd.quebec_worker_deduction),
  fhsa: fixed(ytd.fhsa),
  commission_expenses: fixed(ytd.quebec_commission_expenses),
  quebec_tax_on_non_periodic: fixed(ytd.quebec_non_periodic_tax),
  rpp: fixed(ytd.rpp),
  rrsp: fixed(ytd.rrsp),
  union_dues: fixed(ytd.union_dues),
  alimony: fixed(ytd.alimony),
  f5a: fixed(ytd.f5a),
  f5b_on_non_periodic: fixed(ytd.f5b_on_non_periodic),
  csb_beside: 0n,
  deducted_from_non_periodic: fixed(ytd.deducted_from_non_periodic),
  union_dues_from_non_periodic: 0n,
  shares: sharesOf(ytd.labour_sponsored_shares),
  ei_employer: ytd.ei_employer === undefined ? null : fixed(ytd.ei_employer),
  qpip_employer: ytd.qpip_employer === undefined ? null : fixed(ytd.qpip_employer),
  insurable_quebec: ytd.insurable_quebec === undefined ? null : fixed(ytd.insurable_quebec),
});

/** The figures of one pay, in the letters of the formulas. */
// Long: one member of the figures after the other, each from the member of the request that says it.
export const figuresOf = (input: WithholdingInput, context: ClaimContext): PayFigures => {
  const { edition, warnings } = context;
  const regular = fixed(input.regular_pay) + fixed(input.commission);
  const inCash = fixed(input.taxable_benefits_cash);
  const inKind = fixed(input.taxable_benefits_in_kind);
  const paidBonus = fixed(input.bonus);
  // The year's remuneration of a TD1X holds non-periodic payments too, so that one is part of the commission payment.
  const [bonus, within] = input.commission_annual ? [0n, paidBonus] : [paidBonus, 0n];
  const taxable: Split = { periodic: regular + inCash + inKind + within, non_periodic: bonus };
  const insurable: Split = { periodic: regular + inCash + within, non_periodic: bonus };
  const quebec = input.province_of_employment === 'QC';
  const plan = quebec ? edition.qpp : edition.cpp;
  const age = input.birth_date ? pensionAge(plan, input.birth_date, input.pay_date) : null;
  if (age?.by_last_age && plan.stops) warnIfRecalled(plan.stops.mark, warnings);
  const months = input.pensionable_months ?? ageMonths(age).length;
  const td1x = input.commission_annual;
  const periods = input.pay_periods ?? PAY_FREQUENCIES[input.pay_frequency!];
  const soFar = yearToDateOf(input, periods);
  const isEmployee = input.payee === 'employee';
  const commission = td1x ? { income: fixed(td1x.income), expenses: fixed(td1x.expenses), days: td1x.days } : null;
  const ofQuebec = quebecOf(input);
  const jurisdiction = input.province_of_employment;
  const averaged = averagedTaxes({ method: input.method, commission, quebec: ofQuebec, jurisdiction });
  return {
    edition,
    arithmetic: arithmeticOf(input.rounding_mode),
    pay_date: input.pay_date,
    jurisdiction,
    method: input.method,
    bonus_basis: input.bonus_basis,
    periods,
    pays_of_year: periods,
    period_number: input.period_number ?? null,
    averaged_number: input.period_number ?? null,
    taxable,
    taxable_quebec: taxable,
    last_taxable: fixed(input.last_regular_pay),
    last_taxable_quebec: fixed(input.last_regular_pay),
    last_pensionable: fixed(input.last_regular_pay),
    last_insurable: fixed(input.last_regular_pay),
    last_qpip: fixed(input.last_regular_pay),
    pensionable: taxable,
    insurable,
    qpip: insurable,
    registered_plans: fixed(input.rpp) + fixed(input.rrsp),
    alimony: fixed(input.alimony),
    union_dues: fixed(input.union_dues),
    deducted_from_bonus: fixed(input.rrsp_from_bonus),
    union_dues_from_bonus: 0n,
    northern_deduction: fixed(input.northern_deduction),
    annual_deductions: annualOf(input.annual_deductions, periods, averaged.federal),
    quebec_annual_deductions: annualOf(input.quebec_annual_deductions, periods, averaged.quebec),
    claims: {
      federal: claimOf(input.federal_claim, 'federal', input.is_non_resident, context),
      provincial: claimOf(input.provincial_claim, input.province_of_employment, input.is_non_resident, context),
    },
    federal_credits: annualOf(input.federal_credits, periods, averaged.federal),
    provincial_credits: annualOf(input.provincial_credits, periods, quebec ? averaged.quebec : averaged.federal),
    dependants: input.dependants,
    additional_tax: fixed(input.additional_tax),
    quebec_additional_tax: fixed(input.quebec_additional_tax),
    shares: sharesOf(input.labour_sponsored_shares),
    commission,
    pensionable_months: months,
    exempt: {
      pension: !isEmployee || input.is_cpp_exempt || (age?.is_exempt ?? false) || months === 0,
      ei: !isEmployee || input.is_ei_exempt,
      qpip: !isEmployee || input.is_qpip_exempt,
      federal_tax: input.is_federal_tax_exempt,
      provincial_tax: input.is_provincial_tax_exempt,
    },
    payee: input.payee,
    quebec: ofQuebec,
    is_surtax_exempt: input.is_outside_canada_surtax_exempt,
    ei_employer_multiplier: input.ei_employer_multiplier
      ? fixed(input.ei_employer_multiplier)
      : edition.ei.employer_multiplier,
    ei_employee_rate: null,
    has_changed_ei_rate: false,
    has_exemption: true,
    ytd: soFar,
    averaged: soFar,
  };
};
