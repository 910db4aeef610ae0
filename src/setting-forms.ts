import { z } from 'zod';
import { MASTER_KEY_BYTES } from './privacy/keyring.ts';

/** The forms that settings have, each with what is said of a text that has another. */

/** What is wrong with a setting, in words. */
export const problem = (en: string) => ({ params: { text: en } });

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number) => {
  const text = problem(`it must be a whole number from ${min} to ${max}`);
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, text)
    .transform(Number);
};

/** Whether a text is a day of the calendar, or begins with one: the parser takes 30 February for 2 March. */
export const isDay = (text: string): boolean => {
  const day = text.slice(0, 10);
  const at_ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at_ms) && new Date(at_ms).toISOString().startsWith(day);
};

/** Yes or no. */
export const flag = () =>
  z
    .string()
    .refine((value) => /^(true|false|1|0)$/.test(value), problem('it must be true, false, 1 or 0'))
    .transform((value) => value === 'true' || value === '1');

/** Of an address without these slashes some clients take the host for a path, and call another host. */
const HAS_HOST = /^[^:]+:\/\//;

/** An address of one of some protocols (`https:`); the message shows `example` where it is none. */
export const url = (protocols: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (value) => HAS_HOST.test(value) && URL.canParse(value) && protocols.includes(new URL(value).protocol),
      problem(`it must be a URL like ${example}`),
    );

/** Whether an address names at most one host, as the driver of the database reads it: behind the first @. */
export const namesOneHost = (address: string): boolean => {
  const [authority = ''] = address.replace(HAS_HOST, '').split(/[/?#]/);
  return !authority.slice(authority.indexOf('@') + 1).includes(',');
};

/** Whether an address has nothing but where: no user, password, query or fragment. */
export const isBare = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === '');

/** Whether each % of an address begins an encoded character, as a password's must. */
export const isDecodable = (address: string): boolean => {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
};

/** A master key, in hex or base64; undefined where the text is none. */
export const parseMasterKey = (text: string): Buffer | undefined => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return key.length === MASTER_KEY_BYTES && /^[0-9a-zA-Z+/_=-]+$/.test(text) ? key : undefined;
};

/** What a master key looks like. */
export const MASTER_KEY_FORM = `it must be ${MASTER_KEY_BYTES} random bytes in hex or base64, e.g. from: openssl rand -base64 32`;

/** A master key. */
export const masterKey = () =>
  z
    .string()
    .refine((value) => parseMasterKey(value) !== undefined, problem(MASTER_KEY_FORM))
    .transform((value) => parseMasterKey(value)!);
