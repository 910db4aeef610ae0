import { z } from 'zod';
import {
  decimalTextSchema,
  keptDateSchema,
  keptInstantSchema,
  sentenceSchema,
} from '../../kernel/definition/schemas.ts';
import { defineEvent, version1 } from '../../kernel/events/define.ts';

/** What happens to a payroll beyond being created, changed and deleted. */

const pay_schedule_id = z.string().nullable().meta({ description: 'The pay schedule that it belongs to' });

export const payrollRescheduled = defineEvent({
  type: 'PayrollRescheduled',
  version: 1,
  says: "A draft payroll's period moved with its schedule's calendar: the members that differ.",
  data: z
    .strictObject({
      period_number: z.int(),
      period_label: z.string(),
      period_start: keptDateSchema,
      period_end: keptDateSchema,
      pay_date: keptDateSchema,
      original_pay_date: keptDateSchema.nullable(),
      debit_date: keptDateSchema,
      approval_due_at: keptInstantSchema,
      regular_periods_count: z.int(),
      is_impacted_by_weekend_or_holiday: z.boolean(),
      is_off_calendar: z.boolean(),
    })
    .partial(),
});

export const payrollLeftCalendar = defineEvent({
  type: 'PayrollLeftCalendar',
  version: 1,
  says: "The schedule's calendar no longer has the period of a draft payroll; the draft stays, because it has entries of a caller.",
  data: z.strictObject({ is_off_calendar: z.boolean() }),
});

const memberSchema = z.strictObject({
  id: z.string().meta({ description: 'The pay stub' }),
  work_assignment_id: z.string().meta({ description: 'The work assignment that it belongs to' }),
});

// Membership is read off the stream itself; thousands of ids do not belong in a row.
export const payrollStubsAdded = defineEvent({
  type: 'PayrollStubsAdded',
  version: 1,
  says: 'Pay stubs were added to the list of a draft payroll.',
  data: z.strictObject({ stubs: z.array(memberSchema) }),
  touches: 'nothing',
});

export const payrollStubsRemoved = defineEvent({
  type: 'PayrollStubsRemoved',
  version: 2,
  says: 'Pay stubs were removed from the list of a draft payroll.',
  data: z.strictObject({
    stubs: z.array(
      memberSchema.extend({
        work_assignment_id: z.string().nullable().meta({ description: 'Whose it was; null where it was not told' }),
      }),
    ),
  }),
  // Two lists that belonged together by their places, the second of them missing at first.
  earlier: version1(
    z.object({ ids: z.array(z.string()), work_assignment_ids: z.array(z.string()).optional() }),
    ({ ids, work_assignment_ids }) => ({
      stubs: ids.map((id, at) => ({ id, work_assignment_id: work_assignment_ids?.[at] ?? null })),
    }),
  ),
  touches: 'nothing',
});

export const payrollApprovalStarted = defineEvent({
  type: 'PayrollApprovalStarted',
  version: 1,
  says: 'A caller approved a draft payroll: it admits no further pay stub until the approval has ended.',
  data: z.strictObject({ pay_schedule_id }),
});

const closedStubs = z
  .array(
    z.strictObject({
      id: z.string().meta({ description: 'The pay stub' }),
      revision: z.string().meta({ description: 'Of its closing, in its own stream' }),
    }),
  )
  .meta({ description: 'Pay stubs that were closed' });

export const payrollStubsRecorded = defineEvent({
  type: 'PayrollStubsRecorded',
  version: 1,
  says: 'Pay stubs that an approval closed, when they are too many for the event of the approval.',
  data: z.strictObject({ stubs: closedStubs }),
  touches: 'nothing',
});

const remunerationSchema = z.record(
  z.string(),
  z.strictObject({ all: decimalTextSchema, periodic: decimalTextSchema }),
);

export const payrollApproved = defineEvent({
  type: 'PayrollApproved',
  version: 2,
  says: 'A payroll was approved: each of its pay stubs is closed.',
  data: z.strictObject({
    pay_schedule_id,
    approved_at: keptDateSchema.meta({ description: 'Day of the approval' }),
    asked_at: keptInstantSchema
      .optional()
      .meta({ description: 'When the caller approved it; earlier approvals did not tell' }),
    stub_count: z.int().nullable().meta({ description: 'How many pay stubs were closed; null where it was not told' }),
    stubs: closedStubs,
    remuneration: remunerationSchema.meta({
      description: "What it adds to the year's remuneration, by province: forecasts go by it",
    }),
  }),
  // At first an approval said neither how many stubs it closed nor their sums.
  earlier: version1(
    z.object({
      pay_schedule_id,
      approved_at: keptDateSchema,
      stub_count: z.int().optional(),
      stubs: closedStubs,
      remuneration: remunerationSchema.optional(),
    }),
    ({ stub_count, remuneration, ...data }) => ({
      ...data,
      stub_count: stub_count ?? null,
      remuneration: remuneration ?? {},
    }),
  ),
});

export const payrollPaid = defineEvent({
  type: 'PayrollPaid',
  version: 1,
  says: 'A payroll is paid: all its payments arrived, or no money moves for it.',
  data: z.strictObject({ pay_schedule_id }),
});

