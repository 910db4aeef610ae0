import postgres from 'postgres';
import { afterEach, expect, test, vi } from 'vitest';
import type { Sql } from '../../../src/database/connect.ts';
import { LeaseLost, StoreUnavailable, WrongExpectedRevision } from '../../../src/event-store/errors.ts';
import type { AppendResult, ExpectedRevision } from '../../../src/event-store/port.ts';
import { type AppenderOptions, openAppender } from '../../../src/event-store/postgres/appender.ts';

// What the appender makes of the answers of a database that says what the test wants: the cases that a real one
// rarely brings about. Events are named by their ids, streams by letters.

interface Question {
  /** `group` for a group of appends, `explain` for the state of their streams, `ping`. */
  asks: 'group' | 'explain' | 'ping';
  /** The appends that it is about, as `stream@expected`. */
  about: string[];
  /** Answers a group: the appends that were written, by index. */
  written(head: bigint, holding: number[], fenced?: number[]): void;
  /** Answers `explain`: the last revision of each stream, and the ids behind the expected one. */
  explained(...states: { current: bigint; ids?: string[] }[]): void;
  fail(error: Error): void;
}

const brokenConnection = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const ordinals = (indexes: number[]): string | null => indexes.map((index) => index + 1).join(',') || null;
const serverError = (code: string) => Object.assign(new postgres.PostgresError('refused'), { code });

/** An appender at such a database. Pings are answered at once, unless `isAway`. */
const scene = (options: Partial<AppenderOptions> = {}) => {
  const asked: string[] = [];
  const open: Question[] = [];
  const seen: string[] = [];
  let next: ((question: Question) => void) | undefined;
  const state = { isAway: false, renewed: 0, appended: [] as string[], inFlight: [] as boolean[], written: 0 };
  const sql = (strings: TemplateStringsArray, ...values: unknown[]) =>
    new Promise((answer, fail) => {
      const text = strings.join('?');
      const asks = text.includes('event_log_append') ? 'group' : text.includes('string_to_table') ? 'explain' : 'ping';
      if (asks === 'ping') {
        asked.push('ping');
        if (state.isAway) fail(brokenConnection());
        else answer([]);
        return;
      }
      const expected = String(values[1]).split('\n');
      const about = String(values[0])
        .split('\n')
        .map((stream, index) => `${stream}@${expected[index]}`);
      asked.push(`${asks} ${about.join(' ')}`);
      const question: Question = {
        asks,
        about,
        written: (head, holding, fenced = []) =>
          answer([{ head, appended: ordinals(holding), fenced: ordinals(fenced) }]),
        explained: (...states) =>
          answer(
            states.map(({ current, ids }) => ({
              current,
              ids: ids ?? null,
              positions: ids?.map((_, n) => 70n + BigInt(n)) ?? null,
            })),
          ),
        fail,
      };
      if (next) next(question);
      else open.push(question);
      next = undefined;
    });
  const appender = openAppender({
    pool: { now: () => sql as unknown as Sql, renew: () => (state.renewed += 1), end: async () => {} },
    onAppended: (first, events) =>
      state.appended.push(
        ...events.map(({ stream, revision, event }, n) => `${first + BigInt(n)} ${stream} ${revision} ${event.id}`),
      ),
    onFlight: (isInFlight) => state.inFlight.push(isInFlight),
    isHeard: () => false,
    refusals: { note: (error) => seen.push((error as Error).message), written: () => (state.written += 1) },
    deadline_ms: 60_000,
    attempt_ms: 60_000,
    maxInHand: 100,
    maxInHand_bytes: 1_000,
    ...options,
  });
  return {
    ...appender,
    asked,
    state,
    noted: seen,
    /** The next question to the database that is no ping. */
    question: () =>
      new Promise<Question>((resolve) => {
        const first = open.shift();
        if (first) resolve(first);
        else next = resolve;
      }),
    /** Appends one event for each id. */
    put: (stream: string, expected: ExpectedRevision, ids: string[], size_bytes = 10): Promise<AppendResult | string> =>
      appender
        .append({
          stream,
          events: ids.map((id) => ({ id, type: 'Made', data: '{}', metadata: '{}' })),
          size_bytes,
          expected,
        })
        .catch((error: unknown) =>
          error instanceof WrongExpectedRevision
            ? `conflict at ${error.actual}`
            : error instanceof StoreUnavailable
              ? `${error.outcome}${error instanceof LeaseLost ? ', lost' : ''}`
              : String(error),
        ),
  };
};

