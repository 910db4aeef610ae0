import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Scheduler } from './scheduler.ts';

/**
 * What the service takes from its surroundings without being given it: timers, clocks, random numbers. For as long as
 * a simulation runs they are the scheduler's, so that nothing else decides what happens.
 */

/** The machine's time at the beginning of each simulation. */
export const EPOCH_ms = Date.parse('2026-01-01T00:00:00Z');

interface Timer {
  unref(): Timer;
  ref(): Timer;
  hasRef(): boolean;
  cancel(): void;
}

type Callback = (...args: unknown[]) => void;

/** Replaces the surroundings while `run` lasts. Not for two at a time. */
export const withSimulatedGlobals = async <T>(scheduler: Scheduler, run: () => Promise<T>): Promise<T> => {
  const { random } = scheduler;
  const bytes = (size: number): Buffer => {
    const made = Buffer.alloc(size);
    for (let at = 0; at < size; at++) made[at] = random.below(256);
    return made;
  };
  const uuid = (): string => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const timer = (delay_ms: number, fire: () => void): Timer => {
    const entry = scheduler.after(delay_ms, scheduler.current(), fire);
    const made: Timer = {
      unref: () => made,
      ref: () => made,
      hasRef: () => true,
      cancel: () => {
        entry.cancelled = true;
      },
    };
    return made;
  };
  const interval = (run: Callback, delay_ms: number): Timer => {
    let current: Timer;
    const again = (): void => {
      current = timer(delay_ms, () => {
        again();
        run();
      });
    };
    again();
    const made: Timer = { unref: () => made, ref: () => made, hasRef: () => true, cancel: () => current.cancel() };
    return made;
  };
  // A timer from before the simulation is the process's own: a connection that a test before this one left idle ends.
  const { clearTimeout: clearOwn } = globalThis;
  const clear = (timer: Timer | NodeJS.Timeout | undefined): void => {
    if (timer && 'cancel' in timer) timer.cancel();
    else clearOwn(timer);
  };

  const restore: (() => void)[] = [];
  const replace = (target: object, members: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(members)) {
      const before = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, {
        value,
        configurable: true,
        writable: true,
        enumerable: before?.enumerable,
      });
      restore.push(() => (before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name)));
    }
  };
  replace(globalThis, {
    setTimeout: (run: Callback, delay_ms = 0, ...args: unknown[]) => timer(delay_ms, () => run(...args)),
    clearTimeout: clear,
    setInterval: interval,
    clearInterval: clear,
    setImmediate: (run: Callback, ...args: unknown[]) => timer(0, () => run(...args)),
    clearImmediate: clear,
  });
  replace(Date, { now: () => EPOCH_ms + Math.floor(scheduler.now_ms()) });
  replace(performance, { now: () => scheduler.now_ms() });
  replace(Math, { random: random.next });
  replace(nodeCrypto, { randomUUID: uuid, randomBytes: bytes });
  replace(globalThis.crypto, { randomUUID: uuid });
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    for (const undo of restore.reverse()) undo();
    syncBuiltinESMExports();
  }
};
