import { z } from 'zod';
import { anchorStartOfPayPeriod } from '../calendar/pay-calendar.ts';
import { type PayScheduleProblem, payScheduleProblems } from '../calendar/pay-schedule-problems.ts';
import type { Field, StateOfFields } from '../kernel/definition/fields.ts';
import {
  about,
  choice,
  date,
  derived,
  flag,
  integer,
  loaded,
  reference,
  settings,
  text,
} from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type Lookup, type RecordOf, type State } from '../kernel/definition/resource.ts';
import { SHOWN_AS } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { payScheduleHeld } from '../pay-records/events.ts';
import { evolveHeld, type Holdable, isScheduleApproving } from '../pay-records/holds.ts';
import { PAY_DAY_MOVEMENTS } from '../platform/company.ts';
import { all, equal, not } from '../values/condition.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { MOST_LEFT, spanIssues } from './pay-schedule-spans.ts';

const PAY_FREQUENCIES = ['weekly', 'bi-weekly', 'semi-monthly', 'monthly', 'custom'] as const;

/** Members that the calendar of payrolls is made from: locked once a payroll of the schedule left draft. */
const CALENDAR_MEMBERS = [
  'pay_frequency',
  'anchor_pay_date',
  'anchor_start_of_pay_period',
  'anchor_end_of_pay_period',
  'day_1',
  'day_2',
  'custom_pay_periods_per_year',
] as const;

const PROBLEMS: Record<PayScheduleProblem['code'], Text> = {
  anchor_start_missing: {
    en: 'A semi-monthly pay schedule needs anchor_start_of_pay_period, the first day of its first earning period.',
    fr: 'Un calendrier de paie bimensuel demande anchor_start_of_pay_period, le premier jour de sa première période.',
  },
  day_missing: {
    en: 'is required for this pay frequency: a day of the month, 1 to 31, or -1 for the last one',
    fr: 'est obligatoire pour cette fréquence de paie : un jour du mois, de 1 à 31, ou -1 pour le dernier',
  },
  no_day_of_month: {
    en: 'must be a day of the month, 1 to 31, or -1 for the last one',
    fr: 'doit être un jour du mois, de 1 à 31, ou -1 pour le dernier',
  },
  days_fall_together: {
    en: 'must be another day of the month than day_1, also in February',
    fr: 'doit être un autre jour du mois que day_1, même en février',
  },
  period_ends_before_it_starts: {
    en: 'must not be before anchor_start_of_pay_period',
    fr: 'ne doit pas précéder anchor_start_of_pay_period',
  },
  periods_fall_together: {
    en: 'must be another day of the month than the day before anchor_start_of_pay_period, also in February: each month has two earning periods',
    fr: 'doit être un autre jour du mois que la veille de anchor_start_of_pay_period, même en février : chaque mois a deux périodes de gains',
  },
};

/** What each pay frequency needs, for the reference. */
const FREQUENCY_CASES = [
  { properties: { pay_frequency: { enum: ['weekly', 'bi-weekly', 'custom'] } } },
  { properties: { pay_frequency: { const: 'monthly' } }, required: ['day_1'] },
  {
    properties: { pay_frequency: { const: 'semi-monthly' } },
    required: ['day_1', 'day_2', 'anchor_start_of_pay_period'],
  },
];

const dayOfMonth = (): Field<number | null, 'self'> => {
  const field = integer({ min: -1, max: 31, nullable: true });
  const schema = z.int().min(-1).max(31);
  const shown = { type: 'integer', anyOf: [{ const: -1 }, { minimum: 1, maximum: 31 }] };
  return { ...field, write: { ...field.write, schema: schema.meta({ [SHOWN_AS]: shown }) } };
};

const STUB_SETTINGS = 'Settings of its pay stubs';
const show_vacation_pay_balance = z.boolean().meta({ description: 'Whether they show the balance of vacation pay' });
const stubSettings = z
  .strictObject({ show_vacation_pay_balance })
  .meta({ id: 'pay_stub_settings_given', description: STUB_SETTINGS });

