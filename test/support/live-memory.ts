import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects what can be collected, at once. */
export const collect = runInNewContext('gc') as () => void;

/** What this process holds, live objects and buffers, when what can be collected was; in MB. */
export const liveMB = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

/** Who looks stops everything else for tenths of a second. */
const EVERY_ms = 500;

/** Looks now and then at what is held while something goes on, and remembers the most. */
export const watchLive = (): { look(): void; most_MB(): number } => {
  let most_MB = 0;
  let again_ms = 0;
  return {
    look: () => {
      if (performance.now() < again_ms) return;
      most_MB = Math.max(most_MB, liveMB());
      again_ms = performance.now() + EVERY_ms;
    },
    most_MB: () => most_MB,
  };
};
