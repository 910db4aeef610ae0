import { z } from 'zod';
import { PAID_KINDS } from '../calculation/model/families.ts';
import {
  about,
  choice,
  decimalField,
  derived,
  type Field,
  flag,
  money,
  reference,
} from '../kernel/definition/fields.ts';
import type { Facts, Lookup, ResourceDefinition, State } from '../kernel/definition/resource.ts';
import { decimalSchema, moneySchema, refine } from '../kernel/definition/schemas.ts';
import type { View } from '../kernel/definition/show.ts';
import { textOf } from '../values/json.ts';
import { toNumber } from '../values/money.ts';
import type { Issue } from '../values/problem.ts';
import { amountCases, amountIssues } from './amount-kinds.ts';
import { lineSelectors } from './line-selectors.ts';
import { frequencyFields, PLACES, rangeFields, tieFields, titleFields } from './recurring/fields.ts';
import { recurringFamily } from './recurring/resource.ts';
import { recurringRules } from './recurring/rules.ts';

/**
 * What benefits of employees and employers have in common: a fixed amount or a percentage of an income, an annual cap,
 * and an older form of requests and answers in which `amount` is fixed and `percent` a percentage, exactly one of them
 * given. State and events know `amount` with `amount_type` alone.
 */
const AMOUNT_TYPES = ['fixed', 'percent'] as const;
export const INCOME_BASES = ['all_earnings', 'none', 'regular_earnings', 'total_income'] as const;

const legacy = ({ preferences }: Pick<View, 'preferences'>): boolean => !preferences.deprecate_benefit_percent;
const shown = (value: unknown): number | null =>
  value === null || value === undefined ? null : toNumber(textOf(value));

const amountField: Field<string | null, 'self'> = {
  ...decimalField('amount', { required: true, min: '0', max: '999999999', places: PLACES }),
  answer: z.number().nullable(),
  show: (state, view) => (legacy(view) && state.amount_type === 'percent' ? null : shown(state.amount)),
};

/** What the income is that a percentage is taken of, and how far it goes. */
const incomeFields = {
  income_basis: about(
    'Percent: the income that it is taken of',
    choice(INCOME_BASES, { initial: 'regular_earnings' }),
    'regular_earnings',
  ),
  income_includes: about(
    'Percent: what counts as income besides the basis',
    lineSelectors(PAID_KINDS, 'Line items that count as income', 'bonus_discretionary'),
    [],
  ),
};

const capFields = {
  max_annual_contribution_basis: about(
    'What the maximum applies to: all line items of the type that the work assignment has in the calendar year, or only this benefit in each pay period',
    choice(['all_line_items_of_type', 'this_benefit'], { initial: 'this_benefit' }),
    'this_benefit',
  ),
  apply_sales_tax: about("Whether the province's tax on insurance premiums is added", flag(), false),
};

export const remittanceFields = {
  remittance_account_id: about(
    'Account that it is remitted to',
    derived(z.string().nullable(), (state) => state.remittance_account_id ?? null),
  ),
  remittance_account: about('Account that it is remitted to', reference('remittance_account', { nullable: true })),
};

const amountFields = {
  amount: about('Dollars, or percent of income', amountField, 120),
  amount_type: about('Unit of the amount', choice(AMOUNT_TYPES, { initial: 'fixed' }), 'fixed'),
  percent: about(
    'Percent of income: only with Prefer: deprecate_benefit_percent=false',
    derived(z.number().nullable().optional().meta({ deprecated: true }), (state, view) =>
      legacy(view) ? (state.amount_type === 'percent' ? shown(state.amount) : null) : undefined,
    ),
  ),
  coverage_multiplier: about(
    'Multiplier of the amount',
    decimalField('coverage_multiplier', { min: '0', max: '100', places: PLACES, initial: '1' }),
    1,
  ),
  max_annual_contribution: about(
    'Maximum dollars a year; null for no limit',
    money('max_annual_contribution', { nullable: true, min: '0', max: '99999' }),
    3000,
  ),
};

