import { z } from 'zod';
import { accountingIssues, tagColumn } from '../accounting/named-records.ts';
import { provincesOfEmployment } from '../employers/tax-properties-in-force.ts';
import { availableTaxProperties } from '../employers/tax-property-templates.ts';
import { taxPropertiesInput, taxPropertyIssues, taxPropertyParts } from '../employers/tax-property-values.ts';
import { notArchived } from '../kernel/answers/lists.ts';
import { primarySince, sinceOfOthers } from '../kernel/answers/primary.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, date, derived, flagOfOne, kept, loaded, reference, text } from '../kernel/definition/fields.ts';
import { sameText, theseIds } from '../kernel/definition/filters.ts';
import {
  defineResource,
  type Filters,
  type Lookup,
  type RecordOf,
  type Selection,
  type State,
} from '../kernel/definition/resource.ts';
import { idSchema, searchSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { workAssignmentHeld } from '../pay-records/events.ts';
import { evolveHeld, type Holdable } from '../pay-records/holds.ts';
import { vacationPayOf } from '../pay-records/vacation-pay.ts';
import { type PaidPeriod, paidPeriods } from '../pay-records/year-to-date.ts';
import { type Condition, equal, matching, not, present } from '../values/condition.ts';
import { type JsonObject, textIf, textOf, textOrNull } from '../values/json.ts';
import { toNumber } from '../values/money.ts';
import { type Issue, issue } from '../values/problem.ts';
import { erasedIssues, isErased, payeeRecord } from './erased-payee.ts';
import { payeesNamed } from './payee.ts';
import { assignmentsOfPayees, isOnlyOne, primaryAssignments } from './primary-assignment.ts';
import { replacedEnrollments } from './replaced-enrollments.ts';
import { stubsAsked } from './stubs-asked.ts';
import { tagAssignment } from './tag-assignment.ts';

const payeeType = (value: string): Condition =>
  value === 'employee' ? present('employee_id') : present('contractor_id');

/** The condition for archived records, or for the others, on a day: a later date does not count yet. */
const archived = (value: boolean, today: string): Condition => (value ? not(notArchived(today)) : notArchived(today));

const namesOf = (text: string): Condition => payeesNamed(text, 'employee_id', 'contractor_id');

const payeeKind = z.enum(['employee', 'contractor']);
const ARCHIVED =
  'true for archived ones only, false for those that are not archived; by default archived ones are left out, unless ids names them';
const NAMES = "Text to search for in the payee's names";

/** Keys of a selection of work assignments. */
const assignmentCriteria: Filters = {
  ids: theseIds('id', ['work_assignment']),
  payee_type: { schema: payeeKind, describe: 'Of employees, or of contractors', where: payeeType },
  pay_schedule_id: {
    schema: idSchema('pay_schedule'),
    describe: 'On this pay schedule',
    where: (id: string) => equal('pay_schedule_id', id),
    names: ['pay_schedule'],
  },
  archived: { schema: z.boolean(), describe: ARCHIVED, where: archived },
  payee_names: { schema: searchSchema(), describe: NAMES, where: namesOf },
};

/** A selection of work assignments of one employer. */
export const workAssignmentSelection: Selection = {
  member: 'work_assignments',
  of: ['work_assignment'],
  within: { business_entity_id: { object: 'business_entity', column: 'business_entity_id' } },
  itemColumn: 'work_assignment_id',
  criteria: assignmentCriteria,
  archivable: true,
};

/** The same, where only employees can have what is made. */
export const employeeAssignmentSelection: Selection = { ...workAssignmentSelection, eligible: present('employee_id') };

/** A selection of payees, to make work assignments of. */
const payeeSelection: Selection = {
  member: 'payees',
  of: ['employee', 'contractor'],
  within: {},
  itemColumn: 'employee_id',
  archivable: true,
  criteria: {
    ids: theseIds('id', ['employee', 'contractor']),
    payee_type: {
      schema: payeeKind,
      describe: 'Employees, or contractors',
      where: (value: string) => matching(['id'], value === 'employee' ? 'emp_' : 'ctr_'),
    },
    payee_names: {
      schema: searchSchema(),
      describe: NAMES,
      where: (value: string) => payeesNamed(value, 'id', 'id'),
    },
    archived: { schema: z.boolean(), describe: ARCHIVED, where: archived },
  },
};

const fields = {
  title: about('Job title', text({ nullable: true }), 'Baker'),
  employee: about(
    'The employee; give exactly one of employee and contractor',
    reference('employee', { on: 'create', nullable: true }),
  ),
  contractor: about(
    'The contractor; give exactly one of employee and contractor',
    reference('contractor', { on: 'create', nullable: true }),
  ),
  pay_schedule: about(
    'The schedule that pays it. When that changes, its pay stubs on generated drafts of the one before go, with what was entered on them',
    reference('pay_schedule', { required: true }),
  ),
  business_entity: about('The employer of its pay schedule', { ...reference('business_entity', { readOnly: true }) }),
  pay_split: about('How net pay is divided over bank accounts', {
    ...reference('pay_split', { nullable: true }),
    hidden: true,
  }),
  current_tax_jurisdiction: about(
    'Province of employment today',
    loaded('current_tax_jurisdiction', z.string().nullable(), null),
    'ca_on',
  ),
  is_primary: about(
    "Whether it is the payee's primary work assignment. There is always exactly one: the one that was last made so, else the first",
    flagOfOne('is_primary'),
    true,
  ),
  primary_since: { ...kept<string | null>(z.string().nullable()), hidden: true },
  accrued_vacation_pay: about(
    'Vacation pay accrued and not yet paid out',
    derived(z.number(), (_, view) => toNumber(textIf(view.extras.accrued) ?? '0')),
    120.5,
  ),
  paid_vacation_pay: about(
    'Vacation pay paid out',
    derived(z.number(), (_, view) => toNumber(textIf(view.extras.paid) ?? '0')),
    0,
  ),
  first_non_draft_period_start: about(
    'First day of the first period that it was paid for',
    loaded('first_non_draft_period_start', z.string().nullable(), null),
    '2025-12-21',
  ),
  last_non_draft_period_end: about(
    'Last day of the last period that it was paid for',
    loaded('last_non_draft_period_end', z.string().nullable(), null),
    '2026-01-03',
  ),
  available_tax_properties: about(
    'Types of tax properties that it may have',
    derived(z.array(z.string()), (_, view) =>
      availableTaxProperties('work_assignment', textOrNull(view.extras.current_tax_jurisdiction)),
    ),
    ['ca::cpp_exempt'],
  ),
  tag_assignment: tagAssignment(['percentage']),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'job-17'),
  archived_at: about(
    'First day on which it is archived: payrolls whose period begins later have no pay stub for it. One that a generated draft has goes, with what was entered on it',
    date({ nullable: true, column: true }),
    '2026-12-31',
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    work_assignment: StateOfFields<typeof fields> & Pick<Holdable, 'held'>;
  }
}

