import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import { FAMILIES, RECURRING_KINDS, type RecurringKind } from '../../calculation/model/families.ts';
import {
  type Counts,
  type FormBoxes,
  type Places,
  TREATMENTS,
  type TreatedType,
} from '../../calculation/types/item-type.ts';
import type { Mark } from './edition.ts';
import type { Jurisdiction } from './figures.ts';
import { HEALTH_TAX_PROVINCES, JURISDICTIONS } from './figures.ts';

/** Forms whose boxes line items fill. */
export const SLIPS = ['t4', 't4a', 'rl1'] as const;
export type SlipName = (typeof SLIPS)[number];

const boxes = z.strictObject({
  t4: z.array(z.string()).optional(),
  t4a: z.array(z.string()).optional(),
  rl1: z.array(z.string()).optional(),
});

const places = z.array(z.enum(JURISDICTIONS));
const somewhere = z.union([z.boolean(), places]);

const counts = z.strictObject({
  boxes,
  income_tax: z.enum(['taxable', 'none', 'lump_sum']),
  quebec_tax: z.enum(['taxable', 'none', 'lump_sum']),
  periodic: z.boolean(),
  in_cash: z.boolean(),
  cpp: z.boolean(),
  qpp: z.boolean(),
  ei: z.boolean(),
  ei_quebec: z.boolean(),
  qpip: z.boolean(),
  health_tax: somewhere,
  workers_compensation: somewhere,
  labour_standards: z.boolean(),
  vacationable: somewhere,
  holiday_base: z.enum([
    'wages',
    'commission',
    'tips',
    'vacation_pay',
    'vacation_taken',
    'holiday_pay',
    'overtime',
    'none',
  ]),
  reduces: z.enum(['registered_plan', 'pension_plan', 'registered_plan_non_periodic', 'union_dues']).optional(),
  shares: z.enum(['ftq', 'fondaction']).optional(),
}) satisfies z.ZodType<Counts>;

const marks = {
  source: z.array(z.string()).optional(),
  boxes_source: z.array(z.string()).optional(),
  confidence: z.enum(['confirmed', 'recalled']).optional(),
  note: z.string().optional(),
};

const statutory = z.record(
  z.string(),
  z.strictObject({ boxes, not_in: z.strictObject({ t4: places, t4a: places }).optional() }),
);
const exempt = z.array(
  z.strictObject({ sum: z.string(), box: z.string(), to: z.array(z.string()), stays: z.boolean().default(false) }),
);

const fileSchema = z.object({
  format: z.literal('ca-line-item-types/1'),
  sources: z.record(z.string(), z.object({ title: z.string(), url: z.string().nullable() })),
  treatments: z.record(z.enum(TREATMENTS), counts.extend(marks)),
  statutory: z.strictObject({ statutory_withholding: statutory, employer_statutory_withholding: statutory }),
  sums: z.record(z.string(), z.strictObject({ ceiling: z.enum(['ei', 'pension', 'qpip']), boxes })),
  exempt: z.strictObject({ t4: exempt, rl1: exempt }),
  repeated: z.record(z.string(), z.string()),
  contractors: z.strictObject({ for: z.string(), boxes }),
});

/** How the amounts of one line item type count. */
export interface TypeTreatment extends Counts {
  mark: Mark;
}

/**
 * Reads the data file, and what the types of each family say of themselves.
 *
 * @throws Error that names the member when the file is not as it must be, or lacks a source that is named
 */
const read = () => {
  const written = load(readFileSync(new URL('../data/line-item-types.yaml', import.meta.url), 'utf8'), {
    schema: CORE_SCHEMA,
  });
  const parsed = fileSchema.safeParse(written);
  if (!parsed.success) throw new Error(`line-item-types.yaml: ${z.prettifyError(parsed.error)}`);
  const { treatments, sources, statutory, sums, exempt, repeated, contractors } = parsed.data;
  const types = new Map<string, TypeTreatment>();
  for (const family of RECURRING_KINDS) {
    for (const [type, treated] of Object.entries<TreatedType>(FAMILIES[family].types)) {
      const { treatment, but, source, boxes_source = [], confidence } = treated;
      const base = treatments[treatment];
      const { source: baseSource, confidence: baseConfidence, note: _note, boxes_source: baseBoxes, ...asBase } = base;
      for (const name of [...(source ?? baseSource ?? []), ...boxes_source, ...(baseBoxes ?? [])])
        if (!sources[name]) throw new Error(`line-item-types.yaml: no source ${name}, which ${family}.${type} names`);
      types.set(`${family}.${type}`, {
        ...asBase,
        ...but,
        mark: {
          subject: `${family}.${type}`,
          source: [...(source ?? baseSource ?? [])],
          recalled: (confidence ?? baseConfidence) === 'recalled',
        },
      });
    }
  }
  return { types, slipBoxes: { statutory, sums, exempt, repeated, contractors } };
};