/** From here on time passes only when the test says so. */
const holdTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
};
afterEach(() => {
  vi.useRealTimers();
});

test('appends of one turn are one group, and each gets its revision and position', async () => {
  const { put, question, state, asked } = scene();
  const [a, b, c] = [put('a', 'no_stream', ['1', '2']), put('b', 4n, ['3']), put('c', 0n, ['4'])];
  const group = await question();
  expect(group.about).toEqual(['a@-1', 'b@4', 'c@0']);
  expect(state.inFlight).toEqual([true]);
  group.written(10n, [0, 1, 2]);
  expect(await Promise.all([a, b, c])).toEqual([
    { revision: 1n, position: 12n },
    { revision: 5n, position: 13n },
    { revision: 1n, position: 14n },
  ]);
  expect(state.written).toBe(1);
  expect(state.appended).toEqual(['11 a 0 1', '12 a 1 2', '13 b 5 3', '14 c 1 4']);
  expect(state.inFlight).toEqual([true, false]);
  expect(asked).toEqual(['ping', 'group a@-1 b@4 c@0']);
});

test('one group is under way at a time; what comes meanwhile is the next one', async () => {
  const { put, question, asked } = scene();
  const first = put('a', 'no_stream', ['1']);
  const group = await question();
  const others = [put('b', 'no_stream', ['2']), put('c', 'no_stream', ['3'])];
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(['ping', 'group a@-1']);
  group.written(0n, [0]);
  const next = await question();
  expect(next.about).toEqual(['b@-1', 'c@-1']);
  next.written(1n, [0, 1]);
  await Promise.all([first, ...others]);
});

test('of appends that wait at one stream, those that lost with the one before are told without being sent', async () => {
  const { put, question, asked } = scene();
  const first = put('a', 'no_stream', ['1']);
  const same = put('a', 'no_stream', ['2']);
  const after = put('a', 0n, ['3']);
  const late = put('a', 'no_stream', ['4']);
  (await question()).written(0n, [0]);
  const both = [await question(), await question()];
  const explain = both.find(({ asks }) => asks === 'explain')!;
  const group = both.find(({ asks }) => asks === 'group')!;
  expect(explain.about).toEqual(['a@-1', 'a@-1']);
  expect(group.about).toEqual(['a@0']);
  explain.explained({ current: 0n, ids: ['1'] }, { current: 0n, ids: ['1'] });
  group.written(1n, [0]);
  expect(await Promise.all([first, same, after, late])).toEqual([
    { revision: 0n, position: 1n },
    'conflict at 0',
    { revision: 1n, position: 2n },
    'conflict at 0',
  ]);
  expect(asked).toHaveLength(4);
});

test('an explanation also answers those that wait behind, where the stream has passed them', async () => {
  const { put, question } = scene();
  const first = put('a', 'no_stream', ['1']);
  const second = put('a', 7n, ['2']);
  const third = put('a', 3n, ['3']);
  (await question()).written(0n, []);
  const both = [await question(), await question()];
  const group = both.find(({ asks }) => asks === 'group')!;
  expect(group.about).toEqual(['a@7']);
  both.find(({ asks }) => asks === 'explain')!.explained({ current: 7n, ids: ['x'] });
  const explain = await question();
  expect(explain.asks).toBe('explain');
  expect(explain.about).toEqual(['a@3']);
  explain.explained({ current: 7n, ids: ['y'] });
  group.written(20n, [0]);
  expect(await Promise.all([first, second, third])).toEqual([
    'conflict at 7',
    { revision: 8n, position: 21n },
    'conflict at 7',
  ]);
});

