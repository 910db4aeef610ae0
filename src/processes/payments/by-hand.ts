import { type Acting, type Action, type Actor, act } from '../../kernel/calls/actions.ts';
import type { Appended } from '../../kernel/changes/execute.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { isMadeAgain } from '../../payments/actions.ts';
import { paymentFailed, paymentSettled } from '../../payments/events.ts';
import { isFiled, payment } from '../../payments/payment.ts';
import { endsAgreement, type FailureReason } from '../../payments/reasons.ts';
import type { Text } from '../../values/text.ts';
import { unwrittenFiles } from './files.ts';
import { endAgreementOf } from './returned.ts';
import { isFunded, itemOf, whyNotAgreed } from './waiting.ts';

/**
 * Outcomes of payments that an operator records because no file reports them: a remittance that was made through the
 * bank, a payment that does not fit into a file, a return that came by letter, a payment that came back and was then
 * paid otherwise.
 *
 * Whether a payment fits into a file follows from what was decided when it was submitted. So one that does not fit is
 * never chosen for a file while an operator records its outcome. One whose debit is paid in that moment may be, and a
 * debit whose agreement is signed again: then its file is set aside (files.ts). One that is in a file fails only once
 * the file is written: before that, a command may be writing it.
 */
type Payment = RecordOf<'payment'>;

interface Facts {
  /** Why it does not fit into a file, or is a debit that nobody agrees to any more; undefined otherwise. */
  unfit: string | undefined;
  /** Whether the debit that funds it is paid; until then it is in no file. */
  isFunded: boolean;
}

interface FailureFacts extends Facts {
  /** Whether it is in a file that is not written yet. */
  isUnwritten: boolean;
}

const facts = async ({ record, context, origin, services }: Omit<Acting<unknown, undefined, 'payment'>, 'facts'>) => {
  if (!isFiled(record) || record.status !== 'processing' || record.file_number !== null)
    return { unfit: undefined, isFunded: true };
  const found = await itemOf(record.id, context.today, services);
  const unfit = 'why' in found ? found.why : await whyNotAgreed(found, services);
  if (unfit !== undefined) return { unfit, isFunded: true };
  return { unfit: undefined, isFunded: await isFunded(record, origin.tenant.partner_id, services) };
};

const factsOfFailure = async (acting: Omit<Acting<Failure, undefined, 'payment'>, 'facts'>): Promise<FailureFacts> => {
  const { record, services } = acting;
  const isUnwritten = record.file_number !== null && (await unwrittenFiles(services))(record) !== undefined;
  return { ...(await facts(acting)), isUnwritten };
};

const SIMULATED: Text = {
  en: 'The payment is simulated; say what comes of it with POST /payments/{payment}/simulate.',
  fr: 'Le paiement est simulé; fixez son résultat avec POST /payments/{payment}/simulate.',
};
const WAITS: Text = {
  en: 'The payment waits for a file for the bank; write it with "payroll payments write".',
  fr: 'Le paiement attend un fichier pour la banque; écrivez-le avec « payroll payments write ».',
};
const UNFUNDED: Text = {
  en: 'The debit that funds the payment was returned, and the payment waits until that is paid. If it never is, record that the payment came to nothing with "payroll payments fail".',
  fr: "Le débit qui finance le paiement a été retourné, et le paiement attend qu'il soit payé. S'il ne l'est jamais, consignez que le paiement n'a pas abouti avec « payroll payments fail ».",
};
const unwritten = ({ file_number }: Payment): Text => ({
  en: `The payment is in file ${file_number}, which is not written yet: write it with "payroll payments write", or say what became of it with "payroll payments resolve".`,
  fr: `Le paiement figure au fichier ${file_number}, qui n'est pas encore écrit : écrivez-le avec « payroll payments write », ou dites ce qu'il en est advenu avec « payroll payments resolve ».`,
});
const isWaiting = (record: Payment, { unfit }: Facts): boolean =>
  isFiled(record) && record.status === 'processing' && record.file_number === null && unfit === undefined;
const notNow = ({ status }: Payment, wanted: string): Text => ({
  en: `The payment is ${status}, not ${wanted}.`,
  fr: `Le paiement est « ${status} », et non « ${wanted} ».`,
});

/**
 * The money of a payment arrived that no file could include, or that came back and was paid otherwise: by cheque, or of
 * a debit by wire. Then it is not made again.
 */
export const settledByHand: Action<{ note: string }, Facts, 'payment'> = {
  on: payment,
  name: 'settled_by_hand',
  summary: 'Record that a payment arrived',
  facts,
  refuse: ({ record, facts: known }) => {
    if (record.is_replaced) return isMadeAgain(record);
    if (record.status !== 'processing' && record.status !== 'failed') return notNow(record, 'processing');
    if (record.rail === 'simulated') return SIMULATED;
    if (record.status === 'failed') return undefined;
    if (record.file_number !== null)
      return {
        en: `The payment is in file ${record.file_number}: it counts as paid on ${record.expected_at} unless it is returned.`,
        fr: `Le paiement figure au fichier ${record.file_number} : il compte comme payé le ${record.expected_at} s'il n'est pas retourné.`,
      };
    if (!isWaiting(record, known)) return undefined;
    return known.isFunded ? WAITS : UNFUNDED;
  },
  events: ({ record, body, context }) => [
    paymentSettled({ payroll_id: record.payroll_id, settled_on: context.today, note: body.note }),
  ],
};

type Failure = { reason: FailureReason; note: string };

/** A payment failed, which no file reports; also one that would wait for ever, since nobody pays its debit again. */
export const failedByHand: Action<Failure, FailureFacts, 'payment'> = {
  on: payment,
  name: 'failed_by_hand',
  summary: 'Record that a payment came to nothing',
  facts: factsOfFailure,
  refuse: ({ record, facts: known }) => {
    if (record.status !== 'processing' && record.status !== 'paid') return notNow(record, 'processing');
    if (record.rail === 'simulated') return SIMULATED;
    if (known.isUnwritten) return unwritten(record);
    return isWaiting(record, known) && known.isFunded ? WAITS : undefined;
  },
  events: ({ record, body, context }) => [
    paymentFailed({
      payroll_id: record.payroll_id,
      reason: body.reason,
      return_code: null,
      returned_on: context.today,
      note: body.note,
    }),
  ],
};

/** Records that a payment came to nothing. Where its payer's agreement ends by that, it has ended when this returns. */
export const failByHand = async (id: string, actor: Actor & { body: Failure }): Promise<Pick<Appended, 'position'>> => {
  const { position } = await act(failedByHand, id, actor);
  if (endsAgreement({ reason: actor.body.reason, return_code: null })) await endAgreementOf(id, actor.services);
  return { position };
};
