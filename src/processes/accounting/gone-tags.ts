import { tagsIn } from '../../accounting/named-records.ts';
import { tag } from '../../accounting/tag.ts';
import { tagGroup } from '../../accounting/tag-group.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { partId } from '../../kernel/definition/fold.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream, type ResourceDefinition, type State } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { EventBody } from '../../kernel/events/define.ts';
import { columnsByObject } from '../../kernel/references/in-use.ts';
import { type Condition, equal, overlapping } from '../../values/condition.ts';
import { type Json, type JsonObject, objectOf, objectsOf, textIf, textsOf } from '../../values/json.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { changeRecord, holderOf, isGone, originOf } from '../records/changing.ts';

/**
 * Removes references to deleted tags and tag groups. A tag that a record names is not deleted; but a process may be
 * delayed between its check of the tag and its write of a record, and write the id after the deletion was decided. So a
 * deletion looks for records that name it, and each record that is written with tags is checked in the order of the
 * log.
 *
 * A share that goes to several tags goes to the remaining ones, and follows the default when none remains. A rule for a
 * deleted tag or group has no effect and is deleted too, and so is a tag whose group is deleted. Lines of closed pay
 * stubs are history and stay.
 */
export const tagManager = (services: Services): ProcessManager => {
  const places = placesOf(services);
  const deletions = new Set<string>([recordEvents(tag).deleted.type, recordEvents(tagGroup).deleted.type]);
  return {
    name: 'tags',
    handles: ({ type }) => deletions.has(type),
    rechecks: (event) => places.has(services.folder.ownerOf(event.type)?.object ?? '') && namesAny(namedIn(event.data)),
    handle: async (batch) => {
      let last: Position | undefined;
      const gone = await goneOf(batch, services);
      for (const event of batch.events) {
        const done = deletions.has(event.type) ? removeReferences(event, places, services, batch.signal) : undefined;
        last = (await (done ?? correctWritten(event, gone, services))) ?? last;
      }
      return last;
    },
  };
};

/** Assignments that callers write; managed ones follow from these. */
const ASSIGNMENTS = ['tag_assignment', 'custom_tag_assignment'];
const TEMPLATES = ['expense_segment_template', 'liability_segment_template'];
const GROUPS = ['tag_group_id', 'primary_tag_group_id'];

interface Named {
  tags: readonly string[];
  groups: readonly string[];
}

/** The columns that name tags or groups, by object; rules name groups in templates too. */
type Places = ReadonlyMap<string, readonly string[]>;

const placesOf = ({ registry }: Services): Places => columnsByObject([tag.object, tagGroup.object], registry);

const groupOf = (segment: JsonObject): string[] => textsOf([segment.tag_group_id ?? null]);

/** The tags and groups that a record or an event of it names. */
const namedIn = (data: JsonObject): Named => ({
  tags: [...(tagsIn(...ASSIGNMENTS.map((member) => data[member])) ?? []), ...textsOf([data.tag_id ?? null])],
  groups: [
    ...textsOf(GROUPS.map((member) => data[member] ?? null)),
    ...TEMPLATES.flatMap((member) => objectsOf(objectOf(data[member]).segments).flatMap(groupOf)),
  ],
});

const namesAny = ({ tags, groups }: Named): boolean => tags.length + groups.length > 0;

/** The deleted ones of the tags and groups that events name, found in one read. */
const goneOf = async ({ events }: ManagedBatch, services: Services): Promise<ReadonlySet<string>> => {
  const named = events.map(({ data }) => namedIn(data));
  const { tenant } = originOf('tags', events[0]!, '', services);
  const of = async (object: string, ids: readonly string[]): Promise<string[]> => {
    const all = [...new Set(ids)];
    if (all.length === 0) return [];
    const found = await services.read.getMany(object, tenant, all);
    const missing = all.filter((id) => !found.has(id));
    const gone = await Promise.all(missing.map(async (id) => ((await isGone(object, id, services)) ? [id] : [])));
    return gone.flat();
  };
  const [tags, groups] = await Promise.all([
    of(
      tag.object,
      named.flatMap((one) => one.tags),
    ),
    of(
      tagGroup.object,
      named.flatMap((one) => one.groups),
    ),
  ]);
  return new Set([...tags, ...groups]);
};

