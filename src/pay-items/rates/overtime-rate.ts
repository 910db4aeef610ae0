import { z } from 'zod';
import { accountingIssues } from '../../accounting/named-records.ts';
import { payOfHours } from '../../calculation/index.ts';
import type { StateOfFields } from '../../kernel/definition/fields.ts';
import { about, date, decimalField, derived, hidden, loaded, reference, text } from '../../kernel/definition/fields.ts';
import { chosen, hasValue, sameText } from '../../kernel/definition/filters.ts';
import { changedMembers } from '../../kernel/definition/fold.ts';
import { defineResource, type RecordOf, type State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { View } from '../../kernel/definition/show.ts';
import { overtimeRateHeld } from '../../pay-records/events.ts';
import { evolveHeld, type Holdable } from '../../pay-records/holds.ts';
import { isObject, isText, type JsonObject, textOf } from '../../values/json.ts';
import { toNumber } from '../../values/money.ts';
import type { Issue } from '../../values/problem.ts';
import { PLACES, tieFields } from '../recurring/fields.ts';
import {
  presetFacts,
  presetIssues,
  presetRefusal,
  TIED_OVERTIME_RATE,
  TIED_PAY_RATE,
  withPreset,
} from '../recurring/preset-values.ts';
import { payRateSelection } from './pay-rate.ts';
import { keptUnused, lastUseOf, lower, NAMED_BY_LINE, UNUSED, useOf, userOf } from './rate-use.ts';

/** Members that a payroll which is no longer draft was calculated with. */
const LOCKED = ['rate_multiplier', 'hourly_rate_override'] as const;
/** Of one pay rate, archived ones included. */
const MOST = 20;

/** `1.5x`, or the dollars an hour that are in its place: `$23`. */
const titleOf = ({ rate_multiplier: multiplier, hourly_rate_override: override }: State, locale: string): string => {
  const number = (value: State[string]) =>
    locale === 'fr' ? String(toNumber(textOf(value))).replace('.', ',') : String(toNumber(textOf(value)));
  if (override === null || override === undefined) return `${number(multiplier ?? '0')}x`;
  return locale === 'fr' ? `${number(override)} $` : `$${number(override)}`;
};

/** Dollars an hour by the pay rate that `extras` loaded, to the cent; null where it was deleted meanwhile. */
const computedRate = (state: State, { extras }: View): number | null => {
  const rate = extras.pay_rate;
  if (!isObject(rate)) return null;
  const payRate = {
    type: rate.type === 'salary' ? ('salary' as const) : ('hourly' as const),
    rate: textOf(rate.rate),
    expected_hours_per_week: textOf(rate.expected_hours_per_week),
  };
  return toNumber(payOfHours(payRate, textOf(state.rate_multiplier)));
};

const fields = {
  pay_rate: about('The pay rate that it multiplies', reference('pay_rate', { required: true, on: 'create' })),
  work_assignment: hidden({ ...reference('work_assignment', { readOnly: true, expandable: false }), isFixed: true }),
  title: about(
    'The multiplier followed by x, or the dollars an hour',
    derived(z.string(), (state) => titleOf(state, 'en')),
    '1.5x',
  ),
  title_translated: about(
    'The same in the language of the request',
    derived(z.string(), (state, { locale }) => titleOf(state, locale)),
    '1.5x',
  ),
  rate_multiplier: about(
    'Multiple of the hourly rate',
    decimalField('rate_multiplier', { required: true, min: '0', max: '100', places: PLACES }),
    1.5,
  ),
  hourly_rate: about(
    'Dollars an hour: the hourly rate of the pay rate times the multiplier, to the cent',
    derived(z.number().nullable(), computedRate),
    41.25,
  ),
  hourly_rate_override: about(
    'Dollars an hour, instead of a multiple',
    decimalField('hourly_rate_override', { nullable: true, min: '0', max: '99999', places: PLACES }),
    45,
  ),
  business_preset: tieFields.business_preset,
  expense_accounting_code: tieFields.expense_accounting_code,
  liability_accounting_code: tieFields.liability_accounting_code,
  archived_at: about(
    'First day on which it is archived and left out of lists',
    date({ nullable: true, column: true }),
    '2026-12-31',
  ),
  is_editable: about(
    'Whether its figures can change: no approved payroll uses it',
    loaded('is_editable', z.boolean(), true),
    true,
  ),
  is_deletable: about('Whether it can be deleted', loaded('is_deletable', z.boolean(), true), true),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'overtime-17'),
  tag_assignment: tieFields.tag_assignment,
};

declare module '../../kernel/definition/resource.ts' {
  interface Records {
    overtime_rate: StateOfFields<typeof fields> & Pick<Holdable, 'held'>;
  }
}

/**
 * What an hour of overtime is paid at: the hourly rate of a pay rate times a multiplier, or dollars an hour of its own.
 * An overtime line names it with hours. Once a payroll that left draft has used it, its figures are locked: it is
 * archived, and another made. So it is while an approval holds it.
 */
