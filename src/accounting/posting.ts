import { amountOf, FAMILIES, isMoney, type Side } from '../calculation/index.ts';
import type { Line, LineKind } from '../calculation/model/types.ts';
import { type Decimal, sum, toText, ZERO } from '../values/money.ts';
import type { Text } from '../values/text.ts';
import { typeTitle } from './type-titles.ts';

/**
 * Posting: the lines of pay stubs become debits and credits.
 *
 * A line's expense side is debited, its liability side credited; what is left of each stub, its net pay, is credited to
 * payroll payable. So debits equal credits by construction, and an entry is checked for it all the same.
 */

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

const PAYABLE: Text = { en: 'Payroll payable', fr: 'Salaires à payer' };

/** An entry that does not balance is a fault of the code, never to be recorded. */
export class UnbalancedEntry extends Error {
  constructor(debit: string, credit: string) {
    super(`debits of ${debit} do not equal credits of ${credit}`);
    this.name = 'UnbalancedEntry';
  }
}

/** What one row of an entry is made of. */
interface Slot {
  key: string;
  title: Text;
  code: string | null;
  /** Debits less credits. */
  balance: Decimal;
}

/** An account is named by kind and type, and by the side where a kind has both. */
const rowTitle = (line: Line, side: Side): Text => {
  const kind = FAMILIES[line.kind].title;
  const type = typeTitle(line.kind, line.type);
  const both = FAMILIES[line.kind].sides.length > 1;
  return {
    en: `${kind.en}: ${type.en}${both ? (side === 'expense' ? ' (expense)' : ' (liability)') : ''}`,
    fr: `${kind.fr} : ${type.fr}${both ? (side === 'expense' ? ' (charge)' : ' (passif)') : ''}`,
  };
};

/** An entry in the making: lines are added as they are read, so it holds sums and never the lines. */
export interface PostingSums {
  add(line: Line): void;
  /** Adds all that another one holds: the entry of a payroll is the sum of its stubs' entries. */
  include(other: PostingSums): void;
  /** What the lines of each kind come to. */
  ofKind(kind: LineKind): Decimal;
  /**
   * The entry. Rows alike in side, kind, type and code are one row; a negative balance moves to the other side; a row of
   * zero is left out.
   *
   * @throws UnbalancedEntry
   */
  entry(): Posting;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly kinds: ReadonlyMap<LineKind, Decimal>;
  readonly lacking: Readonly<Record<Side, ReadonlyMap<string, TypePair>>>;
}

/** An entry without lines yet. */
export const makePosting = (codes: CodeBook = NO_CODES): PostingSums => {
  const slots = new Map<string, Slot>();
  const kinds = new Map<LineKind, Decimal>();
  const lacking: Record<Side, Map<string, TypePair>> = { expense: new Map(), liability: new Map() };
  const balance = ({ key, title, code, balance }: Slot) =>
    slots.set(key, { key, title, code, balance: balance.plus(slots.get(key)?.balance ?? ZERO) });
  const count = (kind: LineKind, amount: Decimal) => kinds.set(kind, amount.plus(kinds.get(kind) ?? ZERO));
  return {
    slots,
    kinds,
    lacking,
    add: (line) => {
      if (!isMoney(line)) return;
      const amount = amountOf(line);
      count(line.kind, amount);
      for (const side of FAMILIES[line.kind].sides) {
        const code = codes.codeOf(line, side);
        if (code === null) lacking[side].set(`${line.kind}/${line.type}`, { type: line.kind, subtype: line.type });
        const signed = side === 'expense' ? amount : amount.times(-1);
        balance({
          key: `${side}/${line.kind}/${line.type}/${code}`,
          title: rowTitle(line, side),
          code,
          balance: signed,
        });
      }
    },
    include: (other) => {
      for (const slot of other.slots.values()) balance(slot);
      for (const [kind, amount] of other.kinds) count(kind, amount);
      for (const side of ['expense', 'liability'] as const)
        for (const [key, pair] of other.lacking[side]) lacking[side].set(key, pair);
    },
    ofKind: (kind) => kinds.get(kind) ?? ZERO,
    entry: () => entryOf([...slots.values()], lacking, codes),
  };
};

const entryOf = (slots: readonly Slot[], lacking: PostingSums['lacking'], codes: CodeBook): Posting => {
  const net = sum(slots.map(({ balance }) => balance));
  const payable: Slot = { key: 'payable', title: PAYABLE, code: codes.payable, balance: net.times(-1) };
  const rows = [...slots, payable]
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
