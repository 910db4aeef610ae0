/**
 * The places for receivers that a process calls at once, shared among partners. A receiver that does not answer keeps
 * its place for as long as its calls may last, and a partner has many receivers. So a partner has no more places than
 * are left free: however many of its receivers stall, others find one.
 */
export interface Places {
  /** Takes a place for a receiver of a partner; false when its other receivers have as many as are free. */
  take(partner_id: string): boolean;
  leave(partner_id: string): void;
}

/** @param count of all partners together; no more receivers than that ask at once */
export const makePlaces = (count: number): Places => {
  const taken = new Map<string, number>();
  let free = count;
  return {
    take: (partner_id) => {
      const own = taken.get(partner_id) ?? 0;
      if (own >= free) return false;
      taken.set(partner_id, own + 1);
      free--;
      return true;
    },
    leave: (partner_id) => {
      const own = (taken.get(partner_id) ?? 0) - 1;
      if (own > 0) taken.set(partner_id, own);
      else taken.delete(partner_id);
      free++;
    },
  };
};