export const overtimeRate = defineResource({
  object: 'overtime_rate',
  plural: 'overtime_rates',
  prefix: 'ovtrt',
  path: '/overtime_rates',
  context: 'pay-items',
  scope: 'company',
  purpose: 'How overtime is paid: a multiple of a pay rate, or dollars an hour.',
  fields,
  archivable: true,
  filters: {
    pay_rate_id: { ...sameText('pay_rate_id'), required: true },
    has_business_preset: hasValue('business_preset_id'),
    business_preset_id: sameText('business_preset_id'),
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'search', 'bulk_create', 'bulk_update', 'bulk_delete'],
  examples: { create: ['pay_rate_id', 'rate_multiplier'], update: ['rate_multiplier'] },
  bulk: {
    selection: payRateSelection,
    parent: 'pay_rate_id',
    filters: {
      has_business_preset: hasValue('business_preset_id'),
      business_presets: chosen('business_preset_id', { names: ['business_preset'] }),
      expense_accounting_codes: chosen('expense_accounting_code_id', { names: ['accounting_code'] }),
      liability_accounting_codes: chosen('liability_accounting_code_id', { names: ['accounting_code'] }),
      ids: chosen('id', { names: ['overtime_rate'] }),
    },
  },
  limits: [
    {
      by: 'pay_rate_id',
      most: MOST,
      whose: { en: 'the pay rate', fr: 'le taux de rémunération' },
      what: { en: 'overtime rates, archived ones included', fr: "taux d'heures supplémentaires, archivés compris" },
    },
  ],
  follows: ['population'],
  keptWhileNamed: true,
  extras: (rows, services, tenant) => loadExtras(rows, services, tenant),
  events: [overtimeRateHeld],
  evolve: (state, event) => state && evolveHeld(state, event),
  rules: {
    facts: async (lookup, candidate, previous) => {
      const of = async <K extends string>(object: K, id: unknown) => (isText(id) ? lookup.get(object, id) : undefined);
      const isTied = candidate.business_preset_id !== (previous?.business_preset_id ?? null);
      const pay_rate = previous && !isTied ? undefined : await of('pay_rate', candidate.pay_rate_id);
      const accountOwner = async () => {
        const rate = await of('pay_rate', candidate.pay_rate_id);
        return (await of('work_assignment', rate?.work_assignment_id))?.business_entity_id ?? null;
      };
      const employer = async () => (await of('work_assignment', pay_rate?.work_assignment_id))?.business_entity_id;
      return {
        ...(previous ? await useOf(previous, lookup) : UNUSED),
        ...(await presetFacts(lookup, candidate, previous, employer)),
        accounting: await accountingIssues(lookup, candidate, previous, { employer: accountOwner }),
        pay_rate,
      };
    },
    complete: (candidate, previous, facts) => ({
      ...withPreset(candidate, previous, facts, TIED_OVERTIME_RATE),
      work_assignment_id: previous ? previous.work_assignment_id : (facts.pay_rate?.work_assignment_id ?? null),
    }),
    validate: (candidate, previous, facts, { sent }) => [
      ...presetIssues(candidate, previous, facts, sent, TIED_OVERTIME_RATE),
      ...otherTypeIssues(facts),
      ...facts.accounting,
    ],
    refuse: (action, previous, candidate, facts, context) => {
      const user = userOf(facts);
      if (action === 'delete' && !user && facts.is_named) return NAMED_BY_LINE;
      if (!user || !previous) return presetRefusal(candidate, previous, facts, TIED_OVERTIME_RATE, context);
      if (action === 'delete')
        return {
          en: `${user.en} this overtime rate; it cannot be deleted. Set archived_at to take it out of lists.`,
          fr: `${user.fr} ce taux; il ne peut être supprimé. Mettez archived_at pour le retirer des listes.`,
        };
      const changed = changedMembers(previous, candidate ?? {});
      const member = LOCKED.find((name) => name in changed);
      if (member === undefined) return presetRefusal(candidate, previous, facts, TIED_OVERTIME_RATE, context);
      return {
        en: `${member} cannot change: ${lower(user.en)} this overtime rate. Archive it with archived_at, and create a new one.`,
        fr: `${member} ne peut changer : ${lower(user.fr)} ce taux. Archivez-le avec archived_at, et créez-en un nouveau.`,
      };
    },
  },
});

/** A preset with a type serves the overtime of pay rates of that type. */
function* otherTypeIssues({ preset, pay_rate }: { preset?: State; pay_rate?: RecordOf<'pay_rate'> }): Iterable<Issue> {
  const type = typeof preset?.subtype === 'string' ? TIED_PAY_RATE.typeOf?.(preset.subtype) : null;
  if (!preset || !pay_rate || preset.type !== 'earning' || type === null || type === pay_rate.type) return;
  yield {
    path: 'business_preset_id',
    text: {
      en: `must be a preset of the type of the pay rate, ${pay_rate.type === 'hourly' ? 'wage' : 'salary'}, or of no type`,
      fr: `doit être un préréglage du type du taux, ${pay_rate.type === 'hourly' ? 'wage' : 'salary'}, ou sans type`,
    },
  };
}

const loadExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const ids = [...new Set(rows.map(({ pay_rate_id }) => textOf(pay_rate_id)))];
  const [rates, uses] = await Promise.all([
    services.read.getMany('pay_rate', tenant, ids),
    lastUseOf(rows, services, tenant, 'overtime_rate_id'),
  ]);
  const unused = rows.flatMap(({ id }) => (uses.has(id) ? [] : [id]));
  const kept = await keptUnused(unused, services, tenant, 'overtime_rate_id');
  return new Map(
    rows.map(({ id, pay_rate_id }) => {
      const rate = rates.get(textOf(pay_rate_id));
      const is_editable = !uses.has(id);
      return [id, { ...(rate ? { pay_rate: rate } : {}), is_editable, is_deletable: is_editable && !kept.has(id) }];
    }),
  );
};
