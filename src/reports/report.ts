import { z } from 'zod';
import {
  about,
  choice,
  flag,
  kept,
  reference,
  type StateOfFields,
  settings,
  text,
} from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import {
  type DomainEvent,
  defineResource,
  type Lookup,
  type RecordOf,
  type State,
} from '../kernel/definition/resource.ts';
import { dateSchema, keptDateSchema, sentenceSchema } from '../kernel/definition/schemas.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { PAYROLL_STATUSES, PAYROLL_TYPES } from '../payrolls/payroll.ts';
import { type JsonObject, objectOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { reportFailed, reportProduced } from './events.ts';
import { REPORT_FORMATS, type ReportFilters, type ReportType, type Scope } from './model/report-type.ts';
import { REPORT_TYPE_NAMES, reportTypeOf } from './types.ts';

const REPORT_STATUSES = ['processing', 'completed', 'failed'] as const;

export const FILTERS = 'Which payrolls to report';
const TYPES = 'Types of payrolls; null for all';
const STATUSES = 'Statuses of payrolls; null for all that are no longer drafts, or for the given payroll in any status';
const FROM = 'First pay date';
const TO = 'Last pay date';
const YEAR = 'Tax year, for reports of a year';

/** Filters as a record keeps them. */
const filtersSchema = z.strictObject({
  payroll_type: z.array(z.enum(PAYROLL_TYPES)).nullable().meta({ description: TYPES }),
  payroll_status: z.array(z.enum(PAYROLL_STATUSES)).nullable().meta({ description: STATUSES }),
  pay_date_from: keptDateSchema.nullable().meta({ description: FROM }),
  pay_date_to: keptDateSchema.nullable().meta({ description: TO }),
  year: z.int().nullable().meta({ description: YEAR }),
});
const shownFilters = filtersSchema.meta({ id: 'report_filters', description: FILTERS });

const several = <V extends readonly [string, ...string[]]>(values: V) => {
  const one = z.enum(values);
  const list = z.array(one).min(1).max(values.length);
  return z.union([one, list]).nullable().optional();
};

/** Filters of payrolls as a body gives them: one value may stand for a list. */
export const payrollFiltersSchema = z
  .strictObject({
    payroll_type: several(PAYROLL_TYPES).meta({ description: TYPES }),
    payroll_status: several(PAYROLL_STATUSES).meta({ description: STATUSES }),
    pay_date_from: dateSchema().nullable().optional().meta({ description: FROM }),
    pay_date_to: dateSchema().nullable().optional().meta({ description: TO }),
  })
  .meta({ id: 'report_filters_given', description: FILTERS });

/** Years that a report may be of: the first of them that the service has figures for, and some to come. */
const year = z
  .int()
  .min(2000)
  .max(2100)
  .meta({ description: YEAR, examples: [2026] });

export const yearFiltersSchema = z
  .strictObject({
    year: year
      .nullable()
      .optional()
      .meta({ description: YEAR, examples: [2026] }),
  })
  .meta({ id: 'report_year_given', description: 'Year to report; default the present year' });

export const requiredYearSchema = z
  .strictObject({ year })
  .meta({ id: 'report_year_required', description: 'Year to report' });

const EMPTY: ReportFilters = {
  payroll_type: null,
  payroll_status: null,
  pay_date_from: null,
  pay_date_to: null,
  year: null,
};

const scoped = { on: 'create', nullable: true } as const;

const fields = {
  type: about(
    'Type of report',
    choice(REPORT_TYPE_NAMES, { required: true, on: 'create', column: true }),
    'payroll-register',
  ),
  business_entity: about(
    'The employer that it reports on; null where it is not limited to one',
    reference('business_entity', scoped),
  ),
  pay_schedule: about('The pay schedule to report on', reference('pay_schedule', scoped)),
  payroll: about('The payroll to report on', reference('payroll', scoped)),
  filters: about(
    FILTERS,
    settings<ReportFilters & JsonObject>(filtersSchema, {
      initial: EMPTY,
      answer: shownFilters,
      storedAs: filtersSchema,
      on: 'create',
    }),
  ),
  has_results: about('Whether its content has rows; false while it is being produced', flag({ readOnly: true }), true),
  format: about(
    'Format that `download` returns; null where only Accept decides',
    choice(REPORT_FORMATS, scoped),
    'xlsx',
  ),
  sheet: about('The sheet that `download` returns as CSV', text(scoped), 'summary'),
  status: about(
    '`processing` until its content is produced, then `completed`; `failed` when it cannot be produced',
    kept<(typeof REPORT_STATUSES)[number]>(z.enum(REPORT_STATUSES), { column: 'text' }),
    'completed',
  ),
  position: about(
    'Position of the event log that its content is based on; produced again from there it is the same to the byte',
    kept<string | null>(z.string().nullable()),
    '1042',
  ),
  failure: about(
    'Why it cannot be produced; null otherwise',
    kept<{ en: string; fr: string } | null>(z.string().nullable(), {
      show: (state, view) => objectOf(state.failure)[view.locale] ?? null,
      storedAs: sentenceSchema.nullable(),
    }),
  ),
};

/** What is kept of the content beside the record's fields. */
const members = {
  content: z
    .strictObject({ file_id: z.string(), rows: z.record(z.string(), z.int()) })
    .nullable()
    .meta({ description: 'The file of its content, and rows by sheet; null until it was made' }),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    report: StateOfFields<typeof fields> & { content: { file_id: string; rows: Record<string, number> } | null };
  }
}

