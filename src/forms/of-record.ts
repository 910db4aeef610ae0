import type { State } from '../kernel/definition/resource.ts';
import type { Json, JsonObject } from '../values/json.ts';
import type { FormValue, FormVersion } from './model/form-type.ts';
import { versionOn } from './model/form-type.ts';
import { ALL_FIELDS, formTypeOf } from './types/index.ts';

/** What of a form its version and its values are read off. */
export interface Versioned {
  type: string;
  effective_date: string;
}

export interface Valued {
  values: Readonly<Record<string, FormValue>>;
  person: Readonly<Record<string, FormValue>> | null;
}

/** The version that a form is of. It had one when it was created, and versions do not go. */
export const versionOf = ({ type, effective_date }: Versioned): FormVersion => {
  const found = versionOn(formTypeOf(type), effective_date);
  if (!found) throw new Error(`there is no version of ${type} on ${effective_date}`);
  return found;
};

/**
 * All values of a form, those of the person among them, by key. A SIN is not; of a person who was erased nothing is.
 */
export const valuesOf = ({ values, person }: Valued): Record<string, FormValue> => ({ ...values, ...(person ?? {}) });

/**
 * What a value tells an agency: a flag that is not set, and 0 in a box of a slip, tell no more than a blank. (0 for a
 * pay period of a record of employment does.)
 */
const toldBy = (key: string, value: Json | undefined): Json => {
  const isNone = value === undefined || value === '' || value === false;
  return isNone || (value === '0' && ALL_FIELDS.get(key)?.box !== undefined) ? null : value;
};

/** What generation keeps beside the values that a slip tells. */
const OF_GENERATION: readonly string[] = ['from_payroll', 'unpaid_payrolls'];

/** Members in which values say other than those that are recorded, but for those that do not count. */
export const membersThatDiffer = (
  told: JsonObject,
  recorded: JsonObject,
  isNothing = (_key: string): boolean => false,
): string[] =>
  Object.keys({ ...recorded, ...told }).filter(
    (key) => !OF_GENERATION.includes(key) && !isNothing(key) && toldBy(key, recorded[key]) !== toldBy(key, told[key]),
  );

/** Whether values say what those that are recorded do, but for what does not count. */
export const areSameValues = (...of: Parameters<typeof membersThatDiffer>): boolean =>
  membersThatDiffer(...of).length === 0;

/** A form as its fields show themselves. */
// A state that was folded from a form's events.
export const shownForm = (state: State): Versioned & Valued => state as State & Versioned & Valued;
