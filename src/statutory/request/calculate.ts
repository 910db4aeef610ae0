import type { CalendarDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, toText } from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import type { Editions } from '../editions/index.ts';
import { EDITIONS, editionFor } from '../editions/index.ts';
import type { StatutoryWarning, Step, Trace } from '../editions/trace.ts';
import { createTrace } from '../editions/trace.ts';
import { coverAdditionalTax } from '../engine/additional-tax.ts';
import type { Withheld } from '../engine/engine.ts';
import { withhold } from '../engine/engine.ts';
import { figuresOf } from './figures.ts';
import type { WithholdingInput, WithholdingRequest } from './request.ts';
import { withholdingRequest } from './request.ts';
import {
  ADDITIONAL_TAX_NOT_COVERED,
  editionWarnings,
  QUEBEC_COMMISSION,
  QUEBEC_NON_RESIDENT,
  warnOfFunds,
} from './warnings.ts';

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
  warnOfFunds(figures, warnings);
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
      warnings.push(ADDITIONAL_TAX_NOT_COVERED);
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
