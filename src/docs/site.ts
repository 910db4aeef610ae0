import { withoutEndSlashes } from '../values/cut.ts';
import type { Locale } from '../values/text.ts';
import { makeFiles } from './files.ts';
import { makePages } from './pages.ts';
import { WORDS } from './words.ts';

/** What the site answers; headers are those beyond the ones that every answer has. */
export interface SiteAnswer {
  status: 200 | 302 | 404;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** Nothing but what the service itself serves; no inline script or sheet, no frame around it, no form. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' };
const HTML = 'text/html; charset=utf-8';
/** A new version of the service brings new pages; an hour of old ones does no harm. */
const KEPT = 'public, max-age=3600';

/**
 * The pages of `/docs`, in two languages, from the service alone.
 *
 * @returns what is answered at a path below `/docs`, for a language and whether gzip is taken
 */
export const makeSite = (): ((path: string, locale: Locale, gzip: boolean) => Promise<SiteAnswer>) => {
  const fileOf = makeFiles();
  let pages: ReadonlyMap<string, string> | undefined;
  const sent = (type: string, body: string | Uint8Array<ArrayBuffer>): SiteAnswer => ({
    status: 200,
    headers: { ...HEADERS, 'Content-Type': type, 'Cache-Control': KEPT },
    body,
  });
  return async (path, locale, gzip) => {
    pages ??= makePages();
    const page = pages.get(path);
    if (page !== undefined) return sent(HTML, page);
    const [, asset] = /^\/docs\/assets\/([\w.-]+)$/.exec(path) ?? [];
    const file = asset === undefined ? undefined : await fileOf(asset);
    if (file) {
      const answer = sent(file.type, gzip ? file.gzipped : file.bytes);
      const encoding: Record<string, string> = gzip ? { 'Content-Encoding': 'gzip' } : {};
      return { ...answer, headers: { ...answer.headers, ...encoding, Vary: 'Accept-Encoding' } };
    }
    // An address without a language (`/docs`, `/docs/problems/not_valid`) leads to the caller's.
    const bare = withoutEndSlashes(path);
    const own = /^\/docs\/(en|fr)(\/|$)/.test(bare) ? bare : bare.replace(/^\/docs/, `/docs/${locale}`);
    if (own !== path && pages.has(own)) {
      const up = '../'.repeat(path.split('/').length - 2) || './';
      return { status: 302, headers: { Location: `${up}${own.slice(1)}`, Vary: 'Accept-Language' }, body: null };
    }
    return {
      status: 404,
      headers: { ...HEADERS, 'Content-Type': HTML },
      body: `<!doctype html><html lang="${locale}"><title>404</title><p>${WORDS.absent[locale]}</p></html>\n`,
    };
  };
};
