import type { Side } from '../../calculation/model/families.ts';
import type { Fixed } from '../../values/fixed.ts';
import type { RowOf, SourceOf } from './places.ts';

/** What the rows of entries lack to be complete. */

type TypePair = {
  type: string;
  subtype: string;
};

/** Each type without a code once for its side, and whether payroll payable has none. */
export interface Lacking {
  is_missing_default_account_payable: boolean;
  invalid_expense_types: TypePair[];
  invalid_liability_types: TypePair[];
}

/** The same in the making. */
export interface Lacks {
  expense: Map<string, TypePair>;
  liability: Map<string, TypePair>;
  payable: boolean;
}

export const noLacks = (): Lacks => ({ expense: new Map(), liability: new Map(), payable: false });

/** Adds what others lack. */
export const gather = (into: Lacks, others: readonly Lacks[]): void => {
  for (const from of others) {
    for (const side of ['expense', 'liability'] as const)
      for (const [key, pair] of from[side]) into[side].set(key, pair);
    into.payable ||= from.payable;
  }
};

/** What all of some lack. */
export const gathered = (all: readonly Lacks[]): Lacks => {
  const lacks = noLacks();
  gather(lacks, all);
  return lacks;
};

interface Booked extends Pick<RowOf, 'code' | 'formatted'> {
  /** Debits less credits. */
  balance: Fixed;
  sources: ReadonlyMap<string, { of: Pick<SourceOf, 'type' | 'subtype' | 'side'> }>;
}

/** What the rows of an entry lack. What comes to nothing is on no row, and so lacks no code. */
export const lacksOf = (rows: Iterable<Booked>, payable: boolean): Lacks => {
  const lacks = { ...noLacks(), payable };
  for (const { balance, code, formatted, sources } of rows)
    if (balance !== 0n && code === null && formatted === null)
      for (const { of } of sources.values())
        lacks[of.side].set(`${of.type}/${of.subtype}`, { type: of.type, subtype: of.subtype });
  return lacks;
};

/** In the order in which it is shown. */
export const lackingIn = (lacks: Lacks): Lacking => {
  const pairs = (side: Side): TypePair[] =>
    [...lacks[side]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
  return {
    is_missing_default_account_payable: lacks.payable,
    invalid_expense_types: pairs('expense'),
    invalid_liability_types: pairs('liability'),
  };
};
