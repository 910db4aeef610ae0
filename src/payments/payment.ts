import { z } from 'zod';
import { paymentSubmitted } from '../banking/events.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, choice, date, derived, flag, kept, money, reference } from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { eventsOf } from '../kernel/definition/record-events.ts';
import {
  type DomainEvent,
  defineResource,
  type Filter,
  type RecordOf,
  type State,
} from '../kernel/definition/resource.ts';
import { queryFlag } from '../kernel/definition/schemas.ts';
import type { EventData } from '../kernel/events/define.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { failedOfPayrolls } from '../pay-records/failed-payments.ts';
import { equal } from '../values/condition.ts';
import { objectOf } from '../values/json.ts';
import {
  paymentCanceled,
  paymentFailed,
  paymentFileAbandoned,
  paymentFileDecided,
  paymentFiled,
  paymentFileSetAside,
  paymentFileTakenUp,
  paymentFileWritten,
  paymentHeld,
  paymentOriginatorUsed,
  paymentOutcomeScripted,
  paymentOverdue,
  paymentPayeeForgotten,
  paymentPayeeKnown,
  paymentReissued,
  paymentReleased,
  paymentSettled,
  paymentUnfiled,
  type Share,
  shareSchema,
} from './events.ts';
import { RAILS } from './rails.ts';
import { FAILURE_REASONS, type FailureReason, REASON_TEXTS } from './reasons.ts';

export const DESTINATIONS = ['bill_pay', 'cra', 'employee', 'internal', 'no_op', 'payroll_float', 'rq'] as const;
const METHODS = ['direct_deposit', 'manual', 'pad', 'wire'] as const;
const PAYMENT_STATUSES = ['canceled', 'failed', 'overdue', 'paid', 'pending', 'processing'] as const;

const readOnly = { readOnly: true } as const;
const always = { readOnly: true, required: true } as const;
const isHeld: Filter = {
  schema: queryFlag(),
  describe: 'true for payments on hold, false for the others',
  where: (value: boolean) => equal('is_held', value),
};

const fields = {
  payroll: about('The payroll that it belongs to', reference('payroll', always)),
  business_entity: { ...reference('business_entity', { ...always, expandable: false }), hidden: true },
  remittance_account: about(
    'The remittance account that is paid; null for all other payments',
    reference('remittance_account', { ...readOnly, nullable: true }),
  ),
  pay_stub: about(
    'The pay stub whose net pay, or part of it, it pays; null for all other payments',
    reference('pay_stub', { ...readOnly, nullable: true }),
  ),
  bank_account: about(
    'The bank account that is debited or paid; null where none is needed, and until it is submitted where the primary one of its owner will be',
    // Nobody asks by it: without a column each of many payments is written sooner.
    { ...reference('bank_account', { ...readOnly, nullable: true, expandable: false }), column: undefined },
  ),
  destination: about(
    '`payroll_float` is the debit of the employer, which funds the others; `employee` pays an employee or a contractor; `cra` and `rq` remit to the tax agencies, `bill_pay` to others. A debit or remittance of more than 99,999,999.99 is several payments',
    choice(DESTINATIONS, { ...always, column: true }),
    'employee',
  ),
  method: about(
    '`pad` debits the employer; `direct_deposit` pays into an account; `manual` payments are made by the employer outside the service, so they are not funded',
    choice(METHODS, { ...always, column: true }),
    'direct_deposit',
  ),
  amount: about('Dollars', money('amount', { ...always, column: true, min: '0' }), 1480.33),
  status: about('Status', choice(PAYMENT_STATUSES, { ...readOnly, column: true, initial: 'pending' }), 'pending'),
  process_at: about(
    'Day on which it is submitted to the banking network, at 16:30 Toronto time',
    date({ ...always, column: true }),
    '2026-01-06',
  ),
  expected_at: about('Day on which the money should arrive', date({ ...always, column: true }), '2026-01-09'),
  is_impacted_by_weekend_or_holiday: about(
    'Whether one of its days was moved because of a weekend or holiday',
    kept<boolean>(z.boolean()),
    false,
  ),
  is_held: about('Whether it is on hold', flag({ ...readOnly, column: true }), false),
  held_at: about('Since when it is on hold', kept<string | null>(z.string().meta({ format: 'date-time' }).nullable())),
  rail: about(
    'Payment rail: `simulated` moves no money, `cpa_005` is a file for a bank',
    choice(RAILS, { ...always }),
    'simulated',
  ),
  failure_reason: about(
    'Why it failed; null unless it failed',
    kept<FailureReason | null>(z.enum(FAILURE_REASONS).nullable()),
  ),
  failure_reason_translated: about(
    'That reason in the language of the request',
    derived(z.string().nullable(), (state, view) => {
      const reason = FAILURE_REASONS.find((one) => one === state.failure_reason);
      return reason ? REASON_TEXTS[reason][view.locale] : null;
    }),
  ),
  return_code: about("The bank's code for that reason, where it gave one", kept<string | null>(z.string().nullable())),
  replaces: about(
    'The failed payment that this one replaces',
    reference('payment', { ...readOnly, nullable: true, expandable: false }),
  ),
  replaced_by: about(
    'The payment that replaces this one',
    reference('payment', { ...readOnly, nullable: true, expandable: false }),
  ),
  /** What it is called in files for a bank. */
  cross_reference: { ...kept<string>(z.string(), { column: 'text' }), hidden: true },
  /** The approval of the payroll, by its event. */
  approval_id: { ...kept<string>(z.string(), { column: 'text' }), hidden: true },
  /** Of the first payment of a divided net pay: how it was divided. */
  shares: { ...kept<Share[] | null>(z.array(shareSchema).nullable()), hidden: true },
  file_number: { ...kept<number | null>(z.int().nullable(), { column: 'integer' }), hidden: true },
  /** The originator of that file; null also where it is not known. */
  file_originator_id: { ...kept<string | null>(z.string().nullable()), hidden: true },
  is_replaced: { ...kept<boolean>(z.boolean(), { column: 'boolean' }), hidden: true },
};

