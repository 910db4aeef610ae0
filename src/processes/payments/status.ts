import { appendTo } from '../../kernel/changes/execute.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { payrollPaid, payrollPartiallyPaid, payrollProcessing } from '../../payrolls/events/payroll.ts';
import { all, equal, not, present } from '../../values/condition.ts';
import { type By, originOf } from './step.ts';

/**
 * The status of a payroll, derived from its payments: `paid` when all of them arrived; `partially_paid` when some
 * payees got theirs and others not yet, or when a payment failed, was canceled or is held beyond its day; `processing`
 * before that. For payments that were made again their replacements count.
 *
 * @param beingReplaced payments whose replacement was decided and is not made yet: it waits like any other
 */
const statusOf = (
  counts: ReadonlyMap<string, number>,
  arrived: number,
  beingReplaced: number,
): 'processing' | 'paid' | 'partially_paid' => {
  const of = (status: string) => counts.get(status) ?? 0;
  const waiting = of('pending') + of('processing') + beingReplaced;
  const amiss = of('failed') + of('canceled') + of('overdue');
  if (amiss > 0) return 'partially_paid';
  if (waiting === 0) return 'paid';
  return arrived > 0 ? 'partially_paid' : 'processing';
};

const EVENTS = {
  paid: ({ pay_schedule_id }: RecordOf<'payroll'>) => payrollPaid({ pay_schedule_id }),
  // Also when failed payments are made again and none has arrived.
  processing: (_payroll: RecordOf<'payroll'>, approval_id: string) => payrollProcessing({ approval_id }),
  partially_paid: (_payroll: RecordOf<'payroll'>, approval_id: string) => payrollPartiallyPaid({ approval_id }),
};

/**
 * Records the status that follows from a payroll's payments, if it changed. Only for the worker that has the payroll.
 */
export const recordStatus = async (of: By & { payroll_id: string }): Promise<void> => {
  const { payroll_id, tenant, services } = of;
  const stream = streamOf('payroll', payroll_id);
  await appendTo(stream, 'status', originOf('status', payroll_id, of), services, async ({ aggregate }) => {
    const payroll = aggregate.get('payroll', payroll_id);
    const approval_id = payroll?.payments?.approval_id;
    // Until its money moves, the approval determines the status.
    if (!payroll || approval_id === undefined || payroll.status === 'draft' || payroll.status === 'approved') return [];
    const own = all(equal('payroll_id', payroll_id), equal('approval_id', approval_id));
    const counted = all(own, equal('is_replaced', false));
    const { read } = services;
    const [counts, arrived, replaced, replacements] = await Promise.all([
      read.counts('payment', tenant, 'status', counted),
      read.count('payment', tenant, all(counted, equal('status', 'paid'), not(equal('destination', 'payroll_float')))),
      read.count('payment', tenant, all(own, equal('is_replaced', true))),
      read.count('payment', tenant, all(own, present('replaces_id'))),
    ]);
    const status = statusOf(counts, arrived, Math.max(0, replaced - replacements));
    if (status === payroll.status) return [];
    const body: EventBody = EVENTS[status](payroll, approval_id);
    return [body];
  });
};
