/**
 * A queue for each key, of which a few pieces of work run at once, and the rest waits in its order.
 *
 * Writers of a stream: those of this process that conflicted on it continue one after the other. Without that, of many
 * writers one succeeds in each round, and the others load and decide in vain until they give up. Reads of a company
 * that are long: some at once, so that others find connections.
 *
 * The queues are local to this process; appends of other processes are found by the expected revision.
 */
export interface Queues {
  /**
   * Runs when enough earlier ones have ended, whether they succeeded or not.
   *
   * @returns the result of `run`, or undefined when too many are there already
   */
  join<T>(key: string, run: () => Promise<T>): Promise<T> | undefined;
}

/**
 * {@link Queues.join}, or an error.
 *
 * @throws what `refusal` makes when too many are there already
 */
export const joinOrThrow = <T>(
  queues: Queues,
  key: string,
  run: () => Promise<T>,
  refusal: () => Error,
): Promise<T> => {
  const joined = queues.join(key, run);
  if (!joined) throw refusal();
  return joined;
};

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/**
 * @param most pieces of a key that run or wait
 * @param atOnce those of them that run
 */
export const makeQueues = (most: number, atOnce = 1): Queues => {
  const queues = new Map<string, Queue>();
  const take = async <T>(key: string, queue: Queue, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } finally {
      // Who waits takes over the place of the one that ended.
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
  return {
    join: (key, run) => {
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      if (queue.running + queue.waiting.length >= most) return undefined;
      queues.set(key, queue);
      if (queue.running < atOnce) {
        queue.running++;
        return take(key, queue, run);
      }
      return new Promise<void>((resolve) => queue.waiting.push(resolve)).then(() => take(key, queue, run));
    },
  };
};
