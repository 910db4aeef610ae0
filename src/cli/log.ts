import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';
import { describeError } from '../platform/describe-error.ts';

/** The log: JSON, one line each, on standard error, so that standard output holds what commands answer. */
export const openLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
