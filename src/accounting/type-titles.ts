import type { LineKind } from '../calculation/model/families.ts';
import { catalogueOf } from '../catalogues/catalogues.ts';
import type { Text } from '../values/text.ts';

/** A line's type as its catalogue names it, in both languages; the name with spaces of a type that is none any more. */
export const typeTitle = (kind: LineKind, type: string): Text => {
  const plain = type.replaceAll('_', ' ');
  return catalogueOf(kind).types[type]?.label ?? { en: plain, fr: plain };
};
