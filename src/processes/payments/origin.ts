import { randomUUID } from 'node:crypto';
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
