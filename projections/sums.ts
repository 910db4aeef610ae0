import type { JsonObject } from '../src/event-store/port.ts';
import { sameJson } from '../src/kernel/fold.ts';
import { decimal, toText } from '../src/kernel/money.ts';
import type { State, SumPart } from '../src/kernel/resource.ts';
import type { Projection, Row, RowRef, Rows, Sums } from './model.ts';

/**
 * Tables of sums follow the rows that they sum: what a batch of events made of those is compared with what they were
 * before, and the difference is added. A sum depends on the rows alone and not on how events came in batches, so a
 * rebuild makes the same row, to the byte.
 */
export interface Tracked {
  /** The rows for the projector: what it changes is noted. */
  rows: Rows;
  /** The sums that change with what was noted; they must be loaded before `apply`. @throws SumRefused */
  refs(): RowRef[];
  /** Brings the sums up to date. @throws SumRefused */
  apply(): void;
}

/** A row that cannot be summed: an amount in it is no decimal. */
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

/** Notes what is done to the rows of one batch. */
export const trackSums = ({ sums = [] }: Projection, rows: Rows): Tracked => {
  if (sums.length === 0) return { rows, refs: () => [], apply: () => {} };
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
      for (const { sums: one, ref, scope_id, less, more } of changes) {
        try {
          for (const part of less) add(rows, one.table, scope_id, part, -1);
          for (const part of more) add(rows, one.table, scope_id, part, 1);
        } catch (error) {
          throw new SumRefused(ref, error);
        }
      }
    },
  };
};

const differenceOf = (sums: Sums, id: string, was: Row | undefined, is: Row | undefined): Change[] => {
  const ref = { table: sums.of, id };
  const parts = (row: Row | undefined) => (row ? sums.parts(row as State) : []);
  try {
    const less = parts(was);
    const more = parts(is);
    if (sameJson(less as unknown as JsonObject[], more as unknown as JsonObject[])) return [];
    return [{ sums, ref, scope_id: (is ?? was)!.scope_id, less, more }];
  } catch (error) {
    throw new SumRefused(ref, error);
  }
};

const add = (rows: Rows, table: string, scope_id: string, { id, members, adds }: SumPart, sign: 1 | -1): void => {
  const row = rows.get(table, id);
  const count = ((row?.count as number | undefined) ?? 0) + sign;
  const sums = added((row?.sums ?? {}) as JsonObject, adds, sign);
  if (count === 0) rows.delete(table, id);
  else rows.put(table, { id, scope_id, count, ...members, sums });
};

/** The sum of two rows of one id, each over a part of the rows that are summed. */
export const together = (a: Row, b: Row): Row => ({
  ...b,
  count: (a.count as number) + (b.count as number),
  sums: added(a.sums as JsonObject, b.sums as JsonObject, 1),
});

/** Sums in the order of their names, without those that are 0. */
const added = (a: JsonObject, b: JsonObject, sign: 1 | -1): JsonObject => {
  const sums: JsonObject = {};
  for (const name of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
    const [x, y] = [a[name] ?? null, b[name] ?? null];
    if (typeof x === 'object' && typeof y === 'object') {
      const inner = added((x ?? {}) as JsonObject, (y ?? {}) as JsonObject, sign);
      if (Object.keys(inner).length > 0) sums[name] = inner;
    } else {
      const part = decimal((y ?? '0') as string);
      const total = decimal((x ?? '0') as string).plus(sign === 1 ? part : part.neg());
      if (!total.eq(0)) sums[name] = toText(total);
    }
  }
  return sums;
};
