import { expect, test } from 'vitest';
import { makeKeptStatements } from '../../projections/read/kept-statements.ts';

const ofLength = (length: number, name: number): string => `select ${name} `.padEnd(length, '-');

test('what callers ask again and again stays prepared, whatever else they ask', () => {
  const isKept = makeKeptStatements();
  expect(isKept(ofLength(700, 0))).toBe(true);
  for (let name = 1; name <= 5_000; name++) isKept(ofLength(700, name));
  expect(isKept(ofLength(700, 0))).toBe(true);
  expect(isKept(ofLength(700, 5_001))).toBe(false);
});

test('a very long statement is not kept, and takes no place of others', () => {
  const isKept = makeKeptStatements();
  for (let name = 1; name <= 100; name++) expect(isKept(ofLength(40_000, name))).toBe(false);
  expect(isKept(ofLength(700, 0))).toBe(true);
});

test('when all connections have been replaced there is room again', () => {
  let now_ms = 0;
  const isKept = makeKeptStatements(() => now_ms);
  for (let name = 0; name < 5_000; name++) isKept(ofLength(700, name));
  expect(isKept(ofLength(700, 5_001))).toBe(false);
  now_ms = 3_600_000;
  expect(isKept(ofLength(700, 5_001))).toBe(true);
});

test('what is asked the most stays prepared past that time, whoever comes first with new ones', () => {
  let now_ms = 0;
  const isKept = makeKeptStatements(() => now_ms);
  const usual = Array.from({ length: 300 }, (_, name) => ofLength(700, -name));
  for (let name = 1; name <= 500; name++) isKept(ofLength(700, name));
  for (let round = 0; round < 2; round++) for (const text of usual) isKept(text);
  for (let hour = 1; hour <= 3; hour++) {
    now_ms = hour * 3_600_000;
    for (let name = 1; name <= 5_000; name++) isKept(ofLength(700, 10_000 * hour + name));
    for (let round = 0; round < 2; round++) expect(usual.every((text) => isKept(text))).toBe(true);
  }
});
