/** What JSON can hold, as parsed. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };
export type JsonObject = { [member: string]: Json };

/** Whether a value is an object, not a list; of values that came as JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has members: an object or a list, of whatever. */
export const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** A value that is a text. @throws TypeError for any other: what wrote it and what reads it disagree */
export const textOf = (value: unknown): string => {
  if (!isText(value)) throw new TypeError(`a text was expected where ${value === null ? 'null' : typeof value} is`);
  return value;
};

/** A value if it is a text, otherwise null. */
export const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

/** A value if it is a text, otherwise nothing. */
export const textIf = (value: unknown): string | undefined => (isText(value) ? value : undefined);

/** A value if it is a number, otherwise another one. */
export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** The texts of a list; none of anything else. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** A value if it is an object, otherwise one without members. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** What is in a list of JSON; nothing in anything else. */
export const itemsOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

/** A value that is one of a list. @throws TypeError for any other: what wrote it and what reads it disagree */
export const memberOf = <T extends string>(values: readonly T[], value: unknown): T => {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new TypeError(`one of ${values.join(', ')} was expected`);
  return found;
};

/** The objects of a list; none of anything else. */
export const objectsOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => isObject(item)) : [];

/** A list that has something in it. @throws TypeError for an empty one */
export const filled = <T>(list: Iterable<T>): [T, ...T[]] => {
  const [first, ...rest] = list;
  if (first === undefined) throw new TypeError('a list was expected that is not empty');
  return [first, ...rest];
};

/** Whether two JSON values are the same, in whatever order their members are. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at++) if (!sameJson(a[at], b[at])) return false;
    return true;
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  // A function for each name would take room for each value that is compared.
  for (const name of names) if (!sameJson(a[name], b[name])) return false;
  return true;
};

/** Those members of an object that are named. */
export const pick = <T extends object, K extends keyof T>(of: T, names: readonly K[]): Partial<Pick<T, K>> => {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = of[name];
  return picked;
};

/** An object with these names, and what a function makes of each. */
export const byName = <K extends string, R>(names: readonly K[], make: (name: K) => R): Record<K, R> =>
  // Object.fromEntries forgets which names there are.
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, R>;

/** An object with the same names, and what a function makes of each value. */
export const mapValues = <K extends string, V, R>(
  of: Readonly<Record<K, V>>,
  make: (value: V, name: K) => R,
): Record<K, R> => byName<K, R>(keysOf(of), (name) => make(of[name], name));

/** The names of an object's members: of one that has no others than its type says. */
// Object.keys gives texts, since an object may have more members than its type says.
export const keysOf = <T extends object>(of: T): Extract<keyof T, string>[] =>
  Object.keys(of) as Extract<keyof T, string>[];

/**
 * A new object with the members of two, the second one's over those of the first. For what is made for each record or
 * event: after `{ ...a, b }`, a spread and then a member that `a` has not, each object has a hidden class of its own in
 * V8 11 (Node 20). To make that takes ten times as long, and it is garbage that outlives several collections.
 */
export const merged = <A extends object, B extends object>(a: A, b: B): A & B => Object.assign({}, a, b);

/**
 * An object without members, for names that are ids. In an ordinary object each name that no other had at its place
 * makes another hidden class, as above.
 */
export const byId = <T>(): Record<string, T> =>
  // It has no member yet that could be of another type.
  Object.create(null) as Record<string, T>;
