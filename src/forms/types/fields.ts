import { PROVINCE_LETTERS, type Text } from '../../values/text.ts';
import type { FormField } from '../model/form-type.ts';

/** Fields by what they hold, for the declarations of form types. */

type More = Partial<Omit<FormField, 'key' | 'label' | 'kind'>>;

const named = (key: string, en: string, fr: string): { key: string; label: Text } => ({ key, label: { en, fr } });

/** Dollars of a box: at least 0, nine digits before the point unless its file has room for fewer. */
export const currency = (key: string, en: string, fr: string, box?: string, more: More = {}): FormField => ({
  ...named(key, en, fr),
  kind: 'currency',
  width: 9,
  ...(box === undefined ? {} : { box }),
  ...more,
});

/** A text of at most `width` characters. */
export const text = (key: string, en: string, fr: string, width: number, more: More = {}): FormField => ({
  ...named(key, en, fr),
  kind: 'text',
  width,
  ...more,
});

/** Yes or no. */
export const flag = (key: string, en: string, fr: string): FormField => ({
  ...named(key, en, fr),
  kind: 'boolean',
  width: 1,
});

/** One of some codes. */
export const choice = (
  key: string,
  en: string,
  fr: string,
  options: Readonly<Record<string, Text>>,
  more: More = {},
): FormField => ({
  ...named(key, en, fr),
  kind: 'choice',
  width: Math.max(...Object.keys(options).map(({ length }) => length)),
  options,
  ...more,
});

/** A text of some form, and what is said of one that has another. */
export const formed = (pattern: RegExp, en: string, fr: string): Pick<FormField, 'form'> => ({
  form: { pattern, wrong: { en, fr } },
});

/** The year that a slip is of. */
export const TAX_YEAR = text('tax_year', 'Tax year', "Année d'imposition", 4, {
  required: true,
  ...formed(/^\d{4}$/, 'must be a year of four digits', 'doit être une année de quatre chiffres'),
});

/** Widths of names and of a city, which the file of an agency cuts them at. */
interface Widths {
  first_name: number;
  surname: number;
  city: number;
}
const CRA_WIDTHS: Widths = { first_name: 12, surname: 20, city: 28 };

/** Who is paid, as every slip names an employee; the widths are those of the CRA's slips unless others are given. */
export const employeeFields = (widths = CRA_WIDTHS): FormField[] => [
  text('employee_first_name', 'First name', 'Prénom', widths.first_name, { personal: true }),
  text('employee_initial', 'Initial', 'Initiale', 1, { personal: true }),
  text('employee_surname', 'Surname', 'Nom de famille', widths.surname, { personal: true, required: true }),
  ...addressFields('employee', widths),
];

/** The address of who is paid, as slips have it. */
export const addressFields = (whose: 'employee' | 'recipient', widths = CRA_WIDTHS): FormField[] => [
  text(`${whose}_address_line_1`, 'Address line 1', "Ligne d'adresse 1", 30, { personal: true }),
  text(`${whose}_address_line_2`, 'Address line 2', "Ligne d'adresse 2", 30, { personal: true }),
  text(`${whose}_city`, 'City', 'Ville', widths.city, { personal: true }),
  text(`${whose}_province_or_territory_code`, 'Province or territory', 'Province ou territoire', 2, {
    personal: true,
    ...PROVINCE_LETTERS,
  }),
  text(`${whose}_country_code`, 'Country', 'Pays', 3, {
    personal: true,
    ...formed(
      /^[A-Z]{2,3}$/,
      'must be two or three capital letters, e.g. CA',
      'doit être formé de deux ou trois lettres majuscules, p. ex. CA',
    ),
  }),
  text(`${whose}_postal_code`, 'Postal code', 'Code postal', 10, { personal: true }),
];

/** A social insurance number: kept in no form. */
export const sin = (key: string, en: string, fr: string): FormField => ({
  ...named(key, en, fr),
  kind: 'sin',
  width: 9,
  readonly: true,
});

const PAYROLL_ACCOUNT = formed(
  /^\d{9}RP\d{4}$/,
  'must be a payroll account number: nine digits, RP, four digits, e.g. 123456782RP0001',
  'doit être un numéro de compte de retenues : neuf chiffres, RP, quatre chiffres, p. ex. 123456782RP0001',
);

/** The employer's payroll account at the CRA. */
export const payrollAccount = (key: string, en: string, fr: string): FormField =>
  text(key, en, fr, 15, { required: true, ...PAYROLL_ACCOUNT });

/** Provinces of employment as slips write them; US and ZZ are employment outside Canada. */
export const PROVINCES_OF_SLIPS: Readonly<Record<string, Text>> = {
  AB: { en: 'Alberta', fr: 'Alberta' },
  BC: { en: 'British Columbia', fr: 'Colombie-Britannique' },
  MB: { en: 'Manitoba', fr: 'Manitoba' },
  NB: { en: 'New Brunswick', fr: 'Nouveau-Brunswick' },
  NL: { en: 'Newfoundland and Labrador', fr: 'Terre-Neuve-et-Labrador' },
  NS: { en: 'Nova Scotia', fr: 'Nouvelle-Écosse' },
  NT: { en: 'Northwest Territories', fr: 'Territoires du Nord-Ouest' },
  NU: { en: 'Nunavut', fr: 'Nunavut' },
  ON: { en: 'Ontario', fr: 'Ontario' },
  PE: { en: 'Prince Edward Island', fr: 'Île-du-Prince-Édouard' },
  QC: { en: 'Quebec', fr: 'Québec' },
  SK: { en: 'Saskatchewan', fr: 'Saskatchewan' },
  YT: { en: 'Yukon', fr: 'Yukon' },
  US: { en: 'United States', fr: 'États-Unis' },
  ZZ: { en: 'Other', fr: 'Autre' },
};

/**
 * What an employer offered of dental care at the end of the year, by the codes of box 45 of the T4 and box 015 of the
 * T4A.
 */
export const DENTAL_CODES: Readonly<Record<string, Text>> = {
  1: { en: 'No access to dental care insurance', fr: 'Aucun accès à une assurance dentaire' },
  2: { en: 'Payee only', fr: 'Bénéficiaire seulement' },
  3: { en: 'Payee, spouse and dependent children', fr: 'Bénéficiaire, conjoint et enfants à charge' },
  4: { en: 'Payee and spouse', fr: 'Bénéficiaire et conjoint' },
  5: { en: 'Payee and dependent children', fr: 'Bénéficiaire et enfants à charge' },
};
