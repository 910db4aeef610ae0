import postgres from 'postgres';
import { codeOf } from '../../values/describe-error.ts';
import { StoreUnavailable } from '../errors.ts';

/**
 * What a failed statement leaves behind.
 *
 * - `certain`: whether it surely changed nothing. An error that the server reports for a statement rolled it back; a
 *   connection that could not be made carried nothing. A connection that broke leaves it open.
 * - `passing`: whether the same statement may succeed a little later.
 */
export interface Failure {
  certain: boolean;
  passing: boolean;
}

/** The server speaks of the connection, not of the statement: it is shutting down or not up yet. */
const GOING = new Set(['57P01', '57P02', '57P05']);
const NOT_UP = new Set(['57P03', '53300']);
/** Serialization, deadlock, lock timeout, cancelled, read-only (a failover), and the classes of resources and system. */
const PASSING = new Set(['40001', '40P01', '55P03', '57014', '25006']);
const PASSING_CLASSES = new Set(['53', '58']);
/** Of the network: the connection was never made. */
const NEVER_STOOD = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
]);

export const failureOf = (error: unknown): Failure => {
  const code = codeOf(error) ?? '';
  if (error instanceof postgres.PostgresError) {
    if (GOING.has(code)) return { certain: false, passing: true };
    if (NOT_UP.has(code)) return { certain: true, passing: true };
    return { certain: true, passing: PASSING.has(code) || PASSING_CLASSES.has(code.slice(0, 2)) };
  }
  // Without a code it is neither the network's nor the driver's: a mistake, which a repeat would only make again.
  return { certain: NEVER_STOOD.has(code), passing: code !== '' };
};

/** A failure as the port's callers know it. The driver's own error is left behind: it carries the statement's values. */
export const unavailable = (doing: string, outcome: 'not_written' | 'unknown', error?: unknown): StoreUnavailable => {
  if (error instanceof StoreUnavailable) return error;
  if (!(error instanceof Error)) return new StoreUnavailable(`the event store did not answer ${doing}`, outcome);
  const cause = new Error(error.message, { cause: codeOf(error) });
  return new StoreUnavailable(`the event store did not answer ${doing}: ${error.message}`, outcome, { cause });
};
