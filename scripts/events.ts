import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { eventsPage } from '../src/http/event-schema.ts';
import { makeFolder } from '../src/kernel/definition/fold.ts';
import { registry } from '../src/registry.ts';

/**
 * Makes docs/events.md from the declared events: `npm run events`. The same code makes the same text, so a test can
 * tell whether it was made since an event changed.
 */
export const PAGE = new URL('../docs/events.md', import.meta.url);

export const generateEvents = (): string => eventsPage(makeFolder(registry), registry);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const page = generateEvents();
  const before = await readFile(PAGE, 'utf8').catch(() => '');
  if (before !== page) await writeFile(PAGE, page);
  process.stdout.write(before === page ? 'docs/events.md is up to date\n' : 'docs/events.md was written\n');
}
