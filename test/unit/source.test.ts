import { expect, test } from 'vitest';
import { exportsOfNobody, MAX_FILE, MAX_FUNCTION, sourceFigures } from '../support/source-figures.ts';

/**
 * What a reader of the sources may rely on. A cast is where the compiler is told to believe what it cannot see: each
 * says in a comment beside it why that holds, and there are few. What is long says why above it ("Long: …").
 */
const MOST_CASTS = 38;

const figures = sourceFigures();
const named = (places: readonly { at: string; what: string }[]): string[] =>
  places.map(({ at, what }) => `${at} ${what}`);

test('every cast says beside it why it holds', () => {
  expect(named(figures.casts.filter(({ isExplained }) => !isExplained))).toEqual([]);
});

test(`there are at most ${MOST_CASTS} casts`, () => {
  expect(figures.casts.length).toBeGreaterThan(0);
  expect(figures.casts.length).toBeLessThanOrEqual(MOST_CASTS);
});

test(`a function of more than ${MAX_FUNCTION} lines says why`, () => {
  expect(named(figures.functions.filter(({ isExplained }) => !isExplained))).toEqual([]);
});

test(`a file of more than ${MAX_FILE} lines says why`, () => {
  expect(named(figures.files.filter(({ isExplained }) => !isExplained))).toEqual([]);
});

test('what is exported is used elsewhere', () => {
  expect(named(exportsOfNobody())).toEqual([]);
});
