import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { INVARIANTS } from '../../src/audit/invariants.ts';

test('docs/auditing.md lists every invariant, and no other', async () => {
  const text = await readFile(new URL('../../docs/auditing.md', import.meta.url), 'utf8');
  // The table ends at the first line that is no row of it.
  const table = text.slice(text.indexOf('| invariant |')).split('\n\n')[0]!;
  const told = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name!);
  expect(told).toEqual(INVARIANTS.map(({ name }) => name));
});
