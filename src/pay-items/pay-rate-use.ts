import type { Lookup, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { heldUntil } from '../pay-records/holds.ts';
import { lastPaid } from '../pay-records/year-to-date.ts';
import { all, among, equal, oneOf } from '../values/condition.ts';
import { perTurn } from '../values/per-turn.ts';

/**
 * The last day of the last period in which each pay rate was used on a payroll that is no longer draft, by id of the
 * rate; absent while it was not.
 */
export const lastUseOf = async (
  rates: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  if (!services.registry.get('earning_line_item') || !services.registry.get('pay_stub')) return new Map();
  // Nearly every rate that is used at all is on the last stub of its work assignment, however many came before.
  const onLast = await usesOnLastStubs(rates, services, tenant);
  const others = rates.map(({ id }) => id).filter((id) => !onLast.has(id));
  return new Map([...onLast, ...(await usesOnAnyStub(others, services, tenant))]);
};

const usesOnLastStubs = async (
  rates: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const assignments = rates.map(({ work_assignment_id }) => work_assignment_id as string);
  const stubs = await lastPaid(assignments, services, tenant);
  const used = await services.read.existing(
    'earning_line_item',
    tenant,
    'pay_rate_id',
    rates.map(({ id }) => id),
    oneOf(
      'pay_stub_id',
      [...stubs.values()].map(({ id }) => id),
    ),
  );
  return new Map(
    rates.flatMap(({ id, work_assignment_id }) => {
      const end = stubs.get(work_assignment_id as string)?.period_end;
      return used.has(id) && typeof end === 'string' ? [[id, end] as const] : [];
    }),
  );
};

const usesOnAnyStub = async (
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const last = new Map<string, string>();
  if (ids.length === 0) return last;
  const closed = among('pay_stub_id', 'pay_stub', 'id', equal('is_closed', true));
  const used = all(oneOf('pay_rate_id', ids), closed);
  for await (const lines of services.read.pages('earning_line_item', tenant, used)) {
    const stubIds = [...new Set(lines.map(({ pay_stub_id }) => pay_stub_id as string))];
    const stubs = await services.read.getMany('pay_stub', tenant, stubIds);
    for (const { pay_rate_id, pay_stub_id } of lines) {
      const end = stubs.get(pay_stub_id as string)?.period_end as string | undefined;
      const rate = pay_rate_id as string;
      if (end !== undefined && end > (last.get(rate) ?? '')) last.set(rate, end);
    }
  }
  return last;
};

/** Until when a rate is used: by payrolls that left draft, and by approvals that are under way. */
export interface RateUse {
  last_use: string | null;
  held_until: string | null;
}

export const UNUSED: RateUse = { last_use: null, held_until: null };

const usesOf = async (rates: readonly State[], { services, tenant }: Lookup): Promise<Map<string, RateUse>> => {
  // In this order: an approval that has ended by the first look has its closed stubs in the second.
  const held = await heldUntil(rates, services, tenant);
  const used = await lastUseOf(rates, services, tenant);
  return new Map(rates.map(({ id }) => [id, { last_use: used.get(id) ?? null, held_until: held.get(id) ?? null }]));
};

/**
 * The use of one rate, as its stream tells it; rates asked about in one tick, as those of a batch are, are looked up
 * together.
 *
 * @throws Problem 503 when what can be read does not tell yet
 */
export const useOf = (rate: State, lookup: Lookup): Promise<RateUse> => useInTurn(lookup, rate);

const useInTurn = perTurn(async (lookup: Lookup, rates: readonly State[]) => {
  const uses = await usesOf([...new Map(rates.map((rate) => [rate.id, rate])).values()], lookup);
  return rates.map(({ id }) => uses.get(id) ?? UNUSED);
});
