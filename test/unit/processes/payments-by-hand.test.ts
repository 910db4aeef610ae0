import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { failedByHand, settledByHand } from '../../../src/processes/payments/by-hand.ts';

/** What an operator may record of a payment: never what would have somebody paid twice, or not at all. */

type Given = Partial<RecordOf<'payment'>>;
interface Known {
  unfit?: string;
  isFunded?: boolean;
  isUnwritten?: boolean;
}

/** What refuses an outcome of a payment that is under way at the bank, in English. */
const refusal = (action: typeof settledByHand | typeof failedByHand, given: Given, known: Known): string | undefined =>
  action.refuse?.({
    record: {
      status: 'processing',
      rail: 'cpa_005',
      method: 'direct_deposit',
      destination: 'employee',
      is_replaced: false,
      file_number: null,
      expected_at: '2026-11-20',
      ...given,
    },
    facts: { unfit: undefined, isFunded: true, isUnwritten: false, ...known },
  } as never)?.en;

test.each<[string, Given, Known, RegExp | undefined]>([
  ['that waits for a file', {}, {}, /waits for a file for the bank/],
  ['that waits for its debit', {}, { isFunded: false }, /The debit that funds the payment was returned/],
  ['that fits into no file', {}, { unfit: 'no account' }, undefined],
  ['that no file is made for', { method: 'manual' }, {}, undefined],
  ['that is in a file', { file_number: 7 }, {}, /in file 7: it counts as paid on 2026-11-20/],
  ['that came back', { status: 'failed' }, {}, undefined],
  ['that came back, of a file', { status: 'failed', file_number: 7 }, {}, undefined],
  ['that came back and was made again', { status: 'failed', is_replaced: true }, {}, /again/],
  ['that is paid', { status: 'paid' }, {}, /^The payment is paid, not processing/],
  ['that is not sent yet', { status: 'pending' }, {}, /^The payment is pending, not processing/],
  ['that is simulated', { rail: 'simulated' }, {}, /simulated/],
  ['that is simulated and came back', { rail: 'simulated', status: 'failed' }, {}, /simulated/],
])('a payment %s is settled by hand, or refused', (_, given, known, says) => {
  const refused = refusal(settledByHand, given, known);
  if (says) expect(refused).toMatch(says);
  else expect(refused).toBeUndefined();
});

test.each<[string, Given, Known, RegExp | undefined]>([
  ['that waits for a file', {}, {}, /waits for a file for the bank/],
  ['whose debit is never paid', {}, { isFunded: false }, undefined],
  ['that fits into no file', {}, { unfit: 'no account' }, undefined],
  ['that no file is made for', { method: 'manual' }, {}, undefined],
  ['of a written file', { file_number: 7 }, {}, undefined],
  ['of a file that is not written', { file_number: 7 }, { isUnwritten: true }, /in file 7, which is not written yet/],
  ['that is paid and came back', { status: 'paid', file_number: 7 }, {}, undefined],
  ['that failed', { status: 'failed' }, {}, /^The payment is failed, not processing/],
  ['that is not sent yet', { status: 'pending' }, {}, /^The payment is pending, not processing/],
  ['that is simulated', { rail: 'simulated' }, {}, /simulated/],
  ['that is simulated and paid', { rail: 'simulated', status: 'paid' }, {}, /simulated/],
])('a payment %s fails by hand, or is refused', (_, given, known, says) => {
  const refused = refusal(failedByHand, given, known);
  if (says) expect(refused).toMatch(says);
  else expect(refused).toBeUndefined();
});
