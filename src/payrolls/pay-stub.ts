import { z } from 'zod';
import { bySummary } from '../calculation/model/families.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, choice, derived, flag, hidden, kept, loaded, reference, text } from '../kernel/definition/fields.ts';
import { sameText, theseIds } from '../kernel/definition/filters.ts';
import {
  type Column,
  type DomainEvent,
  defineResource,
  type RecordOf,
  type Selection,
} from '../kernel/definition/resource.ts';
import { decimalTextSchema } from '../kernel/definition/schemas.ts';
import { embeddedList } from '../kernel/definition/show.ts';
import { stamped } from '../kernel/events/stamp.ts';
import type { Counted } from '../pay-records/same-pay.ts';
import { warningsSchema } from '../pay-records/warnings.ts';
import { takenOnce, yearToDate } from '../pay-records/year-to-date.ts';
import { equal } from '../values/condition.ts';
import { isObject, type Json, type JsonObject, merged } from '../values/json.ts';
import { shownAmounts } from './decimals.ts';
import {
  calculatedSchema,
  payStubCalculated,
  payStubClosed,
  payStubExplained,
  payStubReopened,
  payStubRescheduled,
} from './events/pay-stub.ts';
import { payrollTotal } from './facts/payroll-totals.ts';
import { shownWarnings } from './shown-warnings.ts';
import { staleness } from './staleness.ts';
import { recalculated } from './stubs/calculate.ts';
import { ofEachFamily } from './stubs/line-item-summary.ts';
import { writeStubs } from './stubs-by-hand.ts';

const dollars = (description: string) => z.number().meta({ description });
const maybe = (description: string) => z.number().nullable().meta({ description });
const period = dollars('Dollars on this pay stub');
const ytd = dollars('Dollars year to date, this pay stub included');
const periodAndYear = z.object({ period, ytd });
const employeeSummary = z.object({
  gross: maybe('Gross pay'),
  subtractions: maybe('Subtractions: deductions, benefits and withholdings'),
  reimbursements: maybe('Reimbursed expenses'),
  net: maybe('Net pay'),
  gross_ytd: dollars('Gross pay, year to date'),
  subtractions_ytd: dollars('Subtractions, year to date'),
  reimbursements_ytd: dollars('Reimbursed expenses, year to date'),
  net_ytd: dollars('Net pay, year to date'),
});
const contractorSummary = employeeSummary.omit({ subtractions: true, subtractions_ytd: true });
const companySummary = z.object({
  taxes_and_contributions: dollars("The employer's taxes and contributions"),
  benefits: dollars("The employer's share of benefits"),
  total: dollars('Total of both'),
  taxes_and_contributions_ytd: dollars("The employer's taxes and contributions, year to date"),
  benefits_ytd: dollars("The employer's share of benefits, year to date"),
  total_ytd: dollars('Total of both, year to date'),
});
const sumsOf = (what: string) => periodAndYear.meta({ description: `Totals of ${what}` });
const lineItemSummary = z.object({
  ...bySummary((kind) => sumsOf(`${kind.replaceAll('_', ' ')}s`)),
  earnings: periodAndYear
    .extend({
      period_managed: dollars('Dollars on this pay stub from pay rates and recurring items'),
      period_unmanaged: dollars('Dollars on this pay stub entered by hand'),
    })
    .meta({ description: 'Totals of earnings' }),
  benefits: sumsOf('employee and employer benefits'),
});

const stored = calculatedSchema.shape;
/** @param whole what the state has, with all that is shown */
const summary = <T extends JsonObject>(
  name: string,
  answer: z.ZodType,
  storedAs: z.ZodType<T>,
  whole = (of: Json | undefined) => of,
) => kept<T>(answer, { show: (state) => shownAmounts(whole(state[name])), storedAs });
const total = (name: string) =>
  kept<string>(z.number(), { show: (state) => shownAmounts(state[name] ?? '0'), storedAs: decimalTextSchema });

const figureOf = (summary: Json | undefined, member: string): Json =>
  (isObject(summary) ? summary[member] : undefined) ?? null;

/** A figure of a summary, as a column to be summed over the stubs of a payroll. */
const figure = (of: string, member: string): Column => ({
  type: 'numeric',
  of: (state) => figureOf(state[of], member),
});

const always = { readOnly: true, required: true } as const;

