import type { SumPart } from '../../src/kernel/definition/resource.ts';
import { type Fixed, fixed, toText } from '../../src/values/fixed.ts';
import { isObject, type JsonObject, numberOr, objectOf, sameJson } from '../../src/values/json.ts';
import { type Projection, type Row, type RowRef, type Rows, type Sums, stateOf } from './model.ts';

/**
 * Tables of sums follow the rows that they sum: each row that a batch changed is compared with what it was before, and
 * the difference is added. A sum depends on the rows alone and not on how events were batched, so a rebuild makes the
 * same row, to the byte.
 */
export interface Tracked {
  /** The rows for the projector; its changes are noted. */
  rows: Rows;
  /** The rows of sums that the noted changes affect; they must be loaded before `apply`. @throws SumRefused */
  refs(): RowRef[];
  /** Adds the noted changes to the sums. @throws SumRefused */
  apply(): void;
  /** Excludes a row that cannot be summed; `refs` must be called again. */
  drop(ref: RowRef): void;
}

/** A row cannot be summed: an amount in it is not a decimal. */
export class SumRefused extends Error {
  override name = 'SumRefused';
  readonly ref: RowRef;
  constructor(ref: RowRef, cause: unknown) {
    super(`row ${ref.id} of ${ref.table} cannot be summed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.ref = ref;
  }
}

interface Change {
  sums: Sums;
  ref: RowRef;
  scope_id: string;
  less: readonly SumPart[];
  more: readonly SumPart[];
}

/** Wraps the rows of one batch, to note how they change. */
export const trackSums = ({ sums = [] }: Projection, rows: Rows): Tracked => {
  if (sums.length === 0) return { rows, refs: () => [], apply: () => {}, drop: () => {} };
  const before = new Map(sums.map(({ of }) => [of, new Map<string, Row | undefined>()]));
  const note = (table: string, id: string): void => {
    const noted = before.get(table);
    if (noted && !noted.has(id)) noted.set(id, rows.get(table, id));
  };
  let changes: Change[] = [];
  return {
    rows: {
      get: rows.get,
      put: (table, row) => {
        note(table, row.id);
        rows.put(table, row);
      },
      delete: (table, id) => {
        note(table, id);
        rows.delete(table, id);
      },
    },
    refs: () => {
      changes = sums.flatMap((one) =>
        [...before.get(one.of)!].flatMap(([id, was]) => differenceOf(one, id, was, rows.get(one.of, id))),
      );
      return changes.flatMap(({ sums: { table }, less, more }) => [...less, ...more].map(({ id }) => ({ table, id })));
    },
    apply: () => {
      const totals = new Map<string, Total>();
      for (const { sums: one, ref, scope_id, less, more } of changes) {
        try {
          for (const part of less) add(totalOf(totals, rows, one.table, scope_id, part), part, -1n);
          for (const part of more) add(totalOf(totals, rows, one.table, scope_id, part), part, 1n);
        } catch (error) {
          throw new SumRefused(ref, error);
        }
      }
      for (const { table, id, scope_id, count, members, sums } of totals.values())
        if (count === 0) rows.delete(table, id);
        else rows.put(table, { id, scope_id, count, ...members, sums: textOf(sums) });
    },
    drop: ({ table, id }) => before.get(table)?.delete(id),
  };
};

const differenceOf = (sums: Sums, id: string, was: Row | undefined, is: Row | undefined): Change[] => {
  const ref = { table: sums.of, id };
  const parts = (row: Row | undefined) => (row ? sums.parts(stateOf(row)) : []);
  try {
    const less = parts(was);
    const more = parts(is);
    if (sameJson(less, more)) return [];
    return [{ sums, ref, scope_id: (is ?? was)!.scope_id, less, more }];
  } catch (error) {
    throw new SumRefused(ref, error);
  }
};

/** Sums by name, in the smallest unit, nested as the amounts that are added. */
type Units = Map<string, Fixed | Units>;

/** A row of sums while a batch is added. */
interface Total {
  table: string;
  id: string;
  scope_id: string;
  count: number;
  members: JsonObject;
  sums: Units;
}

const totalOf = (
  totals: Map<string, Total>,
  rows: Rows,
  table: string,
  scope_id: string,
  { id, members }: SumPart,
): Total => {
  const key = `${table}/${id}`;
  let total = totals.get(key);
  if (!total) {
    const row = rows.get(table, id);
    const sums: Units = new Map();
    addInto(sums, objectOf(row?.sums), 1n);
    total = { table, id, scope_id, count: numberOr(row?.count, 0), members, sums };
    totals.set(key, total);
  }
  return total;
};

const add = (total: Total, { members, adds }: SumPart, sign: bigint): void => {
  addInto(total.sums, adds, sign);
  total.count += Number(sign);
  total.members = members;
};

const addInto = (sums: Units, adds: JsonObject, sign: bigint): void => {
  for (const name in adds) {
    const value = adds[name];
    const known = sums.get(name);
    if (typeof value === 'string') sums.set(name, (known instanceof Map ? 0n : (known ?? 0n)) + sign * fixed(value));
    else if (isObject(value)) {
      const inner: Units = known instanceof Map ? known : new Map();
      sums.set(name, inner);
      addInto(inner, value, sign);
    }
  }
};

/** Sums as JSON, ordered by name, without zeros. */
const textOf = (sums: Units): JsonObject => {
  const texts: JsonObject = {};
  for (const name of [...sums.keys()].sort()) {
    const value = sums.get(name)!;
    if (typeof value === 'bigint') {
      if (value !== 0n) texts[name] = toText(value);
    } else {
      const inner = textOf(value);
      if (Object.keys(inner).length > 0) texts[name] = inner;
    }
  }
  return texts;
};

/** Adds two rows of sums of the same id, each of which covers a part of the summed rows. */
export const together = (a: Row, b: Row): Row => {
  const sums: Units = new Map();
  for (const row of [a, b]) addInto(sums, objectOf(row.sums), 1n);
  return { ...b, count: numberOr(a.count, 0) + numberOr(b.count, 0), sums: textOf(sums) };
};
