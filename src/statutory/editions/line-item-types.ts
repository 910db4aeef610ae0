import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import { RECURRING_KINDS, type RecurringKind } from '../../calculation/model/families.ts';
import type { Mark } from './edition.ts';
import type { Jurisdiction } from './figures.ts';
import { JURISDICTIONS } from './figures.ts';

const counts = z.strictObject({
  income_tax: z.enum(['taxable', 'none', 'lump_sum']),
  quebec_tax: z.enum(['taxable', 'none', 'lump_sum']),
  periodic: z.boolean(),
  in_cash: z.boolean(),
  cpp: z.boolean(),
  qpp: z.boolean(),
  ei: z.boolean(),
  ei_quebec: z.boolean(),
  qpip: z.boolean(),
  health_tax: z.boolean(),
  levies: z.boolean(),
  vacationable: z.union([z.boolean(), z.array(z.enum(JURISDICTIONS))]),
  holiday_base: z.enum(['wages', 'commission', 'vacation_pay', 'holiday_pay', 'overtime', 'none']),
  reduces: z.enum(['registered_plan', 'registered_plan_non_periodic', 'union_dues']).optional(),
  shares: z.enum(['ftq', 'fondaction']).optional(),
});

const marks = {
  source: z.array(z.string()).optional(),
  confidence: z.enum(['confirmed', 'recalled']).optional(),
  note: z.string().optional(),
};

const fileSchema = z.object({
  format: z.literal('ca-line-item-types/1'),
  sources: z.record(z.string(), z.object({ title: z.string(), url: z.string().nullable() })),
  treatments: z.record(z.string(), counts.extend(marks)),
  families: z.record(
    z.enum(RECURRING_KINDS),
    z.record(z.string(), z.strictObject({ ...marks, treatment: z.string(), but: counts.partial().optional() })),
  ),
});

/** How the amounts of one line item type count. */
export interface TypeTreatment extends z.infer<typeof counts> {
  mark: Mark;
}

/** Reads the data file. @throws Error that names the member when the file is not as it must be */
const read = (): ReadonlyMap<string, TypeTreatment> => {
  const written = load(readFileSync(new URL('../data/line-item-types.yaml', import.meta.url), 'utf8'), {
    schema: CORE_SCHEMA,
  });
  const parsed = fileSchema.safeParse(written);
  if (!parsed.success) throw new Error(`line-item-types.yaml: ${z.prettifyError(parsed.error)}`);
  const { treatments, families } = parsed.data;
  const types = new Map<string, TypeTreatment>();
  for (const [family, members] of Object.entries(families)) {
    for (const [type, { treatment, but, source, confidence }] of Object.entries(members)) {
      const base = treatments[treatment];
      if (!base) throw new Error(`line-item-types.yaml: families.${family}.${type}: no treatment ${treatment}`);
      const { source: baseSource, confidence: baseConfidence, note: _note, ...asBase } = base;
      types.set(`${family}.${type}`, {
        ...asBase,
        ...but,
        mark: {
          subject: `${family}.${type}`,
          source: source ?? baseSource ?? [],
          recalled: (confidence ?? baseConfidence) === 'recalled',
        },
      });
    }
  }
  return types;
};

const TYPES = read();

/** How a line item type counts; null for a type that is not known. */
export const treatmentOf = (family: string, type: string): TypeTreatment | null =>
  TYPES.get(`${family}.${type}`) ?? null;

/** Every type that the data knows, as family and type. */
export const knownTypes = (): { family: RecurringKind; type: string }[] =>
  [...TYPES.keys()].flatMap((key) => {
    const [named, type] = key.split('.');
    const family = RECURRING_KINDS.find((kind) => kind === named);
    return family && type ? [{ family, type }] : [];
  });

/** Whether vacation pay accrues on a type where the work is done. */
export const isVacationable = (family: string, type: string, jurisdiction: Jurisdiction | null): boolean => {
  const vacationable = treatmentOf(family, type)?.vacationable ?? false;
  return Array.isArray(vacationable) ? jurisdiction !== null && vacationable.includes(jurisdiction) : vacationable;
};

/** The jurisdiction of a tax property's or a pipeline's text: "ca_on" is ON; null for what is none. */
export const jurisdictionOf = (text: string | null | undefined): Jurisdiction | null => {
  const code = text?.replace(/^ca_/, '').toUpperCase();
  return JURISDICTIONS.find((one) => one === code) ?? null;
};

/** One entry of what a type catalogue tells about a type, by calculation and jurisdiction. */
export interface TypeFeature {
  type: 'income_tax' | 'pensionable' | 'insurable' | 'wcb' | 'eht' | 'vacationable' | 'stat_payable';
  definitions: { jurisdiction: string; effects: string[] }[];
}

/**
 * What a catalogue of types says with `features=ca`: for each calculation the jurisdictions in which a line of the type
 * has an effect. A jurisdiction that is missing has none.
 */
export const featuresOf = (family: RecurringKind, type: string): TypeFeature[] => {
  const treatment = treatmentOf(family, type);
  if (!treatment) return [];
  const withholding = ['withholding'];
  const at = (feature: TypeFeature['type'], entries: [string, string[] | null][]): TypeFeature => ({
    type: feature,
    definitions: entries.flatMap(([jurisdiction, effects]) => (effects ? [{ jurisdiction, effects }] : [])),
  });
  const lowers = treatment.reduces ? ['reduces_base'] : [];
  const taxed = (how: string, own: string[]): string[] | null => {
    const effects = [...(how === 'none' ? [] : withholding), ...own];
    return effects.length === 0 ? null : effects;
  };
  const credit = treatment.shares ? ['tax_credit'] : [];
  const quebecLowers = treatment.reduces === 'union_dues' ? [] : lowers;
  const provinces = JURISDICTIONS.filter((code) => code !== 'OC');
  const code = (one: string): string => `ca_${one.toLowerCase()}`;
  return [
    at('income_tax', [
      ['ca_federal', taxed(treatment.income_tax, [...lowers, ...credit])],
      ['ca_qc', taxed(treatment.quebec_tax, [...quebecLowers, ...credit])],
    ]),
    at('pensionable', [
      ['ca_federal', treatment.cpp ? withholding : null],
      ['ca_qc', treatment.qpp ? withholding : null],
    ]),
    at('insurable', [
      ['ca_federal', treatment.ei ? withholding : null],
      ['ca_qc', treatment.ei_quebec || treatment.qpip ? withholding : null],
    ]),
    at(
      'wcb',
      provinces.map((one) => [code(one), treatment.levies ? withholding : null]),
    ),
    at(
      'eht',
      ['BC', 'MB', 'NL', 'ON', 'QC'].map((one) => [code(one), treatment.health_tax ? withholding : null]),
    ),
    at(
      'vacationable',
      provinces.map((one) => [code(one), isVacationable(family, type, one) ? ['accrues_vacation_pay'] : null]),
    ),
    at(
      'stat_payable',
      provinces.map((one) => [code(one), treatment.holiday_base === 'none' ? null : ['included_in_stat_holiday_pay']]),
    ),
  ].filter(({ definitions }) => definitions.length > 0);
};
