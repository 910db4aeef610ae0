import type { Services } from '../../kernel/definition/services.ts';
import { ERASURE, type Erased, lookAgain } from '../../people/erasure.ts';
import type { DueKind } from '../../work/due-work.ts';

/** How long a look waits until all that was appended can be read; then it is tried again. */
const READABLE_ms = 60_000;

/**
 * Read models that were replaced longer ago than this are deleted with such a look: they follow nothing, so the person
 * stays in them. A query of a service is over by then; what takes longer is tried again.
 */
export const REPLACED_ms = 15_000;

/**
 * Looks again at people who were erased, once every process has forgotten their keys: what was sealed just before the
 * key was destroyed and appended just after is blanked as well.
 *
 * @param forget deletes what was kept of a company outside the log and can be made again: stored answers, read
 *   models that were replaced, and contents of reports of before the person was erased: a process that was just
 *   keeping one may have done so when the erasure had deleted the content that another process kept of the same report
 */
export const erasureKind = (
  services: Services,
  forget: (erased: Erased, signal: AbortSignal) => Promise<void>,
): DueKind => ({
  kind: ERASURE,
  concurrency: 1,
  soon: true,
  run: async ({ payload, signal }) => {
    const { store, read, registry, gate, clock } = services;
    const readable = async () => {
      if (!(await gate.followed(await store.head(), [], READABLE_ms)))
        throw new Error(
          'the read models do not come to the end of the log, so what came of an erased person is not known',
        );
    };
    const found = await lookAgain(payload, { store, read, registry, occurred_at: clock.instant(), readable });
    if (found) await forget(found, signal);
    return undefined;
  },
});
