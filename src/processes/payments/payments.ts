import type { Position } from '../../event-store/port.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import {
  paymentCanceled,
  paymentFailed,
  paymentFiled,
  paymentOutcomeScripted,
  paymentReissued,
  paymentReleased,
  paymentSettled,
} from '../../payments/events.ts';
import {
  payrollApproved,
  payrollPaymentsMade,
  payrollProcessing,
  payrollUnapproved,
} from '../../payrolls/events/payroll.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { type JsonObject, textOf } from '../../values/json.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueStore } from '../../work/port.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { type Group, groupByGroup } from '../managers/one-by-one.ts';
import { awaitReadable, refuseStale } from '../payroll/stub-calculation.ts';
import { makeAgain, remakeCanceled } from './again.ts';
import { postPaymentEntry } from './entry.ts';
import { type Making, makePayments } from './making.ts';
import { movePayments } from './moving.ts';
import { endAgreement } from './returned.ts';
import { PAYMENTS_ACTOR } from './step.ts';
import { cancelUnapproved, isInForce, LOOKS_AGAIN_ms } from './unapproved.ts';

/**
 * Payments. They are made right after an approval by the process manager `payments`, which the answer of the approval
 * waits for. A row of due work for each payroll, due by business time, moves them on their days. One worker at a time
 * has a payroll, so only one writes its status. Other changes of a payment (a return, a file, a script) ask for the
 * row. When other companies or payrolls wait, a long turn of either ends and continues after them, so many payments, or
 * many payrolls of one company, do not delay the few of another.
 *
 *   approval --> payments made --row--> debit submitted --> paid --> payees and remittances submitted --> paid
 *                                            `--> returned --> the others canceled
 *
 * Rows of another kind look again for payments of an approval that was undone while they were made.
 */
const KIND = 'payroll_payments';
const LOOK_KIND = 'payroll_payments_unapproved';

/** Events of a payment after which its payroll is moved. */
const MOVES: readonly string[] = [
  paymentFailed.type,
  paymentFiled.type,
  paymentReleased.type,
  paymentOutcomeScripted.type,
  // The debit that was to fund it may have been made again meanwhile.
  paymentCanceled.type,
  paymentSettled.type,
];
const HANDLED: ReadonlySet<string> = new Set([
  payrollApproved.type,
  payrollPaymentsMade.type,
  payrollProcessing.type,
  paymentReissued.type,
  payrollUnapproved.type,
  ...MOVES,
]);

/** Asks for the due work that moves the payments of payrolls. */
export interface PaymentTimes {
  /** Makes the rows due now. */
  now(payrolls: readonly string[], tenant: Tenant): Promise<void>;
  /** Has payments of undone approvals be canceled later too. */
  lookAgain(payroll_id: string, tenant: Tenant): Promise<void>;
}

export const paymentsManager = (making: Making, times: PaymentTimes, options: TurnsOptions = {}): ProcessManager => ({
  name: 'payments',
  // Payments that it settles itself need no further move, and they are many.
  handles: ({ type, metadata }) =>
    HANDLED.has(type) && !(type === paymentSettled.type && metadata.actor === PAYMENTS_ACTOR),
  handle: groupByGroup(
    () => awaitReadable(making.services),
    options,
    together,
    async (group, turn, signal) => {
      const last = await follow(group, making, times, turn, signal);
      const moved = new Set(group.flatMap((event) => movedBy(event) ?? []));
      if (moved.size > 0) await times.now([...moved], tenantOf(group[0]));
      return last;
    },
  ),
});

const tenantOf = ({ metadata: { partner_id = '', company_id } }: ManagedEvent): Tenant => ({ partner_id, company_id });

/** Whether payments are only moved after an event. */
const onlyMoves = ({ type }: ManagedEvent): boolean => type === payrollPaymentsMade.type || MOVES.includes(type);

/**
 * Groups events, in order, so that those of a group can be handled together: payments that are made again have streams
 * of their own, and a debit that is made again brings many. Of events after which payments are only moved there may be
 * many of one payroll.
 */
const together = (events: readonly ManagedEvent[]): Group[] => {
  const groups: Group[] = [];
  for (const event of events) {
    const before = groups.at(-1);
    const belongs = (is: (event: ManagedEvent) => boolean) => before !== undefined && is(before[0]) && is(event);
    if (belongs(paymentReissued.is) || belongs(onlyMoves)) before!.push(event);
    else groups.push([event]);
  }
  return groups;
};

