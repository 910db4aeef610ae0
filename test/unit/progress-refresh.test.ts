import { expect, test } from 'vitest';
import { makeProgress } from '../../projections/feed/progress.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { shapeOf } from '../../projections/model/tables.ts';
import type { Sql } from '../../src/database/connect.ts';
import { folder, registry } from '../support/orchard.ts';

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

const STOP = { stream: 'tree-tr_2', revision: 0n, error: 'this tree is too tall' };

test('what the database said of a stop before this process moved on, or stopped, is not believed after that', async () => {
  const projection = resourceProjections(registry, folder).find(({ name }) => name === 'orchard')!;
  const { name, version } = projection;
  const row = (position: bigint, stopped_at: string | null) => ({
    ...{ projection: name, generation: 1, version, shape: shapeOf(projection), schema_name: 'read_orchard_1' },
    ...{ tables: {}, status: 'live', position, owner: null, held: true, parked: [] },
    ...{ stopped_at, stopped_stream: 'tree-tr_2', stopped_revision: 0n, stopped_error: STOP.error },
  });
  let answer: Promise<object[]> = Promise.resolve([row(1n, null)]);
  const sql = { unsafe: () => answer } as unknown as Sql;
  const progress = makeProgress(sql, [projection], { progress: async () => ({ checkpoints: [], pending: [] }) });
  await progress.refresh();
  /** A read of the database that was answered before something happens here, and comes in after it. */
  const overtaken = async (read: object, happens: () => void): Promise<void> => {
    let comes = (_: object[]): void => {};
    answer = new Promise((resolve) => {
      comes = resolve;
    });
    const refreshed = progress.refresh();
    happens();
    comes([read]);
    await refreshed;
  };
  await overtaken(row(1n, '2026-01-05T17:00:00.000000Z'), () =>
    progress.reached([{ projection: name, generation: 1 }], 2n),
  );
  expect(progress.stopped().size).toBe(0);
  await overtaken(row(2n, null), () => progress.stop(name, 1, STOP));
  expect([...progress.stopped().keys()]).toEqual([name]);
  // Where nothing happens here, the database says it: the projection may be fed by another process.
  await overtaken(row(2n, null), () => {});
  expect(progress.stopped().size).toBe(0);
});
