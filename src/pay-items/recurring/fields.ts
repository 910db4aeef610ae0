import { z } from 'zod';
import {
  about,
  choice,
  date,
  reference,
  settings,
  text,
  translated,
  translations,
} from '../../kernel/definition/fields.ts';
import { refine, SHOWN_AS } from '../../kernel/definition/schemas.ts';
import { tagAssignment } from '../../people/tag-assignment.ts';

/** The fields that recurring items share; each family's own are in its file. */

const FREQUENCIES = ['once', 'per_month', 'per_payroll'] as const;
const DATE_BASES = ['by_pay_date', 'by_period_end_date', 'by_period_start_date'] as const;
/** More payrolls than this no month has. */
const MAX_POSITION = 31;

/** A percentage, multiplier, rate or number of hours: up to six places. */
export const PLACES = 6;

export const assignmentFields = {
  work_assignment: about(
    'The work assignment that it belongs to',
    reference('work_assignment', { required: true, on: 'create' }),
  ),
};

export const titleFields = {
  title: about('Title on pay stubs; null uses the label of its type', text({ nullable: true }), 'Weekend shift'),
  title_translations: about('The title in both languages', translations(), {
    en: 'Weekend shift',
    fr: 'Quart de fin de semaine',
  }),
  title_translated: about('The title in the language of the request', translated('title'), 'Weekend shift'),
};

const cadence = z
  .array(
    z
      .int()
      .refine(
        (position) => position === -1 || (position >= 1 && position <= MAX_POSITION),
        refine({
          en: `must be a position from 1 to ${MAX_POSITION} in the month, or -1 for the last`,
          fr: `doit être une position de 1 à ${MAX_POSITION} dans le mois, ou -1 pour la dernière`,
        }),
      )
      .meta({ [SHOWN_AS]: { type: 'integer', anyOf: [{ const: -1 }, { minimum: 1, maximum: MAX_POSITION }] } }),
  )
  .min(1)
  .max(MAX_POSITION)
  .refine(
    (positions) => new Set(positions).size === positions.length,
    refine({ en: 'must not name a position twice', fr: 'ne doit pas nommer une position deux fois' }),
  )
  .meta({ uniqueItems: true });

/** How often it is paid or taken, and for `per_month` on which payrolls of the month. */
export const frequencyFields = {
  frequency: about('`once`, on each payroll, or by the month', choice(FREQUENCIES, { required: true }), 'per_payroll'),
  date_basis: about(
    "Per month: whether the start of its period or the pay date decides a payroll's month",
    choice(DATE_BASES, { nullable: true }),
    'by_period_start_date',
  ),
  pay_period_cadence: about(
    'Per month: on which payrolls of the month, counted from 1; the amount is split evenly over them',
    settings<number[] | null>(cadence, { nullable: true, initial: null, storedAs: z.array(z.int()) }),
    [1],
  ),
};

/** The members of a month belong to `per_month`, for the reference. */
export const MONTH_CASES = [
  { properties: { frequency: { const: 'per_month' } } },
  {
    properties: {
      frequency: { enum: FREQUENCIES.filter((frequency) => frequency !== 'per_month') },
      date_basis: { type: 'null' },
      pay_period_cadence: { type: 'null' },
    },
    required: ['frequency'],
  },
];

export const rangeFields = {
  effective_from: about('First day on which it is in effect', date({ required: true, column: true }), '2026-01-01'),
  effective_to: about(
    'Last day on which it is in effect; null for no end',
    date({ nullable: true, column: true }),
    '2026-12-31',
  ),
};

/** What the item is tied to, and how it is accounted for. */
export const tieFields = {
  business_preset: about('Preset that supplies its values', reference('business_preset', { nullable: true })),
  expense_accounting_code: about(
    'Accounting code of its expense side',
    reference('accounting_code', { nullable: true }),
  ),
  liability_accounting_code: about(
    'Accounting code of its liability side',
    reference('accounting_code', { nullable: true }),
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'item-17'),
  tag_assignment: tagAssignment(['percentage']),
};
