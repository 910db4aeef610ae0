import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { INVARIANTS } from '../../src/audit/invariants.ts';

test('docs/auditing.md lists every invariant, and no other', async () => {
  const text = await readFile(new URL('../../docs/auditing.md', import.meta.url), 'utf8');
  const told = [...text.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name!);
  expect(told).toEqual(INVARIANTS.map(({ name }) => name));
});
