import { z } from 'zod';
import { accountingIssues, tagColumn } from '../accounting/named-records.ts';
import { FAMILIES, LINE_KINDS, MAX_ENTERED, RECURRENCES } from '../calculation/index.ts';
import { REMITTED_KINDS } from '../calculation/model/families.ts';
import { isStatutory } from '../calculation/model/lines.ts';
import type { LineKind } from '../calculation/model/types.ts';
import type { ItemType } from '../calculation/types/item-type.ts';
import { isOffCycle } from '../catalogues/catalogue.ts';
import { catalogueOf } from '../catalogues/catalogues.ts';
import {
  about,
  date,
  decimalField,
  derived,
  type Field,
  type Fields,
  hidden,
  kept,
  money,
  reference,
  settings,
  stubSchema,
  text,
} from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { changedMembers } from '../kernel/definition/fold.ts';
import {
  type Aggregate,
  bodyName,
  type Column,
  type DomainEvent,
  type Facts,
  type Lookup,
  type RecordOf,
  type ResourceDefinition,
  type RowKey,
  type Rules,
  type State,
  storedName,
} from '../kernel/definition/resource.ts';
import { decimalTextSchema } from '../kernel/definition/schemas.ts';
import { remittedOf } from '../pay-records/remitted.ts';
import { lineItemObject, lineMembers, payStubCalculated } from '../payrolls/events/pay-stub.ts';
import { payStubSelection } from '../payrolls/pay-stub.ts';
import { EMPTY_LINE } from '../payrolls/stubs/line-defaults.ts';
import { effectiveTagAssignment, tagAssignment } from '../people/tag-assignment.ts';
import { equal } from '../values/condition.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  objectsOf,
  sameJson,
  textOf,
  textOrNull,
} from '../values/json.ts';
import { decimal, sum, toNumber, toText } from '../values/money.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { lockedIssues, lockFacts, lockRefusal } from './component-locks.ts';
import { presetFacts, presetIssues, presetRefusal, tiedLine, withPreset } from './preset-values.ts';
import { isTypeNeeded, tieFilters, typeRequired } from './recurrence.ts';

// Long: the fields and rules that all families of line items share; each family's own stand in its file.

/**
 * What line items have in common. A line item is a part of its pay stub: it lives in the stub's stream, every change of
 * it recalculates the stub in the same append, and the stub refuses changes once its payroll left draft. What a record
 * stores are the members of a `Line` of the calculation, and which stub, payroll and work assignment it belongs to.
 *
 * Managed lines are made, changed and taken off by the calculation alone (`PayStubCalculated`). Of those the caller may
 * only set what stands in for a managed figure.
 */
const shown = (value: Json | undefined): number | null =>
  value === null || value === undefined ? null : toNumber(textOf(value));
const member = (state: State, name: string): Json => state[name] ?? null;

/** What counts: the figure that the caller gave, or else the managed one. */
const effective = (state: State, name: string): Json => state[`custom_${name}`] ?? state[`managed_${name}`] ?? null;