/** Ties one payee to one pay schedule, and so to an employer; pay rates and recurring items hang on it. */
export const workAssignment = defineResource({
  object: 'work_assignment',
  plural: 'work_assignments',
  prefix: 'wrk',
  path: '/work_assignments',
  context: 'people',
  scope: 'company',
  purpose: 'Links one employee or contractor to one pay schedule. Pay rates and recurring items belong to it.',
  fields,
  columns: { tag_ids: tagColumn('tag_assignment') },
  indexes: [['tag_ids']],
  createOnly: { tax_properties: taxPropertiesInput('work_assignment') },
  archivable: true,
  filters: {
    employee_id: sameText('employee_id'),
    contractor_id: sameText('contractor_id'),
    pay_schedule_id: sameText('pay_schedule_id'),
    business_entity_id: sameText('business_entity_id'),
    external_ref: sameText('external_ref'),
  },
  operations: ['list', 'create', 'retrieve', 'update', 'search', 'batch_upsert', 'bulk_create', 'bulk_update'],
  examples: { create: ['employee_id', 'pay_schedule_id', 'title'], update: ['title'] },
  wants: {
    create: {
      anyOf: [
        { properties: { employee_id: { type: 'string' }, contractor_id: { type: 'null' } }, required: ['employee_id'] },
        {
          properties: { employee_id: { type: 'null' }, contractor_id: { type: 'string' } },
          required: ['contractor_id'],
        },
      ],
    },
  },
  limits: [
    {
      by: 'employee_id',
      most: 50,
      whose: { en: 'the employee', fr: "l'employé" },
      what: { en: 'work assignments', fr: 'affectations' },
    },
    {
      by: 'contractor_id',
      most: 50,
      whose: { en: 'the contractor', fr: "l'entrepreneur" },
      what: { en: 'work assignments', fr: 'affectations' },
    },
    {
      by: 'pay_schedule_id',
      most: 20_000,
      counting: {
        members: ['archived_at'],
        where: notArchived,
        of: ({ archived_at }, today) => typeof archived_at !== 'string' || archived_at > today,
      },
      loose: true,
      whose: { en: 'the pay schedule', fr: 'le calendrier de paie' },
      what: { en: 'work assignments that are not archived', fr: 'affectations qui ne sont pas archivées' },
    },
  ],
  bulk: {
    selection: workAssignmentSelection,
    createSelection: payeeSelection,
    parent: 'employee_id',
    filters: {},
    asksTooMuch: stubsAsked,
  },
  follows: ['population'],
  container: { conclude: async (_assignment, aggregate) => replacedEnrollments(aggregate) },
  events: [workAssignmentHeld],
  evolve: (state, event) => state && evolveHeld(state, event),
  extras: (rows, services, tenant) => loadExtras(rows, services, tenant),
  rules: {
    facts: async (lookup, candidate, previous) => {
      const schedule =
        typeof candidate.pay_schedule_id === 'string'
          ? await lookup.get('pay_schedule', candidate.pay_schedule_id)
          : undefined;
      const split =
        typeof candidate.pay_split_id === 'string' ? await lookup.get('pay_split', candidate.pay_split_id) : undefined;
      const employer = schedule?.business_entity_id ?? null;
      const payee = await payeeRecord(lookup, candidate);
      return {
        isErased: payee !== undefined && isErased(payee),
        business_entity_id: employer,
        split_of: split?.employee_id ?? null,
        others_since: candidate.is_primary === true ? await othersSince(candidate, lookup) : [],
        isOnlyOne:
          previous !== undefined &&
          candidate.is_primary === false &&
          (await isOnlyOne(candidate, lookup.services, lookup.tenant)),
        accounting: await accountingIssues(lookup, candidate, previous, { employer: async () => employer }),
      };
    },
    complete: (candidate, previous, facts, { occurred_at, sent }) => ({
      ...candidate,
      business_entity_id: facts.business_entity_id ?? previous?.business_entity_id ?? null,
      primary_since: primarySince(
        sent.is_primary === true,
        occurred_at,
        facts.others_since ?? [],
        sent.is_primary === false ? null : previous?.primary_since,
      ),
    }),
    validate: (candidate, previous, facts, { sent }) => [
      ...(facts.accounting ?? []),
      ...(previous ? [] : [...payeeIssues(candidate), ...taxPropertyIssues(sent, 'work_assignment')]),
      ...(facts.isErased ? erasedIssues(candidate, previous) : []),
      ...(sent.is_primary === false && facts.isOnlyOne ? [ONLY_ONE] : []),
      ...(facts.split_of !== null && facts.split_of !== candidate.employee_id ? [ANOTHERS_SPLIT] : []),
    ],
    parts: (candidate, _facts, { sent }) => taxPropertyParts(sent, candidate.id),
  },
});

