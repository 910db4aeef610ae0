import { z } from 'zod';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, choice, date, kept, ofScope, text } from '../kernel/definition/fields.ts';
import { namesMatching, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type Filter, type State } from '../kernel/definition/resource.ts';
import { isVisible, queryFlag, VISIBLE_PATTERN } from '../kernel/definition/schemas.ts';
import { ALWAYS, among, not } from '../values/condition.ts';
import type { Issue } from '../values/problem.ts';
import { isErased } from './erased-payee.ts';
import { CONTRACTOR_NAME_COLUMNS, email, personal, SIN } from './payee.ts';

/** Members of a person and of a corporation: a contractor has one group or the other. */
const OF_A_PERSON = ['first_name', 'last_name', 'middle_initial', 'sin'] as const;
const OF_A_CORPORATION = ['business_name', 'business_number'] as const;
const NAMES = ['business_name', 'first_name', 'last_name', 'middle_initial'] as const;

const WRONG_NUMBER = {
  en: 'must be a business number with its program account: nine digits, two letters, four digits, e.g. 123456782RT0001',
  fr: "doit être un numéro d'entreprise avec son compte de programme : neuf chiffres, deux lettres, quatre chiffres, p. ex. 123456782RT0001",
};

/** A name that says who is paid: blanks do not. */
const NAME = { type: 'string', pattern: VISIBLE_PATTERN } as const;

const hasWorkAssignments: Filter = {
  schema: queryFlag(),
  describe: 'true for those with work assignments, false for those without',
  where: (value: boolean) => {
    const having = among('id', 'work_assignment', 'contractor_id', ALWAYS);
    return value ? having : not(having);
  },
};

const fields = {
  company: about('The company that it works for', ofScope('company')),
  business_name: about(
    'Name of a corporation; null for an individual',
    text({ ...personal, column: true }),
    'Lakeshore Milling Ltd.',
  ),
  first_name: about('First name; null for a corporation', text({ ...personal, max: 50, column: true }), 'Ada'),
  last_name: about('Last name; null for a corporation', text({ ...personal, max: 50, column: true }), 'Roy'),
  middle_initial: about('Middle initial; null for a corporation', text({ ...personal, max: 1 }), 'M'),
  email: about('E-mail address for messages about its pay', text(email), 'pay@lakeshoremilling.example'),
  business_number: about(
    'Business number of a corporation with a program account; null for an individual',
    text({ ...personal, max: 15, pattern: /^\d{9}[A-Z]{2}\d{4}$/, wrong: WRONG_NUMBER }),
    '123456782RT0001',
  ),
  sin: {
    ...about(
      'Social insurance number of an individual: nine digits with a valid check digit. Never returned',
      text(SIN),
      '046454286',
    ),
    hidden: true,
  },
  sin_last_3: about(
    'Its last three digits',
    kept<string | null>(z.string().nullable(), { personal: 'searchable' }),
    '286',
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'vendor-17'),
  preferred_locale: about(
    "Language of its pay stubs; null uses the employer's",
    choice(['en', 'fr'], { nullable: true }),
    'en',
  ),
  archived_at: about(
    'First day on which it is archived: left out of lists from then on. Its work assignments are archived apart, and paid until they are',
    date({ nullable: true, on: 'update', column: true }),
    '2026-12-31',
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    contractor: StateOfFields<typeof fields>;
  }
}

/** A person or corporation paid for work without being employed: nothing is withheld. */
export const contractor = defineResource({
  object: 'contractor',
  plural: 'contractors',
  prefix: 'ctr',
  path: '/contractors',
  context: 'people',
  scope: 'company',
  purpose: 'An individual or corporation paid without employment withholdings.',
  fields,
  lists: { work_assignments: { of: 'work_assignment', by: 'contractor_id' } },
  archivable: true,
  filters: {
    external_ref: sameText('external_ref'),
    search_names: namesMatching(CONTRACTOR_NAME_COLUMNS),
    has_work_assignments: hasWorkAssignments,
  },
  sorts: { business_name: 'business_name', first_name: 'first_name', last_name: 'last_name' },
  operations: ['list', 'create', 'retrieve', 'update', 'batch_upsert'],
  examples: {
    create: ['business_name', 'business_number', 'email', 'preferred_locale'],
    update: ['email'],
  },
  wants: {
    create: {
      anyOf: [
        {
          properties: { business_name: NAME, ...nothing(OF_A_PERSON) },
          required: ['business_name'],
        },
        {
          properties: { first_name: NAME, last_name: NAME, ...nothing(OF_A_CORPORATION) },
          required: ['first_name', 'last_name'],
        },
      ],
    },
  },
  follows: ['population'],
  rules: {
    complete: (candidate) => {
      // A name without a visible character is none: of an individual business_name is null, and the other way round.
      const names = Object.fromEntries(
        NAMES.filter((member) => !isGiven(candidate, member)).map((member) => [member, null]),
      );
      return { ...candidate, ...names, sin_last_3: candidate.sin?.slice(-3) ?? null };
    },
    // Who was erased has no names, and nobody may give them any.
    validate: (candidate, previous) => (previous && isErased(previous) ? [] : kindIssues(candidate)),
  },
});

/** Members that are null or left out. */
function nothing(members: readonly string[]): Record<string, { type: 'null' }> {
  return Object.fromEntries(members.map((member) => [member, { type: 'null' }]));
}

const isGiven = (state: State, member: string): boolean => {
  const value = state[member];
  return typeof value === 'string' && isVisible(value);
};

/** A contractor is a corporation with a business name, or an individual with first and last name, and never both. */
const kindIssues = (candidate: State): Issue[] => {
  if (!isGiven(candidate, 'business_name')) {
    const missing = ['first_name', 'last_name'].filter((member) => !isGiven(candidate, member));
    const issues = missing.map(
      (path): Issue => ({
        path,
        text: {
          en: 'is required when business_name is empty: a contractor is an individual with first_name and last_name, or a corporation with business_name',
          fr: 'est obligatoire quand business_name est vide : un entrepreneur est un particulier avec first_name et last_name, ou une société avec business_name',
        },
      }),
    );
    if (missing.length === 0 && isGiven(candidate, 'business_number'))
      issues.push({
        path: 'business_number',
        text: {
          en: 'belongs to a corporation: give business_name in place of the names of a person, or leave it out',
          fr: "appartient à une société : donnez business_name à la place des noms d'une personne, ou omettez-le",
        },
      });
    return issues;
  }
  return OF_A_PERSON.filter((member) => isGiven(candidate, member)).map((path) => ({
    path,
    text: {
      en: 'belongs to an individual: it must be null where business_name is given',
      fr: 'appartient à un particulier : doit être null quand business_name est donné',
    },
  }));
};
