import postgres from 'postgres';

// postgres 3.4.9 counts the rows of a result in a counter of the connection, and resets it only when a statement
// completes. When a statement fails after its first rows (a time limit, a cancel, a connection cut in the middle), the
// next one on that connection returns an array that begins with as many holes: `const [row] = …` finds nothing although
// the row is there. Known upstream (porsager/postgres#1181, #1119) but not released; after the fix this file and its
// test can be removed.

interface Query {
  executed: boolean;
  resolve: (result: unknown) => void;
  handle: () => unknown;
}

/** Removes the holes at the beginning of a result. */
const close = (result: unknown): void => {
  if (!Array.isArray(result) || result.length === 0 || 0 in result) return;
  let first = 0;
  while (first < result.length && !(first in result)) first++;
  result.splice(0, first);
};

let isRepaired = false;

/** Makes every statement of this process return whole results, however the previous one ended. */
export const repairResults = (): void => {
  if (isRepaired) return;
  isRepaired = true;
  // All statements of the driver have one class, which it does not export. This statement is never sent.
  const statement: object = postgres({ max: 1 })`select`;
  const query = Object.getPrototypeOf(statement);
  const { handle } = query;
  query.handle = function (this: Query) {
    if (!this.executed) {
      const { resolve } = this;
      this.resolve = (result) => {
        close(result);
        // Several statements in one return a list of results.
        if (Array.isArray(result) && Array.isArray(result[0])) for (const one of result) close(one);
        resolve(result);
      };
    }
    return handle.call(this);
  };
};
