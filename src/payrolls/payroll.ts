import { z } from 'zod';
import { leftInBooks } from '../accounting/left-in-books.ts';
import type { Field, StateOfFields } from '../kernel/definition/fields.ts';
import {
  about,
  choice,
  date,
  derived,
  hidden,
  integer,
  kept,
  loaded,
  reference,
  text,
} from '../kernel/definition/fields.ts';
import { onDate, oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf } from '../kernel/definition/resource.ts';
import { decimalTextSchema, keptDateSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { embeddedList } from '../kernel/definition/show.ts';
import type { EventData } from '../kernel/events/define.ts';
import { type Approval, approvalSchema } from '../pay-records/approval.ts';
import { failedPayments } from '../pay-records/failed-payments.ts';
import { warningsSchema } from '../pay-records/warnings.ts';
import { type Json, type JsonObject, objectOf, textOf } from '../values/json.ts';
import { blockersShown, inSentence } from './blockers.ts';
import { byHandLimit, payrollRules } from './by-hand.ts';
import { shownAmounts } from './decimals.ts';
import { isGenerated } from './events/list.ts';
import {
  payrollApprovalAbandoned,
  payrollApprovalStarted,
  payrollApproved,
  payrollConverted,
  payrollLeftCalendar,
  payrollPaid,
  payrollPartiallyPaid,
  payrollPaymentsMade,
  payrollPaymentsPlanned,
  payrollProcessing,
  payrollRescheduled,
  payrollStubsAdded,
  payrollStubsRecorded,
  payrollStubsRemoved,
  payrollStubsReopened,
  payrollUnapprovalAbandoned,
  payrollUnapprovalStarted,
  payrollUnapproved,
} from './events/payroll.ts';
import { cashRequirements } from './facts/cash-requirement.ts';
import { payrollSums } from './facts/payroll-sums.ts';
import { IN_PROGRESS, inProgress } from './in-progress.ts';
import { firstDrafts, isBlockedByDraft } from './order-of-approval.ts';
import { payrollAfter } from './payroll-states.ts';
import { shownWarnings } from './shown-warnings.ts';
import { staleness } from './staleness.ts';

export const PAYROLL_TYPES = ['regular', 'off_cycle', 'historical', 'correction'] as const;
export const PAYROLL_STATUSES = ['draft', 'approved', 'processing', 'paid', 'partially_paid'] as const;

const amount = z.number().nullable();
const SUMS: Readonly<Record<string, string>> = {
  gross: 'Gross pay',
  subtractions: 'Subtractions: deductions, benefits and withholdings',
  reimbursements: 'Reimbursed expenses',
  net: 'Net pay',
  taxes_and_contributions: "The employer's taxes and contributions",
  benefits: "The employer's share of benefits",
  total: 'Total of both',
};
const sumOf = (member: string) => amount.meta({ description: SUMS[member] });
const sums = (name: string, members: readonly string[]) =>
  derived(z.object(Object.fromEntries(members.map((member) => [member, sumOf(member)]))), (_, view) => {
    const found = objectOf(view.extras[name]);
    return Object.fromEntries(members.map((member) => [member, shownAmounts(found[member])]));
  });
/** A member that a body may leave out, and every record has all the same: it is filled in then. */
const filledIn = <T extends Json, S extends 'self' | 'id' | 'none'>(
  field: Field<T, S>,
  on?: 'create' | 'update',
): Field<T, S> => ({ ...field, ...(field.write ? { write: { ...field.write, required: false, on } } : {}) });

/**
 * The payments of a payroll: of which approval, what funds them once all of them are there, and when what is remitted
 * was found to be due, by account.
 */
const paymentRunSchema = z.strictObject({
  approval_id: z.string(),
  rail: z.string(),
  funding: decimalTextSchema.nullable(),
  due: z.record(z.string(), keptDateSchema.nullable()),
});
export type PaymentRun = z.infer<typeof paymentRunSchema>;

const readOnly = { readOnly: true } as const;
const always = { readOnly: true, required: true } as const;

const fields = {
  business_entity: about('The employer', reference('business_entity', always)),
  pay_schedule: about(
    'The pay schedule that it belongs to',
    reference('pay_schedule', { required: true, on: 'create' }),
  ),
  type: about(
    '`regular` payrolls are generated from schedules. You create the others, and all payrolls of custom schedules',
    choice(PAYROLL_TYPES, { on: 'create', column: true, initial: 'regular' }),
    'off_cycle',
  ),
  period_number: about('Number of the period in the year', integer({ ...always, min: 1, max: 366 }), 1),
  period_label: about('That number as displayed; with a letter on off-cycle payrolls', text(always), '1'),
  period_start: about(
    'First day of the pay period; an off-cycle payroll has that of its source payroll',
    filledIn(date({ required: true, column: true }), 'create'),
    '2025-12-21',
  ),
  period_end: about(
    'Last day of the pay period; an off-cycle payroll has that of its source payroll',
    filledIn(date({ required: true, column: true }), 'create'),
    '2026-01-03',
  ),
  pay_date: about(
    'Day on which payees are paid. It decides the tax year. For a custom schedule it follows from `original_pay_date`',
    filledIn(date({ required: true, column: true })),
    '2026-01-09',
  ),
  original_pay_date: about(
    'The pay date before it was moved because of a weekend or holiday; null for off-cycle, historical and correction payrolls of schedules with a calendar',
    date({ on: 'create', nullable: true }),
    '2026-01-09',
  ),
  debit_date: about("Day on which the employer's account is debited", date(always), '2026-01-06'),
  approval_due_at: about('Deadline for its approval', text(always), '2026-01-06T21:30:00.000000Z'),
  regular_periods_count: about('Pay periods in its tax year', integer({ ...always, min: 1, max: 366 }), 26),
  is_impacted_by_weekend_or_holiday: about('Whether one of its dates was moved', kept<boolean>(z.boolean()), false),
  is_blocked_by_draft: about(
    'Whether an earlier payroll of the schedule must be approved first',
    loaded('is_blocked_by_draft', z.boolean(), false),
    false,
  ),
  note: about('Your own note', text({ nullable: true, max: 10_240 }), 'First pay of the year'),
  employee_summary: about(
    'Totals of employees',
    sums('employee_summary', ['gross', 'subtractions', 'reimbursements', 'net']),
  ),
  contractor_summary: about('Totals of contractors', sums('contractor_summary', ['gross', 'reimbursements', 'net'])),
  company_summary: about(
    'Further cost to the employer',
    sums('company_summary', ['taxes_and_contributions', 'benefits', 'total']),
  ),
  liability: about(
    'Total liability',
    derived(amount, (_, view) => shownAmounts(view.extras.liability)),
  ),
  cash_requirement: about(
    'The amount debited from the employer: net pay and remittances, without those that it pays outside the service',
    derived(amount, (_, view) => shownAmounts(view.extras.cash_requirement)),
  ),
  status: about('Status', choice(PAYROLL_STATUSES, { ...readOnly, column: true, initial: 'draft' }), 'draft'),
  in_progress: about(
    'What is still being carried out: its `approval` or `unapproval`, until pay stubs, journal entries and payments are as that leaves them; null when nothing is',
    loaded('in_progress', z.enum(IN_PROGRESS).nullable(), null),
  ),
  approved_at: about('Day of its approval', date({ ...readOnly, nullable: true })),
  is_stale: about(
    'Whether it is still being recalculated after changes',
    loaded('is_stale', z.boolean(), false),
    false,
  ),
  stale_since: about('Since when it is stale', loaded('stale_since', z.string().nullable(), null)),
  source_payroll: about(
    'Off-cycle: the regular payroll whose period it shares. Correction: the payroll that it corrects',
    reference('payroll', { on: 'create', nullable: true }),
  ),
  custom_pay_frequency: hidden(
    about(
      'Custom schedules: the pay frequency used to calculate tax, unless the schedule has custom_pay_periods_per_year',
      choice(['weekly', 'bi-weekly', 'semi-monthly', 'monthly'], { on: 'create', nullable: true }),
      'weekly',
    ),
  ),
  approval: hidden(kept<Approval | null>(approvalSchema.nullable())),
  is_off_calendar: hidden(kept<boolean>(z.boolean())),
  /** The approval that counts, by the event that it ended with. */
  approved_event_id: hidden(kept<string | null>(z.string().nullable())),
  payments: hidden(kept<PaymentRun | null>(paymentRunSchema.nullable())),
  warnings: about(
    'Warnings to review before approval. Afterwards `debit_failed` and `payment_failed`, until such payments are made again, and `bank_account_pad_not_signed` while a debit that the bank does not have yet lacks an agreement',
    derived(warningsSchema, (_, view) =>
      embeddedList(shownWarnings(view.extras.warnings, view.locale).map((data) => ({ object: 'warning', data }))),
    ),
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'run-1'),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    payroll: StateOfFields<typeof fields> &
      Partial<Pick<EventData<typeof payrollApproved>, 'remuneration'>> & {
        abandoned?: EventData<typeof payrollApprovalAbandoned> | null;
        /** The journal entry of the approval that counts; null where its event does not say when it was. */
        entry_id?: string | null;
        /** The approval that closed its stubs, by the event that started it. */
        approved_by?: string | null;
        /** Paid right when it was approved: no money moves for it. */
        moves_no_money?: boolean;
        /** It was paid in preview as another type. */
        is_converted?: boolean;
        /** The same of approvals that were undone, in their order. */
        undone_entry_ids?: (string | null)[];
        /** Being taken back to draft. */
        unapproval?: Approval | null;
        /** Why it was not. */
        not_unapproved?: EventData<typeof payrollUnapprovalAbandoned> | null;
      };
  }
}

