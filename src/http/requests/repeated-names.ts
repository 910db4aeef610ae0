import { cut } from '../../values/cut.ts';

/** Limits of the answer: names of one body, and characters of a name. */
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

/**
 * The paths of members that an object in a JSON text has more than once. The runtime's parser silently takes the last
 * one. It is one pass over the text; for a text that is not JSON the result has no meaning.
 */
export const findRepeatedNames = (text: string): string[] => {
  const found = new Set<string>();
  const open: Open[] = [];
  let inner: Open | undefined;
  let isName = false;
  for (let i = 0; i < text.length && found.size < MOST; i++) {
    switch (text[i]) {
      case '"': {
        const from = i + 1;
        i = endOfString(text, from);
        if (!isName || !inner?.names) break;
        inner.at = nameOf(text.slice(from, i));
        const before = inner.names.size;
        if (inner.names.add(inner.at).size === before) found.add(pathOf(open));
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
    }
  }
  return [...found];
};
