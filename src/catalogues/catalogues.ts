import { LINE_KINDS, type LineKind, type TypeOf } from '../calculation/model/families.ts';
import type { Text } from '../values/text.ts';
import { type Catalogue, makeCatalogue } from './catalogue.ts';

type Catalogues = { readonly [K in LineKind]: Catalogue<TypeOf<K>> };

/** The types of each family of pay items, as callers read them. */
// Each is made of the types of its own family.
export const CATALOGUES = Object.fromEntries(LINE_KINDS.map((kind) => [kind, makeCatalogue(kind)])) as Catalogues;

/** The catalogue of a family that is not known by name. */
export const catalogueOf = (kind: LineKind): Catalogue => CATALOGUES[kind];

/** What a type is called, in both languages; its name with spaces of one that is none any more. */
export const typeTitle = (kind: LineKind, type: string): Text => {
  const plain = type.replaceAll('_', ' ');
  return catalogueOf(kind).types[type]?.label ?? { en: plain, fr: plain };
};

/** What is wrong with a type of line items of a kind; undefined where the catalogue of the kind has it. */
export const subtypeProblem = (kind: LineKind, subtype: string): Text | undefined =>
  catalogueOf(kind).values.includes(subtype)
    ? undefined
    : {
        en: `must be a type of ${kind}: a value of /${kind}_types`,
        fr: `doit être un type de ${kind} : une valeur de /${kind}_types`,
      };