/** What a calculation keeps with it beside its fields. */
const stubMembers = calculatedSchema.pick({
  vacation_pay: true,
  amounts: true,
  bases: true,
  recurrences: true,
  taken_once: true,
  warnings: true,
  levies: true,
});

const fields = {
  payroll: about('The payroll that it belongs to', reference('payroll', { required: true, on: 'create' })),
  work_assignment: about(
    'The work assignment that it belongs to',
    reference('work_assignment', { required: true, on: 'create' }),
  ),
  employee: hidden(reference('employee', { readOnly: true, expandable: false })),
  contractor: hidden(reference('contractor', { readOnly: true, expandable: false })),
  business_entity: hidden(reference('business_entity', { ...always, expandable: false })),
  pay_schedule: hidden(reference('pay_schedule', { ...always, expandable: false })),
  pay_date: hidden(kept<string>(z.string(), { column: 'date' })),
  period_start: hidden(kept<string>(z.string())),
  period_end: hidden(kept<string>(z.string())),
  is_closed: hidden(kept<boolean>(z.boolean(), { column: 'boolean' })),
  payment_method: about(
    'How the payee is paid',
    choice(['direct_deposit', 'manual'], { initial: 'direct_deposit', on: 'update' }),
    'direct_deposit',
  ),
  has_taxes_calculated: about('Whether withholdings have been calculated', flag({ readOnly: true }), true),
  is_pending_tax_rates: about(
    'Whether it waits for tax rates that are not known yet',
    flag({ readOnly: true, column: true }),
    false,
  ),
  employee_summary: about(
    "Totals of an employee's pay stub",
    summary('employee_summary', employeeSummary, stored.employee_summary),
  ),
  contractor_summary: about(
    "Totals of a contractor's pay stub",
    summary('contractor_summary', contractorSummary, stored.contractor_summary),
  ),
  company_summary: about(
    'Further cost to the employer',
    summary('company_summary', companySummary, stored.company_summary),
  ),
  vacation_pay_balance: about('Balance of vacation pay after it', total('vacation_pay_balance'), 120.5),
  liability: about('Total liability', total('liability')),
  cash_requirement: about('Funds needed on the debit date', total('cash_requirement')),
  note: about('Your own note, which the payee sees', text({ nullable: true, max: 10_240 }), 'Welcome!'),
  line_item_summary: about(
    'Totals by kind of line item',
    summary('line_item_summary', lineItemSummary, stored.line_item_summary, ofEachFamily),
  ),
  is_stale: about(
    'Whether it is still being recalculated after changes',
    loaded('is_stale', z.boolean(), false),
    false,
  ),
  stale_since: about('Since when it is stale', loaded('stale_since', z.string().nullable(), null)),
  warnings: about(
    'Warnings to review before approval',
    derived(warningsSchema, (state, view) =>
      embeddedList(shownWarnings(state.warnings, view.locale).map((data) => ({ object: 'warning', data }))),
    ),
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'stub-17'),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    pay_stub: StateOfFields<typeof fields> &
      Partial<z.infer<typeof stubMembers>> & {
        /** Up to where had been read what it was calculated from, and closed with. */
        facts_position?: string;
        /** The approval that closed it. */
        closed_by?: string | null;
        /** What it was calculated behind when it was closed. */
        counted?: Counted[];
      };
  }
}

