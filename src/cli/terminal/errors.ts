import { codeOf, inDatabase, reasonOf } from '../../values/describe-error.ts';

/** What was to be checked cannot all be read: the answer is neither yes nor no. The message is one sentence. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** The command line itself is wrong, or names what is not there. The message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What helps, by SQLSTATE, before the command is run again. */
const ADVICE: Record<string, string> = {
  '53100': 'the disk of the database is full: make room on it',
  '55P03': 'another session holds what this needs: pg_stat_activity shows which; end it if it is stuck',
  '42501': 'the role of the service lacks rights: give it what deploy/postgres-role.sh grants',
  '53300': 'the database has no connection left: raise its max_connections, or end what holds them',
};

/**
 * What a command that failed says of it: one sentence, with what helps where the database has no room for it. That a
 * connection was refused says in its own words which one, so the cause counts as well.
 */
export const sentenceOf = (error: unknown): string => {
  const advice = ADVICE[codeOf(inDatabase(error)) ?? ''];
  return advice === undefined ? reasonOf(error) : `${advice}, and run the command again (${reasonOf(error)})`;
};
