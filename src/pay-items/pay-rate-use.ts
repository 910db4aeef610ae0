import { all, among, equal, oneOf } from '../kernel/condition.ts';
import type { Lookup } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';

/**
 * The last day of the last period in which each pay rate was used on a payroll that is no longer draft, by id of the
 * rate; absent while it was not.
 */
export const lastUseOf = async (
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const last = new Map<string, string>();
  if (!services.registry.get('earning_line_item') || !services.registry.get('pay_stub')) return last;
  const closed = among('pay_stub_id', 'pay_stub', 'id', equal('is_closed', true));
  const used = await services.read.existing('earning_line_item', tenant, 'pay_rate_id', ids, closed);
  if (used.size === 0) return last;
  const lines = await services.read.find('earning_line_item', tenant, all(oneOf('pay_rate_id', [...used]), closed));
  const stubIds = [...new Set(lines.map(({ pay_stub_id }) => pay_stub_id as string))];
  const stubs = await services.read.getMany('pay_stub', tenant, stubIds);
  for (const { pay_rate_id, pay_stub_id } of lines) {
    const end = stubs.get(pay_stub_id as string)?.period_end as string | undefined;
    const rate = pay_rate_id as string;
    if (end !== undefined && end > (last.get(rate) ?? '')) last.set(rate, end);
  }
  return last;
};

interface Asked {
  ids: Set<string>;
  uses: Promise<Map<string, string>>;
}
const asked = new WeakMap<Lookup, Asked>();

/** The same of one rate, or null; rates asked about in one tick, as those of a batch are, are looked up together. */
export const lastUse = async (id: string, lookup: Lookup): Promise<string | null> => {
  let open = asked.get(lookup);
  if (!open) {
    const ids = new Set<string>();
    const uses = new Promise<Map<string, string>>((resolve, reject) => {
      setImmediate(() => {
        asked.delete(lookup);
        lastUseOf([...ids], lookup.services, lookup.tenant).then(resolve, reject);
      });
    });
    open = { ids, uses };
    asked.set(lookup, open);
  }
  open.ids.add(id);
  return (await open.uses).get(id) ?? null;
};
