import type { Position } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { areMade, debitsOfApproval, standingOf } from '../../payments/debits.ts';
import { paymentReissued } from '../../payments/events.ts';
import { isRemittance, payment } from '../../payments/payment.ts';
import { daysAgain } from '../../payments/timing.ts';
import { all, equal } from '../../values/condition.ts';
import { type CalendarDate, maxDate } from '../../values/dates.ts';
import { derivedId } from '../../values/ids.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { createPayment } from './making.ts';
import { type By, onPayment } from './step.ts';

const DEBIT = 'payroll_float';

/** Payments that are in memory at once. */
const PAYMENTS_AT_ONCE = 500;

/**
 * Makes the payment that replaces one that failed or was canceled. It does not take over the account, which may be the
 * reason of the failure.
 *
 * @param funded of payments that are made again together: when they are funded, by approval
 * @returns the position of its append, and the approval whose canceled payments are to be made again too, when it is
 *   the employer's debit and no other one is returned ({@link remakeCanceled})
 */
export const makeAgain = async (
  reissued: ManagedEvent,
  services: Services,
  funded: Map<string, Promise<CalendarDate | null>>,
): Promise<{ position?: Position | undefined; funds?: Funded }> => {
  if (!paymentReissued.is(reissued)) return {};
  const { id } = parseStream(reissued.stream);
  const old = (await loadStream(reissued.stream, services)).aggregate.get('payment', id);
  if (!old) return {};
  const origin = processOrigin('payments', reissued, reissued.id, reissued.metadata.occurred_at ?? '');
  const { payroll_id, business_entity_id, approval_id, rail, destination, method, amount, pay_stub_id } = old;
  const { remittance_account_id, is_impacted_by_weekend_or_holiday } = old;
  const isFunded = destination !== DEBIT && method !== 'manual';
  if (isFunded && !funded.has(approval_id)) funded.set(approval_id, fundedOn(old, origin, services));
  const funded_on = isFunded ? await funded.get(approval_id) : null;
  const due_on = isRemittance(old) ? old.expected_at : null;
  const next = daysAgain(destination, origin.occurred_at, funded_on, due_on);
  // A canceled payment had no fault of its account, its days may be still to come, and nobody released it.
  const as =
    old.status === 'canceled'
      ? {
          ...{ bank_account_id: old.bank_account_id, is_held: old.is_held, held_at: old.held_at },
          process_at: maxDate(old.process_at, next.process_at),
          expected_at: maxDate(old.expected_at, next.expected_at),
        }
      : { bank_account_id: null, ...next };
  const { position } = await createPayment(
    reissued.data.replaced_by_id,
    {
      ...{ payroll_id, business_entity_id, approval_id, rail, destination, method, amount, pay_stub_id },
      ...{ remittance_account_id, is_impacted_by_weekend_or_holiday, ...as },
      replaces_id: old.id,
    },
    origin,
    services,
  );
  if (destination !== DEBIT) return { position };
  // Where another debit came back too, what they fund would only be canceled again.
  const debits = await services.read.find('payment', origin.tenant, debitsOfApproval(payroll_id, approval_id));
  if (standingOf(debits.filter((other) => other.id !== id)) === 'failed') return { position };
  return { position, funds: { payroll_id, approval_id, tenant: origin.tenant } };
};

/** The day on which the debits that fund a payment count as paid; null when they are paid already. */
const fundedOn = async (
  { payroll_id, approval_id }: RecordOf<'payment'>,
  { occurred_at, tenant }: Origin,
  { read }: Services,
): Promise<CalendarDate | null> => {
  const debits = await read.find('payment', tenant, debitsOfApproval(payroll_id, approval_id));
  if (standingOf(debits) === 'paid') return null;
  // The row of a debit that was made just now may not be there yet.
  const soonest = daysAgain(DEBIT, occurred_at).expected_at;
  const underWay = debits.filter(({ status }) => status === 'pending' || status === 'processing');
  const days = underWay.map(({ expected_at }) => expected_at);
  return (areMade(debits) && days.length > 0 ? days : [...days, soonest]).reduce(maxDate);
};

/** The approval whose payments a debit funds. */
interface Funded {
  payroll_id: string;
  approval_id: string;
  tenant: Tenant;
}

/**
 * Records that payments which were canceled for want of a debit are made again, in the stream of each payment. Called
 * as soon as the debit is made again, and whenever its payroll is moved afterwards: another process may still be
 * canceling payments meanwhile, and each such cancellation makes its payroll move once more. A payment whose approval
 * was undone stays canceled: that may happen after a process began to move the payroll.
 */
export const remakeCanceled = async (
  of: Funded & By & { signal: AbortSignal; turn?: Pick<Turn, 'giveWay'> },
): Promise<Position | undefined> => {
  const { payroll_id, approval_id, tenant, services, signal } = of;
  const canceled = all(
    ...[equal('payroll_id', payroll_id), equal('approval_id', approval_id)],
    ...[equal('status', 'canceled'), equal('is_replaced', false)],
  );
  let last: Position | undefined;
  for await (const rows of services.read.pages('payment', tenant, canceled, PAYMENTS_AT_ONCE)) {
    signal.throwIfAborted();
    const at_ms = Date.parse(services.clock.instant());
    const positions = await appendInTurns(rows, of.services, (row) =>
      onPayment(row, 'again', of, ({ id, status, is_replaced, canceled_for }) => {
        if (status !== 'canceled' || is_replaced || canceled_for === 'unapproved') return [];
        const replaced_by_id = derivedId(payment.prefix, at_ms, `${id}/again`);
        return [paymentReissued({ payroll_id, replaced_by_id })];
      }),
    );
    last = latest([last, ...positions]);
    await of.turn?.giveWay();
  }
  return last;
};
