/** What a calculation changes on a stub: the lines as they are now in order, those that differ, those that are gone. */

import { isRecord, keysOf } from '../values/json.ts';
import type { Context } from './model/context.ts';
import type { Figured } from './model/lines.ts';
import type { Line, StubResult } from './model/types.ts';

/** Members that are objects are small; their text is compared member by member, in whatever order they are stored. */
const isSameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  // A function for each key would take room for each value that is compared, and some five hundred are for a stub.
  for (const key of keys) if (!isSameValue(a[key], b[key])) return false;
  return true;
};

const isSameLine = (a: Line, b: Line): boolean => {
  for (const member of keysOf(a)) if (!isSameValue(a[member] ?? null, b[member] ?? null)) return false;
  return true;
};

/**
 * The lines of a stub as they stand after a calculation, and which of them changed or went. A line that comes out as it
 * was keeps its time, so that a calculation without a difference appends nothing.
 *
 * @throws Error where two lines have one id
 */
export const difference = (
  context: Context,
  calculated: readonly Figured[],
): Pick<StubResult, 'lines' | 'changed' | 'removed'> => {
  const byId = new Map<string, Line>();
  const changed: Line[] = [];
  for (const { line } of calculated) {
    const present = context.present.get(line.id);
    if (present && isSameLine(line, present)) byId.set(line.id, present);
    else {
      const now = { ...line, updated_at: context.options.now };
      byId.set(line.id, now);
      changed.push(now);
    }
  }
  if (byId.size !== calculated.length) throw new Error('two line items of one pay stub have the same id');
  const lines: Line[] = [];
  const removed: string[] = [];
  for (const { id } of context.facts.lines) {
    const line = byId.get(id);
    if (line) lines.push(line);
    else removed.push(id);
  }
  for (const [id, line] of byId) if (!context.present.has(id)) lines.push(line);
  return { lines, changed, removed };
};
