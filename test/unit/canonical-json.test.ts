import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize, NotCanonical } from '../../src/values/canonical-json.ts';

describe('canonical JSON', () => {
  test('is written as RFC 8785 shows it (section 3.2.2)', () => {
    const value = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalize(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('has its members in the order of UTF-16 units (RFC 8785 section 3.2.3)', () => {
    const value = { '\u20ac': 5, '\r': 1, '\ufb33': 7, '1': 2, '\ud83d\ude00': 6, '\u0080': 3, '\u00f6': 4 };
    expect(canonicalize(value)).toBe('{"\\r":1,"1":2,"\u0080":3,"\u00f6":4,"\u20ac":5,"\ud83d\ude00":6,"\ufb33":7}');
  });

  test('writes minus zero as zero', () => {
    expect(canonicalize([-0, 0])).toBe('[0,0]');
  });

  test('is read back as the value that it was written from, and is the same again', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'));
        const text = canonicalize(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalize(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('does not depend on the order in which members were set', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.integer()), { selector: ([name]) => name }), (members) => {
        fc.pre(members.every(([name]) => !name.includes('\0')));
        const forwards = Object.fromEntries(members);
        const backwards = Object.fromEntries([...members].reverse());
        expect(canonicalize(forwards)).toBe(canonicalize(backwards));
      }),
    );
  });

  test.each([
    ['undefined', undefined],
    ['a hole in an array', new Array(1)],
    ['a symbol', Symbol('s')],
    ['a Map', new Map()],
    ['an object with a class', new (class Amount {})()],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalize({ value })).toThrow(NotCanonical);
  });

  test('says what is wrong and where', () => {
    expect(() => canonicalize({ a: [0, { b: 'x\0y' }] })).toThrow('the text holds the character NUL (at a[1].b)');
    expect(() => canonicalize({ a: ['x\ud800'] })).toThrow('the text holds half a surrogate pair (at a[0])');
    expect(() => canonicalize(1n)).toThrow('bigint is no JSON');
    expect(() => canonicalize({ day: new Date(0) })).toThrow('Date is no plain object (at day)');
  });
});
