import { decimal, sum, toText, ZERO } from '../kernel/money.ts';
import type { Text } from '../kernel/text.ts';
import { amountOf, isMoney } from '../payrolls/calculation/index.ts';
import type { Line, LineKind } from '../payrolls/calculation/types.ts';
import { typeTitle } from './type-titles.ts';

/**
 * Posting: the lines of pay stubs become debits and credits.
 *
 * A line's expense side is debited, its liability side credited; what is left of each stub, its net pay, is credited to
 * payroll payable. So debits equal credits by construction, and {@link postingOf} checks that they do all the same.
 */
export type Side = 'expense' | 'liability';

/** Which sides a kind of line has. Employer costs have both: they are spent, and owed until they are remitted. */
const SIDES: Readonly<Record<LineKind, readonly Side[]>> = {
  earning: ['expense'],
  allowance: ['expense'],
  reimbursement: ['expense'],
  deduction: ['liability'],
  employee_benefit: ['liability'],
  statutory_withholding: ['liability'],
  employer_benefit: ['expense', 'liability'],
  employer_statutory_withholding: ['expense', 'liability'],
};

export type JournalRow = {
  title: string;
  title_translations: { en: string; fr: string };
  debit: string | null;
  credit: string | null;
  accounting_code_id: string | null;
  formatted_accounting_code: string | null;
  tag_ids: string[];
};

export interface TypePair {
  type: string;
  subtype: string;
}

export interface Posting {
  rows: JournalRow[];
  /** One side of the entry. */
  total: string;
  is_missing_line_item_accounting_codes: boolean;
  is_missing_default_account_payable: boolean;
  is_missing_default_bank_account: boolean;
  invalid_expense_types: TypePair[];
  invalid_liability_types: TypePair[];
}

/** The accounting code of one side of a line, and of payroll payable; null where none is set. */
export interface CodeBook {
  codeOf: (line: Line, side: Side) => string | null;
  payable: string | null;
}

/** No code is set anywhere. */
export const NO_CODES: CodeBook = { codeOf: () => null, payable: null };

const KIND_TITLES: Readonly<Record<LineKind, Text>> = {
  earning: { en: 'Earnings', fr: 'Gains' },
  allowance: { en: 'Allowances', fr: 'Allocations' },
  reimbursement: { en: 'Reimbursements', fr: 'Remboursements' },
  deduction: { en: 'Deductions', fr: 'Retenues' },
  employee_benefit: { en: 'Employee benefits', fr: 'Avantages sociaux, part de l’employé' },
  statutory_withholding: { en: 'Source deductions', fr: 'Retenues à la source' },
  employer_benefit: { en: 'Employer benefits', fr: 'Avantages sociaux, part de l’employeur' },
  employer_statutory_withholding: { en: 'Employer contributions', fr: 'Cotisations de l’employeur' },
};
const PAYABLE: Text = { en: 'Payroll payable', fr: 'Salaires à payer' };

/** An entry that does not balance is a fault of the code, never to be recorded. */
export class UnbalancedEntry extends Error {
  constructor(debit: string, credit: string) {
    super(`debits of ${debit} do not equal credits of ${credit}`);
    this.name = 'UnbalancedEntry';
  }
}

interface Slot {
  key: string;
  title: Text;
  code: string | null;
  /** Debits less credits. */
  balance: ReturnType<typeof decimal>;
}

/** An account is named by kind and type, and by the side where a kind has both. */
const rowTitle = (line: Line, side: Side): Text => {
  const kind = KIND_TITLES[line.kind];
  const type = typeTitle(line.kind, line.type);
  const both = SIDES[line.kind].length > 1;
  return {
    en: `${kind.en}: ${type.en}${both ? (side === 'expense' ? ' (expense)' : ' (liability)') : ''}`,
    fr: `${kind.fr} : ${type.fr}${both ? (side === 'expense' ? ' (charge)' : ' (passif)') : ''}`,
  };
};

/**
 * The rows of an entry for the lines of one or more stubs. Rows alike in side, kind, type and code are one row; a
 * negative balance moves to the other side; a row of zero is left out.
 *
 * @throws UnbalancedEntry
 */
export const postingOf = (lines: readonly Line[], codes: CodeBook = NO_CODES): Posting => {
  const slots = new Map<string, Slot>();
  const add = (key: string, title: Text, code: string | null, amount: ReturnType<typeof decimal>) => {
    const slot = slots.get(key);
    if (slot) slot.balance = slot.balance.plus(amount);
    else slots.set(key, { key, title, code, balance: amount });
  };
  const lacking: Record<Side, Map<string, TypePair>> = { expense: new Map(), liability: new Map() };
  let net = ZERO;
  for (const line of lines) {
    if (!isMoney(line)) continue;
    const amount = decimal(amountOf(line));
    const sides = SIDES[line.kind];
    for (const side of sides) {
      const code = codes.codeOf(line, side);
      if (code === null) lacking[side].set(`${line.kind}/${line.type}`, { type: line.kind, subtype: line.type });
      const signed = side === 'expense' ? amount : amount.times(-1);
      add(`${side}/${line.kind}/${line.type}/${code}`, rowTitle(line, side), code, signed);
      net = net.plus(signed);
    }
  }
  add('payable', PAYABLE, codes.payable, net.times(-1));
  const rows = [...slots.values()]
    .filter(({ balance }) => !balance.eq(0))
    .sort((a, b) => Number(b.balance.gt(0)) - Number(a.balance.gt(0)) || (a.key < b.key ? -1 : 1))
    .map(rowOf);
  const debits = toText(sum(rows.map(({ debit }) => debit ?? '0')));
  const credits = toText(sum(rows.map(({ credit }) => credit ?? '0')));
  if (debits !== credits) throw new UnbalancedEntry(debits, credits);
  const pairs = (side: Side): TypePair[] =>
    [...lacking[side].entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
  return {
    rows,
    total: debits,
    is_missing_line_item_accounting_codes: lacking.expense.size + lacking.liability.size > 0,
    is_missing_default_account_payable: codes.payable === null,
    // A recording has no bank row.
    is_missing_default_bank_account: false,
    invalid_expense_types: pairs('expense'),
    invalid_liability_types: pairs('liability'),
  };
};

const rowOf = ({ title, code, balance }: Slot): JournalRow => ({
  title: title.en,
  title_translations: { ...title },
  debit: balance.gt(0) ? toText(balance) : null,
  credit: balance.lt(0) ? toText(balance.times(-1)) : null,
  accounting_code_id: code,
  formatted_accounting_code: null,
  tag_ids: [],
});
