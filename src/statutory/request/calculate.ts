import type { CalendarDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, roundToCent, times, toText } from '../../values/fixed.ts';
import { ageMonths, pensionAge } from '../editions/age.ts';
import { begunWithin } from '../editions/annual-amount.ts';
import { arithmeticOf } from '../editions/arithmetic.ts';
import type { Edition, Mark } from '../editions/edition.ts';
import type { Claim, FundShares, PayFigures, Split, YearToDate } from '../editions/figures.ts';
import type { Editions } from '../editions/index.ts';
import { EDITIONS, editionFor } from '../editions/index.ts';
import type { ClaimContext, ClaimedFrom } from '../editions/indexing.ts';
import { claimOfCode, claimOfForm } from '../editions/indexing.ts';
import type { StatutoryWarning, Step, Trace } from '../editions/trace.ts';
import { createTrace } from '../editions/trace.ts';
import { coverAdditionalTax } from '../engine/additional-tax.ts';
import type { Withheld } from '../engine/engine.ts';
import { withhold } from '../engine/engine.ts';
import type { WithholdingInput, WithholdingRequest } from './request.ts';
import { PAY_FREQUENCIES, withholdingRequest } from './request.ts';

// Long: the order of one calculation, from the request's figures to the answer's; formulas are in engine/.

/** The amounts of one pay; decimal text in cents. */
export interface WithholdingResult {
  employee: {
    cpp: string;
    cpp2: string;
    qpp: string;
    qpp2: string;
    ei: string;
    qpip: string;
    /** On periodic pay, additional tax included */
    federal_tax: string;
    federal_tax_on_bonus: string;
    /** Revenu Québec's in Quebec */
    provincial_tax: string;
    provincial_tax_on_bonus: string;
    total: string;
  };
  employer: { cpp: string; cpp2: string; qpp: string; qpp2: string; ei: string; qpip: string; total: string };
  gross_pay: string;
  net_pay: string;
  /** The first pay date of the figures used */
  edition: CalendarDate;
  /** The pay date is beyond the newest figures known: the newest were used and the result is not final. */
  is_pending_tax_rates: boolean;
  explanation: Step[];
  warnings: StatutoryWarning[];
}

export interface CalculationOptions {
  /** Whether to explain how each amount came about; `explanation` is empty otherwise. */
  explain?: boolean;
  /** Figures other than those that ship with the service. */
  editions?: Editions;
}

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

/** An amount of the year; one that began within the year is prorated by the pays that are left. */
const annualOf = (amount: WithholdingInput['annual_deductions'], periods: number): Fixed =>
  typeof amount === 'string' ? fixed(amount) : begunWithin(fixed(amount.amount), amount.from_period, periods);

