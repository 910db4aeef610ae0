import { z } from 'zod';
import { equal, not } from '../kernel/condition.ts';
import { choice, date, derived, flag, integer, loaded, reference, settings, text } from '../kernel/fields.ts';
import { sameText } from '../kernel/filters.ts';
import type { Issue } from '../kernel/problem.ts';
import { defineResource, type Lookup, type State, type StateOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import type { Text } from '../kernel/text.ts';
import { PAY_DAY_MOVEMENTS } from '../platform/company.ts';
import {
  anchorStartOfPayPeriod,
  type PayScheduleProblem,
  type PayScheduleState,
  payScheduleProblems,
} from './pay-calendar.ts';

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
  day_missing: { en: 'is required for this pay frequency', fr: 'est requis pour cette fréquence de paie' },
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
    en: 'must leave two earning periods in each month',
    fr: 'doit laisser deux périodes de gains dans chaque mois',
  },
};

const stubSettings = z.strictObject({ show_vacation_pay_balance: z.boolean() });

/** Pay frequency, earning periods and pay dates of an employer; payrolls are generated from it. */
export const paySchedule = defineResource({
  object: 'pay_schedule',
  plural: 'pay_schedules',
  prefix: 'pysch',
  path: '/pay_schedules',
  context: 'employers',
  scope: 'company',
  purpose: 'Defines pay frequency, earning periods and pay dates of a business entity; payrolls are generated from it.',
  fields: {
    business_entity: reference('business_entity', { required: true, on: 'create' }),
    title: text({ required: true }),
    pay_frequency: choice(PAY_FREQUENCIES, { required: true }),
    anchor_pay_date: date({ required: true }),
    anchor_start_of_pay_period: date({ nullable: true }),
    anchor_end_of_pay_period: date({ required: true }),
    generate_payrolls_from: date({ nullable: true }),
    day_1: integer({ min: -1, max: 31, nullable: true }),
    day_2: integer({ min: -1, max: 31, nullable: true }),
    pay_day_movement_setting: choice(PAY_DAY_MOVEMENTS, { initial: 'inherit' }),
    send_empty_pay_stubs: flag(),
    pay_stub_settings: settings<{ show_vacation_pay_balance: boolean }>(stubSettings, {
      initial: { show_vacation_pay_balance: true },
    }),
    custom_pay_periods_per_year: integer({ min: 1, max: 366, nullable: true }),
    is_editable: derived(z.boolean(), (_, view) => view.extras.used !== true),
    is_deletable: derived(z.boolean(), (_, view) => view.extras.used !== true),
    external_ref: text({ nullable: true, column: true }),
    used: { ...loaded('used', z.boolean(), false), hidden: true },
  },
  lists: { payrolls: { of: 'payroll', by: 'pay_schedule_id' } },
  filters: { business_entity_id: sameText('business_entity_id'), external_ref: sameText('external_ref') },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  follows: ['population'],
  extras: async (rows, services, tenant) => {
    const used = await usedSchedules(rows, services, tenant);
    return new Map(rows.map(({ id }) => [id, { used: used.has(id) }]));
  },
  rules: {
    facts: async (lookup, candidate, previous) => ({
      in_preview: await isInPreview(candidate.business_entity_id, lookup),
      used: previous ? (await usedSchedules([previous], lookup.services, lookup.tenant)).size > 0 : false,
      assigned: previous ? await hasAssignments(previous, lookup) : false,
    }),
    complete: (candidate, _previous, _facts, { sent }) => {
      // Worked out anew: the stored one may lie after the end of a period that was just moved.
      const schedule = { ...(candidate as unknown as PayScheduleState), anchor_start_of_pay_period: null };
      if (sent.anchor_start_of_pay_period !== undefined || payScheduleProblems(schedule).length > 0) return candidate;
      if (schedule.pay_frequency === 'semi-monthly' || schedule.pay_frequency === 'custom') return candidate;
      return { ...candidate, anchor_start_of_pay_period: anchorStartOfPayPeriod(schedule) };
    },
    validate: (candidate, previous, facts, { sent }) => [
      ...payScheduleProblems(candidate as unknown as PayScheduleState)
        .filter(({ code }) => code !== 'anchor_start_missing')
        .map(({ member, code }): Issue => ({ path: member, text: PROBLEMS[code] })),
      ...generationIssues(
        candidate,
        facts.in_preview as boolean,
        sent.generate_payrolls_from !== undefined && !previous,
      ),
    ],
    refuse: (action, previous, candidate, facts) => {
      if (action === 'delete' && facts.used)
        return {
          en: 'A payroll of this pay schedule has left draft; the schedule cannot be deleted.',
          fr: "Une paie de ce calendrier n'est plus au brouillon; le calendrier ne peut être supprimé.",
        };
      if (action === 'delete' && facts.assigned)
        return {
          en: 'Work assignments are on this pay schedule; move or archive them first.',
          fr: "Des affectations sont sur ce calendrier de paie; déplacez-les ou archivez-les d'abord.",
        };
      if (!candidate) return undefined;
      const changed = CALENDAR_MEMBERS.filter((member) => previous && previous[member] !== candidate[member]);
      if (facts.used && changed.length > 0)
        return {
          en: `A payroll of this pay schedule has left draft; ${changed.join(', ')} can no longer change.`,
          fr: `Une paie de ce calendrier n'est plus au brouillon; ${changed.join(', ')} ne peut plus changer.`,
        };
      const problems = payScheduleProblems(candidate as unknown as PayScheduleState);
      return problems.some(({ code }) => code === 'anchor_start_missing') ? PROBLEMS.anchor_start_missing : undefined;
    },
  },
});

export type PaySchedule = StateOf<typeof paySchedule>;

/** The schedules of which a payroll has left draft. */
const usedSchedules = (rows: readonly State[], services: Services, tenant: Tenant): Promise<Set<string>> => {
  const ids = rows.map(({ id }) => id);
  if (!services.registry.get('payroll')) return Promise.resolve(new Set());
  return services.read.existing('payroll', tenant, 'pay_schedule_id', ids, not(equal('status', 'draft')));
};

const hasAssignments = (schedule: State, { services, tenant }: Lookup): Promise<boolean> =>
  services.read.exists('work_assignment', tenant, equal('pay_schedule_id', schedule.id));

const isInPreview = async (id: string | null, lookup: Lookup): Promise<boolean> =>
  id !== null && (await lookup.get('business_entity', id))?.in_preview === true;

/** Payrolls before today exist in preview only, and none before the first pay date. */
const generationIssues = (schedule: State, inPreview: boolean, sent: boolean): Issue[] => {
  const { generate_payrolls_from: from, anchor_pay_date: first } = schedule as unknown as Record<string, string | null>;
  const path = 'generate_payrolls_from';
  if (from === null || from === undefined) return [];
  if (!inPreview && sent)
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