const fields = {
  business_entity: about('The employer that uses it', reference('business_entity', { required: true, on: 'create' })),
  title: about('Name', text({ required: true }), 'Every other Friday'),
  pay_frequency: about('How often it pays', choice(PAY_FREQUENCIES, { required: true }), 'bi-weekly'),
  anchor_pay_date: about('A pay date; all others are counted from it', date({ required: true }), '2026-01-09'),
  anchor_start_of_pay_period: about(
    'First day of the period that is paid on that date; required for semi-monthly schedules',
    date({ nullable: true }),
    '2025-12-21',
  ),
  anchor_end_of_pay_period: about(
    'Last day of the period that is paid on that date',
    date({ required: true }),
    '2026-01-03',
  ),
  generate_payrolls_from: about(
    'Payrolls are generated from this day on; null for from the anchor on',
    date({ nullable: true }),
    '2026-01-01',
  ),
  day_1: about('Semi-monthly and monthly: day of the month of the first pay, -1 for the last day', dayOfMonth(), 15),
  day_2: about('Semi-monthly: day of the month of the second pay, -1 for the last day', dayOfMonth(), -1),
  pay_day_movement_setting: about(
    "How a pay date on a weekend or holiday moves; `inherit` uses the employer's setting",
    choice(PAY_DAY_MOVEMENTS, { initial: 'inherit' }),
    'inherit',
  ),
  send_empty_pay_stubs: about('Whether payees receive pay stubs without amounts', flag(), false),
  pay_stub_settings: about(
    STUB_SETTINGS,
    settings<{ show_vacation_pay_balance: boolean }>(stubSettings, {
      initial: { show_vacation_pay_balance: true },
      answer: z.object({ show_vacation_pay_balance }).meta({ id: 'pay_stub_settings', description: STUB_SETTINGS }),
      storedAs: z.strictObject({ show_vacation_pay_balance }),
    }),
    { show_vacation_pay_balance: true },
  ),
  custom_pay_periods_per_year: about(
    'Custom schedules: pay periods in a year as tax formulas and salaries take them, in place of that of custom_pay_frequency',
    integer({ min: 1, max: 366, nullable: true }),
    26,
  ),
  is_editable: about(
    'Whether its dates can change: none of its payrolls is approved',
    derived(z.boolean(), (_, view) => view.extras.used !== true),
    true,
  ),
  is_deletable: about(
    'Whether it can be deleted: none of its payrolls is approved, and no work assignment is on it',
    derived(z.boolean(), (_, { extras }) => extras.used !== true && extras.has_people !== true),
    true,
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'schedule-1'),
  used: { ...loaded('used', z.boolean(), false), hidden: true },
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    pay_schedule: StateOfFields<typeof fields> & Pick<Holdable, 'held'>;
  }
}

