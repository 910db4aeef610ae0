import postgres from 'postgres';
import { codeOf } from '../../values/describe-error.ts';
import { StoreUnavailable } from '../errors.ts';

/**
 * The consequences of a failed statement.
 *
 * - `certain`: whether it certainly changed nothing. An error that the server reports has rolled the statement back,
 *   and over a connection that was never made nothing was sent. After a broken connection it is not known.
 * - `passing`: whether the same statement may succeed a little later.
 */
export interface Failure {
  certain: boolean;
  passing: boolean;
}

/** Errors about the connection and not the statement: the server is shutting down or not started yet. */
const GOING = new Set(['57P01', '57P02', '57P05']);
const NOT_UP = new Set(['57P03', '53300']);
/**
 * Serialization, deadlock, lock timeout, cancelled, read-only (a failover), and the classes of resources and system.
 */
const PASSING = new Set(['40001', '40P01', '55P03', '57014', '25006']);
const PASSING_CLASSES = new Set(['53', '58']);
/** Network errors of a connection that was never made. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  // The socket of a server that is stopped.
  'ENOENT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
]);

/** What a failure of the database says: whether it is certain that nothing was written, and whether it passes. */
export const failureOf = (error: unknown): Failure => {
  const code = codeOf(error) ?? '';
  if (error instanceof postgres.PostgresError) {
    if (GOING.has(code)) return { certain: false, passing: true };
    if (NOT_UP.has(code)) return { certain: true, passing: true };
    return { certain: true, passing: PASSING.has(code) || PASSING_CLASSES.has(code.slice(0, 2)) };
  }
  // An error without a code comes from neither network nor driver: it is a bug, and a retry would fail again.
  return { certain: NEVER_CONNECTED.has(code), passing: code !== '' };
};

/** A failure as an error of the port. The driver's error is not passed on, since it has the values of the statement. */
export const unavailable = (doing: string, outcome: 'not_written' | 'unknown', error?: unknown): StoreUnavailable => {
  if (error instanceof StoreUnavailable) return error;
  if (!(error instanceof Error)) return new StoreUnavailable(`the event store did not answer ${doing}`, outcome);
  const cause = new Error(error.message, { cause: codeOf(error) });
  return new StoreUnavailable(`the event store did not answer ${doing}: ${error.message}`, outcome, { cause });
};
