import { expect, test } from 'vitest';
import { textSchema, VISIBLE_PATTERN } from '../../../src/kernel/definition/schemas.ts';

/** What a text of a request may hold. */

test('a text has no control character but tabs and line breaks, and the patterns of the reference say the same', () => {
  const text = textSchema();
  const patterns = [String(text.meta()?.pattern), VISIBLE_PATTERN].map((pattern) => new RegExp(pattern, 'u'));
  for (let code = 0; code < 0x100; code++) {
    const character = String.fromCharCode(code);
    // Those above 0x7f are what a file in Windows-1252 comes to when it is read as Latin-1.
    const admitted = !/\p{Cc}/u.test(character) || '\t\n\r'.includes(character);
    const written = `a${character}b`;
    const said = [text.safeParse(written).success, ...patterns.map((pattern) => pattern.test(written))];
    expect([code, ...said]).toEqual([code, admitted, admitted, admitted]);
  }
});
