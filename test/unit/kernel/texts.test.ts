import { expect, test } from 'vitest';
import { z } from 'zod';
import { PREFERRED } from '../../../src/kernel/calls/requests.ts';
import { textSchema, VISIBLE_PATTERN } from '../../../src/kernel/definition/schemas.ts';
import { operations } from '../../../src/operations.ts';
import { issuesOf } from '../../../src/values/issues.ts';
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

/** Milliseconds of a processor: other work of the machine is no part of them. */
const usedSince = (began: NodeJS.CpuUsage): number => process.cpuUsage(began).user / 1_000;

test('an address of e-mail has one @ and a dot behind it, and telling takes no longer than reading it', () => {
  const said = ['a@b.c', 'a@b..c', 'a@.b.c', '.@..c', 'a@b.c.'].map((address) => EMAIL.pattern.test(address));
  expect(said).toEqual([true, true, true, true, true]);
  for (const address of ['a@b', 'a@.b', 'a@b.', 'a@..', '@b.c', 'a@b@c.d', 'a b@c.d', 'a@b.c\n', 'a@b .c'])
    expect([address, EMAIL.pattern.test(address)]).toEqual([address, false]);
  // A body may have one of a megabyte. Where each dot may be the one that counts, 60 KB take seconds.
  const began = process.cpuUsage();
  expect(EMAIL.pattern.test(`a@${'.'.repeat(60_000)}@`)).toBe(false);
  expect(usedSince(began)).toBeLessThan(500);
});

/** The schemas of all texts in a schema, wherever they are. */
const textsIn = (schema: z.core.$ZodType, found: Set<z.core.$ZodType>, seen = new Set<z.core.$ZodType>()): void => {
  if (seen.has(schema)) return;
  seen.add(schema);
  if ((schema as z.core.$ZodTypes)._zod.def.type === 'string') found.add(schema);
  for (const inner of Object.values(schema._zod.def).flat())
    for (const one of inner?._zod ? [inner] : Object.values(inner?.constructor === Object ? inner : {}))
      if (one?._zod) textsIn(one, found, seen);
};

/** The schema of each text with a pattern, in whatever body or query it is. */
const textsWithForm = (): { pattern: string; schema: z.core.$ZodType }[] => {
  const texts = new Set<z.core.$ZodType>();
  for (const { body, query = {} } of operations) {
    if (body) textsIn(typeof body === 'function' ? body(PREFERRED) : body, texts);
    for (const { schema } of Object.values(query)) textsIn(schema, texts);
  }
  return [...texts].map((schema) => ({ pattern: String(z.globalRegistry.get(schema)?.pattern), schema }));
};

test('of a text of digits it is said how many it takes', () => {
  const wrong: string[] = [];
  let looked = 0;
  for (const { pattern, schema } of textsWithForm()) {
    const [, least, most] = /^\^\\d\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? [];
    if (least === undefined) continue;
    looked++;
    const said = issuesOf(z.safeParse(schema, 'x').error!, 'x').map(({ text }) => text.en.replace('nine', '9'));
    const count = new RegExp(most === undefined ? `\\b${least} digits` : `\\b(${least}|up) to ${most}\\b`);
    if (!said.some((text) => count.test(text))) wrong.push(`${pattern}: ${said.join(', ')}`);
  }
  expect(looked).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

test('telling whether a text has its form takes no longer than reading it, in whatever body or query it is', () => {
  const forms = new Map(textsWithForm().map(({ pattern, schema }) => [pattern, schema]));
  expect(forms.size).toBeGreaterThan(20);
  const slow: string[] = [];
  for (const [pattern, schema] of forms) {
    // A pattern that tries every place of a long run does so for a run of what it names, behind what it begins with and
    // before what it does not take.
    const marks = pattern.match(/[^\w\s\\^$()[\]{}*+?|]/g) ?? [];
    const named = [...new Set([...[...new Set(marks)].slice(0, 3), 'a', '0'])];
    const end = ` ${named.join('')}\u0001`;
    const began = process.cpuUsage();
    for (const run of named)
      for (const first of ['', ...named])
        for (const second of ['', ...named]) z.safeParse(schema, `${first}${second}${run.repeat(20_000)}${end}`);
    if (usedSince(began) > 1_000) slow.push(pattern);
  }
  expect(slow).toEqual([]);
});
