import { PAID_KINDS, VACATION_PAYMENTS } from '../calculation/index.ts';
import type { FileLine } from '../pay-items/stubs-by-file/columns.ts';
import { stubId } from '../payrolls/events/pay-stub.ts';
import { equal } from '../values/condition.ts';
import { textOf } from '../values/json.ts';
import { type Decimal, sum, toText, ZERO } from '../values/money.ts';
import type { Text } from '../values/text.ts';
import type { Fault } from './faults.ts';
import { externalRefOf, YEAR_TO_DATE } from './files.ts';
import type { Planning } from './plan.ts';

/**
 * The balance of accrued vacation pay that an earlier provider reports. The last row of a work assignment has it, and
 * the stub of that row gets an adjustment line that produces the balance. Nothing accrues on the imported figures then,
 * whatever the settings say, because the balance includes what accrued on them.
 */

const BALANCE = 'vacation_pay_balance';
/** The member of a line's body with the vacation pay that accrues on it. */
export const ACCRUED = 'accrued_vacation_pay';
const ADJUSTMENT_TYPE = 'vacation_accrual_adjustment';
const ADJUSTMENT = `earning.${ADJUSTMENT_TYPE}`;
/** A setting may name any type of these families. */
const ACCRUING: ReadonlySet<string> = new Set(PAID_KINDS);

export const NO_VACATION_PAY: Text = {
  en: 'must be empty: no vacation pay accrues for a contractor',
  fr: "doit être vide : aucune indemnité de vacances ne s'accumule pour un entrepreneur",
};
const ADJUSTMENT_AND_BALANCE: Text = {
  en: `must be empty when ${BALANCE} has a value`,
  fr: `doit être vide quand ${BALANCE} a une valeur`,
};
const notLast = (line: number, pay_date: string): Text => ({
  en: `must be in the last row of the work assignment, which is line ${line}, with the pay date ${pay_date}`,
  fr: `doit se trouver dans la dernière ligne de l'affectation : c'est la ligne ${line}, dont la date de paie est ${pay_date}`,
});

const lessThanBefore = (least: string): Text => ({
  en: `must be ${least} or more: earlier rows of the work assignment leave that; correct the rest with a correction payroll`,
  fr: `doit être ${least} ou plus : les lignes précédentes de l'affectation laissent ce solde; corrigez le reste par une paie de correction`,
});

const leftOut = (pay_date: string): Text => ({
  en: `needs all rows of the work assignment that were imported: put that of ${pay_date} into the file too`,
  fr: `exige toutes les lignes de l'affectation qui ont été importées : mettez aussi celle du ${pay_date} dans le fichier`,
});

export interface RowWithBalance {
  line: number;
  assignment: { id: string };
  pay_date: string;
  vacation_pay_balance: string | null;
  lines: FileLine[];
  /** Lines that the row says there are none of. */
  zeros: FileLine[];
}

/**
 * A balance is what all rows of a work assignment leave: one whose file leaves out a row that was imported is refused,
 * since what that left would be there twice.
 */
export const askForLeftOut = async (
  rows: readonly RowWithBalance[],
  { services, tenant, faults }: Pick<Planning, 'services' | 'tenant' | 'faults'>,
): Promise<void> => {
  const balanced = rows.filter(({ vacation_pay_balance }) => vacation_pay_balance !== null);
  if (balanced.length === 0) return;
  const known = new Set(rows.map(({ assignment, pay_date }) => `${assignment.id} ${pay_date}`));
  for await (const payrolls of services.read.pages('payroll', tenant, equal('type', 'historical')))
    for (const payroll of payrolls) {
      const { pay_date, external_ref } = payroll;
      if (external_ref !== externalRefOf(pay_date)) continue;
      const absent = balanced.filter(({ assignment }) => !known.has(`${assignment.id} ${pay_date}`));
      const ids = absent.map(({ assignment }) => stubId(payroll, assignment.id));
      const stubs = await services.read.getMany('pay_stub', tenant, ids);
      for (const [at, { line }] of absent.entries())
        if (stubs.has(ids[at]!))
          faults.push({ file: YEAR_TO_DATE, line, column: 'vacation_pay_balance', text: leftOut(pay_date) });
    }
};

/** The line of a stub that produces its balance. */
export const adjustmentLine = (amount: string): FileLine => ({
  kind: 'earning',
  line: ADJUSTMENT,
  input: { earning_type: ADJUSTMENT_TYPE, custom_amount: amount },
});

/** The adjustment that a row has in a column of its own; undefined where it has none. */
const ownAdjustment = ({ lines }: RowWithBalance): string | undefined => {
  const own = lines.find(({ line }) => line === ADJUSTMENT);
  return own && textOf(own.input.custom_amount ?? '0');
};

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

/**
 * The rows with the adjustment lines of their balances. Adds to `faults` what is wrong with a balance.
 *
 * @param heldBy dollars of the adjustment that the stub of a row has from an earlier import, when the row was the last
 *   one: the next balance only adds to it
 */
export const withBalances = <R extends RowWithBalance>(
  rows: readonly R[],
  faults: Fault[],
  heldBy: (row: R) => string = () => '0',
): R[] => {
  const last = new Map<string, R>();
  for (const row of rows) {
    const before = last.get(row.assignment.id);
    if (!before || before.pay_date <= row.pay_date) last.set(row.assignment.id, row);
  }
  const faultOf = (row: R, column: string, text: Text) =>
    faults.push({ file: YEAR_TO_DATE, line: row.line, column, text });
  for (const row of rows) {
    if (row.vacation_pay_balance === null) continue;
    const lastRow = last.get(row.assignment.id)!;
    if (lastRow !== row) faultOf(row, BALANCE, notLast(lastRow.line, lastRow.pay_date));
    if (ownAdjustment(row) !== undefined) faultOf(row, ADJUSTMENT, ADJUSTMENT_AND_BALANCE);
  }
  // By work assignment: what its rows paid out, less what earlier ones adjust by.
  const missing = new Map<string, Decimal>();
  for (const row of rows) {
    const { id } = row.assignment;
    const adjusted = last.get(id) === row ? '0' : (ownAdjustment(row) ?? heldBy(row));
    missing.set(id, (missing.get(id) ?? ZERO).plus(vacationPaid(row)).minus(adjusted));
  }
  return rows.map((row) => {
    const { id } = row.assignment;
    const { vacation_pay_balance: balance } = last.get(id)!;
    if (balance === null) return row;
    const lines = row.lines.map(withoutAccrual);
    if (last.get(id) !== row) return { ...row, lines };
    const amount = missing.get(id)!.plus(balance);
    if (amount.lt(0)) faultOf(row, BALANCE, lessThanBefore(toText(missing.get(id)!.times(-1))));
    const adjustment = adjustmentLine(toText(amount));
    return amount.eq(0)
      ? { ...row, lines, zeros: [...row.zeros, adjustment] }
      : { ...row, lines: [...lines, adjustment] };
  });
};
