import { z } from 'zod';
import { PAID_KINDS } from '../../calculation/model/families.ts';
import { catalogueOf, subtypeProblem } from '../../catalogues/catalogues.ts';
import {
  keptBy,
  lockedBy,
  lockedOrHeld,
  lockedText,
  lockIssues,
  orderIssues,
  overlapIssues,
} from '../../employers/dated-parts.ts';
import {
  about,
  choice,
  decimalField,
  derived,
  type Field,
  loaded,
  type StateOfFields,
  settings,
  text,
} from '../../kernel/definition/fields.ts';
import { effectiveOn, notEffectiveOn, onDate, sameText } from '../../kernel/definition/filters.ts';
import { changedMembers } from '../../kernel/definition/fold.ts';
import { defineResource, type Filter } from '../../kernel/definition/resource.ts';
import { ALSO, decimalSchema, decimalTextSchema, refine } from '../../kernel/definition/schemas.ts';
import type { View } from '../../kernel/definition/show.ts';
import { among, equal } from '../../values/condition.ts';
import { type JsonObject, objectsOf, textOf, textOrNull } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import { assignmentFields, PLACES, rangeFields } from '../recurring/fields.ts';
import { OF_CONTRACTOR } from '../recurring/rules.ts';

const VACATION_PAY_METHODS = ['manual', 'per_period'] as const;

/** Kinds of line items on which vacation pay accrues. */
const ACCRUING = PAID_KINDS;
/** More types than the catalogues of these kinds have. */
const MAX_OVERRIDES = 100;
const MAX_OF_ASSIGNMENT = 250;
const WHAT = { en: 'this setting', fr: 'ce paramètre' };

/** What a payroll was calculated with that is approved, or being approved. */
const LOCKED = ['effective_from', 'percentage', 'vacation_pay_method', 'overrides'] as const;

const TYPE = 'The kind of line item';
const SUBTYPE = 'Its type';
const PERCENTAGE = 'Percent of the amount that accrues on it';
const METHOD = 'How what accrues on it is paid';

const override = z
  .strictObject({
    type: z.enum(ACCRUING).meta({ description: TYPE }),
    subtype: z.string().meta({ description: SUBTYPE, examples: ['commission'] }),
    percentage: decimalSchema({ places: PLACES, min: '0', max: '100' }).meta({ description: PERCENTAGE }),
    method: z.enum(VACATION_PAY_METHODS).meta({ description: METHOD }),
  })
  .superRefine(({ type, subtype }, ctx) => {
    const problem = subtypeProblem(type, subtype);
    if (problem) ctx.addIssue({ code: 'custom', path: ['subtype'], ...refine(problem) });
  })
  .meta({
    id: 'vacation_pay_override_given',
    description: 'Another percentage and method for one type of line item',
    [ALSO]: {
      anyOf: ACCRUING.map((type) => ({
        properties: { type: { const: type }, subtype: { enum: [...catalogueOf(type).values] } },
      })),
    },
  });

type Override = z.output<typeof override>;

const overridesField: Field<Override[], 'self'> = {
  ...settings<Override[]>(z.array(override).max(MAX_OVERRIDES), {
    initial: [],
    answer: z
      .array(
        z
          .object({
            type: z.string().meta({ description: TYPE }),
            subtype: z.string().meta({ description: SUBTYPE }),
            percentage: z.string().meta({ description: PERCENTAGE }),
            method: z.enum(VACATION_PAY_METHODS).meta({ description: METHOD }),
          })
          .meta({
            id: 'vacation_pay_override',
            description: 'Another percentage and method for one type of line item',
          }),
      )
      .optional(),
    storedAs: z.array(
      z.strictObject({
        type: z.string(),
        subtype: z.string(),
        percentage: decimalTextSchema,
        method: z.enum(VACATION_PAY_METHODS),
      }),
    ),
  }),
  // Left out where there are none.
  show: ({ overrides }) => (objectsOf(overrides).length > 0 ? overrides : undefined),
};

/** Through the work assignment that a setting is of. */
const ofAssignment = (column: string, describe: string): Filter => ({
  ...sameText(column, describe),
  where: (id: string) => among('work_assignment_id', 'work_assignment', 'id', equal(column, id)),
});

const lockedOn = ({ extras }: View): string | null => textOrNull(extras.locked) ?? null;

