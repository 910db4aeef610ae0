import { expect, test } from 'vitest';
import { z } from 'zod';
import { queryFlag } from '../../../src/kernel/definition/schemas.ts';
import { issuesOf } from '../../../src/values/issues.ts';
import { invalid } from '../../../src/values/problem.ts';

test('a value of another type is told its type alone, and not how long it should be', () => {
  const schema = z.object({ name: z.string().min(1), tags: z.array(z.string()).max(2), note: z.string().min(1) });
  const input = { name: [], tags: 'several', note: '' };
  const { error } = schema.safeParse(input);
  expect(issuesOf(error!, input).map(({ path, text }) => `${path}: ${text.en}`)).toEqual([
    'name: must be a string, not an array',
    'tags: must be an array, not a string',
    'note: must have at least 1 character',
  ]);
});

test('a number beyond all integers is told the limit of its member, and not that of all integers', () => {
  const schema = z.object({ day: z.int().min(-1).max(31), count: z.int() });
  for (const [sent, day, count] of [
    [1e20, 'must be at most 31', `must be at most ${Number.MAX_SAFE_INTEGER}`],
    [-1e20, 'must be at least -1', `must be at least ${Number.MIN_SAFE_INTEGER}`],
  ] as const) {
    const input = { day: sent, count: sent };
    expect(issuesOf(schema.safeParse(input).error!, input).map(({ path, text }) => [path, text.en])).toEqual([
      ['day', day],
      ['count', count],
    ]);
  }
});

test('a type that several forms have is named once', () => {
  const schema = z.object({
    claim: z.union([z.literal('basic'), z.object({ code: z.number() }), z.record(z.string(), z.number())]),
  });
  const input = { claim: 7 };
  expect(issuesOf(schema.safeParse(input).error!, input).map(({ text }) => text)).toEqual([
    { en: 'must be "basic" or an object', fr: 'doit être "basic" ou un objet' },
  ]);
});

test('a text of another form is told the form', () => {
  const schema = z.object({ code: z.string().regex(/^[a-z]{3}$/) });
  const input = { code: 'ABC' };
  expect(issuesOf(schema.safeParse(input).error!, input).map(({ text }) => text)).toEqual([
    { en: 'must have the form /^[a-z]{3}$/', fr: 'doit avoir la forme /^[a-z]{3}$/' },
  ]);
});

test('what is neither true nor false is told so, without the notations of a query', () => {
  const schema = z.object({ archived: queryFlag() });
  for (const archived of [null, 2, 'yes', []]) {
    const input = { archived };
    expect(issuesOf(schema.safeParse(input).error!, input)).toEqual([
      { path: 'archived', text: { en: 'must be true or false', fr: 'doit être true ou false' } },
    ]);
  }
  expect(['true', '0', false].map((archived) => schema.parse({ archived }).archived)).toEqual([true, false, false]);
});

test('beyond a hundred the issues are counted, whatever they are', () => {
  const amount = z.union([z.number(), z.object({ of: z.strictObject({}) })]);
  const schema = z.strictObject({ tags: z.array(z.string()), amount });
  const members = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`other_${i}`, 1]));
  const input = { tags: Array.from({ length: 105 }, () => 1), amount: { of: members }, ...members };
  const issues = issuesOf(schema.safeParse(input).error!, input);
  expect(issues).toHaveLength(101);
  expect(issues.at(-1)).toEqual({
    path: '',
    text: { en: 'has 65 more faults that are not named', fr: 'a 65 autres erreurs qui ne sont pas nommées' },
    count: 65,
  });
  expect(invalid(issues).text.en).toMatch(/^The request is not valid\. tags\.0: .* \(and 164 more\)$/);
});

test('a union within a union has all their forms: a word of the outer one is named where a list of the inner one is admitted', () => {
  const chosen = z.object({ include: z.union([z.literal('all'), z.union([z.array(z.string()), z.strictObject({})])]) });
  const said = (value: unknown) => {
    const parsed = chosen.safeParse(value);
    return issuesOf(parsed.error!, value).map(({ path, text }) => `${path} ${text.en}`);
  };
  expect(said({ include: 'some' })).toEqual(['include must be "all" or an array or an object']);
  expect(said({ include: 4 })).toEqual(['include must be "all" or an array or an object']);
  expect(said({ include: [4] })).toEqual(['include.0 must be a string, not a number']);
});