/** Checks a record that was written with tags or groups. */
const correctWritten = async (
  event: ManagedEvent,
  gone: ReadonlySet<string>,
  services: Services,
): Promise<Position | undefined> => {
  const { tags, groups } = namedIn(event.data);
  const definition = services.folder.ownerOf(event.type);
  if (!definition || ![...tags, ...groups].some((id) => gone.has(id))) return undefined;
  const id = definition.partOf ? partId(event) : parseStream(event.stream).id;
  const acting = { origin: originOf('tags', event, 'put right', services), services };
  return (await changeRecord(definition, id, event.stream, acting, without(definition, gone))).position;
};

/** Removes the references to a deleted tag or group that were written at the same moment. */
const removeReferences = async (
  event: ManagedEvent,
  places: Places,
  services: Services,
  signal: AbortSignal,
): Promise<Position | undefined> => {
  const { id } = parseStream(event.stream);
  const origin = originOf('tags', event, 'clear up', services);
  let last: Position | undefined;
  for (const [object, columns] of places) {
    const definition = services.registry.need(object);
    for (const where of naming(event, columns))
      for await (const rows of services.read.pages(object, origin.tenant, where)) {
        signal.throwIfAborted();
        const done = await appendInTurns(rows, services, (row) =>
          changeRecord(
            definition,
            row.id,
            holderOf(definition, row, services),
            { origin, services },
            without(definition, new Set([id])),
          ),
        );
        for (const { position } of done) last = position ?? last;
      }
  }
  return last;
};

/** Conditions for records of an object that may name the deleted tag or group. */
const naming = (event: ManagedEvent, columns: readonly string[]): Condition[] => {
  const { object: what, id } = parseStream(event.stream);
  const isOfTag = (column: string) => column === 'tag_id' || column === 'tag_ids';
  const own = columns.filter((column) => isOfTag(column) === (what === tag.object));
  return own.map((column) => (column.endsWith('_ids') ? overlapping(column, [id]) : equal(column, id)));
};

/** The events for a record that names deleted tags or groups. */
const without =
  (definition: ResourceDefinition, gone: ReadonlySet<string>) =>
  (now: State): EventBody[] => {
    const { deleted, changed } = recordEvents(definition);
    const isOfNothing = [now.tag_id, now.tag_group_id].some((id) => gone.has(textIf(id) ?? ''));
    if (isOfNothing) return [deleted(identityOf(definition, now))];
    const differing = {
      ...assignmentsWithout(now, gone),
      ...templatesWithout(now, gone),
      ...primaryWithout(now, gone),
    };
    return Object.keys(differing).length === 0 ? [] : [changed({ ...identityOf(definition, now), ...differing })];
  };

const primaryWithout = ({ primary_tag_group_id }: State, gone: ReadonlySet<string>): JsonObject =>
  gone.has(textIf(primary_tag_group_id) ?? '') ? { primary_tag_group_id: null } : {};

const assignmentsWithout = (now: State, gone: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    ASSIGNMENTS.filter((member) => tagsIn(now[member])?.some((id) => gone.has(id))).map((member): [string, Json] => {
      const assignment = objectOf(now[member]);
      const shares = objectsOf(assignment.tag_allocations).flatMap((share) => {
        const tags = textsOf(share.tags).filter((id) => !gone.has(id));
        return tags.length === 0 ? [] : [{ ...share, tags }];
      });
      return [member, shares.length === 0 ? null : { ...assignment, tag_allocations: shares }];
    }),
  );

/** Drops segments that take the tag of a deleted group. */
const templatesWithout = (now: State, gone: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    TEMPLATES.flatMap((member): [string, Json][] => {
      const template = objectOf(now[member]);
      const segments = objectsOf(template.segments);
      const left = segments.filter((segment) => !groupOf(segment).some((id) => gone.has(id)));
      if (left.length === segments.length) return [];
      return [[member, left.length === 0 ? null : { ...template, segments: left }]];
    }),
  );
