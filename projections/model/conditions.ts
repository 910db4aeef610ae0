import type { Condition, Scalar } from '../../src/values/condition.ts';
import type { ReadTable, TableColumn } from './model.ts';
import { identifier, sqlType } from './tables.ts';

/**
 * Conditions as SQL. Values are always bound and columns are checked against the table, so no text of a caller ever
 * becomes SQL.
 */

/** A bound parameter: a value of a column, or a list of values. */
export type Bound = Scalar | null | readonly Scalar[];

/** Collects the parameters of a statement while its text is built: `bind(v)` returns the placeholder of `v`. */
export interface Binding {
  bind(value: Bound): string;
  values: Bound[];
}

/** A binding without parameters yet. */
export const makeBinding = (): Binding => {
  const values: Bound[] = [];
  return {
    values,
    bind: (value) => {
      values.push(value);
      return `$${values.length}`;
    },
  };
};

/** How deep conditions may nest: `any_of` of criteria, and a few levels that the service adds around them. */
const MAX_DEPTH = 32;

/**
 * The table of another resource, with the tenant filter for it. Undefined for a resource that is not served (yet),
 * which has no rows.
 */
export type TableSource = (
  object: string,
  binding: Binding,
) => { table: ReadTable; from: string; tenant: string } | undefined;

/** The type of a column. @throws when the table has none of this name. */
export const columnType = (table: ReadTable, column: string): TableColumn['type'] | 'id' => {
  if (column === 'id' || column === 'scope_id') return 'id';
  const found = table.columns.find(({ name }) => name === column);
  if (!found) throw new Error(`${table.name} has no column ${column}: declare it to filter or sort by it`);
  return found.type;
};

/** A value in the form that the driver expects for a column: text, except booleans. */
const valueFor = (type: TableColumn['type'] | 'id', value: Scalar): string | boolean =>
  type === 'boolean' ? value === true || value === 'true' : String(value);

const arrayOf = (type: TableColumn['type'] | 'id'): string => `${sqlType(type)}[]`;

/** Escapes `%`, `_` and the backslash, so that LIKE takes them literally. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** How the rows of another resource are asked for. */
export type Asked = 'rows' | 'array' | 'by_each';

/**
 * A condition as SQL on the rows of a table; every value is bound.
 *
 * @param among how values of another resource are asked for: as an array, an index of several columns serves them; by
 *   each row, the other row that it names is looked at, and no others
 * @throws Error where it names a column that the table does not have, or nests too deep
 */
