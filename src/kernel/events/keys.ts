import { z } from 'zod';
import type { JsonObject } from '../../values/json.ts';

/** The personal members of one event, encrypted as one object under the key of one person. */
export const sealedSchema = z.object({
  subject: z.string().meta({ description: 'Under whose key' }),
  box: z.string().meta({ description: 'The members, encrypted' }),
});
export type Sealed = z.infer<typeof sealedSchema>;

/** Nothing more can be written about a person whose key was destroyed. */
export class PersonErased extends Error {
  constructor(subject: string) {
    super(`the personal key of ${subject} was erased`);
    this.name = 'PersonErased';
  }
}

/**
 * Keys of persons. Erasing a key erases what was sealed under it, everywhere and for good, while the log stays whole.
 * A subject is whose key it is: an employee's id, a business entity's, a company's or a partner's.
 */
export interface PersonalKeys {
  /** Makes sure that these subjects have keys, committed before this resolves. */
  prepare(subjects: readonly string[]): Promise<void>;
  /** Encrypts under a key that `prepare` made. @throws PersonErased; another error when the subject has no key. */
  seal(subject: string, members: JsonObject): Promise<Sealed>;
  /** Decrypts many at once; null where the key was erased. */
  open(sealed: readonly Sealed[]): Promise<(JsonObject | null)[]>;
  /** Destroys the key. */
  erase(subject: string): Promise<void>;
}
