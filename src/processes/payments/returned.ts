import { bankAccount } from '../../banking/bank-account.ts';
import { NO_AGREEMENT } from '../../banking/debit-agreement.ts';
import { paymentSubmitted } from '../../banking/events.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { isUnreadable, whyUnreadable } from '../../kernel/changes/reading.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { type DomainEvent, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import {
  type Fault,
  faultsAgainst,
  type Returned,
  type ReturnFile,
  type Sent,
} from '../../payments/cpa-005/returns.ts';
import { paymentFailed } from '../../payments/events.ts';
import { endsAgreement } from '../../payments/reasons.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import type { Cause } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { lastOf } from './decided-files.ts';
import { unwrittenFiles } from './files.ts';
import { onPayment } from './step.ts';
import { everythingReadable } from './waiting.ts';

/** The outcome of one return. */
export interface Taken extends Returned {
  /** The payment that failed by it; absent when it changed nothing. */
  payment?: string;
  /** Why it changed nothing. */
  why?: string;
}

/** Returns whose payments are read together. */
const RETURNS_AT_ONCE = 500;

/**
 * Takes a file of returns: each returned payment fails, with the reason that the bank gave. Taking the file again
 * changes nothing. A return of an unknown payment, of one that was returned before, or of one whose events cannot be
 * read, changes nothing and says so. So does one of a payment in a file that is not recorded as written, since the
 * command that wrote it was ended: a file with a failed payment in it could not be completed any more.
 *
 * @param partners all partners of the service, since any of their payments may be returned
 * @returns only faults when the file cannot be trusted: then nothing of it was used
 */
export const takeReturns = async (
  file: ReturnFile,
  partners: readonly string[],
  services: Services,
): Promise<{ faults: Fault[]; taken: Taken[] }> => {
  if (file.faults.length > 0) return { faults: file.faults, taken: [] };
  const foreign = await foreignOriginator(file, services);
  if (foreign) return { faults: [foreign], taken: [] };
  await everythingReadable(services);
  const unwritten = await unwrittenFiles(services);
  const known = await sentAs(file.returned, partners, unwritten, services);
  const faults = faultsAgainst(
    file.returned,
    new Map([...known].map(([reference, { payment }]): [string, Sent] => [reference, sentOf(payment)])),
  );
  if (faults.length > 0) return { faults, taken: [] };
  const first = new Map<string, Returned>();
  for (const one of file.returned) if (!first.has(one.cross_reference)) first.set(one.cross_reference, one);
  const taken = await appendInTurns(file.returned, services, async (returned): Promise<Taken> => {
    if (first.get(returned.cross_reference) !== returned)
      return { ...returned, why: 'it is returned before in this file' };
    const found = known.get(returned.cross_reference);
    if (!found) return { ...returned, why: 'no payment was sent under it' };
    const number = unwritten(found.payment);
    return number === undefined ? take(returned, found, services) : { ...returned, why: notWritten(found, number) };
  });
  return { faults: [], taken };
};

const notWritten = ({ payment }: Known, number: number): string =>
  `payment ${payment.id} is in file ${number}, which is not recorded as written: run "payroll payments write", or, when the file was set aside, "payroll payments resolve", and read these returns again`;

/**
 * The fault of a file that is not for us: no file was ever sent as its originator, under the present id or an earlier
 * one.
 */
const foreignOriginator = async ({ originator_id }: ReturnFile, services: Services): Promise<Fault | undefined> => {
  const couldBeOurs = /^[A-Z0-9]{1,10}$/.test(originator_id);
  if (couldBeOurs && (await lastOf(originator_id, services))) return undefined;
  const named = JSON.stringify(originator_id);
  return {
    record: 1,
    text: `names the originator ${named}, as which no file was sent: these are returns of somebody else`,
  };
};

interface Known {
  payment: RecordOf<'payment'>;
  tenant: Tenant;
}

const sentOf = ({ destination, amount }: RecordOf<'payment'>): Sent => ({
  kind: destination === 'payroll_float' ? 'debit' : 'credit',
  amount,
});

/** The payments that were sent under the references of returns. */
const sentAs = async (
  returned: readonly Returned[],
  partners: readonly string[],
  unwritten: (payment: RecordOf<'payment'>) => number | undefined,
  { read }: Services,
): Promise<Map<string, Known>> => {
  const known = new Map<string, Known>();
  const references = [...new Set(returned.map(({ cross_reference }) => cross_reference))];
  for (const some of piecesOf(references, RETURNS_AT_ONCE)) {
    const where = all(oneOf('cross_reference', some), equal('is_filed', true));
    for (const partner_id of partners)
      for (const payment of await read.find('payment', { partner_id, every_company: true }, where))
        if (payment.file_number !== null || unwritten(payment) !== undefined)
          known.set(payment.cross_reference, { payment, tenant: { partner_id, company_id: payment.scope_id } });
  }
  return known;
};

const take = async (returned: Returned, known: Known, services: Services): Promise<Taken> =>
  failedBy(returned, known, services).catch((error: unknown): Taken => {
    if (!isUnreadable(error)) throw error;
    // It must not keep the other returns from being recorded.
    return { ...returned, why: `payment ${known.payment.id} is not changed: ${whyUnreadable(error)}` };
  });

const failedBy = async (returned: Returned, { payment, tenant }: Known, services: Services): Promise<Taken> => {
  const { reason, return_code, date } = returned;
  let status = payment.status;
  let cameBack: string | undefined;
  const position = await onPayment(payment, 'returned', { services, tenant, lease: undefined }, (now) => {
    status = now.status;
    // Paid otherwise since: the bank returns what was in its file once.
    if (status === 'paid' && now.failure_reason !== null)
      cameBack =
        now.return_code === null
          ? 'was recorded as failed by hand, and as paid since: if it came back only now, record that with "payroll payments fail"'
          : 'came back before, and was paid otherwise';
    if (cameBack !== undefined || (status !== 'processing' && status !== 'paid')) return [];
    return [paymentFailed({ payroll_id: now.payroll_id, reason, return_code, returned_on: date })];
  });
  if (position !== undefined) {
    if (endsAgreement({ reason, return_code })) await endAgreementOf(payment.id, services);
    return { ...returned, payment: payment.id };
  }
  return { ...returned, why: `payment ${payment.id} ${cameBack ?? `is ${status} already`}` };
};

/**
 * Ends what {@link endAgreement} ends by the last failure of a payment at once, and not when the service comes to it:
 * the next file may be written right behind it.
 */
export const endAgreementOf = async (id: string, services: Services): Promise<void> => {
  const { events } = await loadStream(streamOf('payment', id), services);
  const failed = events.findLast(paymentFailed.is);
  if (failed) await endAgreement({ ...failed, lease: undefined }, services).catch(atLeastTaken);
};

/** The return is recorded. While the account cannot be read, nothing that debits it is in a file. */
const atLeastTaken = (error: unknown): void => {
  if (!isUnreadable(error)) throw error;
};

/**
 * Ends the agreement of the account that a returned debit was of, when the return says that its payer has none: until
 * it is signed again, nothing more is debited. One that was signed since the debit was submitted is another one.
 */
export const endAgreement = async (
  failed: DomainEvent & Pick<Cause, 'lease'>,
  services: Services,
): Promise<Position | undefined> => {
  if (!paymentFailed.is(failed) || !endsAgreement(failed.data)) return undefined;
  const { events, aggregate } = await loadStream(failed.stream, services);
  const payment = aggregate.get('payment', parseStream(failed.stream).id);
  const submitted = events.findLast((event) => paymentSubmitted.is(event));
  // What was not submitted found no agreement itself; payees are not debited.
  if (payment?.destination !== 'payroll_float' || !payment.bank_account_id || !submitted) return undefined;
  const id = payment.bank_account_id;
  const debited_at = submitted.metadata.occurred_at ?? '';
  const origin = processOrigin('payments', failed, `${failed.id}/agreement`, services.clock.instant());
  const { position } = await appendTo(
    streamOf('bank_account', id),
    'agreement',
    origin,
    services,
    async ({ aggregate }) => {
      const account = aggregate.get('bank_account', id);
      if (!account || typeof account.pad_signed_at !== 'string' || account.pad_signed_at > debited_at) return [];
      return [recordEvents(bankAccount).changed({ ...identityOf(bankAccount, account), ...NO_AGREEMENT })];
    },
  );
  return position;
};
