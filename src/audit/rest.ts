import type { Found, Invariant } from './invariant.ts';

/** The work of every company ends: nothing waits forever. */
export const comesToRest: Invariant = {
  name: 'comes_to_rest',
  says: 'The processes finish their work for a company: no due work is waiting, and nothing is parked.',
  async *subjects({ tenant }) {
    yield [tenant.company_id];
  },
  inspect: async (_, audit) => {
    const found: Found[] = [];
    for await (const one of audit.unfinished()) found.push(one);
    return found;
  },
};
