import { VACATION_PAYMENTS } from '../calculation/index.ts';
import type { FileLine } from '../pay-items/stubs-by-file/columns.ts';
import { textOf } from '../values/json.ts';
import { decimal, sum, toText } from '../values/money.ts';
import type { Text } from '../values/text.ts';
import type { Fault } from './faults.ts';
import { YEAR_TO_DATE } from './files.ts';

/**
 * Vacation pay that an earlier provider left: the last row of a work assignment says how much of it there is, and its stub
 * gets the line that makes the balance so. Nothing accrues on the figures then, whatever a setting says: what accrued on
 * them is in the balance.
 */

export const BALANCE = 'vacation_pay_balance';
/** What accrues on a line, in a body of it. */
export const ACCRUED = 'accrued_vacation_pay';
const ADJUSTMENT = 'earning.vacation_accrual_adjustment';
const ACCRUING: ReadonlySet<string> = new Set(['earning', 'allowance']);

export const OF_CONTRACTOR: Text = {
  en: 'must be empty: no vacation pay accrues for a contractor',
  fr: "doit être vide : aucune paie de vacances ne s'accumule pour un entrepreneur",
};
const TWO_BALANCES: Text = {
  en: `must be empty: ${BALANCE} says what is left`,
  fr: `doit être vide : ${BALANCE} dit ce qui reste`,
};
const notLast = (line: number, pay_date: string): Text => ({
  en: `must be in the last row of the work assignment, which is line ${line}, of ${pay_date}`,
  fr: `doit se trouver dans la dernière ligne de l'affectation : c'est la ligne ${line}, du ${pay_date}`,
});

export interface RowWithBalance {
  line: number;
  assignment: { id: string };
  pay_date: string;
  vacation_pay_balance: string | null;
  lines: FileLine[];
}

/** What a row paid of accrued vacation pay. */
const paidIn = ({ lines }: RowWithBalance) =>
  sum(
    lines.flatMap(({ kind, input }) =>
      kind === 'earning' && VACATION_PAYMENTS.has(textOf(input.earning_type))
        ? [textOf(input.custom_amount ?? '0')]
        : [],
    ),
  );

const withoutAccrual = (line: FileLine): FileLine =>
  ACCRUING.has(line.kind) ? { ...line, input: { ...line.input, [ACCRUED]: '0' } } : line;

/** The rows with the lines that their balances come to. What is wrong with a balance goes to the faults. */
export const withBalances = <R extends RowWithBalance>(rows: readonly R[], faults: Fault[]): R[] => {
  const last = new Map<string, R>();
  for (const row of rows) {
    const before = last.get(row.assignment.id);
    if (!before || before.pay_date <= row.pay_date) last.set(row.assignment.id, row);
  }
  for (const row of rows) {
    if (row.vacation_pay_balance === null) continue;
    const fault = (column: string, text: Text) => faults.push({ file: YEAR_TO_DATE, line: row.line, column, text });
    const end = last.get(row.assignment.id)!;
    if (end !== row) fault(BALANCE, notLast(end.line, end.pay_date));
    if (row.lines.some(({ line }) => line === ADJUSTMENT)) fault(ADJUSTMENT, TWO_BALANCES);
  }
  const paid = new Map<string, string>();
  for (const row of rows) {
    const { id } = row.assignment;
    paid.set(id, toText(decimal(paid.get(id) ?? '0').plus(paidIn(row))));
  }
  return rows.map((row) => {
    const { id } = row.assignment;
    const { vacation_pay_balance: left } = last.get(id)!;
    if (left === null) return row;
    const lines = row.lines.map(withoutAccrual);
    const amount = decimal(left).plus(paid.get(id)!);
    if (last.get(id) !== row || amount.eq(0)) return { ...row, lines };
    const input = { earning_type: 'vacation_accrual_adjustment', custom_amount: toText(amount) };
    return { ...row, lines: [...lines, { kind: 'earning', line: ADJUSTMENT, input }] };
  });
};
