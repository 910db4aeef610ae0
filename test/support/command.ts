import { vi } from 'vitest';
import { run } from '../../src/cli/main.ts';

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
