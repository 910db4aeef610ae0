import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../../values/describe-error.ts';
import { socketIn } from '../connect.ts';
import { DatabaseStartFailed, DataDirUnusable } from '../errors.ts';
import { makeFolder, writePrivate } from '../on-disk.ts';
import { type Binaries, isWritable, runProgram, type ServerUser } from './binaries.ts';

// The files of an embedded PostgreSQL: its folder, its data directory, its settings.

export const USER = 'payroll';
export const DATABASE = 'payroll';
export const HOST = '127.0.0.1';

/** Settings for a ledger on a machine that does other work too. Rewritten at every start. */
const SETTINGS: Record<string, string> = {
  // Three processes of some thirty connections each, commands beside them, and those of a process that was just killed.
  max_connections: '200',
  shared_buffers: '128MB',
  // An acknowledged event is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The first change of a page after a checkpoint writes an image of it, and these programs compress with pglz alone:
  // that takes longer than all else that a payroll asks of the server.
  wal_compression: 'off',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'ISO, YMD',
  password_encryption: 'scram-sha-256',
  // Every query here is short; compiling one costs more than it saves.
  jit: 'off',
  // The log names what went wrong, never a value: no statements, no details, no parameters.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** Paths of an embedded database, and the programs and user that it runs with. */
export interface Place {
  dataDir: string;
  /** Holds cluster, password and log. */
  folder: string;
  cluster: string;
  log: string;
  binaries: Binaries;
  user: ServerUser | undefined;
}

/** Whether there is a file or folder that can be looked at. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Creates DATA_DIR, or checks that it can be used. @throws DataDirUnusable */
export const prepareDataDir = async (dataDir: string, user: ServerUser | undefined): Promise<void> => {
  try {
    // As root, the server's user must be able to pass through the folder; the files inside are protected one by one.
    await makeFolder(dataDir, user ? 0o711 : 0o700);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DataDirUnusable(`DATA_DIR ${dataDir} cannot be made: ${reason}`, { cause });
  }
  if (!isWritable(dataDir)) throw new DataDirUnusable(`DATA_DIR ${dataDir} is not writable by this user`);
};

/** Deletes unfinished clusters, left by starts that were killed. */
const sweepUnfinished = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('database.new-')) continue;
    const path = join(dataDir, name);
    const age_ms = Date.now() - (await stat(path)).mtimeMs;
    if (age_ms > 10 * 60_000) await rm(path, { recursive: true, force: true });
  }
};

