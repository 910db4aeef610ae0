import type { EventStore, Position } from '../../event-store/port.ts';
import { pause, pauses } from '../../timing/pauses.ts';
import { within } from '../../timing/within.ts';
import { Problem } from '../../values/problem.ts';
import { makeLookup } from '../definition/lookup.ts';
import { type Lookup, type ResourceDefinition, type State, streamOf } from '../definition/resource.ts';
import { makeRoom, type Room } from '../definition/room.ts';
import type { Services } from '../definition/services.ts';
import type { Change, Origin, Outcome, Writer } from '../definition/writer.ts';
import { decideChange } from './decide-change.ts';
import { type Appended, appendTo } from './execute.ts';
import { appendInTurns } from './in-turns.ts';
import { latest } from './latest.ts';
import { Checked, outcomeOf } from './outcomes.ts';
import type { LoadedRecords } from './remembered.ts';
import { makeReserving, makeTurn } from './reservations.ts';
import { writeParts } from './write-parts.ts';

/** Writes changes of any resource, by its own writer if it has one. */
export const writeChanges: Writer = (definition, changes, origin, services, mode = 'write') => {
  const writer = definition.writer ?? (definition.partOf ? writeParts : writeRecords);
  return writer(definition, changes, origin, services, mode);
};

/** The writer of resources with a stream each. */
const writeRecords: Writer = async (definition, changes, origin, services, mode = 'write') => {
  const lookup = makeLookup(services, origin.tenant, origin.component);
  if (mode === 'write') await prepareKeys(definition, changes, services);
  const room = await makeRoom(definition, changes, origin, lookup, mode);
  let outcomes: Outcome[] | undefined;
  try {
    outcomes = await appendInTurns(changes, services, (change) =>
      outcomeOf(change, origin, () => writeRecord(definition, change, origin, lookup, mode, room)),
    );
  } finally {
    // When one change fails the call, others may have been written, and so may this one: its answer may be lost.
    room?.leave(async () => (outcomes ? lastOf(outcomes) : endOfLog(services.store)));
  }
  return outcomes;
};

const lastOf = (outcomes: readonly Outcome[]): Position | undefined =>
  latest(outcomes.map((outcome) => (outcome.ok ? outcome.position : undefined)));

/** For how long a store that is away is asked for the end of its log. */
const AWAY_ms = 2_000;

/** The end of the log, for writers who wait until it can be read. @throws when the store stays away */
const endOfLog = (store: EventStore): Promise<Position> => {
  const end_ms = performance.now() + AWAY_ms;
  const nextPause = pauses(20, 200);
  const ask = async (): Promise<Position> => {
    for (;;)
      try {
        return await store.head();
      } catch (error) {
        if (performance.now() >= end_ms) throw error;
        await pause(nextPause());
      }
  };
  return within(AWAY_ms, ask());
};

/** Commits the keys of new persons before the first append that uses them, in one statement. */
const prepareKeys = async (definition: ResourceDefinition, changes: readonly Change[], services: Services) => {
  if (definition.personalSubject || !Object.values(definition.fields).some((field) => field.personal)) return;
  const subjects = changes.filter(({ op }) => op === 'create').map(({ id }) => id);
  if (subjects.length > 1) await services.keys.prepare(subjects);
};

const writeRecord = async (
  definition: ResourceDefinition,
  change: Change,
  origin: Origin,
  lookup: Lookup,
  mode: 'write' | 'check',
  room: Room | undefined,
): Promise<Outcome> => {
  const { services } = lookup;
  const stream = streamOf(definition.object, change.id);
  const reserving = makeReserving(definition, stream, origin, services, mode);
  const isTurn = mode === 'write' && change.op !== 'update';
  const turns = (isTurn && room ? room.turns : []).map((key) => makeTurn(definition, key, stream, origin, services));
  const leaveTurns = () => Promise.all(turns.map((turn) => turn.leave()));
  let checked: State | undefined;
  const decide = async (loaded: LoadedRecords) => {
    let decision = await decideChange(definition, change, origin, lookup, loaded);
    for (const turn of turns) await turn.take();
    // Only now is everything known that it is counted with; what is refused in any case takes no turn.
    if (turns.length > 0) {
      // What was looked up before may be deleted since.
      const now = makeLookup(services, origin.tenant, origin.component);
      decision = await decideChange(definition, change, origin, now, loaded);
    }
    if (decision.after && decision.events.length > 0)
      await room?.take(change, loaded.aggregate.get(definition.object, change.id), decision.after);
    if (decision.events.length > 0)
      await reserving?.take(loaded.aggregate.get(definition.object, change.id), decision.after);
    checked = decision.after;
    if (mode === 'check') throw new Checked();
    return change.op === 'delete' ? decision.events : [...decision.events, ...(change.beside ?? [])];
  };
  let appended: Appended;
  try {
    appended = await appendTo(
      stream,
      change.op,
      origin,
      services,
      decide,
      change.op === 'create' ? 'nothing' : 'records',
    );
  } catch (error) {
    if (error instanceof Checked)
      return { ok: true, id: change.id, state: checked, position: undefined, repeated: false };
    // What a store that is away was told may still be written: whose turn is next finds out.
    if (error instanceof Problem && error.status < 500) await leaveTurns();
    throw error;
  }
  await leaveTurns();
  await reserving?.giveUp();
  const state = appended.aggregate.get(definition.object, change.id);
  const { position, since, repeated } = appended;
  return { ok: true, id: change.id, state, position, since, repeated };
};
