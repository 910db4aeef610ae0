import { type RowsAtMost, rowsAtMost } from '../../accounting/rows-at-most.ts';
import { MAX_MANAGED, type StubResult, TOO_MANY_ITEMS } from '../../calculation/index.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns, FAR_AHEAD } from '../../kernel/changes/in-turns.ts';
import { overlapped } from '../../kernel/changes/one-ahead.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { isClosedBy } from '../../pay-records/approval.ts';
import { type Holdable, isHeldBy } from '../../pay-records/holds.ts';
import { payOf } from '../../pay-records/same-pay.ts';
import { payStubClosed, payStubReopened } from '../../payrolls/events/pay-stub.ts';
import type { PartialFacts } from '../../payrolls/facts/partial-facts.ts';
import { stubFactsByChunk } from '../../payrolls/facts/stub-facts.ts';
import { type Calculation, calculate } from '../../payrolls/stubs/calculate.ts';
import { explainedEvent } from '../../payrolls/stubs/closing-explanation.ts';
import { remunerationOf, type StubRemuneration } from '../../statutory/employer/remuneration.ts';
import { textIf } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { type Holder, holdRates, type RateObject } from './approval-holds.ts';
import { overtakenAdjustment } from './overtaken-adjustments.ts';
import { caughtUp } from './stub-calculation.ts';

/** Closing the stubs of a payroll under approval. */

/** One approval that this process runs. */
export interface Run {
  started: ManagedEvent;
  services: Services;
  turn: Turn;
  isCurrent(payroll: RecordOf<'payroll'> | undefined): boolean;
  origin(step: string): Origin;
}

/** An approval whose stubs are closed. */
export interface ClosingRun extends Run {
  /** Whether people are paid by it. */
  moneyMoves: boolean;
}

export interface ClosedStub {
  id: string;
  revision: string;
  /** What employer health taxes depend on. */
  remuneration: StubRemuneration | null;
}

/** The progress of closing stubs, kept from turn to turn by the process that closes them. */
export interface Closing {
  round: number;
  /** The stubs of this round, and how many of them were tried. */
  ids: readonly string[];
  at: number;
  /** Pays of which a stub is in this round; their later stubs wait for the next round. */
  pays: Set<string>;
  later: string[];
  unheld: UnheldRate[];
  closed: ClosedStub[];
  /** Why one of them cannot be closed. */
  reason: Text | undefined;
  /** Of the payroll's journal entry. */
  rows: RowsAtMost;
}

/** The closing of some stubs, before the first of them. */
export const beginClosing = (ids: readonly string[]): Closing => ({
  round: 1,
  ids,
  at: 0,
  pays: new Set(),
  later: [],
  unheld: [],
  closed: [],
  reason: undefined,
  rows: rowsAtMost(),
});

/** Stubs that are closed before the turn may end. */
export const STUBS_AT_ONCE = 500;

type Outcome = { closed: ClosedStub } | { reason: Text };

/** Limit of rounds: a stub waits for earlier stubs of its person, or for a rate that came into force meanwhile. */
const MAX_ROUNDS = 200;

/**
 * Closes stubs, each with the explanation of its amounts, which later facts would not explain. A person's second stub
 * depends on the first one, so it waits until the first can be read as closed; so does every stub that depends on a
 * stub which an earlier approval has just closed. A stub that would use a pay rate that is not held waits until it is
 * held.
 *
 * @returns the closed stubs in the order of ids, or the reason why one cannot be closed
 */
export const closeStubs = async (
  closing: Closing,
  holder: Holder,
  run: ClosingRun,
  stubs_at_once: number,
): Promise<Pick<Closing, 'closed' | 'reason' | 'rows'>> => {
  const { services, turn } = run;
  while (closing.ids.length > 0) {
    const { round, ids } = closing;
    if (round > MAX_ROUNDS) throw new Error(`${ids.length} pay stubs could not be closed in ${MAX_ROUNDS} rounds`);
    await caughtUp(await services.store.head(), services);
    while (closing.at < ids.length) {
      await closeSome(ids.slice(closing.at, closing.at + stubs_at_once), closing, run);
      closing.at += stubs_at_once;
      await turn.giveWay();
    }
    if (closing.unheld.length > 0) await holdRates(closing.unheld, holder, services);
    Object.assign(closing, {
      round: round + 1,
      ids: closing.later,
      at: 0,
      pays: new Set(),
      later: [],
      unheld: [],
    } satisfies Partial<Closing>);
  }
  // A process that takes over must list them in the same order.
  closing.closed.sort((a, b) => (a.id < b.id ? -1 : 1));
  return closing;
};

/**
 * Closes some stubs of a round. Stubs that this approval has already closed, here or in another process, are left as
 * they are.
 */
const closeSome = async (ids: readonly string[], closing: Closing, run: ClosingRun): Promise<void> => {
  const { services, started } = run;
  const { tenant } = run.origin('');
  const { pays, later } = closing;
  const rows = await services.read.getMany('pay_stub', tenant, ids);
  const outcomes: (Outcome | Unheld)[] = [];
  const now: string[] = [];
  for (const id of ids) {
    const stub = rows.get(id);
    if (stub && isClosedBy(stub, started.id)) {
      outcomes.push({ closed: closedStub(id, stub) });
      closing.rows.skip();
    } else if (stub && pays.has(payOf(stub))) later.push(id);
    else now.push(id);
    if (stub) pays.add(payOf(stub));
  }
  const close = (of: readonly string[], facts: ReadonlyMap<string, PartialFacts>) =>
    appendInTurns(of, run.services, (id) => closeStub(id, facts.get(id), closing.rows, run), { ahead: FAR_AHEAD });
  const left = new Set(now);
  const stubs = now.flatMap((id) => rows.get(id) ?? []);
  await overlapped(
    stubFactsByChunk(stubs, services, tenant),
    (read) => {
      for (const { stub } of read) left.delete(stub.id);
      const facts = new Map(read.map(({ stub, facts }) => [stub.id, facts]));
      return close([...facts.keys()], facts);
    },
    (closed) => void outcomes.push(...closed),
  );
  outcomes.push(...(await close([...left], new Map())));
  for (const outcome of outcomes)
    if ('closed' in outcome) closing.closed.push(outcome.closed);
    else if ('reason' in outcome) closing.reason ??= outcome.reason;
    else {
      later.push(outcome.id);
      closing.unheld.push(...outcome.unheld);
    }
};

