import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LATER_OPTIMIZED, runnable } from './program.ts';

/** The `payroll` command in a process of its own, as an operator runs it. */
export interface Command {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves when it has ended: with its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Settings of this process do not reach it, but for what programs need at all. */
const BARE = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
);

/**
 * Runs the command in a process group of its own.
 *
 * @param out an open file that its standard output goes to; default a pipe that is read
 */
export const runCommand = (args: readonly string[], env: Record<string, string>, out?: number): Command => {
  const { path, execArgv } = runnable('src/cli/main.ts');
  const child = spawn(process.execPath, [...LATER_OPTIMIZED, ...execArgv, path, ...args], {
    env: { ...BARE, ...env },
    stdio: ['ignore', out ?? 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal!)),
  );
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
};

export interface ChildService extends Command {
  url: string;
}

/** Less than tests may take: one whose service does not come up shows what that said. */
const START_ms = 170_000;

/** Runs `payroll serve` on a free port until it says that it is ready. @throws with what it said when it ends before */
export const serveChild = async (env: Record<string, string>): Promise<ChildService> => {
  const command = runCommand(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env });
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`payroll serve ${what}: ${command.stdout()}${command.stderr()}`));
    const limit = setTimeout(() => {
      command.child.kill('SIGKILL');
      fail(`was not ready within ${START_ms} ms`);
    }, START_ms);
    command.child.stdout!.on('data', () => {
      const found = /ready at (http:\S+)/.exec(command.stdout());
      if (!found) return;
      clearTimeout(limit);
      resolve(found[1]!);
    });
    void command.ended.then((code) => {
      clearTimeout(limit);
      fail(`ended with ${code}`);
    });
  });
  return { ...command, url };
};

/** The process id of the database server of a DATA_DIR, whether or not it still runs. */
export const databasePid = async (dataDir: string): Promise<number> => {
  const text = await readFile(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
};

/** Pauses the database server in a data directory with all of its processes, or lets them go on. */
export const signalDatabase = async (dataDir: string, signal: NodeJS.Signals): Promise<void> => {
  const server = await databasePid(dataDir);
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8');
  for (const pid of [server, ...children.trim().split(' ').map(Number)]) process.kill(pid, signal);
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
