import type { z } from 'zod';
import type { Call } from '../kernel/definition/operation.ts';
import type { FormType, FormValues, FormVersion } from './model/form-type.ts';

/** What a populator is given: a request that its schema took, in the version of its day. */
export interface Population<B> {
  body: B;
  version: FormVersion;
  call: Pick<Call, 'services' | 'tenant' | 'locale'>;
}

/** What a populator worked out. */
export interface Populated {
  values: FormValues;
  /** Ids of the payrolls whose approval values wait for: those are null. */
  unapproved_payrolls: readonly string[];
}

/**
 * Works out the values of one form from payroll, on request, and stores nothing. Members of `body` are checked by its
 * schema, ids in it looked up, before `populated` is asked.
 */
// biome-ignore lint/suspicious/noExplicitAny: what its own schema takes, its `populated` gets
export interface Populator<B = any> {
  type: FormType['type'];
  /** Members of the body beside `effective_date`, each optional where it may be left out. */
  body: Readonly<Record<string, z.ZodType>>;
  /** @throws Problem of what cannot be calculated */
  populated(population: Population<B>): Promise<Populated>;
}
