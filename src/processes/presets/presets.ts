import type { Position } from '../../event-store/port.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { Field } from '../../kernel/definition/fields.ts';
import { eventsOf, recordEvents } from '../../kernel/definition/record-events.ts';
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
  isSupplied,
  TIED_OVERTIME_RATE,
  TIED_PAY_RATE,
  type Tied,
  tiedItem,
  tiedLine,
} from '../../pay-items/recurring/preset-values.ts';
import { all, compare, equal, oneOf } from '../../values/condition.ts';
import { type Json, type JsonObject, objectOf, sameJson, textIf, textOf } from '../../values/json.ts';
import type { Turn, TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { processOrigin } from '../managers/origin.ts';
import { ON_OPEN_STUBS, openLines } from '../payroll/open-lines.ts';
import { awaitReadable } from '../payroll/stub-calculation.ts';

const presetChanged = eventsOf('business_preset').changed;

/** Items that are read and written together. */
const ITEMS_AT_ONCE = 250;
/** Progress of a kind of items when all of them are updated. */
const DONE = 'done';

/**
 * Applies a change of a business preset to everything that is tied to it. The event has the preset's earlier and new
 * values, and says which values of items are to be kept: a later change may keep what this one sets. Items that are up
 * to date are skipped, so a process that takes over may start again from the beginning. Closed pay stubs are not
 * changed.
 *
 * What was tied in the same moment took the earlier values, and may be written after the change was carried: it is
 * looked at again when it comes, by the position that it was decided from.
 *
 * A change of thousands of items takes turns: when other companies wait it stops between two pages, and the next turn
 * continues after the last page.
 */
export const presetManager = (services: Services, options: TurnsOptions = {}): ProcessManager => {
  const tie = new Set<string>(
    TIED_OBJECTS.map((object) => recordEvents(services.registry.need(object))).flatMap(({ created, changed }) => [
      created.type,
      changed.type,
    ]),
  );
  return {
    name: 'presets',
    handles: ({ type }) => type === presetChanged.type,
    rechecks: ({ type, metadata: { facts_position } }, lastChange) =>
      tie.has(type) && facts_position !== undefined && BigInt(facts_position) < lastChange,
    batchSize: 1,
    handle: oneByOne(
      () => awaitReadable(services),
      options,
      (event, turn) =>
        event.type === presetChanged.type ? applyPush(event, services, turn) : catchUp(event, services),
    ),
  };
};

const tiedOf = (object: string): Tied => {
  if (object === 'pay_rate') return TIED_PAY_RATE;
  if (object === 'overtime_rate') return TIED_OVERTIME_RATE;
  return isLine(object) ? tiedLine(object.replace(/_line_item$/, '')) : tiedItem(object);
};

/** Line items that a caller entered: managed ones follow their items. */
const ENTERED = equal('is_managed', false);

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
  const preset: State | undefined = await services.read.get('business_preset', origin.tenant, id);
  if (!preset) return undefined;
  let last: Position | undefined;
  for (const object of TIED_OBJECTS) {
    const after = turn.reached(object);
    if (after === DONE) continue;
    const tied = tiedOf(object);
    if (tied.kind !== preset.type) continue;
    const definition = services.registry.need(object);
    const own = all(equal('business_preset_id', id), compare('id', '>', after));
    const where = isLine(object) ? all(await openLines(services, origin.tenant), ENTERED, own) : own;
    for await (const rows of services.read.pages(object, origin.tenant, where, ITEMS_AT_ONCE)) {
      last = latest([last, await carry(rows, { event, push, preset, tied, definition }, origin, services)]);
      turn.reach(object, rows.at(-1)!.id);
      await turn.giveWay();
    }
    turn.reach(object, DONE);
  }
  return last;
};

/** Carries what a preset is now to what was tied to it by what it was before. */
const catchUp = async (event: ManagedEvent, services: Services): Promise<Position | undefined> => {
  const preset_id = textIf(event.data.business_preset_id);
  if (preset_id === undefined) return undefined;
  const { folder, read } = services;
  const definition = folder.ownerOf(event.type)!;
  const { object } = definition;
  const ids = folder.touchedBy(event).flatMap((key) => (key.object === object ? key.id : []));
  const origin = processOrigin('presets', event, event.id, services.clock.instant());
  const preset: State | undefined = await read.get('business_preset', origin.tenant, preset_id);
  const push = preset && pushIn(preset);
  const tied = tiedOf(object);
  if (!push || tied.kind !== preset.type) return undefined;
  const where = all(equal('business_preset_id', preset_id), oneOf('id', ids));
  const rows = await read.find(object, origin.tenant, isLine(object) ? all(where, ENTERED, ON_OPEN_STUBS) : where);
  // Of changes before the last one too.
  const supplied = Object.keys(tied.members).filter((own) => push.keep === 'none' && isSupplied(preset[own]));
  const before = { ...Object.fromEntries(supplied.map((own) => [own, null])), ...push.before };
  const changes = rows.flatMap((row) => changeOf(row, preset, { ...push, before }, tied, definition) ?? []);
  const { position, refused } = await write(definition, changes, origin, services);
  warnOf(refused, services);
  return position;
};

