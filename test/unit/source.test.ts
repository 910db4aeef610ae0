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

/** What to do about what a test found; the list of places is in its difference. */
const CASTS = 'read the value by a function that checks it (src/values/json.ts), or say above it why the cast holds';
const FEWER_CASTS = 'one cast more than there may be: read the value by a function that checks it (src/values/json.ts)';
const LONG = 'take a part with a name of its own out of it, or say above it why not: "Long: …"';
const UNUSED = 'leave out "export", or what nobody uses';

test('every cast says beside it why it holds', () => {
  expect(named(figures.casts.filter(({ isExplained }) => !isExplained)), CASTS).toEqual([]);
});

test(`there are at most ${MOST_CASTS} casts`, () => {
  expect(figures.casts.length).toBeGreaterThan(0);
  expect(figures.casts.length, FEWER_CASTS).toBeLessThanOrEqual(MOST_CASTS);
});

test(`a function of more than ${MAX_FUNCTION} lines says why`, () => {
  expect(named(figures.functions.filter(({ isExplained }) => !isExplained)), LONG).toEqual([]);
});

test(`a file of more than ${MAX_FILE} lines says why`, () => {
  expect(named(figures.files.filter(({ isExplained }) => !isExplained)), LONG).toEqual([]);
});

test('what is exported is used elsewhere', () => {
  expect(named(exportsOfNobody()), UNUSED).toEqual([]);
});
