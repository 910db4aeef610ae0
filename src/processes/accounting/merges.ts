import { accountingCode } from '../../accounting/accounting-code.ts';
import { accountingCodeRule } from '../../accounting/accounting-code-rule.ts';
import { accountingCodeMergeEnded, accountingCodesMerged } from '../../accounting/events.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream, type ResourceDefinition, type State, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { columnsNaming } from '../../kernel/references/in-use.ts';
import { equal, oneOf } from '../../values/condition.ts';
import { type JsonObject, objectOf, objectsOf, textIf, textOf } from '../../values/json.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';

/**
 * Carries a merge of accounting codes through: each record that names a code that goes names the one that is left, then
 * the codes are deleted. It looks until nothing is found any more, so what was done before a process died is not done
 * again, and what somebody else wrote meanwhile is met as well. Lines of closed pay stubs stay: they are history.
 */
export const mergeManager = (services: Services): ProcessManager => ({
  name: 'merges',
  handles: ({ type }) => type === accountingCodesMerged.type,
  handle: async ({ events, signal }) => {
    let last: Position | undefined;
    for (const event of events) last = (await carryOut(event, services, signal)) ?? last;
    return last;
  },
});

/** Rounds in which others may still write the codes that go. */
const MOST_ROUNDS = 20;

const carryOut = async (event: ManagedEvent, services: Services, signal: AbortSignal) => {
  if (!accountingCodesMerged.is(event)) return undefined;
  const { id: into } = parseStream(event.stream);
  const { accounting_code_ids: gone, business_entity_id } = event.data;
  const { partner_id = '', company_id, correlation_id = event.id, request_id = event.id } = event.metadata;
  const origin = (step: string): Origin => ({
    tenant: { partner_id, company_id },
    actor: 'process:merges',
    request_id,
    correlation_id,
    causation_id: event.id,
    occurred_at: services.clock.instant(),
    seed: `merges/${event.id}/${step}`,
    mayRepeat: true,
  });
  for (let round = 0; ; round++) {
    if (round === MOST_ROUNDS) throw new Error(`codes that go into ${into} are named again and again`);
    const found = await repoint({ into, gone: new Set(gone), origin: origin(`${round}`), services, signal });
    if (found === 0) break;
    await services.gate.settled(await services.store.head());
  }
  for (const id of gone)
    await appendTo(streamOf(accountingCode.object, id), 'merged', origin('end'), services, async ({ aggregate }) => {
      const code = aggregate.get(accountingCode.object, id);
      return code ? [recordEvents(accountingCode).deleted(identityOf(accountingCode, code))] : [];
    });
  const ended = accountingCodeMergeEnded({ business_entity_id });
  const stream = streamOf(accountingCode.object, into);
  return (await appendTo(stream, 'ended', origin('end'), services, async () => [ended])).position;
};

interface Merge {
  into: string;
  gone: ReadonlySet<string>;
  origin: Origin;
  services: Services;
  signal: AbortSignal;
}

/** Changes what names a code that goes. Gives how many records it changed. */
const repoint = async (merge: Merge): Promise<number> => {
  const { gone, origin, services, signal } = merge;
  const byObject = new Map<string, string[]>();
  for (const { object, column } of columnsNaming(accountingCode.object, services.registry))
    byObject.set(object, [...(byObject.get(object) ?? []), column]);
  byObject.set(accountingCodeRule.object, byObject.get(accountingCodeRule.object) ?? []);
  let changed = 0;
  for (const [object, columns] of byObject) {
    const definition = services.registry.need(object);
    const wheres = columns.map((column) => oneOf(column, [...gone]));
    // Templates of rules hold codes where no column tells: all rules of the employer are looked at.
    if (object === accountingCodeRule.object) wheres.push(equal('business_entity_id', await employerOf(merge)));
    for (const where of wheres)
      for await (const rows of services.read.pages(object, origin.tenant, where)) {
        signal.throwIfAborted();
        const done = await inTurns(rows, (row) => change(definition, row, columns, merge));
        changed += done.filter(Boolean).length;
      }
  }
  return changed;
};

const employerOf = async ({ into, origin, services }: Merge): Promise<string> => {
  const code = await services.read.get(accountingCode.object, origin.tenant, into);
  return textIf(code?.business_entity_id) ?? '';
};

/** Changes one record as its stream has it. Gives whether there was anything to change. */
const change = async (
  definition: ResourceDefinition,
  { id, ...row }: State,
  columns: readonly string[],
  { into, gone, origin, services }: Merge,
): Promise<boolean> => {
  const { partOf, object } = definition;
  const container = partOf ? textOf(row[partOf.by]) : id;
  const holder = partOf
    ? partOf.objects.find((one) => container.startsWith(`${services.registry.need(one).prefix}_`))!
    : object;
  let isChanged = false;
  await appendTo(streamOf(holder, container), `repoint/${id}`, origin, services, async ({ aggregate }) => {
    const now: State | undefined = aggregate.get(object, id);
    const held: State | undefined = aggregate.get(holder, container);
    const isHistory = held?.is_closed === true;
    const differing = now && !isHistory ? pointed(now, columns, gone, into) : {};
    isChanged = Object.keys(differing).length > 0;
    return now && isChanged ? [recordEvents(definition).changed({ ...identityOf(definition, now), ...differing })] : [];
  });
  return isChanged;
};

/** The members that name another code then, templates among them. */
const pointed = (now: State, columns: readonly string[], gone: ReadonlySet<string>, into: string): JsonObject => {
  const members = columns.filter((column) => gone.has(textIf(now[column]) ?? '')).map((column) => [column, into]);
  const templates = ['expense_segment_template', 'liability_segment_template'].flatMap((member) => {
    const template = objectOf(now[member]);
    const named = ({ accounting_code_id }: JsonObject): boolean => gone.has(textIf(accounting_code_id) ?? '');
    const segments = objectsOf(template.segments);
    if (!segments.some(named)) return [];
    const then = segments.map((segment) => (named(segment) ? { ...segment, accounting_code_id: into } : segment));
    return [[member, { ...template, segments: then }]];
  });
  return objectOf(Object.fromEntries([...members, ...templates]));
};
