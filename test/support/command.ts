import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { vi } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { runnable } from './program.ts';

/** A command that was run in this process: what it said, and the exit code that it would have ended with. */
export interface CommandHere {
  stdout(): string;
  /** {@link withoutProgress} */
  stderr(): string;
  ended: Promise<number>;
}

const PROGRESS = /^(?:(?:verifying|rebuilding): \w+, \d+ events, .*|\S+: \d+ of \d+ rows|\w+: \d+ checked)\n/gm;

/** What a command said, without the lines that say how far it is: they come where it takes longer than two seconds. */
export const withoutProgress = (said: string): string => said.replace(PROGRESS, '');

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs the `payroll` command in this process, one after the other: for what it does, says and ends with. To load the
 * program takes two seconds of a processor; that it is one of its own is for tests of starts and kills
 * (child-service.ts).
 */
export const runHere = (args: readonly string[], env: Record<string, string>): CommandHere => {
  const said = { stdout: '', stderr: '' };
  const hear = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    });
  const ended = before.then(async () => {
    const heard = [hear('stdout'), hear('stderr')];
    try {
      return await run(args, env);
    } finally {
      for (const one of heard) one.mockRestore();
    }
  });
  before = ended.catch(() => {});
  return { stdout: () => said.stdout, stderr: () => withoutProgress(said.stderr), ended };
};

/** The commands that a program under test starts, run in this process. */
export interface CommandsHere {
  /** What the program is to inherit: what it starts in place of `payroll`, and where that asks. */
  env: Record<string, string>;
  close(): void;
}

/**
 * Runs here, with these settings, the commands that a program under test starts (`command-there.ts`). Where the program
 * is not compiled, as in watch mode, that starts them as they are.
 */
export const commandsHere = async (env: Record<string, string>): Promise<CommandsHere> => {
  const server = createServer(async (request, response) => {
    const command = runHere((await json(request)) as string[], env);
    const code = await command.ended;
    response.end(JSON.stringify({ code, stdout: command.stdout(), stderr: command.stderr() }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const there = runnable('test/support/command-there.ts');
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: there.execArgv.length === 0 ? { PAYROLL_COMMAND: there.path, COMMANDS_AT: at } : {},
    close: () => server.close(),
  };
};
