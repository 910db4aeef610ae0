import type { OpenOptions, Sql } from '../../src/database/connect.ts';
import type { EventStore, Position } from '../../src/event-store/port.ts';
import type { Reader } from '../../src/kernel/definition/reader.ts';
import type { Snapshots, Tenant } from '../../src/kernel/definition/services.ts';
import { pause } from '../../src/timing/pauses.ts';
import { unavailable } from '../../src/values/problem.ts';
import { type Generation, liveGenerations, type Wanted } from '../feed/generations.ts';
import { categoryOf } from '../model/model.ts';
import { makeReader } from './reader.ts';

/**
 * Consistent reads: a transaction that sees rows and checkpoints as they were when it began. Read models that are fed
 * separately may be at different positions then. For a company that is consistent all the same when none of its events
 * lies between these positions.
 */

/** Limit of snapshots at once in one process: each holds a connection for as long as it lasts. */
const AT_ONCE = 2;
/** How long the reader of a snapshot may pause between statements, to write elsewhere what it has read. */
const IDLE_ms = 120_000;
const TRIES = 60;
const AGAIN_ms = 100;
/**
 * How many positions of the log are searched for the company's events; read models further apart must catch up first.
 */
const MOST_APART = 5_000n;
const RETRY_s = 2;

export interface SnapshotsOptions {
  store: Pick<EventStore, 'readAll'>;
  wanted: readonly Wanted[];
  open: (options: OpenOptions) => Sql;
  max_found?: number;
}

export const makeSnapshots = (options: SnapshotsOptions): Snapshots & { close(): Promise<void> } => {
  const { store, wanted, open, max_found } = options;
  const projections = wanted.map(({ projection }) => projection);
  let pool: Sql | undefined;

  /**
   * The position of the generations for the company; undefined when they are at different ones. A checkpoint may lag
   * behind events that its projection does not handle.
   */
  const positionOf = async (live: ReadonlyMap<string, Generation>, tenant: Tenant): Promise<Position | undefined> => {
    const standing = projections.flatMap(({ name, projector }) => {
      const position = live.get(name)?.position;
      return position === undefined ? [] : [{ projector, position }];
    });
    if (standing.length < projections.length) return undefined;
    const [least, greatest] = edgesOf(standing.map(({ position }) => position));
    if (least === greatest) return least;
    if (greatest - least > MOST_APART) return undefined;
    for await (const events of store.readAll({ after: least, upTo: greatest }))
      for (const { metadata, stream, position: at } of events) {
        if (metadata.company_id !== tenant.company_id) continue;
        const category = categoryOf(stream);
        if (standing.some(({ projector, position }) => position < at && projector.handles(category))) return undefined;
      }
    return greatest;
  };

  const take: Snapshots['take'] = async <T>(
    tenant: Tenant,
    work: (read: Reader, position: Position) => Promise<T>,
  ): Promise<T> => {
    pool ??= open({ max: AT_ONCE, name: 'payroll snapshots', idleInTransaction_ms: IDLE_ms, idle_ms: 30_000 });
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const done = await pool.begin('isolation level repeatable read read only', async (sql) => {
        const live = await liveGenerations(sql, wanted);
        const position = await positionOf(live, tenant);
        if (position === undefined) return undefined;
        const progress = { live: (name: string) => live.get(name), refresh: async () => {} };
        return { result: await work(makeReader({ sql, projections, progress, max_found }), position) };
      });
      if (done) return done.result;
      await pause(AGAIN_ms);
    }
    throw unavailable(
      {
        en: 'What is read is still being brought up to date. Repeat the request.',
        fr: 'Ce qui est lu est encore en cours de mise à jour. Répétez la requête.',
      },
      RETRY_s,
    );
  };

  return { take, close: async () => pool?.end({ timeout: 5 }) };
};

const edgesOf = (positions: readonly Position[]): [Position, Position] => {
  let [least, greatest] = [positions[0]!, positions[0]!];
  for (const position of positions) {
    if (position < least) least = position;
    if (position > greatest) greatest = position;
  }
  return [least, greatest];
};