const othersSince = (assignment: Assignment, lookup: Lookup): Promise<string[]> => {
  const siblings = () => assignmentsOfPayees([assignment], lookup.services, lookup.tenant);
  return sinceOfOthers(assignment, siblings, ({ primary_since }) => primary_since, lookup);
};

const ONLY_ONE = issue(
  'is_primary',
  'cannot be false: the payee has no other work assignment; make another one, and set its is_primary to true',
  "ne peut être false : le bénéficiaire n'a pas d'autre affectation; créez-en une autre, et mettez son is_primary à true",
);

const ANOTHERS_SPLIT = issue(
  'pay_split_id',
  "must be a pay split of the assignment's employee",
  "doit être une répartition de la paie de l'employé de l'affectation",
);

const payeeIssues = (candidate: State): Issue[] => {
  const given = ['employee_id', 'contractor_id'].filter((member) => typeof candidate[member] === 'string');
  if (given.length === 1) return [];
  return [
    {
      path: 'employee_id',
      text: {
        en: 'exactly one of employee_id and contractor_id must be given',
        fr: 'exactement un de employee_id et contractor_id doit être donné',
      },
    },
  ];
};

type Assignment = RecordOf<'work_assignment'>;

const loadExtras = async (
  rows: readonly Assignment[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const today = services.clock.today();
  const owners = new Map(rows.map((row) => [row.id, [row.id, textOf(row.business_entity_id)]]));
  const ids = rows.map(({ id }) => id);
  const isPaid = services.registry.get('pay_stub') !== undefined;
  const [provinces, siblings, paid, vacation] = await Promise.all([
    provincesOfEmployment(owners, today, services, tenant),
    assignmentsOfPayees(rows, services, tenant),
    isPaid ? paidPeriods(ids, services, tenant) : new Map<string, PaidPeriod>(),
    isPaid ? vacationPayOf(rows, services, tenant) : new Map<string, JsonObject>(),
  ]);
  const primary = primaryAssignments(siblings.length > 0 ? siblings : rows, today);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        current_tax_jurisdiction: provinces.get(row.id) ?? null,
        is_primary: primary.has(row.id) || !siblings.some(({ id }) => id === row.id),
        first_non_draft_period_start: paid.get(row.id)?.first ?? null,
        last_non_draft_period_end: paid.get(row.id)?.last ?? null,
        ...vacation.get(row.id),
      },
    ]),
  );
};
