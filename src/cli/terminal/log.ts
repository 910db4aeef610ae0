import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../../config.ts';
import { codeOf, describeError } from '../../values/describe-error.ts';
import { isObject, objectOf, textsOf } from '../../values/json.ts';
import { printable } from './print.ts';

/**
 * The log, on standard error, so that standard output holds what commands answer: JSON, one object a line, and on a
 * terminal the same in words.
 *
 * @param out where it goes; default the file of standard error
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
    process.stderr.isTTY ? inWords(process.stderr) : (out ?? toFile(STANDARD_ERROR)),
  );

const STANDARD_ERROR = 2;
/** Between two looks at whether the reader of a pipe that was full has read. */
const LOOK_AGAIN_ms = 20;
/** Nothing else is done meanwhile: no request is answered, no lease renewed, no signal heard. */
const MOST_WAITED_ms = 500;
const waiting = new Int32Array(new SharedArrayBuffer(4));

export interface FileOptions {
  write?: (file: number, bytes: Buffer) => number;
  wait?: (ms: number) => void;
}

/**
 * Writes lines to an open file, without a buffer between. A line that cannot be written, since the disk is full or
 * nobody reads any more, ends nothing: it is lost, and the next line that can be written comes after one that says how
 * many were. For a reader who is slow it waits half a second at most, and no more before a line went without waiting.
 */
export const toFile = (
  file: number,
  { write = writeSync, wait = (ms) => void Atomics.wait(waiting, 0, 0, ms) }: FileOptions = {},
): DestinationStream => {
  let lost = 0;
  let isCut = false;
  let waited_ms = 0;
  const put = (text: string): boolean => {
    const before_ms = waited_ms;
    for (let rest = Buffer.from(isCut ? `\n${text}` : text); rest.length > 0; )
      try {
        rest = rest.subarray(write(file, rest));
        isCut = rest.length > 0;
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || waited_ms >= MOST_WAITED_ms) return false;
        wait(LOOK_AGAIN_ms);
        waited_ms += LOOK_AGAIN_ms;
      }
    if (waited_ms === before_ms) waited_ms = 0;
    return true;
  };
  return {
    write: (line) => {
      const told = {
        level: 'error',
        time: new Date().toISOString(),
        lost,
        msg: 'lines of the log could not be written',
      };
      if (lost > 0 && put(`${JSON.stringify(told)}\n`)) lost = 0;
      if (lost > 0 || !put(line)) lost += 1;
    },
  };
};

/**
 * Writes lines of the log for people: `10:38:01 info  POST /employees 201 in 12.4 ms`. Errors may quote what others
 * sent, which neither acts on the terminal nor begins another line.
 */
export const inWords = (out: { write(text: string): unknown }): DestinationStream => ({
  write: (line) => {
    const { time, level, msg, ...rest } = objectOf(JSON.parse(line));
    const head = `${String(time).slice(11, 19)} ${String(level).padEnd(5)}`;
    const text = `${head} ${msg === 'request' ? requestInWords(rest) : inOneLine(msg, rest)}`;
    out.write(`${printable(text).replaceAll('\n', '\\u000a')}\n`);
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
