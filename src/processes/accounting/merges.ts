import { accountingCode } from '../../accounting/accounting-code.ts';
import { accountingCodeMergeEnded, accountingCodesMerged } from '../../accounting/events.ts';
import { codesMeant, mergedInto } from '../../accounting/merge.ts';
import { accountingCodeRule, inItsPlace } from '../../accounting/rules/accounting-code-rule.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { partId } from '../../kernel/definition/fold.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import {
  parseStream,
  type RecordOf,
  type ResourceDefinition,
  recordOf,
  type State,
  streamOf,
} from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { columnsByObject } from '../../kernel/references/in-use.ts';
import { payStubReopened } from '../../payrolls/events/pay-stub.ts';
import { all, any, oneOf, overlapping, present } from '../../values/condition.ts';
import { runsOf } from '../../values/group.ts';
import { type JsonObject, objectOf, objectsOf, textIf, textOf } from '../../values/json.ts';
import type { Turn, TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { type Group, groupByGroup } from '../managers/one-by-one.ts';
import { openLines } from '../payroll/open-lines.ts';
import { awaitReadable } from '../payroll/stub-calculation.ts';
import { changeRecord, holderOf, isGone, originOf } from '../records/changing.ts';

/**
 * Carries out a merge of accounting codes: each record that names a merged code is made to name the remaining one, then
 * the merged codes are deleted. This is repeated until no such record is found, so a run after a crash does the rest,
 * and records that others write meanwhile are found too. Lines of closed pay stubs are history and stay.
 *
 * A process may be delayed between its check of a code and its write of a record, and write the id after the code was
 * deleted. So each record that is written with a code is checked in the order of the log: one that names a merged code
 * is made to name the remaining one. Entries that are posted before that treat the old id as the new one
 * (accounting/merge.ts).
 *
 * A record that is written with a code after the last round, and right before the deletion, may be checked while the
 * code can still be read. So each deletion looks for records that name its code once more: by then both can be read.
 *
 * A code that no record names can be deleted without a merge. A record that gets its id at that moment, whichever comes
 * first in the log, names no code then, and its code is chosen as for any record without one. A pay stub that is
 * reopened is no longer history: its lines are made to name the remaining codes.
 *
 * A code that tens of thousands of records name takes turns: when other companies wait it stops between two pages. The
 * next turn needs no bookmark, since it finds only records that still name a code that goes.
 */
export const mergeManager = (services: Services, options: TurnsOptions = {}): ProcessManager => {
  const places = placesOf(services);
  const together = new Map<string, Follow>([
    [recordEvents(accountingCode).deleted.type, removeReferences],
    [payStubReopened.type, correctReopened],
  ]);
  const handled = new Set<string>([accountingCodesMerged.type, ...together.keys()]);
  const followOf = ({ type }: ManagedEvent): Follow => together.get(type) ?? correctWritten;
  return {
    name: 'merges',
    handles: ({ type }) => handled.has(type),
    rechecks: (event) => {
      const members = places.get(services.folder.ownerOf(event.type)?.object ?? '');
      return members !== undefined && codesIn(event.data, members).length > 0;
    },
    handle: groupByGroup(
      () => awaitReadable(services),
      options,
      (events) =>
        runsOf(events, (event) => (accountingCodesMerged.is(event) ? event : followOf(event))).flatMap(
          ({ items: [first, ...rest] }): Group[] => (first ? [[first, ...rest]] : []),
        ),
      async (group, turn) => {
        const [event] = group;
        const work: Work = { services, places, turn };
        return accountingCodesMerged.is(event) ? carryOut(event, work) : followOf(event)(group, work);
      },
    ),
  };
};

/** Records that are changed together: where several companies have much to change, more would be a long turn. */
const RECORDS_AT_ONCE = 250;
/** Limit of rounds, while others still write the merged codes. */
const MOST_ROUNDS = 20;

/** Members with codes, by object; rules have codes in templates too. */
type Places = ReadonlyMap<string, readonly string[]>;

const TEMPLATES = ['expense_segment_template', 'liability_segment_template'] as const;

const placesOf = ({ registry }: Services): Places =>
  new Map([[accountingCodeRule.object, []], ...columnsByObject([accountingCode.object], registry)]);

const codeOf = ({ accounting_code_id }: JsonObject): string | undefined => textIf(accounting_code_id);

/** The codes that a record or an event of it names. */
const codesIn = (data: JsonObject, members: readonly string[]): string[] => {
  const own = members.flatMap((member) => textIf(data[member]) ?? []);
  const inTemplates = TEMPLATES.flatMap((member) =>
    objectsOf(objectOf(data[member] ?? null).segments).flatMap((segment) => codeOf(segment) ?? []),
  );
  return [...own, ...inTemplates];
};

/**
 * What follows from events of one kind that come one after the other. Returns the position of its last append, if it has
 * not waited itself until that can be read.
 */
type Follow = (events: Group, work: Work) => Promise<Position | undefined>;

interface Work {
  services: Services;
  places: Places;
  turn: Turn;
}

/**
 * Notes the remaining code of each of some ids that was merged. Those that were asked for are not asked for again, so
 * however many codes a company has merged over the years, no more is read than its lines name.
 */
const noteAbsorbed = async (
  ids: readonly string[],
  { to, asked }: { to: Map<string, string>; asked: Set<string> },
  { read }: Services,
  tenant: Tenant,
): Promise<void> => {
  const unknown = [...new Set(ids)].filter((id) => !asked.has(id));
  for (const id of unknown) asked.add(id);
  if (unknown.length === 0) return;
  // No more codes than ids, which are those that a page of lines names.
  for (const { id, absorbed = [] } of await read.find(accountingCode.object, tenant, overlapping('absorbed', unknown)))
    for (const gone of absorbed) if (asked.has(gone)) to.set(gone, id);
};

const carryOut = async (event: ManagedEvent, work: Work): Promise<Position | undefined> => {
  if (!accountingCodesMerged.is(event)) return undefined;
  const { services } = work;
  const { id: into } = parseStream(event.stream);
  const { accounting_code_ids: gone, business_entity_id } = event.data;
  const present = (await loadRecords(event.stream, services)).aggregate.get(accountingCode.object, into);
  if (!present) return forwardMerge(event, into, gone, services);
  await repointAll(event, { ...work, to: new Map(gone.map((id) => [id, into])) });
  const origin = originOf('merges', event, 'end', services);
  for (const id of gone)
    await appendTo(streamOf(accountingCode.object, id), 'merged', origin, services, async ({ aggregate }) => {
      const code = aggregate.get(accountingCode.object, id);
      return code ? [recordEvents(accountingCode).deleted(identityOf(accountingCode, code))] : [];
    });
  const ended = accountingCodeMergeEnded({ business_entity_id });
  return (await appendTo(event.stream, 'ended', origin, services, async () => [ended])).position;
};

/**
 * Makes what names a deleted code name the code that it was merged into; without a merge, none. Codes of a merge are
 * deleted together, so records are looked for once for all of them.
 */
const removeReferences: Follow = async (events, work) => {
  const [first] = events;
  const { services } = work;
  const ids = events.map(({ stream }) => parseStream(stream).id);
  const { tenant } = originOf('merges', first, 'clear up', services);
  const meant = await codesMeant(ids, services, tenant);
  await repointAll(first, { ...work, to: new Map(ids.map((id) => [id, meant.get(id)?.id ?? null])) });
  return undefined;
};

/**
 * Makes the lines of reopened pay stubs name the remaining codes. A payroll that is unapproved reopens thousands, so
 * lines are read for a whole batch.
 */
const correctReopened: Follow = async (events, { services, places }) => {
  const { tenant } = originOf('merges', events[0], 'opened', services);
  if (!(await services.read.exists(accountingCode.object, tenant, present('absorbed')))) return undefined;
  const known = { to: new Map<string, string>(), asked: new Set<string>() };
  const { to } = known;
  const byStub = new Map(events.map((event) => [parseStream(event.stream).id, event]));
  let last: Position | undefined;
  for (const [object, columns] of places) {
    const definition = services.registry.need(object);
    if (definition.partOf?.by !== 'pay_stub_id') continue;
    for await (const rows of services.read.pages(object, tenant, oneOf('pay_stub_id', [...byStub.keys()]))) {
      const named = rows.flatMap((row) => codesIn(row, columns));
      await noteAbsorbed(named, known, services, tenant);
      for (const row of rows) {
        const event = byStub.get(textOf(row.pay_stub_id));
        if (!event || Object.keys(pointed(row, columns, to)).length === 0) continue;
        const origin = originOf('merges', event, 'opened', services);
        last = (await change(definition, row.id, event.stream, columns, { to, origin, services })).position ?? last;
      }
    }
  }
  return last;
};

/** Forwards a merge into a code that has itself been merged into another one: the codes go into that one. */
const forwardMerge = async (event: ManagedEvent, into: string, gone: readonly string[], services: Services) => {
  const origin = originOf('merges', event, 'passed on', services);
  const further = (await codesMeant([into], services, origin.tenant)).get(into);
  if (!further) return undefined;
  const codes = await services.read.getMany(accountingCode.object, origin.tenant, gone);
  const left = gone.filter((id) => id !== further.id);
  const stream = streamOf(accountingCode.object, further.id);
  const { position } = await appendTo(stream, `passed on ${event.id}`, origin, services, async ({ aggregate }) => {
    const now: RecordOf<'accounting_code'> | undefined = aggregate.get(accountingCode.object, further.id);
    return now && left.length > 0 ? mergedInto(now, left, [...codes.values()]) : [];
  });
  return position;
};

/**
 * Makes records that were written with merged codes name the remaining ones. A merge itself writes thousands, so codes
 * are read for a whole batch: one that is deleted behind these writes looks for who names it by itself.
 */
const correctWritten: Follow = async (events, { services, places }) => {
  const { tenant } = originOf('merges', events[0], 'put right', services);
  const written = events.flatMap((event) => {
    const definition = services.folder.ownerOf(event.type);
    const members = definition && places.get(definition.object);
    return members ? [{ event, definition, members, ids: codesIn(event.data, members) }] : [];
  });
  const named = [...new Set(written.flatMap(({ ids }) => ids))];
  const meant = await codesMeant(named, services, tenant);
  const to = new Map<string, string | null>();
  for (const id of named) {
    const code = meant.get(id);
    if (code ? code.id !== id : await isGone(accountingCode.object, id, services)) to.set(id, code?.id ?? null);
  }
  let last: Position | undefined;
  for (const { event, definition, members, ids } of written) {
    if (!ids.some((id) => to.has(id))) continue;
    const origin = originOf('merges', event, 'put right', services);
    const id = definition.partOf ? partId(event) : parseStream(event.stream).id;
    last = (await change(definition, id, event.stream, members, { to, origin, services })).position ?? last;
  }
  return last;
};

interface Repointing {
  /** The remaining code for the id of each deleted code; null when there is none. */
  to: ReadonlyMap<string, string | null>;
  origin: Origin;
  services: Services;
}

/** Changes the records that name deleted codes, until none does. */
const repointAll = async (event: ManagedEvent, work: Work & Pick<Repointing, 'to'>): Promise<void> => {
  const { services, to } = work;
  for (let round = 0; ; round++) {
    if (round === MOST_ROUNDS) throw new Error(`codes that go are named again and again: ${[...to.keys()].join(', ')}`);
    if ((await repoint({ ...work, origin: originOf('merges', event, `${round}`, services) })) === 0) return;
    await services.gate.followed(await services.store.head());
  }
};

/** Changes the records that name deleted codes. Returns how many it changed. */
const repoint = async (merge: Repointing & Work): Promise<number> => {
  const { to, origin, places, services, turn } = merge;
  const open = await openLines(services, origin.tenant);
  let changed = 0;
  for (const [object, columns] of places) {
    const definition = services.registry.need(object);
    const gone = [...to.keys()];
    const namings = columns.map((column) =>
      column.endsWith('_ids') ? overlapping(column, gone) : oneOf(column, gone),
    );
    // Lines of drafts are gone through once, whichever member names a code.
    const wheres = definition.partOf?.by === 'pay_stub_id' ? [all(open, any(...namings))] : namings;
    for (const where of wheres) {
      for await (const rows of services.read.pages(object, origin.tenant, where, RECORDS_AT_ONCE)) {
        const done = await appendInTurns(rows, services, (row) =>
          change(definition, row.id, holderOf(definition, row, services), columns, merge),
        );
        const now = done.filter(({ isChanged }) => isChanged).length;
        changed += now;
        // Otherwise the next turn would find the same page.
        if (now > 0) await turn.giveWay();
      }
    }
  }
  return changed;
};

/** Changes one record by the state of its stream. Returns whether there was anything to change. */
const change = (
  definition: ResourceDefinition,
  id: string,
  stream: string,
  columns: readonly string[],
  { to, ...acting }: Repointing,
) =>
  changeRecord(definition, id, stream, acting, (now) => {
    const differing = pointed(now, columns, to);
    if (Object.keys(differing).length === 0) return [];
    const place = definition.object === accountingCodeRule.object ? placeOf(now, acting.origin) : {};
    return [recordEvents(definition).changed({ ...identityOf(definition, now), ...differing, ...place })];
  });

/** Nobody asked for a change of the rule: it goes before no rule that it did not go before. */
const placeOf = (now: State, { occurred_at }: Origin): JsonObject =>
  inItsPlace(recordOf(accountingCodeRule.object, now), occurred_at);

/** The changed members, including templates, from which segments without a code are dropped. */
const pointed = (now: State, columns: readonly string[], to: Repointing['to']): JsonObject => {
  const members = columns.flatMap((column) => {
    const into = to.get(textIf(now[column]) ?? '');
    return into === undefined ? [] : [[column, into]];
  });
  const templates = TEMPLATES.flatMap((member) => {
    const template = objectOf(now[member]);
    const segments = objectsOf(template.segments);
    if (!segments.some((segment) => to.has(codeOf(segment) ?? ''))) return [];
    const then = segments.flatMap((segment) => {
      const into = to.get(codeOf(segment) ?? '');
      if (into === null) return [];
      return [into === undefined ? segment : { ...segment, accounting_code_id: into }];
    });
    return [[member, then.length === 0 ? null : { ...template, segments: then }]];
  });
  return objectOf(Object.fromEntries([...members, ...templates]));
};
