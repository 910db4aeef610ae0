import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PROBLEM_PAGES } from '../../src/docs/problems.ts';
import { operations } from '../../src/operations.ts';
import { serveChild } from '../support/child-service.ts';
import { type Tab, withBrowser } from './chromium.ts';

// Looks at /docs in a real browser: every page draws itself without a complaint and without an address elsewhere, and
// the reference shows every resource, and an operation that is linked to.
//
//     npm run test:browser                      with a chromium in the PATH, or CHROMIUM=/path/to/one
//     npm run test:browser -- /tmp/shots        and keeps pictures of what it saw

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

const findBrowser = async (): Promise<string> => {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) {
      const path = join(folder, name);
      if (
        await access(path).then(
          () => true,
          () => false,
        )
      )
        return path;
    }
  throw new Error('there is no chromium in the PATH: install one (Debian: apt-get install chromium), or set CHROMIUM');
};

/** The package that shows the reference says this of every link to an operation whose name has an underscore. */
const OF_PACKAGE = 'Deprecated: escaping deep link whitespace';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const look = async (tab: Tab, url: string, pictures: string | undefined): Promise<void> => {
  const shot = async (name: string): Promise<void> => {
    if (pictures !== undefined) await tab.screenshot(join(pictures, `${name}.png`));
  };
  const quiet = (page: string): void => {
    const complaints = tab.complaints().filter((one) => !one.startsWith(OF_PACKAGE));
    assert.deepEqual(complaints, [], page);
    const elsewhere = tab.requests().filter((at) => !at.startsWith(`${url}/`) && !at.startsWith('data:'));
    assert.deepEqual(elsewhere, [], page);
  };
  for (const locale of ['en', 'fr']) {
    const pages = ['', '/guide', '/problems', ...Object.keys(PROBLEM_PAGES).map((kind) => `/problems/${kind}`)];
    for (const page of pages) {
      await tab.open(`${url}/docs/${locale}${page}`);
      assert.equal(await tab.evaluate('document.documentElement.lang'), locale);
      assert.ok(await tab.evaluate('document.querySelector("h1").getBoundingClientRect().height > 0'), page);
      // The sheet came: without it the skipping link would be seen.
      assert.ok(await tab.evaluate('document.querySelector(".skip").getBoundingClientRect().right < 0'), page);
      // Nothing is wider than the window.
      assert.ok(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth'), page);
      quiet(`/docs/${locale}${page}`);
      await shot(`${locale}${page.replaceAll('/', '-')}`);
    }
    await tab.open(`${url}/docs/${locale}/reference`);
    const tags = new Set(operations.map(({ tag }) => tag));
    await tab.until(`document.querySelectorAll(".opblock-tag").length === ${tags.size}`);
    const said = { en: 'A person employed within a company', fr: 'Une personne employée au sein d’une compagnie' }[
      locale
    ]!;
    await tab.until(`document.body.textContent.replaceAll("'", "’").includes(${JSON.stringify(said)})`);
    await shot(`${locale}-reference`);
    quiet(`/docs/${locale}/reference`);
    say(`✓ ${pages.length + 1} pages in ${locale}`);
  }

  // Asked for anew: what differs in its fragment alone is the same page to a browser, and never loads.
  await tab.open('about:blank');
  await tab.open(`${url}/docs/en/reference#/employee/create_employee`);
  await tab.until('document.querySelector(".opblock.is-open")');
  await tab.until('document.querySelector(".opblock.is-open").textContent.includes("last_name")');
  await shot('en-reference-operation');
  quiet('a link to an operation');
  // Nothing asks for a credential or sends one.
  assert.equal(await tab.evaluate('document.querySelectorAll(".try-out, .btn.execute").length'), 0);
  assert.ok(
    await tab.evaluate(
      '[...document.querySelectorAll(".btn.authorize, .authorization__btn")].every((one) => !one.offsetParent)',
    ),
  );
  say('✓ a link to an operation shows it with its members');
};

const main = async (): Promise<void> => {
  const program = await findBrowser();
  const pictures = process.argv[2];
  if (pictures !== undefined) await mkdir(pictures, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-docs-'));
  const service = await serveChild({ DATA_DIR: dataDir });
  try {
    await withBrowser(program, (tab) => look(tab, service.url, pictures));
  } finally {
    service.child.kill();
    await service.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
};

await main();
