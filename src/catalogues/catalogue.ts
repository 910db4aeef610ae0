import { z } from 'zod';
import { FAMILIES, type LineKind, RECURRING_KINDS } from '../calculation/model/families.ts';
import type { ItemType } from '../calculation/types/item-type.ts';
import type { Field } from '../kernel/definition/fields.ts';
import { selfLinkSchema } from '../kernel/definition/fields.ts';
import type { State } from '../kernel/definition/resource.ts';
import type { View } from '../kernel/definition/show.ts';
import { filled, type JsonObject, keysOf } from '../values/json.ts';
import { featuresSchema, presentFeatures } from './features.ts';

/** Whether a type may be on off-cycle payrolls. */
export const isOffCycle = ({ off_cycle }: ItemType): boolean => off_cycle !== false;

/** The types that one family of pay items can be of. They are fixed by the service: there is no write access. */
export interface Catalogue<T extends string = string> {
  kind: LineKind;
  /** Object name of its entries: `allowance_type`. */
  object: string;
  types: Readonly<Record<T, ItemType>>;
  values: readonly [T, ...T[]];
  /** An entry as answers embed it. */
  schema: z.ZodType;
  /** One entry as answers show it; with what it counts for where that was asked. */
  entry(type: T, view: Pick<View, 'locale'>, features?: boolean): JsonObject;
  /** Whether its entries can tell what they count for. */
  hasFeatures: boolean;
}

/** The catalogue of a family, made of its types. Where some may not be on all payrolls, entries say on which. */
export const makeCatalogue = (kind: LineKind): Catalogue => {
  const types: Readonly<Record<string, ItemType>> = FAMILIES[kind].types;
  const onPayrolls = Object.values(types).some((type) => !isOffCycle(type));
  const object = `${kind}_type`;
  const values = filled(keysOf(types));
  const recurring = RECURRING_KINDS.find((one) => one === kind);
  const on = (what: string) => z.boolean().meta({ description: `Whether ${what} payrolls allow it` });
  const supported = z.object({ regular: on('regular'), historical: on('historical'), off_cycle: on('off-cycle') });
  const type = z.enum(values).meta({ description: 'The type' });
  const data = z
    .object({
      type,
      label: z.string().meta({ description: 'Label in the language of the request' }),
      locale: z.enum(['en', 'fr']).meta({ description: 'Language of the label' }),
      ...(onPayrolls
        ? { supported_payroll_types: supported.meta({ description: 'Types of payroll that allow it' }) }
        : {}),
      ...(recurring
        ? {
            features: featuresSchema
              .optional()
              .meta({ description: 'With `features=ca`: how it counts, by calculation and jurisdiction' }),
          }
        : {}),
    })
    .meta({ description: 'Data of the type' });
  return {
    kind,
    object,
    types,
    values,
    schema: z
      .object({
        id: type,
        object: z.literal(object).meta({ description: 'Type of the record' }),
        data,
        links: selfLinkSchema,
      })
      .meta({ id: object, description: `A type of pay item, with its label` }),
    entry: (type, { locale }, features = false) => ({
      id: type,
      object,
      data: {
        type,
        label: types[type]!.label[locale],
        locale,
        ...(onPayrolls
          ? { supported_payroll_types: { regular: true, historical: true, off_cycle: isOffCycle(types[type]!) } }
          : {}),
        ...(features && recurring ? { features: presentFeatures(recurring, type, locale) } : {}),
      },
      links: { self: `/${object}s/${type}` },
    }),
    hasFeatures: recurring !== undefined,
  };
};

/**
 * The member of a pay item that names its type: written as the type's name, shown as an object with its label. Left out
 * where a business preset supplies it, so rules and not the schema say when it is required.
 *
 * @param without types that no request may name
 */
export const typeField = <T extends string>(
  catalogue: Catalogue<T>,
  member: string = catalogue.object,
  without: readonly T[] = [],
): Field<T | null, 'self'> => ({
  stored: 'self',
  ...(member === catalogue.object ? {} : { member }),
  write: { schema: z.enum(catalogue.values).exclude([...without]), initial: null },
  storedAs: z.enum(catalogue.values).nullable(),
  answer: catalogue.schema.nullable(),
  column: 'text',
  show: (state: State, view) => {
    const type = catalogue.values.find((value) => value === state[member]);
    return type === undefined ? null : catalogue.entry(type, view);
  },
});
