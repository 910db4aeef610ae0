import { hash } from 'node:crypto';
import { escaped } from '../../docs/html.ts';
import type { ShownPage } from '../../kernel/definition/operation.ts';
import type { Problem } from '../../values/problem.ts';
import { type Exchange, respondText, vary } from '../requests/exchange.ts';
import { titleOf } from './problems.ts';

/**
 * Answers as pages for people in a browser, who come by the redirect of a third party. A page is complete by itself: no
 * script, no external resource, and no referrer, since its address may have a one-time code.
 */

const SHEET =
  ':root{color-scheme:light dark}body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25}';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', SHEET, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
};

const html = ({ title, text }: ShownPage, locale: string): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${SHEET}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${text.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
</main>
</body>
</html>
`;

/** The answer with a page and the collected headers. */
export const respondPage = (
  exchange: Exchange,
  status: number,
  page: ShownPage,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  exchange.headers['Content-Language'] = exchange.locale;
  vary(exchange, 'Accept-Language');
  return respondText(exchange, status, html(page, exchange.locale), { ...headers, ...HEADERS });
};

/** A problem as a page for people in a browser. */
export const respondProblemPage = (exchange: Exchange, problem: Problem): Response => {
  const { locale } = exchange;
  const issues = problem.issues.map(({ path, text }) => `${path} ${text[locale]}`);
  const text = [problem.text[locale], ...issues];
  return respondPage(exchange, problem.status, { title: titleOf(problem, locale), text }, problem.headers);
};
