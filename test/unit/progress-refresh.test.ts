import { expect, test } from 'vitest';
import { makeProgress } from '../../projections/feed/progress.ts';
import type { Sql } from '../../src/database/connect.ts';

/** Progress of no read model and of one manager, whose checkpoint is read only once it may be. */
const progressOf = () => {
  let position = 1n;
  let reads = 0;
  let goOn = (): void => {};
  const mayEnd = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const sql = { unsafe: async () => [] } as unknown as Sql;
  const progress = makeProgress(sql, [], {
    progress: async () => {
      reads += 1;
      const checkpoints = [{ name: 'gardener', position, appended: 0n }];
      await mayEnd;
      return { checkpoints, pending: [] };
    },
  });
  const moveTo = (to: bigint): void => {
    position = to;
  };
  return { progress, goOn, reads: () => reads, moveTo };
};

/**
 * Given a read of the checkpoints that is under way, when something changes and another process says so, then what is
 * asked for is as it is since.
 */
test('who has the progress read while it is being read gets it as it is by then, and all who ask meanwhile share a read', async () => {
  const { progress, goOn, reads, moveTo } = progressOf();
  const first = progress.refresh();
  while (reads() === 0) await Promise.resolve();
  moveTo(2n);
  const others = [progress.refresh(), progress.refresh()];
  goOn();
  await first;
  await Promise.all(others);
  expect(progress.manager('gardener')?.dispatched).toBe(2n);
  expect(reads()).toBe(2);
  moveTo(3n);
  await progress.refresh();
  expect(progress.manager('gardener')?.dispatched).toBe(3n);
});
