import { filled } from '../../values/json.ts';
import type { FormField, FormType } from '../model/form-type.ts';
import { rl1 } from './rl1.ts';
import { roe } from './roe.ts';
import { t4 } from './t4.ts';
import { t4a } from './t4a.ts';
import { CLAIM_FORMS } from './td1.ts';

/** Every type of form. One more is one more here. */
export const FORM_TYPES: readonly FormType[] = [t4, t4a, rl1, roe, ...CLAIM_FORMS];

export const FORM_TYPE_NAMES = filled(FORM_TYPES.map(({ type }) => type));

/** Types whose forms go to their agency in batches. */
export const BATCHED_TYPE_NAMES = filled(
  FORM_TYPES.filter(({ life }) => life === 'in_batches').map(({ type }) => type),
);

const BY_NAME = new Map(FORM_TYPES.map((one) => [one.type, one]));

/** @throws Error of a type that there is not: who calls has it from a record or a checked body */
export const formTypeOf = (type: string): FormType => {
  const found = BY_NAME.get(type);
  if (!found) throw new Error(`there is no type of form ${type}`);
  return found;
};

/** Every field of any type and version, by its key. The first declaration stands for all of the same key. */
export const ALL_FIELDS: ReadonlyMap<string, FormField> = new Map(
  FORM_TYPES.flatMap(({ versions }) => versions.flatMap(({ fields }) => fields))
    .reverse()
    .map((field) => [field.key, field]),
);
