import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, type Condition, equal, not, oneOf, present } from '../values/condition.ts';
import { decimal } from '../values/money.ts';

/** Which pay stubs are paid. */

/**
 * Statuses of payrolls that have paid pay stubs. A live payroll is partially paid from its pay day until its last
 * remittance arrives, weeks later, and for as long as a payment of it is amiss.
 */
export const WITH_PAID_STUBS: readonly string[] = ['paid', 'partially_paid'];

/** Types of payrolls that pay somebody: historical and correction payrolls only record figures, and move no money. */
export const PAYING: readonly string[] = ['regular', 'off_cycle'];

/** An empty stub pays nobody: that of a contractor who asks for nothing this time, of somebody on unpaid leave. */
export const paysSomething = ({ employee_summary, contractor_summary }: RecordOf<'pay_stub'>): boolean =>
  [employee_summary, contractor_summary].some((summary) => !isNothing(summary?.gross) || !isNothing(summary?.net));

const isNothing = (amount: string | null | undefined): boolean => decimal(amount ?? '0').eq(0);

type Stub = Pick<RecordOf<'pay_stub'>, 'id' | 'payroll_id'>;

/**
 * Those of some closed stubs that are paid: all of a paid payroll; of a partially paid one those whose own payments
 * arrived, and those that pay nothing. What is remitted does not count.
 *
 * @param stubs few enough that their payments are looked up at once
 */
export const paidAmong = async <S extends Stub>(
  stubs: readonly S[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<S[]> => {
  const ids = new Set(stubs.flatMap(({ payroll_id }) => payroll_id ?? []));
  const payrolls = await read.getMany('payroll', tenant, [...ids]);
  const statusOf = ({ payroll_id }: Stub) => payrolls.get(payroll_id ?? '')?.status;
  const ofPaid = stubs.filter((stub) => WITH_PAID_STUBS.includes(statusOf(stub) ?? ''));
  const inPart = ofPaid.filter((stub) => statusOf(stub) === 'partially_paid').map(({ id }) => id);
  if (inPart.length === 0) return ofPaid;
  // Payments of an earlier approval were canceled with it.
  const approvals = [...payrolls.values()].flatMap(({ payments }) => payments?.approval_id ?? []);
  const theirs = all(oneOf('approval_id', approvals), oneOf('pay_stub_id', inPart));
  const countOf = (condition: Condition) => read.counts('payment', tenant, 'pay_stub_id', all(theirs, condition));
  const [outstanding, replaced, replacements] = await Promise.all([
    countOf(all(equal('is_replaced', false), not(equal('status', 'paid')))),
    countOf(equal('is_replaced', true)),
    countOf(present('replaces_id')),
  ]);
  // A payment that is made again may be there a moment after that was decided.
  return ofPaid.filter(({ id }) => !outstanding.has(id) && (replacements.get(id) ?? 0) >= (replaced.get(id) ?? 0));
};
