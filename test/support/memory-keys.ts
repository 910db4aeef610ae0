import { randomBytes } from 'node:crypto';
import { type PersonalKeys, PersonErased } from '../../src/kernel/events/keys.ts';
import { decrypt, encrypt } from '../../src/privacy/keyring.ts';

/** A process remembers for so long a key that was erased, for reading alone. */
const REMEMBERED_ms = 10_000;

/**
 * Keys of persons in memory: they encrypt as the real ones do, and can be erased.
 *
 * @param now_ms by which erased keys are remembered for a while; without it they are forgotten at once
 */
export const memoryKeys = (now_ms?: () => number): PersonalKeys => {
  const keys = new Map<string, Buffer | null>();
  const erased = new Map<string, { key: Buffer; until_ms: number }>();
  const remembered = (subject: string): Buffer | undefined => {
    const found = erased.get(subject);
    return found && now_ms && found.until_ms > now_ms() ? found.key : undefined;
  };
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
        const key = keys.get(subject) ?? remembered(subject);
        return key ? JSON.parse(decrypt(key, Buffer.from(box, 'base64'), subject).toString()) : null;
      }),
    erase: async (subject) => {
      const key = keys.get(subject);
      if (key && now_ms) erased.set(subject, { key, until_ms: now_ms() + REMEMBERED_ms });
      keys.set(subject, null);
    },
  };
};
