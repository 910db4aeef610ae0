import type { Position } from '../../event-store/port.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { Handled, ManagedBatch, ManagedEvent } from './manager.ts';

/**
 * The work of a manager that follows its events one by one, in their order. What takes long makes room where others
 * wait: the events before it are done then, and it continues from its bookmark.
 *
 * @param leftReadable waits until what a turn appended can be read, by whichever process takes the next one
 * @param carry does what follows from an event; gives the last position that it appended
 */
export const oneByOne = (
  leftReadable: () => Promise<Position>,
  options: TurnsOptions,
  carry: (event: ManagedEvent, turn: Turn) => Promise<Position | undefined>,
): ((batch: ManagedBatch) => Promise<Handled>) => {
  const turns = makeTurns(options);
  return async ({ events, ...taking }) => {
    const since_ms = performance.now();
    let last: Position | undefined;
    let done: Position | undefined;
    for (const event of events) {
      const taken = await turns.take(event.id, { ...taking, since_ms }, async (turn) => {
        if (done !== undefined) await turn.giveWay();
        return carry(event, turn);
      });
      if ('bookmark' in taken) {
        const { bookmark } = taken;
        return { madeRoom: true, appended: await leftReadable(), bookmark, ...(done === undefined ? {} : { done }) };
      }
      if (taken.done !== undefined && (last === undefined || taken.done > last)) last = taken.done;
      done = event.position;
    }
    return last;
  };
};
