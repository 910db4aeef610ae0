import type { StreamEvent } from '../../event-store/port.ts';
import type { JsonObject } from '../../values/json.ts';
import { type DomainEvent, type EventDeclaration, eventName, type Upcaster } from './define.ts';
import { type PersonalKeys, type Sealed, sealedSchema } from './keys.ts';

/** For each event type its upcasters: the first turns version 1 into 2, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

/** The upcasters of declared events. */
export const upcastersOf = (events: Iterable<EventDeclaration>): Upcasters =>
  Object.fromEntries(
    [...events].flatMap(({ type, upcasters }) => (upcasters.length === 0 ? [] : [[type, upcasters] as const])),
  );

/** An event written by newer code than this. */
export class NewerSchemaVersion extends Error {
  constructor(type: string, version: number, known: number) {
    super(`event type ${type} is stored in schema version ${version}; this code knows up to ${known}`);
    this.name = 'NewerSchemaVersion';
  }
}

const NONE: readonly Upcaster[] = [];

/** Data in the newest shape. What is sealed has not been opened: an upcaster sees the other members alone. */
const upcast = (event: StreamEvent, upcasters: Upcasters): JsonObject => {
  const steps = upcasters[event.type] ?? NONE;
  const version = event.metadata.schema_version ?? 1;
  if (version > steps.length + 1) throw new NewerSchemaVersion(event.type, version, steps.length + 1);
  if (version > steps.length) return event.data;
  const { personal, ...clear } = event.data;
  let data: JsonObject = clear;
  for (const step of steps.slice(version - 1)) data = step(data);
  return personal === undefined ? data : { ...data, personal };
};

/**
 * Stored events as the domain sees them: in their newest shape, with personal members opened. Where the key of a
 * person was erased, those members are absent.
 *
 * @throws NewerSchemaVersion
 */
export const hydrate = async (
  events: readonly StreamEvent[],
  keys: PersonalKeys,
  upcasters: Upcasters = {},
): Promise<DomainEvent[]> => {
  const opened: DomainEvent[] = [];
  const boxes: { at: number; sealed: Sealed }[] = [];
  for (const event of events) {
    const { id, type, stream, revision, metadata } = event;
    const data = upcast(event, upcasters);
    if (data.personal) boxes.push({ at: opened.length, sealed: sealedSchema.parse(data.personal) });
    opened.push({ id, type: eventName(type), stream, revision, data, metadata });
  }
  if (boxes.length === 0) return opened;
  const found = await keys.open(boxes.map(({ sealed }) => sealed));
  for (const [i, { at }] of boxes.entries()) {
    const { personal: _, ...clear } = opened[at]!.data;
    opened[at]!.data = { ...clear, ...(found[i] ?? {}) };
  }
  return opened;
};
