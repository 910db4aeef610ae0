import { all, among, equal, oneOf } from '../kernel/condition.ts';
import type { Lookup, State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { lastPaid } from '../payrolls/year-to-date.ts';

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

interface Asked {
  rates: Map<string, State>;
  uses: Promise<Map<string, string>>;
}
const asked = new WeakMap<Lookup, Asked>();

/** The same of one rate, or null; rates asked about in one tick, as those of a batch are, are looked up together. */
export const lastUse = async (rate: State, lookup: Lookup): Promise<string | null> => {
  let open = asked.get(lookup);
  if (!open) {
    const rates = new Map<string, State>();
    const uses = new Promise<Map<string, string>>((resolve, reject) => {
      setImmediate(() => {
        asked.delete(lookup);
        lastUseOf([...rates.values()], lookup.services, lookup.tenant).then(resolve, reject);
      });
    });
    open = { rates, uses };
    asked.set(lookup, open);
  }
  open.rates.set(rate.id, rate);
  return (await open.uses).get(rate.id) ?? null;
};