let known: ReturnType<typeof read> | undefined;
/** Read when it is first asked for: a command that calculates nothing starts without. */
const data = () => {
  known ??= read();
  return known;
};

/** Boxes of slips beyond those of line item types: of what the law withholds, and of sums that a calculation keeps. */
export type SlipBoxes = Pick<z.infer<typeof fileSchema>, 'statutory' | 'sums' | 'exempt' | 'repeated' | 'contractors'>;
/** As the data file of line item types has them, read once. */
export const slipBoxes = (): SlipBoxes => data().slipBoxes;

/** Whom a slip is of, as far as boxes depend on it. */
export interface BoxesFor {
  payee: 'employee' | 'contractor';
  /** Province of employment, by two letters; null where none is known. */
  province: string | null;
}

/** Boxes of slips that amounts of a kind and type of line items go to. */
export const formBoxesOf = (kind: string, type: string, { payee, province }: BoxesFor): FormBoxes => {
  const boxes = boxesOfType(kind, type, province);
  if (payee === 'employee') return boxes;
  const { for: employment, boxes: fees } = slipBoxes().contractors;
  return boxes.t4?.includes(employment) ? fees : { t4a: boxes.t4a };
};

const boxesOfType = (kind: string, type: string, province: string | null): FormBoxes => {
  const { statutory_withholding: withheld, employer_statutory_withholding: contributed } = slipBoxes().statutory;
  const law = { statutory_withholding: withheld, employer_statutory_withholding: contributed };
  const of =
    kind === 'statutory_withholding' || kind === 'employer_statutory_withholding' ? law[kind][type] : undefined;
  if (!of) return treatmentOf(kind, type)?.boxes ?? {};
  const { not_in, boxes } = of;
  const isIn = (slip: SlipName): boolean =>
    slip === 'rl1' || !not_in || !not_in[slip].some((place) => place === province);
  return Object.fromEntries(SLIPS.filter(isIn).flatMap((slip) => (boxes[slip] ? [[slip, boxes[slip]]] : [])));
};

/** How a line item type counts; null for a type that is not known. */
export const treatmentOf = (family: string, type: string): TypeTreatment | null =>
  data().types.get(`${family}.${type}`) ?? null;

/** Every type that the data knows, as family and type. */
export const knownTypes = (): { family: RecurringKind; type: string }[] =>
  [...data().types.keys()].flatMap((key) => {
    const [named, type] = key.split('.');
    const family = RECURRING_KINDS.find((kind) => kind === named);
    return family && type ? [{ family, type }] : [];
  });

/** Whether what is so in some places is so in a jurisdiction; of one that is not known, whether it is so everywhere. */
export const isAt = (places: Places, jurisdiction: Jurisdiction | null): boolean =>
  typeof places === 'boolean' ? places : jurisdiction !== null && places.includes(jurisdiction);

/** Whether vacation pay accrues on a type where the work is done. */
export const isVacationable = (family: string, type: string, jurisdiction: Jurisdiction | null): boolean =>
  isAt(treatmentOf(family, type)?.vacationable ?? false, jurisdiction);

/** The jurisdiction of a tax property's or a pipeline's text: "ca_on" is ON; null for what is none. */
export const jurisdictionOf = (text: string | null | undefined): Jurisdiction | null => {
  const code = text?.replace(/^ca_/, '').toUpperCase();
  return JURISDICTIONS.find((one) => one === code) ?? null;
};

/** Whether amounts count when statutory holiday pay is averaged: tips in Quebec alone. */
const isStatPayable = ({ holiday_base: base }: TypeTreatment, jurisdiction: Jurisdiction): boolean =>
  base === 'tips' ? jurisdiction === 'QC' : base !== 'none';

/** One entry of what a type catalogue says about a type, by calculation and jurisdiction. */
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
      provinces.map((one) => [code(one), isAt(treatment.workers_compensation, one) ? withholding : null]),
    ),
    at(
      'eht',
      HEALTH_TAX_PROVINCES.map((one) => [code(one), isAt(treatment.health_tax, one) ? withholding : null]),
    ),
    at(
      'vacationable',
      provinces.map((one) => [code(one), isVacationable(family, type, one) ? ['accrues_vacation_pay'] : null]),
    ),
    at(
      'stat_payable',
      provinces.map((one) => [code(one), isStatPayable(treatment, one) ? ['included_in_stat_holiday_pay'] : null]),
    ),
  ].filter(({ definitions }) => definitions.length > 0);
};
