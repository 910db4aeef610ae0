import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { categoryOf, onlyTablesOf, ownerOf, type Projection, type RowRef } from '../../projections/model/model.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeRowCache } from '../../projections/model/rows.ts';
import { trackSums } from '../../projections/model/sums.ts';
import { shapeOf } from '../../projections/model/tables.ts';
import { ADDED, VERSIONS } from '../../projections/model/versions.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import type { PersonalKeys } from '../../src/kernel/events/keys.ts';
import { registry, upcasters } from '../../src/registry.ts';
import { readRecorded } from '../support/recorded-log.ts';

// A running service knows by the version of a resource's tables whether those that it finds are those that this code
// would have made. So whoever changes the tables of a resource, or what is made of events in them, raises its version,
// and this test knows when that was forgotten. After raising it in projections/model/versions.ts:
//
//     RECORD_FINGERPRINTS=1 npx vitest run test/unit/projections-versions.test.ts

interface Fingerprint {
  version: number;
  tables: string;
  rows: string;
}

const FILE = fileURLToPath(new URL('../fixtures/projection-fingerprints.json', import.meta.url));
const COMMAND = 'RECORD_FINGERPRINTS=1 npx vitest run test/unit/projections-versions.test.ts';

const noKeys: PersonalKeys = {
  prepare: async () => {},
  seal: () => Promise.reject(new Error('nothing is sealed here')),
  open: () => Promise.reject(new Error('recorded events are in clear')),
  erase: async () => {},
};

/** The rows that a projection makes of a log, one line each. */
const rowsOf = async (projection: Projection, log: readonly LogEvent[]): Promise<string[]> => {
  const { tables, projector } = projection;
  const cache = makeRowCache(tables, Number.POSITIVE_INFINITY);
  const load = (refs: readonly RowRef[]) => {
    for (const [table, ids] of cache.missing(refs)) cache.loaded(table, ids, new Map());
  };
  for (const event of await hydrate(log, noKeys, upcasters)) {
    if (!projector.handles(categoryOf(event.stream))) continue;
    const refs = projector.touches(event);
    load(refs);
    const tracked = trackSums(projection, cache.rows);
    projector.apply(event, tracked.rows, refs);
    load(tracked.refs());
    tracked.apply();
  }
  return cache
    .changes()
    .flatMap(({ table, rows }) =>
      [...rows].map(({ row }) => JSON.stringify([table.name, row, table.columns.map(({ of }) => of(row))])),
    )
    .sort();
};

/** The tables of each resource, as what makes them alone. */
const projections = resourceProjections(registry, makeFolder(registry)).flatMap((projection) =>
  [...new Set(projection.tables.map(ownerOf))].map((owner) => {
    const own = onlyTablesOf(projection, new Set([owner]));
    return { ...own, name: owner, version: own.tables[0]!.version! };
  }),
);
const log = readRecorded();
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Fingerprint>;

const current = async (projection: Projection): Promise<Fingerprint> => ({
  version: projection.version,
  tables: shapeOf(projection),
  rows: createHash('sha256')
    .update((await rowsOf(projection, log)).join('\n'))
    .digest('hex')
    .slice(0, 16),
});

test('every version is that of a resource, and what is added that of a context', () => {
  const contexts = new Set(registry.all.map(({ context }) => context));
  expect(Object.keys(VERSIONS).filter((name) => !registry.get(name))).toEqual([]);
  expect(Object.keys(ADDED).filter((name) => !contexts.has(name))).toEqual([]);
});

test('the recorded log is one that the read models make something of', async () => {
  const rows = await Promise.all(projections.map((projection) => rowsOf(projection, log)));
  expect(rows.flat().length).toBeGreaterThan(100);
});

if (process.env.RECORD_FINGERPRINTS)
  test('fingerprints of new versions are recorded', async () => {
    const entries = await Promise.all(
      projections.map(async (projection) => {
        const before = recorded[projection.name];
        const keep = before?.version === projection.version;
        return [projection.name, keep ? before : await current(projection)] as const;
      }),
    );
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
  });
else
  test.each(projections.map((projection) => [projection.name, projection] as const))(
    'the tables and rows of %s are those of its version',
    async (name, projection) => {
      const before = recorded[name];
      const now = await current(projection);
      const advice = `raise the version of "${name}" in projections/model/versions.ts, then run: ${COMMAND}`;
      if (before?.version !== now.version)
        expect.fail(`version ${now.version} of ${name} has no fingerprint yet; run: ${COMMAND}`);
      if (before.tables !== now.tables)
        expect.fail(`${name} has other tables than its version ${now.version}: ${advice}`);
      if (before.rows !== now.rows)
        expect.fail(`${name} makes other rows of events than its version ${now.version}: ${advice}`);
    },
  );
