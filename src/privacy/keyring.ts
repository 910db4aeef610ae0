import { type CipherKey, createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What MASTER_KEY encrypts: the keys of persons and of files, and the stored answers of idempotent requests. Nothing is
 * encrypted under it directly; each purpose has a key of its own, derived by HKDF-SHA256, so that one can never stand
 * for another. A box says which MASTER_KEY it belongs to, so the one before the present can continue being read while
 * it is replaced.
 *
 *   box = 4 bytes of the master key's fingerprint, 12 of nonce, the ciphertext, 16 of tag (AES-256-GCM)
 *   digest = 4 bytes of the master key's fingerprint, 28 of HMAC-SHA256
 */
export interface Keyring {
  /** Fingerprint of the present MASTER_KEY; says nothing about the key. */
  fingerprint: string;
  /** Fingerprints of all keys that are here, the present one first. */
  fingerprints: readonly string[];
  /** Encrypts. The box opens only for the same purpose and the same `bound`. */
  seal(purpose: string, plain: Uint8Array, bound: string): Buffer;
  /** Decrypts; undefined when it was sealed under a master key that is not here. @throws when it was altered. */
  open(purpose: string, box: Uint8Array, bound: string): Buffer | undefined;
  /** What bytes are known again by, 32 bytes. Without the master key nobody can try out what they were. */
  digest(purpose: string, plain: Uint8Array): Buffer;
  /** Whether a digest is of these bytes; undefined when it was made under a master key that is not here. */
  isDigestOf(purpose: string, plain: Uint8Array, digest: Uint8Array): boolean | undefined;
}

export const MASTER_KEY_BYTES = 32;
const FINGERPRINT_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What `encrypt` adds to the plain bytes. */
export const BOX_BYTES = NONCE_BYTES + TAG_BYTES;
const DIGEST_BYTES = 32;
/** Derived keys that are kept; one is made again in some ten microseconds. */
const MOST_DERIVED = 1_000;

const derive = (master: Uint8Array, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `payroll-ledger ${purpose}`, length));

/** Encrypts with AES-256-GCM: nonce, ciphertext, tag. */
export const encrypt = (key: CipherKey, plain: Uint8Array, bound: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** The plain bytes. @throws when key, `bound` or box are not those of `encrypt`. */
export const decrypt = (key: CipherKey, box: Uint8Array, bound: string): Buffer => {
  if (box.length < BOX_BYTES) throw new Error('a box is too short to be one');
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(box.subarray(box.length - TAG_BYTES));
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, box.length - TAG_BYTES)), decipher.final()]);
};

/**
 * @param master the present MASTER_KEY, 32 bytes
 * @param previous the one before it, while what it sealed is being sealed again
 */
export const makeKeyring = (master: Uint8Array, previous?: Uint8Array): Keyring => {
  const masters = [master, ...(previous ? [previous] : [])];
  for (const key of masters)
    if (key.length !== MASTER_KEY_BYTES) throw new Error(`a master key has ${MASTER_KEY_BYTES} bytes`);
  const prints = masters.map((key) => derive(key, 'fingerprint', FINGERPRINT_BYTES));
  const derived = new Map<string, Buffer>();

  const keyOf = (which: number, purpose: string): Buffer => {
    const name = `${which} ${purpose}`;
    let key = derived.get(name);
    if (!key) {
      if (derived.size >= MOST_DERIVED) derived.clear();
      key = derive(masters[which]!, purpose, MASTER_KEY_BYTES);
      derived.set(name, key);
    }
    return key;
  };

  const digestUnder = (which: number, purpose: string, plain: Uint8Array): Buffer => {
    const hmac = createHmac('sha256', keyOf(which, purpose)).update(plain).digest();
    return Buffer.concat([prints[which]!, hmac], DIGEST_BYTES);
  };
  const whichOf = (bytes: Uint8Array): number =>
    prints.findIndex((print) => print.equals(bytes.subarray(0, FINGERPRINT_BYTES)));

  return {
    fingerprint: prints[0]!.toString('hex'),
    fingerprints: prints.map((print) => print.toString('hex')),
    seal: (purpose, plain, bound) => Buffer.concat([prints[0]!, encrypt(keyOf(0, purpose), plain, bound)]),
    open: (purpose, box, bound) => {
      const which = whichOf(box);
      return which === -1 ? undefined : decrypt(keyOf(which, purpose), box.subarray(FINGERPRINT_BYTES), bound);
    },
    digest: (purpose, plain) => digestUnder(0, purpose, plain),
    isDigestOf: (purpose, plain, digest) => {
      const which = whichOf(digest);
      return which === -1 ? undefined : digestUnder(which, purpose, plain).equals(digest);
    },
  };
};
