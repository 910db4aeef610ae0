/**
 * A queue for each stream: writers of this process that met at one continue one after the other, in the order in which
 * they came. Without that each round of many has one winner, and the others read and decide for nothing until they
 * give up.
 *
 * Only this process knows of its queues; what another one appends is found by the expected revision, as ever.
 */
export interface Queues {
  /**
   * Runs when all who came before have ended, however they ended.
   *
   * @returns what `run` gives, or undefined when too many wait already
   */
  join<T>(stream: string, run: () => Promise<T>): Promise<T> | undefined;
}

/** @param mostWaiting for one stream */
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
