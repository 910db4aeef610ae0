/** What JSON can hold, as parsed. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };
export type JsonObject = { [member: string]: Json };

/** Whether a value is an object, not a list. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two JSON values are the same, in whatever order their members stand. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameJson(a[name], b[name]));
};
/** Those members of an object that are named. */
export const pick = <T extends object, K extends keyof T>(of: T, names: readonly K[]): Partial<Pick<T, K>> => {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) Object.assign(picked, { [name]: of[name] });
  return picked;
};

/** The names of an object's members: of one that has no others than its type says. */
// Object.keys gives texts, since an object may have more members than its type tells.
export const keysOf = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];