const approval_id = z.string().meta({ description: 'The approval, by its event' });

const remittedShape = {
  remittance_account_id: z.string().meta({ description: 'The account' }),
  destination: z.string().meta({ description: 'Whom it pays' }),
  amount: decimalTextSchema.meta({ description: 'Dollars' }),
  due_on: keptDateSchema.nullable().meta({ description: 'Day on which it is due; null where nothing says one' }),
};
const is_moved = z.boolean().meta({ description: 'Whether a weekend or a holiday moved that day' });
const is_manual = z.boolean().meta({ description: 'Whether the employer remits it by itself' });
const plannedShape = {
  approval_id,
  rail: z.string().meta({ description: 'Over what its payments go' }),
  planned_at: keptInstantSchema.meta({ description: 'The time that their days follow from' }),
};
const REMITTED = { description: 'What is remitted, by account' };

export const payrollPaymentsPlanned = defineEvent({
  type: 'PayrollPaymentsPlanned',
  version: 3,
  says: 'The remittances and the rail of an approved payroll are decided; its payments are being made.',
  data: z.strictObject({
    ...plannedShape,
    remittances: z.array(z.strictObject({ ...remittedShape, is_moved, is_manual })).meta(REMITTED),
  }),
  // At first no employer could remit by itself; later ones of version 1 say whether it does.
  earlier: version1(
    z.strictObject({
      ...plannedShape,
      remittances: z.array(z.strictObject({ ...remittedShape, is_manual: is_manual.optional() })).meta(REMITTED),
    }),
    ({ remittances, ...planned }) => ({
      ...planned,
      remittances: remittances.map(({ is_manual = false, ...one }) => ({ ...one, is_manual })),
    }),
    // Version 2 did not say whether the day was moved, and payments were made as though it was not.
  ).next(
    z.strictObject({
      ...plannedShape,
      remittances: z.array(z.strictObject({ ...remittedShape, is_manual })).meta(REMITTED),
    }),
    ({ remittances, ...planned }) => ({
      ...planned,
      remittances: remittances.map((one) => ({ ...one, is_moved: false })),
    }),
  ),
});

export const payrollPaymentsMade = defineEvent({
  type: 'PayrollPaymentsMade',
  version: 1,
  says: 'All payments of an approved payroll were made.',
  data: z.strictObject({
    approval_id,
    payment_count: z.int().meta({ description: 'How many' }),
    funding: decimalTextSchema.meta({ description: 'Dollars that the employer is debited' }),
  }),
});

export const payrollProcessing = defineEvent({
  type: 'PayrollProcessing',
  version: 1,
  says: 'The first payments of a payroll are about to be submitted: its approval cannot be undone any more.',
  data: z.strictObject({ approval_id }),
});

export const payrollPartiallyPaid = defineEvent({
  type: 'PayrollPartiallyPaid',
  version: 1,
  says: 'Some payments of a payroll arrived and others did not, or one failed or was canceled.',
  data: z.strictObject({ approval_id }),
});

export const payrollApprovalAbandoned = defineEvent({
  type: 'PayrollApprovalAbandoned',
  version: 1,
  says: 'An approval was abandoned, because a pay stub could not be closed; the pay stubs that it closed are reopened.',
  data: z.strictObject({
    pay_schedule_id,
    approval_id: z
      .string()
      .optional()
      .meta({ description: 'The approval, by the event that started it; earlier ones did not tell' }),
    reason: sentenceSchema.meta({ description: 'Why, for the caller' }),
  }),
});

export const payrollStubsReopened = defineEvent({
  type: 'PayrollStubsReopened',
  version: 1,
  says: 'The pay stubs of an approval that was abandoned or undone are open again: the payroll is an ordinary draft.',
  data: z.strictObject({ pay_schedule_id }),
});

export const payrollUnapprovalStarted = defineEvent({
  type: 'PayrollUnapprovalStarted',
  version: 1,
  says: 'A caller asked to unapprove a payroll.',
  data: z.strictObject({ pay_schedule_id }),
});

const unapproval_id = z.string().meta({ description: 'The taking back, by the event that started it' });

export const payrollUnapprovalAbandoned = defineEvent({
  type: 'PayrollUnapprovalAbandoned',
  version: 1,
  says: 'A payroll was not unapproved, because something prevents it: it stays approved.',
  data: z.strictObject({
    pay_schedule_id,
    unapproval_id,
    reason: sentenceSchema.meta({ description: 'Why, for the caller' }),
  }),
});

export const payrollUnapproved = defineEvent({
  type: 'PayrollUnapproved',
  version: 1,
  says: 'A payroll was unapproved: its journal entries are reversed and its pay stubs reopened.',
  data: z.strictObject({
    pay_schedule_id,
    unapproval_id,
    approval_id: z.string().meta({ description: 'The approval that is taken back, by the event that started it' }),
    approval_due_at: keptInstantSchema.meta({ description: 'Deadline for its approval' }),
  }),
});

export const payrollConverted = defineEvent({
  type: 'PayrollConverted',
  version: 1,
  says: 'A payroll that was paid in preview became historical, because its employer left preview.',
  data: z.strictObject({ pay_schedule_id }),
});
