import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { takeBackDeletion } from '../../kernel/changes/take-back.ts';
import { makeLookup } from '../../kernel/definition/lookup.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream, type State } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { columnsNaming } from '../../kernel/references/in-use.ts';
import { looksAgain, mayNameKept, type NamedRecord, namedAndKept } from '../../kernel/references/kept.ts';
import { oneOf } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { changeRecord, holderOf, originOf } from './changing.ts';
import { forgetFormerDefaults } from './default-splits.ts';

/**
 * Takes back the deletion of a record that another one names, where the two were written in the same moment
 * (kernel/references/kept.ts tells how that happens). It looks when the deletion can be read, for who named the record
 * by then; and at each write that names such a record, was decided before the last deletion and stands behind it. Where
 * the record may be deleted while it is named, it has who named it name none. The default pay split that was deleted is
 * not followed by the one before it.
 */
export const deletionManager = (services: Services): ProcessManager => {
  const { registry, folder } = services;
  const deletions = new Set<string>(registry.all.filter(looksAgain).map((one) => recordEvents(one).deleted.type));
  return {
    name: 'deletions',
    handles: ({ type }) => deletions.has(type),
    rechecks: ({ type, metadata }, lastDeletion) => {
      const { facts_position } = metadata;
      if (facts_position === undefined || BigInt(facts_position) >= lastDeletion) return false;
      const owner = folder.ownerOf(type);
      return owner !== undefined && mayNameKept(owner, registry);
    },
    handle: async (batch) => {
      const deleted = await deletedRecords(batch, deletions, services);
      const { tenant } = originOf('deletions', batch.events[0]!, '', services);
      const lookup = makeLookup(services, tenant);
      const isKept = ([, { object }]: (typeof deleted)[number]) => registry.need(object).keptWhileNamed === true;
      const kept = deleted.filter(isKept);
      const forgotten = await forget(
        deleted.filter((one) => !isKept(one)),
        batch,
        services,
      );
      const positions = await appendInTurns(kept, services, ([event, { object, id }]) => {
        batch.signal.throwIfAborted();
        const origin = originOf('deletions', event, id, services);
        return takeBackDeletion(registry.need(object), id, origin, lookup);
      });
      const splits = kept.filter(([event, { object }]) => object === 'pay_split' && deletions.has(event.type));
      const former: (Position | undefined)[] = [];
      for (const [event, { id }] of splits) former.push(...(await forgetFormerDefaults(event, id, services)));
      return latest([...positions, ...forgotten, ...former]);
    },
  };
};

/** Has who names deleted records name none. @returns positions of what was appended */
const forget = async (
  deleted: readonly [ManagedEvent, NamedRecord][],
  { signal }: ManagedBatch,
  services: Services,
): Promise<(Position | undefined)[]> => {
  const positions: (Position | undefined)[] = [];
  for (const [object, some] of groupBy(deleted, ([, named]) => named.object)) {
    const causes = new Map(some.map(([event, { id }]) => [id, event]));
    for (const { object: by, column } of columnsNaming(object, services.registry)) {
      const definition = services.registry.need(by);
      const { tenant } = originOf('deletions', some[0]![0], '', services);
      for await (const rows of services.read.pages(by, tenant, oneOf(column, [...causes.keys()]))) {
        signal.throwIfAborted();
        const done = await appendInTurns(rows, services, (row) => {
          const named = textOf(row[column]);
          const origin = originOf('deletions', causes.get(named)!, 'forget', services);
          const none = (now: State) =>
            now[column] === named
              ? [recordEvents(definition).changed({ ...identityOf(definition, now), [column]: null })]
              : [];
          return changeRecord(definition, row.id, holderOf(definition, row, services), { origin, services }, none);
        });
        positions.push(...done.map(({ position }) => position));
      }
    }
  }
  return positions;
};

/**
 * The records that were deleted, and those that are named though they cannot be read; each with the event that says so.
 */
const deletedRecords = async (
  { events }: ManagedBatch,
  deletions: ReadonlySet<string>,
  { registry, folder, read }: Services,
): Promise<[ManagedEvent, NamedRecord][]> => {
  const looked = events.flatMap((event): [ManagedEvent, NamedRecord][] => {
    if (deletions.has(event.type)) return [[event, parseStream(event.stream)]];
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
