import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { parseStream, type ResourceDefinition, type State, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { EventBody } from '../../kernel/events/define.ts';
import { textOf } from '../../values/json.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';

/** Shared by managers that change records because other records were deleted. */

/** The origin of what follows from an event, by manager and step. */
export const originOf = (manager: string, event: ManagedEvent, step: string, { clock }: Services): Origin =>
  processOrigin(manager, event, `${event.id}/${step}`, clock.instant());

/** The stream that a record lives in. */
export const holderOf = ({ object, partOf }: ResourceDefinition, row: State, { registry }: Services): string => {
  if (!partOf) return streamOf(object, row.id);
  const container = textOf(row[partOf.by]);
  return streamOf(partOf.objects.find((one) => container.startsWith(`${registry.need(one).prefix}_`))!, container);
};

/**
 * Changes one record by the state of its stream. A record on a closed pay stub is history and is not changed.
 *
 * @param decide returns the events for the record's current state, none when there is nothing to change
 * @returns whether there was anything to change
 */
export const changeRecord = async (
  definition: ResourceDefinition,
  id: string,
  stream: string,
  { origin, services }: { origin: Origin; services: Services },
  decide: (now: State) => EventBody[],
): Promise<{ isChanged: boolean; position: Position | undefined }> => {
  const { object: holder, id: container } = parseStream(stream);
  let isChanged = false;
  const { position } = await appendTo(stream, `repoint/${id}`, origin, services, async ({ aggregate }) => {
    const now: State | undefined = aggregate.get(definition.object, id);
    const held: State | undefined = aggregate.get(holder, container);
    const events = now && held?.is_closed !== true ? decide(now) : [];
    isChanged = events.length > 0;
    return events;
  });
  return { isChanged, position };
};

/** Whether a record was deleted, by its own stream: the read models may not have it yet. */
export const isGone = async (object: string, id: string, services: Services): Promise<boolean> => {
  const { aggregate } = await loadRecords(streamOf(object, id), services);
  return aggregate.get(object, id) === undefined;
};
