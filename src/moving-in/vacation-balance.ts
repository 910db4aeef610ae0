import { PAID_KINDS, VACATION_PAYMENTS } from '../calculation/index.ts';
import type { FileLine } from '../pay-items/stubs-by-file/columns.ts';
import { textOf } from '../values/json.ts';
import { decimal, sum, toText } from '../values/money.ts';
import type { Text } from '../values/text.ts';
import type { Fault } from './faults.ts';
import { YEAR_TO_DATE } from './files.ts';

/**
 * The balance of accrued vacation pay that an earlier provider reports. The last row of a work assignment has it, and the
 * stub of that row gets an adjustment line that produces the balance. Nothing accrues on the imported figures then,
 * whatever the settings say, because the balance includes what accrued on them.
 */

const BALANCE = 'vacation_pay_balance';
/** The member of a line's body with the vacation pay that accrues on it. */
export const ACCRUED = 'accrued_vacation_pay';
const ADJUSTMENT = 'earning.vacation_accrual_adjustment';
/** A setting may name any type of these families. */
const ACCRUING: ReadonlySet<string> = new Set(PAID_KINDS);

export const NO_VACATION_PAY: Text = {
  en: 'must be empty: no vacation pay accrues for a contractor',
  fr: "doit être vide : aucune paie de vacances ne s'accumule pour un entrepreneur",
};
const ADJUSTMENT_AND_BALANCE: Text = {
  en: `must be empty when ${BALANCE} has a value`,
  fr: `doit être vide quand ${BALANCE} a une valeur`,
};
const notLast = (line: number, pay_date: string): Text => ({
  en: `must be in the last row of the work assignment, which is line ${line}, with the pay date ${pay_date}`,
  fr: `doit se trouver dans la dernière ligne de l'affectation : c'est la ligne ${line}, dont la date de paie est ${pay_date}`,
});

export interface RowWithBalance {
  line: number;
  assignment: { id: string };
  pay_date: string;
  vacation_pay_balance: string | null;
  lines: FileLine[];
}

/** The accrued vacation pay that a row paid out. */
const vacationPaid = ({ lines }: RowWithBalance) =>
  sum(
    lines.flatMap(({ kind, input }) =>
      kind === 'earning' && VACATION_PAYMENTS.has(textOf(input.earning_type))
        ? [textOf(input.custom_amount ?? '0')]
        : [],
    ),
  );

const withoutAccrual = (line: FileLine): FileLine =>
  ACCRUING.has(line.kind) ? { ...line, input: { ...line.input, [ACCRUED]: '0' } } : line;

/** The rows with the adjustment lines of their balances. Adds to `faults` what is wrong with a balance. */
export const withBalances = <R extends RowWithBalance>(rows: readonly R[], faults: Fault[]): R[] => {
  const last = new Map<string, R>();
  for (const row of rows) {
    const before = last.get(row.assignment.id);
    if (!before || before.pay_date <= row.pay_date) last.set(row.assignment.id, row);
  }
  for (const row of rows) {
    if (row.vacation_pay_balance === null) continue;
    const fault = (column: string, text: Text) => faults.push({ file: YEAR_TO_DATE, line: row.line, column, text });
    const lastRow = last.get(row.assignment.id)!;
    if (lastRow !== row) fault(BALANCE, notLast(lastRow.line, lastRow.pay_date));
    if (row.lines.some(({ line }) => line === ADJUSTMENT)) fault(ADJUSTMENT, ADJUSTMENT_AND_BALANCE);
  }
  const paid = new Map<string, string>();
  for (const row of rows) {
    const { id } = row.assignment;
    paid.set(id, toText(decimal(paid.get(id) ?? '0').plus(vacationPaid(row))));
  }
  return rows.map((row) => {
    const { id } = row.assignment;
    const { vacation_pay_balance: balance } = last.get(id)!;
    if (balance === null) return row;
    const lines = row.lines.map(withoutAccrual);
    const amount = decimal(balance).plus(paid.get(id)!);
    if (last.get(id) !== row || amount.eq(0)) return { ...row, lines };
    const input = { earning_type: 'vacation_accrual_adjustment', custom_amount: toText(amount) };
    return { ...row, lines: [...lines, { kind: 'earning', line: ADJUSTMENT, input }] };
  });
};
