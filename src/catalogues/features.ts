import { z } from 'zod';
import type { RecurringKind } from '../calculation/model/families.ts';
import { featuresOf, type TypeFeature } from '../statutory/editions/line-item-types.ts';
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
          jurisdiction: z.string().meta({ description: 'Where', example: 'ca_federal' }),
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
            .meta({ description: 'What an amount of the type does there', example: ['withholding'] }),
          help_text: z.string().nullable().meta({ description: 'More about it, where there is more to say' }),
          program_label: z
            .string()
            .nullable()
            .meta({ description: 'The plan, for pensions and insurance', example: 'CPP' }),
        }),
      )
      .meta({ description: 'By jurisdiction; one that is missing knows no effect' }),
  }),
);

/** The features of a type, in a language. They inform only: no rate and no threshold stands in them. */
export const presentFeatures = (kind: RecurringKind, type: string, locale: Locale): JsonObject[] =>
  featuresOf(kind, type).map((feature) => ({
    type: feature.type,
    label: CALCULATIONS[feature.type][locale],
    definitions: feature.definitions.map(({ jurisdiction, effects }) => ({
      jurisdiction,
      effects,
      help_text: null,
      program_label: PROGRAMS[`${feature.type}/${jurisdiction}`]?.[locale] ?? null,
    })),
  }));