const warnOf = (refused: ReadonlyMap<string, string>, { log }: Services): void => {
  for (const [item, why] of refused)
    log.warn({ item, why }, 'an item of a preset was not changed: its rules refused the change');
};

const isLine = (object: string): boolean => object.endsWith('_line_item');

/** A change of a preset, the preset as it is now, and the items that it is carried to. */
interface Carried {
  event: ManagedEvent;
  push: Push;
  preset: State;
  tied: Tied;
  definition: ResourceDefinition;
}

/** Carries a change of a preset to a page of items. Which of them kept their values is logged. */
const carry = async (
  rows: readonly State[],
  { event, push, preset, tied, definition }: Carried,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  const changesOf = (some: readonly State[], supplied: (row: State) => JsonObject): Change[] =>
    some.flatMap((row) => changeOf(row, supplied(row), push, tied, definition) ?? []);
  // An item that was made since took what the preset had by then.
  const isLater = ({ created_at }: State): boolean => created_at > (event.metadata.occurred_at ?? '');
  const changes = changesOf(rows, (row) => (isLater(row) ? preset : event.data));
  const first = await write(definition, changes, origin, services);
  let { refused } = first;
  let again: Position | undefined;
  // What the change names may be gone, since the preset names something else by now.
  if (refused.size > 0 && !sameJson(preset.pushed, event.data.pushed)) {
    const left = rows.filter(({ id }) => first.refused.has(id));
    const overtaken = changesOf(left, () => preset);
    ({ position: again, refused } = await write(definition, overtaken, origin, services));
  }
  warnOf(refused, services);
  return latest([first.position, again]);
};

/**
 * Writes a page of items. An item whose change is refused keeps its values: it was deleted or locked in the meantime,
 * or what it is to name is gone.
 *
 * @returns why each of these was refused, by its id
 */
const write = async (
  definition: ResourceDefinition,
  changes: readonly Change[],
  origin: Origin,
  services: Services,
): Promise<{ position?: Position | undefined; refused: Map<string, string> }> => {
  const refused = new Map<string, string>();
  if (changes.length === 0) return { refused };
  const outcomes = await writeChanges(definition, changes, origin, services);
  const position = latest(
    outcomes.map((outcome) => {
      if (outcome.ok) return outcome.position;
      if (outcome.problem.status >= 500) throw outcome.problem;
      refused.set(outcome.id, outcome.problem.text.en);
      return undefined;
    }),
  );
  return { position, refused };
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
  supplied: JsonObject,
  { keep, before }: Push,
  tied: Tied,
  definition: ResourceDefinition,
): Change | undefined => {
  const input: JsonObject = {};
  for (const [own, member] of Object.entries(tied.members)) {
    if (!(own in before)) continue;
    const [value, wanted] = [row[member] ?? null, supplied[own] ?? null];
    if (sameJson(value, wanted) || isKept(keep, value, before[own] ?? null)) continue;
    const [name, field] = writtenAs(definition, member);
    // What the preset leaves to each item stays where an item must have one.
    if (wanted !== null || mayBeNull(field)) input[name] = wanted;
  }
  if (Object.keys(input).length === 0) return undefined;
  const container = definition.partOf && { container: textOf(row[definition.partOf.by]) };
  return { op: 'update', id: row.id, input, ...container };
};

/** The field of a stored member, with its name in a body. */
const writtenAs = (definition: ResourceDefinition, member: string): [string, Field] => {
  const found = Object.entries(definition.fields).find(
    ([name, field]) => field.write && storedName(name, field) === member,
  );
  if (!found) throw new Error(`${definition.object} has no member ${member} that can be written`);
  return [bodyName(...found), found[1]];
};

const mayBeNull = ({ storedAs }: Field): boolean => storedAs === undefined || storedAs.safeParse(null).success;
