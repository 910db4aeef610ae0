import { cut } from '../../values/cut.ts';
import { decimal } from '../../values/money.ts';

/** Limits of the answer: places of one body, and characters of a name. */
const MOST = 20;
const MOST_NAME = 100;

/** A container that is being read: an object with its names so far, or a list. */
interface Open {
  names: Set<string> | undefined;
  /** The name of the current member, or the index of the current item. */
  at: string | number;
}

/** The end of a string: its closing quote, or the end of the text. */
const endOfString = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
};

/** A name with its escapes decoded. */
const nameOf = (raw: string): string => {
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
};

const pathOf = (open: readonly Open[]): string => open.map(({ at }) => cut(String(at), MOST_NAME)).join('.');

/** What the runtime's parser loses without a word, by path. */
export interface Losses {
  /** Members that an object has more than once: the parser takes the last one. */
  repeated: string[];
  /** Numbers that a double does not hold as they are written: the parser takes the nearest one. */
  rounded: string[];
}

const STARTS_NUMBER = /[-\d]/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Only a number with one of these can be rounded: a double holds any fifteen digits, down to some 1e-308. */
const CAN_BE_ROUNDED = /\d[\d.]{15}|\d[eE]-\d{3}/;

/** Whether a double is another number than the text. One beyond all bounds is left to the check of its member. */
const isRounded = (text: string): boolean => {
  if (!CAN_BE_ROUNDED.test(text)) return false;
  const value = Number(text);
  return Number.isFinite(value) && !decimal(text).eq(value);
};

/**
 * Finds what the runtime's parser loses of a JSON text. It is one pass over the text; for a text that is not JSON the
 * result has no meaning.
 */
export const findLosses = (text: string): Losses => {
  const repeated = new Set<string>();
  const rounded = new Set<string>();
  const open: Open[] = [];
  let inner: Open | undefined;
  let isName = false;
  const hasLong = CAN_BE_ROUNDED.test(text);
  for (let i = 0; i < text.length && repeated.size + rounded.size < MOST; i++) {
    switch (text[i]) {
      case '"': {
        const from = i + 1;
        i = endOfString(text, from);
        if (!isName || !inner?.names) break;
        inner.at = nameOf(text.slice(from, i));
        const before = inner.names.size;
        if (inner.names.add(inner.at).size === before) repeated.add(pathOf(open));
        break;
      }
      case '{':
      case '[':
        isName = text[i] === '{';
        inner = { names: isName ? new Set() : undefined, at: 0 };
        open.push(inner);
        break;
      case '}':
      case ']':
        open.pop();
        inner = open.at(-1);
        break;
      case ':':
        isName = false;
        break;
      case ',':
        isName = inner?.names !== undefined;
        if (typeof inner?.at === 'number') inner.at++;
        break;
      default: {
        if (!hasLong || !STARTS_NUMBER.test(text[i]!)) break;
        NUMBER.lastIndex = i;
        const number = NUMBER.exec(text)?.[0];
        if (number === undefined) break;
        i += number.length - 1;
        if (isRounded(number)) rounded.add(pathOf(open));
      }
    }
  }
  return { repeated: [...repeated], rounded: [...rounded] };
};
