import type { Position } from '../../event-store/port.ts';
import { appendAt, appendTo } from '../../kernel/changes/execute.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { causeOfRun } from '../managers/origin.ts';
import { actingFor } from '../payroll/origins.ts';

/** The actor of events that move payments. */
export const PAYMENTS_ACTOR = 'process:payments';

/** Who appends, and under which lease; an operator's command has none. */
export interface By {
  services: Services;
  tenant: Tenant;
  lease: string | undefined;
}

/** The origin of a step that happens once because the state of its own stream decides it. */
export const originOf = (step: string, id: string, { tenant, services, lease }: By): Origin =>
  actingFor('payments', causeOfRun(tenant, lease), tenant, services).once(step, id);

/**
 * Appends to a payment's stream what follows from its state. That is first decided by the payment's row and appended at
 * the revision of the row, so that streams need not be loaded; when the stream has changed since, it is loaded and
 * decided again.
 *
 * @param shown the row, which may be older than the stream
 * @returns the position of the append; undefined when nothing follows
 */
export const onPayment = async (
  shown: RecordOf<'payment'>,
  step: string,
  by: By,
  decide: (payment: RecordOf<'payment'>) => readonly EventBody[],
): Promise<Position | undefined> => {
  const { id, version } = shown;
  const { services } = by;
  const stream = streamOf('payment', id);
  const origin = originOf(step, id, by);
  const bodies = decide(shown);
  if (bodies.length > 0) {
    const position = await appendAt(stream, BigInt(version), bodies, step, origin, services);
    if (position !== undefined) return position;
  }
  const { position } = await appendTo(stream, step, origin, services, async ({ aggregate }) => {
    const payment = aggregate.get('payment', id);
    return payment ? decide(payment) : [];
  });
  return position;
};
