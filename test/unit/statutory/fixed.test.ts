import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fixed,
  overWhole,
  roundToCent,
  roundToDollar,
  times,
  timesRatio,
  toText,
  truncateToCent,
} from '../../../src/values/fixed.ts';
import { roundToCent as bigCent, truncateToCent as bigCut, toText as bigText } from '../../../src/values/money.ts';

// The inside arithmetic of the calculation against big.js: the same figures, the same rounding.

const amount = fc
  .tuple(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => bigText(new Big(digits).div(new Big(10).pow(places))));
const rate = fc.integer({ min: 0, max: 400_000 }).map((digits) => bigText(new Big(digits).div(1_000_000)));

describe('fixed-point numbers', () => {
  test('are parsed and printed as by big.js', () => {
    fc.assert(
      fc.property(amount, (text) => {
        expect(toText(fixed(text))).toBe(text);
      }),
    );
  });

  test('are multiplied exactly and rounded like money', () => {
    fc.assert(
      fc.property(amount, rate, (text, factor) => {
        const product = new Big(text).times(factor);
        const own = times(fixed(text), fixed(factor));
        expect(toText(own)).toBe(bigText(product.round(12, Big.roundHalfUp)));
        expect(toText(roundToCent(own))).toBe(bigText(bigCent(product)));
        expect(toText(truncateToCent(own))).toBe(bigText(bigCut(product)));
        expect(toText(roundToDollar(own))).toBe(bigText(product.round(0, Big.roundHalfUp)));
      }),
    );
  });

  test('are divided and rounded half up at the twelfth place', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 2000 }), (text, count) => {
        expect(toText(overWhole(fixed(text), count))).toBe(
          bigText(new Big(text).div(count).round(12, Big.roundHalfUp)),
        );
        const ratio = new Big(text).times('0.0495').div('0.0595').round(12, Big.roundHalfUp);
        expect(toText(timesRatio(fixed(text), fixed('0.0495'), fixed('0.0595')))).toBe(bigText(ratio));
      }),
    );
  });

  test.each(['0', '-0', '0.00', '1', '-1.5', '123456789012345678.123456789012', '0.000000000001', '00012.50'])(
    'takes %s',
    (text) => {
      expect(toText(fixed(text))).toBe(bigText(new Big(text)));
    },
  );

  test.each(['', '-', '.', '1.', '.5', '1e5', '+1', '1,000', ' 1', '1.2.3', '--1', 'NaN', '0.0000000000001', '١'])(
    'refuses %j',
    (text) => {
      expect(() => fixed(text)).toThrow(RangeError);
    },
  );
});
