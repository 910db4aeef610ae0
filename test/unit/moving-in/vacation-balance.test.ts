import { expect, test } from 'vitest';
import type { Fault } from '../../../src/moving-in/faults.ts';
import { ACCRUED, withBalances } from '../../../src/moving-in/vacation-balance.ts';
import type { FileLine } from '../../../src/pay-items/stubs-by-file/columns.ts';

test('nothing accrues on imported figures on which a setting may let vacation pay accrue: the balance includes it', () => {
  const line = (kind: FileLine['kind']): FileLine => ({
    kind,
    line: `${kind}.any`,
    input: { [`${kind}_type`]: 'any', custom_amount: '10' },
  });
  const lines = (['earning', 'allowance', 'reimbursement', 'deduction'] as const).map(line);
  const row = {
    line: 2,
    assignment: { id: 'job-1' },
    pay_date: '2026-11-06',
    vacation_pay_balance: '0',
    lines,
    zeros: [],
  };
  const [moved] = withBalances([row], []);
  expect(moved!.lines.map(({ kind, input }) => [kind, input[ACCRUED]])).toEqual([
    ['earning', '0'],
    ['allowance', '0'],
    ['reimbursement', '0'],
    ['deduction', undefined],
  ]);
});

const row = (line: number, pay_date: string, vacation_pay_balance: string | null, paid = '0') => {
  const input = { earning_type: 'vacation_pay', custom_amount: paid };
  const lines: FileLine[] = paid === '0' ? [] : [{ kind: 'earning', line: 'earning.vacation_pay', input }];
  return { line, assignment: { id: 'job-1' }, pay_date, vacation_pay_balance, lines, zeros: [] };
};
const adjusted = ({ lines, zeros }: { lines: FileLine[]; zeros: FileLine[] }) =>
  [...lines, ...zeros].flatMap(({ line, input }) =>
    line === 'earning.vacation_accrual_adjustment' ? [input.custom_amount] : [],
  );

test('a row that is added later adds to the balance of the row that was the last one before', () => {
  const faults: Fault[] = [];
  const rows = [row(2, '2026-06-30', null, '30'), row(3, '2026-07-31', '620', '20')];
  expect(withBalances(rows, faults).map(adjusted)).toEqual([[], ['670']]);
  // The stub of the first row had a balance of 500 with the 30 that it pays out.
  const next = withBalances(rows, faults, ({ line }) => (line === 2 ? '530' : '0'));
  expect(next.map(adjusted)).toEqual([[], ['140']]);
  // Nothing is missing: a line that is there from before has to be 0.
  const same = withBalances([row(2, '2026-06-30', null), row(3, '2026-07-31', '500')], faults, () => '500');
  expect(same.map(adjusted)).toEqual([[], ['0']]);
  expect(faults).toEqual([]);
  withBalances([row(2, '2026-06-30', null), row(3, '2026-07-31', '400')], faults, () => '500');
  expect(faults.map(({ line, column, text }) => [line, column, text.en])).toEqual([
    [3, 'vacation_pay_balance', expect.stringMatching(/^must be 500 or more/)],
  ]);
});
