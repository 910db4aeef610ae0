import { z } from 'zod';
import type { JsonObject } from '../../values/json.ts';

/** The personal members of one event, encrypted as one object under the key of one person. */
export const sealedSchema = z.object({
  subject: z.string().meta({ description: 'Under whose key' }),
  box: z.string().meta({ description: 'The members, encrypted' }),
});
export type Sealed = z.infer<typeof sealedSchema>;

/** The key of the person was destroyed, so no personal data can be written any more. */
export class PersonErased extends Error {
  constructor(subject: string) {
    super(`the personal key of ${subject} was erased`);
    this.name = 'PersonErased';
  }
}

/**
 * Keys of persons. Erasing a key erases everything that was encrypted under it, while the log stays whole. A subject is
 * the owner of a key: the id of an employee, a business entity, a company or a partner.
 */
export interface PersonalKeys {
  /** Creates missing keys of subjects; they are committed when this resolves. */
  prepare(subjects: readonly string[]): Promise<void>;
  /** Encrypts under a key that `prepare` made. @throws PersonErased; another error when the subject has no key. */
  seal(subject: string, members: JsonObject): Promise<Sealed>;
  /** Decrypts many at once; null when the key was erased. */
  open(sealed: readonly Sealed[]): Promise<(JsonObject | null)[]>;
  /** Destroys the key. */
  erase(subject: string): Promise<void>;
}