test('a conflict that the stream has caught up with is sent again', async () => {
  const { put, question } = scene();
  const appended = put('a', 2n, ['1']);
  (await question()).written(0n, []);
  (await question()).explained({ current: 2n });
  const again = await question();
  expect(again.about).toEqual(['a@2']);
  again.written(5n, [0]);
  expect(await appended).toEqual({ revision: 3n, position: 6n });
});

test('what was certainly not written, at a stream that has not come so far, is a conflict', async () => {
  const { put, question } = scene();
  const appended = put('a', 2n, ['1']);
  (await question()).written(0n, []);
  (await question()).explained({ current: 1n });
  expect(await appended).toBe('conflict at 1');
});

test('what was perhaps written is no conflict while its stream has not come so far: the lost try may yet be written', async () => {
  const { put, question, noted } = scene();
  const appended = put('a', 2n, ['1', '2']);
  (await question()).fail(brokenConnection());
  (await question()).written(0n, []);
  (await question()).explained({ current: 1n });
  (await question()).written(0n, []);
  (await question()).explained({ current: 4n, ids: ['1', '2'] });
  expect(await appended).toEqual({ revision: 4n, position: 71n });
  expect(noted).toEqual(['read ECONNRESET']);
});

test('what was perhaps written is a conflict once others have passed its place', async () => {
  const { put, question } = scene();
  const appended = put('a', 2n, ['1']);
  (await question()).fail(brokenConnection());
  (await question()).written(0n, []);
  (await question()).explained({ current: 3n, ids: ['x'] });
  expect(await appended).toBe('conflict at 3');
});

test('a conflict at a stream without events says so', async () => {
  const { put, question } = scene();
  const appended = put('a', 2n, ['1']);
  (await question()).written(0n, []);
  (await question()).explained({ current: -1n });
  expect(await appended).toBe('conflict at no_stream');
});

test.each([
  ['fewer events', ['1']],
  ['other events', ['1', 'x']],
])('%s behind the expected revision are no repeat', async (_, ids) => {
  const { put, question } = scene();
  const appended = put('a', 'no_stream', ['1', '2']);
  (await question()).written(0n, []);
  (await question()).explained({ current: 5n, ids });
  expect(await appended).toBe('conflict at 5');
});

test('a state that cannot be read is asked for again', async () => {
  const { put, question } = scene();
  const appended = put('a', 2n, ['1']);
  (await question()).written(0n, []);
  (await question()).fail(brokenConnection());
  const again = await question();
  expect(again.asks).toBe('explain');
  again.explained({ current: 9n, ids: ['x'] });
  expect(await appended).toBe('conflict at 9');
});

test('after a broken connection nothing is sent before the database answers', async () => {
  const { put, question, asked, state } = scene();
  const first = put('a', 'no_stream', ['1']);
  const group = await question();
  const second = put('b', 'no_stream', ['2']);
  const behind = put('a', 0n, ['3']);
  state.isAway = true;
  group.fail(brokenConnection());
  await expect.poll(() => asked.filter((one) => one === 'ping').length, { timeout: 60_000 }).toBeGreaterThan(2);
  expect(asked.filter((one) => one.startsWith('group'))).toHaveLength(1);
  state.isAway = false;
  const again = await question();
  // The one that was sent before goes first, and what is behind it in its stream still waits.
  expect(again.about).toEqual(['a@-1', 'b@-1']);
  again.written(0n, [0, 1]);
  (await question()).written(2n, [0]);
  expect(await Promise.all([first, second, behind])).toEqual([
    { revision: 0n, position: 1n },
    { revision: 0n, position: 2n },
    { revision: 1n, position: 3n },
  ]);
});

test('a group that the server refuses is sent again one by one, and the one at fault fails', async () => {
  const { put, question } = scene();
  const all = [put('a', 'no_stream', ['1']), put('b', 'no_stream', ['2']), put('c', 'no_stream', ['3'])];
  const behind = put('b', 0n, ['4']);
  (await question()).fail(serverError('23514'));
  (await question()).written(0n, [0]);
  const alone = await question();
  expect(alone.about).toEqual(['b@-1']);
  alone.fail(serverError('23514'));
  (await question()).written(1n, [0]);
  // The stream of the one at fault goes on.
  const next = await question();
  expect(next.about).toEqual(['b@0']);
  next.written(2n, [0]);
  expect(await Promise.all([...all, behind])).toEqual([
    { revision: 0n, position: 1n },
    'not_written',
    { revision: 0n, position: 2n },
    { revision: 1n, position: 3n },
  ]);
});

