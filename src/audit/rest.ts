import type { Found, Invariant } from './invariant.ts';

/** The work of every company ends: none waits for ever. */
export const comesToRest: Invariant = {
  name: 'comes_to_rest',
  says: 'What the processes have to do for a company gets done: nothing waits that is due, and nothing is parked.',
  async *subjects({ tenant }) {
    yield [tenant.company_id];
  },
  inspect: async (_, audit) => {
    const found: Found[] = [];
    for await (const one of audit.unfinished()) found.push(one);
    return found;
  },
};
