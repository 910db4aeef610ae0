import type { Context } from 'hono';
import type { Operation } from '../kernel/definition/operation.ts';
import { invalid } from '../values/problem.ts';
import { LOCALES, type Locale } from '../values/text.ts';
import { referenceInFrench } from './french/index.ts';
import { openApiDocument } from './openapi/document.ts';
import { type Env, respondText, vary } from './requests/exchange.ts';

const WRONG = { en: 'must be en or fr', fr: 'doit être en ou fr' };

interface Made {
  publicUrl: string;
  text: string;
}

/** What was made of operations, in each language. To make it takes more than a second. */
const MADE = new WeakMap<readonly Operation[], Map<Locale, Made>>();

/** The same reference for another address, which stands in it as a whole value and nowhere else. */
const readdressed = ({ publicUrl, text }: Made, to: string): string =>
  text.replaceAll(JSON.stringify(publicUrl), () => JSON.stringify(to));

/**
 * Answers with the reference in the language that `lang` names (`en`, `fr`), or else that Accept-Language prefers. Each is
 * made once in a process, when it is first asked for.
 *
 * @throws Problem (422) for another `lang`
 */
export const makeReference = (operations: readonly Operation[], publicUrl: string): ((c: Context<Env>) => Response) => {
  const textIn = (locale: Locale): string => {
    const made = MADE.get(operations) ?? new Map<Locale, Made>();
    MADE.set(operations, made);
    const last = made.get(locale);
    if (last?.publicUrl === publicUrl) return last.text;
    const document = () => openApiDocument(operations, publicUrl);
    const text = last
      ? readdressed(last, publicUrl)
      : JSON.stringify(locale === 'fr' ? referenceInFrench(document()) : document());
    made.set(locale, { publicUrl, text });
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