test('a refusal after a try without an answer leaves it unknown whether that one wrote', async () => {
  const { put, question } = scene();
  const appended = put('a', 'no_stream', ['1']);
  (await question()).fail(brokenConnection());
  (await question()).fail(serverError('23514'));
  expect(await appended).toBe('unknown');
});

test('at its deadline an append that was sent is unknown, one that waits is not written, and neither holds its stream', async () => {
  holdTime();
  const { put, question, asked } = scene({ deadline_ms: 30 });
  const sent = put('a', 'no_stream', ['1']);
  const group = await question();
  const behind = put('a', 0n, ['2']);
  const queued = put('b', 'no_stream', ['3']);
  vi.advanceTimersByTime(30);
  expect(await Promise.all([sent, behind, queued])).toEqual(['unknown', 'not_written', 'not_written']);
  group.written(0n, [0]);
  const later = put('b', 'no_stream', ['4']);
  const next = await question();
  expect(next.about).toEqual(['b@-1']);
  next.written(1n, [0]);
  expect(await later).toEqual({ revision: 0n, position: 2n });
  expect(asked.filter((one) => one.startsWith('group'))).toHaveLength(2);
});

test('each append has a deadline of its own', async () => {
  holdTime();
  const { put, question } = scene({ deadline_ms: 30 });
  const results: (AppendResult | string)[] = [];
  const note = (result: AppendResult | string) => results.push(result);
  const first = put('a', 'no_stream', ['1']).then(note);
  const group = await question();
  vi.advanceTimersByTime(20);
  const second = put('b', 'no_stream', ['2']).then(note);
  vi.advanceTimersByTime(10);
  await first;
  vi.advanceTimersByTime(19);
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(results).toEqual(['unknown']);
  const third = put('c', 'no_stream', ['3']);
  vi.advanceTimersByTime(1);
  await second;
  expect(results).toEqual(['unknown', 'not_written']);
  group.written(0n, [0]);
  const next = await question();
  expect(next.about).toEqual(['c@-1']);
  next.written(1n, [0]);
  expect(await third).toEqual({ revision: 0n, position: 2n });
});

test('what comes after the deadline frees the room of an append only once, and its stream goes on', async () => {
  holdTime();
  const { put, question } = scene({ deadline_ms: 30, maxInHand_bytes: 100 });
  const full = async (stream: string, at: bigint): Promise<void> => {
    expect(await put(stream, at, ['x'], 101)).toBe('not_written');
    const all = put(stream, at, ['x'], 100);
    expect(await put('z', 'no_stream', ['y'], 1)).toBe('not_written');
    const group = await question();
    expect(group.about).toEqual([`${stream}@${at}`]);
    group.written(7n, [0]);
    expect(await all).toEqual({ revision: at + 1n, position: 8n });
  };
  const late = async (stream: string): Promise<Question> => {
    const appended = put(stream, 'no_stream', ['1']);
    const group = await question();
    vi.advanceTimersByTime(30);
    expect(await appended).toBe('unknown');
    return group;
  };
  (await late('a')).written(0n, [0]);
  await full('a', 0n);
  (await late('b')).fail(brokenConnection());
  await vi.advanceTimersByTimeAsync(10);
  await full('b', 0n);
  const explained = put('c', 3n, ['1']);
  (await question()).written(0n, []);
  const explain = await question();
  vi.advanceTimersByTime(30);
  expect(await explained).toBe('unknown');
  explain.explained({ current: 9n, ids: ['x'] });
  await full('c', 9n);
});

test('an append that fails or conflicts frees its room', async () => {
  const { put, question } = scene({ maxInHand_bytes: 100 });
  const refused = put('a', 'no_stream', ['1'], 100);
  (await question()).fail(serverError('23514'));
  expect(await refused).toBe('not_written');
  const conflicting = put('a', 'no_stream', ['1'], 100);
  (await question()).written(0n, []);
  (await question()).explained({ current: 9n, ids: ['x'] });
  expect(await conflicting).toBe('conflict at 9');
  const appended = put('a', 9n, ['1'], 100);
  (await question()).written(0n, [0]);
  expect(await appended).toEqual({ revision: 10n, position: 1n });
});

