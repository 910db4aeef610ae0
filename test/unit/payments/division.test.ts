import { expect, test } from 'vitest';
import { divided } from '../../../src/payments/division.ts';
import { decimal } from '../../../src/values/money.ts';

/** What of net pay goes to which account. */
const parts = (
  net: string,
  type: 'fixed' | 'percentage',
  amounts: readonly (string | null)[],
): Record<string, string> => {
  const places = amounts.flatMap((amount, i) => [
    [`priority_${i + 1}_bank_account_id`, `bank_${i + 1}`],
    [`priority_${i + 1}_amount`, amount],
  ]);
  const split = { id: 'split_1', company_id: 'comp_1', type, ...Object.fromEntries(places) };
  return Object.fromEntries(divided(decimal(net), split).map((one) => [one.bank_account_id, one.amount]));
};

test.each([
  // 50.005, 30.003 and 20.002: the cent that is left goes to the largest rest.
  ['100.01', ['50', '30', '20'], { bank_1: '50.01', bank_2: '30', bank_3: '20' }],
  ['0.5', ['100'], { bank_1: '0.5' }],
  ['0.01', ['50', '50'], { bank_1: '0.01' }],
  ['1000', ['100', '0'], { bank_1: '1000' }],
])('by percentage the parts are the whole to the cent: %s by %j', (net, amounts, expected) => {
  expect(parts(net, 'percentage', amounts)).toEqual(expected);
});

test.each([
  ['1000', { bank_1: '500', bank_2: '300', bank_3: '200' }],
  ['800.01', { bank_1: '500', bank_2: '300', bank_3: '0.01' }],
  ['800', { bank_1: '500', bank_2: '300' }],
  ['600', { bank_1: '500', bank_2: '100' }],
  ['499.99', { bank_1: '499.99' }],
])('in dollars accounts are paid in their order, and the last has what is left: %s', (net, expected) => {
  expect(parts(net, 'fixed', ['500', '300', null])).toEqual(expected);
  expect(parts(net, 'fixed', ['500', '300', '50'])).toEqual(expected);
});
