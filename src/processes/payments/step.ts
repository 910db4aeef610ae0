import { randomUUID } from 'node:crypto';
import type { Position } from '../../event-store/port.ts';
import { appendAt, appendTo } from '../../kernel/changes/execute.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { actingFor } from '../payroll/origins.ts';

/** Who moves payments, as events name it. */
export const PAYMENTS_ACTOR = 'process:payments';

/** The origin of a step that is decided by the state of the stream that it is written to, so that it happens once. */
export const originOf = (
  step: string,
  id: string,
  { tenant, services }: { tenant: Tenant; services: Services },
): Origin => actingFor('payments', { id: randomUUID(), metadata: { ...tenant } }, tenant, services).once(step, id);

/**
 * Appends to a payment's stream what its state there asks for. It is decided by the payment as read models show it, and
 * appended where its stream stood then, so that of many payments no stream is loaded; where the stream has gone on since, it
 * is loaded and decided again.
 *
 * @param shown as read models show it, which may be older than its stream
 * @returns the position; undefined when its stream asks for nothing
 */
export const onPayment = async (
  shown: RecordOf<'payment'>,
  step: string,
  by: { services: Services; tenant: Tenant },
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
