import { fork, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '../src/database/connect.ts';
import { urlOf } from '../test/support/database-url.ts';
import { programOf } from './program.ts';

/** A server in a process of its own. */
export interface ChildServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export const PARTNER_SECRET = 'a-secret-for-measuring-only';

type StartScript = 'start' | 'start:small';

/** What a script runs that starts the service: `node`, its settings, the command line and its command. */
const startLine = async (script: StartScript): Promise<string[]> => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<StartScript, string>;
  };
  const [node, ...rest] = scripts[script].split(' ');
  if (node !== 'node') throw new Error(`npm run ${script} runs ${node}`);
  return rest;
};

/** The settings of V8 that a script starts the service with. */
export const settingsOf = async (script: StartScript): Promise<string[]> => {
  const line = await startLine(script);
  return line.filter((part) => part.startsWith('--'));
};

/**
 * Runs `payroll serve` on a database, as an operator would who says `npm start`, but with a rate limit that nobody
 * meets.
 *
 * @param masterKey in hex; that of the database, where another process has written to it
 * @param script how it is started
 */
export const startServiceChild = async (
  database: DatabaseAddress,
  masterKey = '07'.repeat(32),
  script: StartScript = 'start',
): Promise<ChildServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-bench-service-'));
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, await startLine(script), {
    env: {
      PATH,
      HOME,
      TMPDIR,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database),
      MASTER_KEY: masterKey,
      PARTNER_SECRET,
      RATE_LIMIT_REQUESTS: '100000000',
    },
    // Its log is written and read by nobody.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /ready at (http:\S+)/.exec(said);
      if (found) resolve(found[1]!);
    });
    void ended.then(() => reject(new Error('the service ended before it was ready')));
  });
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Runs the server that answers from memory. */
export const startBaselineChild = async (): Promise<ChildServer> => {
  const { path, execArgv } = programOf('http-baseline');
  const child = fork(path, { execArgv });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', ({ url }: { url: string }) => resolve(url));
    void ended.then(() => reject(new Error('the baseline ended before it was ready')));
  });
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
};