/** The caller's figure counts; else the managed one; else nothing is paid. */
export const amountFields = (limits: { max: string }) => ({
  is_managed: about(
    'Whether it follows from a recurring item, or was entered by hand',
    kept<boolean>(z.boolean(), { column: 'boolean' }),
    false,
  ),
  amount: about(
    'Dollars: the custom amount, or else the managed one',
    derived(z.number(), (state) => shown(effective(state, 'amount')) ?? 0),
    100,
  ),
  custom_amount: about(
    'Dollars entered by hand; on a managed line in place of what was worked out. Below 0 on correction payrolls alone',
    money('custom_amount', { nullable: true, min: `-${limits.max}`, ...limits }),
    100,
  ),
  managed_amount: about(
    'Dollars as worked out; null on a line that was entered by hand',
    managedFigure('managed_amount'),
  ),
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
  managed_hours: about('Hours as worked out', managedFigure('managed_hours')),
  custom_hours: about(
    'Hours entered by hand. Below 0 on correction payrolls alone',
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
    'That day as worked out',
    kept<string | null>(z.string().meta({ format: 'date' }).nullable()),
  ),
  custom_earned_on: about('That day as entered by hand, within the pay period', date({ nullable: true }), '2026-01-02'),
};

/** Vacation pay that accrues on it: what the caller gave, or what the setting of the work assignment makes of it. */
export const accruedField: Field<string | null, 'self'> = about(
  'Vacation pay that accrues on it, in dollars; null takes what the setting of the work assignment makes of it',
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
  about: 'What keeps a managed line on the pay stub; null on a line that was entered by hand',
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

const COMPONENT = 'What a page in a browser may change of it';
const attributes_locked = z.boolean().meta({ description: 'Whether such a page leaves its attributes alone' });
const componentSettings = z
  .strictObject({ attributes_locked })
  .meta({ id: 'component_settings_given', description: COMPONENT });

/** What it is tied to, and how it is accounted for. */
export const accountingFields = (
  units: readonly ['percentage', 'amount', ...'hours'[]] = ['percentage', 'amount'],
) => ({
  business_preset: about('Preset that sets its values', reference('business_preset', { nullable: true })),
  source_adjustment: about('Adjustment that it comes from', reference('adjustment', { readOnly: true })),
  expense_accounting_code: about(
    'Accounting code of its expense side: the custom one, or else the managed one',
    effectiveCode('expense'),
  ),
  managed_expense_accounting_code: about(
    'That code as rules and recurring item say',
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
    'That code as rules and recurring item say',
    reference('accounting_code', { readOnly: true }),
  ),
  custom_liability_accounting_code: about(
    'That code as entered by hand',
    reference('accounting_code', { nullable: true }),
  ),
  tag_assignment: about(
    'How its amount is spread over tags: the custom way, or else the managed one',
    effectiveTagAssignment(units, (state) => effective(state, 'tag_assignment')),
  ),
  custom_tag_assignment: about(
    'How its amount is spread over tags, as entered by hand',
    tagAssignment(units, 'custom_tag_assignment'),
  ),
  component_settings: about(
    'Whether a page in a browser may change its attributes',
    settings<JsonObject>(componentSettings, {
      initial: { attributes_locked: false },
      answer: z.object({ attributes_locked }).meta({ id: 'component_settings', description: COMPONENT }),
      storedAs: z.strictObject({ attributes_locked }),
    }),
    { attributes_locked: false },
  ),
});

/** The stub that it stands on, and what it repeats of it, so that it can be listed without it. */
export const stubFields = (kind: LineKind) => ({
  pay_stub: about('The pay stub that it stands on', reference('pay_stub', { required: true, on: 'create' })),
  payroll: hidden(reference('payroll', { readOnly: true, expandable: false })),
  work_assignment: hidden(reference('work_assignment', { readOnly: true, expandable: false })),
  line_item_type: about(
    'The kind of line item',
    derived(z.literal(kind), () => kind),
  ),
});

export const externalRefField = { external_ref: about('Your own name for it', text({ nullable: true }), 'line-17') };

export const LINE_ITEM_OPERATIONS = [
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
    members: lineMembers,
    filters: {
      pay_stub_id: sameText('pay_stub_id'),
      payroll_id: sameText('payroll_id'),
      work_assignment_id: sameText('work_assignment_id'),
    },
    operations: LINE_ITEM_OPERATIONS,
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
    indexes: [['recurrence_id'], ['tag_ids']],
    ...(REMITTED_KINDS.includes(kind) && { sums: [remittedOf(kind)] }),
    evolve: evolveLine,
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

/** Of a managed line: what stands in for a managed figure. */
const FREE = new Set(['custom_amount', 'custom_hours']);

/** The rules of line items of a kind, with what it adds. */
export const lineItemRules = (
  kind: LineKind,
  fields: Fields,
  own: Pick<Rules, 'facts' | 'complete' | 'validate'> = {},
): Rules<never> => {
  const tied = tiedLine(kind);
  const rules: Rules = {
    facts: async (lookup, candidate, previous, aggregate) => ({
      ...(await own.facts?.(lookup, candidate, previous, aggregate)),
      ...(await presetFacts(
        lookup,
        candidate,
        previous,
        () => aggregate.get('pay_stub', textOf(candidate.pay_stub_id))?.business_entity_id,
      )),
      payroll_type: await payrollTypeOf(kind, candidate, previous, aggregate, lookup),
      locks: await lockFacts(lookup, candidate, previous),
      accounting: await accountingIssues(lookup, candidate, previous, {
        prefix: 'custom_',
        employer: async () => employerOf(aggregate.get('pay_stub', textOf(candidate.pay_stub_id))),
      }),
    }),
    complete: (candidate, previous, facts, context) => {
      const presetted = withPreset(candidate, previous, facts, tied);
      const completed = own.complete?.(presetted, previous, facts, context) ?? presetted;
      if (previous) return completed;
      const stub = context.aggregate.get('pay_stub', textOf(candidate.pay_stub_id));
      return {
        ...EMPTY_LINE,
        ...completed,
        ...(isStatutory(kind) ? BY_HAND : {}),
        kind,
        payroll_id: stub?.payroll_id ?? null,
        work_assignment_id: stub?.work_assignment_id ?? null,
      };
    },
    validate: (candidate, previous, facts, context) => [
      ...presetIssues(candidate, previous, facts, context.sent, tied),
      ...lockedIssues(fields, candidate, previous, facts.locks, context.sent),
      ...typeIssues(kind, candidate, facts),
      ...payrollTypeIssues(kind, candidate, previous, facts),
      ...codeIssues(context.sent),
      ...(facts.accounting ?? []).map((issue: Issue) => asSent(issue, context.sent)),
      ...allocationIssues(candidate, previous),
      ...(previous ? [] : roomIssues(context.aggregate)),
      ...earnedIssues(candidate, previous, context.aggregate.get('pay_stub', textOf(candidate.pay_stub_id))),
      ...(own.validate?.(candidate, previous, facts, context) ?? []),
    ],
    refuse: (action, previous, candidate, facts, { sent }) => {
      const locked = action === 'delete' && previous && lockRefusal(previous, facts.locks);
      if (locked) return locked;
      if (previous && previous.source_adjustment_id !== null) return correctionStays(action, previous, candidate);
      if (!previous || isByHand(previous)) return presetRefusal(candidate, previous, facts, tied);
      if (action === 'delete') return MANAGED_STAYS;
      const changed = Object.keys(changedMembers(previous, candidate ?? {})).filter((name) => !FREE.has(name));
      return changed.length === 0 ? undefined : managedMember(sentAs(fields, changed, sent));
    },
  };
  // The fields of every kind are among those that these rules look at.
  return rules as Rules<never>;
};

const employerOf = (stub: State | undefined): string | null => textOrNull(stub?.business_entity_id ?? null);

/** The caller may have set a custom code under the plain name. */
const asSent = (issue: Issue, sent: JsonObject): Issue => {
  const plain = issue.path.replace(/^custom_/, '');
  return sent[issue.path] === undefined && sent[plain] !== undefined ? { ...issue, path: plain } : issue;
};

/** What is allocated of dollars or hours is at most what the line has. */
function* allocationIssues(candidate: State, previous: State | undefined): Iterable<Issue> {
  const given = candidate.custom_tag_assignment;
  if (!isObject(given) || sameJson(given, previous?.custom_tag_assignment)) return;
  const unit = given.unit === 'hours' || given.unit === 'amount' ? given.unit : undefined;
  if (!unit) return;
  const own = textOrNull(effective(candidate, unit));
  // What hours and a rate come to is not known yet.
  if (own === null) return;
  const whole = decimal(own).abs();
  const total = sum(objectsOf(given.tag_allocations).map(({ value }) => textOf(value)));
  if (total.gt(whole))
    yield {
      path: 'custom_tag_assignment.tag_allocations',
      text: {
        en: `must add up to at most the ${unit} of the line item, ${toText(whole)}; it adds up to ${toText(total)}`,
        fr: `doit totaliser au plus ${unit === 'hours' ? 'les heures' : 'le montant'} de la ligne, ${toText(whole)}; le total est ${toText(total)}`,
      },
    };
}

/** A statutory line that a caller adds, until it is calculated; the calculation leaves it as it is. */
const BY_HAND = { is_managed: true, is_system: false, managed_amount: '0' };

/** Whether a caller added the line. */
const isByHand = ({ is_managed, is_system, kind }: State): boolean =>
  is_managed !== true || (LINE_KINDS.some((one) => one === kind && isStatutory(one)) && is_system !== true);

/** Figures that may be negative on some payrolls. */
const SIGNED = ['custom_amount', 'custom_hours'] as const;
const isNegative = (value: Json | undefined): boolean => typeof value === 'string' && value.startsWith('-');

export const NEGATIVE: Text = {
  en: 'must be at least 0: what is negative stands on correction payrolls alone',
  fr: 'doit être au moins 0 : seule une paie de correction admet des valeurs négatives',
};

/** The payroll's type, where it says whether the line may stand on it; undefined where any payroll will do. */
const payrollTypeOf = async (
  kind: LineKind,
  candidate: State,
  previous: State | undefined,
  aggregate: Aggregate,
  lookup: Lookup,
): Promise<string | undefined> => {
  const { payroll_id = null } = aggregate.get('pay_stub', textOf(candidate.pay_stub_id)) ?? {};
  const isNew = previous === undefined || previous.type !== candidate.type;
  const matters =
    SIGNED.some((name) => isNegative(candidate[name]) && candidate[name] !== previous?.[name]) ||
    (isNew && (isStatutory(kind) || !isOffCycle(typeIn(kind, candidate))));
  return matters && payroll_id !== null ? (await lookup.get('payroll', payroll_id))?.type : undefined;
};

const typeIn = (kind: LineKind, { type }: State): ItemType => {
  const types: Readonly<Record<string, ItemType>> = catalogueOf(kind).types;
  return types[String(type)] ?? { label: { en: '', fr: '' } };
};

/** Which line items may stand on which payrolls. */
function* payrollTypeIssues(
  kind: LineKind,
  candidate: State,
  previous: State | undefined,
  { payroll_type }: Facts,
): Iterable<Issue> {
  // Also where the payroll cannot be read: what is refused can be sent again.
  for (const path of SIGNED)
    if (payroll_type !== 'correction' && isNegative(candidate[path]) && candidate[path] !== previous?.[path])
      yield { path, text: NEGATIVE };
  if (payroll_type === undefined) return;
  if (payroll_type === 'off_cycle' && !isOffCycle(typeIn(kind, candidate)))
    yield {
      path: `${kind}_type`,
      text: {
        en: 'is paid period by period, and stands on no off-cycle payroll',
        fr: 'se paie période par période, et ne figure sur aucune paie hors cycle',
      },
    };
  if (!previous && isStatutory(kind) && payroll_type !== 'historical' && payroll_type !== 'correction')
    yield {
      path: 'pay_stub_id',
      text: {
        en: 'must be on a historical or correction payroll: elsewhere the calculation makes what the law asks for; set custom_amount on its line',
        fr: 'doit être sur une paie historique ou de correction : ailleurs, le calcul fait ce que la loi demande; fixez custom_amount sur sa ligne',
      },
    };
}

const MANAGED_STAYS: Text = {
  en: 'The line item is managed: it follows from what generated it and cannot be deleted. Set custom_amount to 0, or end what generates it.',
  fr: "La ligne est gérée : elle découle de ce qui l'a générée et ne peut être supprimée. Mettez custom_amount à 0, ou mettez fin à ce qui la génère.",
};

/** Of the line item of an adjustment: what says how much it corrects, and of what. */
const CORRECTED = ['type', 'custom_amount', 'custom_hours', 'pay_rate_id', 'overtime_rate_id'];

const correctionStays = (action: string, previous: State, candidate: State | undefined): Text | undefined => {
  const id = previous.source_adjustment_id;
  if (action === 'delete')
    return {
      en: `The line item belongs to the adjustment ${id}; delete that one, and the line item goes with it.`,
      fr: `La ligne appartient à l'ajustement ${id}; supprimez celui-ci, et la ligne part avec lui.`,
    };
  const changed = Object.keys(changedMembers(previous, candidate ?? {})).find((name) => CORRECTED.includes(name));
  if (changed === undefined) return undefined;
  return {
    en: `${changed} cannot change: the line item corrects another by the adjustment ${id}; delete that one and create another.`,
    fr: `${changed} ne peut changer : la ligne en corrige une autre par l'ajustement ${id}; supprimez-le et créez-en un autre.`,
  };
};

const managedMember = (name: string): Text => ({
  en: `${name} cannot change: the line item is managed, so only custom_amount and, on earnings, custom_hours can.`,
  fr: `${name} ne peut changer : la ligne est gérée, donc seuls custom_amount et, pour les gains, custom_hours le peuvent.`,
});

/** The first of the changed members, under the name that the caller gave it. */
const sentAs = (fields: Fields, changed: readonly string[], sent: JsonObject): string => {
  const names = Object.entries(fields)
    .filter(([name, field]) => field.write && changed.includes(storedName(name, field) ?? ''))
    .map(([name, field]) => bodyName(name, field));
  return names.find((name) => sent[name] !== undefined) ?? changed[0]!;
};

function* typeIssues(kind: LineKind, candidate: State, facts: Facts): Iterable<Issue> {
  if (member(candidate, 'type') === null && isTypeNeeded(candidate, facts))
    yield { path: `${kind}_type`, text: typeRequired(candidate) };
}

/** @param path member that names the stub */
export function* roomIssues(aggregate: Aggregate, path = 'pay_stub_id'): Iterable<Issue> {
  const entered = LINE_KINDS.flatMap((kind) => aggregate.all(lineItemObject(kind))).filter(isByHand);
  if (entered.length >= MAX_ENTERED)
    yield {
      path,
      text: {
        en: `the pay stub has ${MAX_ENTERED} entered line items already, the most that it may have`,
        fr: `le talon a déjà ${MAX_ENTERED} lignes saisies, le maximum permis`,
      },
    };
}

function* codeIssues(sent: JsonObject): Iterable<Issue> {
  for (const side of ['expense', 'liability']) {
    const [plain, custom] = [sent[`${side}_accounting_code_id`], sent[`custom_${side}_accounting_code_id`]];
    if (plain !== undefined && custom !== undefined && plain !== custom)
      yield {
        path: `custom_${side}_accounting_code_id`,
        text: {
          en: `must be the same as ${side}_accounting_code_id, or one of the two left out: both set the same code`,
          fr: `doit être le même que ${side}_accounting_code_id, ou l'un des deux omis : les deux fixent le même code`,
        },
      };
  }
}

function* earnedIssues(
  candidate: State,
  previous: State | undefined,
  stub: RecordOf<'pay_stub'> | undefined,
): Iterable<Issue> {
  const day = candidate.custom_earned_on;
  if (typeof day !== 'string' || day === previous?.custom_earned_on || !stub) return;
  const { period_start: start, period_end: end } = stub;
  if (day < start || day > end)
    yield {
      path: 'custom_earned_on',
      text: {
        en: `must lie in the pay period of the payroll, ${start} to ${end}`,
        fr: `doit se situer dans la période de paie, du ${start} au ${end}`,
      },
    };
}
