import { wantsComplete } from '../../accounting/completeness.ts';
import { businessEntityPreviewEnded } from '../../employers/events.ts';
import type { Position } from '../../event-store/port.ts';
import { type Appended, appendTo } from '../../kernel/changes/execute.ts';
import { type EventBody, parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { approvalOf } from '../../pay-records/approval.ts';
import { approvalBlockers, blockedBy, SOURCE_IS_DRAFT } from '../../payrolls/blockers.ts';
import {
  payrollApprovalAbandoned,
  payrollApprovalStarted,
  payrollApproved,
  payrollPaid,
  payrollStubsRecorded,
  payrollUnapprovalStarted,
} from '../../payrolls/events/payroll.ts';
import { hasLeftCalendar } from '../../payrolls/facts/calendar.ts';
import { loadMembers } from '../../payrolls/membership/members.ts';
import { BLOCKED_BY_DRAFT, correctingDrafts, firstDrafts, isBlockedByDraft } from '../../payrolls/order-of-approval.ts';
import type { Remunerations } from '../../statutory/employer/remuneration.ts';
import { type Decimal, toText, ZERO } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import { type Gathered, makeGathered, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { processOrigin } from '../managers/origin.ts';
import {
  beginClosing,
  type ClosedStub,
  type Closing,
  type ClosingRun,
  closeStubs,
  type Run,
  STUBS_AT_ONCE,
} from './approval-closing.ts';
import { type Holder, holdFacts } from './approval-holds.ts';
import { beginPosting, type Posted } from './journal.ts';
import { journalRefusal } from './journal-refusal.ts';
import { applyPreviewEnd } from './preview-end.ts';
import { reopenStubs } from './reopening.ts';
import { awaitReadable, caughtUp } from './stub-calculation.ts';
import { unapprove } from './unapproval.ts';

/**
 * Approval: from `PayrollApprovalStarted` to `PayrollApproved`, or to `PayrollApprovalAbandoned` and
 * `PayrollStubsReopened`.
 *
 *   draft --started--> closing the stubs --all closed--> approved (--preview--> paid)
 *                            `--a stub cannot be closed--> abandoned --stubs reopened--> draft
 *
 * From the started event on, the payroll admits no further stub. The approval waits for the population of earlier
 * events, so the list in the payroll's stream is complete. Each stub is calculated once more and closed in one append
 * to its own stream, at the revision that was read, so no stub is closed with figures of the year that have changed
 * since. The approved event records those revisions. Every append has an id that derives from the started event, so a
 * process that takes over does the rest and nothing twice. When other companies wait the turn ends between two pieces:
 * holds stay in force, closed stubs stay closed, and the next turn continues after them, in whichever process.
 */
export const approvalManager = (services: Services, options: ApprovalOptions = {}): ProcessManager => {
  const { stubs_at_once = STUBS_AT_ONCE, ...turns } = options;
  const kept: Kept = { stubs_at_once, closings: makeGathered(), posted: makeGathered() };
  return {
    name: 'approval',
    handles: ({ type }) => HANDLERS.has(type),
    batchSize: 8,
    // Most of the time it waits for population.
    concurrency: 8,
    handle: oneByOne(
      () => awaitReadable(services),
      turns,
      async (event, turn) => HANDLERS.get(event.type)?.(event, services, turn, kept),
    ),
  };
};

interface ApprovalOptions extends TurnsOptions {
  /** Stubs that are closed before the turn may end; default {@link STUBS_AT_ONCE}. */
  stubs_at_once?: number;
}

/** What approvals keep in memory between their turns. */
interface Kept {
  stubs_at_once: number;
  closings: Gathered<Closing>;
  posted: Gathered<Posted>;
}

type Handle = (event: ManagedEvent, services: Services, turn: Turn, kept: Kept) => Promise<Position | undefined>;

/** The events that this manager handles, those of a company in the order of the log. */
const HANDLERS: ReadonlyMap<string, Handle> = new Map<string, Handle>([
  [payrollApprovalStarted.type, (event, services, turn, kept) => approve(event, services, turn, kept)],
  [payrollUnapprovalStarted.type, unapprove],
  [businessEntityPreviewEnded.type, applyPreviewEnd],
]);

const approve = async (
  started: ManagedEvent,
  services: Services,
  turn: Turn,
  kept: Kept,
): Promise<Position | undefined> => {
  const { id } = parseStream(started.stream);
  const loaded = await loadMembers(started.stream, services);
  const payroll = loaded.aggregate.get('payroll', id);
  const run: Run = {
    started,
    services,
    turn,
    isCurrent: (now) => approvalOf(now)?.event_id === started.id,
    origin: (step) => processOrigin('approval', started, `${started.id}/${step}`, services.clock.instant()),
  };
  if (!payroll || !run.isCurrent(payroll)) return undefined;
  if (approvalOf(payroll)?.is_abandoned) return reopen(run);
  const { tenant } = run.origin('');
  await populated(run);
  // Since the request an earlier payroll may have become a draft again.
  if (isBlockedByDraft(payroll, await firstDrafts([payroll.pay_schedule_id], services, tenant)))
    return abandon(payroll, BLOCKED_BY_DRAFT, run);
  const members = loaded.beside;
  const holder: Holder = { payroll, approval_id: started.id, started: started.position, origin: run.origin('hold') };
  await holdFacts([...new Set(members.values())], holder, services, turn);
  await caughtUp(await services.store.head(), services);
  // Who changed the schedule did not see the approval, which began meanwhile.
  if (await hasLeftCalendar(payroll, services, tenant)) return abandon(payroll, LEFT_CALENDAR, run);
  // An unapproval that was begun before this approval has ended by now; one begun since comes behind it.
  if ((await correctingDrafts([payroll], services, tenant)).has(id))
    return abandon(payroll, blockedBy([SOURCE_IS_DRAFT])!, run);
  const entity = await services.read.get('business_entity', tenant, payroll.business_entity_id);
  // The employer may have left preview since the request, and a live one must fulfil more.
  const blocked = entity?.in_preview === true ? undefined : await blockerOf(payroll, run);
  if (blocked) return abandon(payroll, blocked, run);
  const moneyMoves = entity?.in_preview !== true && (payroll.type === 'regular' || payroll.type === 'off_cycle');
  // A person's stubs are closed in the order of their ids.
  const begin = () => beginClosing([...members.keys()].sort());
  return kept.closings.during(started.id, begin, async (closing) => {
    const { reason } = await closeStubs(closing, holder, { ...run, moneyMoves }, kept.stubs_at_once);
    return reason ? abandon(payroll, reason, run) : end(payroll, entity, closing, { ...run, moneyMoves }, kept);
  });
};

/** What prevents the approval of a live employer's payroll, as the read models have it now. */
const blockerOf = async (payroll: RecordOf<'payroll'>, { services, origin }: Run): Promise<Text | undefined> => {
  const blockers = await approvalBlockers([payroll], services, origin('').tenant);
  return blockedBy(blockers.get(payroll.id));
};

const LEFT_CALENDAR: Text = {
  en: 'The pay schedule changed, and no longer has the period of the payroll.',
  fr: "Le calendrier de paie a changé et n'a plus la période de la paie.",
};

/** The wait for population has no limit; after each of these intervals the turn may end. */
const POPULATION_CHECK_ms = 1_000;

/** Waits for population. @throws Error when it cannot pass the start of the approval because it is parked */
const populated = async ({ started, services: { gate }, turn, origin }: Run): Promise<void> => {
  const { tenant } = origin('');
  for (;;) {
    if (await gate.followed(started.position, ['population'], POPULATION_CHECK_ms, tenant)) return;
    if (gate.isStuck(['population'], tenant))
      throw new Error(`population did not pass the start of the approval in ${started.stream}`);
    await turn.giveWay();
  }
};

/**
 * Records an approval whose stubs are closed, unless its journal entries are refused (see {@link journalRefusal}), or
 * what a payment needs is gone since the closing began: a payee may have been erased.
 */
const end = async (
  payroll: RecordOf<'payroll'>,
  entity: RecordOf<'business_entity'> | undefined,
  { closed, rows }: Pick<Closing, 'closed' | 'rows'>,
  run: ClosingRun,
  kept: Kept,
): Promise<Position | undefined> => {
  const { started, services, turn, moneyMoves } = run;
  const { tenant } = run.origin('');
  const isLive = entity?.in_preview !== true;
  const isRefusable = entity !== undefined && (wantsComplete(entity) || rows.mayBeTooMany());
  if (isLive || isRefusable) await caughtUp(await services.store.head(), services);
  const blocked = isLive ? await blockerOf(payroll, run) : undefined;
  if (blocked) return abandon(payroll, blocked, run);
  if (isRefusable) {
    const refused = await kept.posted.during(
      started.id,
      () => beginPosting(entity.id, services, tenant),
      (posted) => journalRefusal(payroll, entity, posted, moneyMoves, services, tenant, turn),
    );
    if (refused) return abandon(payroll, refused, run);
  }
  for (let at = MAX_LISTED; at < closed.length; at += MAX_LISTED)
    await appendToPayroll(`recorded/${at}`, run, [
      payrollStubsRecorded({ stubs: listed(closed.slice(at, at + MAX_LISTED)) }),
    ]);
  const { occurred_at: asked_at } = started.metadata;
  const events = approvedEvents(payroll, closed, { asked_at, approved_at: services.clock.today() }, moneyMoves);
  const { position, aggregate } = await appendToPayroll('approved', run, events);
  // Another process that took this one for dead has abandoned it: what was closed since is reopened.
  const after = aggregate.get('payroll', payroll.id);
  return after?.status === 'draft' ? reopen(run) : position;
};

/** Appends to the payroll's stream, unless this approval has ended. */
const appendToPayroll = (step: string, run: Run, events: readonly EventBody[]): Promise<Appended> => {
  const { started, services } = run;
  const { id } = parseStream(started.stream);
  return appendTo(started.stream, step, run.origin(step), services, async ({ aggregate }) => {
    const payroll = aggregate.get('payroll', id);
    return run.isCurrent(payroll) && !approvalOf(payroll)?.is_abandoned ? events : [];
  });
};

/**
 * Stubs that the approved event lists, of some 60 bytes each: one append holds them. Further stubs are recorded before.
 */
const MAX_LISTED = 5_000;

const approvedEvents = (
  payroll: RecordOf<'payroll'>,
  closed: readonly ClosedStub[],
  when: Pick<EventData<typeof payrollApproved>, 'asked_at' | 'approved_at'>,
  moneyMoves: boolean,
): EventBody[] => {
  const pay_schedule_id = payroll.pay_schedule_id;
  const stubs = listed(closed.slice(0, MAX_LISTED));
  const remuneration = remunerationsOf(closed);
  const data = { pay_schedule_id, ...when, stub_count: closed.length, stubs, remuneration };
  const paid: EventBody[] = moneyMoves ? [] : [payrollPaid({ pay_schedule_id })];
  return [payrollApproved(data), ...paid];
};

/** The payroll's part of the year's remuneration, by province: forecasts depend on it. */
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

/**
 * Abandons the approval. The payroll's stream decides first, so that no stub of a payroll is reopened that another
 * process has approved meanwhile. Then the stubs that this approval closed are reopened, and after that the payroll is
 * an ordinary draft again. What is left undone is done by the next run.
 */
const abandon = async (payroll: RecordOf<'payroll'>, reason: Text, run: Run): Promise<Position | undefined> => {
  const { pay_schedule_id = null } = payroll;
  const data = { pay_schedule_id, approval_id: run.started.id, reason: { en: reason.en, fr: reason.fr } };
  const { aggregate, position } = await appendToPayroll('abandoned', run, [payrollApprovalAbandoned(data)]);
  return aggregate.get('payroll', payroll.id)?.status === 'draft' ? reopen(run) : position;
};

/** Reopens the stubs that an abandoned approval closed. */
const reopen = ({ started, services, turn, isCurrent, origin }: Run): Promise<Position | undefined> =>
  reopenStubs({ stream: started.stream, approval_id: started.id, services, turn, isCurrent, origin });
