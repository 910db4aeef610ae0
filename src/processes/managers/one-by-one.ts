import type { Position } from '../../event-store/port.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { Handled, ManagedBatch, ManagedEvent } from './manager.ts';

/**
 * The work of a manager that handles its events one by one, in order. A long turn ends when other companies wait: the
 * events before the current one are done then, and the next turn continues that one from its bookmark.
 *
 * @param awaitReadable waits until the appends of a turn can be read by any process, since another one may run the next
 * @param handle does what follows from an event; returns the position of its last append
 */
export const oneByOne = (
  awaitReadable: () => Promise<Position>,
  options: TurnsOptions,
  handle: (event: ManagedEvent, turn: Turn) => Promise<Position | undefined>,
): ((batch: ManagedBatch) => Promise<Handled>) =>
  groupByGroup(
    awaitReadable,
    options,
    (events) => events.map((event) => [event]),
    ([event], turn) => handle(event, turn),
  );

/** Events that are handled together. */
export type Group = [ManagedEvent, ...ManagedEvent[]];

/**
 * The same for a manager that handles some of its events together.
 *
 * @param groups divides events into groups, in order
 * @param handle does what follows from the events of a group
 */
export const groupByGroup = (
  awaitReadable: () => Promise<Position>,
  options: TurnsOptions,
  groups: (events: readonly ManagedEvent[]) => Group[],
  handle: (group: Group, turn: Turn, signal: AbortSignal) => Promise<Position | undefined>,
): ((batch: ManagedBatch) => Promise<Handled>) => {
  const turns = makeTurns(options);
  return async ({ events, ...taking }) => {
    const since_ms = performance.now();
    let last: Position | undefined;
    let done: Position | undefined;
    for (const group of groups(events)) {
      const taken = await turns.take(group[0].id, { ...taking, since_ms }, async (turn) => {
        if (done !== undefined) await turn.giveWay();
        return handle(group, turn, taking.signal);
      });
      if ('bookmark' in taken) {
        const { bookmark } = taken;
        return { unfinished: true, appended: await awaitReadable(), bookmark, ...(done === undefined ? {} : { done }) };
      }
      if (taken.done !== undefined && (last === undefined || taken.done > last)) last = taken.done;
      done = group.at(-1)!.position;
    }
    return last;
  };
};
