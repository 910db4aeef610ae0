import { StoreUnavailable } from '../../event-store/errors.ts';
import { reasonOf } from '../../values/describe-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { Problem } from '../../values/problem.ts';
import type { DomainEvent, State } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { EventMaker, RowKey } from '../events/define.ts';
import { readEvents } from './execute.ts';

/** Reading long streams, and streams that may be unreadable. */

const BACK_AT_ONCE = 50;

/** Events of a stream from the last one back, or from the one at a revision; read by the page as they are asked for. */
export async function* eventsBack(stream: string, services: Services, at?: bigint): AsyncGenerator<DomainEvent> {
  for (let from = at; from === undefined || from >= 0n; ) {
    const page = await readEvents(stream, services, { from, direction: 'backwards', limit: BACK_AT_ONCE });
    yield* page;
    if (page.length < BACK_AT_ONCE) return;
    from = page.at(-1)!.revision - 1n;
  }
}

/** The last event of a declaration in a stream, if there is one. */
export const lastEvent = async <D extends JsonObject>(
  stream: string,
  { is }: Pick<EventMaker<D>, 'is'>,
  services: Services,
): Promise<DomainEvent<D> | undefined> => {
  for await (const event of eventsBack(stream, services)) if (is(event)) return event;
  return undefined;
};

/**
 * A record as it was last, up to an event of its stream. No more of the stream is read than back to the record's
 * creation: a pay stub may have had thousands of lines.
 */
export const lastState = async (
  { stream, revision }: Pick<DomainEvent, 'stream' | 'revision'>,
  { object, id }: RowKey,
  services: Services,
): Promise<State | undefined> => {
  const { folder } = services;
  const own: DomainEvent[] = [];
  for await (const event of eventsBack(stream, services, revision)) {
    if (!folder.touchedBy(event).some((key) => key.object === object && key.id === id)) continue;
    own.unshift(event);
    if (folder.verbOf(event.type) === 'Created' && folder.ownerOf(event.type)?.object === object) break;
  }
  let state: State | undefined;
  let last: State | undefined;
  for (const event of own) {
    state = folder.evolveRow({ object, id }, state, event);
    last = state ?? last;
  }
  return last;
};

/** Whether an error is of the events themselves, and does not pass: that the store is away does. */
export const isUnreadable = (error: unknown): boolean =>
  !(error instanceof Problem || error instanceof StoreUnavailable);

/** What is said of a stream that could not be loaded for that. */
export const whyUnreadable = (error: unknown): string => `its events cannot be read: ${reasonOf(error)}`;
