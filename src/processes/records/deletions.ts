import type { Position } from '../../event-store/port.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { takeBackDeletion } from '../../kernel/changes/take-back.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { mayNameKept, type NamedRecord, namedAndKept } from '../../kernel/references/kept.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';

/**
 * Takes back the deletion of a record that another one names, where the two were written in the same moment
 * (kernel/references/kept.ts tells how that happens). It looks when the deletion can be read, for who named the record
 * by then; and at each write that names such a record, was decided before the last deletion and stands behind it.
 */
export const deletionManager = (services: Services): ProcessManager => {
  const { registry, folder } = services;
  const kept = new Map(
    registry.all
      .filter(({ keptWhileNamed }) => keptWhileNamed)
      .map((definition): [string, string] => [recordEvents(definition).deleted.type, definition.object]),
  );
  return {
    name: 'deletions',
    handles: ({ type }) => kept.has(type),
    rechecks: ({ type, metadata }, lastDeletion) => {
      const { facts_position } = metadata;
      if (facts_position === undefined || BigInt(facts_position) >= lastDeletion) return false;
      const owner = folder.ownerOf(type);
      return owner !== undefined && mayNameKept(owner, registry);
    },
    handle: async (batch) => {
      let last: Position | undefined;
      for (const [event, deleted] of await deletedRecords(batch, kept, services)) {
        batch.signal.throwIfAborted();
        const { object, id } = deleted;
        const origin = processOrigin('deletions', event, `${event.id}/${id}`, services.clock.instant());
        last = latest([last, await takeBackDeletion(registry.need(object), id, origin, services)]);
      }
      return last;
    },
  };
};

/** The records that were deleted, and those that are named though they cannot be read; each with the event that says so. */
const deletedRecords = async (
  { events }: ManagedBatch,
  kept: ReadonlyMap<string, string>,
  { registry, folder, read }: Services,
): Promise<[ManagedEvent, NamedRecord][]> => {
  const looked = events.flatMap((event): [ManagedEvent, NamedRecord][] => {
    if (kept.has(event.type)) return [[event, parseStream(event.stream)]];
    const owner = folder.ownerOf(event.type);
    return owner ? namedAndKept(owner, event.data, registry).map((named) => [event, named]) : [];
  });
  const { partner_id = '', company_id } = events[0]!.metadata;
  const present = new Set<string>();
  for (const object of new Set(looked.map(([, one]) => one.object))) {
    const ids = looked.flatMap(([, one]) => (one.object === object ? [one.id] : []));
    for (const id of (await read.getMany(object, { partner_id, company_id }, [...new Set(ids)])).keys())
      present.add(id);
  }
  return looked.filter(([, { id }]) => !present.has(id));
};
