import type { Position } from '../../event-store/port.ts';
import { appendBy, appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type LoadedRecords, loadRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { all, compare, equal } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { isOpenDraft } from '../events/list.ts';
import { payrollLeftCalendar, payrollStubsRemoved } from '../events/payroll.ts';
import { payrollEvents } from '../events/records.ts';
import { holdsEntries, isNoted } from '../stubs/entries.ts';
import type { Acting } from './acting.ts';
import { loadMembers } from './members.ts';
import { CHUNK, putOnList } from './membership.ts';
import type { Member } from './stub-list.ts';
import { removeStub } from './stub-streams.ts';

/**
 * Withdrawing a generated draft whose period its schedule no longer has. A draft that holds what a caller entered
 * stays, and says so in its warnings.
 */

/** Stubs whose streams are held at once. */
const STUBS_AT_ONCE = 200;

/**
 * Withdraws a draft with its stubs, unless an approval of it is under way.
 *
 * @param keepEntries let it stay where a caller entered something; false when the schedule itself was deleted
 * @returns the last position appended
 */
export const withdraw = async (
  payroll: RecordOf<'payroll'>,
  acting: Acting,
  { keepEntries }: { keepEntries: boolean },
): Promise<Position | undefined> => {
  if (keepEntries && (isNoted(payroll) || (await anyEntries(payroll, acting)))) return stay(payroll, acting);
  let last: Position | undefined;
  for (;;) {
    const { position, isListedAgain } = await takeAway(payroll, acting, keepEntries);
    last = latest([last, position]);
    if (!isListedAgain) return last;
    await acting.turn?.giveWay();
  }
};

/**
 * Takes everybody off a draft, and deletes it unless it stays, or population has put somebody on it meanwhile: as long
 * as it is there its schedule has it filled.
 */
const takeAway = async (
  payroll: RecordOf<'payroll'>,
  acting: Acting,
  keepEntries: boolean,
): Promise<{ position: Position | undefined; isListedAgain: boolean }> => {
  const released = await releaseList(payroll, acting);
  if (!released) return { position: undefined, isListedAgain: false };
  const facts_position = acting.services.gate.readPosition();
  let last = released.position;
  const kept: Member[] = [];
  const remove = async (stubs: readonly Member[]): Promise<void> => {
    const outcomes = await appendInTurns(stubs, acting.services, ({ id }) =>
      removeStub(id, facts_position, acting, keepEntries),
    );
    last = latest([last, ...outcomes.map(({ position }) => position)]);
    kept.push(...stubs.filter((_, at) => outcomes[at]!.isKept));
  };
  // The list names stubs that the read models may not show yet, and these show some that were taken off it before.
  for (const some of piecesOf(released.members, STUBS_AT_ONCE)) {
    await remove(some);
    await acting.turn?.giveWay();
  }
  const done = new Set(released.members.map(({ id }) => id));
  for await (const stubs of openStubs(payroll, acting)) {
    const others = stubs.filter(({ id }) => !done.has(id));
    await remove(others.map(({ id, work_assignment_id }) => ({ id, work_assignment_id: work_assignment_id })));
    await acting.turn?.giveWay();
  }
  if (kept.length > 0)
    // Entered since we looked. Who else belongs there comes back with the next look at the schedule, which is this one.
    return {
      position: latest([last, await putOnList(payroll, kept, acting), await stay(payroll, acting)]),
      isListedAgain: false,
    };
  let isListedAgain = false;
  const deleted = await appendBy(
    loadMembers,
    streamOf('payroll', payroll.id),
    'withdrawn',
    acting.once('withdraw', payroll.id),
    acting.services,
    async ({ aggregate, beside: listed }): Promise<EventBody[]> => {
      const isOpen = isOpenDraft(aggregate.get('payroll', payroll.id));
      isListedAgain = isOpen && listed.size > 0;
      return isOpen && listed.size === 0
        ? [payrollEvents.deleted({ pay_schedule_id: payroll.pay_schedule_id ?? null }, { facts_position })]
        : [];
    },
  );
  return { position: latest([last, deleted.position]), isListedAgain };
};

const openStubs = (
  payroll: RecordOf<'payroll'>,
  { services, tenant }: Acting,
  after = '',
): AsyncIterable<RecordOf<'pay_stub'>[]> =>
  services.read.pages(
    'pay_stub',
    tenant,
    all(equal('payroll_id', payroll.id), equal('is_closed', false), compare('id', '>', after)),
    STUBS_AT_ONCE,
  );

/** Stubs that a turn before found without an entry are not looked at again: removing one looks once more. */
const anyEntries = async (payroll: RecordOf<'payroll'>, acting: Acting): Promise<boolean> => {
  const { turn } = acting;
  const part = `entries on ${payroll.id}`;
  for await (const stubs of openStubs(payroll, acting, turn?.reached(part))) {
    const entered = await inTurns(stubs, async ({ id }) => {
      const { aggregate } = await loadRecords(streamOf('pay_stub', id), acting.services);
      const stub = aggregate.get('pay_stub', id);
      return stub !== undefined && holdsEntries(stub, aggregate);
    });
    if (entered.includes(true)) return true;
    turn?.reach(part, stubs.at(-1)!.id);
    await turn?.giveWay();
  }
  return false;
};

/** Takes everybody off a payroll's list, some at a time; says who they were. Undefined while that is refused. */
const releaseList = async (
  payroll: RecordOf<'payroll'>,
  acting: Acting,
): Promise<{ position: Position | undefined; members: Member[] } | undefined> => {
  const facts_position = acting.services.gate.readPosition();
  let last: Position | undefined;
  const members: Member[] = [];
  for (;;) {
    let isRefused = false;
    let listed: [string, string][] = [];
    const { position } = await appendBy(
      loadMembers,
      streamOf('payroll', payroll.id),
      'released',
      acting.once('release', payroll.id),
      acting.services,
      async ({ aggregate, beside }): Promise<EventBody[]> => {
        isRefused = !isOpenDraft(aggregate.get('payroll', payroll.id));
        listed = [...beside].slice(0, CHUNK);
        const stubs = listed.map(([id, work_assignment_id]) => ({ id, work_assignment_id }));
        return isRefused || stubs.length === 0 ? [] : [payrollStubsRemoved({ stubs }, { facts_position })];
      },
    );
    if (isRefused) return undefined;
    if (position === undefined) return { position: last, members };
    last = position;
    members.push(...listed.map(([id, work_assignment_id]) => ({ id, work_assignment_id })));
  }
};

const stay = async (payroll: RecordOf<'payroll'>, acting: Acting): Promise<Position | undefined> => {
  const decide = async ({ aggregate }: LoadedRecords) => {
    const now = aggregate.get('payroll', payroll.id);
    return isOpenDraft(now) && now?.is_off_calendar !== true ? [payrollLeftCalendar({ is_off_calendar: true })] : [];
  };
  const stream = streamOf('payroll', payroll.id);
  return (await appendTo(stream, 'left', acting.once('left', payroll.id), acting.services, decide)).position;
};
