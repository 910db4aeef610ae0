/**
 * Work for many, of which nobody may take all the room there is: a few pieces of each run at once, and the rest waits in
 * its order.
 */
export interface FewAtOnce {
  /**
   * Runs when there is room for another piece of its owner.
   *
   * @returns the result of `run`, or undefined when too many pieces of the owner wait already
   */
  run<T>(owner: string, run: () => Promise<T>): Promise<T> | undefined;
}

interface Room {
  running: number;
  waiting: (() => void)[];
}

/**
 * @param atOnce pieces of one owner that run at once
 * @param mostWaiting pieces of one owner that wait, at most
 */
export const makeFewAtOnce = (atOnce: number, mostWaiting: number): FewAtOnce => {
  const rooms = new Map<string, Room>();
  const take = async <T>(owner: string, room: Room, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } finally {
      // Who waits takes over the place of the one that ended.
      const next = room.waiting.shift();
      if (next) next();
      else if (--room.running === 0) rooms.delete(owner);
    }
  };
  return {
    run: (owner, run) => {
      const room = rooms.get(owner) ?? { running: 0, waiting: [] };
      rooms.set(owner, room);
      if (room.running < atOnce) {
        room.running++;
        return take(owner, room, run);
      }
      if (room.waiting.length >= mostWaiting) return undefined;
      return new Promise<void>((resolve) => room.waiting.push(resolve)).then(() => take(owner, room, run));
    },
  };
};
