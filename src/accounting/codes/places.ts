import type { Side } from '../../calculation/model/families.ts';
import type { Line } from '../../calculation/model/types.ts';
import type { Text } from '../../values/text.ts';
import type { Asked, Decided, Decision } from './resolver.ts';

// Where the parts of lines are booked: on which row of an entry, and as what of it.

/** What of a row a line is. */
export type SourceOf = {
  type: string;
  subtype: string;
  side: Side;
  decision: Decision | null;
};

/** Where a posting takes codes from. */
export interface CodeBook {
  /** Which code a part of a line is booked on. */
  resolve(asked: Asked): Decided;
  /** What a code is called; null of one that is none any more. */
  titleOf(accounting_code_id: string): Text | null;
  /** Those of some tags that split rows. */
  dimensionsOf(tags: readonly string[]): readonly string[];
  /** Whether withholdings follow the tags of the remuneration that they apply to. */
  spreadsWithholdings: boolean;
  /** Codes of payroll payable and of the bank; null where the employer has none. */
  payable: string | null;
  bank: string | null;
}

/** No code is set anywhere. */
export const NO_CODES: CodeBook = {
  resolve: () => ({ accounting_code_id: null, formatted: null, decision: null }),
  titleOf: () => null,
  dimensionsOf: () => [],
  spreadsWithholdings: true,
  payable: null,
  bank: null,
};

const NO_TAGS: readonly string[] = [];

const askedOf = (line: Line, side: Side, tags: readonly string[]): Asked => ({
  kind: line.kind,
  type: line.type,
  side,
  business_preset_id: line.business_preset_id ?? null,
  custom: line[`custom_${side}_accounting_code_id`] ?? null,
  managed: line[`managed_${side}_accounting_code_id`] ?? null,
  tags,
});

/** What a row of an entry is, without what is on it. */
export interface RowOf {
  key: string;
  title: Text;
  code: string | null;
  formatted: string | null;
  tags: readonly string[];
}

/** Where a part of a line belongs: the row, and what of it the line is. */
export interface Place {
  row: RowOf;
  source: string;
  of: SourceOf;
}

export type PlaceOf = (line: Line, side: Side, tags: readonly string[]) => Place;

/** What the row of lines without a code is called. */
export type RowTitle = (line: Pick<Line, 'kind' | 'type'>, side: Side) => Text;

/** Finds places by a book. Stubs ask the same again and again, so what was found is kept. */
export const placesIn = (codes: CodeBook, titleOf: RowTitle): PlaceOf => {
  const known = new Map<string, Place>();
  return (line, side, tags) => {
    const asked = askedOf(line, side, tags);
    const { kind, type, business_preset_id, custom, managed } = asked;
    const key = `${side} ${kind} ${type} ${business_preset_id} ${custom} ${managed} ${tags.join(' ')}`;
    const found = known.get(key) ?? findPlace(asked, codes, titleOf);
    known.set(key, found);
    return found;
  };
};

const findPlace = (asked: Asked, codes: CodeBook, titleOf: RowTitle): Place => {
  const { kind, type, side, tags } = asked;
  const { accounting_code_id, formatted, decision }: Decided = codes.resolve(asked);
  const dimensions = tags.length === 0 ? NO_TAGS : [...codes.dimensionsOf(tags)].sort();
  const isCoded = accounting_code_id !== null || formatted !== null;
  // A formatted code may be any text, `null` too.
  const what = isCoded ? JSON.stringify([accounting_code_id, formatted]) : `${kind}/${type}/null`;
  const called = formatted === null ? null : { en: formatted, fr: formatted };
  const title =
    (accounting_code_id === null ? called : codes.titleOf(accounting_code_id)) ?? titleOf({ kind, type }, side);
  return {
    row: {
      key: `${side}/${what}/${dimensions.join(' ')}`,
      title,
      code: accounting_code_id,
      formatted,
      tags: dimensions,
    },
    source: `${kind}/${type}/${decision?.by ?? ''}/${decision?.id ?? ''}`,
    of: { type: kind, subtype: type, side, decision },
  };
};
