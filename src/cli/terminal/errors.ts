import { codeOf, reasonOf } from '../../values/describe-error.ts';

/** What was to be checked cannot all be read: the answer is neither yes nor no. The message is one sentence. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** The command line itself is wrong, or names what is not there. The message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * What a command that failed says of it: one sentence, with what to do where the disk of the database is full (53100).
 */
export const sentenceOf = (error: unknown): string =>
  codeOf(error) === '53100'
    ? `the disk of the database is full: make room on it, and run the command again (${reasonOf(error)})`
    : reasonOf(error);
