import { z } from 'zod';
import { tagColumn } from '../accounting/named-records.ts';
import { FAMILIES, RECURRENCES } from '../calculation/index.ts';
import { REMITTED_KINDS } from '../calculation/model/families.ts';
import type { LineKind } from '../calculation/model/types.ts';
import { catalogueOf } from '../catalogues/catalogues.ts';
import {
  about,
  date,
  decimalField,
  derived,
  type Field,
  hidden,
  kept,
  money,
  reference,
  settings,
  stubSchema,
  text,
} from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import {
  type Column,
  type DomainEvent,
  type ResourceDefinition,
  type RowKey,
  recordOf,
  type State,
} from '../kernel/definition/resource.ts';
import { decimalTextSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { remittedOf } from '../pay-records/remitted.ts';
import { haveOpenSiblings } from '../pay-records/same-pay.ts';
import { lineItemObject, lineMembers, payStubCalculated } from '../payrolls/events/pay-stub.ts';
import { payStubSelection } from '../payrolls/pay-stub.ts';
import { EMPTY_LINE } from '../payrolls/stubs/line-defaults.ts';
import { effectiveTagAssignment, tagAssignment } from '../people/tag-assignment.ts';
import { equal } from '../values/condition.ts';
import { type Json, type JsonObject, objectOf, textOf, textOrNull } from '../values/json.ts';
import { toNumber } from '../values/money.ts';
import { ITEM_OPERATIONS, tieFilters } from './recurring/resource.ts';

/**
 * What line items have in common. A line item is a part of its pay stub: it lives in the stub's stream, every change of
 * it recalculates the stub in the same append, and the stub refuses changes once its payroll left draft. What a record
 * stores are the members of a `Line` of the calculation, and which stub, payroll and work assignment it belongs to.
 *
 * Managed lines are made, changed and taken off by the calculation alone (`PayStubCalculated`). Of those the caller may
 * only set what replaces a managed figure.
 */
const shown = (value: Json | undefined): number | null =>
  value === null || value === undefined ? null : toNumber(textOf(value));

/** What counts: the figure that the caller gave, or else the managed one. */
export const effective = (state: State, name: string): Json =>
  state[`custom_${name}`] ?? state[`managed_${name}`] ?? null;

/** The caller's figure counts; else the managed one; else nothing is paid. */
export const amountFields = (limits: { max: string }) => ({
  is_managed: about(
    'Whether a recurring item manages it; false when it was entered by hand',
    kept<boolean>(z.boolean(), { column: 'boolean' }),
    false,
  ),
  amount: about(
    'Dollars: the custom amount, or else the managed one',
    derived(z.number(), (state) => shown(effective(state, 'amount')) ?? 0),
    100,
  ),
  custom_amount: about(
    'Dollars entered by hand; on a managed line they replace the calculated amount. Negative only on correction payrolls',
    money('custom_amount', { nullable: true, min: `-${limits.max}`, ...limits }),
    100,
  ),
  managed_amount: about('Calculated dollars; null on a line that was entered by hand', managedFigure('managed_amount')),
});

function managedFigure(name: string): Field<string | null, 'self'> {
  return kept<string | null>(z.number().nullable(), {
    show: (state) => shown(state[name]),
    storedAs: decimalTextSchema.nullable(),
  });
}

export const hourFields = {
  hours: about(
    'Hours: the custom ones, or else the managed ones',
    derived(z.number().nullable(), (state) => shown(effective(state, 'hours'))),
    7.5,
  ),
  managed_hours: about('Calculated hours', managedFigure('managed_hours')),
  custom_hours: about(
    'Hours entered by hand. Negative only on correction payrolls',
    decimalField('custom_hours', { nullable: true, min: '-9999', max: '9999', places: 6 }),
    7.5,
  ),
};

/** When it was earned, within the pay period. */
export const earnedFields = {
  earned_on: about(
    'Day on which it was earned',
    derived(z.string().meta({ format: 'date' }).nullable(), (state) => effective(state, 'earned_on')),
    '2026-01-02',
  ),
  managed_earned_on: about(
    'Day on which it was earned, as calculated',
    kept<string | null>(z.string().meta({ format: 'date' }).nullable()),
  ),
  custom_earned_on: about(
    'Day on which it was earned as entered by hand, within the pay period',
    date({ nullable: true }),
    '2026-01-02',
  ),
};

/** Vacation pay that accrues on it: what the caller gave, or what the setting of the work assignment makes of it. */
export const accruedField: Field<string | null, 'self'> = about(
  "Vacation pay that accrues on it, in dollars; null calculates it from the work assignment's setting",
  {
    ...money('accrued_vacation_pay', { nullable: true, min: '-99999', max: '99999' }),
    member: 'custom_accrued_vacation_pay',
    answer: z.number(),
    show: (state) => shown(state.accrued_vacation_pay) ?? 0,
  },
  4,
);

const recurrenceId = (state: State): string | null => textOrNull(objectOf(state.recurrence).id);

/** What keeps a managed line on the stub. */
export const recurrenceField: Field<never, 'none'> = {
  about: 'The recurring item that manages the line; null on a line that was entered by hand',
  stored: 'none',
  answer: stubSchema(RECURRENCES).nullable(),
  reference: { to: RECURRENCES, expandable: true, from: recurrenceId },
};

/** The code that counts; written under its name or as `custom_…`, which is the same. */
const effectiveCode = (side: 'expense' | 'liability'): Field<string | null, 'id'> => ({
  ...reference('accounting_code', { nullable: true }),
  member: `custom_${side}_accounting_code_id`,
  column: undefined,
  reference: {
    to: ['accounting_code'],
    expandable: true,
    from: (state) => effectiveCodeId(state, side),
  },
});

const effectiveCodeId = (state: State, side: 'expense' | 'liability'): string | null =>
  textOrNull(state[`custom_${side}_accounting_code_id`] ?? state[`managed_${side}_accounting_code_id`] ?? null);

const COMPONENT = 'What a page in a browser may change';
const attributes_locked = z.boolean().meta({ description: 'Whether its attributes are locked for such a page' });
const componentSettings = z
  .strictObject({ attributes_locked })
  .meta({ id: 'component_settings_given', description: COMPONENT });

/** What it is tied to, and how it is accounted for. */
export const accountingFields = (
  units: readonly ['percentage', 'amount', ...'hours'[]] = ['percentage', 'amount'],
) => ({
  business_preset: about('Preset that supplies its values', reference('business_preset', { nullable: true })),
  source_adjustment: about('Adjustment that it comes from', reference('adjustment', { readOnly: true })),
  expense_accounting_code: about(
    'Accounting code of its expense side: the custom one, or else the managed one',
    effectiveCode('expense'),
  ),
  managed_expense_accounting_code: about(
    'That code as decided by rules and the recurring item',
    reference('accounting_code', { readOnly: true }),
  ),
  custom_expense_accounting_code: about(
    'That code as entered by hand',
    reference('accounting_code', { nullable: true }),
  ),
  liability_accounting_code: about(
    'Accounting code of its liability side: the custom one, or else the managed one',
    effectiveCode('liability'),
  ),
  managed_liability_accounting_code: about(
    'That code as decided by rules and the recurring item',
    reference('accounting_code', { readOnly: true }),
  ),
  custom_liability_accounting_code: about(
    'That code as entered by hand',
    reference('accounting_code', { nullable: true }),
  ),
  tag_assignment: about(
    'Tag allocation of its amount: the custom one, or else the managed one',
    effectiveTagAssignment(units, (state) => effective(state, 'tag_assignment')),
  ),
  custom_tag_assignment: about(
    'Tag allocation of its amount, as entered by hand',
    tagAssignment(units, 'custom_tag_assignment'),
  ),
  component_settings: about(
    'What a page in a browser may change',
    settings<JsonObject>(componentSettings, {
      initial: { attributes_locked: false },
      answer: z.object({ attributes_locked }).meta({ id: 'component_settings', description: COMPONENT }),
      storedAs: z.strictObject({ attributes_locked }),
    }),
    { attributes_locked: false },
  ),
});

/** The stub that it is on, and what it repeats of it, so that it can be listed without it. */
export const stubFields = (kind: LineKind) => ({
  pay_stub: about('The pay stub that it belongs to', reference('pay_stub', { required: true, on: 'create' })),
  payroll: hidden(reference('payroll', { readOnly: true, expandable: false })),
  work_assignment: hidden(reference('work_assignment', { readOnly: true, expandable: false })),
  line_item_type: about(
    'The kind of line item',
    derived(z.literal(kind), () => kind),
  ),
});

export const externalRefField = {
  external_ref: about('Your own identifier for it', text({ nullable: true }), 'line-17'),
};

/** Of several stubs of one pay each bears what the others leave, so population calculates those again. */
export const OTHER_STUBS = {
  follows: ['population'],
  others: (stubs: readonly State[], services: Services, tenant: Tenant): Promise<boolean> =>
    haveOpenSiblings(
      stubs.map((stub) => recordOf('pay_stub', stub)),
      services,
      tenant,
    ),
} as const;

/** What the line items of every kind declare alike. */
export const lineItem = (kind: LineKind) =>
  ({
    object: lineItemObject(kind),
    plural: `${lineItemObject(kind)}s`,
    prefix: FAMILIES[kind].line_prefix,
    path: `/${lineItemObject(kind)}s`,
    context: 'pay-items',
    scope: 'company',
    partOf: { objects: ['pay_stub'], by: 'pay_stub_id' },
    counted: true,
    members: lineMembers,
    filters: {
      pay_stub_id: sameText('pay_stub_id'),
      payroll_id: sameText('payroll_id'),
      work_assignment_id: sameText('work_assignment_id'),
    },
    operations: ITEM_OPERATIONS,
    component: ['create', 'update', 'delete'],
    bulk: {
      selection: payStubSelection,
      parent: 'pay_stub_id',
      filters: tieFilters(lineItemObject(kind), 'type', catalogueOf(kind).values),
      skip: equal('is_managed', true),
    },
    columns: {
      recurrence_id: { type: 'text', of: recurrenceId },
      expense_accounting_code_id: { type: 'text', of: (state) => effectiveCodeId(state, 'expense') },
      liability_accounting_code_id: { type: 'text', of: (state) => effectiveCodeId(state, 'liability') },
      tag_ids: tagColumn('managed_tag_assignment', 'custom_tag_assignment'),
      // What is remitted is summed by account.
      ...(REMITTED_KINDS.includes(kind) && { amount: amountColumn }),
    },
    indexes: [
      ['recurrence_id'],
      ['tag_ids'],
      // Whether an approved payroll names an account is told without a look at its lines of drafts.
      ...(REMITTED_KINDS.includes(kind) ? [['remittance_account_id', 'payroll_id']] : []),
    ],
    ...(REMITTED_KINDS.includes(kind) && { sums: [remittedOf(kind)] }),
    evolve: evolveLine,
    reaches: OTHER_STUBS,
  }) satisfies Partial<ResourceDefinition>;

const amountColumn: Column = {
  type: 'numeric',
  of: (state) => textOf(effective(state, 'amount') ?? '0'),
};

/** How a calculation folds into a line: made, changed or taken off. */
const evolveLine = (state: State | undefined, event: DomainEvent, key: RowKey): State | undefined => {
  if (!payStubCalculated.is(event)) return state;
  const { lines, removed } = event.data;
  if (removed.some(({ id }) => id === key.id)) return undefined;
  const line = lines.find(({ id }) => id === key.id);
  if (!line) return state;
  const at = event.metadata.occurred_at ?? '';
  const version = event.revision.toString();
  if (state) return { ...state, ...line, updated_at: at, version };
  const scope_id = event.metadata.company_id ?? '';
  // Assigned, not spread: every line of every stub passes here, and spreading into a new shape takes ten times as long.
  return Object.assign({}, EMPTY_LINE, line, {
    scope_id,
    created_at: at,
    updated_at: at,
    version,
  });
};
