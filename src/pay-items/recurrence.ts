import { z } from 'zod';
import { accountingIssues, tagColumn } from '../accounting/named-records.ts';
import { FAMILIES, MAX_MANAGED, RECURRENCES } from '../calculation/index.ts';
import type { RecurringKind } from '../calculation/model/families.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import {
  about,
  choice,
  date,
  reference,
  settings,
  text,
  translated,
  translations,
} from '../kernel/definition/fields.ts';
import { chosen, effectiveOn, hasValue, notEffectiveOn, onDate, sameText } from '../kernel/definition/filters.ts';
import type {
  DecideContext,
  Facts,
  Filters,
  Lookup,
  ResourceDefinition,
  Rules,
  State,
} from '../kernel/definition/resource.ts';
import type { Limit } from '../kernel/definition/room.ts';
import { refine, SHOWN_AS } from '../kernel/definition/schemas.ts';
import { tagAssignment } from '../people/tag-assignment.ts';
import { employeeAssignmentSelection } from '../people/work-assignment.ts';
import { absent, any, compare } from '../values/condition.ts';
import { addDays } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { accountIssues, presetFacts, presetIssues, presetRefusal, tiedItem, withPreset } from './preset-values.ts';

// Long: the fields and rules that all families of recurring items share; each family's own are in its file.

/**
 * What recurring items have in common. While one is in force it keeps a managed line item on the next draft payroll of
 * its schedule; `population` sees to that, and an answer to a change waits for it.
 *
 * Nothing locks a recurring item. A payroll that left draft keeps the lines it has, so a change or a deletion only
 * says what happens from the next draft payroll on. (A pay rate is locked by its use: its file says so.)
 */
export const FREQUENCIES = ['once', 'per_month', 'per_payroll'] as const;
const DATE_BASES = ['by_pay_date', 'by_period_end_date', 'by_period_start_date'] as const;
/** More payrolls than this no month has. */
const MAX_POSITION = 31;

/** A percentage, multiplier, rate or number of hours: up to six places. */
export const PLACES = 6;

export const assignmentFields = {
  work_assignment: about(
    'The work assignment that it belongs to',
    reference('work_assignment', { required: true, on: 'create' }),
  ),
};

export const titleFields = {
  title: about('Title on pay stubs; null uses the label of its type', text({ nullable: true }), 'Weekend shift'),
  title_translations: about('The title in both languages', translations(), {
    en: 'Weekend shift',
    fr: 'Quart de fin de semaine',
  }),
  title_translated: about('The title in the language of the request', translated('title'), 'Weekend shift'),
};

const cadence = z
  .array(
    z
      .int()
      .refine(
        (position) => position === -1 || (position >= 1 && position <= MAX_POSITION),
        refine({
          en: `must be a position from 1 to ${MAX_POSITION} in the month, or -1 for the last`,
          fr: `doit être une position de 1 à ${MAX_POSITION} dans le mois, ou -1 pour la dernière`,
        }),
      )
      .meta({ [SHOWN_AS]: { type: 'integer', anyOf: [{ const: -1 }, { minimum: 1, maximum: MAX_POSITION }] } }),
  )
  .min(1)
  .max(MAX_POSITION)
  .refine(
    (positions) => new Set(positions).size === positions.length,
    refine({ en: 'must not name a position twice', fr: 'ne doit pas nommer une position deux fois' }),
  )
  .meta({ uniqueItems: true });

/** How often it is paid or taken, and for `per_month` on which payrolls of the month. */
export const frequencyFields = {
  frequency: about('`once`, on each payroll, or by the month', choice(FREQUENCIES, { required: true }), 'per_payroll'),
  date_basis: about(
    "Per month: whether the start of its period or the pay date decides a payroll's month",
    choice(DATE_BASES, { nullable: true }),
    'by_period_start_date',
  ),
  pay_period_cadence: about(
    'Per month: on which payrolls of the month, counted from 1; the amount is split evenly over them',
    settings<number[] | null>(cadence, { nullable: true, initial: null, storedAs: z.array(z.int()) }),
    [1],
  ),
};

/** The members of a month belong to `per_month`, for the reference. */
export const MONTH_CASES = [
  { properties: { frequency: { const: 'per_month' } } },
  {
    properties: {
      frequency: { enum: FREQUENCIES.filter((frequency) => frequency !== 'per_month') },
      date_basis: { type: 'null' },
      pay_period_cadence: { type: 'null' },
    },
    required: ['frequency'],
  },
];

export const rangeFields = {
  effective_from: about('First day on which it is in effect', date({ required: true, column: true }), '2026-01-01'),
  effective_to: about(
    'Last day on which it is in effect; null for no end',
    date({ nullable: true, column: true }),
    '2026-12-31',
  ),
};