/** A report over payroll data: created at once, produced behind it, then read in one of its formats. */
export const report = defineResource({
  object: 'report',
  plural: 'reports',
  prefix: 'rpt',
  path: '/reports',
  context: 'reports',
  scope: 'company',
  purpose: 'A report over payroll data. Its content is produced after its creation and can then be downloaded.',
  fields,
  members,
  filters: {
    type: oneOfValues('type', REPORT_TYPE_NAMES),
    business_entity_id: sameText('business_entity_id'),
  },
  operations: ['list', 'delete'],
  absent: {
    create: {
      en: `A report is created by POST at the address of its type, /reports/{type}, which is one of ${REPORT_TYPE_NAMES.join(', ')}.`,
      fr: `Un rapport se crée par POST à l'adresse de son type, /reports/{type}, lequel est l'un de ${REPORT_TYPE_NAMES.join(', ')}.`,
    },
  },
  examples: { create: ['type', 'format'] },
  limits: [
    {
      most: 10_000,
      whose: { en: 'the company', fr: 'la compagnie' },
      what: { en: 'reports', fr: 'rapports' },
    },
  ],
  counted: true,
  rules: {
    facts: async (lookup, candidate) => ({ apart: await apartIssues(lookup, candidate) }),
    complete: (candidate, previous) =>
      previous
        ? candidate
        : {
            ...candidate,
            has_results: false,
            status: 'processing' as const,
            position: null,
            failure: null,
            content: null,
          },
    validate: (candidate, _previous, facts) => [
      ...scopeIssues(reportTypeOf(candidate.type), candidate),
      ...dateIssues(candidate.filters),
      ...(facts.apart ?? []),
    ],
  },
  events: [reportProduced, reportFailed],
  evolve: (state: RecordOf<'report'> | undefined, event) => state && evolved(state, event),
});

const evolved = (state: RecordOf<'report'>, event: DomainEvent): RecordOf<'report'> => {
  const now = stamped(state, event);
  if (reportProduced.is(event)) {
    const { position, rows, file_id } = event.data;
    const has_results = Object.values(rows).some((count) => count > 0);
    return { ...now, status: 'completed', has_results, position, content: { file_id, rows } };
  }
  if (reportFailed.is(event)) return { ...now, status: 'failed', failure: event.data.reason };
  return state;
};

const member = (scope: Scope): `${Scope}_id` => `${scope}_id`;

/** What of it is reported has to be said, where the type wants that. */
function* scopeIssues({ scope, needs }: ReportType, candidate: State): Iterable<Issue> {
  const missing = scope.map(member).filter((name) => candidate[name] === null);
  if (needs === 'all') for (const path of missing) yield { path, text: { en: 'is required', fr: 'est obligatoire' } };
  if (needs === 'one' && missing.length === scope.length)
    for (const path of missing) {
      const others = missing.filter((name) => name !== path);
      yield {
        path,
        text: {
          en: `is required when ${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} absent`,
          fr: `est obligatoire quand ${others.join(' et ')} ${others.length > 1 ? 'sont absents' : 'est absent'}`,
        },
      };
    }
}

function* dateIssues({ pay_date_from: from, pay_date_to: to }: ReportFilters): Iterable<Issue> {
  if (from !== null && to !== null && from > to)
    yield {
      path: 'filters.pay_date_to',
      text: { en: `must not be before pay_date_from (${from})`, fr: `ne doit pas précéder pay_date_from (${from})` },
    };
}

const BELONGS: Readonly<Record<'pay_schedule_id' | 'business_entity_id', Text>> = {
  pay_schedule_id: {
    en: 'is not the pay schedule of the payroll',
    fr: "n'est pas le calendrier de paie de la paie",
  },
  business_entity_id: {
    en: 'is not the employer of what else is named',
    fr: "n'est pas l'employeur de ce qui est nommé par ailleurs",
  },
};

type Named = Pick<RecordOf<'report'>, 'payroll_id' | 'pay_schedule_id' | 'business_entity_id'>;

/** What is named together belongs together: otherwise nothing could ever be reported. */
const apartIssues = async (lookup: Lookup, candidate: Named): Promise<Issue[]> => {
  const { payroll_id, pay_schedule_id, business_entity_id } = candidate;
  const payroll = payroll_id ? await lookup.get('payroll', payroll_id) : undefined;
  const schedule = pay_schedule_id ? await lookup.get('pay_schedule', pay_schedule_id) : undefined;
  const issues: Issue[] = [];
  if (payroll && schedule && payroll.pay_schedule_id !== schedule.id)
    issues.push({ path: 'pay_schedule_id', text: BELONGS.pay_schedule_id });
  const employer = payroll?.business_entity_id ?? schedule?.business_entity_id;
  if (business_entity_id && employer !== undefined && employer !== business_entity_id)
    issues.push({ path: 'business_entity_id', text: BELONGS.business_entity_id });
  return issues;
};
