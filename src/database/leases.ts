/** No lease lasts longer than this. */
const LONGEST_ms = 120_000;

/**
 * SQL for: nobody holds the lease that ends at `until`, by the clock of the database. A lease that ends later than any
 * can was taken before that clock was set back. Its holder may have died since, and one that lives renews it.
 */
export const isFree = (until: string): string =>
  `((${until} between clock_timestamp() and clock_timestamp() + interval '${LONGEST_ms} milliseconds') is not true)`;
