/**
 * Makes each value once for the arguments that it is made of, and keeps it for the life of the process. For arguments
 * that come from declarations, so that there are as many values as the code has, never for what callers send. The
 * arguments are compared as JSON; what is given back is shared, and must never be changed.
 */
export const memoized = <A extends readonly unknown[], T>(make: (...from: A) => T): ((...from: A) => T) => {
  const made = new Map<string, T>();
  return (...from) => {
    const key = JSON.stringify(from);
    if (!made.has(key)) made.set(key, make(...from));
    return made.get(key)!;
  };
};

/** The same for what is made of one object: compared by identity, and kept as long as that object. */
export const memoizedOn = <D extends object, T>(make: (from: D) => T): ((from: D) => T) => {
  const made = new WeakMap<D, { value: T }>();
  return (from) => {
    let found = made.get(from);
    if (!found) {
      found = { value: make(from) };
      made.set(from, found);
    }
    return found.value;
  };
};
