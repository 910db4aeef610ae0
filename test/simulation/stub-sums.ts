import type { RecordOf } from '../../src/kernel/definition/resource.ts';
import type { Evidence } from './checks.ts';

/** What the lines of each family are added to, without what the service itself knows of families. */
const PARTS = {
  earning_line_item: 'gross',
  allowance_line_item: 'gross',
  reimbursement_line_item: 'reimbursements',
  deduction_line_item: 'subtractions',
  employee_benefit_line_item: 'subtractions',
  statutory_withholding_line_item: 'subtractions',
  employer_benefit_line_item: 'employer',
  employer_statutory_withholding_line_item: 'employer',
} as const;
const NOTHING = { gross: 0n, reimbursements: 0n, subtractions: 0n, employer: 0n };

/** Dollars as text in cents. @throws RangeError where they have parts of a cent */
const cents = (dollars: string): bigint => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(dollars) ?? [];
  if (whole === undefined) throw new RangeError(`${dollars} is no amount of cents`);
  const amount = BigInt(whole + part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
};

interface Line {
  pay_stub_id: string;
  type: string;
  custom_amount?: string | null;
  managed_amount?: string | null;
}

/**
 * Gross pay, net pay and liability of closed pay stubs are what their lines add up to, in whole cents.
 *
 * @returns a sentence for each stub that differs
 */
export const stubsDiffer = ({ rows }: Evidence): string[] => {
  const sums = new Map<string, Record<keyof typeof NOTHING, bigint>>();
  for (const [object, part] of Object.entries(PARTS))
    for (const line of rows(object) as unknown as Line[]) {
      // It corrects a balance, and is paid to nobody.
      if (line.type === 'vacation_accrual_adjustment') continue;
      const sum = sums.get(line.pay_stub_id) ?? { ...NOTHING };
      sum[part] += cents(line.custom_amount ?? line.managed_amount ?? '0');
      sums.set(line.pay_stub_id, sum);
    }
  const closed = (rows('pay_stub') as RecordOf<'pay_stub'>[]).filter(({ is_closed }) => is_closed);
  return closed.flatMap(({ id, employee_summary, contractor_summary, liability }) => {
    const { gross, reimbursements, subtractions, employer } = sums.get(id) ?? NOTHING;
    const shown = employee_summary.gross === null ? contractor_summary : employee_summary;
    const is = [shown.gross, shown.net, liability].map((amount) => cents(amount ?? '0'));
    const own = [gross, gross - subtractions + reimbursements, gross + reimbursements + employer];
    return is.join() === own.join() ? [] : [`${id} has gross, net and liability of ${is} cents, its lines ${own}`];
  });
};
