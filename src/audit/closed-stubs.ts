import { makePosting } from '../accounting/posting.ts';
import { differenceText, stubDifferences } from '../accounting/stub-totals.ts';
import { RATE_NOT_IN_FORCE } from '../calculation/index.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import { type DomainEvent, type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { PAYING, paidAmong, paysSomething } from '../pay-records/paid-stubs.ts';
import { payStubClosed, payStubReopened } from '../payrolls/events/pay-stub.ts';
import { linesOf } from '../payrolls/stubs/calculate.ts';
import { keptExplanation } from '../payrolls/stubs/closing-explanation.ts';
import { equal, oneOf } from '../values/condition.ts';
import { decimal } from '../values/money.ts';
import { type Audit, type Found, type Invariant, idsOf, streamIn } from './invariant.ts';

/** Invariants of closed pay stubs. */

/** Stubs whose streams are held at once. */
const STUBS_AT_ONCE = 200;

/** The subjects of invariants that look at every closed stub. */
const closedStubs: Invariant['subjects'] = ({ services, tenant }) =>
  idsOf(services.read.pages('pay_stub', tenant, equal('is_closed', true), STUBS_AT_ONCE));

/** What goes between others in a stream and changes no record: of two corrections of one line item, one was refused. */
const fenceOf = ({ services }: Audit): string | undefined =>
  recordEvents(services.registry.need('adjustment')).fenced?.type;

/** Events while the stub was closed: after a closing, and before it was reopened. */
const changesAfterClosing = (events: readonly DomainEvent[], fence: string | undefined): DomainEvent[] => {
  let isClosed = false;
  return events.filter((event) => {
    if (payStubClosed.is(event) || payStubReopened.is(event)) {
      isClosed = payStubClosed.is(event);
      return false;
    }
    return isClosed && event.type !== fence;
  });
};

export const closedStubStands: Invariant = {
  name: 'closed_stub_stands',
  says: 'A closed pay stub never changes, and its lines add up to the totals that it was closed with.',
  subjects: closedStubs,
  inspect: async (ids, audit) => {
    const found = await inTurns(ids, async (id): Promise<Found[]> => {
      const { events, aggregate } = await streamIn(streamOf('pay_stub', id), audit);
      const stub = aggregate.get('pay_stub', id);
      const report = (what: string, advice: string): Found => ({ subject: id, record: id, what, advice });
      if (!stub) return [report('the read model has the pay stub, and the ledger has not', 'rebuild the read models')];
      const posting = makePosting();
      for (const line of linesOf(aggregate)) posting.add(line);
      return [
        ...changesAfterClosing(events, fenceOf(audit)).map(({ type, revision, metadata }) =>
          report(
            `${type} at revision ${revision}, by ${metadata.actor ?? 'nobody'}, comes after the closing of the pay stub`,
            'what was paid is what the pay stub had before: correct the difference with a correction payroll',
          ),
        ),
        ...stubDifferences(posting, stub).map((one) =>
          report(differenceText(one), 'the totals are what was paid: correct the lines with a correction payroll'),
        ),
      ];
    });
    return found.flat();
  },
};

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
      // Hours at a rate that was not in force any more, as the stub says.
      if (stub.warnings?.some(({ type }) => type === RATE_NOT_IN_FORCE)) return [];
      const { effective_from: from, effective_to: to } = rate;
      if (from! > stub.period_end || (to !== null && to < stub.period_start))
        return report(`it was paid by ${rate_id}, which is in force from ${from} to ${to ?? 'no end'}`);
      return [];
    });
  },
};

export const paidStubsAreCounted: Invariant = {
  name: 'paid_stubs_are_counted',
  says: 'A pay stub whose payee was paid has one usage record, however often its payroll was approved.',
  subjects: closedStubs,
  inspect: async (ids, { services, tenant }) => {
    const { read } = services;
    const stubs = [...(await read.getMany('pay_stub', tenant, ids)).values()].filter(({ is_closed }) => is_closed);
    const paid = new Set((await paidAmong(stubs.filter(paysSomething), services, tenant)).map(({ id }) => id));
    const payrolls = await read.getMany('payroll', tenant, [...new Set(stubs.map(({ payroll_id }) => payroll_id))]);
    const counts = await read.counts('usage_record', tenant, 'record_id', oneOf('record_id', ids));
    return stubs.flatMap(({ id, payroll_id }): Found[] => {
      const count = counts.get(id) ?? 0;
      const isDue = paid.has(id) && PAYING.includes(payrolls.get(payroll_id)?.type ?? '');
      if (count === 1 || (count === 0 && !isDue)) return [];
      const [what, advice] =
        count === 0
          ? ['it is paid, and has no usage record', 'the process `usage` has to record it: `payroll processes list`']
          : [`it has ${count} usage records`, 'bill it once: the first record is the one that counts'];
      return [{ subject: id, record: id, what, advice }];
    });
  },
};
