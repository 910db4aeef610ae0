import { within } from './within.ts';

const LONGEST_ms = 1_000;

/**
 * What a metric is read from, or `otherwise` when that fails or takes longer than a second: a scrape waits for no
 * database, and succeeds with the other metrics.
 */
export const readInTime = <T>(read: Promise<T>, otherwise: T): Promise<T> =>
  within(LONGEST_ms, read).catch(() => otherwise);
