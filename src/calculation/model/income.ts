/**
 * The income that percentages are taken of: salary and wage only (regular_earnings), every earning (all_earnings),
 * every earning with what else is paid and taxable (total_income) or nothing (none), and what income_includes names
 * besides. No line counts twice.
 */
import type { Decimal } from '../../values/money.ts';
import type { Context } from './context.ts';
import { lineRecords, step } from './explanation.ts';
import type { IncomeBasis, LineSelector } from './facts.ts';
import { type LineKind, PAID_KINDS } from './families.ts';
import type { Figured } from './lines.ts';
import { isMoney, isSelected, sumAmounts } from './lines.ts';
import type { Line, Step } from './types.ts';

const PAID: ReadonlySet<LineKind> = new Set(PAID_KINDS);

const isRegularEarning = (line: Line): boolean =>
  line.kind === 'earning' && (line.type === 'salary' || line.type === 'wage');

const belongs = (context: Context, basis: IncomeBasis, line: Line): boolean => {
  switch (basis) {
    case 'none':
      return false;
    case 'regular_earnings':
      return isRegularEarning(line);
    case 'all_earnings':
      return line.kind === 'earning';
    case 'total_income':
      return (
        line.kind === 'earning' ||
        (PAID.has(line.kind) && context.effects.isTaxable(line.kind, line.type, context.province))
      );
  }
};

/** The income of a percentage, and the step that names the lines of which it is the sum. */
export interface Income {
  amount: Decimal;
  steps: readonly Step[];
}

/** The sum of the lines that belong to a basis or that are included besides. */
export const incomeOf = (
  context: Context,
  income_basis: IncomeBasis,
  includes: readonly LineSelector[],
  lines: readonly Figured[],
): Income => {
  const counted = lines.filter(
    ({ line }) => isMoney(line) && (belongs(context, income_basis, line) || isSelected(line, includes)),
  );
  const amount = sumAmounts(counted);
  return { amount, steps: step(context, 'income', amount, { income_basis }, () => lineRecords(counted)) };
};
