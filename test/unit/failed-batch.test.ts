import { expect, test } from 'vitest';
import { makeApply } from '../../projections/feed/apply.ts';
import type { Target } from '../../projections/feed/target.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeRowCache } from '../../projections/model/rows.ts';
import type { Sql } from '../../src/database/connect.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
import { event, folder, hydrateWith, registry } from '../support/orchard.ts';

const projections = resourceProjections(registry, folder);
const targetOf = (name: string): Target => {
  const projection = projections.find((one) => one.name === name)!;
  const cache = makeRowCache(projection.tables, 1_000_000);
  return { projection, generation: 1, schema: 'read', position: 0n, cache, parked: new Map() };
};

const stored = (position: bigint, stream: string, type: string, data: Record<string, string>): LogEvent => ({
  ...event(type, data),
  stream,
  // Of what the first event of a stream makes, no row would be read.
  revision: 1n,
  position,
});

test('nothing of a batch that could not be read comes into a cache after the batch has failed', async () => {
  // The rows of one read model cannot be read, and those of the other come later.
  let come: (rows: never[]) => void = () => {};
  const unsafe = (text: string): Promise<unknown> =>
    text.includes('tree')
      ? Promise.reject(Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' }))
      : new Promise((resolve) => {
          come = resolve;
        });
  const apply = makeApply({
    // Of the driver, what reading rows takes.
    sql: { unsafe } as unknown as Sql,
    transactions: { run: () => Promise.reject(new Error('nothing is to be written')), end: async () => {} },
    process: 'this one',
    hydrate: hydrateWith(),
  });
  const [orchard, people] = [targetOf('orchard'), targetOf('people')];
  const events = [
    stored(1n, 'tree-tr_1', 'TreeChanged', { label: 'Oak' }),
    stored(2n, 'gardener-ga_1', 'GardenerCreated', { name: 'Ada' }),
  ];
  const applied = apply([orchard, people], events, 2n);
  const failed = expect(applied).rejects.toThrow('the database is away');
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await turns();
  come([]);
  await failed;
  await turns();
  expect([orchard.cache.bytes(), people.cache.bytes()]).toEqual([0, 0]);
});
