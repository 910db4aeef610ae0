import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { arrayTypes } from './arrays.ts';
import { repairDriver } from './driver-repairs.ts';
import { endWithSessions } from './ended-sessions.ts';
import { AT_ONCE, socketOpener } from './sockets.ts';

/** Address and credentials of a database. */
export interface DatabaseAddress {
  host: string;
  port: number;
  /** A unix socket of the server on this machine, which is used instead of host and port: its calls cost less. */
  path?: string;
  user: string;
  password: string;
  database: string;
}

export interface OpenOptions {
  /** Most connections at once; default 10. */
  max?: number;
  /** Shown in pg_stat_activity; default `payroll`. */
  name?: string;
  /** The server ends a statement after this long; default 30 s, 0 for never. */
  statementTimeout_ms?: number;
  /** A server that says nothing for so much longer than that is taken to be gone; default 5 s. */
  late_ms?: number;
  /** The server ends a statement that waits this long for a lock; default 0 (statementTimeout_ms bounds it). */
  lockTimeout_ms?: number;
  /** The server ends a session that sits idle inside a transaction this long; default 30 s, 0 for never. */
  idleInTransaction_ms?: number;
  /** A connection that is not made after this long fails; default 5 s. */
  connectTimeout_ms?: number;
  /** Connections without work are closed after this long; default never. */
  idle_ms?: number;
  /** Connections are replaced at this age; default half an hour to an hour, null for never. */
  lifetime_s?: number | null;
  /** Further settings of each session, as `set name = value`. */
  settings?: Record<string, string | number | boolean>;
  /** Called when a connection of the pool has ended, for whatever reason. */
  onclose?: (connectionId: number) => void;
}

/**
 * Settings of sessions that read growing tables: no cached plan, and no plan by outdated statistics, scans a whole
 * table.
 */
export const INDEXED = { enable_seqscan: 'off' };

/** Settings that statements of the service are written for, whatever role or database have. */
const SAME_EVERYWHERE = {
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  idle_session_timeout: 0,
};

const STATEMENT_TIMEOUT_ms = 30_000;

const textOf = (settings: Record<string, string | number | boolean>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/** The settings of a session, beside its name. As text: the driver leaves out a 0. */
export const sessionSettings = (options: OpenOptions = {}): Record<string, string> =>
  textOf({
    ...SAME_EVERYWHERE,
    statement_timeout: options.statementTimeout_ms ?? STATEMENT_TIMEOUT_ms,
    lock_timeout: options.lockTimeout_ms ?? 0,
    idle_in_transaction_session_timeout: options.idleInTransaction_ms ?? 30_000,
    ...options.settings,
  });

/** What no request waits for, as a command or a build of read models, waits so long for one answer of the database. */
export const PATIENT_ms = 120_000;

/** The client that all code uses: `int8` is bigint; `numeric`, `date` and timestamps are text. No float, no Date. */
export type Sql = postgres.Sql<{ int8: bigint }>;
export type TransactionSql = postgres.TransactionSql<{ int8: bigint }>;

/**
 * PostgreSQL's `2026-03-01 09:30:00.5+00` as ISO 8601 in UTC with six fractional digits. Sessions run in UTC, so there
 * is no other offset; another form (`infinity`) is returned as it is.
 */
const isoTimestamp = (text: string): string => {
  const found = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(\+00)?$/.exec(text);
  if (!found) return text;
  return `${found[1]}T${found[2]}.${(found[3] ?? '').padEnd(6, '0')}${found[4] ? 'Z' : ''}`;
};

const asText = (value: unknown): string => String(value);

/** The types of PostgreSQL's protocol, by their oids. */
const types = {
  int8: { to: 20, from: [20], serialize: asText, parse: (text: string) => BigInt(text) },
  numeric: { to: 1700, from: [1700], serialize: asText, parse: (text: string) => text },
  // `date` is also the name of the driver's own Date conversion, which this replaces.
  date: { to: 1082, from: [1082], serialize: asText, parse: (text: string) => text },
  timestamp: { to: 1184, from: [1114, 1184], serialize: asText, parse: isoTimestamp },
  ...arrayTypes(isoTimestamp),
};

/** The socket of a server that listens on a port, in the folder of its sockets. */
export const socketIn = (folder: string, port: string | number): string => join(folder, `.s.PGSQL.${port}`);

/** How PGSSLMODE asks to encrypt, where the address says nothing: the driver reads PGSSL alone. Sockets need none. */
const encryptionFor = ({ searchParams }: URL, host: string): object => {
  const { PGSSLMODE: mode = '' } = process.env;
  const isSaid = searchParams.has('sslmode') || searchParams.has('ssl') || host.startsWith('/');
  return isSaid || /^(disable|allow)?$/.test(mode) ? {} : { ssl: mode };
};

/**
 * The arguments of the driver for a `postgres://` URL or an address. As in other clients of PostgreSQL, the parameter
 * `host` of a URL may name the folder of a socket, and a URL without a host, a port or a way to encrypt has those of
 * PGHOST, PGPORT and PGSSLMODE.
 */
const target = (where: string | DatabaseAddress): [string, object] | [object] => {
  if (typeof where !== 'string') return [{ ...where, username: where.user }];
  const url = URL.canParse(where) ? new URL(where) : undefined;
  const folder = url?.searchParams.get('host');
  const port = url?.port || process.env.PGPORT || 5432;
  // The driver would look for a port behind the first colon of an address of IPv6.
  const named = url?.hostname || process.env.PGHOST || '';
  const encryption = url ? encryptionFor(url, named) : {};
  const ipv6 = isIPv6(named) ? named : /^\[(.+)\]$/.exec(named)?.[1];
  if (url && ipv6 && !folder) return [where, { ...encryption, host: [ipv6], port: [Number(port)] }];
  if (!url || !folder?.startsWith('/')) return [where, encryption];
  url.searchParams.delete('host');
  return [url.href, { path: socketIn(folder, port) }];
};

/**
 * The address with a `search_path` for all sessions. What a role or a database sets while the service runs counts for
 * new sessions alone, and these would find other tables, or none. An embedded database is nobody else's.
 */
export const withPath = (where: string | DatabaseAddress, path: string): string | DatabaseAddress =>
  typeof where === 'string'
    ? `${where}${where.includes('?') ? '&' : '?'}search_path=${encodeURIComponent(path)}`
    : where;

/** A connection of the driver, in the one of its queues that says what it may be given. */
interface Connection {
  queue: { remove(connection: Connection): unknown };
}

/** A statement of the driver, which asks `onexecute` whether the connection that it was given may be given more. */
interface Statement {
  /** Whether it was written as a template: then `origin` says where. */
  tagged: boolean;
  origin: string;
  options: { onexecute?: (connection: Connection) => boolean };
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const isStatement = (made: unknown): made is Statement =>
  typeof made === 'object' && made !== null && 'options' in made && 'resolve' in made && 'reject' in made;

/** A connection whose statement takes longer than this is given no more until it has answered. */
const SLOW_ms = 5;

const leftAloneWhenSlow = (made: unknown): unknown => {
  if (!isStatement(made)) return made;
  // The driver keeps an error of each place where a statement is written, and with its unread stack the pool that ran
  // it first, and all that this had in hand when it ended.
  if (made.tagged) void made.origin;
  const { resolve, reject } = made;
  let slow: NodeJS.Timeout | undefined;
  made.options.onexecute = (connection) => {
    slow = setTimeout(() => connection.queue.remove(connection), SLOW_ms);
    return true;
  };
  made.resolve = (result) => {
    clearTimeout(slow);
    resolve(result);
  };
  made.reject = (error) => {
    clearTimeout(slow);
    reject(error);
  };
  return made;
};

/**
 * Keeps statements from waiting behind a slow one. Where all connections are busy, postgres 3.4.9 sends a statement to
 * any of them at once, which is good behind a quick one: behind a slow one it waits for that, though other connections
 * have long become free. There is no setting for it: without sending ahead at all (`max_pipeline`) no transaction
 * begins.
 */
const leavingSlowOnes = (client: Sql): Sql =>
  new Proxy(client, {
    apply: (target, self, given) => leftAloneWhenSlow(Reflect.apply(target, self, given)),
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'unsafe' || typeof member !== 'function') return member;
      return (...given: unknown[]) => leftAloneWhenSlow(Reflect.apply(member, target, given));
    },
  });

