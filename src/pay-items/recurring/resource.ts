import { tagColumn } from '../../accounting/named-records.ts';
import { FAMILIES, MAX_MANAGED, RECURRENCES } from '../../calculation/index.ts';
import type { RecurringKind } from '../../calculation/model/families.ts';
import { CATALOGUES } from '../../catalogues/catalogues.ts';
import { chosen, effectiveOn, hasValue, notEffectiveOn, onDate, sameText } from '../../kernel/definition/filters.ts';
import type { Filters, Limit, ResourceDefinition } from '../../kernel/definition/resource.ts';
import { employeeAssignmentSelection, workAssignmentSelection } from '../../people/work-assignment.ts';
import { absent, any, compare } from '../../values/condition.ts';
import { addDays } from '../../values/dates.ts';

/**
 * What recurring items have in common. While one is in force it keeps a managed line item on the next draft payroll of
 * its schedule; `population` sees to that, and an answer to a change waits for it.
 *
 * Nothing locks a recurring item. A payroll that left draft keeps the lines it has, so a change or a deletion only
 * says what happens from the next draft payroll on. (A pay rate is locked by its use: its file says so.)
 */

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
 * @param forContractors whether a bulk creation may be for contractors too
 */
export const recurring = (
  object: string,
  type: string,
  types: readonly [string, ...string[]],
  forContractors = false,
) =>
  ({
    context: 'pay-items',
    scope: 'company',
    filters: itemFilters,
    operations: ITEM_OPERATIONS,
    bulk: {
      selection: forContractors ? workAssignmentSelection : employeeAssignmentSelection,
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
export const recurringFamily = <K extends RecurringKind>(kind: K, { forContractors = false } = {}) => ({
  ...recurring(kind, `${kind}_type`, CATALOGUES[kind].values, forContractors),
  object: kind,
  plural: `${kind}s`,
  prefix: FAMILIES[kind].prefix,
  path: `/${kind}s`,
});
