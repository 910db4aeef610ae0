import type { Position } from '../../event-store/port.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import { eventsOf } from '../../kernel/definition/record-events.ts';
import {
  bodyName,
  parseStream,
  type ResourceDefinition,
  type State,
  storedName,
} from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Change, Origin } from '../../kernel/definition/writer.ts';
import { KEEP, type Keep, type Push, TIED_OBJECTS } from '../../pay-items/presets/business-preset.ts';
import {
  TIED_OVERTIME_RATE,
  TIED_PAY_RATE,
  type Tied,
  tiedItem,
  tiedLine,
} from '../../pay-items/recurring/preset-values.ts';
import { all, among, type Condition, compare, equal } from '../../values/condition.ts';
import { type Json, type JsonObject, objectOf, sameJson, textOf } from '../../values/json.ts';
import type { Turn, TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { processOrigin } from '../managers/origin.ts';
import { awaitReadable } from '../payroll/stub-calculation.ts';

const presetChanged = eventsOf('business_preset').changed;

/** Items that are read and written together. */
const ITEMS_AT_ONCE = 250;
/** Progress of a kind of items when all of them are updated. */
const DONE = 'done';

/**
 * Applies a change of a business preset to everything that is tied to it. The event has the preset's earlier and new
 * values, and says which values of items are to be kept: a later change may keep what this one sets. Items that are up to date are skipped, so a process that takes over
 * may start again from the beginning. Closed pay stubs are not changed.
 *
 * A change of thousands of items takes turns: when other companies wait it stops between two pages, and the next turn
 * continues after the last page.
 */
export const presetManager = (services: Services, options: TurnsOptions = {}): ProcessManager => ({
  name: 'presets',
  handles: ({ type }) => type === presetChanged.type,
  batchSize: 1,
  handle: oneByOne(
    () => awaitReadable(services),
    options,
    (event, turn) => applyPush(event, services, turn),
  ),
});

const tiedOf = (object: string): Tied => {
  if (object === 'pay_rate') return TIED_PAY_RATE;
  if (object === 'overtime_rate') return TIED_OVERTIME_RATE;
  return object.endsWith('_line_item') ? tiedLine(object.replace(/_line_item$/, '')) : tiedItem(object);
};

/** Line items that a caller entered on open stubs. Managed ones follow their items; closed stubs are not changed. */
const OPEN_LINES: Condition = all(
  equal('is_managed', false),
  among('pay_stub_id', 'pay_stub', 'id', equal('is_closed', false)),
);

/** The push that a change of a preset asks for; undefined when it asks for none. */
const pushIn = ({ pushed }: JsonObject): Push | undefined => {
  const { keep, before } = objectOf(pushed);
  const kept = KEEP.find((one) => one === keep);
  return kept && { keep: kept, before: objectOf(before) };
};

const applyPush = async (event: ManagedEvent, services: Services, turn: Turn): Promise<Position | undefined> => {
  const push = pushIn(event.data);
  if (!push) return undefined;
  const { id } = parseStream(event.stream);
  const origin = processOrigin('presets', event, event.id, services.clock.instant());
  const preset = await services.read.get('business_preset', origin.tenant, id);
  if (!preset) return undefined;
  let last: Position | undefined;
  for (const object of TIED_OBJECTS) {
    const after = turn.reached(object);
    if (after === DONE) continue;
    const tied = tiedOf(object);
    if (tied.kind !== preset.type) continue;
    const definition = services.registry.need(object);
    const own = all(equal('business_preset_id', id), compare('id', '>', after));
    const where = object.endsWith('_line_item') ? all(own, OPEN_LINES) : own;
    for await (const rows of services.read.pages(object, origin.tenant, where, ITEMS_AT_ONCE)) {
      const changes = rows.flatMap((row) => changeOf(row, preset, { ...push, event }, tied, definition) ?? []);
      last = latest([last, await write(definition, changes, origin, services)]);
      turn.reach(object, rows.at(-1)!.id);
      await turn.giveWay();
    }
    turn.reach(object, DONE);
  }
  return last;
};

/** Writes a page of items. An item whose change is refused keeps its values, which is logged. */
const write = async (
  definition: ResourceDefinition,
  changes: readonly Change[],
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  if (changes.length === 0) return undefined;
  const outcomes = await writeChanges(definition, changes, origin, services);
  return latest(
    outcomes.map((outcome) => {
      if (outcome.ok) return outcome.position;
      if (outcome.problem.status >= 500) throw outcome.problem;
      // The item was deleted or locked in the meantime.
      const { id, problem } = outcome;
      services.log.warn(
        { item: id, why: problem.text.en },
        'an item of a preset was not changed: its rules refused the change',
      );
      return undefined;
    }),
  );
};

/** Whether an item keeps its value. */
const isKept = (keep: Keep, value: Json, before: Json): boolean => {
  switch (keep) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'non_null':
      return value !== null;
    case 'in_sync':
      return sameJson(value, before);
    case 'out_of_sync':
      return !sameJson(value, before);
  }
};

const changeOf = (
  row: State,
  preset: State,
  { keep, before, event }: Push & { event: ManagedEvent },
  tied: Tied,
  definition: ResourceDefinition,
): Change | undefined => {
  const input: JsonObject = {};
  // One that was made since took what the preset had by then.
  const isLater = row.created_at > (event.metadata.occurred_at ?? '');
  const supplied = isLater ? preset : event.data;
  for (const [own, member] of Object.entries(tied.members)) {
    if (!(own in before)) continue;
    const [value, wanted] = [row[member] ?? null, supplied[own] ?? null];
    if (sameJson(value, wanted) || isKept(keep, value, before[own] ?? null)) continue;
    input[nameInBody(definition, member)] = wanted;
  }
  if (Object.keys(input).length === 0) return undefined;
  const container = definition.partOf && { container: textOf(row[definition.partOf.by]) };
  return { op: 'update', id: row.id, input, ...container };
};

const nameInBody = (definition: ResourceDefinition, member: string): string => {
  const found = Object.entries(definition.fields).find(
    ([name, field]) => field.write && storedName(name, field) === member,
  );
  if (!found) throw new Error(`${definition.object} has no member ${member} that can be written`);
  return bodyName(...found);
};
