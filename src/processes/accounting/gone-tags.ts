import { tagsIn } from '../../accounting/named-records.ts';
import { accountingCodeRule } from '../../accounting/rules/accounting-code-rule.ts';
import { tag } from '../../accounting/tag.ts';
import { tagGroup } from '../../accounting/tag-group.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { partId } from '../../kernel/definition/fold.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream, type ResourceDefinition, type State } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { EventBody } from '../../kernel/events/define.ts';
import { columnsNaming } from '../../kernel/references/in-use.ts';
import { type Condition, equal, overlapping } from '../../values/condition.ts';
import { type Json, type JsonObject, objectOf, objectsOf, textIf, textsOf } from '../../values/json.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { changeRecord, holderOf, isGone, originOf } from './changing.ts';

/**
 * Lets nothing name a tag or a tag group that is gone. One that something names is not deleted; but who was held up
 * between the look at it and the writing of a record writes its id when it is gone, or when its deletion is decided. So a
 * deletion looks for who names it, and each record that is written with one is looked at in the order of the log.
 *
 * A share that goes to several tags goes to those that are left, and follows the default where none is. A rule for a tag
 * or a group that is gone holds for nothing and goes as well, and so does a tag whose group is gone. Lines of closed pay
 * stubs stay: they are history.
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
        const done = deletions.has(event.type) ? clearUp(event, places, services, batch.signal) : undefined;
        last = (await (done ?? putRight(event, gone, services))) ?? last;
      }
      return last;
    },
  };
};

/** What a caller writes; managed ones follow from these. */
const ASSIGNMENTS = ['tag_assignment', 'custom_tag_assignment'];
const TEMPLATES = ['expense_segment_template', 'liability_segment_template'];
const GROUPS = ['tag_group_id', 'primary_tag_group_id'];

interface Named {
  tags: readonly string[];
  groups: readonly string[];
}

/** By object the columns that name tags or groups; rules name groups in templates too. */
type Places = ReadonlyMap<string, readonly string[]>;

const placesOf = ({ registry }: Services): Places => {
  const places = new Map<string, string[]>();
  for (const { object, column } of [tag, tagGroup].flatMap((one) => columnsNaming(one.object, registry)))
    places.set(object, [...(places.get(object) ?? []), column]);
  return places;
};

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

/** Of the tags and groups that events name, those that are gone; they are read together. */
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

/** A record was written with tags or groups that may be gone. */
const putRight = async (
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

/** A tag or a group was deleted: who named it in that very moment does not any more. */
const clearUp = async (
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
    for (const where of naming(event, object, columns))
      for await (const rows of services.read.pages(object, origin.tenant, where)) {
        signal.throwIfAborted();
        const done = await inTurns(rows, (row) =>
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

/** Where a record of an object may name what was deleted. */
const naming = (event: ManagedEvent, object: string, columns: readonly string[]): Condition[] => {
  const { object: what, id } = parseStream(event.stream);
  const isOfTag = (column: string) => column === 'tag_id' || column === 'tag_ids';
  const own = columns.filter((column) => isOfTag(column) === (what === tag.object));
  const employer = textIf(event.data.business_entity_id);
  return [
    ...own.map((column) => (column.endsWith('_ids') ? overlapping(column, [id]) : equal(column, id))),
    // Templates of rules hold groups where no column says: all rules of the employer are looked at.
    ...(object === accountingCodeRule.object && what === tagGroup.object && employer !== undefined
      ? [equal('business_entity_id', employer)]
      : []),
  ];
};

/** What becomes of a record when some of the tags and groups that it names are gone. */
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

/** A segment that takes the tag of a group that is gone is left out. */
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
