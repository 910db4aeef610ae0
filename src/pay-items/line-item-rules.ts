import { accountingIssues } from '../accounting/named-records.ts';
import { LINE_KINDS, MAX_ENTERED } from '../calculation/index.ts';
import { isStatutory } from '../calculation/model/lines.ts';
import type { LineKind } from '../calculation/model/types.ts';
import type { ItemType } from '../calculation/types/item-type.ts';
import { isOffCycle } from '../catalogues/catalogue.ts';
import { catalogueOf } from '../catalogues/catalogues.ts';
import type { Fields } from '../kernel/definition/fields.ts';
import { changedMembers } from '../kernel/definition/fold.ts';
import {
  type Aggregate,
  bodyName,
  type Facts,
  type Lookup,
  type RecordOf,
  type Rules,
  type State,
  storedName,
} from '../kernel/definition/resource.ts';
import { lineItemObject } from '../payrolls/events/pay-stub.ts';
import { EMPTY_LINE } from '../payrolls/stubs/line-defaults.ts';
import { isObject, type Json, type JsonObject, objectsOf, sameJson, textOf, textOrNull } from '../values/json.ts';
import { decimal, sum, toText } from '../values/money.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { lockedIssues, lockFacts, lockRefusal } from './component-locks.ts';
import { effective } from './line-item.ts';
import {
  accountIssues,
  presetFacts,
  presetIssues,
  presetRefusal,
  tiedLine,
  withPreset,
} from './recurring/preset-values.ts';
import { isTypeNeeded, typeRequired } from './recurring/rules.ts';

/**
 * The rules of line items: what a caller may write on one, by its kind, its payroll's type, and what manages it. A
 * managed line takes only what replaces a managed figure.
 */

const member = (state: State, name: string): Json => state[name] ?? null;

/** Of a managed line: what replaces a managed figure. */
const FREE = new Set(['custom_amount', 'custom_hours']);

/** The rules of line items of a kind, with what it adds. */
export const lineItemRules = (
  kind: LineKind,
  fields: Fields,
  own: Pick<Rules, 'facts' | 'complete' | 'validate'> = {},
): Rules<never> => {
  const tied = tiedLine(kind);
  const rules: Rules = {
    facts: async (lookup, candidate, previous, aggregate) => {
      const employer = async () => employerOf(aggregate.get('pay_stub', textOf(candidate.pay_stub_id)));
      return {
        ...(await own.facts?.(lookup, candidate, previous, aggregate)),
        ...(await presetFacts(lookup, candidate, previous, employer)),
        payroll_type: await payrollTypeOf(kind, candidate, previous, aggregate, lookup),
        locks: await lockFacts(lookup, candidate, previous),
        accounting: [
          ...(await accountingIssues(lookup, candidate, previous, { prefix: 'custom_', employer })),
          ...(await accountIssues(lookup, candidate, previous, employer)),
        ],
      };
    },
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
      ...(previous ? [] : payeeIssues(kind, context.aggregate.get('pay_stub', textOf(candidate.pay_stub_id)))),
      ...codeIssues(context.sent),
      ...(facts.accounting ?? []).map((issue: Issue) => asSent(issue, context.sent)),
      ...allocationIssues(candidate, previous),
      ...(isStatutory(kind) ? ownTagIssues(candidate, previous) : []),
      ...(previous ? [] : roomIssues(context.aggregate)),
      ...earnedIssues(candidate, previous, context.aggregate.get('pay_stub', textOf(candidate.pay_stub_id))),
      ...(own.validate?.(candidate, previous, facts, context) ?? []),
    ],
    refuse: (action, previous, candidate, facts, context) => {
      const locked = action === 'delete' && previous && lockRefusal(previous, facts.locks);
      if (locked) return locked;
      if (previous && previous.source_adjustment_id !== null) return correctionStays(action, previous, candidate);
      if (!previous || isByHand(previous)) return presetRefusal(candidate, previous, facts, tied, context);
      if (action === 'delete') return MANAGED_STAYS;
      const changed = Object.keys(changedMembers(previous, candidate ?? {})).filter((name) => !FREE.has(name));
      return changed.length === 0 ? undefined : managedMember(sentAs(fields, changed, context.sent));
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

/** What the law withholds or asks for is booked by the pay that it is of; a correction, by what it corrects. */
function* ownTagIssues(candidate: State, previous: State | undefined): Iterable<Issue> {
  const given = candidate.custom_tag_assignment;
  const isKept = sameJson(given ?? null, previous?.custom_tag_assignment ?? null);
  if (!isObject(given) || isKept || (candidate.source_adjustment_id ?? null) !== null) return;
  yield { path: 'custom_tag_assignment', text: OWN_TAGS };
}

const OWN_TAGS: Text = {
  en: 'must be left out: what is withheld or contributed by law has the tags of the pay that it is of, in proportion',
  fr: "doit être omis : ce que la loi retient ou demande porte les étiquettes de la paie dont c'est tiré, en proportion",
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
  en: 'must be at least 0: negative amounts are only allowed on correction payrolls',
  fr: 'doit être 0 ou plus : seule une paie de correction admet des valeurs négatives',
};

/** The payroll's type, where it says whether the line may be on it; undefined where any payroll will do. */
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

/** Which line items may be on which payrolls. */
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
        en: 'is paid period by period, and not on off-cycle payrolls',
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

/** Why a statutory line is refused to a contractor, in a file and in a request. */
export const OF_CONTRACTOR: Readonly<Record<'file' | 'request', Text>> = {
  file: {
    en: 'must be empty: nothing is withheld from a contractor',
    fr: "doit être vide : rien n'est retenu d'un entrepreneur",
  },
  request: {
    en: "must be an employee's pay stub: nothing is withheld from a contractor",
    fr: "doit être le bulletin d'un employé : rien n'est retenu d'un entrepreneur",
  },
};

/** What the law withholds, and what it asks of an employer, is of employees alone. */
function* payeeIssues(kind: LineKind, stub: RecordOf<'pay_stub'> | undefined): Iterable<Issue> {
  if (isStatutory(kind) && stub && stub.contractor_id !== null)
    yield { path: 'pay_stub_id', text: OF_CONTRACTOR.request };
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
      en: `The line item belongs to the adjustment ${id}; delete the adjustment, and the line item is deleted with it.`,
      fr: `La ligne appartient au rajustement ${id}; supprimez celui-ci, et la ligne part avec lui.`,
    };
  const changed = Object.keys(changedMembers(previous, candidate ?? {})).find((name) => CORRECTED.includes(name));
  if (changed === undefined) return undefined;
  return {
    en: `${changed} cannot change: the line item corrects another by the adjustment ${id}; delete that one and create another.`,
    fr: `${changed} ne peut changer : la ligne en corrige une autre par le rajustement ${id}; supprimez-le et créez-en un autre.`,
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
        fr: `le bulletin a déjà ${MAX_ENTERED} lignes saisies, le maximum permis`,
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
