import type { Locale } from '../values/text.ts';
import { WORDS } from './words.ts';

/** The frame of the pages, and text as it is in them. */

/** A text as it stands in HTML, in attributes too. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A sentence: backticks mark what is written so in a request, `[words](address)` a link. Addresses are relative to the
 * root of the service; `up` leads there from the page, so that pages also work below a path of a proxy.
 */
export const sentence = (text: string, up: string): string =>
  escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words: string, to: string) => `<a href="${up}${to}">${words}</a>`);

export interface Page {
  locale: Locale;
  /** Below the root of the service: `docs/en/guide`. */
  path: string;
  title: string;
  main: string;
  /** Scripts and sheets beyond the common one, below docs/assets. */
  scripts?: readonly string[];
  sheets?: readonly string[];
}

/** From a page to the root of the service. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);

const NAVIGATION = [
  ['start', ''],
  ['guide', '/guide'],
  ['reference', '/reference'],
  ['problems', '/problems'],
] as const;

/** A whole page. */
export const render = ({ locale, path, title, main, scripts = [], sheets = [] }: Page): string => {
  const up = upFrom(path);
  const other = locale === 'en' ? 'fr' : 'en';
  const links = NAVIGATION.map(([word, at]) => {
    const to = `docs/${locale}${at}`;
    const here = to === path ? ' aria-current="page"' : '';
    return `<li><a href="${up}${to}"${here}>${WORDS[word][locale]}</a></li>`;
  });
  const twin = path.replace(/^docs\/(en|fr)/, `docs/${other}`);
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · payroll-ledger</title>
<link rel="icon" href="${up}docs/assets/icon.svg" type="image/svg+xml">
${sheets.map((sheet) => `<link rel="stylesheet" href="${up}docs/assets/${sheet}">\n`).join('')}<link rel="stylesheet" href="${up}docs/assets/docs.css">
<link rel="alternate" hreflang="${other}" href="${up}${twin}">
${scripts.map((script) => `<script src="${up}docs/assets/${script}" defer></script>\n`).join('')}</head>
<body>
<a class="skip" href="#contents">${WORDS.skip[locale]}</a>
<header>
<p class="name">payroll-ledger</p>
<nav><ul>${links.join('')}</ul></nav>
<p class="language"><a href="${up}${twin}" lang="${other}" hreflang="${other}">${WORDS.other[locale]}</a></p>
</header>
<main id="contents">
${main}
</main>
</body>
</html>
`;
};
