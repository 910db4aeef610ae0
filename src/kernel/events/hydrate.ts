import { NewerEvent } from '../../event-store/errors.ts';
import { isForeign } from '../../event-store/foreign.ts';
import type { LogEvent, StreamEvent } from '../../event-store/port.ts';
import { type JsonObject, merged } from '../../values/json.ts';
import { type DomainEvent, type EventDeclaration, eventName, type Upcaster } from './define.ts';
import { type PersonalKeys, type Sealed, sealedSchema } from './keys.ts';

/** Upcasters by event type: the first one turns version 1 into 2, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

/** The upcasters of declared events. */
export const upcastersOf = (events: Iterable<EventDeclaration>): Upcasters =>
  Object.fromEntries(
    [...events].flatMap(({ type, upcasters }) => (upcasters.length === 0 ? [] : [[type, upcasters] as const])),
  );

/** An event whose data are of a newer version than this code knows. */
export class NewerSchemaVersion extends NewerEvent {
  constructor(type: string, version: number, known: number) {
    super(`event type ${type} is stored in schema version ${version}; this code knows up to ${known}`);
  }
}

const NONE: readonly Upcaster[] = [];

/** The upcasters that an event needs to become the newest version. @throws NewerSchemaVersion */
const stepsOf = ({ type, metadata }: StreamEvent, upcasters: Upcasters): readonly Upcaster[] => {
  const steps = upcasters[type] ?? NONE;
  const version = metadata.schema_version ?? 1;
  if (version > steps.length + 1) throw new NewerSchemaVersion(type, version, steps.length + 1);
  return version > steps.length ? NONE : steps.slice(version - 1);
};

/** Data of the newest version. Personal members are still encrypted: upcasters see only the other members. */
const upcast = (event: StreamEvent, steps: readonly Upcaster[]): JsonObject => {
  if (steps.length === 0) return event.data;
  const { personal, ...clear } = event.data;
  let data: JsonObject = clear;
  for (const step of steps) data = step(data);
  return personal === undefined ? data : { ...data, personal };
};

/**
 * Stored events as the domain sees them: upcast to the newest version, with decrypted personal members. When the key of
 * a person was erased, those members are absent. The data of an event without personal members are not parsed, since
 * readers skip many events by their types. What another program appended has no name that is declared, and no data.
 *
 * @throws NewerSchemaVersion
 */
export const hydrate = async (
  events: readonly (StreamEvent & Pick<LogEvent, 'mayHave'>)[],
  keys: PersonalKeys,
  upcasters: Upcasters = {},
): Promise<DomainEvent[]> => {
  const opened: DomainEvent[] = [];
  const boxes: { at: number; sealed: Sealed }[] = [];
  for (const event of events) {
    const { id, type, stream, revision, metadata } = event;
    if (isForeign(event)) {
      opened.push({ id, type: eventName(`foreign ${type}`), stream, revision, data: {}, metadata });
      continue;
    }
    const steps = stepsOf(event, upcasters);
    if (steps.length === 0 && event.mayHave?.('personal') === false) {
      opened.push({
        id,
        type: eventName(type),
        stream,
        revision,
        get data() {
          return event.data;
        },
        metadata,
      });
      continue;
    }
    const data = upcast(event, steps);
    if (data.personal) boxes.push({ at: opened.length, sealed: sealedSchema.parse(data.personal) });
    opened.push({ id, type: eventName(type), stream, revision, data, metadata });
  }
  if (boxes.length === 0) return opened;
  const found = await keys.open(boxes.map(({ sealed }) => sealed));
  for (const [i, { at }] of boxes.entries()) {
    const { personal: _, ...clear } = opened[at]!.data;
    opened[at]!.data = merged(clear, found[i] ?? {});
  }
  return opened;
};
