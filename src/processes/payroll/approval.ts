import { wantsComplete } from '../../accounting/completeness.ts';
import { MAX_MANAGED, type StubResult, TOO_MANY_ITEMS } from '../../calculation/index.ts';
import { businessEntityPreviewEnded } from '../../employers/events.ts';
import type { Position } from '../../event-store/port.ts';
import { type Appended, appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { approvalOf, isClosedBy } from '../../pay-records/approval.ts';
import { type Holdable, isHeldBy } from '../../pay-records/holds.ts';
import { approvalBlockers } from '../../payrolls/blockers.ts';
import { membersOf } from '../../payrolls/events/list.ts';
import { payStubClosed, payStubReopened } from '../../payrolls/events/pay-stub.ts';
import {
  payrollApprovalAbandoned,
  payrollApprovalStarted,
  payrollApproved,
  payrollPaid,
  payrollStubsRecorded,
  payrollUnapprovalStarted,
} from '../../payrolls/events/payroll.ts';
import { type PartialFacts, stubFactsByChunk } from '../../payrolls/facts/stub-facts.ts';
import { BLOCKED_BY_DRAFT, firstDrafts, isBlockedByDraft } from '../../payrolls/payroll.ts';
import { type Calculation, calculate } from '../../payrolls/stubs/calculate.ts';
import { explainedEvent } from '../../payrolls/stubs/closing-explanation.ts';
import { type Remunerations, remunerationOf, type StubRemuneration } from '../../statutory/employer/remuneration.ts';
import { type Decimal, toText, ZERO } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { type Holder, holdFacts, holdRates, type RateObject } from './approval-holds.ts';
import { journalRefusal } from './journal-refusal.ts';
import { processOrigin } from './origins.ts';
import { carryPreviewEnd } from './preview-end.ts';
import { reopenStubs } from './reopening.ts';
import { caughtUp, payOf } from './stub-calculation.ts';
import { unapprove } from './unapproval.ts';

/**
 * Approval: from `PayrollApprovalStarted` to `PayrollApproved`, or to `PayrollApprovalAbandoned` and
 * `PayrollStubsReopened`.
 *
 *   draft --started--> closing the stubs --all closed--> approved (--preview--> paid)
 *                            `--a stub cannot be closed--> abandoned --stubs opened again--> draft
 *
 * From the started event on the payroll admits no further stub, and the population that came before has been waited
 * for, so the list in the stream is whole. Each stub is calculated once more and closed in one append to its own stream,
 * at the revision that was looked at, so none is closed with figures of the year that others have changed since; the
 * approved event records those revisions. Every append has an id that derives from the started event, so a process
 * that takes over does what is left and nothing twice.
 */
export const approvalManager = (services: Services): ProcessManager => ({
  name: 'approval',
  handles: ({ type }) => CARRIED.has(type),
  batchSize: 8,
  // Most of the time it waits for population.
  concurrency: 8,
  handle: async ({ events }) => {
    let last: Position | undefined;
    for (const event of events) {
      const carry = CARRIED.get(event.type);
      if (carry) last = latest([last, await carry(event, services)]);
    }
    return last;
  },
});

/** What is carried through here, a company's in the order of the log. */
const CARRIED: ReadonlyMap<string, (event: ManagedEvent, services: Services) => Promise<Position | undefined>> =
  new Map([
    [payrollApprovalStarted.type, (event, services) => approve(event, services)],
    [payrollUnapprovalStarted.type, unapprove],
    [businessEntityPreviewEnded.type, carryPreviewEnd],
  ]);

const POPULATION_MS = 60_000;

interface ClosedStub {
  id: string;
  revision: string;
  /** What employer health taxes go by. */
  remuneration: StubRemuneration | null;
}

const approve = async (started: ManagedEvent, services: Services): Promise<Position | undefined> => {
  const { id } = parseStream(started.stream);
  const loaded = await loadStream(started.stream, services);
  const payroll = loaded.aggregate.get('payroll', id);
  const run: Run = {
    started,
    services,
    isCurrent: (now) => approvalOf(now)?.event_id === started.id,
    origin: (step) => processOrigin('approval', started, `${started.id}/${step}`, services.clock.instant()),
  };
  if (!payroll || !run.isCurrent(payroll)) return undefined;
  if (approvalOf(payroll)?.is_abandoned) return reopen(run);
  const { tenant } = run.origin('');
  if (!(await services.gate.settled(started.position, ['population'], POPULATION_MS, tenant)))
    throw new Error(`population did not pass the start of the approval of ${id}`);
  // It may have become so since the request: a payroll before it was taken back.
  if (isBlockedByDraft(payroll, await firstDrafts([payroll.pay_schedule_id], services, tenant)))
    return abandon(payroll, BLOCKED_BY_DRAFT, run);
  const members = membersOf(loaded.events);
  const holder: Holder = { payroll, approval_id: started.id, started: started.position, origin: run.origin('hold') };
  await holdFacts([...new Set(members.values())], holder, services);
  await caughtUp(await services.store.head(), services);
  const entity = await services.read.get('business_entity', tenant, payroll.business_entity_id);
  if (entity?.in_preview !== true) {
    // It may have left preview since the request came, which then asked less of it.
    const [blocked] = (await approvalBlockers([payroll], services, tenant)).get(payroll.id) ?? [];
    if (blocked) return abandon(payroll, blocked.text, run);
  }
  // Of a person's stubs the one with the lower id comes first.
  const outcomes = await closeStubs([...members.keys()].sort(), holder, run);
  const failed = outcomes.find((outcome) => 'reason' in outcome);
  if (failed && 'reason' in failed) return abandon(payroll, failed.reason, run);
  const closed = outcomes.flatMap((outcome) => ('closed' in outcome ? [outcome.closed] : []));
  const moneyMoves = entity?.in_preview !== true && (payroll.type === 'regular' || payroll.type === 'off_cycle');
  if (wantsComplete(entity)) {
    await caughtUp(await services.store.head(), services);
    const lacking = await journalRefusal(payroll, entity, moneyMoves, services, tenant);
    if (lacking) return abandon(payroll, lacking, run);
  }
  for (let at = MAX_LISTED; at < closed.length; at += MAX_LISTED)
    await goOn(`recorded/${at}`, run, [payrollStubsRecorded({ stubs: listed(closed.slice(at, at + MAX_LISTED)) })]);
  const events = approvedEvents(payroll, closed, services.clock.today(), moneyMoves);
  const { position, aggregate } = await goOn('approved', run, events);
  // Somebody else, who thought us dead, gave it up meanwhile: what we have closed since is opened again.
  const after = aggregate.get('payroll', id);
  return after?.status === 'draft' ? reopen(run) : position;
};

/** One approval, in the process that runs it. */
interface Run {
  started: ManagedEvent;
  services: Services;
  isCurrent(payroll: RecordOf<'payroll'> | undefined): boolean;
  origin(step: string): Origin;
}

/** Appends to the payroll, unless this approval has ended. */
const goOn = (step: string, run: Run, events: readonly EventBody[]): Promise<Appended> => {
  const { started, services } = run;
  const { id } = parseStream(started.stream);
  return appendTo(started.stream, step, run.origin(step), services, async ({ aggregate }) => {
    const payroll = aggregate.get('payroll', id);
    return run.isCurrent(payroll) && !approvalOf(payroll)?.is_abandoned ? events : [];
  });
};

/** Some 60 bytes for each: within what one append may hold. Further ones are recorded before it. */
const MAX_LISTED = 5_000;

const approvedEvents = (
  payroll: RecordOf<'payroll'>,
  closed: readonly ClosedStub[],
  today: string,
  moneyMoves: boolean,
): EventBody[] => {
  const pay_schedule_id = payroll.pay_schedule_id;
  const stubs = listed(closed.slice(0, MAX_LISTED));
  const remuneration = remunerationsOf(closed);
  const data = { pay_schedule_id, approved_at: today, stub_count: closed.length, stubs, remuneration };
  const paid: EventBody[] = moneyMoves ? [] : [payrollPaid({ pay_schedule_id })];
  return [payrollApproved(data), ...paid];
};

/** What the payroll adds to the year's remuneration, by province: forecasts go by it. */
const remunerationsOf = (closed: readonly ClosedStub[]): Remunerations => {
  const sums = new Map<string, { all: Decimal; periodic: Decimal }>();
  for (const { remuneration } of closed) {
    if (!remuneration) continue;
    const { province, all, periodic } = remuneration;
    const sofar = sums.get(province) ?? { all: ZERO, periodic: ZERO };
    sums.set(province, { all: sofar.all.plus(all), periodic: sofar.periodic.plus(periodic) });
  }
  return Object.fromEntries(
    [...sums].map(([province, { all, periodic }]) => [province, { all: toText(all), periodic: toText(periodic) }]),
  );
};

const listed = (stubs: readonly ClosedStub[]) => stubs.map(({ id, revision }) => ({ id, revision }));

/** Stubs whose facts are held at once. */
const STUBS_AT_ONCE = 500;

type Outcome = { closed: ClosedStub } | { reason: Text };

/** Rounds in which stubs wait for others of their person, or for a rate that came into force meanwhile. */
const MAX_ROUNDS = 200;

/**
 * Closes stubs, each with the explanation of its amounts, which later facts would not explain. What a person's second
 * stub bears goes by the first one, so it waits until that can be read as it was closed; so does everything that an
 * approval just before this one has closed. A stub that would use a pay rate that is not held waits until it is.
 */
const closeStubs = async (ids: readonly string[], holder: Holder, run: Run, round = 1): Promise<Outcome[]> => {
  if (round > MAX_ROUNDS) throw new Error(`${ids.length} pay stubs could not be closed in ${MAX_ROUNDS} rounds`);
  const { services } = run;
  const { tenant } = run.origin('');
  await caughtUp(await services.store.head(), services);
  const outcomes: Outcome[] = [];
  const seen = new Set<string>();
  const later: string[] = [];
  const unheld: UnheldRate[] = [];
  const isFirst = (stub: RecordOf<'pay_stub'> | undefined): boolean => {
    if (!stub) return true;
    const pay = payOf(stub);
    const first = !seen.has(pay);
    if (first) seen.add(pay);
    else later.push(stub.id);
    return first;
  };
  const close = async (of: readonly string[], facts: ReadonlyMap<string, PartialFacts>): Promise<void> => {
    for (const outcome of await inTurns(of, (id) => closeStub(id, facts.get(id), run)))
      if ('unheld' in outcome) {
        later.push(outcome.id);
        unheld.push(...outcome.unheld);
      } else outcomes.push(outcome);
  };
  for (let at = 0; at < ids.length; at += STUBS_AT_ONCE) {
    const chunk = ids.slice(at, at + STUBS_AT_ONCE);
    const rows = await services.read.getMany('pay_stub', tenant, chunk);
    const now = chunk.filter((id) => isFirst(rows.get(id)));
    const left = new Set(now);
    const stubs = now.flatMap((id) => rows.get(id) ?? []);
    // Some are closed while the facts of the next are read, and those before are made durable.
    let before: Promise<void> | undefined;
    for await (const read of stubFactsByChunk(stubs, services, tenant)) {
      for (const { stub } of read) left.delete(stub.id);
      const begun = close(
        read.map(({ stub }) => stub.id),
        new Map(read.map(({ stub, facts }) => [stub.id, facts])),
      );
      begun.catch(() => {});
      await before;
      before = begun;
    }
    await before;
    await close([...left], new Map());
  }
  if (unheld.length > 0) await holdRates(unheld, holder, services);
  return later.length === 0 ? outcomes : [...outcomes, ...(await closeStubs(later, holder, run, round + 1))];
};

interface UnheldRate {
  object: RateObject;
  id: string;
}

/** A stub that was not closed, since it would have used rates that are not held. */
interface Unheld {
  id: string;
  unheld: UnheldRate[];
}

const closeStub = async (id: string, facts: PartialFacts | undefined, run: Run): Promise<Outcome | Unheld> => {
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
      if (stub && isClosedBy(stub, approval_id)) return [];
      const calculation = stub && facts && (await calculate(stub, aggregate, facts, origin, run.services, true));
      reason = refusalOf(stub, calculation?.result, id);
      unheld = calculation ? ratesNotHeld(calculation, approval_id) : [];
      if (!stub || reason || unheld.length > 0) return [];
      const payroll_id = stub.payroll_id ?? null;
      // The approval that closed it was given up and has not opened it again yet.
      const reopened = stub.is_closed ? [payStubReopened({ payroll_id })] : [];
      const calculated = calculation?.events ?? [];
      if (calculation) calculated.push(explainedEvent(calculation.result, bytesOf(calculated)));
      // Closed comes last: its revision is the stub's version.
      const facts_position = calculation?.facts.facts_position;
      return [...reopened, ...calculated, payStubClosed({ payroll_id, approval_id }, { facts_position })];
    },
  );
  if (reason) return { reason };
  if (unheld.length > 0) return { id, unheld };
  const stub = appended.aggregate.get('pay_stub', id);
  const remuneration = remunerationOf(stub?.bases ?? {});
  return { closed: { id, revision: stub?.version ?? '0', remuneration } };
};

