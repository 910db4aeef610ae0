import postgres from 'postgres';

// postgres 3.4.9 counts a result's rows in a counter of the connection and sets it back only when a statement
// completes. When one fails after its first rows (a time limit, a cancel, a connection cut in the middle), the next
// statement on that connection succeeds with an array that begins with as many holes: `const [row] = …` finds nothing
// although the row is there. Known upstream (porsager/postgres#1181, #1119) and not released; once it is, this and its
// test can go.

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

/** Makes every statement of this process answer with whole results, however the one before it ended. */
export const repairResults = (): void => {
  if (isRepaired) return;
  isRepaired = true;
  // All statements of the driver are of one class, which it does not export; none is sent here.
  const statement: object = postgres({ max: 1 })`select`;
  const query = Object.getPrototypeOf(statement);
  const { handle } = query;
  query.handle = function (this: Query) {
    if (!this.executed) {
      const { resolve } = this;
      this.resolve = (result) => {
        close(result);
        // Several statements sent as one give a list of results.
        if (Array.isArray(result) && Array.isArray(result[0])) for (const one of result) close(one);
        resolve(result);
      };
    }
    return handle.call(this);
  };
};
