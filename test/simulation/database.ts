import { wantedOf } from '../../projections/generations.ts';
import type { Projection } from '../../projections/model.ts';
import { schemaName } from '../../projections/tables.ts';
import type { Sql } from '../../src/database/connect.ts';
import type { JsonObject } from '../../src/event-store/port.ts';
import { EPOCH_ms } from './globals.ts';
import type { Network, Profile } from './network.ts';
import type { ReadTables } from './read-tables.ts';
import type { Host, Scheduler } from './scheduler.ts';

/**
 * The database of the simulation, as far as the service's own statements reach it: checkpoints and leases of process
 * managers, due work, where the read models stand, and words from process to process.
 */
export interface Database {
  /** The pool of one process. */
  sqlOf(host: Host): Sql;
  managers: Map<string, ManagerRow>;
  due: Map<string, DueWorkRow>;
  /** Says something to all who listen. */
  notify(channel: string, message: string): void;
  /** A process is gone: nobody listens there. */
  forget(host: Host): void;
}

export interface ManagerRow {
  name: string;
  position: bigint;
  appended: bigint;
  owner: string | null;
  lease_until_ms: number;
  stopped_error: string | null;
}

export interface DueWorkRow {
  kind: string;
  key: string;
  payload: JsonObject;
  due_ms: number;
  holder: string | null;
  lease_until_ms: number;
  attempts: number;
  asked: bigint;
  ended: boolean;
  last_error: string | null;
}

