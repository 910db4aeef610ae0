import { codeOf, messageOf } from '../values/describe-error.ts';

/**
 * Whether writes are refused for reasons of the database or the store: a full disk, a server that only reads. It is noted
 * as writes fail and forgotten with the first append that is written, so nothing is written to find out.
 */

/** Why writes are refused, in the words of who refused, and what an operator does about it. */
export interface Refusal {
  /** SQLSTATE, or what the store calls it. */
  code: string;
  error: string;
  /** A sentence for anybody: it names no record and no file. */
  says: string;
  /** Of the first that was refused since the last one that was written, by the machine's clock. */
  since: string;
}

export interface Refusals {
  /** Notes why a write failed; what says nothing about others is passed over. */
  note(error: unknown): void;
  /** An append ended without yes or no although it was sent again and again, or the server refused it. */
  unanswered(error: unknown): void;
  written(): void;
  now(): Refusal | undefined;
}

/** By SQLSTATE, the most telling first. Broken connections are not among them: those who ask the database see them. */
const SAYS: readonly [code: RegExp, says: string][] = [
  [/^53100$/, 'the disk of the database is full: make room on it'],
  [
    /^25006$/,
    'the database only reads (a standby, or default_transaction_read_only): let it write, or name the one that does',
  ],
  [/^42501$/, 'the role of the service may not write: give it back what deploy/postgres-role.sh grants'],
  [/^58...$/, 'the database fails at its files: see its log'],
];

/** The SQLSTATE of an error or of what caused it. */
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
