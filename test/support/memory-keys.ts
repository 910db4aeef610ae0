import { randomBytes } from 'node:crypto';
import { type PersonalKeys, PersonErased } from '../../src/kernel/events/keys.ts';
import { decrypt, encrypt } from '../../src/privacy/keyring.ts';

/** Keys of persons in memory: they encrypt as the real ones do, and can be erased. */
export const memoryKeys = (): PersonalKeys => {
  const keys = new Map<string, Buffer | null>();
  const keyOf = (subject: string): Buffer => {
    const key = keys.get(subject);
    if (key === null) throw new PersonErased(subject);
    if (!key) throw new Error(`${subject} has no key`);
    return key;
  };
  return {
    prepare: async (subjects) => {
      for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, randomBytes(32));
    },
    seal: async (subject, members) => ({
      subject,
      box: encrypt(keyOf(subject), Buffer.from(JSON.stringify(members)), subject).toString('base64'),
    }),
    open: async (sealed) =>
      sealed.map(({ subject, box }) => {
        const key = keys.get(subject);
        return key ? JSON.parse(decrypt(key, Buffer.from(box, 'base64'), subject).toString()) : null;
      }),
    erase: async (subject) => {
      keys.set(subject, null);
    },
  };
};
