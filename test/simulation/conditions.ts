import type { ReadTable, Row, TableColumn } from '../../projections/model/model.ts';
import type { Comparison, Condition, Scalar } from '../../src/values/condition.ts';
import type { Json } from '../../src/values/json.ts';
import { decimal } from '../../src/values/money.ts';

/**
 * Conditions on rows in memory: what projections/model/conditions.ts says in SQL. One contract test holds both to the
 * same answers.
 */

export type ColumnKind = TableColumn['type'] | 'id';
export interface ReadColumn {
  type: ColumnKind;
  of: (row: Row) => Json;
}

/** @throws when the table has none of this name */
export const columnOf = (table: ReadTable, name: string): ReadColumn => {
  if (name === 'id' || name === 'scope_id') return { type: 'id', of: (row) => row[name] as string };
  const found = table.columns.find((column) => column.name === name);
  if (!found) throw new Error(`${table.name} has no column ${name}: declare it to filter or sort by it`);
  return found;
};

/** Below 0, 0 or above 0, as the database orders two values of a type. Neither is null. */
export const compareValues = (type: ColumnKind, a: Json, b: Json): number => {
  if (type === 'numeric') return decimal(String(a)).cmp(decimal(String(b)));
  if (type === 'integer') return Number(BigInt(String(a)) - BigInt(String(b)));
  const [left, right] = type === 'boolean' ? [String(a), String(b)] : [a as string, b as string];
  return left < right ? -1 : left > right ? 1 : 0;
};

const valueFor = (type: ColumnKind, value: Scalar): Json =>
  type === 'boolean' ? value === true || value === 'true' : String(value);

const searchText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export type Predicate = (row: Row) => boolean;

/** The values that a column has among the rows of another resource, of the same tenant. */
export type ValuesOf = (object: string, select: string, where: Condition) => Set<string>;

export const predicateOf = (condition: Condition, table: ReadTable, valuesOf: ValuesOf): Predicate => {
  switch (condition.is) {
    case 'equal': {
      const { type, of } = columnOf(table, condition.column);
      const wanted = valueFor(type, condition.value);
      if (type === 'numeric' || type === 'integer')
        return (row) => of(row) !== null && compareValues(type, of(row), wanted) === 0;
      return (row) => of(row) === wanted;
    }
    case 'one_of': {
      const { type, of } = columnOf(table, condition.column);
      const wanted = new Set(condition.values.map((value) => valueFor(type, value)));
      if (type === 'numeric' || type === 'integer')
        return (row) => of(row) !== null && [...wanted].some((value) => compareValues(type, of(row), value) === 0);
      return (row) => wanted.has(of(row));
    }
    case 'present': {
      const { of, type } = columnOf(table, condition.column);
      if (type !== 'text[]') return (row) => of(row) !== null;
      return (row) => ((of(row) ?? []) as string[]).length > 0;
    }
    case 'compare': {
      const { type, of } = columnOf(table, condition.column);
      const wanted = valueFor(type, condition.value);
      const holds = comparisons[condition.by];
      return (row) => of(row) !== null && holds(compareValues(type, of(row), wanted));
    }
    case 'matching': {
      const columns = condition.columns.map((name) => columnOf(table, name));
      const wanted = searchText(condition.text);
      return (row) =>
        columns.some(({ of }) => {
          const value = of(row);
          return value !== null && searchText(String(value)).includes(wanted);
        });
    }
    case 'overlapping': {
      const { of } = columnOf(table, condition.column);
      return (row) => ((of(row) ?? []) as string[]).some((value) => condition.values.includes(value));
    }
    case 'all': {
      const each = condition.of.map((one) => predicateOf(one, table, valuesOf));
      return (row) => each.every((holds) => holds(row));
    }
    case 'any': {
      const each = condition.of.map((one) => predicateOf(one, table, valuesOf));
      return (row) => each.some((holds) => holds(row));
    }
    case 'not': {
      const inner = predicateOf(condition.of, table, valuesOf);
      return (row) => !inner(row);
    }
    case 'among': {
      const { of } = columnOf(table, condition.column);
      const values = valuesOf(condition.object, condition.select, condition.where);
      return (row) => values.has(of(row) as string);
    }
  }
};

const comparisons: Record<Comparison, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
};
