import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_ms = 100;
const PATIENCE_ms = 30_000;

/** Looks until something is so. @throws when it does not come to pass in time */
export const until = async <T>(look: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> => {
  for (const end_ms = performance.now() + PATIENCE_ms; ; await pause(LOOK_EVERY_ms)) {
    const found = await look();
    if (isSo(found)) return found;
    if (performance.now() > end_ms) throw new Error(`it did not come to pass within ${PATIENCE_ms / 1_000} s`);
  }
};
