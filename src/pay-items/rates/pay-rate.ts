import { z } from 'zod';
import type { StateOfFields } from '../../kernel/definition/fields.ts';
import { about, choice, decimalField, derived, loaded } from '../../kernel/definition/fields.ts';
import { effectiveOn, hasValue, notEffectiveOn, onDate, sameText, theseIds } from '../../kernel/definition/filters.ts';
import { changedMembers } from '../../kernel/definition/fold.ts';
import { defineResource, type Filter, type Selection, type State } from '../../kernel/definition/resource.ts';
import { decimalSchema } from '../../kernel/definition/schemas.ts';
import { payRateHeld } from '../../pay-records/events.ts';
import { evolveHeld, type Holdable } from '../../pay-records/holds.ts';
import { employeeAssignmentSelection } from '../../people/work-assignment.ts';
import { oneOf } from '../../values/condition.ts';
import { type JsonObject, textIf, textOf } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { assignmentFields, PLACES, rangeFields, tieFields, titleFields } from '../recurring/fields.ts';
import { presetIssues, presetRefusal, TIED_PAY_RATE, withPreset } from '../recurring/preset-values.ts';
import { recurring } from '../recurring/resource.ts';
import { assignmentFacts, itemIssues } from '../recurring/rules.ts';
import {
  enteredAt,
  enteredOn,
  keptUnused,
  lastUseOf,
  lower,
  NAMED_BY_LINE,
  type RateUse,
  UNUSED,
  type User,
  useOf,
  userOf,
} from './rate-use.ts';

const PAY_RATE_TYPES = ['hourly', 'salary'] as const;

const oneOfTypes: Filter = {
  schema: z.array(z.enum(PAY_RATE_TYPES)).min(1).max(PAY_RATE_TYPES.length),
  form: 'array',
  describe: 'Hourly rates, salaries, or both',
  where: (types: string[]) => oneOf('type', types),
};

/** Members that a payroll which is no longer draft was calculated with. */
const LOCKED = ['type', 'rate', 'expected_hours_per_week', 'effective_from'] as const;

const fields = {
  ...assignmentFields,
  ...titleFields,
  type: about('What the rate pays for', choice(PAY_RATE_TYPES, { column: true }), 'hourly'),
  rate: about(
    'Dollars an hour, or a year for a salary',
    decimalField('rate', { required: true, min: '0', max: '9999999', places: PLACES }),
    27.5,
  ),
  expected_hours_per_week: about(
    'Hours a week that a salary pays for; an hourly rate pays the hours that are entered, none by itself',
    decimalField('expected_hours_per_week', {
      required: true,
      min: '0',
      max: '168',
      places: PLACES,
    }),
    40,
  ),
  is_editable: about(
    'Whether it can change: no approved payroll uses it',
    loaded('is_editable', z.boolean(), true),
    true,
  ),
  is_deletable: about('Whether it can be deleted', loaded('is_deletable', z.boolean(), true), true),
  effective_from: rangeFields.effective_from,
  earliest_valid_effective_to: about(
    'Earliest day on which it may end: approved payrolls use it until then',
    derived(z.string().meta({ format: 'date' }), (state, view) =>
      earliestEnd(state, textIf(view.extras.last_use) ?? null),
    ),
    '2026-01-03',
  ),
  effective_to: rangeFields.effective_to,
  ...tieFields,
};

declare module '../../kernel/definition/resource.ts' {
  interface Records {
    pay_rate: StateOfFields<typeof fields> & Pick<Holdable, 'held'>;
  }
}

/**
 * A salary or hourly wage of a work assignment. In force, it keeps a salary or wage line item on the next draft
 * payroll. Once a payroll that left draft has used it, what that payroll was calculated with is locked: the rate is
 * ended with `effective_to`, not before the last period that used it, and replaced by a new one. So it is while an
 * approval holds it.
 */