const follow = async (
  group: Group,
  making: Making,
  times: PaymentTimes,
  turn: Turn,
  signal: AbortSignal,
): Promise<Position | undefined> => {
  const { services } = making;
  const [event] = group;
  const { lease } = event;
  const tenant = tenantOf(event);
  if (payrollApproved.is(event)) {
    const made = await makePayments(event, making, turn);
    const { id: payroll_id } = parseStream(event.stream);
    const moving = { payroll_id, tenant, services, lease, signal, turn };
    if (await isInForce(event.id, moving)) return made;
    // It was undone while payments were made, and the unapproval does not see the later ones.
    await times.lookAgain(payroll_id, tenant);
    return latest([made, await cancelUnapproved(moving)]);
  }
  if (payrollProcessing.is(event)) return postPaymentEntry(event, services);
  if (paymentReissued.is(event)) {
    const funded = new Map<string, Promise<CalendarDate | null>>();
    const made = await appendInTurns(group, services, (reissued) => makeAgain(reissued, services, funded));
    let last = latest(made.map(({ position }) => position));
    for (const { funds } of made)
      if (funds) last = latest([last, await remakeCanceled({ ...funds, services, lease, signal, turn })]);
    return last;
  }
  if (payrollUnapproved.is(event)) {
    const { id: payroll_id } = parseStream(event.stream);
    return cancelUnapproved({ payroll_id, tenant, services, lease, signal, turn });
  }
  let last: Position | undefined;
  for (const failed of group) last = latest([last, await endAgreement(failed, services)]);
  return last;
};

/** The payroll whose payments are moved after an event. */
const movedBy = (event: ManagedEvent): string | undefined => {
  if (payrollPaymentsMade.is(event)) return parseStream(event.stream).id;
  if (paymentReissued.is(event) || MOVES.includes(event.type)) return textOf(event.data.payroll_id);
  return undefined;
};

interface Payload {
  payroll_id: string;
  partner_id: string;
  company_id: string;
}

const payloadFor = (payroll_id: string, { partner_id, company_id = '' }: Tenant): JsonObject => ({
  payroll_id,
  partner_id,
  company_id,
});

/** Reads a payload that this file has enqueued. */
const payloadOf = ({ payroll_id, partner_id, company_id }: JsonObject): Payload => ({
  payroll_id: textOf(payroll_id),
  partner_id: textOf(partner_id),
  company_id: textOf(company_id),
});

/** Payrolls whose payments one process moves at once. */
const AT_ONCE = 4;

/** The process manager, and the due work that moves payments on their days. */
export const makePaymentProcess = (
  due: Pick<DueStore, 'ask'>,
  making: Making,
  options?: TurnsOptions,
): { manager: ProcessManager; kinds: [moving: DueKind, looking: DueKind] } => {
  const { services } = making;
  const turns = makeTurns(options);
  const times: PaymentTimes = {
    now: (payrolls, tenant) =>
      due.ask(
        payrolls.map((payroll_id) => ({
          kind: KIND,
          key: payroll_id,
          payload: payloadFor(payroll_id, tenant),
          due_at: services.clock.instant(),
        })),
      ),
    lookAgain: (payroll_id, tenant) =>
      due.ask(
        LOOKS_AGAIN_ms.map((due_in_ms) => ({
          kind: LOOK_KIND,
          key: `${payroll_id}/${due_in_ms}`,
          payload: payloadFor(payroll_id, tenant),
          due_in_ms,
        })),
      ),
  };
  return {
    manager: paymentsManager(making, times, options),
    kinds: [
      {
        kind: KIND,
        concurrency: AT_ONCE,
        clock: services.clock,
        run: async ({ payload, lease, signal, othersWait }) => {
          const { payroll_id, ...tenant } = payloadOf(payload);
          refuseStale(tenant, services);
          const moved = await turns.take(payroll_id, { signal, othersWait }, (turn) =>
            movePayments({ payroll_id, tenant, services, lease, signal, turn }),
          );
          if ('bookmark' in moved) return { again_in_ms: 0 };
          return moved.done === undefined ? undefined : { again_at: moved.done };
        },
      },
      {
        kind: LOOK_KIND,
        concurrency: 1,
        run: async ({ payload, lease, signal }) => {
          const { payroll_id, ...tenant } = payloadOf(payload);
          refuseStale(tenant, services);
          await cancelUnapproved({ payroll_id, tenant, services, lease, signal });
          return undefined;
        },
      },
    ],
  };
};