interface Listener {
  host: Host;
  channel: string;
  hear: (message: string) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: values of statements, each known to its own
type Values = readonly any[];
type Statement = (values: Values) => unknown[];

/** Share of words that get lost where anything does. */
const LOST_WORDS = 0.05;

export const makeDatabase = (
  scheduler: Scheduler,
  network: Network,
  profile: () => Profile,
  projections: readonly Projection[],
  tables: ReadTables,
): Database => {
  const managers = new Map<string, ManagerRow>();
  const due = new Map<string, DueWorkRow>();
  let listeners: Listener[] = [];
  const { random } = scheduler;
  const generations = wantedOf(projections).map(({ projection, shape }) => ({ projection, shape }));
  const now = (): number => EPOCH_ms + scheduler.now_ms();
  const msOf = (instant: string | null | undefined): number => (instant ? Date.parse(instant) : now());

  const notify = (channel: string, message: string): void => {
    for (const { host, channel: own, hear } of listeners) {
      if (own !== channel || (profile().brokenReads > 0 && random.next() < LOST_WORDS)) continue;
      scheduler.after(network.delay_ms(), host, () => hear(message));
    }
  };

  const dueRow = (row: { kind: string; key: string; payload: JsonObject; due_at?: string }): DueWorkRow => ({
    kind: row.kind,
    key: row.key,
    payload: row.payload,
    due_ms: msOf(row.due_at),
    holder: null,
    lease_until_ms: 0,
    attempts: 0,
    asked: 1n,
    ended: false,
    last_error: null,
  });

  /** The service's statements, each told by a piece of its text. */
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
        })),
    ],
    ['select name, position, appended from process_managers', () => [...managers.values()].map((row) => ({ ...row }))],
    [
      'insert into process_managers',
      ([names, positions]) => {
        (names as string[]).forEach((name, i) => {
          const position = BigInt(positions[i]);
          if (!managers.has(name))
            managers.set(name, { name, position, appended: 0n, owner: null, lease_until_ms: 0, stopped_error: null });
        });
        return [];
      },
    ],
    [
      'set owner = $1, lease_until',
      ([owner, names, lease_ms]) =>
        (names as string[]).flatMap((name) => {
          const row = managers.get(name)!;
          if (row.owner !== owner && row.owner !== null && row.lease_until_ms >= now()) return [];
          row.owner = owner;
          row.lease_until_ms = now() + Number(lease_ms);
          return [{ name, position: row.position, appended: row.appended }];
        }),
    ],
    [
      'set position = $4',
      ([owner, name, from, to, appended, channel, message]) => {
        const row = managers.get(name)!;
        if (row.owner !== owner || row.position !== BigInt(from)) return [];
        row.position = BigInt(to);
        if (BigInt(appended) > row.appended) row.appended = BigInt(appended);
        row.stopped_error = null;
        notify(channel, message);
        return [{}];
      },
    ],
    [
      'stopped_at = coalesce',
      (values) => {
        const row = managers.get(values[3])!;
        if (row.owner === values[4]) row.stopped_error = values[2];
        return [];
      },
    ],
    [
      'unnest($2::text[]) message',
      ([channel, messages]) => {
        for (const message of messages as string[]) notify(channel, message);
        return [];
      },
    ],
    [
      'on conflict (kind, key) do nothing',
      ([recordset, channel]) => {
        const rows = (JSON.parse(recordset) as DueWorkRow[]).filter((row) => !due.has(`${row.kind}/${row.key}`));
        for (const row of rows) due.set(`${row.kind}/${row.key}`, dueRow(row));
        if (rows.length > 0) notify(channel, '');
        return rows.length > 0 ? [{ rows: BigInt(rows.length) }] : [];
      },
    ],
    [
      'on conflict (kind, key) do update',
      ([recordset, channel]) => {
        for (const each of JSON.parse(recordset)) {
          const id = `${each.kind}/${each.key}`;
          const known = due.get(id);
          const fresh = dueRow(each);
          if (!known) due.set(id, fresh);
          else {
            known.payload = fresh.payload;
            known.due_ms = known.ended ? fresh.due_ms : Math.min(known.due_ms, fresh.due_ms);
            if (known.ended) known.attempts = 0;
            known.asked += 1n;
            known.ended = false;
          }
        }
        notify(channel, '');
        return [];
      },
    ],
    [
      'for update of w skip locked',
      ([free, holder, lease_ms]) => {
        const claimed: DueWorkRow[] = [];
        for (const { kind, slots, now: at } of JSON.parse(free)) {
          const open = [...due.values()]
            .filter((row) => row.kind === kind && !row.ended && row.due_ms <= (at ? msOf(at) : now()))
            .filter((row) => row.lease_until_ms < now())
            .sort((a, b) => a.due_ms - b.due_ms);
          claimed.push(...open.slice(0, slots));
        }
        for (const row of claimed) {
          row.holder = holder;
          row.attempts += 1;
          row.lease_until_ms = now() + Number(lease_ms);
        }
        return claimed.map(({ kind, key, payload, attempts, asked }) => ({ kind, key, payload, attempts, asked }));
      },
    ],
    [
      'attempts = 0, last_error = null',
      ([asked, again_at, business, in_ms, , isOver, kind, key, holder]) => {
        const row = due.get(`${kind}/${key}`);
        if (row?.holder !== holder || !row) return [];
        Object.assign(row, { holder: null, lease_until_ms: 0, attempts: 0, last_error: null });
        if (row.asked !== asked) return [];
        if (again_at) row.due_ms = msOf(again_at);
        else if (in_ms !== null) row.due_ms = msOf(business) + Number(in_ms);
        row.ended = isOver;
        return [];
      },
    ],
    [
      'lease_until = null, last_error =',
      ([error, business, pause_ms, kind, key, holder]) => {
        const row = due.get(`${kind}/${key}`);
        if (row?.holder !== holder || !row) return [];
        Object.assign(row, { holder: null, lease_until_ms: 0, last_error: error });
        row.due_ms = msOf(business) + Number(pause_ms);
        return [];
      },
    ],
    [
      'returning kind, key',
      ([lease_ms, holder]) => {
        const mine = [...due.values()].filter((row) => row.holder === holder);
        for (const row of mine) row.lease_until_ms = now() + Number(lease_ms);
        return mine.map(({ kind, key }) => ({ kind, key }));
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

  const sqlOf = (host: Host): Sql => {
    const run = (text: string, values: Values) =>
      network.call(host, () => {
        const { brokenReads } = profile();
        if (brokenReads > 0 && random.next() < brokenReads)
          throw Object.assign(new Error('the connection ended'), { code: 'CONNECTION_CLOSED' });
        const found = statements.find(([piece]) => text.includes(piece));
        if (!found) throw new Error(`the simulated database does not know the statement ${text}`);
        return found[1](values);
      });
    const sql = (texts: TemplateStringsArray, ...values: Values) => run(texts.join('?'), values);
    return Object.assign(sql, {
      unsafe: (text: string, values: Values = []) => run(text, values),
      listen: async (channel: string, hear: (message: string) => void, onListen?: () => void) => {
        const listener = { host, channel, hear };
        listeners.push(listener);
        onListen?.();
        return {
          unlisten: async () => {
            listeners = listeners.filter((one) => one !== listener);
          },
        };
      },
    }) as unknown as Sql;
  };

  return {
    sqlOf,
    managers,
    due,
    notify,
    forget: (gone) => {
      listeners = listeners.filter(({ host }) => host !== gone);
    },
  };
};
