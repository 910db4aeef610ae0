import { z } from 'zod';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, choice, date, derived, kept, ofScope, text } from '../kernel/definition/fields.ts';
import { namesMatching, sameText } from '../kernel/definition/filters.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { embeddedList } from '../kernel/definition/show.ts';
import { warning, warningsSchema } from '../pay-records/warnings.ts';
import { equal } from '../values/condition.ts';
import type { JsonObject } from '../values/json.ts';
import { ADDRESS_CASES, addressIssues, COUNTRY_LETTERS, PROVINCE_LETTERS } from '../values/text.ts';
import { email, NAME_COLUMNS, personal, SIN } from './payee.ts';

/** For a date of birth: one in the future would make a person a minor, without pension contributions. */
const unborn = (today: string) => ({
  en: `must not be after today (${today})`,
  fr: `ne doit pas être après aujourd'hui (${today})`,
});

const fields = {
  company: about('The company that the person belongs to', ofScope('company')),
  employee_number: about('Your own number for the person', text({ nullable: true }), 'E-17'),
  first_name: about('First name', text({ required: true, max: 50, personal: 'searchable', column: true }), 'Zoë'),
  last_name: about('Last name', text({ required: true, max: 50, personal: 'searchable', column: true }), 'Tremblay'),
  middle_initial: about('Middle initial', text({ ...personal, max: 1 }), 'M'),
  personal_email: about('Private e-mail address', text(email), 'zoe@example.com'),
  work_email: about('E-mail address at work', text(email), 'zoe@northlake.example'),
  address_line_1: about('Street and number', text(personal), '7 Elm Avenue'),
  address_line_2: about('Unit, floor or building', text(personal), 'Apartment 2'),
  city: about('City', text(personal), 'Ottawa'),
  province_code: about(
    'Two-letter code of the province or territory of residence',
    text({ ...personal, ...PROVINCE_LETTERS }),
    'ON',
  ),
  country_code: about('Two-letter country code', text({ ...personal, ...COUNTRY_LETTERS }), 'CA'),
  postal_code: about('Postal code', text({ ...personal, max: 10 }), 'K1A 0B1'),
  sin: about(
    'Social insurance number: nine digits with a valid check digit. Always null, except in the answers of `reveal`',
    text(SIN),
    '046454286',
  ),
  sin_last_3: about(
    'Its last three digits',
    kept<string | null>(z.string().nullable(), { personal: 'searchable' }),
    '286',
  ),
  date_of_birth: about(
    'Date of birth; pension contributions depend on age',
    { ...date({ nullable: true }), personal: 'searchable' },
    '1990-05-17',
  ),
  warnings: about(
    'What is still missing before the person can be paid',
    derived(
      warningsSchema,
      (_, view): JsonObject =>
        embeddedList(view.extras.has_bank_account === true ? [] : [warning('bank_account_doesnt_exists', view.locale)]),
    ),
  ),
  external_ref: about('Your own identifier for the person', text({ nullable: true, column: true }), 'hr-17'),
  preferred_locale: about(
    "Language of the person's pay stubs; null uses the employer's",
    choice(['en', 'fr'], { nullable: true }),
    'fr',
  ),
  archived_at: about(
    'First day on which the person is archived: left out of lists from then on. Work assignments are archived apart, and paid until they are',
    date({ nullable: true, on: 'update', column: true }),
    '2026-12-31',
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    employee: StateOfFields<typeof fields>;
  }
}

/** A person employed within a company; paid through work assignments. */
export const employee = defineResource({
  object: 'employee',
  plural: 'employees',
  prefix: 'emp',
  path: '/employees',
  context: 'people',
  scope: 'company',
  purpose: 'A person employed within a company; paid through work assignments.',
  fields,
  lists: { work_assignments: { of: 'work_assignment', by: 'employee_id' } },
  archivable: true,
  filters: { external_ref: sameText('external_ref'), search_names: namesMatching(NAME_COLUMNS) },
  sorts: { first_name: 'first_name', last_name: 'last_name' },
  operations: ['list', 'create', 'retrieve', 'update', 'batch_upsert', 'reveal'],
  examples: {
    create: ['first_name', 'last_name', 'sin', 'date_of_birth', 'personal_email', 'preferred_locale'],
    update: ['work_email'],
  },
  wants: { create: { anyOf: ADDRESS_CASES }, update: { anyOf: ADDRESS_CASES } },
  follows: ['population'],
  extras: async (rows, { read, registry }, tenant) => {
    const ids = rows.map(({ id }) => id);
    const having = registry.get('bank_account')
      ? await read.existing('bank_account', tenant, 'employee_id', ids, equal('has_numbers', true))
      : new Set<string>();
    return new Map(ids.map((id) => [id, { has_bank_account: having.has(id) }]));
  },
  rules: {
    complete: (candidate) => ({ ...candidate, sin_last_3: candidate.sin?.slice(-3) ?? null }),
    validate: (candidate, previous, _facts, { sent, today }) => [
      ...addressIssues(candidate, previous),
      ...(sent.date_of_birth !== undefined && (candidate.date_of_birth ?? '') > today
        ? [{ path: 'date_of_birth', text: unborn(today) }]
        : []),
    ],
  },
});
