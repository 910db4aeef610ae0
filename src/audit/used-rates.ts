import { inTurns } from '../kernel/changes/in-turns.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { linesOf } from '../payrolls/stubs/calculate.ts';
import { keptExplanation } from '../payrolls/stubs/closing-explanation.ts';
import { decimal } from '../values/money.ts';
import { closedStubs } from './closed-stubs.ts';
import { type Found, type Invariant, streamIn } from './invariant.ts';

/** A managed line of a closed stub, and the rate in its explanation. */
interface Paid {
  stub: RecordOf<'pay_stub'>;
  rate_id: string;
  by: string;
}

const ADVICE =
  'what was paid is what the explanation says: give the pay rate back what it had by a new one, or pay the difference with a correction payroll';

export const usedRateStands: Invariant = {
  name: 'used_rate_stands',
  says: 'A pay rate that a closed pay stub was paid by still exists, with the rate that was used.',
  subjects: closedStubs,
  inspect: async (ids, audit) => {
    const { services, tenant } = audit;
    const { read } = services;
    const paid = (await inTurns(ids, (id) => paidBy(id))).flat();
    async function paidBy(id: string): Promise<Paid[]> {
      const { events, aggregate } = await streamIn(streamOf('pay_stub', id), audit);
      const stub = aggregate.get('pay_stub', id);
      const kept = keptExplanation(events);
      if (stub?.is_closed !== true || !kept) return [];
      return linesOf(aggregate).flatMap((line) => {
        if (line.recurrence?.object !== 'pay_rate') return [];
        const by = kept.steps[line.id]?.find(({ figures }) => figures.rate !== undefined)?.figures.rate;
        return by === undefined ? [] : [{ stub, rate_id: line.recurrence.id, by }];
      });
    }
    const distinct = (values: readonly string[]) => [...new Set(values)];
    const payrolls = await read.getMany('payroll', tenant, distinct(paid.map(({ stub }) => stub.payroll_id)));
    const rates = await read.getMany('pay_rate', tenant, distinct(paid.map(({ rate_id }) => rate_id)));
    return paid.flatMap(({ stub, rate_id, by }): Found[] => {
      // An approval that is under way, or was abandoned, locks nothing.
      if (payrolls.get(stub.payroll_id)?.status === 'draft') return [];
      const report = (what: string): Found[] => [{ subject: stub.id, record: stub.id, what, advice: ADVICE }];
      const rate = rates.get(rate_id);
      if (!rate) return report(`it was paid by the pay rate ${rate_id}, which is not there any more`);
      if (!decimal(rate.rate).eq(by)) return report(`it was paid by ${by}, and ${rate_id} says ${rate.rate}`);
      const { effective_from: from, effective_to: to } = rate;
      if (from! > stub.period_end || (to !== null && to < stub.period_start))
        return report(`it was paid by ${rate_id}, which is in force from ${from} to ${to ?? 'no end'}`);
      return [];
    });
  },
};