const fields = {
  percentage: about(
    'Percent of vacationable earnings',
    decimalField('percentage', { required: true, min: '0', max: '100', places: PLACES }),
    4,
  ),
  vacation_pay_method: about(
    '`per_period` pays what accrued with each pay; `manual` keeps it in the balance until a vacation pay earning pays it',
    choice(VACATION_PAY_METHODS, { initial: 'manual' }),
    'manual',
  ),
  ...rangeFields,
  earliest_valid_effective_to: about(
    'Earliest day on which it may end: approved payrolls use it until then',
    derived(z.string().meta({ format: 'date' }), (state, view) => lockedOn(view) ?? textOf(state.effective_from)),
    '2026-01-01',
  ),
  is_editable: about(
    'Whether its figures can change: no approved payroll uses it',
    derived(z.boolean(), (_, view) => lockedOn(view) === null),
    true,
  ),
  is_deletable: about(
    'Whether it can be deleted',
    derived(z.boolean(), (_, view) => lockedOn(view) === null),
    true,
  ),
  ...assignmentFields,
  note: about('Your own note', text({ nullable: true, max: 10_240 }), 'By the collective agreement'),
  overrides: about(
    'Types of line items with another percentage or method; absent where there are none',
    overridesField,
    [{ type: 'earning', subtype: 'commission', percentage: '3', method: 'per_period' }],
  ),
  locked: { ...loaded('locked', z.string().nullable(), null), hidden: true },
};

declare module '../../kernel/definition/resource.ts' {
  interface Records {
    vacation_pay_setting: StateOfFields<typeof fields>;
  }
}

/**
 * At what percentage vacation pay accrues on a work assignment, and whether it is paid with each pay or by hand. The
 * setting in force on the pay date counts. It is a part of its work assignment, whose stream holds that no two settings
 * overlap.
 */
export const vacationPaySetting = defineResource({
  object: 'vacation_pay_setting',
  plural: 'vacation_pay_settings',
  prefix: 'vacps',
  path: '/vacation_pay_settings',
  context: 'pay-items',
  scope: 'company',
  purpose: 'The percentage at which vacation pay accrues on a work assignment, and how it is paid.',
  partOf: { objects: ['work_assignment'], by: 'work_assignment_id' },
  fields,
  filters: {
    business_entity_id: ofAssignment('business_entity_id', 'Of work assignments of this employer'),
    work_assignment_id: sameText('work_assignment_id'),
    employee_id: ofAssignment('employee_id', 'Of work assignments of this employee'),
    effective_on: effectiveOn,
    not_effective_on: notEffectiveOn,
    effective_from: onDate('effective_from'),
    effective_to: onDate('effective_to'),
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'batch_upsert'],
  examples: { create: ['work_assignment_id', 'percentage', 'effective_from'], update: ['note'] },
  follows: ['population'],
  extras: async (rows, services, tenant) => {
    const locks = await lockedBy(rows, services, tenant, 'work_assignment_id');
    return new Map(rows.map(({ id }) => [id, { locked: locks.get(id) ?? null }]));
  },
  rules: {
    // By the dates that it had: what it was used for does not go away with the days that a change takes from it.
    facts: async (lookup, _candidate, previous, aggregate) => ({
      locked: previous ? await lockedOrHeld(previous, aggregate, lookup, 'work_assignment_id') : null,
    }),
    validate: (candidate, previous, facts, { aggregate }) => {
      const siblings = aggregate.all('vacation_pay_setting').filter(({ id }) => id !== candidate.id);
      const assignment = aggregate.get('work_assignment', candidate.work_assignment_id ?? '');
      return [
        ...(assignment && assignment.employee_id === null ? [OF_CONTRACTOR] : []),
        ...orderIssues(candidate),
        ...(previous || siblings.length < MAX_OF_ASSIGNMENT ? [] : [TOO_MANY]),
        ...overlapIssues(candidate, siblings),
        ...twiceIssues(candidate.overrides ?? []),
        ...(previous ? lockIssues(candidate, [], facts.locked, WHAT) : []),
      ];
    },
    refuse: (action, previous, candidate, facts) => {
      const { locked } = facts;
      if (!previous || locked === null) return undefined;
      if (action === 'delete') return keptBy(locked, WHAT);
      const changed = changedMembers(previous, candidate ?? {});
      const member = LOCKED.find((name) => name in changed);
      if (member === undefined) return undefined;
      const text = lockedText(locked, WHAT);
      return { en: `${member} ${text.en}.`, fr: `${member} ${text.fr}.` };
    },
  },
});

const TOO_MANY: Issue = {
  path: 'work_assignment_id',
  text: {
    en: `the work assignment has ${MAX_OF_ASSIGNMENT} vacation pay settings already, ended ones included, the most that it may have`,
    fr: `l'affectation a déjà ${MAX_OF_ASSIGNMENT} paramètres d'indemnité de vacances, y compris ceux qui sont terminés, le maximum permis`,
  },
};

function* twiceIssues(overrides: readonly JsonObject[]): Iterable<Issue> {
  const seen = new Set<string>();
  for (const [at, { type, subtype }] of overrides.entries()) {
    const key = `${type}/${subtype}`;
    if (seen.has(key))
      yield {
        path: `overrides.${at}`,
        text: {
          en: `${type} ${subtype} is named twice; give one percentage and method for it`,
          fr: `${type} ${subtype} est nommé deux fois; donnez-lui un seul pourcentage et une seule méthode`,
        },
      };
    seen.add(key);
  }
}
