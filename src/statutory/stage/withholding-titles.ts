import { FAMILIES } from '../../calculation/model/families.ts';
import type { Translations } from '../../calculation/model/types.ts';
import type { ItemType } from '../../calculation/types/item-type.ts';

const TYPES: Readonly<Record<'employee' | 'employer', Readonly<Record<string, ItemType>>>> = {
  employee: FAMILIES.statutory_withholding.types,
  employer: FAMILIES.employer_statutory_withholding.types,
};

/** The title of a line of a type, in both languages. */
export const titleOf = (
  side: 'employee' | 'employer',
  type: string,
): { title: string; title_translations: Translations } => {
  const label = TYPES[side][type]?.label;
  return { title: label?.en ?? type, title_translations: label ?? { en: type } };
};
