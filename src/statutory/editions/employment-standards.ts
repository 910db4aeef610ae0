import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import type { CalendarDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, ONE } from '../../values/fixed.ts';
import { PROVINCES } from '../../values/text.ts';
import type { Mark } from './edition.ts';

/** The jurisdictions of employment standards: the provinces and territories, and CA for federally regulated work. */
export const STANDARDS = ['CA', ...PROVINCES] as const;
export type StandardsJurisdiction = (typeof STANDARDS)[number];

const HOLIDAY_BASES = [
  'wages',
  'commission',
  'tips',
  'vacation_pay',
  'vacation_taken',
  'holiday_pay',
  'overtime',
] as const;
export type HolidayBase = (typeof HOLIDAY_BASES)[number];

const decimalText = z.string().regex(/^\d+(\.\d+)?$/);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const marks = {
  source: z.array(z.string()).optional(),
  confidence: z.enum(['confirmed', 'recalled']).optional(),
  evidence: z.enum(['official', 'capture', 'secondary']).optional(),
  note: z.string().optional(),
};

const tiers = z
  .array(
    z.union([
      z.strictObject({ after_years: z.int().min(0), rate: decimalText }),
      z.strictObject({ after_years: z.int().min(0), fraction: z.string().regex(/^\d+\/\d+$/) }),
    ]),
  )
  .min(1);
const dated = { from: date.optional(), to: date.optional() };

const window = z.union([
  z.strictObject({ weeks: z.int().min(1), ends: z.enum(['before_week', 'before_day']) }),
  z.strictObject({ days: z.int().min(1), ends: z.literal('before_day') }),
]);
const include = z.array(z.enum(HOLIDAY_BASES));

const averaging = z.discriminatedUnion('basis', [
  z.object({ basis: z.literal('fixed_divisor'), divisor: z.int().min(1), window, include }),
  z.object({ basis: z.literal('average_day'), window, include }),
  z.object({ basis: z.literal('percent'), rate: decimalText, window, include }),
  z.object({ basis: z.literal('average_hours'), window, include }),
]);
export type Averaging = z.infer<typeof averaging>;
export type Window = z.infer<typeof window>;

const shared = {
  ...marks,
  ...dated,
  commission: z
    .strictObject({ divisor: z.int().min(1), weeks: z.int().min(1), employed_weeks: z.int().min(1).optional() })
    .optional(),
  qualify: z.strictObject({
    employed_days: z.int().optional(),
    days_worked: z.strictObject({ days: z.int(), within: z.int() }).optional(),
  }),
};

const holidayPeriod = z.union([
  z.object({ ...shared, basis: z.literal('normal_day'), irregular: averaging }),
  z.intersection(z.object(shared), averaging),
]);

const fileSchema = z.object({
  format: z.literal('ca-employment-standards/1'),
  vacation_pay: z.object({
    ...marks,
    jurisdictions: z.record(
      z.enum(STANDARDS),
      z.union([
        z.object({ ...marks, tiers }),
        z.object({ ...marks, periods: z.array(z.object({ ...marks, ...dated, tiers })).min(1) }),
      ]),
    ),
  }),
  holiday_pay: z.object({
    jurisdictions: z.record(z.enum(STANDARDS), z.object({ ...marks, periods: z.array(holidayPeriod).min(1) })),
  }),
});

/** A rate of vacation pay as a quotient, for 3/52 has no end. */
export interface VacationTier {
  after_years: number;
  numerator: Fixed;
  divisor: Fixed;
}

export interface HolidayRule {
  mark: Mark;
  /** How the day is averaged; for a normal day, how it is where days differ */
  averaging: Averaging;
  is_normal_day: boolean;
  commission: NonNullable<z.infer<typeof shared.commission>> | null;
  qualify: z.infer<typeof shared.qualify>;
}

const read = () => {
  const written = load(readFileSync(new URL('../data/employment-standards.yaml', import.meta.url), 'utf8'), {
    schema: CORE_SCHEMA,
  });
  const parsed = fileSchema.safeParse(written);
  if (!parsed.success) throw new Error(`employment-standards.yaml: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
};
let known: ReturnType<typeof read> | undefined;
/** Read when it is first asked for, as line item types are. */
const data = () => {
  known ??= read();
  return known;
};

const isOn = (period: { from?: string | undefined; to?: string | undefined }, day: CalendarDate): boolean =>
  (period.from === undefined || period.from <= day) && (period.to === undefined || day <= period.to);

type Marked = { source?: string[] | undefined; confidence?: string | undefined };

const markOf = (subject: string, ...blocks: Marked[]): Mark => ({
  subject,
  source: blocks.find(({ source }) => source)?.source ?? [],
  recalled: blocks.find(({ confidence }) => confidence)?.confidence === 'recalled',
});

/** The tiers of vacation pay of a jurisdiction on a day. */
export const vacationTiers = (
  jurisdiction: StandardsJurisdiction,
  day: CalendarDate,
): { tiers: VacationTier[]; mark: Mark } => {
  const { vacation_pay: all } = data();
  const block = all.jurisdictions[jurisdiction];
  const period = 'periods' in block ? block.periods.find((one) => isOn(one, day)) : block;
  if (!period) throw new Error(`no vacation pay for ${jurisdiction} on ${day}`);
  return {
    mark: markOf(`vacation_pay.${jurisdiction}`, period, block, all),
    tiers: period.tiers.map((tier) => {
      if ('rate' in tier) return { after_years: tier.after_years, numerator: fixed(tier.rate), divisor: ONE };
      const [numerator, divisor] = tier.fraction.split('/');
      return { after_years: tier.after_years, numerator: fixed(numerator!), divisor: fixed(divisor!) };
    }),
  };
};

/** The rule of statutory holiday pay of a jurisdiction on a day. */
export const holidayRule = (jurisdiction: StandardsJurisdiction, day: CalendarDate): HolidayRule => {
  const block = data().holiday_pay.jurisdictions[jurisdiction];
  const period = block.periods.find((one) => isOn(one, day));
  if (!period) throw new Error(`no holiday pay for ${jurisdiction} on ${day}`);
  const isNormalDay = period.basis === 'normal_day';
  return {
    mark: markOf(`holiday_pay.${jurisdiction}`, period, block),
    averaging: isNormalDay ? period.irregular : period,
    is_normal_day: isNormalDay,
    commission: period.commission ?? null,
    qualify: period.qualify,
  };
};