export const conditionSql = (
  condition: Condition,
  table: ReadTable,
  alias: string,
  binding: Binding,
  source: TableSource,
  depth = 0,
  among: Asked = 'rows',
): string => {
  if (depth > MAX_DEPTH) throw new Error(`a condition nests deeper than ${MAX_DEPTH}`);
  const column = (name: string): { name: string; type: TableColumn['type'] | 'id' } => {
    const type = columnType(table, name);
    return { name: `${alias}.${identifier(name)}`, type };
  };
  const inner = (of: Condition): string => conditionSql(of, table, alias, binding, source, depth + 1);

  switch (condition.is) {
    case 'equal': {
      const { name, type } = column(condition.column);
      return `${name} = ${binding.bind(valueFor(type, condition.value))}::${sqlType(type)}`;
    }
    case 'one_of': {
      const { name, type } = column(condition.column);
      if (condition.values.length === 0) return 'false';
      return `${name} = any(${binding.bind(condition.values.map((value) => valueFor(type, value)))}::${arrayOf(type)})`;
    }
    case 'present': {
      const { name, type } = column(condition.column);
      return type === 'text[]' ? `cardinality(${name}) > 0` : `${name} is not null`;
    }
    case 'compare': {
      const { name, type } = column(condition.column);
      return `${name} ${operator(condition.by)} ${binding.bind(valueFor(type, condition.value))}::${sqlType(type)}`;
    }
    case 'matching': {
      if (condition.columns.length === 0) return 'false';
      const pattern = `'%' || search_text(${binding.bind(escapeLike(condition.text))}::text) || '%'`;
      const each = condition.columns.map((one) => `search_text(${column(one).name}::text) like ${pattern} escape '\\'`);
      return `(${each.join(' or ')})`;
    }
    case 'overlapping': {
      const { name, type } = column(condition.column);
      if (type !== 'text[]') throw new Error(`${table.name}.${condition.column} is no array`);
      return `${name} && ${binding.bind([...condition.values])}::text[]`;
    }
    case 'all':
      return condition.of.length === 0 ? 'true' : `(${condition.of.map(inner).join(' and ')})`;
    case 'any':
      return condition.of.length === 0 ? 'false' : `(${condition.of.map(inner).join(' or ')})`;
    case 'not':
      // Plain, so that an index may serve it.
      if (isAbsent(condition, table)) return `${column(condition.of.column).name} is null`;
      // In SQL a comparison with NULL is unknown, and so is its negation; here it is false, and its negation true.
      return `(${inner(condition.of)}) is not true`;
    case 'among': {
      const { name } = column(condition.column);
      const other = source(condition.object, binding);
      if (!other) return 'false';
      const otherAlias = `t${depth + 1}_${binding.values.length}`;
      const selected = columnType(other.table, condition.select) && `${otherAlias}.${identifier(condition.select)}`;
      const where = conditionSql(condition.where, other.table, otherAlias, binding, source, depth + 1);
      const own = other.tenant.replaceAll('@', otherAlias);
      // With an offset it is not made a join, nor are all other rows that fit gathered first.
      if (among === 'by_each')
        return `exists (select from ${other.from} ${otherAlias} where ${selected} = ${name} and ${unindexed(`${own} and ${where}`)} offset 0)`;
      // Found by what names its rows, whatever statistics say of an index by company: see rowsSql.
      const tenant = partsOf(condition.where).some((part) => isNaming(other.table, part)) ? `(${own}) is true` : own;
      const values = `select ${selected} from ${other.from} ${otherAlias} where ${tenant} and ${where}`;
      return among === 'array' ? `${name} = any(array(${values}))` : `${name} in (${values})`;
    }
  }
};

/**
 * A condition in a form that no index serves. `is true` would not do: of a flag, `(is_filed = true) is true` is
 * `is_filed` to PostgreSQL, which an index that begins with the flag serves.
 */
export const unindexed = (text: string): string => `coalesce(${text}, false)`;

const OPERATORS = new Set(['<', '<=', '>', '>=', '=']);
const operator = (by: string): string => {
  if (!OPERATORS.has(by)) throw new Error(`${JSON.stringify(by)} is no comparison`);
  return by;
};

/** Whether a condition is that a column with one value holds nothing. */
export const isAbsent = (
  condition: Condition,
  table: ReadTable,
): condition is { is: 'not'; of: Extract<Condition, { is: 'present' }> } =>
  condition.is === 'not' && condition.of.is === 'present' && columnType(table, condition.of.column) !== 'text[]';

/** Parts that must all hold. */
export const partsOf = (condition: Condition): readonly Condition[] =>
  condition.is === 'all' ? condition.of.flatMap(partsOf) : [condition];

/** The columns of each index of the table that begins with a column; that of the key is not among its declared ones. */
export const ledBy = (table: ReadTable, column: string): readonly (readonly string[])[] =>
  [['id'], ...table.indexes.map(({ columns }) => columns)].filter(([first]) => first === column);

/** Whether a condition selects by one or several ids, in a column that an index begins with. */
export const isNaming = (table: ReadTable, condition: Condition): boolean =>
  (condition.is === 'equal' || condition.is === 'one_of') &&
  isOfIds(condition.column) &&
  ledBy(table, condition.column).length > 0;

/** An id belongs to one company, so a look-up by id needs no index that begins with the company. */
export const isOfIds = (column: string): boolean =>
  column === 'id' || (column.endsWith('_id') && column !== 'scope_id');