/**
 * A pool of connections to a database. Connects on first use; the caller ends it with `sql.end({ timeout: seconds })`.
 *
 * A string parameter that PostgreSQL takes as json would be encoded once more: pass JSON text as `${text}::text::json`.
 *
 * @throws Error where the address, or PGHOST, names several hosts, or asks for a server that only reads
 */
export const openDatabase = (where: string | DatabaseAddress, options: OpenOptions = {}): Sql => {
  repairDriver();
  const { statementTimeout_ms = STATEMENT_TIMEOUT_ms, late_ms = 5_000 } = options;
  const settings: postgres.Options<typeof types> = {
    max: options.max ?? 10,
    connect_timeout: Math.max(1, Math.ceil((options.connectTimeout_ms ?? 5_000) / 1_000)),
    types,
    // See arrays.ts.
    fetch_types: false,
    // Notices ("relation exists, skipping") are ignored.
    onnotice: () => {},
    onclose: options.onclose,
    // Reconnecting waits a little longer each time, a second at most: a service must be back soon after its database.
    backoff: (retries: number) => Math.min(1, 0.02 * 2 ** Math.min(retries, 6)),
    connection: { application_name: options.name ?? 'payroll', ...sessionSettings(options) },
    ...(options.lifetime_s === undefined ? {} : { max_lifetime: options.lifetime_s }),
    ...(options.idle_ms === undefined ? {} : { idle_timeout: Math.max(1, Math.ceil(options.idle_ms / 1_000)) }),
  };
  const [first, second] = target(where);
  const open = (given: postgres.Options<typeof types>) =>
    typeof first === 'string' ? postgres(first, { ...second, ...given }) : postgres({ ...first, ...given });
  // The driver reads how to encrypt, and is told that there is nothing to do: its sockets do it. It connects later.
  const read: object = open({ max: 1, types }).options;
  const encryption = { ssl: undefined, sslnegotiation: undefined, ...read };
  const silence_ms = statementTimeout_ms > 0 ? statementTimeout_ms + late_ms : 0;
  const ours = {
    ...settings,
    // The driver's own, whatever the address or PGMAX_PIPELINE says: with 1 no transaction begins.
    max_pipeline: 100,
    ssl: false,
    sslnegotiation: null,
    socket: socketOpener(encryption, silence_ms),
  };
  const sql = open(ours);
  // Where postgres 3.4.9 knows several, it passes over the end of a session under its first statement, and takes the
  // beginning of the next session for the answer of that one: what was never written looks as if it was.
  if (sql.options.host.length > 1) throw new Error('several hosts are named for the database: name one');
  // It would connect again for ever, and say nothing.
  if (/^(read-only|standby|prefer-standby)$/.test(sql.options.target_session_attrs ?? ''))
    throw new Error('target_session_attrs asks for a server that only reads, and the service writes: leave it out');
  // What the address says comes instead of ours: both are sent.
  const { options: asked = '' } = sql.options.connection;
  Object.assign(sql.options.connection, { options: `${AT_ONCE}${asked}` });
  return leavingSlowOnes(endWithSessions(sql));
};
