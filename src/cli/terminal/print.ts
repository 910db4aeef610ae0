/**
 * What a terminal would act on instead of showing: control characters (but tab and line feed), and those that turn the
 * direction of text around, so that a line reads otherwise than it is.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

/** Text for people and for programs: what acts on a terminal is written as `\u202e`, which in JSON is the same text. */
export const printable = (text: string): string =>
  text.replace(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes to standard output. */
export const print = (text: string): void => void process.stdout.write(printable(text));

/** Writes a line to standard output. */
export const say = (line: string): void => print(`${line}\n`);

/** `1 payment`, `2 payments`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