/** What one work assignment is paid on one payroll. It contains its line items, so its totals are always whole. */
export const payStub = defineResource({
  object: 'pay_stub',
  plural: 'pay_stubs',
  prefix: 'payst',
  path: '/pay_stubs',
  context: 'payrolls',
  scope: 'company',
  namedBy: 'few',
  purpose: 'The pay of one work assignment on one payroll, with period and year-to-date totals.',
  fields,
  members: stubMembers.shape,
  columns: {
    gross: figure('employee_summary', 'gross'),
    subtractions: figure('employee_summary', 'subtractions'),
    reimbursements: figure('employee_summary', 'reimbursements'),
    net: figure('employee_summary', 'net'),
    contractor_gross: figure('contractor_summary', 'gross'),
    contractor_reimbursements: figure('contractor_summary', 'reimbursements'),
    contractor_net: figure('contractor_summary', 'net'),
    employer_taxes: figure('company_summary', 'taxes_and_contributions'),
    employer_benefits: figure('company_summary', 'benefits'),
    levies: { type: 'text', of: (state) => state.levies ?? null },
    has_amounts: { type: 'boolean', of: holdsAmounts },
    closed_after: {
      type: 'numeric',
      of: (state) => (state.is_closed === true ? (state.facts_position ?? null) : null),
    },
  },
  sums: [yearToDate, takenOnce, payrollTotal],
  counted: true,
  indexes: [
    ['work_assignment_id', 'is_closed', 'pay_date'],
    ['employee_id', 'pay_date'],
    // What was closed behind a position, of payrolls of a year.
    ['payroll_id', 'closed_after'],
    ['scope_id', 'external_ref', 'id'],
  ],
  filters: {
    payroll_id: sameText('payroll_id'),
    work_assignment_id: sameText('work_assignment_id'),
    employee_id: sameText('employee_id'),
    external_ref: sameText('external_ref'),
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'search'],
  examples: { create: ['payroll_id', 'work_assignment_id', 'note'], update: ['note'] },
  writer: writeStubs,
  follows: ['population'],
  get bulk() {
    return { selection: payStubSelection, parent: 'pay_stub_id', filters: {} };
  },
  extras: async (rows, services) =>
    new Map(rows.map((row) => [row.id, staleness(row.is_closed !== true, row, services)])),
  rules: {
    refuse: (_action, previous) => (previous?.is_closed ? CLOSED : undefined),
  },
  events: [payStubCalculated, payStubRescheduled, payStubExplained, payStubClosed, payStubReopened],
  evolve: (state: RecordOf<'pay_stub'> | undefined, event) => state && evolve(state, event),
  container: {
    refuse: (state) => (state.is_closed ? CLOSED : undefined),
    conclude: (state: RecordOf<'pay_stub'>, aggregate, origin, services) =>
      recalculated(state, aggregate, origin, services),
  },
});

const CLOSED = {
  en: 'The pay stub is closed and cannot change: its payroll is no longer a draft, or is being approved or unapproved now.',
  fr: "Le bulletin est fermé et ne peut changer : sa paie n'est plus au brouillon, ou est en cours d'approbation ou de retour au brouillon.",
};

/** A selection of pay stubs of one payroll. */
export const payStubSelection: Selection = {
  member: 'pay_stubs',
  of: ['pay_stub'],
  within: { payroll_id: { object: 'payroll', column: 'payroll_id', itemColumn: 'payroll_id' } },
  itemColumn: 'pay_stub_id',
  criteria: {
    ids: theseIds('id', ['pay_stub']),
    work_assignment_ids: theseIds('work_assignment_id', ['work_assignment']),
  },
  refuse: ({ payroll_id: payroll }) =>
    payroll && payroll.status !== 'draft'
      ? {
          en: `The payroll is ${payroll.status}; its line items can change only while it is a draft.`,
          fr: `La paie est « ${payroll.status} »; ses lignes ne peuvent changer que tant qu'elle est au brouillon.`,
        }
      : undefined,
};

const evolve = (state: RecordOf<'pay_stub'>, event: DomainEvent): RecordOf<'pay_stub'> => {
  const now = stamped(state, event);
  if (payStubCalculated.is(event)) {
    const { lines: _, removed: __, ...totals } = event.data;
    const { facts_position } = event.metadata;
    return merged(now, facts_position === undefined ? totals : { ...totals, facts_position });
  }
  if (payStubRescheduled.is(event)) return { ...now, pay_date: event.data.pay_date };
  if (payStubClosed.is(event)) {
    const { approval_id, counted } = event.data;
    const { facts_position } = event.metadata;
    return merged(now, {
      is_closed: true,
      ...(counted ? { counted } : {}),
      ...(approval_id === null ? {} : { closed_by: approval_id }),
      ...(facts_position === undefined ? {} : { facts_position }),
    });
  }
  if (payStubReopened.is(event)) {
    const { counted: _, ...open } = now;
    return { ...open, is_closed: false, ...(state.closed_by ? { closed_by: null } : {}) };
  }
  return state;
};

/** Whether there is anything to calculate on it: managed lines, or those that a caller entered. */
function holdsAmounts({ amounts = {}, recurrences = [] }: RecordOf<'pay_stub'>): boolean {
  return Object.keys(amounts).length + recurrences.length > 0;
}

/** Stubs of a payroll that are not closed. */
export const OPEN = equal('is_closed', false);
