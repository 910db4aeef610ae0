import { describe, expect, test } from 'vitest';
import { payStubExplained } from '../../../src/payrolls/events/pay-stub.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { changed } from '../../support/changed.ts';

const EXPLANATION: JsonObject = {
  lines: { ernli_1: [0, 1], fedli_1: [1] },
  texts: ['salary', 'rate x periods', ['T4127, chapter 4', 'T4127, chapter 5'], 'pay_rate'],
  is_complete: true,
  steps: [
    [0, 1, '2000.00', { rate: '52000', periods: '26' }, 2, [0]],
    [0, 1, '0', {}, 2, []],
  ],
  records: [[3, 'payrt_1']],
};

describe('the quick check of an explanation', () => {
  const { fits, schema } = payStubExplained;

  test('accepts one', () => expect(fits?.(EXPLANATION)).toBe(true));

  test('accepts what the schema accepts, and refuses what it refuses', () => {
    let refused = 0;
    for (const data of changed(EXPLANATION)) {
      if (typeof data !== 'object' || data === null || Array.isArray(data)) continue;
      const { success } = schema.safeParse(data);
      expect(fits?.(data), JSON.stringify(data)).toBe(success);
      if (!success) refused++;
    }
    expect(refused).toBeGreaterThan(200);
  });
});
