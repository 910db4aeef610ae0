/**
 * Which statements the server is to keep prepared. It keeps each for as long as its connection is open, parsed, which is
 * many times as large as its text. Filters, orders and the words of a search make ever new statements: kept without end,
 * those of one caller would fill the memory of the server within minutes. One that is not kept is parsed each time.
 */
export type IsKept = (text: string) => boolean;

/** Characters of all that are kept: several times those of what callers usually ask. */
const MOST_characters = 1_000_000;
/** A longer one takes the server longer to plan than keeping it saves. */
const LONGEST_characters = 4_000;
/** No connection is older than this (connect.ts), so the first ones are gone by then. */
const ANEW_AFTER_ms = 3_600_000;

/** @param now_ms milliseconds of a clock that never goes back */
export const makeKeptStatements = (now_ms: () => number = () => performance.now()): IsKept => {
  const kept = new Set<string>();
  let characters = 0;
  let since_ms = now_ms();
  return (text) => {
    if (now_ms() - since_ms >= ANEW_AFTER_ms) {
      kept.clear();
      characters = 0;
      since_ms = now_ms();
    }
    if (kept.has(text)) return true;
    if (text.length > LONGEST_characters || characters + text.length > MOST_characters) return false;
    kept.add(text);
    characters += text.length;
    return true;
  };
};
