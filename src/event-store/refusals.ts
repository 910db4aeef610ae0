import { codeOf, messageOf } from '../values/describe-error.ts';

/**
 * Whether the database or the store refuses writes: a full disk, a read-only server. Noted when writes fail, and
 * cleared by the first append that succeeds, so no test write is needed.
 */

/** Why writes are refused, and what an operator should do. */
export interface Refusal {
  /** SQLSTATE, or a code of the store. */
  code: string;
  error: string;
  /** A sentence for all readers: it names no record and no file. */
  says: string;
  /** When the first write was refused after the last successful append, by the machine's clock. */
  since: string;
}

export interface Refusals {
  /** Notes why a write failed; errors that concern only this write are ignored. */
  note(error: unknown): void;
  /** Notes that an append had no answer after all retries, or was refused by the server. */
  unanswered(error: unknown): void;
  written(): void;
  now(): Refusal | undefined;
}

/** By SQLSTATE, the most specific first. Broken connections are left out: readiness checks find those. */
const SAYS: readonly [code: RegExp, says: string][] = [
  [/^53100$/, 'the disk of the database is full: make room on it'],
  [
    /^25006$/,
    'the database only reads (a standby, or default_transaction_read_only): let it write, or name the one that does',
  ],
  [/^42501$/, 'the role of the service may not write: give it back what deploy/postgres-role.sh grants'],
  [/^58...$/, 'the database fails at its files: see its log'],
];

/** The SQLSTATE of an error or of its cause. */
const stateOf = (error: unknown): string => {
  for (let one = error, depth = 0; depth < 4 && one instanceof Error; one = one.cause, depth++) {
    const code = codeOf(one);
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return '';
};

export const makeRefusals = (now: () => Date = () => new Date()): Refusals => {
  let refusal: Refusal | undefined;
  const refused = (code: string, says: string, error: unknown): void => {
    refusal = { code, says, error: messageOf(error), since: refusal?.since ?? now().toISOString() };
  };
  return {
    note: (error) => {
      const code = stateOf(error);
      const says = SAYS.find(([pattern]) => pattern.test(code))?.[1];
      if (says !== undefined) refused(code, says, error);
    },
    unanswered: (error) => refused('EventStoreDB', 'EventStoreDB takes no appends: see its log, and its disk', error),
    written: () => {
      refusal = undefined;
    },
    now: () => refusal,
  };
};
