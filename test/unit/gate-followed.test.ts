import { expect, onTestFinished, test, vi } from 'vitest';
import { makeManagersProgress } from '../../projections/feed/manager-progress.ts';
import type { Progress } from '../../projections/feed/progress.ts';
import { makeGate } from '../../projections/read/gate.ts';
import { START } from '../../src/event-store/port.ts';

const TENANT = { partner_id: 'ptn_1', company_id: 'co_1' };
const FOLLOWS = ['approval', 'journal'];

/**
 * A log of 9 events, of which a company's approval has handled the one at 5. It appended 12 for it, of which journal
 * knows nothing yet. Behind 5 only what concerns nobody stands.
 */
const behindTheEnd = () => {
  const managers = makeManagersProgress();
  for (const name of FOLLOWS) managers.dispatched(name, 0n, 4n, []);
  managers.dispatched('approval', 4n, 9n, [{ scope: 'co_1', last: 5n }]);
  managers.dispatched('journal', 4n, 9n, []);
  managers.companyHandled('approval', { scope: 'co_1', from: 4n, to: 5n, clearTo: 9n, appended: 12n });
  let readable = 9n;
  const listeners = new Set<() => void>();
  const progress = {
    readPosition: () => readable,
    parkedIn: () => undefined,
    stopped: () => new Map(),
    manager: managers.get,
    onChange: () => () => {},
    until: (check: () => boolean) =>
      new Promise<boolean>((resolve) => {
        const look = (): void => {
          if (check()) resolve(true);
        };
        listeners.add(look);
        look();
      }),
  } as unknown as Progress;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const moves = async (move: () => void) => {
    move();
    for (const look of listeners) look();
    await turn();
  };
  const read = (to: bigint): void => {
    readable = to;
  };
  return { gate: makeGate(progress), managers, moves, read };
};

test('a wait for the end of the log includes what managers appended after it, and what follows from that', async () => {
  const { gate, managers, moves, read } = behindTheEnd();
  let answer: boolean | undefined;
  void gate.followed(9n, FOLLOWS, 1_000, TENANT, START).then((is) => {
    answer = is;
  });
  await moves(() => {});
  expect(answer).toBeUndefined();
  await moves(() => read(12n));
  expect(answer).toBeUndefined();
  await moves(() => managers.dispatched('approval', 9n, 12n, []));
  await moves(() => managers.dispatched('journal', 9n, 12n, [{ scope: 'co_1', last: 12n }]));
  expect(answer).toBeUndefined();
  // Journal appends 14 for it: that is waited for as well.
  await moves(() =>
    managers.companyHandled('journal', { scope: 'co_1', from: 11n, to: 12n, clearTo: 12n, appended: 14n }),
  );
  expect(answer).toBeUndefined();
  await moves(() => read(14n));
  await moves(() => {
    for (const name of FOLLOWS) managers.dispatched(name, 12n, 14n, []);
  });
  expect(answer).toBe(true);
});

test('a wait for several events includes what follows from each, and a wait for one only what follows from that', async () => {
  const { gate } = behindTheEnd();
  expect(await gate.followed(9n, FOLLOWS, 1_000, TENANT)).toBe(true);
  let answer: boolean | undefined;
  void gate.followed(9n, FOLLOWS, 1_000, TENANT, 5n).then((is) => {
    answer = is;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(answer).toBeUndefined();
});

test('a wait does not end early where much has followed since, one thing from the other', async () => {
  const { gate, managers, read } = behindTheEnd();
  const [first, end] = [20n, 220n];
  managers.dispatched('population', 0n, end, []);
  // As while a bulk call writes: each time what comes next was written by the time that population had appended.
  for (let at = first; at < end; at += 2n)
    managers.companyHandled('population', { scope: 'co_1', from: at - 1n, to: at, clearTo: at, appended: at + 2n });
  read(end);
  expect(await gate.followed(first, ['population'], 1_000, TENANT)).toBe(true);
});

/** A company's allowance at 6 waits for population; what comes at 8 concerns population only if it is handed over. */
const withEarlierWork = (handed: boolean) => {
  const { gate, managers, moves } = behindTheEnd();
  managers.dispatched('population', 0n, 6n, [{ scope: 'co_1', last: 6n }]);
  managers.dispatched('population', 6n, 9n, handed ? [{ scope: 'co_1', last: 8n }] : []);
  const seen: { answer?: boolean } = {};
  const follow = (since?: bigint) =>
    void gate.followed(8n, ['population'], 1_000, TENANT, since).then((is) => {
      seen.answer = is;
    });
  return { managers, moves, seen, follow };
};

test('an answer does not wait for what earlier calls of its company asked for', async () => {
  const { moves, seen, follow } = withEarlierWork(false);
  follow(7n);
  await moves(() => {});
  expect(seen.answer).toBe(true);
});

test('an answer waits for what its own events ask for, which comes after that of earlier calls', async () => {
  const { managers, moves, seen, follow } = withEarlierWork(true);
  follow(7n);
  await moves(() =>
    managers.companyHandled('population', { scope: 'co_1', from: 5n, to: 6n, clearTo: 7n, appended: undefined }),
  );
  expect(seen.answer).toBeUndefined();
  await moves(() =>
    managers.companyHandled('population', { scope: 'co_1', from: 7n, to: 8n, clearTo: 8n, appended: undefined }),
  );
  expect(seen.answer).toBe(true);
});

test('who waits for all up to a position waits for what earlier calls asked for', async () => {
  const { moves, seen, follow } = withEarlierWork(false);
  follow();
  await moves(() => {});
  expect(seen.answer).toBeUndefined();
});

test('an answer waits where it is not known what its company was handed over', async () => {
  const { managers } = withEarlierWork(false);
  // The dispatcher of another process has come to 12, and its notifications were lost, but for one of the company.
  await managers.refresh(async () => {
    managers.dispatched('population', 9n, 10n, [{ scope: 'co_1', last: 10n }]);
    return { checkpoints: [{ name: 'population', position: 12n, appended: 0n }], pending: [] };
  });
  expect(managers.get('population')!.handled(12n, 'co_1', 11n)).toBe(false);
});

test('a wait that ended is told to be of no use where a manager of the company is parked, and late where it is busy', async () => {
  const { gate, managers, moves } = behindTheEnd();
  await moves(() => managers.dispatched('journal', 9n, 12n, [{ scope: 'co_1', last: 12n }]));
  const stuck = (scope: string, names = FOLLOWS) => gate.isStuck(names, { ...TENANT, company_id: scope });
  expect(stuck('co_1')).toBe(false);
  await moves(() => managers.companyParked('journal', 'co_1'));
  expect([stuck('co_1'), stuck('co_1', ['approval']), stuck('co_2')]).toEqual([true, false, false]);
});

test('who names no time waits for read models and managers together two seconds at most', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waits_ms: number[] = [];
  const followed = (readable: bigint) =>
    makeGate({
      readPosition: () => readable,
      parkedIn: () => undefined,
      stopped: () => new Map(),
      manager: () => undefined,
      onChange: () => () => {},
      until: async (check: () => boolean, deadline_ms: number) => {
        waits_ms.push(deadline_ms - performance.now());
        vi.advanceTimersByTime(500);
        return check();
      },
    } as unknown as Progress).followed(9n, FOLLOWS, undefined, TENANT);
  expect([await followed(8n), await followed(9n)]).toEqual([false, false]);
  // The managers have what the read models left of it.
  expect(waits_ms).toEqual([2_000, 2_000, 1_500]);
});
