import { expect, test } from 'vitest';
import { ACCRUED, withBalances } from '../../../src/moving-in/vacation-balance.ts';
import type { FileLine } from '../../../src/pay-items/stubs-by-file/columns.ts';

test('nothing accrues on imported figures on which a setting may let vacation pay accrue: the balance includes it', () => {
  const line = (kind: FileLine['kind']): FileLine => ({
    kind,
    line: `${kind}.any`,
    input: { [`${kind}_type`]: 'any', custom_amount: '10' },
  });
  const lines = (['earning', 'allowance', 'reimbursement', 'deduction'] as const).map(line);
  const row = { line: 2, assignment: { id: 'job-1' }, pay_date: '2026-11-06', vacation_pay_balance: '0', lines };
  const [moved] = withBalances([row], []);
  expect(moved!.lines.map(({ kind, input }) => [kind, input[ACCRUED]])).toEqual([
    ['earning', '0'],
    ['allowance', '0'],
    ['reimbursement', '0'],
    ['deduction', undefined],
  ]);
});
