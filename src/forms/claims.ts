import type { Json } from '../values/json.ts';
import { sum, toText } from '../values/money.ts';
import type { FormValue, FormValues } from './model/form-type.ts';
import { TD1_PLACES } from './types/td1-places.ts';

/** What a completed return of an employee says to source deductions: tax properties of the work assignment, by type. */
export interface Claims {
  /** Types of tax properties that returns of the type govern. */
  properties: readonly string[];
  /** Those of them that a return says for its year alone. */
  of_year?: readonly string[];
  /** Those that say something of another one, by their types: what is set by hand in its place ends them too. */
  part_of?: Readonly<Record<string, string>>;
  /** The value of each; null where the return says nothing of it. */
  of(values: FormValues): Readonly<Record<string, Json>>;
}

const amount = (value: FormValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
/** An amount that there is only when it is above 0: nothing is said by a blank or a 0. */
const extra = (value: FormValue | undefined): string | null =>
  value === null || value === undefined || Number(value) === 0 ? null : String(value);
/** A mark that is set; one that is not says nothing. */
const mark = (value: FormValue | undefined): true | null => (value === true ? true : null);

/** What some lines come to, where it is above 0; nothing of who claims with another employer. */
const together = (values: FormValues, lines: readonly string[]): string | null =>
  values.more_than_one_employer_or_payer === true
    ? null
    : extra(toText(sum(lines.flatMap((key) => amount(values[key]) ?? []))));

const federal: Claims = {
  properties: [
    'ca::federal::claim_amount',
    'ca::federal::claim_amount_not_indexed',
    'ca::federal::total_income_less_than_total_claim_amount',
    'ca::federal::northern_deduction',
    'ca::federal::additional_tax',
  ],
  part_of: { 'ca::federal::claim_amount_not_indexed': 'ca::federal::claim_amount' },
  of: (values) => ({
    // Who claims with another employer, and a non-resident with too little income of Canada, claim nothing here.
    'ca::federal::claim_amount':
      values.more_than_one_employer_or_payer === true || values.ninety_percent_world_income_taxable_income === false
        ? '0'
        : amount(values.line_13_total_claim_amount),
    // T4127 chapter 2: at New Year these do not rise.
    'ca::federal::claim_amount_not_indexed':
      values.ninety_percent_world_income_taxable_income === false
        ? null
        : together(values, ['line_4_pension_income_amount', 'line_5_tuition']),
    'ca::federal::total_income_less_than_total_claim_amount': mark(values.total_income_less_than_total_claim_amount),
    'ca::federal::northern_deduction': extra(values.prescribed_zone_deduction),
    'ca::federal::additional_tax': extra(values.additional_tax_deduction),
  }),
};

const provincial = (place: (typeof TD1_PLACES)[number]): Claims => {
  const claim = `ca::${place}::claim_amount`;
  // Ontario's reduction takes the place of it.
  const little = place === 'on' ? null : `ca::${place}::total_income_less_than_total_claim_amount`;
  // In Ontario all of it rises at New Year.
  const not_indexed = place === 'on' ? null : `ca::${place}::claim_amount_not_indexed`;
  return {
    properties: [claim, ...(little === null ? [] : [little]), ...(not_indexed === null ? [] : [not_indexed])],
    part_of: not_indexed === null ? {} : { [not_indexed]: claim },
    of: (values) => ({
      [claim]: values.more_than_one_employer_or_payer === true ? '0' : amount(values.total_claim_amount),
      ...(little === null ? {} : { [little]: mark(values.total_income_less_than_total_claim_amount) }),
      ...(not_indexed === null ? {} : { [not_indexed]: together(values, ['pension_income_amount', 'tuition_amount']) }),
    }),
  };
};

const commission: Claims = {
  properties: ['ca::federal::commission'],
  of: ({ commission_income, commission_expenses }) => ({
    'ca::federal::commission':
      amount(commission_income) === null
        ? null
        : { income: amount(commission_income), expenses: amount(commission_expenses) ?? '0' },
  }),
};

const quebec: Claims = {
  properties: [
    'ca::qc::claim_amount',
    'ca::qc::additional_tax',
    'ca::qc::form_deductions',
    'ca::provincial_tax_exempt',
  ],
  // The exemption is good for the year of the request alone (TP-1015.F part 2).
  of_year: ['ca::provincial_tax_exempt'],
  of: (values) => ({
    'ca::qc::claim_amount':
      values.more_than_one_employer_or_payer === true ? '0' : amount(values.line_10_total_claim_amount),
    'ca::qc::additional_tax': extra(values.line_11_additional_tax),
    'ca::qc::form_deductions': extra(values.line_19_deductions),
    'ca::provincial_tax_exempt': mark(values.line_20_exemption),
  }),
};

/** By type of form. */
export const CLAIMS: Readonly<Record<string, Claims>> = {
  td1: federal,
  ...Object.fromEntries(TD1_PLACES.map((place) => [`td1${place}`, provincial(place)])),
  td1x: commission,
  tp1015: quebec,
};
