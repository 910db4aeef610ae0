import { expect, test } from 'vitest';
import { makeManagersProgress } from '../../projections/feed/manager-progress.ts';
import type { Progress } from '../../projections/feed/progress.ts';
import { makeGate } from '../../projections/read/gate.ts';
import { START } from '../../src/event-store/port.ts';

const TENANT = { partner_id: 'ptn_1', company_id: 'co_1' };
const FOLLOWS = ['approval', 'journal'];

/**
 * A log of 9 events, of which a company's approval has handled the one at 5. It appended 12 for it, of which journal knows
 * nothing yet. Behind 5 only what concerns nobody stands.
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
