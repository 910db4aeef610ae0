import { FAMILIES, hoursOf, isMoney, type Side } from '../calculation/index.ts';
import { isStatutory } from '../calculation/model/lines.ts';
import type { Line, LineKind } from '../calculation/model/types.ts';
import { typeTitle } from '../catalogues/catalogues.ts';
import { type Fixed, fixed, toText } from '../values/fixed.ts';
import { merged } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { makeWeights, type Part, partsOf, type Weights } from './codes/allocation.ts';
import { gather, gathered, type Lacking, type Lacks, lackingIn, lacksOf, noLacks } from './codes/lacking.ts';
import { type CodeBook, NO_CODES, type PlaceOf, placesIn, type RowOf, type SourceOf } from './codes/places.ts';
import { isBaseOf } from './codes/withholding-bases.ts';

/**
 * Posting: the lines of pay stubs become debits and credits.
 *
 * A line's expense side is debited, its liability side credited; what is left of each stub, its net pay, is credited to
 * payroll payable. So debits equal credits by construction, and an entry is checked for it all the same. Lines are
 * spread over their tags; withholdings follow the tags of the remuneration that they apply to, and what corrects one of
 * an earlier stub the tags that it was booked by.
 */

/** What a row holds of one type of line items. */
export type RowSource = SourceOf & {
  /** Dollars: debits less credits. */
  amount: string;
};

export type JournalRow = {
  title: string;
  title_translations: { en: string; fr: string };
  debit: string | null;
  credit: string | null;
  accounting_code_id: string | null;
  formatted_accounting_code: string | null;
  tag_ids: string[];
  /** What it is the sum of; nothing for payroll payable and the bank. */
  sources: RowSource[];
};

export interface Posting extends Lacking {
  rows: JournalRow[];
  /** What cancels out on a row, so that the row is left out. */
  offset_sources: RowSource[];
  /** One side of the entry. */
  total: string;
  is_missing_line_item_accounting_codes: boolean;
  is_missing_default_bank_account: boolean;
}

const PAYABLE: Text = { en: 'Payroll payable', fr: 'Salaires à payer' };
const BANK: Text = { en: 'Bank', fr: 'Banque' };

/** An entry that does not balance is a fault of the code, never to be recorded. */
export class UnbalancedEntry extends Error {
  constructor(debit: string, credit: string) {
    super(`debits of ${debit} do not equal credits of ${credit}`);
    this.name = 'UnbalancedEntry';
  }
}

/** What one row of an entry is made of: sums, which grow as lines are added. */
interface Slot extends RowOf {
  /** Debits less credits. */
  balance: Fixed;
  sources: Map<string, { of: Omit<RowSource, 'amount'>; amount: Fixed }>;
}

/** An account without a code is named by kind and type, and by the side where a kind has both. */
const rowTitle = ({ kind, type }: Pick<Line, 'kind' | 'type'>, side: Side): Text => {
  const family = FAMILIES[kind].title;
  const own = typeTitle(kind, type);
  const both = FAMILIES[kind].sides.length > 1;
  return {
    en: `${family.en}: ${own.en}${both ? (side === 'expense' ? ' (expense)' : ' (liability)') : ''}`,
    fr: `${family.fr} : ${own.fr}${both ? (side === 'expense' ? ' (charge)' : ' (passif)') : ''}`,
  };
};

/** An entry in the making: lines are added as they are read, so it holds sums and, of withholdings alone, lines. */
export interface PostingSums {
  add(line: Line): void;
  /** Adds all that another one holds: the entry of a payroll is the sum of its stubs' entries. */
  include(other: PostingSums): void;
  /** What the lines of each kind come to. */
  ofKind(kind: LineKind): Fixed;
  /** How many rows there are so far, also those that cancel out. */
  rowCount(): number;
  /**
   * The entry. Rows alike in side, code and tags are one row, and without a code those alike in kind and type; a
   * negative balance moves to the other side; a row of zero is left out.
   *
   * @throws UnbalancedEntry
   */
  entry(): Posting;
  /** What its entry lacks, and the entries of those that it includes: amounts may cancel out between them. */
  lacking(): Lacking;
  /** What there is so far: withholdings are spread by the lines that are there now. */
  sums(): Sums;
}

interface Sums {
  /** Rows, also those that cancel out. */
  slots: ReadonlyMap<string, Slot>;
  kinds: ReadonlyMap<LineKind, Fixed>;
  /** Its own, and those of all that are included. */
  lacks: readonly [own: Lacks, included: Lacks];
}

/**
 * Makes an entry without lines yet; those of one stub, where withholdings are spread by its remuneration.
 *
 * @param province of employment of the stub, as `ca_on`: what a withholding applies to depends on it. Null where none is
 *   known, or nothing is spread
 */
