import { StreamNotFound } from '../../event-store/errors.ts';
import type { EventStore } from '../../event-store/port.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import { newEvent } from '../../kernel/events/define.ts';
import type { Clock } from '../../values/clock.ts';
import { derivedUuid } from '../../values/ids.ts';
import type { Failing, ManagerStore } from '../../work/port.ts';
import { processEventSkipped } from './events.ts';

/** The stream of the skipped events of a company (or a partner). */
export const skipStream = (scope: string): string => streamOf('process_manager', scope);

/**
 * Makes a manager skip an event that it fails at, because an operator decided so. The skip is first recorded in the
 * ledger, in a stream of that company; then the event is removed from the inbox. A repeat of a skip that was cut off
 * does the rest; once the event is removed, a repeat throws and records nothing.
 *
 * @throws WrongExpectedRevision when another skip of the company was recorded meanwhile; nothing was skipped
 * @throws Error when the event no longer waits: the manager may have handled it; and while the manager is trying it,
 *   since it may come to be handled
 */
export const skipFailing = async (
  { manager, scope, event_id, type, stream, revision, position, held }: Failing,
  reason: string,
  { store, state, clock }: { store: EventStore; state: ManagerStore; clock: Clock },
): Promise<void> => {
  const [stored] = await state.next(manager, scope, 1);
  const handled = `event ${event_id} of ${scope} no longer waits for ${manager}: it was handled or skipped meanwhile`;
  if (stored?.id !== event_id) throw new Error(handled);
  const tried = `event ${event_id} of ${scope} is being tried by ${manager} at this moment and was not skipped; repeat the command once that has failed`;
  if (held) throw new Error(tried);
  const own = skipStream(scope);
  const earlier = await store.readStream(own).catch((error: unknown) => {
    if (error instanceof StreamNotFound) return [];
    throw error;
  });
  const id = derivedUuid('skipped', manager, event_id);
  if (!earlier.some((event) => event.id === id)) {
    const { company_id, partner_id, correlation_id = event_id } = stored.metadata;
    const skipped = processEventSkipped({ manager, event_id, type, stream, revision: String(revision), reason });
    const event = newEvent(processEventSkipped, id, skipped, {
      ...(company_id === undefined ? {} : { company_id }),
      ...(partner_id === undefined ? {} : { partner_id }),
      correlation_id,
      causation_id: event_id,
      actor: 'operator:cli',
      occurred_at: clock.instant(),
    });
    await store.append(own, [event], earlier.at(-1)?.revision ?? 'no_stream');
  }
  const outcome = await state.skip(manager, scope, position);
  if (outcome === 'held') throw new Error(`${tried}; the skip is recorded in ${own} already`);
  if (outcome === 'gone') throw new Error(`${handled}; a skip is recorded in ${own}`);
  await state.retry({ manager, scope, givenUp: true });
};
