import { createHash, randomBytes } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const base32 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = CROCKFORD[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
};

const ulid = (time_ms: number, entropy: Uint8Array): string =>
  base32(BigInt(time_ms), 10) + base32(BigInt(`0x${Buffer.from(entropy.subarray(0, 10)).toString('hex')}`), 16);

/** A new id `<prefix>_<ULID>`, ordered by time. */
export const newId = (prefix: string, time_ms: number): string => `${prefix}_${ulid(time_ms, randomBytes(10))}`;

/**
 * The id that a seed gives at a time, always the same: what a process makes twice after a crash is one thing.
 * The seed must be unique for what is made.
 */
export const derivedId = (prefix: string, time_ms: number, seed: string): string =>
  `${prefix}_${ulid(time_ms, createHash('sha256').update(seed).digest())}`;

const ID = /^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Whether a text has the form of an id of this service. */
export const isId = (text: string): boolean => ID.test(text);

// Ours alone: a version 5 UUID of this name under it is an event id.
const NAMESPACE = Buffer.from('6f0f3f0a5b5e4c0e9f3a7d1c2b4a8e61', 'hex');

/** A version 5 UUID of the parts: the event id that a cause and a step always give. */
export const derivedUuid = (...parts: readonly string[]): string => {
  const hash = createHash('sha1').update(NAMESPACE).update(parts.join('\u0000')).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
