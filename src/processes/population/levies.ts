import type { RecordOf } from '../../kernel/definition/resource.ts';
import { payrollTotals } from '../../payrolls/facts/payroll-totals.ts';
import { keptLevies, presentLevies } from '../../payrolls/facts/remuneration-forecast.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { all, any, type Condition, equal, not, oneOf, present } from '../../values/condition.ts';
import { calculateOn, caughtUp } from '../payroll/stub-calculation.ts';

/**
 * Calculates an employer's open stubs whose levies are based on an outdated forecast, once each. The forecast depends
 * on pay, which levies do not change. So none is left afterwards, unless other changes moved the forecast meanwhile.
 *
 * @returns how many stubs were calculated, and whether there may be more to do
 */
export const followLevies = async (entityId: string, acting: Acting): Promise<{ stubs: number; more: boolean }> => {
  const { services, tenant, turn } = acting;
  let stubs = Number(turn?.reached('stubs') ?? 0);
  async function* counted(pages: AsyncIterable<RecordOf<'pay_stub'>[]>) {
    for await (const page of pages) {
      stubs += page.length;
      turn?.reach('stubs', String(stubs));
      yield page;
    }
  }
  const outdated = await outdatedStubs(entityId, acting);
  if (!outdated) return { stubs, more: false };
  const pages = (left: Condition) => counted(services.read.pages('pay_stub', tenant, all(outdated, left)));
  const last = await calculateOn('levies', pages, acting);
  if (last !== undefined) await caughtUp(last, services);
  return { stubs, more: (await outdatedStubs(entityId, acting)) !== undefined };
};

/** Condition for an employer's stubs that must be recalculated; undefined when there are none. */
const outdatedStubs = async (entityId: string, acting: Acting): Promise<Condition | undefined> => {
  const { read } = acting.services;
  const drafts = await read.find(
    'payroll',
    acting.tenant,
    all(equal('business_entity_id', entityId), equal('status', 'draft')),
  );
  return basedOnOtherLevies(entityId, drafts, acting);
};

/**
 * Condition for open stubs of drafts whose levies differ from the current ones of their pay date and province;
 * undefined when there are none. The totals of the drafts tell that: an employer of thousands has hundreds of thousands
 * of open stubs, and each change of one asks.
 */
const basedOnOtherLevies = async (
  entityId: string,
  drafts: readonly RecordOf<'payroll'>[],
  { services, tenant }: Acting,
): Promise<Condition | undefined> => {
  if (drafts.length === 0) return undefined;
  const [leviesOf, totals] = await Promise.all([
    presentLevies(drafts, services, tenant),
    payrollTotals(
      drafts.map(({ id }) => id),
      services,
      tenant,
    ),
  ]);
  // Payrolls with the same levies share one condition: mostly all of a year.
  const byLevies = new Map<string, { kept: string[]; payrolls: string[] }>();
  for (const { id, pay_date } of drafts) {
    const kept = keptLevies(leviesOf(entityId, pay_date).levies);
    if (totals.get(id)!.levies.every((levies) => kept.includes(levies))) continue;
    const group = byLevies.get(kept.join()) ?? { kept, payrolls: [] };
    byLevies.set(kept.join(), group);
    group.payrolls.push(id);
  }
  const groups = [...byLevies.values()];
  if (groups.length === 0) return undefined;
  return all(
    // Looked up by their payrolls, so that no stub of a closed payroll is read.
    oneOf(
      'payroll_id',
      groups.flatMap(({ payrolls }) => payrolls),
    ),
    equal('is_closed', false),
    // Stubs that were calculated by earlier code have no `levies`.
    any(present('levies'), equal('has_amounts', true)),
    any(...groups.map(({ kept, payrolls }) => all(oneOf('payroll_id', payrolls), not(oneOf('levies', kept))))),
  );
};