/** What the item is tied to, and how it is accounted for. */
export const tieFields = {
  business_preset: about('Preset that supplies its values', reference('business_preset', { nullable: true })),
  expense_accounting_code: about(
    'Accounting code of its expense side',
    reference('accounting_code', { nullable: true }),
  ),
  liability_accounting_code: about(
    'Accounting code of its liability side',
    reference('accounting_code', { nullable: true }),
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'item-17'),
  tag_assignment: tagAssignment(['percentage']),
};

const itemFilters: Filters = {
  work_assignment_id: sameText('work_assignment_id'),
  has_business_preset: hasValue('business_preset_id'),
  business_preset_id: sameText('business_preset_id'),
  effective_on: effectiveOn,
  not_effective_on: notEffectiveOn,
  effective_from: onDate('effective_from'),
  effective_to: onDate('effective_to'),
  external_ref: sameText('external_ref'),
};

/** Filters that select items by what they are tied to, by type and by id; in bodies of bulk and search calls. */
export const tieFilters = (object: string, type: string, types: readonly [string, ...string[]]): Filters => ({
  has_business_preset: hasValue('business_preset_id'),
  business_presets: chosen('business_preset_id', { names: ['business_preset'] }),
  expense_accounting_codes: chosen('expense_accounting_code_id', { names: ['accounting_code'] }),
  liability_accounting_codes: chosen('liability_accounting_code_id', { names: ['accounting_code'] }),
  subtypes: { ...chosen(type, { values: types, called: `${object}_types` }), describe: 'Line items by type' },
  ids: chosen('id', { names: [object] }),
});

/** What can be done with recurring items and line items. */
export const ITEM_OPERATIONS = [
  'list',
  'create',
  'retrieve',
  'update',
  'delete',
  'search',
  'bulk_create',
  'bulk_update',
  'bulk_delete',
  'batch_upsert',
  'batch_delete',
] as const;

/** What ended longer ago falls on no payroll that is still open in its time. */
const ENDED_days = 62;
const since = (today: string): string => addDays(today, -ENDED_days);

/**
 * Each that is in force is a managed line of a stub, and one append holds all of them with titles as long as they may
 * be (docs/limits.md).
 */
const IN_FORCE: Limit = {
  by: 'work_assignment_id',
  most: MAX_MANAGED,
  together: RECURRENCES,
  counting: {
    members: ['effective_to'],
    where: (today) => any(absent('effective_to'), compare('effective_to', '>=', since(today))),
    of: ({ effective_to }, today) => typeof effective_to !== 'string' || effective_to >= since(today),
  },
  whose: { en: 'the work assignment', fr: "l'affectation" },
  what: {
    en: 'pay rates and recurring items in force, to come, or ended in the last two months',
    fr: 'taux et éléments récurrents en vigueur, à venir ou terminés au cours des deux derniers mois',
  },
};

/** Those that ended long ago are many at most too: calculations read a work assignment's together. */
const OF_A_KIND: Limit = {
  by: 'work_assignment_id',
  most: 250,
  whose: IN_FORCE.whose,
  what: {
    en: 'of these, ended ones included',
    fr: 'de ces dossiers, y compris ceux qui sont terminés',
  },
};

/**
 * What every recurring item and pay rate declares alike: its operations, lists, selections, and whom its changes wake.
 *
 * @param type member that holds its type, and the values that it has
 */
export const recurring = (object: string, type: string, types: readonly [string, ...string[]]) =>
  ({
    context: 'pay-items',
    scope: 'company',
    filters: itemFilters,
    operations: ITEM_OPERATIONS,
    bulk: {
      selection: employeeAssignmentSelection,
      parent: 'work_assignment_id',
      filters: {
        ...tieFilters(object, type, types),
        effective_on: effectiveOn,
        not_effective_on: notEffectiveOn,
        effective_from: onDate('effective_from'),
        effective_to: onDate('effective_to'),
      },
    },
    columns: { tag_ids: tagColumn('tag_assignment') },
    indexes: [['tag_ids']],
    limits: [IN_FORCE, OF_A_KIND],
    follows: ['population'],
  }) satisfies Partial<ResourceDefinition>;

/**
 * What the recurring items of a family declare alike: all of {@link recurring}, and the names that follow from the
 * family.
 */
export const recurringFamily = <K extends RecurringKind>(kind: K) => ({
  ...recurring(kind, `${kind}_type`, CATALOGUES[kind].values),
  object: kind,
  plural: `${kind}s`,
  prefix: FAMILIES[kind].prefix,
  path: `/${kind}s`,
});

/**
 * The work assignment that a new item is for, the preset that it is tied to, and what is wrong with its codes, tags and
 * remittance account.
 */