/** Pay frequency, earning periods and pay dates of an employer; payrolls are generated from it. */
export const paySchedule = defineResource({
  object: 'pay_schedule',
  plural: 'pay_schedules',
  prefix: 'pysch',
  path: '/pay_schedules',
  context: 'employers',
  scope: 'company',
  namedBy: 'staff',
  purpose: 'Defines pay frequency, earning periods and pay dates of a business entity; payrolls are generated from it.',
  fields,
  lists: { payrolls: { of: 'payroll', by: 'pay_schedule_id' } },
  filters: { business_entity_id: sameText('business_entity_id'), external_ref: sameText('external_ref') },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: { update: ['title'] },
  wants: { create: { anyOf: FREQUENCY_CASES } },
  limits: [
    {
      most: 80,
      whose: { en: 'the company', fr: 'la compagnie' },
      what: { en: 'pay schedules', fr: 'calendriers de paie' },
    },
  ],
  keptWhileNamed: true,
  follows: ['population'],
  events: [payScheduleHeld],
  evolve: (state: (State & Holdable) | undefined, event) => state && evolveHeld(state, event),
  extras: async (rows, services, tenant) => {
    const ids = rows.map(({ id }) => id);
    const [used, having] = await Promise.all([
      usedSchedules(rows, services, tenant),
      services.read.existing('work_assignment', tenant, 'pay_schedule_id', ids),
    ]);
    return new Map(ids.map((id) => [id, { used: used.has(id), has_people: having.has(id) }]));
  },
  rules: {
    facts: async (lookup, candidate, previous) => {
      const people = previous ? await peopleOn(previous, lookup) : 0;
      const in_preview = await isInPreview(candidate.business_entity_id, lookup);
      // In this order: an approval that has ended by the first look has its payroll in the second, and a payroll that is
      // taken back by the second is among the drafts.
      const approving = previous ? await isScheduleApproving(previous, lookup) : false;
      const used = previous ? (await usedSchedules([previous], lookup.services, lookup.tenant)).size > 0 : false;
      const drafts = previous && movedMembers(candidate, previous).length > 0 ? await draftsOf(previous, lookup) : [];
      const leavesCustom = previous?.pay_frequency === 'custom' && candidate.pay_frequency !== 'custom';
      const by_hand = leavesCustom ? drafts.filter(isByHand).length : 0;
      return { people, in_preview, approving, used, by_hand, left: drafts.filter(isLeft).length };
    },
    complete: (candidate, previous, _facts, { sent }) => {
      const given = sent.anchor_start_of_pay_period;
      const isMoved = (['pay_frequency', 'anchor_end_of_pay_period'] as const).some(
        (member) => candidate[member] !== previous?.[member],
      );
      if (typeof given === 'string' || (given === undefined && !isMoved)) return candidate;
      if (candidate.pay_frequency === 'semi-monthly' || candidate.pay_frequency === 'custom') return candidate;
      // Calculated again: the stored one may lie after the end of a period that was just moved.
      const schedule = { ...candidate, anchor_start_of_pay_period: null };
      if (payScheduleProblems(schedule).length > 0) return candidate;
      return { ...candidate, anchor_start_of_pay_period: anchorStartOfPayPeriod(schedule) };
    },
    validate: (candidate, previous, facts, { today }) => [
      ...payScheduleProblems(candidate)
        .filter(({ code }) => code !== 'anchor_start_missing')
        .map(({ member, code }): Issue => ({ path: member, text: PROBLEMS[code] })),
      ...generationIssues(candidate, previous, facts.in_preview),
      ...spanIssues(candidate, previous, facts.people, today),
      ...(facts.by_hand > 0 ? [byHandIssue(facts.by_hand)] : []),
      ...(previous && facts.left > MOST_LEFT ? [leftIssue(movedMembers(candidate, previous)[0]!, facts.left)] : []),
    ],
    refuse: (action, previous, candidate, facts, { sent }) => {
      if (action === 'delete' && facts.used)
        return {
          en: 'A payroll of this pay schedule has left draft; the schedule cannot be deleted.',
          fr: "Une paie de ce calendrier n'est plus au brouillon; le calendrier ne peut être supprimé.",
        };
      if (action === 'delete' && facts.people > 0)
        return {
          en: 'Work assignments are on this pay schedule, perhaps archived ones; move them to another one first.',
          fr: "Des affectations sont sur ce calendrier de paie, peut-être archivées; déplacez-les d'abord vers un autre.",
        };
      if (!candidate) return facts.approving ? APPROVING : undefined;
      // Not the first day of the period, where it only follows from what is sent.
      const changed = CALENDAR_MEMBERS.filter(
        (member) => previous && sent[member] !== undefined && previous[member] !== candidate[member],
      );
      if (facts.used && changed.length > 0)
        return {
          en: `A payroll of this pay schedule has left draft; ${changed.join(', ')} can no longer change.`,
          fr: `Une paie de ce calendrier n'est plus au brouillon; ${changed.join(', ')} ${changed.length === 1 ? 'ne peut' : 'ne peuvent'} plus changer.`,
        };
      if (facts.approving && changed.length > 0) return APPROVING;
      const problems = payScheduleProblems(candidate);
      return problems.some(({ code }) => code === 'anchor_start_missing') ? PROBLEMS.anchor_start_missing : undefined;
    },
  },
});

