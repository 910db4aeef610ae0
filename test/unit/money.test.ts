import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, decimal, roundToCent, sum, toText, truncateToCent } from '../../src/values/money.ts';

test('half a cent goes away from zero, and truncation drops it', () => {
  expect(toText(roundToCent('1.005'))).toBe('1.01');
  expect(toText(roundToCent('-1.005'))).toBe('-1.01');
  expect(toText(truncateToCent('134.619'))).toBe('134.61');
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
