import type { Context } from 'hono';
import type { Operation } from '../kernel/definition/operation.ts';
import { memoized, memoizedOn } from '../values/memoized.ts';
import { invalid } from '../values/problem.ts';
import { LOCALES, type Locale } from '../values/text.ts';
import { referenceInFrench } from './french/index.ts';
import { openApiDocument } from './openapi/document.ts';
import { type Env, respondText, vary } from './requests/exchange.ts';

const WRONG = { en: 'must be en or fr', fr: 'doit être en ou fr' };

/** Marks where the service's address goes in a reference; it occurs only as a whole value. */
const ADDRESS = 'https://address.invalid';

/** The reference of operations by language, split at the service's address. Making it takes seconds. */
const piecesOf = memoizedOn((operations: readonly Operation[]) =>
  memoized((locale: Locale): string[] => {
    const document = openApiDocument(operations, ADDRESS);
    return JSON.stringify(locale === 'fr' ? referenceInFrench(document) : document).split(JSON.stringify(ADDRESS));
  }),
);

/**
 * Answers with the reference in the language of `lang` (`en`, `fr`), or else the one that Accept-Language prefers. Each
 * is made once in a process, at the first request.
 *
 * @throws Problem (422) for another `lang`
 */
export const makeReference = (operations: readonly Operation[], publicUrl: string): ((c: Context<Env>) => Response) => {
  const textIn = (locale: Locale): string => piecesOf(operations)(locale).join(JSON.stringify(publicUrl));
  return (c) => {
    const exchange = c.get('exchange');
    const lang = c.req.query('lang');
    const locale = lang === undefined ? exchange.locale : LOCALES.find((one) => one === lang);
    if (!locale) throw invalid([{ path: 'lang', text: WRONG }]);
    if (lang === undefined) vary(exchange, 'Accept-Language');
    return respondText(exchange, 200, textIn(locale), { 'Content-Language': locale });
  };
};
