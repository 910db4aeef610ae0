import { wantedOf } from '../../projections/feed/generations.ts';
import { CHANNEL } from '../../projections/feed/progress.ts';
import type { Projection } from '../../projections/model/model.ts';
import { schemaName } from '../../projections/model/tables.ts';
import type { Sql } from '../../src/database/connect.ts';
import type { DueStore, ManagerStore } from '../../src/work/port.ts';
import { CHANNEL as DUE_WORK } from '../../src/work/postgres-due-work.ts';
import { type MemoryProcessState, makeMemoryProcessState } from '../support/memory-process-state.ts';
import { EPOCH_ms } from './globals.ts';
import type { Network, Profile } from './network.ts';
import type { ReadTables } from './read-tables.ts';
import type { Host, Scheduler } from './scheduler.ts';

/**
 * The database of the simulation: what process managers and due work keep, behind their port; and as far as the
 * service's own statements reach it, where the read models stand, and words from process to process.
 */
export interface Database {
  /** The pool of one process. */
  sqlOf(host: Host): Sql;
  /** What its process managers and due work keep. */
  stateOf(host: Host): { state: ManagerStore; due: DueStore };
  managers: MemoryProcessState['managers'];
  due: MemoryProcessState['due'];
  inbox: MemoryProcessState['inbox'];
  /** Says something to all who listen. */
  notify(channel: string, message: string): void;
  /** A process is gone: nobody listens there. */
  forget(host: Host): void;
}

interface Listener {
  host: Host;
  channel: string;
  hear: (message: string) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: values of statements, each known to its own
type Values = readonly any[];
type Statement = (values: Values) => unknown[] | Promise<unknown[]>;

/** Share of words that get lost where anything does. */
const LOST_WORDS = 0.05;

export const makeDatabase = (
  scheduler: Scheduler,
  network: Network,
  profile: () => Profile,
  projections: readonly Projection[],
  tables: ReadTables,
): Database => {
  let listeners: Listener[] = [];
  const { random } = scheduler;
  const generations = wantedOf(projections).map(({ projection, shape }) => ({ projection, shape }));
  const now = (): number => EPOCH_ms + scheduler.now_ms();

  const notify = (channel: string, message: string): void => {
    for (const { host, channel: own, hear } of listeners) {
      if (own !== channel || (profile().brokenReads > 0 && random.next() < LOST_WORDS)) continue;
      scheduler.after(network.delay_ms(), host, () => hear(message));
    }
  };

  const listen = (host: Host, channel: string, hear: (message: string) => void) => {
    const listener = { host, channel, hear };
    listeners.push(listener);
    return () => {
      listeners = listeners.filter((one) => one !== listener);
    };
  };

  /** The service's statements, each known by a piece of its text. */
  const statements: [string, Statement][] = [
    [
      'from projection_generations',
      () =>
        generations.map(({ projection, shape }) => ({
          projection: projection.name,
          generation: 1,
          version: projection.version,
          shape,
          schema_name: schemaName(projection.name, 1),
          status: 'live',
          position: tables.positions.get(projection.name),
          owner: 'feeder',
          held: true,
          stopped_at: null,
          parked: [],
        })),
    ],
    [
      'on conflict (kind, key) do nothing',
      async ([recordset]) => {
        const rows = await state.dueStore.enqueue(JSON.parse(recordset));
        return rows > 0 ? [{ rows: BigInt(rows) }] : [];
      },
    ],
    [
      'select pg_notify(',
      ([channel, message]) => {
        notify(channel, message);
        return [];
      },
    ],
  ];

  const asked = <T>(host: Host, ask: () => T | Promise<T>): Promise<T> =>
    network.call(host, () => {
      const { brokenReads } = profile();
      if (brokenReads > 0 && random.next() < brokenReads)
        throw Object.assign(new Error('the connection ended'), { code: 'CONNECTION_CLOSED' });
      return ask();
    });

  const state = makeMemoryProcessState({ now_ms: now, notify, listen: () => () => {} }, CHANNEL);

  /** The same, asked over the network. */
  const over = <T extends object>(host: Host, port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([name, ask]) => [name, (...args: unknown[]) => asked(host, () => ask(...args))]),
    ) as T;

  const stateOf: Database['stateOf'] = (host) => ({
    state: {
      ...over(host, state.store),
      listen: async (channel, onMessage) => {
        const forget = listen(host, channel, onMessage);
        return async () => forget();
      },
    },
    due: {
      ...over(host, state.dueStore),
      listen: async (wake) => {
        const forget = listen(host, DUE_WORK, () => wake());
        wake();
        return async () => forget();
      },
    },
  });

  const sqlOf = (host: Host): Sql => {
    const run = (text: string, values: Values) =>
      asked(host, () => {
        const found = statements.find(([piece]) => text.includes(piece));
        if (!found) throw new Error(`the simulated database does not know the statement ${text}`);
        return found[1](values);
      });
    const sql = (texts: TemplateStringsArray, ...values: Values) => run(texts.join('?'), values);
    return Object.assign(sql, {
      unsafe: (text: string, values: Values = []) => run(text, values),
      listen: async (channel: string, hear: (message: string) => void, onListen?: () => void) => {
        const forget = listen(host, channel, hear);
        onListen?.();
        return { unlisten: async () => forget() };
      },
    }) as unknown as Sql;
  };

  return {
    sqlOf,
    stateOf,
    managers: state.managers,
    due: state.due,
    inbox: state.inbox,
    notify,
    forget: (gone) => {
      listeners = listeners.filter(({ host }) => host !== gone);
    },
  };
};
