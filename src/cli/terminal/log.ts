import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../../config.ts';
import { describeError } from '../../values/describe-error.ts';
import { isObject, objectOf, textsOf } from '../../values/json.ts';

/**
 * The log, on standard error, so that standard output holds what commands answer: JSON, one object a line, and on a
 * terminal the same in words.
 *
 * @param out where it goes; default the file of standard error, which is written to without a buffer between
 */
export const openLog = (config: Pick<Config, 'logLevel'>, out?: DestinationStream): Logger =>
  pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    process.stderr.isTTY ? inWords(process.stderr) : (out ?? pino.destination({ dest: 2, sync: true })),
  );

/** Writes lines of the log for people: `10:38:01 info  POST /employees 201 in 12.4 ms`. */
const inWords = (out: NodeJS.WritableStream): DestinationStream => ({
  write: (line) => {
    const { time, level, msg, ...rest } = objectOf(JSON.parse(line));
    const head = `${String(time).slice(11, 19)} ${String(level).padEnd(5)}`;
    out.write(`${head} ${msg === 'request' ? requestInWords(rest) : inOneLine(msg, rest)}\n`);
  },
});

const requestInWords = ({ method, route, status, duration_ms }: Record<string, unknown>): string =>
  `${method} ${route} ${status} in ${duration_ms} ms`;

const inOneLine = (msg: unknown, rest: Record<string, unknown>): string => {
  const { err, ...members } = rest;
  const texts = Object.entries(members).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const trouble = isObject(err)
    ? [`(${err.name}${err.message ? `: ${err.message}` : ''}, ${textsOf(err.at)[0] ?? ''})`]
    : [];
  return [msg, ...texts, ...trouble].join(' ');
};
