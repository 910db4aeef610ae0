import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { PROBLEM_PAGES } from '../../src/docs/problems.ts';
import { problemResponses } from '../../src/http/openapi/conventions.ts';
import { PROBLEM_KINDS } from '../../src/values/problem.ts';
import { startTestService } from '../support/service.ts';

/** The pages at `/docs`, as somebody meets them who has nothing else. */
const service = await startTestService();
afterAll(() => service.close());
const { url, request, partnerSecret } = service;

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const plain = (html: string): string => html.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity]!);

/** What a page refers to, and where to. */
const referencesOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src|data-source)="([^"]*)"/g)].map(([, to]) => plain(to!));

test('every page and everything that it refers to is served by the service itself', async () => {
  const start = new URL('/docs', url).href;
  const seen = new Map<string, string>();
  const waiting = [start];
  const lost: string[] = [];
  while (waiting.length > 0) {
    const at = waiting.pop()!;
    const response = await fetch(at);
    const text = await response.text();
    if (response.status !== 200) lost.push(`${at} is ${response.status}`);
    seen.set(at, text);
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) continue;
    for (const to of referencesOf(text)) {
      const next = new URL(to, response.url);
      if (next.origin !== new URL(url).origin) lost.push(`${at} leads to ${to}`);
      if (next.hash && next.href.split('#')[0] === response.url && !text.includes(`id="${next.hash.slice(1)}"`))
        lost.push(`${at} has no ${next.hash}`);
      next.hash = '';
      if (!seen.has(next.href) && !waiting.includes(next.href)) waiting.push(next.href);
    }
  }
  expect(lost).toEqual([]);
  // Two languages: start, guide, reference, problems, and a page for each kind.
  const pages = [...seen.keys()].filter((at) => /\/docs\/(en|fr)(\/|$)/.test(at));
  expect(pages).toHaveLength(2 * (4 + Object.keys(PROBLEM_PAGES).length));
  // Sheets fetch nothing from elsewhere either.
  for (const [at, text] of seen)
    if (at.endsWith('.css')) expect([at, text.match(/url\((?!["']?data:).{0,80}|@import.{0,80}/)]).toEqual([at, null]);
});

test('the content security policy of pages allows only what the service serves, and no inline script or style', async () => {
  const { headers, text } = await request('GET', '/docs/en/reference');
  const policy = headers.get('Content-Security-Policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son[a-z]+=|style="/);
});

test('an address without a language redirects to the language of the reader', async () => {
  const french = await fetch(`${url}/docs/problems/not_valid`, { headers: { 'Accept-Language': 'fr-CA' } });
  expect([french.url, french.status]).toEqual([`${url}/docs/fr/problems/not_valid`, 200]);
  expect(await french.text()).toContain('<html lang="fr">');
  expect((await fetch(`${url}/docs/`)).url).toBe(`${url}/docs/en`);
  expect((await fetch(`${url}/docs/en/`)).url).toBe(`${url}/docs/en`);
  expect((await request('GET', '/docs/en/nothing')).status).toBe(404);
  expect((await request('GET', '/docs/assets/..%2fsite.ts')).status).toBe(404);
  expect((await request('GET', '/docs/assets/constructor')).status).toBe(404);
});

test('the reference is in French when French is requested, and each page declares its language', async () => {
  const described = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, { headers });
    const { paths } = (await answer.json()) as { paths: Record<string, { get: { summary: string } }> };
    return [paths['/employees']!.get.summary, answer.headers.get('Content-Language'), answer.headers.get('Vary')];
  };
  const [english, french] = ['List employees', 'Énumérer les employés'];
  const byBoth = 'Accept-Language, Accept-Encoding';
  expect(await described('/openapi.json')).toEqual([english, 'en', byBoth]);
  expect(await described('/openapi.json', { 'Accept-Language': 'fr-CA,en;q=0.5' })).toEqual([french, 'fr', byBoth]);
  // An address that says the language wins over the header, so that a page in French shows French to anybody.
  expect(await described('/openapi.json?lang=fr', { 'Accept-Language': 'en' })).toEqual([
    french,
    'fr',
    'Accept-Encoding',
  ]);
  expect(await described('/openapi.json?lang=en', { 'Accept-Language': 'fr' })).toEqual([
    english,
    'en',
    'Accept-Encoding',
  ]);
  for (const locale of ['en', 'fr']) {
    const { text } = await request('GET', `/docs/${locale}/reference`);
    expect(text).toContain(`data-source="../../openapi.json?lang=${locale}"`);
  }
  const refused = await request('GET', '/openapi.json?lang=de');
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['lang']]);
});

test('the reference is sent compressed to those who take that, and is the same', async () => {
  const sent = async (encoding: string) => {
    const answer = await fetch(`${url}/openapi.json`, { headers: { 'Accept-Encoding': encoding } });
    return [answer.headers.get('Content-Encoding'), await answer.text()];
  };
  const [, plain] = await sent('identity');
  expect(JSON.parse(plain!)).toHaveProperty('openapi');
  expect(await sent('gzip, deflate, br')).toEqual(['gzip', plain]);
  for (const encoding of ['br', 'gzip;q=0, br', 'gzip; q=0.0']) expect(await sent(encoding)).toEqual([null, plain]);
});

describe('problems', () => {
  test('have a page for each kind, with the name that the reference gives it', () => {
    expect(Object.values(PROBLEM_KINDS).sort()).toEqual(Object.keys(PROBLEM_PAGES).sort());
    for (const [status, kind] of Object.entries(PROBLEM_KINDS)) expect(PROBLEM_PAGES[kind].status).toBe(Number(status));
    for (const name of Object.keys(problemResponses())) expect(PROBLEM_PAGES).toHaveProperty(name);
  });

  test('link to their pages, whose examples equal real answers', async () => {
    const { token } = await service.company();
    const json = { 'Content-Type': 'application/json' };
    const provoked: [
      kind: keyof typeof PROBLEM_PAGES,
      method: string,
      path: string,
      body?: string,
      headers?: object,
    ][] = [
      ['unauthorized', 'GET', '/employees', undefined, { Authorization: '' }],
      ['forbidden', 'GET', '/employees', undefined, { Authorization: `Bearer ${partnerSecret}` }],
      ['not_found', 'GET', '/employes'],
      ['method_not_allowed', 'POST', '/pay_stubs/bulk', '{}', json],
      ['too_large', 'POST', '/employees', `"${'x'.repeat(1_100_000)}"`, json],
      ['unsupported_type', 'POST', '/employees', '{}', { 'Content-Type': 'text/plain' }],
      ['not_valid', 'POST', '/employees', '{"first_name": "Zoë"}', json],
    ];
    const { components } = (await request('GET', '/openapi.json')).body;
    for (const locale of ['en', 'fr'] as const)
      for (const [kind, method, path, body, headers] of provoked) {
        const accepted = { 'Accept-Language': locale, Accept: 'application/problem+json', ...headers };
        const answer = await request(method, path, body, token, { ...accepted });
        const { message, errors, type } = answer.body;
        const page = PROBLEM_PAGES[kind];
        expect([kind, answer.status, type]).toEqual([kind, page.status, `${url}/docs/problems/${kind}`]);
        if (kind !== 'method_not_allowed') expect({ message, ...(errors && { errors }) }).toEqual(page.example[locale]);
        // No operation has a method that it does not take.
        if (kind !== 'method_not_allowed') {
          const shown = components.responses[kind];
          const sent = Object.keys(components.headers).filter((name) => answer.headers.has(name));
          expect([kind, Object.keys(shown.headers)]).toEqual([kind, expect.arrayContaining(sent)]);
          const { example } = shown.content['application/json'].examples;
          expect([kind, example.value]).toEqual([kind, page.example.en]);
        }
        const followed = await fetch(type, { headers: { 'Accept-Language': locale } });
        expect([followed.status, followed.url]).toEqual([200, `${url}/docs/${locale}/problems/${kind}`]);
      }
  });
});

test('the commands of the guide, in either language, lead from an empty company to a journal entry and to pay of a live employer', async () => {
  const commandsOf = async (locale: string): Promise<string[]> => {
    const { text } = await request('GET', `/docs/${locale}/guide`);
    return [...text.matchAll(/<pre class="commands"><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) => plain(code!));
  };
  const commands = await commandsOf('en');
  expect(commands.length).toBeGreaterThan(8);
  expect(await commandsOf('fr')).toEqual(commands);
  const script = `set -euo pipefail\n${commands.join('\n')}`;
  const env = { ...process.env, api: url, secret: partnerSecret };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  expect(stdout).toContain('\npaid\n');
  // Live, warned of nothing, approved, and every payment made: what is to be remitted stays to be told.
  const live = stdout.slice(stdout.indexOf('\nfalse\n'));
  expect(live).toMatch(/^\nfalse\nernli_\w+\n\[\]\napproved\n/);
  expect(live.match(/^(payroll_float|employee|ca_cra|cra) (pad|direct_deposit) 2026-01-\d\d$/gm)).toHaveLength(3);
  expect(live).toMatch(/\nca_cra is due on 2026-02-16\n$/);
  const rows = [...stdout.matchAll(/^\S.* (\d+(?:\.\d+)?) $|^\S.* {2}(\d+(?:\.\d+)?)$/gm)];
  const [debits, credits] = [1, 2].map((side) => rows.reduce((sum, row) => sum + Number(row[side] ?? 0), 0));
  expect(rows.length).toBeGreaterThan(3);
  expect(debits!.toFixed(2)).toBe(credits!.toFixed(2));
  expect(debits).toBeGreaterThan(2_000);
});

test('the example of fifty lines pays somebody, and the journal balances', async () => {
  const file = fileURLToPath(new URL('../../examples/first-payroll.ts', import.meta.url));
  const code = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line));
  expect(code.length).toBeLessThanOrEqual(50);
  const env = { ...process.env, PAYROLL_URL: url, PARTNER_SECRET: partnerSecret };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { env });
  const [paid, ...entries] = stdout.trim().split('\n');
  expect(paid).toMatch(/^2026-01-09: paid, net 1\d{3}(\.\d+)?$/);
  expect(entries).toHaveLength(2);
  for (const entry of entries) expect(entry).toMatch(/: debits (\d+\.\d\d), credits \1$/);
});
