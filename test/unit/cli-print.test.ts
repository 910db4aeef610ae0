import { expect, test } from 'vitest';
import { printable } from '../../src/cli/terminal/print.ts';
import { table } from '../../src/cli/terminal/table.ts';

test('control characters of a terminal are escaped, and JSON keeps its meaning', () => {
  const name = 'Ada\u202eyoR \u2066x\u2069 \u009b31m\u001b[2J\u007f';
  const shown = printable(`${JSON.stringify({ name })}\n\tline`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066\u2069]/);
  expect(JSON.parse(shown.split('\n')[0]!)).toEqual({ name });
  expect(printable('Zoë Łucja 山田 é 👩‍🌾')).toBe('Zoë Łucja 山田 é 👩‍🌾');
});

test('a table may have more rows than a function takes arguments: payments of a year that wait', () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => [`pmt_${i}`, '1.00']);
  const lines = table(['payment', 'amount'], rows, [1]).split('\n');
  expect(lines).toHaveLength(rows.length + 2);
  expect([lines[0], lines[2]]).toEqual(['payment     amount', 'pmt_0         1.00']);
});
