/** The position at which a text is not JSON, and what is there. */
export interface JsonFault {
  line: number;
  column: number;
  /** What was found: a character, or the end of the text. */
  found: string;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Finds the first position that is not JSON (RFC 8259). The runtime's parser reports it only in some versions and
 * cases, in messages that quote the text. This runs only for bodies that the parser has refused, and has its own stack,
 * so deep nesting is no danger.
 */
export const findJsonFault = (text: string): JsonFault | undefined => {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return false;
    at = pattern.lastIndex;
    return true;
  };
  /** Reads a string; stops at a fault in it. */
  const takeString = (): boolean => {
    if (text[at] !== '"') return false;
    at++;
    while (text[at] !== '"') {
      if (text[at] === '\\') {
        if (!take(ESCAPE)) return false;
      } else if (text.charCodeAt(at) >= 0x20) at++;
      else return false;
    }
    at++;
    return true;
  };
  const open: ('{' | '[')[] = [];
  let expects: 'value' | 'value or end' | 'name' | 'name or end' | 'more' = 'value';
  for (;;) {
    take(SPACE);
    const next = text[at];
    if (expects === 'more') {
      if (open.length === 0) {
        if (next === undefined) return undefined;
        break;
      }
      const inner = open.at(-1)!;
      if (next === ',') expects = inner === '{' ? 'name' : 'value';
      else if (next === (inner === '{' ? '}' : ']')) open.pop();
      else break;
      at++;
    } else if (expects === 'name' || expects === 'name or end') {
      if (next === '}' && expects === 'name or end') {
        open.pop();
        expects = 'more';
        at++;
        continue;
      }
      if (!takeString()) break;
      take(SPACE);
      if (text[at] !== ':') break;
      at++;
      expects = 'value';
    } else if (next === '{' || next === '[') {
      open.push(next);
      expects = next === '{' ? 'name or end' : 'value or end';
      at++;
    } else if (next === ']' && expects === 'value or end') {
      open.pop();
      expects = 'more';
      at++;
    } else if (takeString() || take(NUMBER) || take(WORD)) {
      expects = 'more';
    } else break;
  }
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const found = text.codePointAt(at);
  return {
    line,
    column: at - before.lastIndexOf('\n'),
    found: found === undefined ? '' : JSON.stringify(String.fromCodePoint(found)),
  };
};
