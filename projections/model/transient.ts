import { codeOf, isOfSession } from '../../src/values/describe-error.ts';

const CODES = /^(08|53|57P|58|40|55P03|25P03|25006|42501)/;

/**
 * Whether an error means that the database or the store is unavailable or busy, or refuses the role of the service, so
 * that a retry may succeed, and not that an event cannot be applied.
 */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof Error && error.name === 'StoreUnavailable') return true;
  if (isOfSession(error)) return true;
  const code = codeOf(error);
  if (code === undefined) return false;
  return CODES.test(code) || /^(CONNECTION_|CONNECT_|E[A-Z]{3,}$)/.test(code);
};
