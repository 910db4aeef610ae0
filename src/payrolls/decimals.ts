import type { Json, JsonObject } from '../values/json.ts';
import { toNumber } from '../values/money.ts';

/** Kept amounts as answers show them: every decimal text of an object, at any depth, as a number. */
export const shownAmounts = (value: Json | undefined): Json => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return toNumber(value);
  if (Array.isArray(value)) return value.map(shownAmounts);
  if (typeof value !== 'object') return value;
  const shown: JsonObject = {};
  for (const [name, member] of Object.entries(value)) shown[name] = shownAmounts(member);
  return shown;
};
