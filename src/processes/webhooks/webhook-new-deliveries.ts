import { inTurns } from '../../kernel/changes/in-turns.ts';
import { lastState } from '../../kernel/changes/reading.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { groupBy, piecesOf } from '../../values/group.ts';
import { derivedId } from '../../values/ids.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import type { NewDelivery } from './webhook-deliveries.ts';
import type { Notice as AnyNotice } from './webhook-notices.ts';

/** Decides which webhooks get which notices; recording the deliveries is left to webhook-deliveries.ts. */

type Notice = AnyNotice<ManagedEvent>;

/** The enabled webhooks of each partner. */
export type Receivers = ReadonlyMap<string, readonly RecordOf<'webhook'>[]>;

const tenantOf = ({ cause, definition }: Notice): Tenant => {
  const partner_id = cause.metadata.partner_id ?? '';
  return definition.scope === 'partner' ? { partner_id } : { partner_id, company_id: cause.metadata.company_id };
};

/**
 * Who may get the notices, read once for all of them. What is recorded of one that was disabled meanwhile, or names
 * the event no more, is cancelled by the run of its deliveries, which asks for the registration before it calls.
 *
 * @param enabled reads the enabled webhooks of a partner
 */
export const receiversOf = async (
  notices: readonly Notice[],
  enabled: (partner_id: string) => Promise<readonly RecordOf<'webhook'>[]>,
): Promise<Receivers> => {
  const receivers = new Map<string, readonly RecordOf<'webhook'>[]>();
  for (const partner_id of new Set(notices.map((notice) => tenantOf(notice).partner_id)))
    receivers.set(partner_id, await enabled(partner_id));
  return receivers;
};

/** How many deliveries notices make, those that are withheld included. */
export const countDeliveries = (notices: readonly Notice[], receivers: Receivers): number => {
  const asked = new Map<string, number>();
  for (const [partner_id, webhooks] of receivers)
    for (const event of webhooks.flatMap(({ events }) => events))
      asked.set(`${partner_id} ${event}`, (asked.get(`${partner_id} ${event}`) ?? 0) + 1);
  const counts = notices.map((notice) => asked.get(`${tenantOf(notice).partner_id} ${notice.event}`) ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
};

/**
 * The deliveries of notices, in their order: one for each receiver that asked for its event.
 *
 * @param occasion empty for the first delivery of a notice; otherwise what requested it again, so that it has another
 *   id
 */
export const deliveriesOf = async (
  notices: readonly Notice[],
  receivers: Receivers,
  services: Services,
  occasion = '',
): Promise<NewDelivery[]> => {
  const all = notices.flatMap((notice) => {
    const webhooks = (receivers.get(tenantOf(notice).partner_id) ?? []).filter(({ events }) =>
      events.includes(notice.event),
    );
    return webhooks.length > 0 ? [{ notice, webhooks }] : [];
  });
  const deliveries: NewDelivery[] = [];
  for (const some of piecesOf(all, READ_AT_ONCE)) {
    const notices = some.map(({ notice }) => notice);
    const withheld = await emptyStubs(notices, services);
    const refs = await externalRefs(
      notices.filter((notice) => !withheld.has(notice)),
      services,
    );
    for (const { notice, webhooks } of some) {
      if (withheld.has(notice)) continue;
      const resource = resourceOf(notice, refs);
      for (const { id } of webhooks)
        deliveries.push({
          id: deliveryId(id, notice, occasion),
          webhook_id: id,
          partner_id: tenantOf(notice).partner_id,
          event: notice.event,
          resource_id: notice.id,
          resource,
          position: notice.cause.position,
          occurred_at: notice.cause.metadata.occurred_at ?? null,
        });
    }
  }
  return deliveries;
};

/** Records that are read together: an approval is about tens of thousands of stubs, each of some kilobytes. */
const READ_AT_ONCE = 1_000;

/** Notices of stubs without amounts whose schedule keeps such stubs from payees (`send_empty_pay_stubs`). */
const emptyStubs = async (notices: readonly Notice[], services: Services): Promise<Set<Notice>> => {
  // An approval is about tens of thousands of stubs.
  const byCompany = groupBy(
    notices.filter(({ event }) => event === 'pay_stub_available'),
    (notice) => tenantOf(notice).company_id ?? '',
  );
  const withheld = new Set<Notice>();
  for (const group of byCompany.values()) {
    const tenant = tenantOf(group[0]!);
    const ids = group.map(({ id }) => id);
    const empty = new Map(
      [...(await services.read.getMany('pay_stub', tenant, ids))].filter(([, stub]) => isEmpty(stub)),
    );
    const schedules = new Set([...empty.values()].map(({ pay_schedule_id }) => pay_schedule_id));
    const rows = await services.read.getMany('pay_schedule', tenant, [...schedules]);
    for (const notice of group) {
      const schedule = rows.get(empty.get(notice.id)?.pay_schedule_id ?? '');
      if (schedule?.send_empty_pay_stubs === false) withheld.add(notice);
    }
  }
  return withheld;
};

const isEmpty = ({ line_item_summary }: Pick<RecordOf<'pay_stub'>, 'line_item_summary'>): boolean =>
  Object.values(line_item_summary ?? {}).every(({ period }) => decimal(period).eq(0));

const deliveryId = (webhookId: string, { event, id, cause, known_by = cause }: Notice, occasion: string): string => {
  const name = `${webhookId}/${known_by.id}/${event}/${id}${occasion === '' ? '' : `/${occasion}`}`;
  return derivedId('whd', Date.parse(known_by.metadata.occurred_at ?? '') || 0, name);
};

const resourceOf = (notice: Notice, refs: ReadonlyMap<Notice, Json>): JsonObject => {
  const { company_id } = tenantOf(notice);
  return {
    ...(notice.shown ?? { type: notice.definition.object, id: notice.id }),
    ...(refs.has(notice) ? { external_ref: refs.get(notice)! } : {}),
    ...(company_id === undefined ? {} : { company_id }),
  };
};

/**
 * The external_ref of each record whose type has one, of a deleted record the one that it had last; null when it is not
 * set.
 */
const externalRefs = async (notices: readonly Notice[], services: Services): Promise<Map<Notice, Json>> => {
  const having = notices.filter(({ definition }) => 'external_ref' in definition.fields);
  const refs = new Map<Notice, Json>();
  const groups = groupBy(having, (notice) => `${notice.definition.object} ${JSON.stringify(tenantOf(notice))}`);
  for (const group of groups.values()) {
    const { definition } = group[0]!;
    const ids = group.map(({ id }) => id);
    const rows = await services.read.getMany(definition.object, tenantOf(group[0]!), ids);
    // The last notice of each record that is gone; of one that changed often there are many.
    const gone = new Map<string, Notice>();
    for (const notice of group) if (!rows.has(notice.id)) gone.set(notice.id, notice);
    await inTurns([...gone.values()], async ({ cause, id }) => {
      const state = await lastState(cause, { object: definition.object, id }, services);
      if (state) rows.set(id, state);
    });
    for (const notice of group) refs.set(notice, rows.get(notice.id)?.external_ref ?? null);
  }
  return refs;
};
