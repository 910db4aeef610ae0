import { z } from 'zod';
import { debitedAccounts } from '../employers/debited-account.ts';
import { type Acting, type Action, action } from '../kernel/calls/actions.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { isErased, payeeRecord } from '../people/erased-payee.ts';
import type { Instant } from '../values/dates.ts';
import { derivedId } from '../values/ids.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import {
  paymentFailed,
  paymentHeld,
  paymentOutcomeScripted,
  paymentReissued,
  paymentReleased,
  SIMULATED_OUTCOMES,
} from './events.ts';
import { isRemittance, payment } from './payment.ts';
import { FAILURE_REASONS, type FailureReason } from './reasons.ts';
import { daysAgain, type PaymentDays } from './timing.ts';

type Payment = RecordOf<'payment'>;

const left = ({ status }: Payment): Text => ({
  en: `The payment is ${status}; only a pending payment can be held or released.`,
  fr: `Le paiement est « ${status} »; seul un paiement en attente peut être retenu ou libéré.`,
});

/** Holds a payment back: on its day it becomes overdue and is not submitted. */
const holdPayment = action({
  on: payment,
  name: 'hold',
  auth: 'either',
  summary: 'Put a hold on a payment',
  description:
    'Its status does not change. A payment that is still on hold on its processing day becomes overdue; then only the operator of the service can release it.',
  refuse: ({ record }: Acting<unknown, undefined, 'payment'>) => {
    if (record.status !== 'pending') return left(record);
    return record.is_held ? { en: 'The payment is held already.', fr: 'Le paiement est déjà retenu.' } : undefined;
  },
  events: ({ record, origin }) => [paymentHeld({ payroll_id: record.payroll_id, held_at: origin.occurred_at })],
});

/** Lifts the hold on a payment whose day has not come. */
const releasePayment = action({
  on: payment,
  name: 'release',
  auth: 'either',
  summary: 'Lift the hold on a payment',
  description: 'It is processed on its day, as if it had never been on hold.',
  refuse: ({ record }: Acting<unknown, undefined, 'payment'>) => {
    if (record.status === 'overdue') return OVERDUE;
    if (record.status !== 'pending') return left(record);
    return record.is_held ? undefined : { en: 'The payment is not held.', fr: "Le paiement n'est pas retenu." };
  },
  events: ({ record }) => [paymentReleased({ payroll_id: record.payroll_id })],
});

const OVERDUE: Text = {
  en: 'The payment is overdue: its day came while it was held. Ask the operator of the service to release it.',
  fr: "Le paiement est en retard : son jour est venu pendant qu'il était retenu. Demandez à l'exploitant du service de le libérer.",
};

/** An operator releases a payment whose day came while it was held: it leaves at the next hour of submission. */
export const releaseOverdue: Action<Record<string, never>, undefined, 'payment'> = {
  on: payment,
  name: 'release_overdue',
  summary: 'Release an overdue payment',
  refuse: ({ record }) =>
    record.status === 'overdue'
      ? undefined
      : {
          en: `The payment is ${record.status}, not overdue.`,
          fr: `Le paiement est « ${record.status} », et non en retard.`,
        },
  events: ({ record, origin }) => [
    paymentReleased({ payroll_id: record.payroll_id, ...daysReleased(record, origin.occurred_at) }),
  ],
};

/** The days of a payment that is released now. */
const daysReleased = (record: Payment, now: Instant): Partial<PaymentDays> =>
  daysAgain(record.destination, now, null, isRemittance(record) ? record.expected_at : null);

/** Of a payment that another one replaces. */
export const isMadeAgain = ({ replaced_by_id }: Payment): Text => ({
  en: `The payment is made again already, by ${replaced_by_id}.`,
  fr: `Le paiement est déjà refait, par ${replaced_by_id}.`,
});

const NOT_AGREED: Text = {
  en: 'The business entity has no active pre-authorized debit agreement. Sign it on its primary bank account (pad_signer_name, pad_signer_email, pad_signer_title), then make the debit again.',
  fr: "L'entité n'a pas d'accord de débit préautorisé actif. Signez-le sur son compte bancaire principal (pad_signer_name, pad_signer_email, pad_signer_title), puis refaites le débit.",
};

const ERASED: Text = {
  en: 'The person whom it pays was erased, and has no bank account any more. Pay it otherwise, and ask the operator of the service to record that.',
  fr: "La personne qu'il paie a été effacée et n'a plus de compte bancaire. Payez-la autrement, et demandez à l'exploitant du service de l'inscrire.",
};

/** Whether a payment is to the account of somebody who was erased. */
const isOfErased = async ({ method, pay_stub_id }: Payment, services: Services, tenant: Tenant): Promise<boolean> => {
  const stub =
    pay_stub_id && method !== 'manual' ? await services.read.get('pay_stub', tenant, pay_stub_id) : undefined;
  const payee = stub && (await payeeRecord(makeLookup(services, tenant), stub));
  return payee ? isErased(payee) : false;
};

/** What keeps a payment that failed from being made again. */
export interface Hindrance {
  isAgreed: boolean;
  isErased: boolean;
}