/** One run of a pay schedule: groups pay stubs, is approved, and leads to payments. */
export const payroll = defineResource({
  object: 'payroll',
  plural: 'payrolls',
  prefix: 'payrl',
  path: '/payrolls',
  context: 'payrolls',
  scope: 'company',
  purpose: 'One run of a pay schedule that groups pay stubs, is approved, and produces payments.',
  fields,
  filters: {
    business_entity_id: sameText('business_entity_id'),
    pay_schedule_id: sameText('pay_schedule_id'),
    type: oneOfValues('type', PAYROLL_TYPES),
    status: oneOfValues('status', PAYROLL_STATUSES),
    pay_date: onDate('pay_date'),
    period_start: onDate('period_start'),
    period_end: onDate('period_end'),
    external_ref: sameText('external_ref'),
  },
  indexes: [
    ['pay_schedule_id', 'pay_date', 'id'],
    // Drafts are few, and what was paid grows with the years. With the id it gives the first draft in its order:
    // without, it looks dearer to PostgreSQL than the one above, where all that was paid comes first.
    ['pay_schedule_id', 'status', 'pay_date', 'id'],
    ['business_entity_id', 'status', 'pay_date'],
    ['business_entity_id', 'pay_date'],
    ['scope_id', 'status'],
  ],
  order: [
    { column: 'pay_date', direction: 'asc' },
    { column: 'id', direction: 'asc' },
  ],
  columns: { is_generated: { type: 'boolean', of: (state: RecordOf<'payroll'>) => isGenerated(state) } },
  follows: ['population'],
  examples: {
    create: ['pay_schedule_id', 'type', 'source_payroll_id', 'pay_date'],
    update: ['note'],
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  limits: [byHandLimit],
  rules: payrollRules,
  extras: (rows: readonly RecordOf<'payroll'>[], services, tenant) => loadExtras(rows, services, tenant),
  events: [
    payrollRescheduled,
    payrollLeftCalendar,
    payrollStubsAdded,
    payrollStubsRemoved,
    payrollStubsRecorded,
    payrollApprovalStarted,
    payrollApprovalAbandoned,
    payrollStubsReopened,
    payrollApproved,
    payrollPaid,
    payrollUnapprovalStarted,
    payrollUnapprovalAbandoned,
    payrollUnapproved,
    payrollConverted,
    payrollPaymentsPlanned,
    payrollPaymentsMade,
    payrollProcessing,
    payrollPartiallyPaid,
  ],
  evolve: (state: RecordOf<'payroll'> | undefined, event) => state && payrollAfter(state, event),
});

/**
 * The warning of a draft whose period the schedule's calendar no longer has, and which stays because it holds what a
 * caller entered: a generated one, or an off-cycle one whose source is gone. It is approved, or emptied or deleted by a
 * caller.
 */
const OFF_CALENDAR = 'outside_calendar_with_entries';
const EXPORTED_NOT_REVERSED = 'exported_entries_not_reversed';

/** The draft off-cycle payrolls whose source is gone, and their period with it. */
const leftBySource = async (
  rows: readonly RecordOf<'payroll'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  const drafts = rows.filter(({ type, status }) => type === 'off_cycle' && status === 'draft');
  const sources = drafts.flatMap(({ source_payroll_id }) => source_payroll_id ?? []);
  const there = sources.length === 0 ? new Set() : await read.existing('payroll', tenant, 'id', sources);
  return new Set(drafts.filter(({ source_payroll_id }) => !there.has(source_payroll_id)).map(({ id }) => id));
};

const loadExtras = async (
  rows: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const schedules = [...new Set(rows.map(({ pay_schedule_id }) => textOf(pay_schedule_id)))];
  const sums = payrollSums(rows, services, tenant);
  const [{ totals }, debited, first, blockers, left, progress, inBooks, failed] = await Promise.all([
    sums,
    sums.then((known) => cashRequirements(rows, known, services, tenant)),
    firstDrafts(schedules, services, tenant),
    blockersShown(rows, services, tenant, sums),
    leftBySource(rows, services, tenant),
    inProgress(rows, services, tenant),
    leftInBooks(
      rows.flatMap(({ undone_entry_ids = [] }) => undone_entry_ids.filter((id) => id !== null)),
      services,
      tenant,
    ),
    failedPayments(rows, services, tenant),
  ]);
  const warning = (type: string) => ({ type, namespace: 'payroll' });
  return new Map(
    rows.map((row) => {
      const { summaries, liability } = totals.get(row.id)!;
      const extras: JsonObject = {
        ...staleness(row.status === 'draft', row, services),
        ...summaries,
        liability,
        cash_requirement: debited.get(row.id) ?? null,
        is_blocked_by_draft: isBlockedByDraft(row, first),
        in_progress: progress.get(row.id) ?? null,
        warnings: [
          ...((row.is_off_calendar && row.status === 'draft') || left.has(row.id) ? [warning(OFF_CALENDAR)] : []),
          ...(inBooks.has(row.id) ? [warning(EXPORTED_NOT_REVERSED)] : []),
          ...(blockers.get(row.id) ?? []).map((found) => ({
            type: found.type,
            namespace: found.namespace ?? 'payroll',
            message: inSentence(found.text),
          })),
          ...(failed.get(row.id) ?? []).map(warning),
        ],
      };
      return [row.id, extras];
    }),
  );
};
