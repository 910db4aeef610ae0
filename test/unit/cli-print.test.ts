import { expect, test } from 'vitest';
import { printable } from '../../src/cli/terminal/print.ts';

test('control characters of a terminal are escaped, and JSON keeps its meaning', () => {
  const name = 'Ada\u202eyoR \u2066x\u2069 \u009b31m\u001b[2J\u007f';
  const shown = printable(`${JSON.stringify({ name })}\n\tline`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066\u2069]/);
  expect(JSON.parse(shown.split('\n')[0]!)).toEqual({ name });
  expect(printable('Zoë Łucja 山田 é 👩‍🌾')).toBe('Zoë Łucja 山田 é 👩‍🌾');
});
