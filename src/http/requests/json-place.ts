/** Where a text stops being JSON, and what is there. */
export interface JsonFault {
  line: number;
  column: number;
  /** What was met: a character, or the end of the text. */
  found: string;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Finds the place of the first thing that is not JSON (RFC 8259). The parser of the runtime says it in some versions
 * and cases only, and in words that quote the text. Runs only over bodies that the parser has refused; keeps a stack of
 * its own, so depth is no danger.
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
  /** Takes a string; on a fault inside it stops there. */
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
