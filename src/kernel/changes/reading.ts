import { StoreUnavailable } from '../../event-store/errors.ts';
import { reasonOf } from '../../values/describe-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { Problem } from '../../values/problem.ts';
import type { DomainEvent } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { EventMaker } from '../events/define.ts';
import { readEvents } from './execute.ts';

/** Reading long streams, and streams that may be unreadable. */

/** Pages of a stream's events from the first on; empty for an unknown stream. */
export async function* eventPages(stream: string, services: Services, limit: number): AsyncGenerator<DomainEvent[]> {
  for (let from = 0n; ; from += BigInt(limit)) {
    const events = await readEvents(stream, services, { from, limit });
    yield events;
    if (events.length < limit) return;
  }
}

/** The last event of a declaration in a stream, if there is one; read from the end of the stream, by the page. */
export const lastEvent = async <D extends JsonObject>(
  stream: string,
  { is }: Pick<EventMaker<D>, 'is'>,
  services: Services,
): Promise<DomainEvent<D> | undefined> => {
  for (let from: bigint | undefined; from === undefined || from >= 0n; ) {
    const page = await readEvents(stream, services, { from, direction: 'backwards', limit: BACK_AT_ONCE });
    const found = page.find(is);
    if (found || page.length < BACK_AT_ONCE) return found;
    from = page.at(-1)!.revision - 1n;
  }
  return undefined;
};

const BACK_AT_ONCE = 50;

/** Whether an error is of the events themselves, and does not pass: that the store is away does. */
export const isUnreadable = (error: unknown): boolean =>
  !(error instanceof Problem || error instanceof StoreUnavailable);

/** What is said of a stream that could not be loaded for that. */
export const whyUnreadable = (error: unknown): string => `its events cannot be read: ${reasonOf(error)}`;
