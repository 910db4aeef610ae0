import { z } from 'zod';
import { listReply } from '../kernel/answers/lists.ts';
import { acrossCompanies, needRow, recordReply } from '../kernel/calls/operations.ts';
import { filterParameters, pageParameters } from '../kernel/calls/requests.ts';
import { envelopeSchema, listSchema } from '../kernel/definition/envelopes.ts';
import { about, kept, ofScope } from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import { defineResource, type Filters } from '../kernel/definition/resource.ts';
import { dateSchema } from '../kernel/definition/schemas.ts';
import { compare } from '../values/condition.ts';
import { USAGE_EVENTS } from './usage-record.ts';

/**
 * How many there are of an event in a month. Summaries are sums over usage records that the read models keep: they have
 * no streams of their own, and so are apart from the resources of the registry.
 */

const day = (description: string) => kept<string>(z.string().meta({ format: 'date', description }), { column: 'date' });

const from = (column: string, by: '>=' | '<=', describe: string): Filters[string] => ({
  schema: dateSchema(),
  describe,
  where: (value: string) => compare(column, by, value),
});

const usageSummary = defineResource({
  object: 'usage_summary',
  plural: 'usage_summaries',
  prefix: 'usum',
  path: '/usage_summaries',
  context: 'usage',
  scope: 'company',
  purpose: 'Number of billable events of one kind of a company in one month.',
  fields: {
    company: about('The company that used the service', ofScope('company')),
    event: about('The billable event', kept<string>(z.enum(USAGE_EVENTS)), 'employee_paid'),
    count: about('Number of events', kept<number>(z.int()), 8),
    period_start: about('First day of the month, in Toronto time', day('A day'), '2026-04-01'),
    period_end: about('Last day of the month', day('A day'), '2026-04-30'),
  },
  operations: [],
  filters: {
    company_id: sameText('scope_id', 'Id of the company'),
    event: oneOfValues('event', USAGE_EVENTS),
    period_start: from('period_start', '>=', 'Months that begin on or after this day'),
    period_end: from('period_end', '<=', 'Months that end on or before this day'),
  },
});

const common = { method: 'GET', auth: 'partner', tag: usageSummary.object, localized: true } as const;

export const usageSummaryOperations: readonly Operation[] = [
  {
    ...common,
    id: 'list_usage_summaries',
    path: usageSummary.path,
    summary: 'List usage summaries',
    description: usageSummary.purpose,
    query: { ...filterParameters(usageSummary.filters!), ...pageParameters() },
    answers: { 200: { description: 'A page of the list', schema: listSchema(usageSummary) } },
    run: (call) => listReply(usageSummary, acrossCompanies(usageSummary, call)),
  },
  {
    ...common,
    id: 'retrieve_usage_summary',
    path: `${usageSummary.path}/{usage_summary}`,
    summary: 'Retrieve a usage summary',
    description: usageSummary.purpose,
    answers: { 200: { description: 'The record', schema: envelopeSchema(usageSummary) } },
    problems: [404],
    run: async (call) => {
      const across = acrossCompanies(usageSummary, call);
      const { headers: _, ...reply } = await recordReply(
        usageSummary,
        await needRow(usageSummary, across),
        across,
        200,
      );
      return reply;
    },
  },
];
