/** What a calculation changes on a stub: the lines as they are now in order, those that differ, those that are gone. */
import type { Context } from './model/context.ts';
import type { Figured } from './model/lines.ts';
import type { Line, StubResult } from './model/types.ts';

/** Members that are objects are small; their text is compared member by member, in whatever order they are stored. */
const isSameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => isSameValue(left[key], right[key]));
};

const isSameLine = (a: Line, b: Line): boolean => {
  for (const member in a)
    if (!isSameValue(a[member as keyof Line] ?? null, b[member as keyof Line] ?? null)) return false;
  return true;
};

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
