import { codeOf, inDatabase, messageOf } from '../values/describe-error.ts';

/**
 * Whether the database, the store or the folder of files refuses writes: a full disk, a read-only server. Noted when
 * writes fail, and cleared by the first append or file that is written, so no test write is needed; and forgotten after a
 * while, since a process may write nothing for hours. Leases are renewed all the time: what they meet is told although
 * nobody writes, and cleared by the next that is renewed.
 */

/** Why writes are refused, and what an operator should do. */
export interface Refusal {
  /** SQLSTATE, or a code of the store. */
  code: string;
  error: string;
  /** A sentence for all readers: it names no record and no file. */
  says: string;
  /** When the first write was refused since the last append, or since the last refusal was forgotten: the machine's clock. */
  since: string;
}

export interface Refusals {
  /** Notes why a write failed; errors that concern only this write are ignored. */
  note(error: unknown): void;
  /** Notes that an append had no answer after all retries, or was refused by the server. */
  unanswered(error: unknown): void;
  written(): void;
  now(): Refusal | undefined;
  /** Whether the database takes writes, as far as this process has seen: an EventStoreDB may refuse them for itself. */
  isWritable(): boolean;
  /** Notes of some leases whether they can be renewed. */
  ofLeases(): Renewing;
  /** The same for the folder in which files are kept: noted when one cannot be written, cleared by the next that is. */
  files: Pick<Refusals, 'note' | 'written' | 'now'>;
}

/** Renews leases, and notes why that fails. */
export type Renewing = (renew: () => Promise<void>) => Promise<void>;

const STORE = 'EventStoreDB';

/** What nothing has met for so long is not told any more: where it lasts, the next write meets it again. */
const FORGOTTEN_ms = 10 * 60_000;

/**
 * By SQLSTATE, the most specific first. Broken connections are left out: readiness checks find those, but not that there
 * is no other connection than their own.
 */
const SAYS: readonly [code: RegExp, says: string][] = [
  [/^53100$/, 'the disk of the database is full: make room on it'],
  [
    /^25006$/,
    'the database only reads (a standby, or default_transaction_read_only): let it write, or name the one that does',
  ],
  [/^42501$/, 'the role of the service may not write: give it back what deploy/postgres-role.sh grants'],
  [/^53300$/, 'the database has no connection left: raise its max_connections, or end what holds them'],
  [/^58...$/, 'the database fails at its files: see its log'],
];

/** By code of the file system. */
const SAYS_OF_FILES: typeof SAYS = [
  [/^(?:ENOSPC|EDQUOT)$/, 'the disk of FILES_DIR is full: make room on it'],
  [/^(?:EROFS|EACCES|EPERM)$/, 'the service may not write to FILES_DIR: let it'],
  [/^ENOENT$/, 'FILES_DIR is not there: mount its disk'],
  [/^(?:EIO|ENOTDIR|ENXIO|ESTALE)$/, 'FILES_DIR fails: see its disk'],
];

/**
 * What a place says of its errors, if they concern more than one write.
 *
 * @param within finds the error of the place itself, whose code and words count
 */
const noted = (now: () => Date, within: (error: unknown) => unknown, says: typeof SAYS) => {
  let last: { refusal: Refusal; met_ms: number } | undefined;
  const present = (): Refusal | undefined =>
    last && now().getTime() - last.met_ms < FORGOTTEN_ms ? last.refusal : undefined;
  const refused = (code: string, text: string, error: unknown): void => {
    const met = now();
    const since = present()?.since ?? met.toISOString();
    last = { refusal: { code, says: text, error: messageOf(error), since }, met_ms: met.getTime() };
  };
  return {
    refused,
    note: (error: unknown): void => {
      const own = within(error);
      const code = codeOf(own) ?? '';
      const text = says.find(([pattern]) => pattern.test(code))?.[1];
      if (text !== undefined) refused(code, text, own);
    },
    written: (): void => {
      last = undefined;
    },
    now: present,
  };
};

export const makeRefusals = (now: () => Date = () => new Date()): Refusals => {
  const { refused, ...ofStore } = noted(now, inDatabase, SAYS);
  const { refused: _, ...files } = noted(now, (error) => error, SAYS_OF_FILES);
  // Each has a place of its own: where the leases of one table still find room, those of another may not.
  const leases: Pick<Refusals, 'now'>[] = [];
  const any = (): Refusal | undefined => ofStore.now() ?? leases.map((one) => one.now()).find((one) => one);
  return {
    ...ofStore,
    now: any,
    isWritable: () => [ofStore, ...leases].every((one) => [undefined, STORE].includes(one.now()?.code)),
    ofLeases: () => {
      const one = noted(now, inDatabase, SAYS);
      leases.push(one);
      return async (renew) => {
        try {
          await renew();
          one.written();
        } catch (error) {
          one.note(error);
          throw error;
        }
      };
    },
    unanswered: (error) => refused(STORE, 'EventStoreDB takes no appends: see its log, and its disk', error),
    files,
  };
};