export const assignmentFacts = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
): Promise<Facts> => {
  const id = candidate.work_assignment_id;
  const find = async () => (typeof id === 'string' ? ((await lookup.get('work_assignment', id)) ?? null) : null);
  const employer = async () => (await find())?.business_entity_id ?? null;
  const accounting = await accountingIssues(lookup, candidate, previous, { employer });
  const account = await accountIssues(lookup, candidate, previous, employer);
  const preset = await presetFacts(lookup, candidate, previous, employer);
  return { assignment: previous ? null : await find(), accounting: [...accounting, ...account], ...preset };
};

/** Where only employees may have it. */
export const OF_CONTRACTOR: Issue = {
  path: 'work_assignment_id',
  text: {
    en: "must be an employee's work assignment; this one is a contractor's",
    fr: "doit être l'affectation d'un employé; celle-ci est celle d'un entrepreneur",
  },
};

/** Where the preset that is named is not known either, only that is reported. */
export const isTypeNeeded = ({ business_preset_id }: State, { preset }: Facts): boolean =>
  business_preset_id === null || preset !== undefined;

/** A preset replaces the type, if it says one. */
export const typeRequired = ({ business_preset_id }: State): Text =>
  business_preset_id === null
    ? {
        en: 'is required unless business_preset_id is given',
        fr: 'est obligatoire, à moins que business_preset_id soit donné',
      }
    : {
        en: 'is required: the preset says no type',
        fr: "est obligatoire : le préréglage n'indique pas de type",
      };

/** What any pay rate or recurring item may have wrong: no type, a contractor's assignment, an end before its start. */
export function* itemIssues(
  type: string,
  candidate: State,
  facts: Facts,
  { sent }: Pick<DecideContext, 'sent'>,
  forContractors = false,
): Iterable<Issue> {
  yield* facts.accounting ?? [];
  if (candidate[type] === null && isTypeNeeded(candidate, facts)) yield { path: type, text: typeRequired(candidate) };
  if (!forContractors && facts.assignment && facts.assignment.employee_id === null) yield OF_CONTRACTOR;
  const { effective_from: from, effective_to: to } = candidate;
  if (typeof from === 'string' && typeof to === 'string' && to < from)
    yield sent.effective_to === undefined
      ? {
          path: 'effective_from',
          text: { en: `must not be after effective_to (${to})`, fr: `ne doit pas suivre effective_to (${to})` },
        }
      : {
          path: 'effective_to',
          text: {
            en: `must not be before effective_from (${from})`,
            fr: `ne doit pas précéder effective_from (${from})`,
          },
        };
}

const MONTHLY = ['date_basis', 'pay_period_cadence'] as const;

/** `per_month` items have both members, others neither. */
const withMonth = (candidate: State): State =>
  candidate.frequency === 'per_month'
    ? {
        ...candidate,
        date_basis: candidate.date_basis ?? 'by_period_start_date',
        pay_period_cadence: candidate.pay_period_cadence ?? [1],
      }
    : { ...candidate, date_basis: null, pay_period_cadence: null };

const monthIssues = (candidate: State, sent: JsonObject): Issue[] =>
  MONTHLY.filter((member) => candidate.frequency !== 'per_month' && (sent[member] ?? null) !== null).map((path) => ({
    path,
    text: {
      en: `applies to frequency per_month only, and the frequency is ${candidate.frequency}; leave it out`,
      fr: `ne s'applique qu'à la fréquence per_month, et la fréquence est ${candidate.frequency}; omettez-le`,
    },
  }));

/**
 * The rules of recurring items. They fit any family: `never` takes and gives every state.
 *
 * @param own what a family adds, and `facts` what it fetches for that
 * @param forContractors whether contractors may have them too
 */
export const recurringRules = (
  type: string,
  {
    own,
    facts,
    forContractors = false,
  }: {
    own?: (candidate: State, sent: JsonObject, facts: Facts) => Iterable<Issue>;
    facts?: (lookup: Lookup, candidate: State, previous: State | undefined) => Promise<Facts>;
    forContractors?: boolean;
  } = {},
): Rules<never> => {
  const tied = tiedItem(type.replace(/_type$/, ''));
  const rules: Rules = {
    facts: async (lookup, candidate, previous) => ({
      ...(await assignmentFacts(lookup, candidate, previous)),
      ...(await facts?.(lookup, candidate, previous)),
    }),
    complete: (candidate, previous, facts) => withMonth(withPreset(candidate, previous, facts, tied)),
    refuse: (_action, previous, candidate, facts) => presetRefusal(candidate, previous, facts, tied),
    validate: (candidate, previous, found, context) => [
      ...presetIssues(candidate, previous, found, context.sent, tied),
      ...itemIssues(type, candidate, found, context, forContractors),
      ...monthIssues(candidate, context.sent),
      ...(own?.(candidate, context.sent, found) ?? []),
    ],
  };
  // The fields of every family are among those that these rules look at.
  return rules as Rules<never>;
};
