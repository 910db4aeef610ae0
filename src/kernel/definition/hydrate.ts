import type { StreamEvent } from '../../event-store/port.ts';
import type { JsonObject } from '../../values/json.ts';
import type { PersonalKeys, Sealed } from './personal.ts';
import type { DomainEvent } from './resource.ts';

/** Turns the data of one schema version of an event type into that of the next. */
export type Upcaster = (data: JsonObject) => JsonObject;
/** For each event type its upcasters: the first turns version 1 into 2, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

/** An event written by newer code than this. */
export class NewerSchemaVersion extends Error {
  constructor(type: string, version: number, known: number) {
    super(`event type ${type} is stored in schema version ${version}; this code knows up to ${known}`);
    this.name = 'NewerSchemaVersion';
  }
}

const upcast = (event: StreamEvent, upcasters: Upcasters): JsonObject => {
  const steps = upcasters[event.type] ?? [];
  const version = event.metadata.schema_version ?? 1;
  if (version > steps.length + 1) throw new NewerSchemaVersion(event.type, version, steps.length + 1);
  let { data } = event;
  for (const step of steps.slice(version - 1)) data = step(data);
  return data;
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
  const datas = events.map((event) => upcast(event, upcasters));
  const boxes: { at: number; sealed: Sealed }[] = [];
  datas.forEach((data, at) => {
    if (data.personal) boxes.push({ at, sealed: data.personal as unknown as Sealed });
  });
  const opened = boxes.length === 0 ? [] : await keys.open(boxes.map(({ sealed }) => sealed));
  boxes.forEach(({ at }, i) => {
    const { personal: _, ...clear } = datas[at]!;
    datas[at] = { ...clear, ...(opened[i] ?? {}) };
  });
  return events.map((event, i) => ({
    id: event.id,
    type: event.type,
    stream: event.stream,
    revision: event.revision,
    data: datas[i]!,
    metadata: event.metadata,
  }));
};
