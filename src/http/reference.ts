import type { Context } from 'hono';
import type { Operation } from '../kernel/definition/operation.ts';
import { invalid } from '../values/problem.ts';
import { LOCALES, type Locale } from '../values/text.ts';
import { referenceInFrench } from './french/index.ts';
import { openApiDocument } from './openapi/document.ts';
import { type Env, respondText, vary } from './requests/exchange.ts';

const WRONG = { en: 'must be en or fr', fr: 'doit être en ou fr' };

/**
 * Answers with the reference in the language that `lang` names (`en`, `fr`), or else that Accept-Language prefers. Each is
 * made once, when it is first asked for.
 *
 * @throws Problem (422) for another `lang`
 */
export const makeReference = (operations: readonly Operation[], publicUrl: string): ((c: Context<Env>) => Response) => {
  const made = new Map<Locale, string>();
  const textIn = (locale: Locale): string => {
    let text = made.get(locale);
    if (text === undefined) {
      const document = openApiDocument(operations, publicUrl);
      text = JSON.stringify(locale === 'fr' ? referenceInFrench(document) : document);
      made.set(locale, text);
    }
    return text;
  };
  return (c) => {
    const exchange = c.get('exchange');
    const lang = c.req.query('lang');
    const locale = lang === undefined ? exchange.locale : LOCALES.find((one) => one === lang);
    if (!locale) throw invalid([{ path: 'lang', text: WRONG }]);
    if (lang === undefined) vary(exchange, 'Accept-Language');
    return respondText(exchange, 200, textIn(locale), { 'Content-Language': locale });
  };
};
