import type { Position } from '../../event-store/port.ts';
import { type Appended, appendBy, appendByEvents, type LoadedStream } from '../../kernel/changes/execute.ts';
import { AHEAD, appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type DomainEvent, type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { isOpenDraft } from '../events/list.ts';
import { stubId } from '../events/pay-stub.ts';
import {
  payrollLeftCalendar,
  payrollRescheduled,
  payrollStubsAdded,
  payrollStubsRemoved,
  payrollStubsReopened,
} from '../events/payroll.ts';
import { payrollEvents } from '../events/records.ts';
import type { Acting } from './acting.ts';
import { loadMembers } from './members.ts';
import { createStub, removeStub } from './stub-streams.ts';

/** The list of stubs that a payroll's stream owns: who is put on it, who is taken off, and the stubs that follow. */

/** A stub on the list of a payroll. */
export interface Member {
  id: string;
  work_assignment_id: string;
}

/**
 * After these a payroll is a draft that admits and releases stubs: its last event says so, since its list may have
 * grown by one event for each person. After any other its whole stream says.
 */
const ADMITTING: ReadonlySet<string> = new Set(
  [
    payrollEvents.created,
    payrollRescheduled,
    payrollStubsAdded,
    payrollStubsRemoved,
    payrollStubsReopened,
    payrollLeftCalendar,
  ].map(({ type }) => type),
);

/**
 * Whether a payroll's last event says that it is a draft that admits stubs; after another one its whole stream says.
 */
const isAdmitting = (last: DomainEvent | undefined): boolean => last !== undefined && ADMITTING.has(last.type);

/** What a payroll's stream says of stubs that are to be listed, or to be taken off. */
type Answer = { events: EventBody[]; ids: readonly string[] };

/** Asks a payroll's stream; gives the ids that it agreed to, now or before. */
const ask = async (
  payrollId: string,
  acting: Acting,
  admitting: () => Answer,
  otherwise: (payroll: RecordOf<'payroll'> | undefined, listed: ReadonlyMap<string, string>) => Answer,
): Promise<Appended & { ids: readonly string[] }> => {
  const { services } = acting;
  const stream = streamOf('payroll', payrollId);
  const origin = acting.once('members', payrollId);
  let answer: Answer | undefined;
  const byLast = async ({ events }: LoadedStream) => {
    answer = isAdmitting(events.at(-1)) ? admitting() : undefined;
    return answer?.events ?? [];
  };
  const appended = await appendByEvents(stream, 'members', origin, services, byLast, 'last');
  if (answer) return { ...appended, ids: answer.ids };
  const again = await appendBy(loadMembers, stream, 'members', origin, services, async ({ aggregate, beside }) => {
    answer = otherwise(aggregate.get('payroll', payrollId), beside);
    return answer.events;
  });
  return { ...again, ids: answer!.ids };
};

/**
 * Lists assignments on a payroll, and makes the stubs of those that it lists.
 *
 * @param ahead of these stubs, how many are made ahead of the read models
 */
export const admit = async (
  payroll: RecordOf<'payroll'>,
  assignments: readonly RecordOf<'work_assignment'>[],
  facts_position: Position,
  acting: Acting,
  ahead = AHEAD,
): Promise<Position | undefined> => {
  if (assignments.length === 0) return undefined;
  const byId = new Map(assignments.map((assignment) => [stubId(payroll, assignment.id), assignment]));
  const added = (ids: readonly string[]): Answer => {
    const stubs = ids.map((id) => ({ id, work_assignment_id: byId.get(id)!.id }));
    return {
      ids,
      events: ids.length === 0 ? [] : [payrollStubsAdded({ stubs }, { facts_position })],
    };
  };
  const ids = [...byId.keys()];
  const answer = await ask(
    payroll.id,
    acting,
    () => added(ids),
    (now, listed) => {
      const before = ids.filter((id) => listed.has(id));
      if (isOpenDraft(now)) return { ids, events: added(ids.filter((id) => !listed.has(id))).events };
      // The approval waits for those that were listed before it began.
      return { ids: now?.status === 'draft' ? before : [], events: [] };
    },
  );
  const make = (id: string) => createStub(payroll, byId.get(id)!, id, facts_position, acting);
  // A hire waits for its first stubs, nobody for those of a whole staff.
  const made = await appendInTurns(answer.ids, acting.services, make, { ahead, givesWay: true });
  return latest([answer.position, ...made]);
};

/** Takes stubs off a payroll's list, and removes those that it releases. */
export const release = async (
  payrollId: string,
  stubs: readonly Member[],
  facts_position: Position,
  acting: Acting,
): Promise<Position | undefined> => {
  if (stubs.length === 0) return undefined;
  const byId = new Map(stubs.map((stub) => [stub.id, stub]));
  const ids = [...byId.keys()];
  const removed = (gone: readonly string[]): EventBody[] => {
    const stubs = gone.map((id) => ({ id, work_assignment_id: byId.get(id)!.work_assignment_id }));
    return stubs.length === 0 ? [] : [payrollStubsRemoved({ stubs }, { facts_position })];
  };
  const answer = await ask(
    payrollId,
    acting,
    () => ({ ids, events: removed(ids) }),
    (now, listed) => {
      if (!now) return { ids, events: [] };
      const unlisted = ids.filter((id) => !listed.has(id));
      if (isOpenDraft(now)) return { ids, events: removed(ids.filter((id) => listed.has(id))) };
      return { ids: unlisted, events: [] };
    },
  );
  const gone = await appendInTurns(answer.ids, acting.services, (id) => removeStub(id, facts_position, acting));
  return latest([answer.position, ...gone.map(({ position }) => position)]);
};
