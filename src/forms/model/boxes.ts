import type { FormField, FormValues } from './form-type.ts';

/** Amounts of a form by box, those that are 0 left out. */
export const amountsByBox = (
  { values }: { values: FormValues },
  fields: readonly FormField[],
): Record<string, string> => {
  const boxes: Record<string, string> = {};
  for (const { key, kind, box } of fields) {
    const value = values[key];
    if (box === undefined || (kind !== 'currency' && kind !== 'integer')) continue;
    if (value !== null && value !== undefined && Number(value) !== 0) boxes[box] = String(value);
  }
  return boxes;
};
