import { z } from 'zod';
import { amountOf, LINE_KINDS } from '../../calculation/index.ts';
import { STATUTORY_KINDS } from '../../calculation/model/families.ts';
import { isStatutory } from '../../calculation/model/lines.ts';
import type { Line, LineKind } from '../../calculation/model/types.ts';
import { isAcrossQuebec, provincesOfPay } from '../../employers/tax-properties-in-force.ts';
import { anyEnvelopeSchema } from '../../kernel/definition/envelopes.ts';
import {
  about,
  derived,
  type Field,
  flag,
  hidden,
  kept,
  money,
  reference,
  type StateOfFields,
  text,
} from '../../kernel/definition/fields.ts';
import {
  type Aggregate,
  defineResource,
  type Filter,
  type Lookup,
  type State,
} from '../../kernel/definition/resource.ts';
import { textSchema } from '../../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { objectOfId, show, type View } from '../../kernel/definition/show.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { lineOf } from '../../payrolls/stubs/line-defaults.ts';
import { any, equal, oneOf } from '../../values/condition.ts';
import { yearOf } from '../../values/dates.ts';
import { isObject, type Json, type JsonObject, textIf, textOf } from '../../values/json.ts';
import { toText } from '../../values/money.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { OTHER_STUBS } from '../line-item.ts';
import { roomIssues } from '../line-item-rules.ts';
import { correctionOf } from './correction-line.ts';
import { adjustmentsOf, remunerationOn } from './read-in-turn.ts';

const LINE_OBJECTS = LINE_KINDS.map(lineItemObject);
/** Of a line that was calculated, from any hours and rate, it may be more than can be entered on one. */
const AMOUNT = { min: '-99999999999', max: '99999999999' } as const;

/** The kind of a line item, by its object. */
const kindOf = (object: string): LineKind => LINE_KINDS.find((kind) => lineItemObject(kind) === object)!;

/** The kind that a line, or an adjustment, says that it is of. */
const kindIn = ({ kind }: JsonObject): LineKind => {
  const found = LINE_KINDS.find((one) => one === kind);
  if (!found) throw new Error(`no kind of line items: ${kind}`);
  return found;
};

/** A line item in full, as `extras` loaded it under a name. */
const shownLine =
  (name: 'source' | 'correction') =>
  (_state: State, view: View): Json => {
    const line = view.extras[name];
    if (!isObject(line)) return null;
    const whole: View = { ...view, extras: {}, expanded: new Map(), asked: new Set() };
    // As `loadExtras` loaded it.
    return { ...show(view.registry.need(lineItemObject(kindIn(line))), line as State, whole) };
  };

const sourceField: Field<string | null, 'id'> = {
  ...reference(LINE_OBJECTS, { required: true, on: 'create', expandable: false }),
  answer: anyEnvelopeSchema.nullable(),
  show: shownLine('source'),
};

