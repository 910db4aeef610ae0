import type { Sql } from '../../database/connect.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream, type RecordOf, type State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { webhookDisabled } from '../../platform/events.ts';
import { webhook } from '../../platform/webhook.ts';
import { equal } from '../../values/condition.ts';
import { derivedId } from '../../values/ids.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { cancelDeliveries, forgiveFailures, type NewDelivery, recordDeliveries } from './webhook-deliveries.ts';
import { isTold, type Notice, noticesOf } from './webhook-notices.ts';

/**
 * Turns events into deliveries: one row for each notice and each enabled webhook of the partner that asked for it. It
 * is handed events only when the read models have passed them, so whoever is told can read what it is about. Rows have
 * ids that derive from event and webhook, so handling a batch again adds nothing.
 */
export const webhookManager = (sql: Sql, services: Services): ProcessManager => ({
  name: 'webhooks',
  atOnce: true,
  begins: 'now',
  handles: ({ stream, type }) => isTold(type, services.folder) || stream.startsWith(`${webhook.object}-`),
  handle: async ({ events }) => {
    await heedRegistrations(sql, events);
    const notices = noticesOf(events, services.folder);
    if (notices.length > 0) await recordDeliveries(sql, await deliveriesOf(notices, services));
    return undefined;
  },
});

/** A webhook that was deleted or disabled gets nothing more; one that was put right begins with a clean slate. */
const heedRegistrations = async (sql: Sql, events: readonly ManagedEvent[]): Promise<void> => {
  const { changed, deleted } = recordEvents(webhook);
  for (const event of events) {
    const { object, id } = parseStream(event.stream);
    if (object !== webhook.object) continue;
    const over = deleted.is(event) || webhookDisabled.is(event) || event.data.is_enabled === false;
    if (over) await cancelDeliveries(sql, id);
    else if (changed.is(event)) await forgiveFailures(sql, id);
  }
};

const tenantOf = ({ cause, definition }: Notice): Tenant => {
  const partner_id = cause.metadata.partner_id ?? '';
  return definition.scope === 'partner' ? { partner_id } : { partner_id, company_id: cause.metadata.company_id };
};

const deliveriesOf = async (notices: readonly Notice[], services: Services): Promise<NewDelivery[]> => {
  const webhooks = new Map<string, RecordOf<'webhook'>[]>();
  for (const partner_id of new Set(notices.map((notice) => tenantOf(notice).partner_id)))
    webhooks.set(partner_id, await services.read.find(webhook.object, { partner_id }, equal('is_enabled', true)));
  const all = notices.flatMap((notice) => {
    const receivers = (webhooks.get(tenantOf(notice).partner_id) ?? []).filter(({ events }) =>
      (events as string[]).includes(notice.event),
    );
    return receivers.length > 0 ? [{ notice, receivers }] : [];
  });
  const withheld = await emptyStubs(
    all.map(({ notice }) => notice),
    services,
  );
  const told = all.filter(({ notice }) => !withheld.has(notice));
  const refs = await externalRefs(
    told.map(({ notice }) => notice),
    services,
  );
  return told.flatMap(({ notice, receivers }) => {
    const resource = resourceOf(notice, refs);
    return receivers.map(({ id }) => ({
      id: deliveryId(id, notice),
      webhook_id: id,
      partner_id: tenantOf(notice).partner_id,
      event: notice.event,
      resource_id: notice.id,
      resource,
    }));
  });
};

/** Notices of stubs without amounts whose schedule keeps such stubs from payees (`send_empty_pay_stubs`). */
const emptyStubs = async (notices: readonly Notice[], services: Services): Promise<Set<Notice>> => {
  const byCompany = new Map<string, Notice[]>();
  for (const notice of notices.filter(({ event }) => event === 'pay_stub_available')) {
    const key = tenantOf(notice).company_id ?? '';
    byCompany.set(key, [...(byCompany.get(key) ?? []), notice]);
  }
  const withheld = new Set<Notice>();
  for (const group of byCompany.values()) {
    const tenant = tenantOf(group[0]!);
    const ids = group.map(({ id }) => id);
    const empty = new Map(
      [...(await services.read.getMany('pay_stub', tenant, ids))].filter(([, stub]) => isEmpty(stub)),
    );
    const schedules = new Set([...empty.values()].map(({ pay_schedule_id }) => pay_schedule_id as string));
    const rows = await services.read.getMany('pay_schedule', tenant, [...schedules]);
    for (const notice of group) {
      const schedule = rows.get((empty.get(notice.id)?.pay_schedule_id as string | undefined) ?? '');
      if (schedule?.send_empty_pay_stubs === false) withheld.add(notice);
    }
  }
  return withheld;
};

const isEmpty = ({ line_item_summary }: Pick<RecordOf<'pay_stub'>, 'line_item_summary'>): boolean =>
  Object.values((line_item_summary ?? {}) as Record<string, { period: string }>).every(({ period }) =>
    decimal(period).eq(0),
  );

const deliveryId = (webhookId: string, { event, id, cause }: Notice): string =>
  derivedId('whd', Date.parse(cause.metadata.occurred_at ?? '') || 0, `${webhookId}/${cause.id}/${event}/${id}`);

const resourceOf = (notice: Notice, refs: ReadonlyMap<Notice, Json>): JsonObject => {
  const { company_id } = tenantOf(notice);
  return {
    type: notice.definition.object,
    id: notice.id,
    ...(refs.has(notice) ? { external_ref: refs.get(notice)! } : {}),
    ...(company_id === undefined ? {} : { company_id }),
  };
};

/** The external_ref of each record whose type has one, null where it is not set. */
const externalRefs = async (notices: readonly Notice[], services: Services): Promise<Map<Notice, Json>> => {
  const having = notices.filter(({ definition }) => 'external_ref' in definition.fields);
  const refs = new Map<Notice, Json>();
  const groups = new Map<string, Notice[]>();
  for (const notice of having) {
    const key = `${notice.definition.object} ${JSON.stringify(tenantOf(notice))}`;
    groups.set(key, [...(groups.get(key) ?? []), notice]);
  }
  for (const group of groups.values()) {
    const { definition } = group[0]!;
    const ids = group.map(({ id }) => id);
    const rows = await services.read.getMany(definition.object, tenantOf(group[0]!), ids);
    await inTurns(group, async (notice) => {
      const row = rows.get(notice.id) ?? (await before(notice, services));
      refs.set(notice, row?.external_ref ?? null);
    });
  }
  return refs;
};

/** A record that is gone, as it was right before. */
const before = async ({ cause, definition, id }: Notice, services: Services): Promise<State | undefined> => {
  const { events } = await loadStream(cause.stream, services);
  const earlier = events.filter(({ revision }) => revision < cause.revision);
  return services.folder.foldStream(earlier).get(definition.object, id);
};
