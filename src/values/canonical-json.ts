// Canonical JSON (RFC 8785): one text for one value, in every implementation, so that events can be hashed and compared
// as text. Members are in the order of their names' UTF-16 units, numbers and strings as ECMAScript writes them.

/** A value that JSON cannot carry, or that no database could keep. The message names the value and where it is. */
export class NotCanonical extends Error {
  override name = 'NotCanonical';
}

/** Deeper than any record of ours; beyond it a value is a mistake, or a cycle. */
const MAX_DEPTH = 64;

/** Thrown inside; `canonicalize` adds the place. */
class Refusal {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** What may have to be escaped, or must not be in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

const writeString = (text: string): string => {
  if (!SPECIAL.test(text)) return `"${text}"`;
  const written = JSON.stringify(text);
  // Both are escaped when written, so text without a backslash needs no further look.
  if (written.length !== text.length + 2) {
    if (text.includes('\0')) throw new Refusal('the text holds the character NUL');
    if (!text.isWellFormed()) throw new Refusal('the text holds half a surrogate pair');
  }
  return written;
};

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Written names of members with their colon: a log has few names, and meets them in every event. */
const writtenNames = new Map<string, string>();
const MAX_NAMES = 4_096;

const writeName = (name: string): string => {
  let written = writtenNames.get(name);
  if (written === undefined) {
    written = `${writeString(name)}:`;
    if (writtenNames.size < MAX_NAMES) writtenNames.set(name, written);
  }
  return written;
};

/** Up to here, putting one after the other in its place is several times faster than the general sort. */
const FEW = 24;

/** Sorts names by their UTF-16 units, in place. */
const sortNames = (names: string[]): string[] => {
  if (names.length > FEW) return names.sort();
  for (let at = 1; at < names.length; at++) {
    const name = names[at]!;
    let place = at;
    for (; place > 0 && names[place - 1]! > name; place--) names[place] = names[place - 1]!;
    names[place] = name;
  }
  return names;
};

const write = (value: unknown, depth: number): string => {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Refusal(`${value} is no JSON number`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object': {
      if (value === null) return 'null';
      if (depth === MAX_DEPTH) throw new Refusal(`it is nested more than ${MAX_DEPTH} deep`);
      if (Array.isArray(value)) {
        let text = '[';
        for (let index = 0; index < value.length; index++)
          text += index === 0 ? write(value[index], depth + 1) : `,${write(value[index], depth + 1)}`;
        return `${text}]`;
      }
      if (!isPlain(value)) throw new Refusal(`${value.constructor?.name ?? 'it'} is no plain object`);
      let text = '';
      for (const name of sortNames(Object.keys(value)))
        text += (text === '' ? '' : ',') + writeName(name) + write(value[name], depth + 1);
      return `{${text}}`;
    }
    default:
      throw new Refusal(`${typeof value} is no JSON`);
  }
};

/** Where inside a value that was refused the refused part is: `.lines[3].amount`. */
const locate = (value: unknown, depth: number): string => {
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return '';
  for (const [name, member] of Object.entries(value)) {
    try {
      write(member, depth + 1);
    } catch {
      return `${Array.isArray(value) ? `[${name}]` : `.${name}`}${locate(member, depth + 1)}`;
    }
  }
  return '';
};

/**
 * The canonical JSON text of a value made of null, booleans, finite numbers, text, arrays and plain objects.
 *
 * @throws NotCanonical for anything else: undefined, NaN, bigint, a Date, NUL or half a surrogate pair in text.
 */
export const canonicalize = (value: unknown): string => {
  try {
    return write(value, 0);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const place = locate(value, 0);
    throw new NotCanonical(place === '' ? refusal.why : `${refusal.why} (at ${place.replace(/^\./, '')})`);
  }
};
