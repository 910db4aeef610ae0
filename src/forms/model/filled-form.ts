import type { CalendarDate } from '../../values/dates.ts';
import type { Locale } from '../../values/text.ts';
import type { FormValues } from './form-type.ts';
import type { FormStage } from './states.ts';

/**
 * A form as makers of slips and of agencies' files get it: plain boxes, nothing encrypted any more. It is made when a
 * file is made, and kept nowhere.
 */
export interface FilledForm {
  form_id: string;
  /** `t4`. */
  type: string;
  version_year: number;
  effective_date: CalendarDate;
  stage: FormStage;
  /** Every field of the version; the SIN among them, nine digits, or null where the person has none. */
  values: FormValues;
  /** The number of the slip: given once by the service, and never to another. Null before a form is approved. */
  number: number | null;
  /** Numbers of further slips, where one has no room for all of it. */
  further_numbers: readonly number[];
  /** Of an amendment or a cancellation: the number of the slip that it refers to, and those of its further slips. */
  original_number: number | null;
  original_further_numbers: readonly number[];
  /** The language that the person is written to in. */
  locale: Locale;
}

/** Who files. All of it as the employer's record has it; null where it has nothing. */
export interface Filer {
  business_entity_id: string;
  /** The name in law, or what the employer is called. */
  name: string;
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  province_code: string | null;
  country_code: string | null;
  postal_code: string | null;
  /** Payroll account at the CRA: nine digits, RP, four digits. */
  cra_account: string | null;
  /** Identification number at Revenu Québec: ten digits, RS, four digits. */
  rq_account: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_area_code: string | null;
  contact_phone_number: string | null;
  contact_extension: string | null;
  locale: Locale;
}

/**
 * What a file for an agency is made of: the forms of a batch, or one that is filed alone. `forms` comes in the order in
 * which forms were made, may be gone through more than once, and is never held together.
 */
export interface Filing {
  type: string;
  tax_year: number;
  stage: FormStage;
  filer: Filer;
  /** Unique to each file that was ever made for this employer: up to eight digits. Never given twice. */
  reference: number;
  count: number;
  /** Accounts of the employer that forms name, each of which has a return of its own; null of forms that name none. */
  accounts: readonly (string | null)[];
  /** Those of one account. */
  forms(account: string | null): AsyncIterable<FilledForm>;
}

/**
 * Makes the bytes of a file for an agency. Pure, except that it goes through the forms. @throws Problem of what cannot
 * be written
 */
export type WriteFiling = (filing: Filing) => AsyncIterable<Uint8Array>;
