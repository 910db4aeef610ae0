import type { z } from 'zod';
import type { Call } from '../kernel/definition/operation.ts';
import type { FormType, FormValues, FormVersion } from './model/form-type.ts';
import { roePopulator } from './roe-population.ts';

/** What a populator is given: a request that its schema took, in the version of its day. */
export interface Population<B> {
  body: B;
  version: FormVersion;
  call: Pick<Call, 'services' | 'tenant' | 'locale'>;
}

/**
 * Works out the values of one form from payroll, on request, and stores nothing. Members of `body` are checked by its
 * schema, ids in it looked up, before `values` is asked.
 */
// biome-ignore lint/suspicious/noExplicitAny: what its own schema takes, its `values` gets
export interface Populator<B = any> {
  type: FormType['type'];
  /** Members of the body beside `effective_date`, each optional where it may be left out. */
  body: Readonly<Record<string, z.ZodType>>;
  /** @throws Problem of what cannot be calculated */
  values(population: Population<B>): Promise<FormValues>;
}

/** Those that there are. One more is one more here. */
export const POPULATORS: readonly Populator[] = [roePopulator];
