import type { EventStore } from '../../event-store/port.ts';
import type { Services } from '../definition/services.ts';

/** Work at a stretch, at most: what else the process has to answer waits no longer for it. */
const STRETCH_ms = 5;

interface Breath {
  began_ms: number;
  turn: Promise<void> | undefined;
}
/** Of each process: it has one store. */
const breaths = new WeakMap<EventStore, Breath>();

/**
 * Gives way when this process has calculated for a while without it: to be awaited between pieces of long work. All who
 * wait go on in the next turn of the event loop, as many as fit into a stretch.
 */
export const breathe = async ({ store }: Services): Promise<void> => {
  const breath: Breath = breaths.get(store) ?? { began_ms: performance.now(), turn: undefined };
  breaths.set(store, breath);
  while (performance.now() - breath.began_ms > STRETCH_ms) {
    breath.turn ??= new Promise((resolve) => {
      setImmediate(() => {
        breath.turn = undefined;
        breath.began_ms = performance.now();
        resolve();
      });
    });
    await breath.turn;
  }
};