const STILL_MAKING: Text = {
  en: 'The payment that replaces it is still being made. Repeat the request with its X-Idempotency-Key to wait for it. Where it had none, nothing is to be repeated: it is made all the same, and the payment names it in replaced_by.',
  fr: "Le paiement qui le remplace est encore en cours de création. Répétez la requête avec sa X-Idempotency-Key pour l'attendre. Si elle n'en avait pas, il n'y a rien à répéter : il est créé de toute façon, et replaced_by du paiement le nomme.",
};

/**
 * Makes a payment again that came to nothing: another payment of the same amount, to the account that the payee has by
 * then. Of a debit, also what was canceled since it came to nothing.
 */
export const payAgain: Action<unknown, Hindrance, 'payment'> = {
  on: payment,
  name: 'pay_again',
  id: 'pay_payment_again',
  summary: 'Make a failed payment again',
  description:
    "Creates a payment that replaces it, processed at the next cut-off and paid to the payee's primary account. For a debit of the employer, payments that were canceled because it failed are made again too. Returns the failed payment; its `replaced_by` is the new one.",
  facts: async ({ record, origin, services }) => {
    const { destination, business_entity_id } = record;
    if (destination !== 'payroll_float')
      return { isAgreed: true, isErased: await isOfErased(record, services, origin.tenant) };
    const debited = await debitedAccounts([business_entity_id], services, origin.tenant);
    return { isAgreed: debited.get(business_entity_id)?.isSigned === true, isErased: false };
  },
  refuse: ({ record, facts }) => {
    if (record.is_replaced) return isMadeAgain(record);
    if (record.status === 'failed') {
      if (facts.isErased) return ERASED;
      return facts.isAgreed ? undefined : NOT_AGREED;
    }
    return {
      en: `The payment is ${record.status}; only a failed payment can be made again.`,
      fr: `Le paiement est « ${record.status} »; seul un paiement échoué peut être refait.`,
    };
  },
  events: ({ record, origin }) => {
    const { payroll_id, id } = record;
    const replaced_by_id = derivedId(payment.prefix, Date.parse(origin.occurred_at), `${id}/again`);
    return [paymentReissued({ payroll_id, replaced_by_id })];
  },
  follows: { managers: ['payments'], within_ms: 10_000, rest: STILL_MAKING, progress: () => ({ is: 'done' }) },
};

const scripted = z.strictObject({
  outcome: z.enum(SIMULATED_OUTCOMES).meta({ description: 'The outcome' }),
  reason: z
    .enum(FAILURE_REASONS)
    .optional()
    .meta({ description: 'Why it is returned; default insufficient_funds', examples: ['account_closed'] }),
  is_immediate: z
    .boolean()
    .optional()
    .meta({
      description: "true (default): at once, as soon as it is funded. false: on the payment's own days",
      examples: [true],
    }),
});
type Scripted = z.infer<typeof scripted>;

const NO_REASON: Issue = {
  path: 'reason',
  text: { en: 'belongs to the outcome returned', fr: 'appartient au résultat returned' },
};

/** Says what comes of a simulated payment: for trying out what happens when money does not arrive. */
const simulatePayment = action({
  on: payment,
  name: 'simulate',
  summary: 'Set the outcome of a simulated payment',
  description:
    'Only for payments whose rail is `simulated`, which move no money. A pending payment is submitted as soon as it is funded, and has this outcome; the answer does not wait for it: the payment and its payroll show it a moment later. One that has arrived can still be returned.',
  body: scripted,
  examples: {
    example: { summary: 'The account has been closed', value: { outcome: 'returned', reason: 'account_closed' } },
  },
  problems: [400, 404, 409, 422],
  validate: ({ body }: Acting<Scripted, undefined, 'payment'>) =>
    body.outcome === 'settled' && body.reason !== undefined ? [NO_REASON] : [],
  refuse: ({ record, body }: Acting<Scripted, undefined, 'payment'>) => {
    if (record.rail !== 'simulated')
      return {
        en: 'The payment goes to a bank; only simulated payments take an outcome.',
        fr: "Le paiement va à une banque; seul le résultat d'un paiement simulé peut être fixé.",
      };
    const isReturnedLater = record.status === 'paid' && body.outcome === 'returned';
    if (record.status === 'pending' || record.status === 'processing' || isReturnedLater) return undefined;
    return {
      en: `The payment is ${record.status}; nothing more comes of it.`,
      fr: `Le paiement est « ${record.status} »; il n'aura pas d'autre résultat.`,
    };
  },
  events: ({ record, body, context }: Acting<Scripted, undefined, 'payment'>) => {
    const { payroll_id } = record;
    const { outcome, is_immediate = true } = body;
    const reason: FailureReason | null = outcome === 'returned' ? (body.reason ?? 'insufficient_funds') : null;
    if (record.status === 'paid')
      return [paymentFailed({ payroll_id, reason: reason ?? 'other', return_code: null, returned_on: context.today })];
    return [paymentOutcomeScripted({ payroll_id, outcome, reason, is_immediate })];
  },
});

export const paymentOperations = [holdPayment, releasePayment, action(payAgain), simulatePayment];