/** The rates among those that were read that a stub uses and this approval does not hold. */
const ratesNotHeld = ({ facts, result }: Calculation, approval_id: string): UnheldRate[] => {
  const used = new Set(result.lines.flatMap(({ pay_rate_id, overtime_rate_id }) => [pay_rate_id, overtime_rate_id]));
  const notHeld = (object: RateObject, rates: readonly ({ id: string } & Pick<Holdable, 'held'>)[]): UnheldRate[] =>
    rates.flatMap((rate) => (used.has(rate.id) && !isHeldBy(rate, approval_id) ? [{ object, id: rate.id }] : []));
  return [...notHeld('pay_rate', facts.pay_rates), ...notHeld('overtime_rate', facts.overtime_rates)];
};

const bytesOf = (events: readonly EventBody[]): number =>
  Buffer.byteLength(JSON.stringify(events.map(({ type, data }) => ({ type, data }))));

const refusalOf = (
  stub: RecordOf<'pay_stub'> | undefined,
  result: StubResult | undefined,
  id: string,
): Text | undefined => {
  if (!stub)
    return {
      en: `The pay stub ${id} does not exist yet; approve again.`,
      fr: `Le talon ${id} n'existe pas encore; approuvez de nouveau.`,
    };
  if (result?.is_pending_tax_rates ?? stub.is_pending_tax_rates === true)
    return {
      en: `The pay stub ${id} waits for tax rates that are not known yet.`,
      fr: `Le talon ${id} attend des taux d'imposition qui ne sont pas encore connus.`,
    };
  if (result?.warnings.some(({ type }) => type === TOO_MANY_ITEMS))
    return {
      en: `The work assignment of the pay stub ${id} has more than ${MAX_MANAGED} pay rates and recurring items in force in the pay period; end or delete some.`,
      fr: `L'affectation du talon ${id} a plus de ${MAX_MANAGED} taux et éléments récurrents en vigueur dans la période de paie; mettez fin à certains ou supprimez-les.`,
    };
  return undefined;
};

/**
 * Gives the approval up. The payroll's stream decides first, so that nothing is opened again of a payroll that somebody
 * else has approved meanwhile; then the stubs that this approval closed are opened again, and when that is done the
 * payroll is an ordinary draft again. What is left undone is done by the next run.
 */
const abandon = async (payroll: RecordOf<'payroll'>, reason: Text, run: Run): Promise<Position | undefined> => {
  const { pay_schedule_id = null } = payroll;
  const data = { pay_schedule_id, approval_id: run.started.id, reason: { en: reason.en, fr: reason.fr } };
  const { aggregate, position } = await goOn('abandoned', run, [payrollApprovalAbandoned(data)]);
  return aggregate.get('payroll', payroll.id)?.status === 'draft' ? reopen(run) : position;
};

/** Opens what an approval closed that was given up: that cannot end in an approved payroll any more. */
const reopen = ({ started, services, isCurrent, origin }: Run): Promise<Position | undefined> =>
  reopenStubs({ stream: started.stream, approval_id: started.id, services, isCurrent, origin });
