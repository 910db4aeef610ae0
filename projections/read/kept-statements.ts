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
/** No connection is older than this (connect.ts), so what was kept only before is gone by then. */
const ANEW_AFTER_ms = 3_600_000;

/**
 * Of a full server nothing is taken back. So after an hour those that were asked the most stay, up to half of the room,
 * and the rest is free: whoever makes ever new statements crowds out no usual one for longer than that.
 *
 * @param now_ms milliseconds of a clock that never goes back
 */
export const makeKeptStatements = (now_ms: () => number = () => performance.now()): IsKept => {
  /** How often each was asked in this hour. */
  let kept = new Map<string, number>();
  let characters = 0;
  let since_ms = now_ms();
  const keepMostAsked = (): void => {
    const byAsked = [...kept].sort(([, one], [, other]) => other - one);
    kept = new Map();
    characters = 0;
    for (const [text] of byAsked) {
      if (characters + text.length > MOST_characters / 2) break;
      kept.set(text, 0);
      characters += text.length;
    }
    since_ms = now_ms();
  };
  return (text) => {
    if (now_ms() - since_ms >= ANEW_AFTER_ms) keepMostAsked();
    const asked = kept.get(text);
    if (asked === undefined) {
      if (text.length > LONGEST_characters || characters + text.length > MOST_characters) return false;
      characters += text.length;
    }
    kept.set(text, (asked ?? 0) + 1);
    return true;
  };
};
