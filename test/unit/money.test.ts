import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, decimal, divideToCent, roundToCent, sum, toText, truncateToCent } from '../../src/values/money.ts';

test('half a cent is rounded away from zero, and truncation drops it', () => {
  expect(toText(roundToCent('1.005'))).toBe('1.01');
  expect(toText(roundToCent('-1.005'))).toBe('-1.01');
  expect(toText(truncateToCent('134.619'))).toBe('134.61');
});

test('a quotient to the cent is the rounded quotient', () => {
  expect(toText(divideToCent('0.01', 2))).toBe('0.01');
  expect(toText(divideToCent('-0.01', 2))).toBe('-0.01');
  expect(() => divideToCent(1, 0)).toThrow();
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 1_000_000 }), (cents, by) => {
      const amount = decimal(cents).div(100);
      expect(toText(divideToCent(amount, by))).toBe(toText(roundToCent(amount.div(by))));
    }),
  );
});

test('an amount has one plain form', () => {
  expect(toText('60.00')).toBe('60');
  expect(toText('1e21')).toBe('1000000000000000000000');
  expect(toText(decimal('0').times(-1))).toBe('0');
});

test('allocated parts always sum to the whole and follow their weights within a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 }),
      (cents, weights) => {
        const amount = decimal(cents).div(100);
        const parts = allocate(amount, weights);
        expect(toText(sum(parts))).toBe(toText(amount));
        const total = sum(weights);
        if (total.gt(0))
          parts.forEach((part, i) => {
            expect(part.minus(amount.times(weights[i]!).div(total)).abs().lt('0.01')).toBe(true);
          });
      },
    ),
  );
});

test('what cannot be divided to the cent is refused: an amount with parts of a cent, or no parts at all', () => {
  expect(() => allocate('0.001', [1, 2])).toThrow(RangeError);
  expect(() => allocate('1', [])).toThrow(RangeError);
  expect(allocate('0.01', [1, 2]).map(toText)).toEqual(['0', '0.01']);
});
