import { expect, test } from 'vitest';
import type { Lookup } from '../../../src/kernel/definition/resource.ts';
import { adjustmentsOf, remunerationOn } from '../../../src/pay-items/adjustments/read-in-turn.ts';

test('a hundred adjustments of one call are looked up together: one read for each kind of line, and one for themselves', async () => {
  const reads: string[] = [];
  const rows: Record<string, object[]> = {
    earning_line_item: [{ id: 'ernli_1', pay_stub_id: 'ps_7', type: 'wage', custom_amount: '10' }],
    allowance_line_item: [{ id: 'alwli_1', pay_stub_id: 'ps_7', type: 'cell_phone_allowance', custom_amount: '5' }],
    adjustment: [{ id: 'adjst_1', source_line_item_id: 'line_3' }],
  };
  const read = {
    pages: async function* (object: string) {
      reads.push(object);
      yield rows[object] ?? [];
    },
  };
  const lookup = { tenant: {}, services: { read } } as unknown as Lookup;
  const hundred = Array.from({ length: 100 }, (_, at) => at);
  const paid = await Promise.all(hundred.map((at) => remunerationOn(lookup, `ps_${at}`)));
  expect(paid[7]?.map(({ kind, custom_amount }) => `${kind} ${custom_amount}`)).toEqual(['earning 10', 'allowance 5']);
  expect(paid.flat()).toHaveLength(2);
  expect(new Set(reads).size).toBe(reads.length);
  reads.length = 0;
  const others = await Promise.all(hundred.map((at) => adjustmentsOf(lookup, `line_${at}`)));
  expect(others.filter((id) => id !== undefined)).toEqual(['adjst_1']);
  expect(others[3]).toBe('adjst_1');
  expect(reads).toEqual(['adjustment']);
});