export type MakePosting = (province?: string | null) => PostingSums;

/** Makes entries that take their codes from one book: where alike lines belong is found once for all. */
export const postingsBy = (codes: CodeBook = NO_CODES): MakePosting => {
  const places = placesIn(codes, rowTitle);
  return (province = null) => emptyPosting(codes, places, province);
};

/** An entry without lines yet. */
export const makePosting = (codes: CodeBook = NO_CODES, province: string | null = null): PostingSums =>
  postingsBy(codes)(province);

const emptyPosting = (codes: CodeBook, placeOf: PlaceOf, province: string | null): PostingSums => {
  const slots = new Map<string, Slot>();
  const kinds = new Map<LineKind, Fixed>();
  const others = noLacks();
  const bases = new Map<string, { line: Pick<Line, 'kind' | 'type'>; weights: Weights }>();
  let withheld: { line: Line; amount: Fixed }[] = [];
  /** What the rows lack, once it was asked for: a stub's is asked for by its own entry and by that of the payroll. */
  let lacks: Lacks | undefined;

  const count = (kind: LineKind, amount: Fixed) => kinds.set(kind, amount + (kinds.get(kind) ?? 0n));
  const book = (line: Line, parts: readonly Part[]): void => {
    for (const side of FAMILIES[line.kind].sides)
      for (const { tags, amount } of parts) {
        if (amount === 0n) continue;
        const { row, source, of } = placeOf(line, side, tags);
        addTo(slotIn(slots, row), source, of, side === 'expense' ? amount : -amount);
      }
  };
  /** Books the withholdings that were held back until the lines that they apply to are there. */
  const bookWithheld = (): void => {
    for (const { line, amount } of withheld) {
      const weights = makeWeights();
      if (codes.spreadsWithholdings)
        for (const base of bases.values())
          if (isBaseOf(line, base.line, province)) for (const part of base.weights.parts()) weights.add(part);
      book(line, weights.spread(amount));
    }
    withheld = [];
  };
  const sums = (): Sums => {
    bookWithheld();
    lacks ??= lacksIn(slots, codes);
    return { slots, kinds, lacks: [lacks, others] };
  };
  return {
    sums,
    add: (line) => {
      if (!isMoney(line)) return;
      lacks = undefined;
      const amount = fixed(line.custom_amount ?? line.managed_amount ?? '0');
      count(line.kind, amount);
      const assignment = line.custom_tag_assignment ?? line.managed_tag_assignment ?? null;
      if (isStatutory(line.kind)) {
        // What corrects a line of an earlier stub is booked by the remuneration of that one.
        if (line.source_adjustment_id && assignment && codes.spreadsWithholdings)
          book(line, partsOf({ amount, hours: null, assignment }));
        else withheld.push({ line, amount });
        return;
      }
      const parts = partsOf({ amount, hours: assignment?.unit === 'hours' ? hoursOf(line) : null, assignment });
      const key = `${line.kind}/${line.type}`;
      const base = bases.get(key) ?? { line: { kind: line.kind, type: line.type }, weights: makeWeights() };
      for (const part of parts) base.weights.add(part);
      bases.set(key, base);
      book(line, parts);
    },
    include: (other) => {
      const included = other.sums();
      lacks = undefined;
      for (const slot of included.slots.values()) {
        const own = slotIn(slots, slot);
        own.balance += slot.balance;
        for (const [source, { of, amount }] of slot.sources) addSource(own, source, of, amount);
      }
      for (const [kind, amount] of included.kinds) count(kind, amount);
      gather(others, included.lacks);
    },
    ofKind: (kind) => kinds.get(kind) ?? 0n,
    rowCount: () => {
      bookWithheld();
      return slots.size;
    },
    entry: () => entryOf(slots, codes, sums().lacks[0]),
    lacking: () => lackingIn(gathered(sums().lacks)),
  };
};

/** The row that a part of a line belongs on, or that another posting has; one of its own, without an amount yet. */
const slotIn = (slots: Map<string, Slot>, { key, title, code, formatted, tags }: RowOf): Slot => {
  const known = slots.get(key);
  if (known) return known;
  const made: Slot = { key, title, code, formatted, tags, balance: 0n, sources: new Map() };
  slots.set(key, made);
  return made;
};

/** Debits less credits of all rows: what is left for payroll payable. */
const netIn = (slots: ReadonlyMap<string, Slot>): Fixed => {
  let net = 0n;
  for (const { balance } of slots.values()) net += balance;
  return net;
};

