import type { FormType } from './model/form-type.ts';

/** Types of which `generate` makes forms, from what was paid in a year. */
const GENERATED: readonly string[] = ['t4', 't4a', 'rl1'];

export const isGenerated = ({ type }: Pick<FormType, 'type'>): boolean => GENERATED.includes(type);
