import { codeOf, reasonOf } from '../../values/describe-error.ts';
import { EXIT_CODES } from './signals.ts';

/** The exit code of a command that failed. */
const FAILED = 1;

/**
 * Says in one line that what a command prints cannot be written; nothing where nobody reads it. @returns the exit code
 */
export const tellUnwritten = (error: Error): number => {
  // Who reads has seen enough, as `head`.
  if (codeOf(error) === 'EPIPE') return EXIT_CODES.SIGPIPE;
  process.stderr.write(`payroll: what it prints cannot be written: ${reasonOf(error)}\n`);
  return FAILED;
};
