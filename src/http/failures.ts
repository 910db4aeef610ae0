/**
 * Calls that fail authentication, counted by address: who tries tokens is soon refused before the database is asked.
 *
 * The counts live in this process, in a map of bounded size, and not in a table: a caller without a credential must not
 * be able to make the service write. Several processes together allow as many times the limit; tokens are 256 random
 * bits, so it is the load that is held down here, not the chance of a hit. A caller whose credential this process has
 * seen to be good is let through to the check: a stranger behind the same address cannot lock it out.
 */
export const FAILURES_PER_WINDOW = 60;
export const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 10_000;
const MOST_GOOD = 10_000;

export interface Failures {
  /** How many calls with an unknown credential the address may still make in its window. */
  left(address: string): number;
  /** Seconds until the address may try an unknown credential again; 0 when it may now. */
  blockedFor_s(address: string, credentialHash: string): number;
  failed(address: string): void;
  succeeded(credentialHash: string): void;
}

/** An IPv6 caller owns a whole /64, so it is counted as one. */
export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head, tail] = address.split('%', 1)[0]!.split('::', 2);
  const left = head === '' ? [] : head!.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(gap).fill('0'), ...right].slice(0, 4).join(':');
};

/** Forgets the oldest entry of a map (or set) that is full. */
const makeRoom = (entries: Map<string, unknown> | Set<string>, most: number): void => {
  if (entries.size < most) return;
  const oldest = entries.keys().next().value;
  if (oldest !== undefined) entries.delete(oldest);
};

/** @param now_ms a clock that never goes back, in milliseconds */
export const countFailures = (now_ms: () => number = () => performance.now()): Failures => {
  const windows = new Map<string, { opened_ms: number; failures: number }>();
  const good = new Set<string>();
  return {
    left: (address) => {
      const window = windows.get(addressKey(address));
      if (!window || now_ms() - window.opened_ms >= WINDOW_MS) return FAILURES_PER_WINDOW;
      return Math.max(0, FAILURES_PER_WINDOW - window.failures);
    },
    blockedFor_s: (address, credentialHash) => {
      if (windows.size === 0) return 0;
      const window = windows.get(addressKey(address));
      if (!window || window.failures < FAILURES_PER_WINDOW) return 0;
      const left_ms = window.opened_ms + WINDOW_MS - now_ms();
      return left_ms <= 0 || good.has(credentialHash) ? 0 : Math.ceil(left_ms / 1_000);
    },
    failed: (address) => {
      const key = addressKey(address);
      const window = windows.get(key);
      if (window && now_ms() - window.opened_ms < WINDOW_MS) {
        window.failures++;
        return;
      }
      windows.delete(key);
      makeRoom(windows, MOST_ADDRESSES);
      windows.set(key, { opened_ms: now_ms(), failures: 1 });
    },
    succeeded: (credentialHash) => {
      if (good.has(credentialHash)) return;
      makeRoom(good, MOST_GOOD);
      good.add(credentialHash);
    },
  };
};
