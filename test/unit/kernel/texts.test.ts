import { expect, test } from 'vitest';
import { textSchema, VISIBLE_PATTERN } from '../../../src/kernel/definition/schemas.ts';
import { EMAIL } from '../../../src/values/text.ts';

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

test('an address of e-mail has one @ and a dot behind it, and telling takes no longer than reading it', () => {
  const said = ['a@b.c', 'a@b..c', 'a@.b.c', '.@..c', 'a@b.c.'].map((address) => EMAIL.pattern.test(address));
  expect(said).toEqual([true, true, true, true, true]);
  for (const address of ['a@b', 'a@.b', 'a@b.', 'a@..', '@b.c', 'a@b@c.d', 'a b@c.d', 'a@b.c\n', 'a@b .c'])
    expect([address, EMAIL.pattern.test(address)]).toEqual([address, false]);
  // A body may have one of a megabyte. Where each dot may be the one that counts, 60 KB take seconds.
  const began_ms = performance.now();
  expect(EMAIL.pattern.test(`a@${'.'.repeat(60_000)}@`)).toBe(false);
  expect(performance.now() - began_ms).toBeLessThan(500);
});
