import type { JsonObject } from '../../values/json.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { DueRow, DueStore, Next } from '../../work/port.ts';
import { type RecordName, recordPayload, SCHEDULES } from './population-later.ts';

/** The only row of {@link EachVersion.all}. */
const ALL = 'all';
/** Rows of schedules that are read together. */
const AT_ONCE = 1_000;
/** That row stays, and is due again when it is asked for. */
const NEVER = '9999-01-01T00:00:00.000000Z';

export interface EachVersion {
  /** The kind whose only row remembers the version that was followed last; it never changes. */
  all: string;
  /** The kind with a row for each of what the work is done for; it never changes. */
  each: string;
  /** The member of both rows' payloads that says the version; it never changes. */
  member: string;
  /** The version of this process. */
  version: string;
  /** While one version of the service replaces another, each leaves the other's work to it: how long at a time. */
  left_ms: number;
  /** How long after the first start of a version its work begins; default at once. */
  after_ms?: number;
  /** What the work is done for, by a schedule: the key and payload of its row. Several schedules may give the same. */
  rowOf(schedule: RecordName): Required<Pick<DueRow, 'key' | 'payload'>>;
  /** The work on one of them, for the version of this process. */
  run(work: Work): Promise<Next>;
}

/**
 * Work that is done once when the service starts in another version of something (figures, rules), for all that people
 * are paid on. One row of due work remembers the version that was followed last; for each of what the work is done for
 * there is a row of its own, so that companies take turns.
 *
 * @returns `schedule`, to be called at each start
 */
export const onceEachVersion = (
  due: DueStore,
  { all, each, member, version, left_ms, after_ms = 0, rowOf, run }: EachVersion,
): { schedule(): Promise<void>; kinds: DueKind[] } => {
  const followed = async () => (await due.notEnded(all, '', 1))[0]?.payload?.[member];
  const asked = ({ key, payload }: { key: string; payload: JsonObject }): DueRow => ({
    kind: each,
    key,
    payload: { ...payload, [member]: version },
  });
  const everything: DueKind = {
    kind: all,
    concurrency: 1,
    run: async ({ payload, signal }) => {
      if (payload[member] !== version) return { again_in_ms: left_ms };
      for (let after = '', more = true; more; ) {
        signal.throwIfAborted();
        const schedules = await due.notEnded(SCHEDULES, after, AT_ONCE);
        const rows = schedules.map(({ payload: of }) => rowOf(recordPayload.parse(of)));
        await due.ask([...new Map(rows.map((row) => [row.key, asked(row)])).values()]);
        after = schedules.at(-1)?.key ?? after;
        more = schedules.length === AT_ONCE;
      }
      return { again_at: NEVER };
    },
  };
  const one: DueKind = {
    kind: each,
    concurrency: 2,
    run: async (work) => {
      const wanted = work.payload[member];
      // Rows for a company said no version at first.
      if (wanted === undefined || wanted === version) return run(work);
      // A version that nobody follows any more: what is still there is asked for again with the one in force.
      return (await followed()) === wanted ? { again_in_ms: left_ms } : undefined;
    },
  };
  return {
    schedule: async () => {
      if ((await followed()) === version) return;
      await due.ask([{ kind: all, key: ALL, payload: { [member]: version }, due_in_ms: after_ms }]);
    },
    kinds: [everything, one],
  };
};
