import { z } from 'zod';
import { approvalDueAt, subtractBusinessDays } from '../../calendar/business-days.ts';
import { bankHolidays } from '../../calendar/holidays.ts';
import type { Sql } from '../../database/connect.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { payrollRescheduled, payrollUnapproved } from '../../payrolls/events/payroll.ts';
import { payrollEvents } from '../../payrolls/events/records.ts';
import { type WebhookEvent, webhook } from '../../platform/webhook.ts';
import { equal } from '../../values/condition.ts';
import { businessDay, type Instant } from '../../values/dates.ts';
import { derivedId } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueRow } from '../../work/port.ts';
import { enqueue } from '../../work/postgres-due-work.ts';
import type { ProcessManager } from '../managers/manager.ts';
import { type NewDelivery, recordDeliveries } from '../webhooks/webhook-deliveries.ts';

/**
 * Approval deadlines: webhooks that asked for `payroll_deadline_upcoming` are called about a draft payroll one business
 * day before the last moment at which it can be approved in time. Each event that sets a deadline has a row of due
 * work; when that is due and the payroll has been approved or moved, no webhook is called. Where several rows set the
 * same deadline, it is told once, since the delivery's id derives from it.
 */
const KIND = 'payroll_deadline';
const EVENT = 'payroll_deadline_upcoming' satisfies WebhookEvent;

/** Events that set the deadline of a payroll's approval. */
const DATING: ReadonlySet<string> = new Set(
  [payrollEvents.created, payrollEvents.changed, payrollRescheduled, payrollUnapproved].map(({ type }) => type),
);

/** The same time of day, one business day before the deadline. */
const noticeAt = (deadline: Instant): Instant =>
  approvalDueAt(subtractBusinessDays(businessDay(Date.parse(deadline)), 1, bankHolidays(null)));

export const makeDeadlines = (sql: Sql, services: Services): { manager: ProcessManager; kind: DueKind } => ({
  manager: {
    name: 'deadlines',
    immediate: true,
    handles: ({ type }) => DATING.has(type),
    handle: async ({ events }) => {
      const now = services.clock.instant();
      const rows = events.flatMap((event): DueRow[] => {
        const { stream, data, metadata } = event;
        const deadline = data.approval_due_at;
        // The payroll was late from the start, or other dates were changed.
        if (typeof deadline !== 'string' || deadline <= now) return [];
        const { id } = parseStream(stream);
        const { partner_id = '', company_id = '' } = metadata;
        const payload = { id, partner_id, company_id, deadline };
        // An earlier row of the same deadline may be done without a call: the payroll was approved then, or moved.
        return [{ kind: KIND, key: `${id}/${deadline}/${event.id}`, payload, due_at: noticeAt(deadline) }];
      });
      await enqueue(sql, rows);
      return undefined;
    },
  },
  kind: {
    kind: KIND,
    concurrency: 2,
    clock: services.clock,
    run: async ({ payload }) => {
      await announce(deadlineSchema.parse(payload), sql, services);
      return undefined;
    },
  },
});

const deadlineSchema = z.object({
  id: z.string(),
  partner_id: z.string(),
  company_id: z.string(),
  deadline: z.string(),
});
type Deadline = z.output<typeof deadlineSchema>;

const announce = async ({ id, partner_id, company_id, deadline }: Deadline, sql: Sql, services: Services) => {
  if (deadline <= services.clock.instant()) return;
  // Before it is read who is registered: what ended a registration up to there, handled again, cancels none of these.
  const asked = services.gate.readPosition();
  const payroll = await services.read.get('payroll', { partner_id, company_id }, id);
  if (payroll?.status !== 'draft' || payroll.approval_due_at !== deadline) return;
  const enabled = await services.read.find(webhook.object, { partner_id }, equal('is_enabled', true));
  const receivers = enabled.filter(({ events }) => events.includes(EVENT));
  const resource: JsonObject = { type: 'payroll', id, external_ref: payroll.external_ref ?? null, company_id };
  const deliveries = receivers.map(
    (receiver): NewDelivery => ({
      // The same id when this is repeated.
      id: derivedId('whd', Date.parse(deadline), `${receiver.id}/${id}/${EVENT}/${deadline}`),
      webhook_id: receiver.id,
      partner_id,
      event: EVENT,
      resource_id: id,
      resource,
      // No event causes it.
      position: null,
      occurred_at: null,
      asked,
    }),
  );
  await recordDeliveries(sql, deliveries);
};