export const payRate = defineResource({
  ...recurring('pay_rate', 'type', PAY_RATE_TYPES),
  object: 'pay_rate',
  plural: 'pay_rates',
  prefix: 'payrt',
  path: '/pay_rates',
  purpose: 'The salary or hourly rate of a work assignment. It creates the salary or wage line item of each pay stub.',
  fields,
  keptWhileNamed: true,
  lists: { overtime_rates: { of: 'overtime_rate', by: 'pay_rate_id' } },
  examples: {
    create: ['work_assignment_id', 'title', 'type', 'rate', 'expected_hours_per_week', 'effective_from'],
    update: ['title'],
  },
  wants: {
    create: {
      required: ['type'],
      anyOf: [
        { properties: { type: { const: 'hourly' } } },
        {
          properties: {
            type: { const: 'salary' },
            expected_hours_per_week: decimalSchema({ places: PLACES, min: '0.000001', max: '168' }),
          },
        },
      ],
    },
  },
  extras: async (rows, services, tenant) => {
    const uses = await lastUseOf(rows, services, tenant);
    const unused = rows.flatMap(({ id }) => (uses.has(id) ? [] : [id]));
    const kept = await keptUnused(unused, services, tenant);
    const extrasOf = (id: string): JsonObject => {
      const last_use = uses.get(id);
      return last_use === undefined
        ? { is_deletable: !kept.has(id) }
        : { last_use, is_editable: false, is_deletable: false };
    };
    return new Map(rows.map(({ id }) => [id, extrasOf(id)]));
  },
  events: [payRateHeld],
  evolve: (state, event) => state && evolveHeld(state, event),
  rules: {
    facts: async (lookup, candidate, previous) => {
      const use = previous ? await useOf(previous, lookup) : UNUSED;
      // What is entered on its line items matters to a deletion alone.
      const isDeleted = previous !== undefined && candidate === previous;
      return {
        ...(await assignmentFacts(lookup, candidate, previous)),
        ...use,
        entered_on: isDeleted && !userOf(use) ? await enteredOn(previous, lookup) : null,
      };
    },
    complete: (candidate, previous, facts) => withPreset(candidate, previous, facts, TIED_PAY_RATE),
    validate: (candidate, previous, facts, context) => [
      ...presetIssues(candidate, previous, facts, context.sent, TIED_PAY_RATE),
      ...itemIssues('type', candidate, facts, context),
      ...salaryIssues(candidate),
      ...endIssues(candidate, previous, userOf(facts)),
    ],
    refuse: (action, previous, candidate, facts, context) => {
      const user = userOf(facts);
      if (action === 'delete' && !user) return namedBy(facts);
      if (!user || !previous) return presetRefusal(candidate, previous, facts, TIED_PAY_RATE, context);
      const end = earliestEnd(previous, user.until);
      if (action === 'delete')
        return {
          en: `${user.en} this pay rate, for a period up to ${user.until}; it cannot be deleted. End it with effective_to, ${end} or later.`,
          fr: `${user.fr} ce taux, pour une période allant jusqu'au ${user.until}; il ne peut être supprimé. Mettez-y fin avec effective_to, le ${end} ou après.`,
        };
      const changed = changedMembers(previous, candidate ?? {});
      const member = LOCKED.find((name) => name in changed);
      if (member === undefined) return presetRefusal(candidate, previous, facts, TIED_PAY_RATE, context);
      return {
        en: `${member} cannot change: ${lower(user.en)} this pay rate, for a period up to ${user.until}. End it with effective_to, ${end} or later, and create a new one.`,
        fr: `${member} ne peut changer : ${lower(user.fr)} ce taux, pour une période allant jusqu'au ${user.until}. Mettez-y fin avec effective_to, le ${end} ou après, et créez-en un nouveau.`,
      };
    },
  },
});

/** A selection of pay rates: those of work assignments of one employer, and of them all or some. */
export const payRateSelection: Selection = {
  ...employeeAssignmentSelection,
  nested: {
    member: 'pay_rates',
    object: 'pay_rate',
    by: 'work_assignment_id',
    itemColumn: 'pay_rate_id',
    criteria: {
      ids: theseIds('id', ['pay_rate']),
      types: oneOfTypes,
      effective_on: effectiveOn,
      not_effective_on: notEffectiveOn,
      effective_from: onDate('effective_from'),
      effective_to: onDate('effective_to'),
      has_business_preset: hasValue('business_preset_id'),
      external_ref: sameText('external_ref'),
    },
  },
};

const HAS_OVERTIME_RATES: Text = {
  en: 'The pay rate has overtime rates, archived ones perhaps; it cannot be deleted before they are.',
  fr: "Le taux a des taux d'heures supplémentaires, archivés peut-être; il ne peut être supprimé avant eux.",
};

/** What is calculated by a rate that no payroll used yet, and would be based on nothing without it. */
const namedBy = ({
  is_named,
  is_multiplied,
  entered_on,
}: RateUse & { entered_on: string | null }): Text | undefined => {
  if (is_multiplied) return HAS_OVERTIME_RATES;
  if (is_named) return NAMED_BY_LINE;
  return entered_on ? enteredAt(entered_on) : undefined;
};

/** The first day on which the rate may end. */
const earliestEnd = (state: State, last: string | null): string => {
  const from = textOf(state.effective_from);
  return last !== null && last > from ? last : from;
};

const salaryIssues = (candidate: State): Issue[] => {
  const { type, expected_hours_per_week: hours } = candidate;
  if (type !== 'salary' || typeof hours !== 'string' || decimal(hours).gt(0)) return [];
  return [
    {
      path: 'expected_hours_per_week',
      text: { en: 'must be greater than 0 for a salary', fr: 'doit être supérieur à 0 pour un salaire' },
    },
  ];
};

const endIssues = (candidate: State, previous: State | undefined, user: User | undefined): Issue[] => {
  const to = candidate.effective_to;
  // A rate that ends within a period was used for a part of it; that it ends then is no change.
  if (!user || typeof to !== 'string' || to >= user.until || to === previous?.effective_to) return [];
  return [
    {
      path: 'effective_to',
      text: {
        en: `must not be before ${user.until}: ${lower(user.en)} the rate for a period up to then`,
        fr: `ne doit pas précéder le ${user.until} : ${lower(user.fr)} le taux pour une période allant jusqu'à cette date`,
      },
    },
  ];
};
