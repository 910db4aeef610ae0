import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateMovingIn, PAGE } from '../../../scripts/moving-in.ts';

test('docs/moving-in.md has the columns as they are declared: when this fails, run npm run moving-in', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(generateMovingIn(page)).toBe(page);
});
