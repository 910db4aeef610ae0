import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom } from '../support/generate.ts';
import { requestTo, type TestAnswer } from '../support/service.ts';
import { openRecord } from '../torture/record.ts';
import type { Acknowledged, Effect } from './book.ts';
import { type Fleet, PARTNER_SECRET } from './fleet.ts';
import type { Tally } from './tally.ts';

/** A company's callers: they repeat what got no answer, under its key, and write down what they were told. */

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Body = any;

export interface Caller {
  id: string;
  random: Random;
  /** A read that must succeed. */
  read(path: string): Promise<Body>;
  /** Any read, whatever the answer. */
  look(path: string): Promise<TestAnswer>;
  /**
   * A write, repeated until it has an answer. What it did is written down.
   *
   * @param effects what an answer says that was done
   * @returns the answer's body; undefined when it was refused
   */
  write(kind: string, method: string, path: string, body: unknown, effects?: (answer: Body) => Effect[]): Promise<Body>;
  /** The same for a call that starts a task, whose end is waited for. @returns the results that went well */
  task(
    kind: string,
    path: string,
    body: unknown,
    effects: (results: { id: string }[]) => Effect[],
  ): Promise<{ id: string }[] | undefined>;
}

/** What a write must have done. @throws when it was refused */
export const must = <T>(answer: T | undefined, what: string): T => {
  if (answer === undefined) throw new Error(`${what} was refused`);
  return answer;
};

export interface CallerOptions {
  fleet: Fleet;
  tally: Tally;
  recordPath: string;
  seed: number;
  /** Business time, which tokens end by. */
  now_ms(): number;
}

/** Longer than any answer takes while processes are killed and started. */
const ANSWER_ms = 180_000;
const REQUEST_ms = 60_000;
const AGAIN_ms = 250;

const tokenOf = (body: Body): { value: string; ends_ms: number } => ({
  value: body.access_token,
  ends_ms: Date.parse(body.expires_at),
});

/** Companies of one partner, and callers for them. */
export const makeCallers = ({ fleet, tally, recordPath, seed, now_ms }: CallerOptions) => {
  const record = openRecord(recordPath);
  const send = (method: string, path: string, body: unknown, token: string, headers?: Record<string, string>) =>
    Promise.race([
      requestTo(fleet.url())(method, path, body, token, headers),
      pause(REQUEST_ms, undefined, { ref: false }).then((): never => {
        throw new Error(`no answer within ${REQUEST_ms} ms`);
      }),
    ]);

  /** Sends until there is an answer that is neither a fault nor "still running". */
  const answered = async (kind: string, request: () => Promise<TestAnswer>): Promise<TestAnswer> => {
    const end_ms = performance.now() + ANSWER_ms;
    for (;;) {
      const begun_ms = performance.now();
      let why: string;
      try {
        const answer = await request();
        const isRunning = answer.status === 409 && answer.headers.has('Retry-After');
        if (answer.status < 500 && !isRunning) {
          if (answer.status < 300) tally.answered(kind, begun_ms, performance.now());
          return answer;
        }
        why = String(answer.status);
        // Never right, whoever was killed; a 503 says that nothing is lost, and when to come back.
        if (answer.status === 500) tally.faulted(`${kind}: ${why} ${answer.body?.message ?? answer.text}`);
        if (performance.now() > end_ms) throw new Error(`${kind} is answered with ${answer.status} ${answer.text}`);
      } catch (error) {
        if (performance.now() > end_ms) throw error;
        why = 'no answer';
      }
      tally.repeated(`${kind}: ${why}`);
      await pause(AGAIN_ms);
    }
  };

  const partner = async (method: string, path: string, body: unknown): Promise<Body> => {
    const headers = { 'X-Idempotency-Key': randomUUID() };
    const answer = await answered(`partner ${path}`, () => send(method, path, body, PARTNER_SECRET, headers));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };

  const company = async (name: string, number: number): Promise<Caller> => {
    const { id, data } = await partner('POST', '/companies', { name });
    let token = tokenOf(data.token);
    let renewing: Promise<void> | undefined;
    // Tokens last an hour of a clock that jumps by days.
    const renew = (): Promise<void> => {
      renewing ??= partner('POST', '/token', { company_id: id })
        .then((body) => {
          token = tokenOf(body);
        })
        .finally(() => {
          renewing = undefined;
        });
      return renewing;
    };
    const call = async (kind: string, method: string, path: string, body?: unknown): Promise<TestAnswer> => {
      const headers = method === 'GET' ? undefined : { 'X-Idempotency-Key': randomUUID() };
      const end_ms = performance.now() + ANSWER_ms;
      for (;;) {
        if (token.ends_ms <= now_ms()) await renew();
        const used = token;
        const answer = await answered(kind, () => send(method, path, body, used.value, headers));
        // It ended on the way; an address from which many such tokens come is told so by another status.
        const isEnded = answer.status === 401 || answer.status === 429;
        if (!isEnded || performance.now() > end_ms) return answer;
        if (used === token) await renew();
      }
    };
    const kindOfRead = (path: string): string => `GET ${path.split(/[/?]/)[1]}`;
    const read = async (path: string): Promise<Body> => {
      const answer = await call(kindOfRead(path), 'GET', path);
      if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const write: Caller['write'] = async (kind, method, path, body, effects = () => []) => {
      const answer = await call(kind, method, path, body);
      if (answer.status >= 300) {
        tally.refused(kind, answer.status, answer.body?.message ?? answer.text);
        return undefined;
      }
      record({ company: id, method, path, effects: effects(answer.body) } satisfies Acknowledged);
      return answer.body ?? {};
    };
    return {
      id,
      random: randomFrom(seed * 1_000 + number),
      read,
      look: (path) => call(kindOfRead(path), 'GET', path),
      write,
      task: async (kind, path, body, effects) => {
        const begun_ms = performance.now();
        const started = await write(kind, 'POST', path, body);
        if (!started) return undefined;
        let task = started;
        while (task.data.status === 'processing') {
          if (performance.now() > begun_ms + ANSWER_ms) throw new Error(`the task ${task.id} of ${path} does not end`);
          await pause(50);
          task = await read(`/async_tasks/${started.id}`);
        }
        tally.answered(`${kind}, until it has ended`, begun_ms, performance.now());
        const good = task.data.results.filter(({ status }: Body) => status !== 'error');
        for (const { message } of task.data.results.filter(({ status }: Body) => status === 'error'))
          tally.refused(`${kind}, an entry`, 0, message);
        record({ company: id, method: 'POST', path, effects: effects(good) } satisfies Acknowledged);
        return good;
      },
    };
  };
  return { company };
};
