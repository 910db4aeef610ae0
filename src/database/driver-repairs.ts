import postgres from 'postgres';

// What postgres 3.4.9 does wrong, and this file puts right until it is fixed there. Then the file can be removed; its
// tests in test/database stay.
//
// 1. Results with holes. It counts the rows of a result in a counter of the connection, and resets it only when a
// statement completes. When a statement fails after its first rows (a time limit, a cancel, a connection cut in the
// middle), the next one on that connection returns an array that begins with as many holes: `const [row] = …` finds
// nothing although the row is there. Known upstream (porsager/postgres#1181, #1119) but not released.
//
// 2. Errors of another session. An error that a server says last, of a statement or of its session, the driver keeps
// until a server is ready for another statement. So the first one of the next session on that connection fails with it,
// and was not even sent. It is handed to the pool once more, now that the error is told. Where the server refuses
// sessions, it is asked twice.
//
// 3. Values that are undefined. Where a value of a statement is undefined, and the statement is sent behind another one,
// it fails that one instead, waits for the answer of the next one, and the connection answers nothing more. Such a
// statement is not sent.

interface Query {
  executed: boolean;
  /** Values, and parts of the statement. */
  args: readonly unknown[];
  /** The session that it was sent in; null before that. */
  state: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  handler: (query: Query) => unknown;
  /** Takes the pages of a cursor. */
  cursorFn?: (page: unknown) => unknown;
  handle: () => unknown;
}

/** Removes the holes at the beginning of a result. */
const closeHoles = (result: unknown): void => {
  if (!Array.isArray(result) || result.length === 0 || 0 in result) return;
  let first = 0;
  while (first < result.length && !(first in result)) first++;
  result.splice(0, first);
};

const isPart = (arg: unknown): arg is Pick<Query, 'args'> =>
  arg instanceof Promise && 'args' in arg && Array.isArray(arg.args);

/** Whether one of the values of a statement, or of its parts, is undefined. */
const lacksValue = (args: readonly unknown[]): boolean =>
  args.some((arg) => {
    if (isPart(arg)) return lacksValue(arg.args);
    return Array.isArray(arg) && isPart(arg[0]) ? lacksValue(arg) : arg === undefined;
  });

let isRepaired = false;

/** Repairs the driver in this process: each statement has its own answer, whole, however the one before it ended. */
export const repairDriver = (): void => {
  if (isRepaired) return;
  isRepaired = true;
  // All statements of the driver have one class, which it does not export. This statement is never sent.
  const statement: object = postgres({ max: 1 })`select`;
  const query = Object.getPrototypeOf(statement);
  const { handle } = query;
  query.handle = function (this: Query) {
    if (!this.executed) {
      const { resolve, reject, cursorFn } = this;
      // An iterator sets another one for each page behind the first, which alone may have holes.
      if (cursorFn)
        this.cursorFn = (page) => {
          closeHoles(page);
          return cursorFn(page);
        };
      let isAgain = false;
      this.resolve = (result) => {
        closeHoles(result);
        // Several statements in one return a list of results.
        if (Array.isArray(result) && Array.isArray(result[0])) for (const one of result) closeHoles(one);
        resolve(result);
      };
      this.reject = (error) => {
        if (isAgain || this.state !== null || !(error instanceof postgres.PostgresError)) return reject(error);
        isAgain = true;
        // Not at once: the connection is free then.
        queueMicrotask(() => this.handler(this));
      };
      if (lacksValue(this.args))
        this.handler = () => this.reject(new TypeError('a value of a statement for the database is undefined'));
    }
    return handle.call(this);
  };
};