const payStubFilter: Filter = {
  schema: textSchema({ min: 1, max: 10_240 }).meta({ examples: ['payst_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] }),
  describe: 'Corrections on this pay stub, or of its line items',
  where: (id: string) => any(equal('correction_pay_stub_id', id), equal('source_pay_stub_id', id)),
};

const fields = {
  source_line_item: about('The line item that is corrected, in full', sourceField),
  correction_line_item: about(
    'The line item that corrects it, in full',
    derived(anyEnvelopeSchema.nullable(), shownLine('correction')),
  ),
  expected_amount: about(
    'Dollars that it should have been',
    money('expected_amount', { required: true, ...AMOUNT }),
    50,
  ),
  is_company_amount: about(
    "For benefits: whether to correct the employer's share, which is an employer benefit line item",
    flag({ on: 'create' }),
    false,
  ),
  admin_note: about(
    'Your own note, which the payee does not see',
    text({ nullable: true, max: 10_240, on: 'create' }),
    'Typing error in the bonus',
  ),
  correction_pay_stub: hidden(
    about(
      'Draft pay stub for the correction, of the same work assignment',
      reference('pay_stub', { required: true, on: 'create', expandable: false }),
    ),
  ),
  source_pay_stub: hidden(reference('pay_stub', { readOnly: true, expandable: false })),
  kind: { ...kept<string | null>(z.string().nullable()), hidden: true },
};

declare module '../../kernel/definition/resource.ts' {
  interface Records {
    adjustment: StateOfFields<typeof fields>;
  }
}

/**
 * Corrects an amount that a closed pay stub has, by a line item of the same kind and type on a later draft stub of the
 * same work assignment: what it should have been less what it is. Both are of one append, and go together. The
 * adjustment is a part of the stub that it corrects on.
 */
export const adjustment = defineResource({
  object: 'adjustment',
  plural: 'adjustments',
  prefix: 'adjst',
  path: '/adjustments',
  context: 'pay-items',
  scope: 'company',
  purpose: 'Corrects an amount of an earlier pay stub with a line item on a later draft pay stub.',
  partOf: { objects: ['pay_stub'], by: 'correction_pay_stub_id' },
  fields,
  filters: { pay_stub_id: payStubFilter },
  operations: ['list', 'create', 'retrieve', 'delete'],
  // Those of one line item are in the streams of different pay stubs, which may be written at once.
  reserves: [
    {
      name: 'source_line_item',
      key: ({ source_line_item_id }) => textIf(source_line_item_id),
      path: 'source_line_item_id',
      taken: ({ id }) => alreadyBy(id),
    },
  ],
  reaches: OTHER_STUBS,
  absent: {
    update: {
      en: 'An adjustment does not change: delete it, with its correction line item, and create another.',
      fr: 'Un rajustement ne change pas : supprimez-le, avec sa ligne de correction, et créez-en un autre.',
    },
  },
  examples: { create: ['correction_pay_stub_id', 'source_line_item_id', 'expected_amount'] },
  extras: (rows, services, tenant) => loadExtras(rows, services, tenant),
  rules: {
    facts: async (lookup, candidate, previous): Promise<Source> => (previous ? {} : sourceOf(candidate, lookup)),
    complete: (candidate, previous, facts) => {
      if (previous) return candidate;
      const { line, stub } = facts;
      return { ...candidate, source_pay_stub_id: stub?.id ?? null, kind: line?.kind ?? null };
    },
    validate: (candidate, _previous, facts, { aggregate }) => issuesOf(candidate, facts, aggregate),
    parts: (candidate, facts, { aggregate }) => {
      const { line, paid = [], province = null } = facts;
      const stub = aggregate.get('pay_stub', candidate.correction_pay_stub_id ?? '');
      if (!line || !stub) return [];
      return [{ object: lineItemObject(line.kind), members: correctionOf(candidate, { line, paid, province }, stub) }];
    },
    partsLeaving: (previous, { aggregate }) =>
      correctionsIn(aggregate, previous.id).map((line) => ({ object: lineItemObject(kindIn(line)), id: line.id })),
  },
});

type Source = {
  line?: (State & Line) | undefined;
  /** Of a statutory line the remuneration of its pay stub. */
  paid?: readonly Line[];
  /** Of a statutory line the province of employment of its pay stub. */
  province?: string | null;
  stub?: State | undefined;
  /** Its payroll is being approved or unapproved, so it is closed for the time being. */
  isUnsettled?: boolean;
  /** Another adjustment that corrects the line item. */
  other?: string | undefined;
  /** It is provincial tax, and that of the pay stub to correct on goes to another agency. */
  isOfOtherAgency?: boolean;
};

const sourceOf = async (candidate: State, lookup: Lookup): Promise<Source> => {
  const id = candidate.source_line_item_id;
  if (typeof id !== 'string') return {};
  const object = objectOfId(LINE_OBJECTS, id, lookup.services.registry);
  const row = await lookup.get(object, id);
  if (!row) return {};
  const line = lineOf({ ...row, kind: kindOf(object) });
  const [stub, payroll, other] = await Promise.all([
    lookup.get('pay_stub', textOf(row.pay_stub_id)),
    lookup.get('payroll', textOf(row.payroll_id)),
    adjustmentsOf(lookup, id),
  ]);
  const isUnsettled = payroll?.status === 'draft' || (payroll?.unapproval ?? null) !== null;
  if (!isStatutory(line.kind) || !stub) return { line, stub, isUnsettled, other };
  const [paid, provinceOf] = await Promise.all([
    remunerationOn(lookup, textOf(row.pay_stub_id)),
    provincesOfPay([stub], lookup.services, lookup.tenant),
  ]);
  const correction = await lookup.get('pay_stub', textOf(candidate.correction_pay_stub_id));
  const isOfOtherAgency =
    correction && isAcrossQuebec(line, [stub, { ...stub, pay_date: correction.pay_date }], provinceOf);
  return { line, paid, province: provinceOf(stub), stub, isUnsettled, other, isOfOtherAgency };
};

/**
 * What is withheld or contributed by law is of the year in which it was paid: another year's maximums, slips and tax
 * are not.
 */
const isOfOtherYear = ({ kind }: Line, stub: State, correction: State): boolean =>
  STATUTORY_KINDS.includes(kind) && yearOf(textOf(stub.pay_date)) !== yearOf(textOf(correction.pay_date));

const dollars = (line: Line): string => toText(amountOf(line));

/** Why a line is not corrected on the pay stub that was named. */
const notThere = (
  line: Line,
  stub: State,
  correction: State | undefined,
  isOfOtherAgency: boolean | undefined,
): Text | undefined => {
  if (correction && correction.work_assignment_id !== stub.work_assignment_id)
    return {
      en: `must be of the same work assignment as the line item that is corrected, ${stub.work_assignment_id}`,
      fr: `doit être de la même affectation que la ligne à corriger, ${stub.work_assignment_id}`,
    };
  // The work assignment is with another employer by now, whose pay and remittances it does not concern.
  if (correction && correction.business_entity_id !== stub.business_entity_id)
    return {
      en: `must be of the same employer as the line item that is corrected, ${stub.business_entity_id}`,
      fr: `doit être du même employeur que la ligne à corriger, ${stub.business_entity_id}`,
    };
  if (correction && isOfOtherYear(line, stub, correction)) {
    const year = yearOf(textOf(stub.pay_date));
    return {
      en: `must be paid in ${year}, as what was withheld or contributed: it counts for the maximums and slips of that year. Correct it on a correction payroll with a pay date in ${year}`,
      fr: `doit être payé en ${year}, comme ce qui a été retenu ou cotisé : cela compte pour les maximums et les feuillets de cette année. Corrigez-la sur une paie de correction dont la date de paie est en ${year}`,
    };
  }
  if (isOfOtherAgency)
    return {
      en: 'must not be across a move into Quebec or out of it, whose income tax goes to another agency: correct it on a correction payroll with a pay date before the move',
      fr: "ne doit pas être de l'autre côté d'un changement de province d'emploi, vers le Québec ou hors de celui-ci, dont l'impôt va à un autre organisme : corrigez-la sur une paie de correction dont la date de paie précède ce changement",
    };
  return undefined;
};

function* issuesOf(candidate: State, { line, stub, ...known }: Source, aggregate: Aggregate): Iterable<Issue> {
  const correction = aggregate.get('pay_stub', textOf(candidate.correction_pay_stub_id));
  yield* roomIssues(aggregate, 'correction_pay_stub_id');
  if (!line || !stub) return;
  const other = known.other ?? correctingIn(aggregate, line.id);
  // Each says what the line should have been in place of what it is: two of them would correct it twice.
  if (other !== undefined) yield { path: 'source_line_item_id', text: alreadyBy(other) };
  const text = notThere(line, stub, correction, known.isOfOtherAgency);
  if (text) yield { path: 'correction_pay_stub_id', text };
  if (!stub.is_closed)
    yield {
      path: 'source_line_item_id',
      text: {
        en: 'is on a pay stub that is still a draft: change it there',
        fr: 'figure sur un bulletin encore au brouillon : modifiez-la là',
      },
    };
  else if (known.isUnsettled === true)
    yield {
      path: 'source_line_item_id',
      text: {
        en: 'is on a payroll that is being approved or unapproved: repeat the request when that has ended',
        fr: "figure sur une paie en cours d'approbation ou de retour au brouillon : répétez la requête quand ce sera terminé",
      },
    };
  if (candidate.is_company_amount === true && line.kind !== 'employer_benefit')
    yield {
      path: 'is_company_amount',
      text: {
        en: "applies only to employer benefit line items, the employer's share of a benefit",
        fr: "ne s'applique qu'aux lignes d'avantages de l'employeur : elles en sont la part de l'employeur",
      },
    };
  if (typeof candidate.expected_amount === 'string' && amountOf(line).eq(candidate.expected_amount))
    yield {
      path: 'expected_amount',
      text: {
        en: `is what the line item has already, ${dollars(line)}: there is nothing to correct`,
        fr: `est ce que la ligne a déjà, ${dollars(line)} : il n'y a rien à corriger`,
      },
    };
}

const alreadyBy = (other: string): Text => ({
  en: `is corrected by the adjustment ${other} already: delete that one, or where its pay stub is closed, correct its correction_line_item`,
  fr: `est déjà corrigée par le rajustement ${other} : supprimez-le, ou si son bulletin est fermé, corrigez sa correction_line_item`,
});

/** The adjustment on a pay stub that corrects a line; the read models may not have it yet. */
const correctingIn = (aggregate: Aggregate, line_id: string): string | undefined =>
  aggregate.all('adjustment').find(({ source_line_item_id }) => source_line_item_id === line_id)?.id;

const correctionsIn = (aggregate: Aggregate, id: string): State[] =>
  LINE_OBJECTS.flatMap((object) => aggregate.all(object)).filter((line) => line.source_adjustment_id === id);

const loadExtras = async (
  rows: readonly State[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const found = new Map<string, JsonObject>(rows.map(({ id }) => [id, {}]));
  for (const kind of new Set(rows.map((row) => kindIn(row)))) {
    const some = rows.filter((row) => row.kind === kind);
    const object = lineItemObject(kind);
    const [sources, corrections] = await Promise.all([
      read.getMany(object, tenant, [...new Set(some.map((row) => textOf(row.source_line_item_id)))]),
      read.find(
        object,
        tenant,
        oneOf(
          'source_adjustment_id',
          some.map(({ id }) => id),
        ),
      ),
    ]);
    const byAdjustment = new Map(corrections.map((line) => [line.source_adjustment_id, line]));
    for (const { id, source_line_item_id } of some) {
      const source = sources.get(textOf(source_line_item_id));
      const correction = byAdjustment.get(id);
      found.set(id, {
        ...(source ? { source: { ...source, kind } } : {}),
        ...(correction ? { correction: { ...correction, kind } } : {}),
      });
    }
  }
  return found;
};