/** Creates a new cluster and moves it into its place, unless another process was faster. */
export const makeCluster = async (place: Place, sync: boolean): Promise<void> => {
  await sweepUnfinished(place.dataDir);
  const draft = join(place.dataDir, `database.new-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 }).catch((cause: Error) => {
    throw new DataDirUnusable(`DATA_DIR ${place.dataDir} cannot hold a database: ${cause.message}`, { cause });
  });
  if (place.user) await chown(draft, place.user.uid, place.user.gid);
  try {
    const password = join(draft, 'password');
    await writePrivate(password, randomBytes(24).toString('base64url'), 'over', place.user);
    const cluster = join(draft, 'cluster');
    const made = await runProgram(
      place.user,
      place.binaries.initdb,
      [
        `--pgdata=${cluster}`,
        `--username=${USER}`,
        '--auth=scram-sha-256',
        `--pwfile=${password}`,
        '--locale=C',
        '--encoding=UTF8',
        '--no-instructions',
        ...(sync ? [] : ['--no-sync']),
      ],
      [cluster],
    );
    if (made.code !== 0)
      throw new DatabaseStartFailed(
        `the embedded PostgreSQL could not be set up in ${draft}: ${lastLine(made.output)}`,
      );
    await rename(draft, place.folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster, and its cluster is used.
    const code = codeOf(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && !(code === 'EPERM' && (await exists(place.folder)))) throw error;
  }
};

/** The reason in the output of a program of PostgreSQL, or its last line. */
export const lastLine = (text: string): string => {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  // On a full disk more fails behind it, and the last of that says nothing of a disk.
  // PostgreSQL gives the hint where the system took a part of a page and no error.
  const full = lines.find(
    (line, i) =>
      /No space left on device|Disk quota exceeded/.test(line) || lines[i + 1]?.endsWith('Check free disk space.'),
  );
  const fatal = lines.filter((line) => /FATAL|PANIC|error:/.test(line)).at(-1);
  return full ?? fatal ?? lines.at(-1) ?? 'it said nothing';
};

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** The longest path of a socket, in bytes, on any system that has them. */
const MAX_SOCKET_bytes = 103;

/** The folder for the server's socket; empty where its path would be too long, or where there are none. */
export const socketFolder = ({ cluster }: Place): string =>
  process.platform !== 'win32' && Buffer.byteLength(socketIn(cluster, 65_535)) <= MAX_SOCKET_bytes ? cluster : '';

/**
 * Writes the settings for the next start. Everyone needs the password: over loopback, and over the socket too, which is
 * in the cluster's own folder.
 *
 * @param sockets the folder of its socket; empty for none
 */
export const writeSettings = async (
  place: Place,
  port: number,
  sockets: string,
  settings: Record<string, string>,
): Promise<void> => {
  const all: Record<string, string> = { ...SETTINGS, ...settings, listen_addresses: HOST, port: String(port) };
  all.unix_socket_directories = sockets;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quoted(value)}\n`);
  const name = 'payroll.conf';
  await writePrivate(join(place.cluster, name), `# Rewritten at every start.\n${lines.join('')}`, 'over', place.user);
  const main = join(place.cluster, 'postgresql.conf');
  const text = await readFile(main, 'utf8');
  const include = `include = '${name}'`;
  if (!text.includes(include)) await writePrivate(main, `${text}\n${include}\n`, 'over', place.user);
};

/**
 * That what is there is a database, and of the user that it runs as: a restore may have brought a part of it, or made it
 * another user's. @throws DataDirUnusable
 */
export const checkWhole = async ({ dataDir, folder, cluster, user }: Place): Promise<void> => {
  const checkOwned = (isOwned: boolean, cause?: unknown): void => {
    if (isOwned) return;
    throw new DataDirUnusable(
      `what is in ${folder} is not owned by the user that PostgreSQL runs as${user ? ', postgres' : ''}: copy DATA_DIR with its owners (cp -a), or give that folder to that user (chown -R)`,
      { cause },
    );
  };
  try {
    for (const path of [join(cluster, 'PG_VERSION'), join(folder, 'password')])
      if ((await readFile(path)).length === 0) throw new Error(`${path} is empty`);
  } catch (cause) {
    checkOwned(codeOf(cause) !== 'EACCES', cause);
    throw new DataDirUnusable(
      `DATA_DIR ${dataDir} has only a part of a database (${reasonOf(cause)}): restore all of it from one backup`,
      { cause },
    );
  }
  const owner = user?.uid ?? process.getuid?.();
  checkOwned(owner === undefined || (await stat(cluster)).uid === owner);
};

/** @throws DatabaseStartFailed when the cluster is of another major version than the programs. */
export const checkVersion = async (place: Place): Promise<void> => {
  const cluster = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  const { output } = await runProgram(place.user, place.binaries.postgres, ['--version'], []);
  const ours = /\b(\d+)\.\d+/.exec(output)?.[1];
  if (ours !== undefined && cluster !== ours)
    throw new DatabaseStartFailed(
      `${place.folder} was made by PostgreSQL ${cluster} and this version brings ${ours}: dump it with the old version and restore it with this one`,
    );
};

export const passwordPath = ({ folder }: Place): string => join(folder, 'password');

/** How a server refuses who asks, and what helps: the password is wrong, or it lets nobody of that name in. */
export const REFUSED: Record<string, (place: Place, reason: string) => string> = {
  '28P01': (place, reason) =>
    `the embedded PostgreSQL refuses the password in ${passwordPath(place)} (${reason}): put it back from the backup that the database is of`,
  '28000': (place, reason) =>
    `the embedded PostgreSQL does not let its role ${USER} log in (${reason}): take back what was changed of that role, or in ${join(place.cluster, 'pg_hba.conf')}`,
};
