/**
 * Calls counted by address, where no credential says whose they are.
 *
 * Beyond the limit of calls with an unknown credential the answer is 429 instead of 401. A valid credential is never
 * refused because of unknown ones from the same address, so the count is used only after a credential was found to be
 * unknown. Tokens are 256 random bits, which cannot be guessed.
 *
 * The counts are in memory, in a map of bounded size, and not in a table: a caller without a credential must not cause
 * writes. So several processes together allow a multiple of the limit.
 */
export const UNKNOWN_PER_WINDOW = 60;
/** Calls of public operations, which have no credential, from one address. */
export const PUBLIC_PER_WINDOW = 60;
export const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 10_000;

export interface CallsByAddress {
  /** How many calls the address may still make in its window. */
  left(address: string): number;
  /** Counts one. Returns the seconds until the address may try again, 0 while it is within the limit. */
  count(address: string): number;
}

/** The key of an address. An IPv6 caller usually has a whole /64, which counts as one. */
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

/**
 * @param most limit of a window
 * @param now_ms a monotonic clock, in milliseconds
 */
export const callsByAddress = (most: number, now_ms: () => number = () => performance.now()): CallsByAddress => {
  const windows = new Map<string, { opened_ms: number; calls: number }>();
  const present = (key: string) => {
    const window = windows.get(key);
    return window && now_ms() - window.opened_ms < WINDOW_MS ? window : undefined;
  };
  return {
    left: (address) => Math.max(0, most - (present(addressKey(address))?.calls ?? 0)),
    count: (address) => {
      const key = addressKey(address);
      const window = present(key);
      if (!window) {
        windows.delete(key);
        const oldest = windows.keys().next().value;
        if (windows.size >= MOST_ADDRESSES && oldest !== undefined) windows.delete(oldest);
        windows.set(key, { opened_ms: now_ms(), calls: 1 });
        return 0;
      }
      window.calls++;
      return window.calls <= most ? 0 : Math.ceil((window.opened_ms + WINDOW_MS - now_ms()) / 1_000);
    },
  };
};