/** What an entry of these rows lacks: the code of payroll payable where something is left for it. */
const lacksIn = (slots: ReadonlyMap<string, Slot>, codes: CodeBook): Lacks =>
  lacksOf(slots.values(), codes.payable === null && netIn(slots) !== 0n);

const addSource = ({ sources }: Slot, key: string, of: SourceOf, amount: Fixed): void => {
  const known = sources.get(key);
  if (known) known.amount += amount;
  else sources.set(key, { of, amount });
};

const addTo = (slot: Slot, source: string, of: SourceOf, amount: Fixed): void => {
  slot.balance += amount;
  addSource(slot, source, of, amount);
};

/** A row that is of no line items. */
const ownSlot = (key: string, title: Text, code: string | null, balance: Fixed, codes: CodeBook): Slot => ({
  key,
  title: (code === null ? null : codes.titleOf(code)) ?? title,
  code,
  formatted: null,
  tags: [],
  balance,
  sources: new Map(),
});

const entryOf = (slots: ReadonlyMap<string, Slot>, codes: CodeBook, lacks: Lacks): Posting => {
  const payable = ownSlot('payable', PAYABLE, codes.payable, -netIn(slots), codes);
  const lacking = lackingIn(lacks);
  return {
    ...lacking,
    is_missing_line_item_accounting_codes:
      lacking.invalid_expense_types.length + lacking.invalid_liability_types.length > 0,
    // A recording has no bank row.
    is_missing_default_bank_account: false,
    ...balanced([...slots.values(), payable]),
  };
};

/** The entry of net pay that leaves the bank. */
export const paymentOf = (net: Fixed, codes: CodeBook = NO_CODES): Posting => ({
  ...balanced([ownSlot('payable', PAYABLE, codes.payable, net, codes), ownSlot('bank', BANK, codes.bank, -net, codes)]),
  is_missing_line_item_accounting_codes: false,
  is_missing_default_account_payable: codes.payable === null,
  is_missing_default_bank_account: codes.bank === null,
  invalid_expense_types: [],
  invalid_liability_types: [],
});

/** @throws UnbalancedEntry */
const balanced = (slots: readonly Slot[]): Pick<Posting, 'rows' | 'offset_sources' | 'total'> => {
  const rows = slots
    .filter(({ balance }) => balance !== 0n)
    .sort((a, b) => (a.balance > 0n === b.balance > 0n ? (a.key < b.key ? -1 : 1) : a.balance > 0n ? -1 : 1))
    .map(rowOf);
  const offset_sources = sourcesOf(slots.filter(({ balance }) => balance === 0n));
  return { rows, offset_sources, total: totalOf(rows) };
};

/**
 * What the debits of rows come to, and the credits: one side of an entry.
 *
 * @throws UnbalancedEntry
 */
export const totalOf = (rows: readonly Pick<JournalRow, 'debit' | 'credit'>[]): string => {
  const of = (side: 'debit' | 'credit') => toText(rows.reduce((total, row) => total + fixed(row[side] ?? '0'), 0n));
  const [debits, credits] = [of('debit'), of('credit')];
  if (debits !== credits) throw new UnbalancedEntry(debits, credits);
  return debits;
};

const rowOf = (slot: Slot): JournalRow => ({
  title: slot.title.en,
  title_translations: { ...slot.title },
  debit: slot.balance > 0n ? toText(slot.balance) : null,
  credit: slot.balance < 0n ? toText(-slot.balance) : null,
  accounting_code_id: slot.code,
  formatted_accounting_code: slot.formatted,
  tag_ids: [...slot.tags],
  sources: sourcesOf([slot]),
});

/**
 * Most sources that name what decided them, in one row or in all that cancels out. An employer may have thousands of
 * rules that book a type on one code; an event has no room to name each.
 */
const MOST_SOURCES = 400;

/** What rows hold, by type and side; beyond the limit without what decided it. */
const sourcesOf = (slots: readonly Slot[]): RowSource[] => {
  const decided = summed(slots, (of) => of);
  return decided.length <= MOST_SOURCES ? decided : summed(slots, (of) => ({ ...of, decision: null }));
};

const summed = (slots: readonly Slot[], told: (of: SourceOf) => SourceOf): RowSource[] => {
  const sums = new Map<string, { of: SourceOf; amount: Fixed }>();
  for (const { sources } of slots)
    for (const { of, amount } of sources.values()) {
      const named = told(of);
      const { type, subtype, side, decision } = named;
      const key = `${type}/${subtype}/${decision?.by ?? ''}/${decision?.id ?? ''}/${side}`;
      sums.set(key, { of: named, amount: amount + (sums.get(key)?.amount ?? 0n) });
    }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { of, amount }]) => merged(of, { amount: toText(amount) }));
};