const closedStub = (id: string, stub: RecordOf<'pay_stub'> | undefined): ClosedStub => ({
  id,
  revision: stub?.version ?? '0',
  remuneration: remunerationOf(stub?.bases ?? {}),
});

interface UnheldRate {
  object: RateObject;
  id: string;
}

/** A stub that was not closed because it would use rates that are not held. */
interface Unheld {
  id: string;
  unheld: UnheldRate[];
}

const closeStub = async (
  id: string,
  facts: PartialFacts | undefined,
  rows: RowsAtMost,
  run: ClosingRun,
): Promise<Outcome | Unheld> => {
  const origin = run.origin('close');
  const approval_id = run.started.id;
  let reason: Text | undefined;
  let unheld: UnheldRate[] = [];
  const appended = await appendTo(
    streamOf('pay_stub', id),
    'close',
    origin,
    run.services,
    async ({ aggregate }): Promise<EventBody[]> => {
      const stub = aggregate.get('pay_stub', id);
      if (stub && isClosedBy(stub, approval_id)) {
        rows.skip();
        return [];
      }
      const calculation = stub && facts && (await calculate(stub, aggregate, facts, origin, run.services, true));
      reason =
        refusalOf(stub, calculation?.result, id, run.moneyMoves) ??
        (await overtakenAdjustment(aggregate, run.services, origin.tenant));
      unheld = calculation ? ratesNotHeld(calculation, approval_id) : [];
      if (!stub || reason || unheld.length > 0) return [];
      if (calculation) rows.add(calculation.result.lines);
      else rows.skip();
      const payroll_id = stub.payroll_id ?? null;
      // It was closed by an approval that was abandoned and has not reopened it yet.
      const reopened = stub.is_closed ? [payStubReopened({ payroll_id })] : [];
      const calculated = calculation?.events ?? [];
      if (calculation) calculated.push(explainedEvent(calculation.result, bytesOf(calculated)));
      // The closing comes last: its revision is the stub's version.
      const { facts_position, counted = [] } = calculation?.facts ?? {};
      const closing = { payroll_id, approval_id, ...(counted.length > 0 ? { counted: [...counted] } : {}) };
      return [...reopened, ...calculated, payStubClosed(closing, { facts_position })];
    },
  );
  if (reason) return { reason };
  if (unheld.length > 0) return { id, unheld };
  return { closed: closedStub(id, appended.aggregate.get('pay_stub', id)) };
};

/** The rates that a stub uses and this approval does not hold. */
const ratesNotHeld = ({ facts, result }: Calculation, approval_id: string): UnheldRate[] => {
  const used = new Set(result.lines.flatMap(({ pay_rate_id, overtime_rate_id }) => [pay_rate_id, overtime_rate_id]));
  const notHeld = (object: RateObject, rates: readonly ({ id: string } & Pick<Holdable, 'held'>)[]): UnheldRate[] =>
    rates.flatMap((rate) => (used.has(rate.id) && !isHeldBy(rate, approval_id) ? [{ object, id: rate.id }] : []));
  return [...notHeld('pay_rate', facts.pay_rates), ...notHeld('overtime_rate', facts.overtime_rates)];
};

const bytesOf = (events: readonly EventBody[]): number =>
  events.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(events.map(({ type, data }) => ({ type, data }))));

const refusalOf = (
  stub: RecordOf<'pay_stub'> | undefined,
  result: StubResult | undefined,
  id: string,
  moneyMoves: boolean,
): Text | undefined => {
  if (!stub)
    return {
      en: `The pay stub ${id} does not exist yet; approve again.`,
      fr: `Le bulletin ${id} n'existe pas encore; approuvez de nouveau.`,
    };
  if (result?.is_pending_tax_rates ?? stub.is_pending_tax_rates === true)
    return {
      en: `The pay stub ${id} waits for tax rates that are not known yet.`,
      fr: `Le bulletin ${id} attend des taux d'imposition qui ne sont pas encore connus.`,
    };
  // What the approval checked before may have changed since.
  if (moneyMoves && owes(result?.totals ?? stub))
    return {
      en: `The pay stub ${id} has negative net pay, which cannot be paid; lower its deductions.`,
      fr: `Le bulletin ${id} donne une paie nette négative, qui ne peut être payée; diminuez ce qui en est retenu.`,
    };
  if (result?.warnings.some(({ type }) => type === TOO_MANY_ITEMS))
    return {
      en: `The work assignment of the pay stub ${id} has more than ${MAX_MANAGED} pay rates and recurring items in force in the pay period; end or delete some.`,
      fr: `L'affectation du bulletin ${id} a plus de ${MAX_MANAGED} taux et éléments récurrents en vigueur dans la période de paie; mettez fin à certains ou supprimez-les.`,
    };
  return undefined;
};

/** Whether net pay is negative: the payee would have to pay. */
const owes = (of: Pick<StubResult['totals'], 'employee_summary' | 'contractor_summary'>): boolean =>
  [of.employee_summary, of.contractor_summary].some((summary) => decimal(textIf(summary?.net) ?? '0').lt(0));
