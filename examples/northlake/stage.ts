/** Where the acts play: what they say, and what they claim. */
export interface Stage {
  /** Begins an act. */
  act(title: string): void;
  /** Says something in passing. */
  say(text: string): void;
  table(heads: readonly string[], rows: readonly (readonly string[])[], right?: readonly number[]): void;
  /** Claims that a value is as it must be. @throws Disproved */
  claim(what: string, actual: unknown, expected: unknown): void;
  /** Claims that something holds. @throws Disproved */
  holds(what: string, fact: boolean): void;
}

/** A claim of the example that did not hold. */
export class Disproved extends Error {
  override name = 'Disproved';
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
};
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Width on a terminal: letters with accents written as two code points take one cell. */
const width = (text: string): number => [...text.normalize('NFC')].length;

export const makeStage = (write: (line: string) => void): Stage => {
  let acts = 0;
  const confirm = (what: string): void => write(`  ✓ ${what}`);
  return {
    act: (title) => {
      acts += 1;
      write(`\n${acts}. ${title}\n`);
    },
    say: (text) => write(`  ${text}`),
    table: (heads, rows, right = []) => {
      const widths = heads.map((head, i) => Math.max(width(head), ...rows.map((row) => width(row[i] ?? ''))));
      const line = (cells: readonly string[]): string =>
        cells
          .map((cell, i) => {
            const space = ' '.repeat(widths[i]! - width(cell));
            return right.includes(i) ? space + cell : cell + space;
          })
          .join('  ')
          .trimEnd();
      write(`\n    ${line(heads)}\n    ${line(widths.map((length) => '─'.repeat(length)))}`);
      for (const row of rows) write(`    ${line(row)}`);
      write('');
    },
    claim: (what, actual, expected) => {
      if (!same(actual, expected))
        throw new Disproved(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
      confirm(what);
    },
    holds: (what, fact) => {
      if (!fact) throw new Disproved(what);
      confirm(what);
    },
  };
};