const percentage = decimalSchema({ places: PLACES, min: '0', max: '100' });
const dollars = moneySchema({ min: '0' });

/** How amount, its kind and the frequency go together, for the reference. */
const BENEFIT_CASES = amountCases(AMOUNT_TYPES);

const ONE_OF_BOTH = refine({
  en: 'exactly one of amount and percent must be given',
  fr: 'exactement un de amount et percent doit être donné',
});

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** Bodies by preference: `amount` with `amount_type`, or the older pair of `amount` and `percent`. */
const benefitBodies: ResourceDefinition['bodies'] = (on, members, preferences) => {
  if (preferences.deprecate_benefit_percent) return z.strictObject(members);
  const { amount: _amount, amount_type: _type, ...rest } = members;
  return z
    .strictObject({
      ...rest,
      amount: dollars.nullable().optional().meta({ description: 'Dollars; give exactly one of amount and percent' }),
      percent: percentage.nullable().optional().meta({ description: 'Percent of income, instead of an amount' }),
    })
    .superRefine(({ amount, percent }, ctx) => {
      const given = [amount, percent].filter(isGiven).length;
      const named = amount !== undefined || percent !== undefined;
      if (given === 2) ctx.addIssue({ code: 'custom', path: ['percent'], ...ONE_OF_BOTH });
      else if (given === 0 && (named || on === 'create'))
        ctx.addIssue({ code: 'custom', path: ['amount'], ...ONE_OF_BOTH });
    })
    .transform(({ amount, percent, ...others }) => {
      if (isGiven(percent)) return { ...others, amount: percent, amount_type: 'percent' };
      return isGiven(amount) ? { ...others, amount, amount_type: 'fixed' } : others;
    });
};

/** The fields of a recurring benefit of either, behind what names its type and its other part. */
export const benefitFields = {
  ...titleFields,
  ...incomeFields,
  ...capFields,
  ...remittanceFields,
  ...amountFields,
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

/**
 * Both parts of a benefit are one person's, for the same work: the part that a change names, and what is wrong with it.
 */
const otherPart = (kind: 'employee_benefit' | 'employer_benefit') => {
  const path = `${kind}_id`;
  return {
    facts: async (lookup: Lookup, candidate: State, previous: State | undefined): Promise<Facts> => {
      const id = candidate[path];
      const isNew = typeof id === 'string' && id !== previous?.[path];
      return { otherPart: isNew ? await lookup.get<string>(kind, id) : undefined };
    },
    issues: ({ work_assignment_id: own }: State, { otherPart }: Facts): Issue[] =>
      !otherPart || otherPart.work_assignment_id === own
        ? []
        : [
            {
              path,
              text: {
                en: `must be a benefit of the same work assignment, ${own}; this one is of ${otherPart.work_assignment_id}`,
                fr: `doit être un avantage de la même affectation, ${own}; celui-ci est de ${otherPart.work_assignment_id}`,
              },
            },
          ],
  };
};

/** What recurring benefits of both declare alike beside their fields. */
export const recurringBenefit = <K extends 'employee_benefit' | 'employer_benefit'>(kind: K) => {
  const type = `${kind}_type`;
  const other = otherPart(kind === 'employee_benefit' ? 'employer_benefit' : 'employee_benefit');
  return {
    ...recurringFamily(kind),
    forgottenWhenDeleted: true,
    examples: {
      create: ['work_assignment_id', type, 'amount', 'amount_type', 'frequency', 'effective_from'],
      update: ['amount'],
    },
    wants: { create: { required: [type], anyOf: BENEFIT_CASES }, update: { anyOf: BENEFIT_CASES } },
    prefers: ['deprecate_benefit_percent'],
    bodies: benefitBodies,
    rules: recurringRules(type, {
      facts: other.facts,
      own: (candidate, sent, facts) => [...amountIssues(candidate, sent), ...other.issues(candidate, facts)],
    }),
  } as const;
};
