import { z } from 'zod';
import { warning, warningsSchema } from '../employers/business-entity.ts';
import { about, choice, date, derived, kept, ofScope, text } from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type Filter, type StateOf } from '../kernel/definition/resource.ts';
import { searchSchema } from '../kernel/definition/schemas.ts';
import { embeddedList } from '../kernel/definition/show.ts';
import { matching } from '../values/condition.ts';
import type { JsonObject } from '../values/json.ts';

/** The names of a payee, for people who search. */
export const NAME_COLUMNS = ['first_name', 'last_name'] as const;

export const searchNames: Filter = {
  schema: searchSchema(),
  describe: 'Text found in the names',
  where: (value: string) => matching(NAME_COLUMNS, value),
};

/** Whether nine digits pass the check of social insurance numbers (Luhn). */
export const isSin = (digits: string): boolean => {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  let total = 0;
  for (let i = 0; i < 9; i++) {
    const doubled = Number(digits[i]) * (i % 2 === 1 ? 2 : 1);
    total += doubled > 9 ? doubled - 9 : doubled;
  }
  return total % 10 === 0;
};

const WRONG_SIN = {
  en: 'must be a social insurance number: nine digits that pass its check digit',
  fr: "doit être un numéro d'assurance sociale : neuf chiffres dont le chiffre de contrôle est juste",
};
const WRONG_EMAIL = { en: 'must be an e-mail address', fr: 'doit être une adresse électronique' };
const WRONG_CODE = { en: 'must be two capital letters, e.g. ON', fr: 'doit être deux lettres majuscules, p. ex. ON' };

const personal = { nullable: true, personal: 'searchable' } as const;
const email = { ...personal, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, wrong: WRONG_EMAIL };

/** A person employed within a company; paid through work assignments. */
export const employee = defineResource({
  object: 'employee',
  plural: 'employees',
  prefix: 'emp',
  path: '/employees',
  context: 'people',
  scope: 'company',
  purpose: 'A person employed within a company; paid through work assignments.',
  fields: {
    company: about('The company that the person works in', ofScope('company')),
    employee_number: about('Your own number of the person', text({ nullable: true }), 'E-17'),
    first_name: about('First name', text({ required: true, max: 50, personal: 'searchable', column: true }), 'Zoë'),
    last_name: about('Last name', text({ required: true, max: 50, personal: 'searchable', column: true }), 'Tremblay'),
    middle_initial: about('Middle initial', text({ ...personal, max: 1 }), 'M'),
    personal_email: about('Private e-mail address', text(email), 'zoe@example.com'),
    work_email: about('E-mail address at work', text(email), 'zoe@northlake.example'),
    address_line_1: about('Street and number', text(personal), '7 Elm Avenue'),
    address_line_2: about('Unit, floor or building', text(personal), 'Apartment 2'),
    city: about('City', text(personal), 'Ottawa'),
    province_code: about(
      'Province or territory of residence, by its two letters',
      text({ ...personal, pattern: /^[A-Z]{2}$/, wrong: WRONG_CODE }),
      'ON',
    ),
    country_code: about(
      'Country, by its two letters',
      text({ ...personal, pattern: /^[A-Z]{2}$/, wrong: WRONG_CODE }),
      'CA',
    ),
    postal_code: about('Postal code', text({ ...personal, max: 10 }), 'K1A 0B1'),
    sin: about(
      'Social insurance number, nine digits with a right check digit. Always null in answers but those of `reveal`',
      text({ nullable: true, max: 9, pattern: /^\d{9}$/, format: 'ca-sin', wrong: WRONG_SIN, personal: 'sealed' }),
      '046454286',
    ),
    sin_last_3: about(
      'Its last three digits',
      kept<string | null>(z.string().nullable(), { personal: 'searchable' }),
      '286',
    ),
    date_of_birth: about(
      'Date of birth: pension contributions go by age',
      { ...date({ nullable: true }), personal: 'searchable' },
      '1990-05-17',
    ),
    warnings: about(
      'What is still missing before the person can be paid',
      derived(warningsSchema, (): JsonObject => embeddedList([warning('bank_account_doesnt_exists')])),
    ),
    external_ref: about('Your own name for the person', text({ nullable: true, column: true }), 'hr-17'),
    preferred_locale: about(
      "Language of the person's pay stubs; null takes the employer's",
      choice(['en', 'fr'], { nullable: true }),
      'fr',
    ),
    archived_at: about(
      'Day from which on the person is archived: left out of lists, and paid no more',
      date({ nullable: true, on: 'update', column: true }),
      '2026-12-31',
    ),
  },
  lists: { work_assignments: { of: 'work_assignment', by: 'employee_id' } },
  archivable: true,
  filters: { external_ref: sameText('external_ref'), search_names: searchNames },
  sorts: { first_name: 'first_name', last_name: 'last_name' },
  operations: ['list', 'create', 'retrieve', 'update', 'batch_upsert', 'reveal'],
  examples: {
    create: ['first_name', 'last_name', 'sin', 'date_of_birth', 'personal_email', 'preferred_locale'],
    update: ['work_email'],
  },
  follows: ['population'],
  rules: {
    complete: (candidate) => ({ ...candidate, sin_last_3: candidate.sin?.slice(-3) ?? null }),
    validate: (candidate) =>
      typeof candidate.sin === 'string' && !isSin(candidate.sin) ? [{ path: 'sin', text: WRONG_SIN }] : [],
  },
});

export type Employee = StateOf<typeof employee>;
