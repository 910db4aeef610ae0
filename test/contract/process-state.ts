import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/event-store/port.ts';
import {
  type DueStore,
  GIVEN_UP_AFTER,
  type HeldRow,
  type ManagerStore,
  PARKED_AFTER,
  workKind,
} from '../../src/work/port.ts';

/** What an implementation of the port of process managers and due work (src/work/port.ts) must hold to. */
export interface ProcessState {
  state: ManagerStore;
  due: DueStore;
}

const LEASE_ms = 60_000;
let made = 0;
const fresh = (what: string): string => `${what}${++made}`;
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const eventAt = (position: bigint): LogEvent => ({
  id: uuid(Number(position)),
  type: 'TreeCreated',
  stream: `tree-${position}`,
  revision: 0n,
  data: { at: String(position), personal: { subject: 'x', box: 'sealed' } },
  metadata: { company_id: 'co_1' },
  position,
});

export const processStateContract = (open: () => ProcessState): void => {
  const on = async () => {
    const { state, due } = open();
    const name = fresh('manager');
    await state.register([{ name, from: 0n }]);
    expect(await state.takeLeases('us', [name])).toEqual([{ name, position: 0n, appended: 0n }]);
    const hand = (from: bigint, to: bigint, scope: string, positions: readonly bigint[], owner = 'us') => {
      const waiting = positions.map((position) => ({ scope, event: eventAt(position) }));
      return state.dispatch(owner, { name, from, to, waiting, message: '' });
    };
    const claim = async (holder: string, slots = 10, lease_ms = LEASE_ms) =>
      due.claim([{ kind: workKind(name), slots, now: null }], holder, lease_ms);
    const status = async () => (await state.status()).find((one) => one.name === name);
    return { state, due, name, hand, claim, status };
  };

  describe('a dispatcher', () => {
    test('moves its checkpoint and puts events into inboxes, both or neither', async () => {
      const { state, name, hand, claim, status } = await on();
      expect(await hand(0n, 9n, 'a', [3n, 5n])).toBe(true);
      expect(await hand(0n, 12n, 'b', [11n])).toBe(false);
      expect(await hand(9n, 12n, 'b', [11n], 'somebody else')).toBe(false);
      expect(await status()).toMatchObject({ position: 9n, waiting: 1, parked: 0, running: true });
      expect(await state.next(name, 'a', 10)).toEqual([eventAt(3n), eventAt(5n)]);
      expect(await state.next(name, 'a', 1)).toEqual([eventAt(3n)]);
      expect(await state.next(name, 'b', 10)).toEqual([]);
      expect((await claim(uuid(1))).map(({ key }) => key)).toEqual(['a']);
    });

    test('moves its checkpoint past events without work, with others, only from its position and while it holds its lease', async () => {
      const { state, name, hand, status } = await on();
      const theirs = fresh('manager');
      await state.register([{ name: theirs, from: 4n }]);
      await state.takeLeases('others', [theirs]);
      const moves = [
        { name, from: 0n, to: 9n },
        { name: theirs, from: 4n, to: 9n },
      ];
      expect(await state.pass('us', moves)).toEqual([name]);
      expect(await state.pass('us', moves)).toEqual([]);
      expect(await status()).toMatchObject({ position: 9n, waiting: 0 });
      expect((await state.status()).find((one) => one.name === theirs)).toMatchObject({ position: 4n });
      expect(await hand(0n, 12n, 'a', [11n])).toBe(false);
      expect(await hand(9n, 12n, 'a', [11n])).toBe(true);
    });

    test('is one process at a time, until its lease is released', async () => {
      const { state, name } = await on();
      expect(await state.takeLeases('others', [name])).toEqual([]);
      await state.releaseLeases('strangers');
      expect(await state.takeLeases('others', [name])).toEqual([]);
      await state.releaseLeases('us');
      expect(await state.takeLeases('others', [name])).toHaveLength(1);
    });

    test('adds nothing when an event is in the inbox already', async () => {
      const { state, name, hand } = await on();
      await hand(0n, 4n, 'a', [3n]);
      await hand(4n, 9n, 'a', [3n, 7n]);
      expect((await state.next(name, 'a', 10)).map(({ position }) => position)).toEqual([3n, 7n]);
    });
  });

  describe("a company's work", () => {
    test('is read in batches that fit in memory, with at least one event', async () => {
      const { state, due, name } = await on();
      const sizes = [1.5, 1.5, 1.5, 6, 1].map((millions) => millions * 1_000_000);
      const waiting = sizes.map((size, at) => ({
        scope: 'a',
        event: { ...eventAt(BigInt(at + 1)), data: { note: 'x'.repeat(size) } },
      }));
      await state.dispatch('us', { name, from: 0n, to: 9n, waiting, message: '' });
      const holder = uuid(1);
      await due.claim([{ kind: workKind(name), slots: 1, now: null }], holder, LEASE_ms);
      const handed: number[][] = [];
      for (let more = true; more; ) {
        const events = await state.next(name, 'a', 10);
        handed.push(events.map(({ position }) => Number(position)));
        more = (await state.done(holder, name, 'a', events.at(-1)!.position))!.more;
      }
      expect(handed).toEqual([[1, 2], [3], [4], [5]]);
    });

    test('is removed from the inbox only by its holder, which gets the position up to which nothing waits', async () => {
      const { state, name, hand, claim } = await on();
      await hand(0n, 9n, 'a', [3n, 5n]);
      const us = uuid(1);
      await claim(us);
      expect(await state.done(uuid(2), name, 'a', 5n)).toBeUndefined();
      expect(await state.next(name, 'a', 10)).toHaveLength(2);
      expect(await state.done(us, name, 'a', 3n)).toEqual({ clearTo: 4n, more: true });
      expect(await state.done(us, name, 'a', 5n)).toEqual({ clearTo: 9n, more: false });
    });

    test('is due again with the next event, also when that comes during its run', async () => {
      const { state, due, name, hand, claim } = await on();
      const us = uuid(1);
      await hand(0n, 3n, 'a', [3n]);
      const [row] = await claim(us);
      await state.done(us, name, 'a', 3n);
      await hand(3n, 5n, 'a', [5n]);
      await due.finish(row!, us, undefined, null);
      const [again] = await claim(us);
      expect(again).toMatchObject({ key: 'a', attempts: 1 });
      await state.done(us, name, 'a', 5n);
      await due.finish(again!, us, undefined, null);
      expect(await claim(us)).toEqual([]);
      await hand(5n, 7n, 'a', [7n]);
      expect(await claim(us)).toHaveLength(1);
    });

    test('that was interrupted keeps its bookmark, also after a failure, until it is done', async () => {
      const { due, hand, claim } = await on();
      const [us, others] = [uuid(21), uuid(22)];
      const bookmark = { of: 'the work', parts: { 'one part': 'x_1', another: 'done' } };
      await hand(0n, 1n, 'a', [1n]);
      const [first] = await claim(us);
      expect(first!.bookmark).toBeNull();
      await hand(1n, 2n, 'a', [2n]);
      await due.finish(first!, us, { again_in_ms: 0, bookmark }, null);
      const [second] = await claim(others);
      expect(second!.bookmark).toEqual(bookmark);
      await due.postpone(second!, others, 0, 'too much', null);
      await hand(2n, 3n, 'a', [3n]);
      await new Promise((resolve) => setTimeout(resolve, 2));
      const [third] = await claim(us);
      expect(third!.bookmark).toEqual(bookmark);
      await due.finish(third!, us, undefined, null);
      await hand(3n, 4n, 'a', [4n]);
      expect(await claim(us)).toMatchObject([{ bookmark: null }]);
    });

    test('with further events is due again after all other due work', async () => {
      const { due, hand, claim } = await on();
      const us = uuid(1);
      await hand(0n, 3n, 'large', [1n, 2n, 3n]);
      const [large] = await claim(us);
      await hand(3n, 4n, 'small', [4n]);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await due.finish(large!, us, { again_in_ms: 0 }, null);
      await new Promise((resolve) => setTimeout(resolve, 2));
      expect((await claim(us, 1)).map(({ key }) => key)).toEqual(['small']);
      expect((await claim(us, 1)).map(({ key }) => key)).toEqual(['large']);
    });

    test('waits when it is due and has no holder, whatever others of its kind do', async () => {
      const { due, name, hand, claim } = await on();
      const [us, kind] = [uuid(1), workKind(name)];
      expect(await due.anyWaits(kind, null)).toBe(false);
      await hand(0n, 1n, 'a', [1n]);
      await hand(1n, 2n, 'b', [2n]);
      const [first] = await claim(us, 1);
      expect(await due.anyWaits(kind, null)).toBe(true);
      const [second] = await claim(us, 1);
      expect(await due.anyWaits(kind, null)).toBe(false);
      await due.finish(first!, us, { again_in_ms: 60_000 }, null);
      expect(await due.anyWaits(kind, null)).toBe(false);
      expect(await due.anyWaits(kind, '2999-01-01T00:00:00.000Z')).toBe(true);
      await due.finish(second!, us, { again_in_ms: 0 }, null);
      expect(await due.anyWaits(kind, null)).toBe(true);
    });

    test('that has not ended is listed by its key, whenever it is due and whoever holds it', async () => {
      const { due } = await on();
      const [us, kind] = [uuid(1), fresh('errand')];
      const add = (key: string, due_at?: string) =>
        due.enqueue([{ kind, key, payload: { of: key }, ...(due_at === undefined ? {} : { due_at }) }]);
      await add('a');
      const [done] = await due.claim([{ kind, slots: 1, now: null }], us, LEASE_ms);
      await due.finish(done!, us, undefined, null);
      await add('b');
      await due.claim([{ kind, slots: 1, now: null }], us, LEASE_ms);
      await add('d');
      await add('c', '2999-01-01T00:00:00.000Z');
      const named = (key: string) => ({ key, payload: { of: key } });
      expect(await due.notEnded(kind, '', 10)).toEqual(['b', 'c', 'd'].map(named));
      expect(await due.notEnded(kind, 'b', 1)).toEqual([named('c')]);
      expect(await due.notEnded(kind, 'd', 1)).toEqual([]);
    });

    test('that was requested while it was held is run again after the work that was due before', async () => {
      const { due, hand, claim } = await on();
      const us = uuid(1);
      await hand(0n, 1n, 'busy', [1n]);
      const [busy] = await claim(us);
      await hand(1n, 2n, 'small', [2n]);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await hand(2n, 3n, 'busy', [3n]);
      await due.finish(busy!, us, { again_in_ms: 0 }, null);
      expect((await claim(us, 1)).map(({ key }) => key)).toEqual(['small']);
    });

    test('that was cut off, or not tried, is run again with what was counted before', async () => {
      const { due, hand, claim } = await on();
      const us = uuid(1);
      await hand(0n, 1n, 'a', [1n]);
      const [failed] = await claim(us);
      await due.postpone(failed!, us, 0, 'no answer', null);
      const [cutOff] = await claim(us);
      expect(cutOff).toMatchObject({ attempts: 2 });
      await due.finish(cutOff!, us, { again_in_ms: 0, isUncounted: true }, null);
      const [again] = await claim(us);
      expect(again).toMatchObject({ attempts: 2 });
      await due.finish(again!, us, { again_in_ms: 0 }, null);
      expect(await claim(us)).toMatchObject([{ attempts: 1 }]);
    });

    test('that failed keeps its pause when further events arrive, is parked after some tries, and is unparked by a retry', async () => {
      const { state, due, name, hand, claim, status } = await on();
      const us = uuid(1);
      await hand(0n, 3n, 'a', [3n]);
      for (let attempt = 1; attempt <= PARKED_AFTER; attempt++) {
        const [row] = await claim(us);
        expect(row).toMatchObject({ attempts: attempt });
        // What an error says may quote whatever somebody sent.
        await due.postpone(row!, us, 60_000, 'too\0 much', null);
        await hand(2n + BigInt(attempt), 3n + BigInt(attempt), 'a', [3n + BigInt(attempt)]);
        expect(await claim(us)).toEqual([]);
        expect(await status()).toMatchObject({ waiting: 1, parked: attempt < PARKED_AFTER ? 0 : 1 });
        expect((await state.failing(1_000, 'a')).find(({ manager }) => manager === name)).toMatchObject({
          event_id: eventAt(3n).id,
          stream: 'tree-3',
          revision: 0n,
          position: 3n,
          error: 'too\ufffd much',
          attempts: attempt,
        });
        expect(await state.retry({ manager: name, scope: 'b' })).toBe(0);
        expect(await state.retry({ manager: name, scope: 'a' })).toBe(1);
      }
      const { pending } = await state.progress();
      expect(pending.filter((one) => one.name === name)).toEqual([
        { name, scope: 'a', first: 3n, last: 7n, parked: true },
      ]);
      const isHeld = async () => (await state.failing(1_000, 'a')).find(({ manager }) => manager === name)?.held;
      expect(await isHeld()).toBe(false);
      const [tried] = await claim(us);
      expect([await isHeld(), await state.retry({ manager: name, scope: 'a' })]).toEqual([true, 0]);
      expect(await state.skip(name, 'a', 3n)).toBe('held');
      await due.postpone(tried!, us, 0, 'too much', null);
      expect(await state.skip(name, 'a', 3n)).toBe('skipped');
      expect(await state.skip(name, 'a', 3n)).toBe('gone');
      await new Promise((resolve) => setTimeout(resolve, 2));
      const [row] = await claim(us);
      await state.done(us, name, 'a', 7n);
      await due.finish(row!, us, undefined, null);
      expect(await status()).toMatchObject({ waiting: 0, parked: 0 });
    });

    test('that was asked for before the clock was set back is due with a retry, as at each start', async () => {
      const { state, due, name, hand, claim } = await on();
      const us = uuid(1);
      await hand(0n, 3n, 'a', [3n]);
      const [row] = await claim(us);
      // Its time is an hour away, and it has not failed.
      await due.finish(row!, us, { again_in_ms: 3_600_000 }, null);
      expect(await claim(us)).toEqual([]);
      expect(await state.retry({ manager: name })).toBe(1);
      expect(await claim(us)).toMatchObject([{ key: 'a', attempts: 1 }]);
    });

    test('is claimed by another worker when its lease has ended, and the result of the first one does not count', async () => {
      const { state, due, name, hand, claim } = await on();
      const [us, others] = [uuid(11), uuid(12)];
      await hand(0n, 3n, 'a', [3n]);
      const [row] = await claim(us, 1, 0);
      expect(row).toMatchObject({ key: 'a', attempts: 1, abandoned: false });
      await new Promise((resolve) => setTimeout(resolve, 2));
      // Its holder may have been killed: that is no failure of the work.
      expect(await claim(others)).toMatchObject([{ key: 'a', attempts: 1, deaths: 1, abandoned: true }]);
      expect(await state.done(us, name, 'a', 3n)).toBeUndefined();
      await due.finish(row!, us, undefined, null);
      await due.postpone(row!, us, 60_000, 'too late', null);
      const named = { kind: workKind(name), key: 'a' };
      const [ours, theirs] = [us, others].map((holder) => ({ ...named, holder })) as [HeldRow, HeldRow];
      expect(await due.renew([ours], LEASE_ms)).toEqual([]);
      expect(await due.renew([ours, theirs], LEASE_ms)).toEqual([{ ...named, renewed: true }]);
      await due.release([ours]);
      expect(await claim(us)).toEqual([]);
      await due.release([theirs]);
      // The first one was not: it lives.
      expect(await claim(us)).toMatchObject([{ key: 'a', attempts: 1, deaths: 0, abandoned: false }]);
    });

    test('counts its beginnings until one has a result, and is begun no more by a holder that has lost it', async () => {
      const { state, due, name, hand, claim, status } = await on();
      const [us, others] = [uuid(41), uuid(42)];
      await hand(0n, 3n, 'a', [3n]);
      const begun = async (holder: string): Promise<number> => {
        const [row] = await claim(holder);
        expect(await due.begin({ ...row!, holder })).toBe(true);
        await due.release([{ ...row!, holder, counted: true }]);
        const [again] = await claim(holder, 1, 0);
        expect(again!.deaths).toBe(row!.deaths);
        expect(await due.begin({ ...again!, holder })).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 2));
        return again!.deaths;
      };
      expect([await begun(us), await begun(others), await begun(us)]).toEqual([0, 1, 2]);
      expect(await due.begin({ kind: workKind(name), key: 'a', holder: others })).toBe(false);
      const [lost] = await claim(us, 1, 0);
      expect(await due.begin({ ...lost!, holder: us })).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 2));
      const [taken] = await claim(others);
      expect(taken!.deaths).toBe(4);
      // Its holder lives: it lost the row, but not by its end.
      await due.postpone({ ...lost!, counted: true }, us, 0, 'too late', null);
      // Taken over and not begun, it has not failed either.
      await due.postpone(taken!, others, 0, 'not begun', null);
      expect(await claim(others)).toMatchObject([{ attempts: 1, deaths: 3, abandoned: false }]);
      await due.release([{ ...taken!, holder: others }]);
      const [row] = await claim(us);
      await due.postpone(row!, us, 0, 'an error', null);
      expect((await due.givenUp(100)).filter(({ key }) => key === 'a')).toEqual([]);
      expect(await state.retry({ manager: name })).toBe(1);
      const [kept] = await claim(us);
      expect(kept!.deaths).toBe(3);
      for (let i = kept!.deaths; i < GIVEN_UP_AFTER; i++) expect(await due.begin({ ...kept!, holder: us })).toBe(true);
      // The last beginning may still end well.
      expect(await status()).toMatchObject({ parked: 0 });
      await due.postpone(kept!, us, 0, 'not begun any more', null);
      expect(await status()).toMatchObject({ parked: 1 });
      expect(await state.failing(10, 'a')).toMatchObject([{ manager: name, parked: true, attempts: 2 }]);
      expect(await state.retry({ manager: name, givenUp: true })).toBe(1);
      const [anew] = await claim(us);
      expect(anew!.deaths).toBe(0);
      for (let i = 0; i < 2; i++) expect(await due.begin({ ...anew!, holder: us })).toBe(true);
      // A part is done; what ended the processes before may be in the rest.
      const bookmark = { of: 'a', parts: { part: '1' } };
      await due.finish({ ...anew!, counted: true }, us, { again_in_ms: 0, bookmark }, null);
      const [rest] = await claim(us);
      expect(rest).toMatchObject({ deaths: 1, attempts: 1, bookmark });
      expect(await due.begin({ ...rest!, holder: us })).toBe(true);
      await due.finish({ ...rest!, counted: true }, us, { again_in_ms: 0 }, null);
      expect(await claim(us)).toMatchObject([{ deaths: 0, attempts: 1 }]);
    });

    test('is apart from that of other kinds under its key, and of its kind under other keys', async () => {
      const { due } = await on();
      const [first, second, third] = [fresh('errand'), fresh('errand'), fresh('errand')] as const;
      const kinds = [first, second, third];
      const [key, other] = [fresh('cmp_'), fresh('cmp_')] as const;
      const [us, others] = [uuid(61), uuid(62)];
      await due.enqueue([
        ...kinds.map((kind) => ({ kind, key, payload: {} })),
        ...[first, second].map((kind) => ({ kind, key: other, payload: {} })),
      ]);
      const claim = (holder: string) =>
        due.claim(
          kinds.map((kind) => ({ kind, slots: 5, now: null })),
          holder,
          LEASE_ms,
        );
      const held = await claim(us);
      expect(held).toHaveLength(5);
      const of = (kind: string, whose: string) => held.find((row) => row.kind === kind && row.key === whose)!;
      await due.begin({ ...of(first, key), holder: us });
      await due.finish(of(first, key), us, undefined, null);
      await due.postpone(of(second, key), us, 0, 'an error', null);
      await due.release([{ kind: first, key: other, holder: us }]);
      // What ended is due no more, two are still held, and neither of the others was begun.
      const theirs = (await claim(others)).map((row) => [row.kind, row.key, row.deaths]);
      expect(theirs).toHaveLength(2);
      expect(theirs).toEqual(
        expect.arrayContaining([
          [first, other, 0],
          [second, key, 0],
        ]),
      );
      const still = [
        { kind: second, key: other },
        { kind: third, key },
      ];
      for (const row of still)
        expect(await due.renew([{ ...row, holder: us }], LEASE_ms)).toEqual([{ ...row, renewed: true }]);
    });

    test('of other kinds is given up after some beginnings, until it is taken up for its company', async () => {
      const { due } = await on();
      const kind = fresh('errand');
      const company_id = fresh('cmp_');
      await due.enqueue(['a', 'b'].map((key) => ({ kind, key, payload: { company_id } })));
      const claim = (holder: string) => due.claim([{ kind, slots: 1, now: null }], holder, LEASE_ms);
      const [row] = await claim(uuid(51));
      const mine = async () => (await due.givenUp(100)).filter((one) => one.kind === kind);
      for (let i = 1; i < GIVEN_UP_AFTER; i++) await due.begin({ ...row!, holder: uuid(51) });
      expect([await mine(), await due.takeUp(company_id)]).toEqual([[], 0]);
      await due.begin({ ...row!, holder: uuid(51) });
      // The last beginning may still end well.
      expect(await mine()).toEqual([]);
      await due.postpone(row!, uuid(51), 60_000, 'not begun any more', null);
      expect(await mine()).toMatchObject([{ key: row!.key, payload: { company_id }, error: 'not begun any more' }]);
      expect([await due.takeUp('cmp_other'), await due.takeUp(company_id), await due.takeUp(company_id)]).toEqual([
        0, 1, 0,
      ]);
      expect(await mine()).toEqual([]);
    });

    test('whose lease has expired stays with its holder until another worker claims it, and a worker does not claim work that it still runs', async () => {
      const { due, name, hand, claim } = await on();
      const [us, others] = [uuid(31), uuid(32)];
      await hand(0n, 3n, 'a', [3n]);
      await claim(us, 1, 0);
      await new Promise((resolve) => setTimeout(resolve, 2));
      const held = { kind: workKind(name), key: 'a', holder: us };
      const again = [{ kind: workKind(name), slots: 1, now: null }];
      expect(await due.claim(again, uuid(33), LEASE_ms, [held])).toEqual([]);
      expect(await due.renew([held], LEASE_ms)).toMatchObject([{ key: 'a', renewed: true }]);
      expect(await claim(others)).toEqual([]);
    });

    test('that a claim without an answer took is free again once that is released, as if it had not been claimed', async () => {
      const { due, name, hand, claim } = await on();
      const [lost, others, us] = [uuid(41), uuid(42), uuid(43)];
      await hand(0n, 3n, 'a', [3n]);
      await hand(3n, 5n, 'b', [5n]);
      await claim(lost, 1);
      await claim(others, 1);
      await due.releaseClaim(lost);
      expect(await claim(us)).toMatchObject([
        { kind: workKind(name), key: 'a', attempts: 1, deaths: 0, abandoned: false },
      ]);
    });
  });
};
