/**
 * A queue for each stream: writers of this process that conflicted on a stream continue one after the other, in the
 * order in which they came. Without it, of many writers one succeeds in each round, and the others load and decide in
 * vain until they give up.
 *
 * The queues are local to this process; appends of other processes are found by the expected revision.
 */
export interface Queues {
  /**
   * Runs when all earlier ones have ended, whether they succeeded or not.
   *
   * @returns the result of `run`, or undefined when too many wait already
   */
  join<T>(stream: string, run: () => Promise<T>): Promise<T> | undefined;
}

/** @param mostWaiting limit for each stream */
export const makeQueues = (mostWaiting: number): Queues => {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return {
    join: (stream, run) => {
      const queue = queues.get(stream) ?? { last: Promise.resolve(), waiting: 0 };
      if (queue.waiting >= mostWaiting) return undefined;
      queue.waiting++;
      const done = queue.last.then(run).finally(() => {
        if (--queue.waiting === 0) queues.delete(stream);
      });
      queue.last = done.catch(() => {});
      queues.set(stream, queue);
      return done;
    },
  };
};