test('at its deadline an append that was sent and waits to be sent again is unknown', async () => {
  holdTime();
  const { put, question, state } = scene({ deadline_ms: 30 });
  const appended = put('a', 'no_stream', ['1']);
  const group = await question();
  state.isAway = true;
  group.fail(brokenConnection());
  await vi.advanceTimersByTimeAsync(30);
  expect(await appended).toBe('unknown');
});

test('a try without an answer is given up with its connections, and sent again', async () => {
  holdTime();
  const { put, question, state } = scene({ attempt_ms: 20 });
  const appended = put('a', 'no_stream', ['1']);
  await question();
  await vi.advanceTimersByTimeAsync(20 + 10);
  const again = await question();
  expect(state.renewed).toBe(1);
  again.written(0n, [0]);
  expect(await appended).toEqual({ revision: 0n, position: 1n });
});

test('a group has so many appends and events, and an append larger than that goes alone', async () => {
  const { put, question } = scene({ maxInHand: 2_000, maxInHand_bytes: 100_000_000 });
  const mib = 1024 * 1024;
  const sizes = async (count: number): Promise<number[]> => {
    const found: number[] = [];
    for (let n = 0; n < count; n++) {
      const group = await question();
      found.push(group.about.length);
      group.written(
        0n,
        group.about.map((_, index) => index),
      );
    }
    return found;
  };
  const many = Array.from({ length: 513 }, (_, n) => put(`s${n}`, 'no_stream', ['1']));
  expect(await sizes(2)).toEqual([512, 1]);
  await Promise.all(many);
  const wide = [1_000, 1_000, 1].map((events, n) => put(`w${n}`, 'no_stream', Array.from({ length: events }, String)));
  expect(await sizes(2)).toEqual([2, 1]);
  await Promise.all(wide);
  const large = [3 * mib, mib, 1, 5 * mib, 1].map((bytes, n) => put(`l${n}`, 'no_stream', ['1'], bytes));
  expect(await sizes(4)).toEqual([2, 1, 1, 1]);
  await Promise.all(large);
});

test('what is pending is bounded by number and bytes, and its room is free again when it is answered', async () => {
  const { put, question } = scene({ maxInHand: 2, maxInHand_bytes: 100 });
  const first = put('a', 'no_stream', ['1'], 60);
  expect(await put('b', 'no_stream', ['2'], 41)).toBe('not_written');
  const second = put('b', 'no_stream', ['2'], 40);
  expect(await put('c', 'no_stream', ['3'], 0)).toBe('not_written');
  (await question()).written(0n, [0, 1]);
  await Promise.all([first, second]);
  const third = put('c', 'no_stream', ['3'], 100);
  (await question()).written(2n, [0]);
  expect(await third).toEqual({ revision: 0n, position: 3n });
});

test('close waits for what is pending and refuses what comes later', async () => {
  const { put, question, close } = scene();
  const appended = put('a', 'no_stream', ['1']);
  let isClosed = false;
  const closed = close().then(() => {
    isClosed = true;
  });
  expect(await put('b', 'no_stream', ['2'])).toBe('not_written');
  const group = await question();
  expect(isClosed).toBe(false);
  group.written(0n, [0]);
  expect(await appended).toEqual({ revision: 0n, position: 1n });
  await closed;
});

test('an append whose lease is lost is not sent again, unless an earlier try wrote it', async () => {
  const { put, question, asked } = scene();
  const [lost, written] = [put('a', 'no_stream', ['1']), put('b', 'no_stream', ['2'])];
  (await question()).fail(brokenConnection());
  (await question()).written(5n, [], [0, 1]);
  (await question()).explained({ current: -1n }, { current: 0n, ids: ['2'] });
  expect([await lost, await written]).toEqual(['not_written, lost', { revision: 0n, position: 70n }]);
  expect(asked.filter((each) => each.startsWith('group'))).toHaveLength(2);
});