/** What is to come of a simulated payment. */
export type Script = Pick<EventData<typeof paymentOutcomeScripted>, 'outcome' | 'reason' | 'is_immediate'>;

declare module '../kernel/definition/resource.ts' {
  interface Records {
    payment: StateOfFields<typeof fields> & {
      script?: Script;
      /** Of a remittance that was submitted: the account of its payee was known. */
      is_remitted_by_file?: boolean;
      /** Of a payment that was canceled. */
      canceled_for?: EventData<typeof paymentCanceled>['reason'];
    };
  }
}

/** A movement of money that belongs to an approved payroll. Made by the service alone. */
export const payment = defineResource({
  object: 'payment',
  plural: 'payments',
  prefix: 'pmt',
  path: '/payments',
  context: 'payments',
  scope: 'company',
  purpose: 'One scheduled movement of money of an approved payroll.',
  fields,
  columns: {
    // Whether it goes into a file for a bank, when it is submitted.
    is_filed: { type: 'boolean', of: isFiled },
    // Whether what is to come of it was said beforehand, and does not wait for its days.
    is_immediate: { type: 'boolean', of: ({ script }) => objectOf(script).is_immediate === true },
  },
  filters: {
    business_entity_id: { ...sameText('business_entity_id', 'Of this employer'), required: true },
    payroll_id: sameText('payroll_id'),
    remittance_account_id: sameText('remittance_account_id'),
    pay_stub_id: sameText('pay_stub_id'),
    status: oneOfValues('status', PAYMENT_STATUSES),
    destination: oneOfValues('destination', DESTINATIONS),
    method: oneOfValues('method', METHODS),
    is_held: isHeld,
  },
  indexes: [
    ['payroll_id', 'status', 'id'],
    // The debit among the payments to thousands of people. Without the id, which would be most of its size.
    ['payroll_id', 'destination'],
    ['is_filed', 'status', 'id'],
    ['cross_reference'],
  ],
  absent: {
    create: {
      en: 'Payments come from the approval of a payroll.',
      fr: "Les paiements viennent de l'approbation d'une paie.",
    },
    update: {
      en: 'A payment cannot be changed; put it on hold, or release it.',
      fr: 'Un paiement ne peut être modifié; retenez-le, ou libérez-le.',
    },
    delete: {
      en: 'A payment stays on record; unapprove its payroll while nothing has been submitted.',
      fr: "Un paiement reste consigné; annulez l'approbation de sa paie tant que rien n'a été soumis.",
    },
  },
  operations: ['list', 'retrieve'],
  sums: [failedOfPayrolls],
  counted: ['business_entity_id', 'destination', 'method', 'status', 'is_held'],
  events: [
    paymentHeld,
    paymentReleased,
    paymentOverdue,
    paymentSubmitted,
    paymentFiled,
    paymentUnfiled,
    paymentSettled,
    paymentFailed,
    paymentCanceled,
    paymentReissued,
    paymentOutcomeScripted,
    paymentOriginatorUsed,
    paymentFileDecided,
    paymentFileWritten,
    paymentFileSetAside,
    paymentFileTakenUp,
    paymentFileAbandoned,
    paymentPayeeKnown,
    paymentPayeeForgotten,
  ],
  evolve: (state: RecordOf<'payment'> | undefined, event) => state && evolve(state, event),
});

