import { z } from 'zod';
import type { RecurringKind } from '../calculation/model/families.ts';
import type { FormBoxes } from '../calculation/types/item-type.ts';
import { JURISDICTIONS } from '../statutory/editions/figures.ts';
import { featuresOf, SLIPS, slipBoxes, type TypeFeature, treatmentOf } from '../statutory/editions/line-item-types.ts';
import type { JsonObject } from '../values/json.ts';
import type { Locale, Text } from '../values/text.ts';

/** What types of a family count for, as catalogues tell it with `features=ca`. */
const CALCULATIONS: Readonly<Record<TypeFeature['type'], Text>> = {
  income_tax: { en: 'Income tax', fr: 'Impôt sur le revenu' },
  pensionable: { en: 'Pensionable', fr: 'Ouvrant droit à pension' },
  insurable: { en: 'Insurable', fr: 'Assurable' },
  wcb: { en: "Workers' compensation", fr: 'Indemnisation des accidents du travail' },
  eht: { en: 'Employer health tax', fr: 'Impôt-santé des employeurs' },
  vacationable: { en: 'Vacation pay accrues', fr: 'Indemnité de vacances courue' },
  stat_payable: { en: 'Statutory holiday pay', fr: 'Indemnité de jour férié' },
};

/** The programs behind a calculation, where it is a pension or insurance plan. */
const PROGRAMS: Readonly<Record<string, Text>> = {
  'pensionable/ca_federal': { en: 'CPP', fr: 'RPC' },
  'pensionable/ca_qc': { en: 'QPP', fr: 'RRQ' },
  'insurable/ca_federal': { en: 'EI', fr: 'AE' },
  'insurable/ca_qc': { en: 'EI and QPIP', fr: 'AE et RQAP' },
};

/** In which calculations a type of pay items counts. */
export const featuresSchema = z.array(
  z.object({
    type: z.enum(Object.keys(CALCULATIONS)).meta({
      description: 'The calculation',
      example: 'income_tax',
    }),
    label: z.string().meta({ description: 'Its name in the language of the request', example: 'Income tax' }),
    definitions: z
      .array(
        z.object({
          jurisdiction: z.string().meta({ description: 'Jurisdiction', example: 'ca_federal' }),
          effects: z
            .array(
              z.enum([
                'withholding',
                'reduces_base',
                'tax_credit',
                'accrues_vacation_pay',
                'included_in_stat_holiday_pay',
              ]),
            )
            .meta({ description: 'How an amount of the type counts there', example: ['withholding'] }),
          help_text: z.string().nullable().meta({ description: 'Further explanation, where there is one' }),
          program_label: z
            .string()
            .nullable()
            .meta({ description: 'The plan, for pensions and insurance', example: 'CPP' }),
        }),
      )
      .meta({ description: 'Effects by jurisdiction; a missing jurisdiction has none' }),
    boxes: z
      .array(
        z.object({
          form: z.enum(SLIPS).meta({ description: 'The form, by its type', example: 't4' }),
          box: z.string().meta({ description: 'Its box', example: '14' }),
          provinces_of_employment: z
            .array(z.string())
            .nullable()
            .meta({ description: 'Provinces; null for all', example: ['ca_qc'] }),
        }),
      )
      .meta({ description: 'Slip boxes that amounts of the type are reported in, for this calculation' }),
  }),
);

const QUEBEC = ['ca_qc'];
const ELSEWHERE = JURISDICTIONS.filter((code) => !['QC', 'OC'].includes(code)).map(
  (code) => `ca_${code.toLowerCase()}`,
);

/** Where something counts; undefined where it does nowhere. */
const placesOf = (elsewhere: boolean, quebec: boolean): string[] | null | undefined => {
  if (elsewhere && quebec) return null;
  if (quebec) return QUEBEC;
  return elsewhere ? ELSEWHERE : undefined;
};

const boxesAt = (
  { rl1 = [], ...federal }: FormBoxes,
  elsewhere: boolean,
  quebec: boolean,
): { form: string; box: string; provinces_of_employment: string[] | null }[] => {
  const at = (form: string, boxes: readonly string[], provinces_of_employment: string[] | null | undefined) =>
    provinces_of_employment === undefined ? [] : boxes.map((box) => ({ form, box, provinces_of_employment }));
  return [
    ...at('t4', federal.t4 ?? [], placesOf(elsewhere, quebec)),
    ...at('t4a', federal.t4a ?? [], placesOf(elsewhere, quebec)),
    // A slip of Quebec alone.
    ...at('rl1', rl1, placesOf(false, quebec)),
  ];
};

/** Boxes of slips by the calculation that they tell of: income, and what pensions and insurance are reckoned on. */
const boxesOf = (kind: RecurringKind, type: string, feature: TypeFeature['type']): JsonObject[] => {
  const treatment = treatmentOf(kind, type);
  if (!treatment) return [];
  const { cpp, qpp, ei, ei_quebec, qpip, boxes } = treatment;
  const { insurable, pensionable, qpip_earnings } = slipBoxes().sums;
  switch (feature) {
    case 'income_tax':
      return boxesAt(boxes, true, true);
    case 'pensionable':
      return boxesAt(pensionable?.boxes ?? {}, cpp, qpp);
    case 'insurable':
      return [...boxesAt(insurable?.boxes ?? {}, ei, ei_quebec), ...boxesAt(qpip_earnings?.boxes ?? {}, false, qpip)];
    default:
      return [];
  }
};

/** The features of a type; one that no tax knows, and that slips tell all the same, has them by income tax. */
const withBoxes = (kind: RecurringKind, type: string): TypeFeature[] => {
  const features = featuresOf(kind, type);
  const isExplained = features.some((feature) => feature.type === 'income_tax');
  return isExplained || boxesOf(kind, type, 'income_tax').length === 0
    ? features
    : [{ type: 'income_tax', definitions: [] }, ...features];
};

/** The features of a type, in a language. They inform only: no rate and no threshold is in them. */
export const presentFeatures = (kind: RecurringKind, type: string, locale: Locale): JsonObject[] =>
  withBoxes(kind, type).map((feature) => ({
    type: feature.type,
    label: CALCULATIONS[feature.type][locale],
    definitions: feature.definitions.map(({ jurisdiction, effects }) => ({
      jurisdiction,
      effects,
      help_text: null,
      program_label: PROGRAMS[`${feature.type}/${jurisdiction}`]?.[locale] ?? null,
    })),
    boxes: boxesOf(kind, type, feature.type),
  }));