/** The schedules of which a payroll has left draft. */
const usedSchedules = (rows: readonly State[], services: Services, tenant: Tenant): Promise<Set<string>> => {
  const ids = rows.map(({ id }) => id);
  if (!services.registry.get('payroll')) return Promise.resolve(new Set());
  return services.read.existing('payroll', tenant, 'pay_schedule_id', ids, not(equal('status', 'draft')));
};

const APPROVING: Text = {
  en: 'A payroll of this pay schedule is being approved; change its calendar, or delete it, when that has ended.',
  fr: "Une paie de ce calendrier est en cours d'approbation; modifiez ou supprimez celui-ci quand elle sera terminée.",
};

const isInPreview = async (id: string | null, lookup: Lookup): Promise<boolean> =>
  id !== null && (await lookup.get('business_entity', id))?.in_preview === true;

const peopleOn = (schedule: State, { services, tenant }: Lookup): Promise<number> =>
  services.read.count('work_assignment', tenant, equal('pay_schedule_id', schedule.id));

const draftsOf = async ({ id }: State, { services, tenant }: Lookup): Promise<RecordOf<'payroll'>[]> =>
  services.registry.get('payroll')
    ? services.read.find('payroll', tenant, all(equal('pay_schedule_id', id), equal('status', 'draft')))
    : [];

/** Whether a payroll is a regular one that was made by hand: only a custom schedule has such. */
const isByHand = ({ type, custom_pay_frequency }: RecordOf<'payroll'>): boolean =>
  type === 'regular' && custom_pay_frequency !== null;

/** Whether a draft is one that its calendar no longer has, and that stays because of what was entered on it. */
const isLeft = ({ is_off_calendar }: RecordOf<'payroll'>): boolean => is_off_calendar === true;

/** Members of a change by which payrolls leave the calendar. */
const movedMembers = (candidate: RecordOf<'pay_schedule'>, previous: RecordOf<'pay_schedule'>) =>
  ([...CALENDAR_MEMBERS, 'generate_payrolls_from'] as const).filter((member) => previous[member] !== candidate[member]);

const leftIssue = (path: string, count: number): Issue => ({
  path,
  text: {
    en: `cannot change while more than ${MOST_LEFT} draft payrolls are there that the calendar no longer has (${count}, with the warning outside_calendar_with_entries): approve them, or remove what was entered on them`,
    fr: `ne peut changer tant que s'y trouvent plus de ${MOST_LEFT} paies au brouillon que le calendrier n'a plus (${count}, avec l'avertissement outside_calendar_with_entries) : approuvez-les, ou retirez ce qui y a été saisi`,
  },
});

/** Beside the generated ones they would pay days a second time. */
const byHandIssue = (count: number): Issue => ({
  path: 'pay_frequency',
  text: {
    en: `cannot change while draft payrolls that were made by hand are on it (${count}): delete them first`,
    fr: `ne peut changer tant que des paies au brouillon faites à la main s'y trouvent (${count}) : supprimez-les d'abord`,
  },
});

/** Payrolls before today exist in preview only, and none before the first pay date. What was set in preview stays. */
const generationIssues = (
  schedule: RecordOf<'pay_schedule'>,
  previous: RecordOf<'pay_schedule'> | undefined,
  inPreview: boolean,
): Issue[] => {
  const { generate_payrolls_from: from, anchor_pay_date: first } = schedule;
  const path = 'generate_payrolls_from';
  if (from === null || from === undefined) return [];
  if (!inPreview && from !== previous?.generate_payrolls_from)
    return [
      {
        path,
        text: {
          en: 'may be set only while the business entity is in preview',
          fr: "ne peut être défini que pendant que l'entité est en mode aperçu",
        },
      },
    ];
  if (typeof first === 'string' && from < first)
    return [
      {
        path,
        text: {
          en: `must be on or after anchor_pay_date (${first})`,
          fr: `doit être le jour de anchor_pay_date (${first}) ou plus tard`,
        },
      },
    ];
  return [];
};
