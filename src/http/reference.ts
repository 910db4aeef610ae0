import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Operation } from '../kernel/definition/operation.ts';
import { isSliceOver, nextTurn } from '../timing/give-way.ts';
import { memoized, memoizedOn } from '../values/memoized.ts';
import { invalid } from '../values/problem.ts';
import { LOCALES, type Locale } from '../values/text.ts';
import { frenchSteps } from './french/index.ts';
import { documentSteps } from './openapi/document.ts';
import { type Env, vary } from './requests/exchange.ts';

const WRONG = { en: 'must be en or fr', fr: 'doit être en ou fr' };

/** Marks where the service's address goes in a reference; it occurs only as a whole value. */
const ADDRESS = 'https://address.invalid';

/** Runs steps to their end. Between two of them the requests of others get their turn. */
const givingTurns = async <T>(steps: Generator<undefined, T>): Promise<T> => {
  for (;;) {
    if (isSliceOver()) await nextTurn();
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** The reference of operations by language, split at the service's address. Making it takes seconds. */
const piecesOf = memoizedOn((operations: readonly Operation[]) =>
  memoized(async (locale: Locale): Promise<string[]> => {
    const english = await givingTurns(documentSteps(operations, ADDRESS));
    const document = locale === 'fr' ? await givingTurns(frenchSteps(english)) : english;
    return JSON.stringify(document).split(JSON.stringify(ADDRESS));
  }),
);

/** Whether a caller takes compressed answers. */
export const takesGzip = (accepted: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted ?? '');

const compressed = promisify(gzip);

/**
 * Answers with a text that is the same for everybody, compressed where that is taken. It is made into bytes once: such
 * texts are long, and anybody may ask for them.
 */
export const answerWith = (text: string) => {
  const plain = new TextEncoder().encode(text);
  let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return async (c: Context<Env>, headers: Readonly<Record<string, string>>): Promise<Response> => {
    const exchange = c.get('exchange');
    vary(exchange, 'Accept-Encoding');
    const all = { ...exchange.headers, ...headers };
    if (!takesGzip(c.req.header('Accept-Encoding'))) return new Response(plain, { headers: all });
    gzipped ??= compressed(plain).then((bytes) => new Uint8Array(bytes));
    return new Response(await gzipped, { headers: { ...all, 'Content-Encoding': 'gzip' } });
  };
};

/**
 * Answers with the reference in the language of `lang` (`en`, `fr`), or else the one that Accept-Language prefers. Each
 * is made once in a process, at the first request.
 *
 * @throws Problem (422) for another `lang`
 */
export const makeReference = (
  operations: readonly Operation[],
  publicUrl: string,
): ((c: Context<Env>) => Promise<Response>) => {
  const answerIn = memoized(async (locale: Locale) =>
    answerWith((await piecesOf(operations)(locale)).join(JSON.stringify(publicUrl))),
  );
  return async (c) => {
    const exchange = c.get('exchange');
    const lang = c.req.query('lang');
    const locale = lang === undefined ? exchange.locale : LOCALES.find((one) => one === lang);
    if (!locale) throw invalid([{ path: 'lang', text: WRONG }]);
    if (lang === undefined) vary(exchange, 'Accept-Language');
    const answer = await answerIn(locale);
    return answer(c, { 'Content-Type': 'application/json', 'Content-Language': locale });
  };
};
