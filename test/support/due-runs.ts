import type { DueKind } from '../../src/work/due-work.ts';
import type { DueStore } from '../../src/work/port.ts';

const HOLDER = '00000000-0000-4000-8000-000000000001';

/**
 * Runs what is due of some kinds, row by row, until nothing of it is or `most` runs are done. Gives how many there were.
 *
 * @param othersWait whether other rows seem to wait; default none do
 */
export const runDue = async (
  store: DueStore,
  kinds: readonly DueKind[],
  { most = Number.POSITIVE_INFINITY, othersWait = false }: { most?: number | undefined; othersWait?: boolean } = {},
): Promise<number> => {
  for (let runs = 0; ; runs++) {
    if (runs === most) return runs;
    const slots = kinds.map(({ kind }) => ({ kind, slots: 1, now: null }));
    const [row] = await store.claim(slots, HOLDER, 60_000);
    if (!row) return runs;
    const { run } = kinds.find(({ kind }) => kind === row.kind)!;
    const result = await run({
      ...row,
      attempt: row.attempts,
      signal: new AbortController().signal,
      held: () => true,
      holder: HOLDER,
      othersWait: async () => othersWait,
    });
    await store.finish(row, HOLDER, result, null);
  }
};
