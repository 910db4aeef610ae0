import { z } from 'zod';
import { about, choice, derived, kept, ofScope, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf, type State, type SumTable } from '../kernel/definition/resource.ts';
import { businessDay, dateOf, endOfMonth, localTime, monthOf, yearOf } from '../values/dates.ts';
import { derivedId } from '../values/ids.ts';
import { textOf } from '../values/json.ts';

/** What a company is billed for. */
export const USAGE_EVENTS = ['business_launched', 'contractor_paid', 'employee_paid'] as const;
export type UsageEvent = (typeof USAGE_EVENTS)[number];

const fields = {
  company: about('The company that used the service', ofScope('company')),
  event: about(
    'The billable event: an employer that left preview, or a pay stub that was paid',
    choice(USAGE_EVENTS, { readOnly: true, required: true, column: true }),
    'employee_paid',
  ),
  record: about(
    'The record that caused it: the pay stub, or the employer',
    reference(['pay_stub', 'business_entity'], { readOnly: true, required: true, expandable: false }),
  ),
  happened_at: { ...kept<string>(z.string()), hidden: true },
  recorded_at: about(
    'When it happened, in Toronto time',
    derived(z.string(), ({ happened_at }) => localTime(Date.parse(textOf(happened_at)))),
    '2026-01-30 16:00:00',
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    usage_record: StateOfFields<typeof fields>;
    usage_summary: { event: UsageEvent; count: number; period_start: string; period_end: string };
  }
}

/** How many there are of an event in each month of a company. */
const usageSummaries: SumTable = {
  name: 'usage_summary',
  columns: {
    event: { type: 'text', of: ({ event }: State) => event ?? null },
    period_start: { type: 'date', of: ({ period_start }: State) => period_start ?? null },
    period_end: { type: 'date', of: ({ period_end }: State) => period_end ?? null },
  },
  indexes: [['period_start']],
  parts: ({ event, happened_at, scope_id }: RecordOf<'usage_record'>) => {
    const day = businessDay(Date.parse(happened_at));
    const period_start = dateOf(yearOf(day), monthOf(day), 1);
    const at = `${period_start}T00:00:00.000000Z`;
    const id = derivedId('usum', Date.parse(at), `${scope_id}/${event}/${period_start}`);
    const members = { event, period_start, period_end: endOfMonth(day), created_at: at, updated_at: at };
    return [{ id, members, adds: {} }];
  },
};

/** One thing that a company is billed for, with the record that caused it. Made by the service alone. */
export const usageRecord = defineResource({
  object: 'usage_record',
  plural: 'usage_records',
  prefix: 'urec',
  path: '/usage_records',
  context: 'usage',
  scope: 'company',
  purpose: 'One billable event of a company, with the record that caused it.',
  fields,
  operations: ['list', 'retrieve'],
  auth: { list: 'partner', retrieve: 'partner' },
  filters: { company_id: sameText('scope_id', 'Id of the company'), event: oneOfValues('event', USAGE_EVENTS) },
  // Ids derive from what is counted and say nothing of when: in their order, what is new would be on any page.
  order: [
    { column: 'created_at', direction: 'asc' },
    { column: 'id', direction: 'asc' },
  ],
  indexes: [
    ['scope_id', 'created_at', 'id'],
    ['created_at', 'id'],
  ],
  sums: [usageSummaries],
  counted: ['event'],
  announced: false,
});
