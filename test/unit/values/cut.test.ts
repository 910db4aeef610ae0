import { expect, test } from 'vitest';
import { failedEntry } from '../../../src/platform/async-task.ts';
import { canonicalize } from '../../../src/values/canonical-json.ts';
import { cut, storable } from '../../../src/values/cut.ts';
import { invalid } from '../../../src/values/problem.ts';

test('a text is cut between characters', () => {
  expect([cut('abc', 3), cut('ab𝟜', 3), cut('ab𝟜', 4), cut('𝟜', 1)]).toEqual(['abc', 'ab', 'ab𝟜', '']);
});

test('a text from elsewhere can be stored, whatever it contains', () => {
  expect(storable('no\u0000ne\ud83d of 𝟜', 11)).toBe('no\ufffdne\ufffd of ');
});

test("an error of a task's entry can be stored, however long it is and wherever it is cut", () => {
  const text = `${'x'.repeat(499)}𝟜 is no type`;
  const entry = failedEntry('crate', 0, undefined, invalid([{ path: 'type', text: { en: text, fr: text } }]));
  expect(() => canonicalize(entry)).not.toThrow();
});

test("an error of a task's entry that is cut says so, since what would be right is at its end", () => {
  const errorOf = (text: string) =>
    failedEntry('crate', 0, undefined, invalid([{ path: 'type', text: { en: text, fr: text } }])).errors!.type![0]!.en;
  expect(errorOf('x'.repeat(500))).toBe('x'.repeat(500));
  expect(errorOf(`must be one of ${'"a", '.repeat(200)}`)).toMatch(/^must be one of .{484}…$/);
});

test("of very many errors of a task's entry the rest is counted", () => {
  const issues = Array.from({ length: 25 }, (_, i) => ({
    path: `rows.${i}`,
    text: { en: 'is wrong', fr: 'est faux' },
  }));
  const { errors } = failedEntry('crate', 0, undefined, invalid(issues));
  expect(Object.keys(errors!)).toEqual([...issues.slice(0, 20).map(({ path }) => path), 'body']);
  expect(errors!.body).toEqual([
    { en: 'has 5 more faults that are not named', fr: 'a 5 autres erreurs qui ne sont pas nommées' },
  ]);
});
