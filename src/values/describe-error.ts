import { isRecord, isText } from './json.ts';

/** What a log may say of an error: enough to find the place, without a value that a request brought. */
export interface ErrorDescription {
  name: string;
  message?: string;
  code?: string;
  /** Where in the database, when it came from there. */
  table?: string;
  constraint?: string;
  routine?: string;
  at?: string[];
  cause?: ErrorDescription;
}

const MOST_FRAMES = 12;

const membersOf = (error: unknown): Record<PropertyKey, unknown> => (isRecord(error) ? error : {});

/** What an error says; of what is no error, its text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why something failed, in the words of its error, or the first of several; its code where it has no words. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // Node tries several addresses of a name and says so in an error without a message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error && first.message) || codeOf(error) || String(error);
};

/**
 * The code of an error: SQLSTATE of the database, ENOENT and the like of the system; none where it has no text as its
 * code.
 */
export const codeOf = (error: unknown): string | undefined => {
  const { code } = membersOf(error);
  return isText(code) ? code : undefined;
};

/** SQLSTATEs of a schema or table that is not there: the message names it, which says what to build again. */
const NAMES_A_TABLE = /^(?:3F000|42P01)$/;

/**
 * Describes an error for the log. Messages of the database and of the JSON parser quote the values that they refuse,
 * so those are left out; of all others the message stays.
 */
export const describeError = (error: unknown, depth = 0): ErrorDescription => {
  if (!(error instanceof Error)) return { name: typeof error };
  const { table_name, constraint_name, routine, severity } = membersOf(error);
  const code = codeOf(error);
  const isRefused = severity !== undefined && !NAMES_A_TABLE.test(code ?? '');
  const quotes = isRefused || error instanceof SyntaxError;
  const text = (value: unknown): string | undefined => (isText(value) ? value : undefined);
  return {
    name: error.name,
    message: quotes ? undefined : error.message.slice(0, 500),
    code,
    table: text(table_name),
    constraint: text(constraint_name),
    routine: text(routine),
    at: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, MOST_FRAMES)
      .map((line) => line.trim()),
    cause: error.cause === undefined || depth > 2 ? undefined : describeError(error.cause, depth + 1),
  };
};

/**
 * SQLSTATE codes and driver codes of a database that is away, starting, stopping, full of connections, too busy to have
 * answered in time, or that cannot write now: its disk is full, it only reads, it is short of memory, its files fail, the
 * role of the service lost a privilege.
 */
const AWAY =
  /^(08...|25006|25P03|42501|53[1-4]00|58...|57P0[1-5]|57014|55P03|40001|40P01|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

/** The error with a SQLSTATE: it itself, or its cause. */
export const inDatabase = (error: unknown): unknown => {
  for (let one = error, depth = 0; depth < 4 && one instanceof Error; one = one.cause, depth++)
    if (/^[0-9A-Z]{5}$/.test(codeOf(one) ?? '')) return one;
  return error;
};

/** Whether the server made no session, for the role, its password or the database, or ended it. */
export const isOfSession = (error: unknown): boolean => membersOf(error).severity === 'FATAL';

/**
 * Whether an error says that the database did not answer, rather than that it refused: a repeat makes sense. Whatever
 * fails a connection does: the socket of a server that is stopped is gone, for example.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (AWAY.test(codeOf(error) ?? '') || isOfSession(error) || membersOf(error).syscall === 'connect');
