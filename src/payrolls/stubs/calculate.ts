import { amountsByType, calculateStub, LINE_KINDS, type Line, type StubResult } from '../../calculation/index.ts';
import type { Aggregate, EventBody, RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { merged, pick, sameJson, textIf } from '../../values/json.ts';
import { perTurn } from '../../values/per-turn.ts';
import { refused, unavailable } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import {
  type CalculatedLine,
  lineItemObject,
  managedLineIds,
  payStubCalculated,
  payStubRescheduled,
} from '../events/pay-stub.ts';
import type { PartialFacts } from '../facts/partial-facts.ts';
import { lastPayBeside } from '../facts/regular-pays.ts';
import { leviesOn } from '../facts/remuneration-forecast.ts';
import { stubFacts } from '../facts/stub-facts.ts';
import { EMPTY_LINE, LINE_MEMBERS } from './line-defaults.ts';
import { ofEachFamily } from './line-item-summary.ts';
import { stages } from './stages.ts';

/** Calculating a pay stub: facts loaded, the pipeline run, and what changed as one event. */

/** The stub's own members that a calculation sets. */
const CALCULATED = [
  'employee_summary',
  'contractor_summary',
  'company_summary',
  'vacation_pay_balance',
  'vacation_pay',
  'liability',
  'cash_requirement',
  'line_item_summary',
  'amounts',
  'bases',
  'recurrences',
  'taken_once',
  'has_taxes_calculated',
  'is_pending_tax_rates',
  'warnings',
  'levies',
] as const;

/** The lines that a stub's stream holds. */
export const linesOf = (aggregate: Aggregate): Line[] =>
  LINE_KINDS.flatMap((kind): Line[] => aggregate.all(lineItemObject(kind))).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Runs the pipeline on a stub's present lines. */
export const runPipeline = (
  stub: RecordOf<'pay_stub'>,
  facts: PartialFacts,
  aggregate: Aggregate,
  now: string,
  explain = false,
): StubResult =>
  calculateStub(
    merged(facts, {
      payment_method: stub.payment_method ?? 'direct_deposit',
      lines: linesOf(aggregate),
    }),
    { lineId: managedLineIds(stub), now, explain, ...stages },
  );

/**
 * The same, and once more where it turns out to depend on the last regular pay, which the facts of a regular payroll's
 * stubs hold only where it did so before.
 *
 * @returns with the facts that it is calculated from
 */
export const calculated = async (
  stub: RecordOf<'pay_stub'>,
  facts: PartialFacts,
  aggregate: Aggregate,
  now: string,
  services: Services,
  tenant: Tenant,
  explain = false,
): Promise<{ facts: PartialFacts; result: StubResult }> => {
  const result = runPipeline(stub, facts, aggregate, now, explain);
  const last_pay = await lastPayBeside(stub, facts, result.bases, services, tenant);
  if (!last_pay) return { facts, result };
  const known = merged(facts, { last_pay });
  return { facts: known, result: runPipeline(stub, known, aggregate, now, explain) };
};

/**
 * The event of a calculation; none when nothing differs.
 *
 * @param facts what it was calculated from, for what the stub keeps of that
 */
export const calculationEvent = (
  stub: RecordOf<'pay_stub'>,
  result: StubResult,
  aggregate: Aggregate,
  facts?: Pick<PartialFacts, 'levies' | 'facts_position'>,
): EventBody[] => {
  const totals = merged(storedTotals(result), {
    levies: facts ? leviesOn(result.bases, facts.levies) : (stub.levies ?? null),
  });
  const known = { ...stub, line_item_summary: ofEachFamily(stub.line_item_summary) };
  const changed = CALCULATED.filter((member) => !sameJson(known[member] ?? null, totals[member] ?? null));
  if (result.changed.length === 0 && result.removed.length === 0 && changed.length === 0) return [];
  const present = new Map(linesOf(aggregate).map((line) => [line.id, line]));
  return [
    payStubCalculated(
      {
        lines: result.changed.map((line) => lineMembers(line, present.get(line.id), stub)),
        removed: result.removed.map((id) => ({ id, kind: present.get(id)?.kind ?? 'earning' })),
        ...pick(totals, changed),
      },
      facts && { facts_position: facts.facts_position },
    ),
  ];
};

/** What a line repeats of its stub, so that it can be listed without it. */
const identity = (stub: RecordOf<'pay_stub'>) => ({
  pay_stub_id: stub.id,
  payroll_id: stub.payroll_id,
  work_assignment_id: stub.work_assignment_id,
});

/** What an event says of a line: of a new one all that is set, of another the members that changed. */
const lineMembers = (line: Line, before: Line | undefined, stub: RecordOf<'pay_stub'>): CalculatedLine => {
  const known = before ?? EMPTY_LINE;
  const differing = LINE_MEMBERS.filter((name) => line[name] !== undefined && !sameJson(known[name], line[name]));
  return { id: line.id, kind: line.kind, ...(before ? {} : identity(stub)), ...pick(line, differing) };
};

const storedTotals = (result: StubResult) => ({
  amounts: amountsByType(result.lines),
  bases: result.bases,
  // In an order that does not depend on which line was made first.
  recurrences: result.lines.flatMap(({ recurrence }) => (recurrence ? [recurrence.id] : [])).sort(),
  taken_once: [...result.taken_once],
  has_taxes_calculated: result.has_taxes_calculated,
  is_pending_tax_rates: result.is_pending_tax_rates,
  warnings: [...result.warnings],
  ...result.totals,
});

/** How often facts are read again that are older than those that a stub is based on. */
const MAX_READS = 5;
const READABLE_ms = 10_000;

/**
 * Facts that are as new as those that a stub is based on, read again where they are older: so nobody who was held up
 * appends figures over newer ones. What the stub does not say, that newer facts made no difference, is found by what
 * follows the log (population rechecks calculations whose facts had been overtaken).
 *
 * @throws Problem 503 when they do not come
 */
const upToDate = async (
  stub: RecordOf<'pay_stub'>,
  facts: PartialFacts,
  services: Services,
  tenant: Tenant,
): Promise<PartialFacts> => {
  const needed = BigInt(textIf(stub.facts_position) ?? 0);
  let known = facts;
  for (let reads = 0; known.facts_position < needed; reads++) {
    if (reads === MAX_READS) throw unavailable(OVERTAKEN, 1);
    await services.gate.followed(needed, [], READABLE_ms);
    known = (await stubFacts([stub], services, tenant)).get(stub.id) ?? known;
  }
  return known;
};

const OVERTAKEN: Text = {
  en: 'The pay stub is being calculated from newer facts than can be read here; nothing was stored. Repeat the request.',
  fr: "Le bulletin est calculé à partir de faits plus récents que ceux qui peuvent être lus ici; rien n'a été enregistré. Répétez la requête.",
};

/** A calculation of a stub, and what it changes: its pay date, where its payroll was moved, lines and totals. */
export interface Calculation {
  facts: PartialFacts;
  result: StubResult;
  events: EventBody[];
}

/** Calculates a stub as it is, from facts that are not older than those it is based on. */
export const calculate = async (
  stub: RecordOf<'pay_stub'>,
  aggregate: Aggregate,
  facts: PartialFacts,
  origin: Origin,
  services: Services,
  explain = false,
): Promise<Calculation> => {
  const { tenant, occurred_at } = origin;
  const current = await upToDate(stub, facts, services, tenant);
  if (isSliceOver()) await nextTurn();
  const made = await calculated(stub, current, aggregate, occurred_at, services, tenant, explain);
  const events = [...rescheduled(stub, made.facts), ...calculationEvent(stub, made.result, aggregate, made.facts)];
  return { ...made, events };
};

/** The pay date of an open stub is that of its payroll. */
const rescheduled = (stub: RecordOf<'pay_stub'>, { payroll, facts_position }: PartialFacts): EventBody[] =>
  stub.pay_date === payroll.pay_date
    ? []
    : [
        payStubRescheduled(
          { pay_date: payroll.pay_date, previous_pay_date: stub.pay_date ?? null },
          { facts_position },
        ),
      ];

/**
 * What follows in the same append from changed lines: the recalculated lines and totals. Stubs that change in the same
 * tick share their facts' queries.
 *
 * @throws Problem 400 when the payroll has been deleted and the stub not yet
 */
export const recalculated = async (
  stub: RecordOf<'pay_stub'>,
  aggregate: Aggregate,
  origin: Origin,
  services: Services,
): Promise<EventBody[]> => {
  const facts = await sharedFacts(stub, services, origin.tenant);
  // Its payroll has just been deleted, and its stubs go behind it.
  if (!facts) throw refused(GONE);
  const current = aggregate.get('pay_stub', stub.id) ?? stub;
  return (await calculate(current, aggregate, facts, origin, services)).events;
};

const GONE: Text = { en: 'The payroll no longer exists.', fr: "La paie n'existe plus." };

type FactsOf = (
  company: string,
  item: { stub: RecordOf<'pay_stub'>; tenant: Tenant },
) => Promise<PartialFacts | undefined>;
const factsOfServices = new WeakMap<Services, FactsOf>();

const makeFactsOf = (services: Services): FactsOf =>
  perTurn(async (_company, items) => {
    const stubs = new Map(items.map(({ stub }) => [stub.id, stub]));
    const facts = await stubFacts([...stubs.values()], services, items[0]!.tenant);
    return items.map(({ stub }) => facts.get(stub.id));
  });

const sharedFacts = (stub: RecordOf<'pay_stub'>, services: Services, tenant: Tenant): ReturnType<FactsOf> => {
  const factsOf = factsOfServices.get(services) ?? makeFactsOf(services);
  factsOfServices.set(services, factsOf);
  return factsOf(tenant.company_id ?? '', { stub, tenant });
};