/** Whether a payment goes through the bank: those that the employer makes by itself do not. */
export const isBanked = (state: State): boolean => state.rail === 'cpa_005' && state.method !== 'manual';

/** Whether it is remitted to an agency or another payee. */
export const isRemittance = (state: State): boolean => typeof state.remittance_account_id === 'string';

/**
 * Whether a payment goes into files for the bank: of remittances those whose payee's account was known at the
 * submission.
 */
export function isFiled(state: State): boolean {
  return isBanked(state) && (!isRemittance(state) || state.is_remitted_by_file === true);
}

/**
 * Whether a payment is in a file. Originators have numbers of their own; where it is not known of which one the
 * payment's file is, the number decides.
 */
export const isInFile = (
  { file_number, file_originator_id }: Pick<RecordOf<'payment'>, 'file_number' | 'file_originator_id'>,
  file: { file_number: number; originator: { id: string } },
): boolean =>
  file_number === file.file_number && (file_originator_id === null || file_originator_id === file.originator.id);

/** Made by the service. */
export const paymentEvents = eventsOf('payment');

const evolve = (state: RecordOf<'payment'>, event: DomainEvent): RecordOf<'payment'> => {
  const now = stamped(state, event);
  if (paymentHeld.is(event)) return { ...now, is_held: true, held_at: event.data.held_at };
  if (paymentReleased.is(event)) {
    const { process_at = state.process_at, expected_at = state.expected_at } = event.data;
    return { ...now, status: 'pending', is_held: false, held_at: null, process_at, expected_at };
  }
  if (paymentOverdue.is(event)) return { ...now, status: 'overdue' };
  if (paymentSubmitted.is(event)) {
    const { process_at, expected_at, is_remitted_by_file } = event.data;
    const byFile = is_remitted_by_file ? { is_remitted_by_file } : {};
    const bank_account_id = event.data.bank_account_id ?? state.bank_account_id;
    return { ...now, status: 'processing', process_at, expected_at, bank_account_id, ...byFile };
  }
  if (paymentFiled.is(event)) {
    const { file_number, originator_id, expected_at } = event.data;
    return { ...now, file_number, file_originator_id: originator_id, expected_at };
  }
  if (paymentUnfiled.is(event)) return { ...now, file_number: null, file_originator_id: null };
  if (paymentSettled.is(event)) return { ...now, status: 'paid' };
  if (paymentFailed.is(event)) {
    const { reason, return_code } = event.data;
    return { ...now, status: 'failed', failure_reason: reason, return_code };
  }
  if (paymentCanceled.is(event)) return { ...now, status: 'canceled', canceled_for: event.data.reason };
  if (paymentReissued.is(event)) return { ...now, replaced_by_id: event.data.replaced_by_id, is_replaced: true };
  if (paymentOutcomeScripted.is(event)) {
    const { outcome, reason, is_immediate } = event.data;
    return { ...now, script: { outcome, reason, is_immediate } };
  }
  return state;
};
