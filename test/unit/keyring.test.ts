import { expect, test } from 'vitest';
import { decrypt, encrypt, makeKeyring } from '../../src/privacy/keyring.ts';

const [one, two, other] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
const PLAIN = Buffer.from('046 454 286');

test('a box opens for its purpose, what it is bound to and its master key alone', () => {
  const box = makeKeyring(one).seal('persons', PLAIN, 'employee 1');
  expect(makeKeyring(one).open('persons', box, 'employee 1')).toEqual(PLAIN);
  // While the master key is replaced, the one before it opens what it sealed.
  expect(makeKeyring(two, one).open('persons', box, 'employee 1')).toEqual(PLAIN);
  expect(makeKeyring(two, other).open('persons', box, 'employee 1')).toBeUndefined();
  expect(() => makeKeyring(one).open('persons', box, 'employee 2')).toThrow();
  expect(() => makeKeyring(one).open('files', box, 'employee 1')).toThrow();
});

test('a box of which a byte is altered, or that is cut, does not open', () => {
  const box = encrypt(one, PLAIN, 'employee 1');
  for (let at = 0; at < box.length; at++) {
    const altered = Buffer.from(box);
    altered[at]! ^= 1;
    expect(() => decrypt(one, altered, 'employee 1')).toThrow();
    expect(() => decrypt(one, box.subarray(0, at), 'employee 1')).toThrow(at < 28 ? 'too short' : /./);
  }
  // Nonce and tag of nothing are the shortest box.
  expect(decrypt(one, encrypt(one, Buffer.alloc(0), ''), '')).toEqual(Buffer.alloc(0));
});

test('a digest is of the same bytes and purpose, under a master key that is here', () => {
  const digest = makeKeyring(one).digest('requests', PLAIN);
  expect(digest).toHaveLength(32);
  expect(makeKeyring(one).isDigestOf('requests', PLAIN, digest)).toBe(true);
  expect(makeKeyring(two, one).isDigestOf('requests', PLAIN, digest)).toBe(true);
  expect(makeKeyring(two).isDigestOf('requests', PLAIN, digest)).toBeUndefined();
  expect(makeKeyring(one).isDigestOf('requests', Buffer.from('other'), digest)).toBe(false);
  expect(makeKeyring(one).isDigestOf('answers', PLAIN, digest)).toBe(false);
});

test('a master key has 32 bytes, the one before it too', () => {
  for (const wrong of [Buffer.alloc(31), Buffer.alloc(33), Buffer.alloc(0)]) {
    expect(() => makeKeyring(wrong)).toThrow('32 bytes');
    expect(() => makeKeyring(one, wrong)).toThrow('32 bytes');
  }
});