/** What Quebec's formulas leave to a guide that was not read. */
export const QUEBEC_NON_RESIDENT: StatutoryWarning = {
  type: 'not_covered',
  subject: 'is_non_resident',
  message:
    'Which credits Quebec leaves a non-resident is not covered: none was counted. State the amount of line 10 of the TP-1015.3.',
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

// Long: one member of the figures after the other, as the request names them; nothing branches.
const figuresOf = (input: WithholdingInput, context: ClaimContext): PayFigures => {
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
  const { year_to_date: ytd, commission_annual: td1x } = input;
  const soFar: YearToDate = {
    pensionable: fixed(ytd.pensionable),
    insurable: fixed(ytd.insurable),
    cpp: fixed(ytd.cpp),
    cpp2: fixed(ytd.cpp2),
    ei: fixed(ytd.ei),
    qpp: fixed(ytd.qpp),
    qpp2: fixed(ytd.qpp2),
    qpip: fixed(ytd.qpip),
    taxable: fixed(ytd.taxable),
    federal_tax: fixed(ytd.federal_tax),
    provincial_tax: fixed(ytd.provincial_tax),
    non_periodic: fixed(ytd.non_periodic),
    non_periodic_tax: { federal: fixed(ytd.non_periodic_tax), provincial: 0n, is_split: false },
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
    deducted_from_non_periodic: fixed(ytd.deducted_from_non_periodic),
    shares: sharesOf(ytd.labour_sponsored_shares),
    qpip_employer: ytd.qpip_employer === undefined ? null : fixed(ytd.qpip_employer),
    insurable_quebec: ytd.insurable_quebec === undefined ? null : fixed(ytd.insurable_quebec),
  };
  const periods = input.pay_periods ?? PAY_FREQUENCIES[input.pay_frequency!];
  const isEmployee = input.payee === 'employee';
  return {
    edition,
    arithmetic: arithmeticOf(input.rounding_mode),
    pay_date: input.pay_date,
    jurisdiction: input.province_of_employment,
    method: input.method,
    bonus_basis: input.bonus_basis,
    periods,
    pays_of_year: periods,
    period_number: input.period_number ?? null,
    taxable,
    taxable_quebec: taxable,
    last_taxable: fixed(input.last_regular_pay),
    pensionable: taxable,
    insurable,
    qpip: insurable,
    registered_plans: fixed(input.rpp) + fixed(input.rrsp),
    alimony: fixed(input.alimony),
    union_dues: fixed(input.union_dues),
    deducted_from_bonus: fixed(input.rrsp_from_bonus),
    northern_deduction: fixed(input.northern_deduction),
    annual_deductions: annualOf(input.annual_deductions, periods),
    quebec_annual_deductions: annualOf(input.quebec_annual_deductions, periods),
    claims: {
      federal: claimOf(input.federal_claim, 'federal', input.is_non_resident, context),
      provincial: claimOf(input.provincial_claim, input.province_of_employment, input.is_non_resident, context),
    },
    federal_credits: annualOf(input.federal_credits, periods),
    provincial_credits: annualOf(input.provincial_credits, periods),
    dependants: input.dependants,
    additional_tax: fixed(input.additional_tax),
    quebec_additional_tax: fixed(input.quebec_additional_tax),
    shares: sharesOf(input.labour_sponsored_shares),
    commission: td1x ? { income: fixed(td1x.income), expenses: fixed(td1x.expenses), days: td1x.days } : null,
    pensionable_months: months,
    exempt: {
      pension: !isEmployee || input.is_cpp_exempt || (age?.is_exempt ?? false) || months === 0,
      ei: !isEmployee || input.is_ei_exempt,
      qpip: !isEmployee || input.is_qpip_exempt,
      federal_tax: input.is_federal_tax_exempt,
      provincial_tax: input.is_provincial_tax_exempt,
    },
    payee: input.payee,
    quebec: quebecOf(input),
    is_surtax_exempt: input.is_outside_canada_surtax_exempt,
    ei_employer_multiplier: input.ei_employer_multiplier
      ? fixed(input.ei_employer_multiplier)
      : edition.ei.employer_multiplier,
    ei_employee_rate: null,
    has_exemption: true,
    ytd: soFar,
    averaged: soFar,
  };
};

/** Quebec tax on a commission payment whose number in the year is not said. */
export const QUEBEC_COMMISSION: StatutoryWarning = {
  type: 'not_covered',
  subject: 'commission_annual',
  message:
    'Quebec tax was calculated as on regular pay: commissions ask for cumulative averaging, which needs period_number and the year to date.',
};

/** A warning where a figure that was used is known only from memory. */
export const warnIfRecalled = (mark: Mark, warnings: StatutoryWarning[]): void => {
  if (!mark.recalled || warnings.some(({ subject }) => subject === mark.subject)) return;
  warnings.push({
    type: 'recalled_figure',
    subject: mark.subject,
    message: `The figure ${mark.subject} was not seen in an official source; check it before relying on the amount.`,
  });
};

const usedMarks = (edition: Edition, jurisdiction: string): Mark[] => {
  const { federal } = edition;
  const province = edition.provinces.get(jurisdiction);
  return [
    ...(jurisdiction === 'QC'
      ? [edition.qpp.mark, edition.ei_quebec.mark, edition.qpip.mark, edition.quebec.mark]
      : [edition.cpp.mark, edition.ei.mark]),
    federal.option1.mark,
    federal.employment_amount.mark,
    ...(province ? [province.option1.mark] : []),
    ...(province?.surtax ? [province.surtax.mark] : []),
    ...(province?.reduction_for_dependants ? [province.reduction_for_dependants.mark] : []),
  ];
};

const recalled = new WeakMap<Edition, Map<string, Mark[]>>();

/** The figures known only from memory that every pay of a jurisdiction uses; named once for each edition. */
const recalledOf = (edition: Edition, jurisdiction: string): Mark[] => {
  const byJurisdiction = recalled.get(edition) ?? new Map<string, Mark[]>();
  recalled.set(edition, byJurisdiction);
  let marks = byJurisdiction.get(jurisdiction);
  if (!marks) {
    marks = usedMarks(edition, jurisdiction).filter((mark) => mark.recalled);
    byJurisdiction.set(jurisdiction, marks);
  }
  return marks;
};

/** Warnings that every calculation with an edition has in common. */
export const editionWarnings = (edition: Edition, jurisdiction: string, is_pending: boolean): StatutoryWarning[] => {
  const warnings: StatutoryWarning[] = [];
  if (is_pending) {
    warnings.push({
      type: 'pending_tax_rates',
      subject: edition.effective_from,
      message: `The statutory figures for this pay date are not known yet; those from ${edition.effective_from} were used.`,
    });
  }
  for (const mark of recalledOf(edition, jurisdiction)) warnIfRecalled(mark, warnings);
  return warnings;
};

/** What the employee is left with before additional tax: cash, less what is withheld and deducted. */
const netBefore = (input: WithholdingInput, gross: Fixed, withheldSum: Fixed): Fixed =>
  gross -
  withheldSum -
  fixed(input.rpp) -
  fixed(input.rrsp) -
  fixed(input.rrsp_from_bonus) -
  fixed(input.fhsa) -
  fixed(input.union_dues) -
  fixed(input.alimony);

const sumOf = ({ contributions, federal, federal_on_bonus, provincial, provincial_on_bonus }: Withheld): Fixed =>
  contributions.pension +
  contributions.second +
  contributions.premium +
  (contributions.qpip?.employee ?? 0n) +
  federal +
  federal_on_bonus +
  provincial +
  provincial_on_bonus;

/** Whether additional tax is asked of this pay: one made apart from regular pay, and an exempt one, bear none. */
const askedOf = (figures: PayFigures): { federal: Fixed; quebec: Fixed } => {
  if (figures.taxable.periodic <= 0n) return { federal: 0n, quebec: 0n };
  const { exempt, claims } = figures;
  return {
    federal: exempt.federal_tax || claims.federal.kind === 'exempt' ? 0n : figures.additional_tax,
    quebec:
      figures.jurisdiction !== 'QC' || exempt.provincial_tax || claims.provincial.kind === 'exempt'
        ? 0n
        : figures.quebec_additional_tax,
  };
};

/**
 * What is withheld from one pay and what the employer contributes, from figures that the caller brings (the body of
 * `POST /calculations/statutory_withholdings`, checked and completed by its schema). Pure: no clock, nothing stored.
 *
 * @param input a request that was parsed by `withholdingRequest`
 * @returns amounts as decimal text, with their explanation when asked for
 * @throws NoFiguresError for a pay date before the first tax year known
 */
export const calculateWithholdings = (
  input: WithholdingInput,
  { explain = false, editions = EDITIONS }: CalculationOptions = {},
): WithholdingResult => {
  const { edition, is_pending } = editionFor(input.pay_date, editions);
  const warnings = editionWarnings(edition, input.province_of_employment, is_pending);
  const trace: Trace | undefined = explain ? createTrace() : undefined;
  const figures = figuresOf(input, { edition, editions, warnings, trace });
  const withheld = withhold(figures, trace);
  const { contributions } = withheld;
  const gross =
    fixed(input.regular_pay) + fixed(input.bonus) + fixed(input.commission) + fixed(input.taxable_benefits_cash);
  const sum = sumOf(withheld);
  const before = netBefore(input, gross, sum);
  const asked = askedOf(figures);
  const additional = coverAdditionalTax(before, asked);
  if (asked.federal !== 0n || asked.quebec !== 0n) {
    trace?.step(
      'L',
      'additional tax asked for, as far as the pay covers it',
      additional.federal + additional.quebec,
      { federal: asked.federal, Quebec: asked.quebec, 'left of the pay': before },
      [],
    );
    if (additional.federal !== asked.federal || additional.quebec !== asked.quebec) {
      warnings.push({
        type: 'additional_tax_not_withheld',
        subject: 'additional_tax',
        message: 'The pay does not cover all of the additional tax that was asked for.',
      });
    }
  }
  const quebec = input.province_of_employment === 'QC';
  if (quebec && figures.commission && figures.quebec.method === 'periodic') warnings.push(QUEBEC_COMMISSION);
  if (quebec && input.is_non_resident && input.provincial_claim === 'basic') warnings.push(QUEBEC_NON_RESIDENT);
  const pension = toText(contributions.pension);
  const second = toText(contributions.second);
  const plans = quebec
    ? { cpp: '0', cpp2: '0', qpp: pension, qpp2: second }
    : { cpp: pension, cpp2: second, qpp: '0', qpp2: '0' };
  const total = sum + additional.federal + additional.quebec;
  return {
    employee: {
      ...plans,
      ei: toText(contributions.premium),
      qpip: toText(contributions.qpip?.employee ?? 0n),
      federal_tax: toText(withheld.federal + additional.federal),
      federal_tax_on_bonus: toText(withheld.federal_on_bonus),
      provincial_tax: toText(withheld.provincial + additional.quebec),
      provincial_tax_on_bonus: toText(withheld.provincial_on_bonus),
      total: toText(total),
    },
    employer: {
      ...plans,
      ei: toText(contributions.employer_premium),
      qpip: toText(contributions.qpip?.employer ?? 0n),
      total: toText(
        contributions.pension +
          contributions.second +
          contributions.employer_premium +
          (contributions.qpip?.employer ?? 0n),
      ),
    },
    gross_pay: toText(gross),
    net_pay: toText(before - additional.federal - additional.quebec),
    edition: edition.effective_from,
    is_pending_tax_rates: is_pending,
    explanation: trace?.steps ?? [],
    warnings,
  };
};

/** Parses a request and calculates it: the short way for callers without an HTTP layer in front. */
export const calculateRequest = (request: WithholdingRequest, options?: CalculationOptions): WithholdingResult =>
  calculateWithholdings(withholdingRequest.parse(request), options);
