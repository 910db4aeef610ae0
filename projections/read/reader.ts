import type { Sql } from '../../src/database/connect.ts';
import {
  type ListQuery,
  MAX_FOUND,
  MAX_PAGE_BYTES,
  NotReadable,
  PAGE_ROWS,
  type Page,
  type Reader,
  TooLargePage,
  TooManyRows,
} from '../../src/kernel/definition/reader.ts';
import type { RecordOf, State } from '../../src/kernel/definition/resource.ts';
import { scopeOfTenant } from '../../src/kernel/definition/scope.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { farPagesInTurn } from '../../src/timing/far-pages.ts';
import { isTurnLong, loopTurn } from '../../src/timing/give-way.ts';
import {
  ALWAYS,
  all,
  type Condition,
  compare,
  isSame,
  looksForText,
  oneOf,
  present,
} from '../../src/values/condition.ts';
import { codeOf } from '../../src/values/describe-error.ts';
import { piecesOf } from '../../src/values/group.ts';
import type { Progress } from '../feed/progress.ts';
import {
  type Binding,
  columnType,
  conditionSql,
  isNaming,
  makeBinding,
  partsOf,
  type TableSource,
} from '../model/conditions.ts';
import type { Projection, ReadTable } from '../model/model.ts';
import { countTable, identifier, qualified } from '../model/tables.ts';
import { makeKeptStatements } from './kept-statements.ts';
import { existingInArrays, type RowsOptions, rowsSql, type Statement } from './rows-sql.ts';
import { sharedLookups } from './shared-lookups.ts';

/** Limit of ids of one `getMany` statement; more ids take several statements. */
const MAX_IDS = 5_000;
/** Records of a look-up that are parsed before others may have their turn: all that most requests ask for. */
const PARSED_TOGETHER = 15;
/** Limits of ids of a shared look-up and of one request in it; a request with more ids has a statement of its own. */
const MAX_SHARED = 1_000;
const MAX_SHARING = 100;
/** Ids that are few. */
const MAX_FEW = 100;
/** SQLSTATEs of a query whose generation was dropped before it ran. */
const UNDEFINED = new Set(['42P01', '3F000']);

export interface ReaderOptions {
  /** A pool, or a transaction with one snapshot. */
  sql: Pick<Sql, 'unsafe'>;
  /**
   * A pool whose sessions plan a prepared statement anew at each run, for the statements that need it (rows-sql.ts): a
   * prepared one saves a round trip. Default `sql`, where such statements are not prepared.
   */
  planning?: Pick<Sql, 'unsafe'>;
  /**
   * One connection for a few records by id, which is what most requests look up: its process of the server has them,
   * their index and the plan at hand. While it is busy, `sql` is used, so nothing waits behind another look-up. Default
   * `sql`.
   */
  few?: Pick<Sql, 'unsafe'>;
  projections: readonly Projection[];
  /** Knows which generations are live. */
  progress: Pick<Progress, 'refresh'> & { live(projection: string): { schema: string } | undefined };
  /** Limit of the rows of one `find`; default `MAX_FOUND`, and tests set a low one. */
  max_found?: number;
}

// Long: the members of the port as one class; their SQL is in files of its own.

class TableReader implements Reader {
  private readonly sql: ReaderOptions['sql'];
  private readonly planning: ReaderOptions['planning'];
  private readonly few: Pick<Sql, 'unsafe'>;
  private isFewBusy = false;
  private readonly progress: ReaderOptions['progress'];
  private readonly max_found: NonNullable<ReaderOptions['max_found']>;
  private readonly tables: Map<string, { readonly table: ReadTable; readonly projection: string }>;
  private readonly sharedRows = sharedLookups<Map<string, string>>(MAX_SHARED);
  private readonly sharedValues = sharedLookups<Set<string>>(MAX_SHARED);
  private readonly inTurn = farPagesInTurn();
  private readonly isKept = makeKeptStatements();

  constructor({ sql, planning, few = sql, projections, progress, max_found = MAX_FOUND }: ReaderOptions) {
    this.sql = sql;
    this.planning = planning;
    this.few = few;
    this.progress = progress;
    this.max_found = max_found;
    this.tables = new Map(
      projections.flatMap(({ name, tables }) =>
        tables.map((table) => [table.name, { table, projection: name }] as const),
      ),
    );
  }

  readonly pages: Reader['pages'] = (object, tenant, where, size = PAGE_ROWS) =>
    this.paged(object, tenant, where, size);

  readonly get: Reader['get'] = async (object, tenant, id) => (await this.byIds(object, tenant, [id]))[0];

  readonly getMany: Reader['getMany'] = async <K extends string>(object: K, tenant: Tenant, ids: readonly string[]) => {
    const found = new Map<string, RecordOf<K>>();
    const unique = [...new Set(ids)];
    for (const some of piecesOf(unique, MAX_IDS))
      for (const row of await this.byIds(object, tenant, some)) found.set(row.id, row);
    return found;
  };

  readonly getTogether: Reader['getTogether'] = async (objects, tenant, ids) => {
    const found = new Map(objects.map((object) => [object, new Map<string, State>()]));
    for (const some of piecesOf([...new Set(ids)], MAX_IDS)) {
      const make = (): Statement => {
        const binding = makeBinding();
        const named = `t.id = any(${binding.bind(some)}::text[])`;
        const of = objects.map((object) => {
          const { table, from } = this.tableOf(object);
          const own = this.tenantSql(table, tenant, binding).replaceAll('@', 't');
          return `select ${binding.bind(object)}::text as object, t.id, t.state from ${from} t where ${named} and (${own}) is true`;
        });
        return { text: of.join(' union all '), values: binding.values };
      };
      const rows = await this.lookingUp(some.length * objects.length, (sql) =>
        this.run<{ object: string; id: string; state: State }>(make, sql),
      );
      for (const { object, id, state } of rows) found.get(object)!.set(id, state);
    }
    return found;
  };

  readonly find: Reader['find'] = async (object, tenant, where) => {
    const rows = await this.inIdOrder(object, tenant, where, this.max_found + 1);
    if (rows.length > this.max_found) throw new TooManyRows(object, this.max_found);
    return rows;
  };

  readonly first: Reader['first'] = async (object, tenant, where, limit) => {
    if (limit > this.max_found) throw new TooManyRows(object, this.max_found);
    const rows = await this.inIdOrder(object, tenant, where, limit + 1);
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  };

  readonly list: Reader['list'] = (object, tenant, query) => {
    const passed = looksForText(query.where) ? Number.POSITIVE_INFINITY : (query.page - 1) * query.per_page;
    return this.inTurn(scopeOfTenant(tenant), passed, () => this.listed(object, tenant, query));
  };

  private async listed<K extends string>(
    object: K,
    tenant: Tenant,
    { where, order = [], page, per_page }: ListQuery,
  ): Promise<Page<RecordOf<K>>> {
    const rows = await this.run<{ total: bigint; fits: boolean | null; state: RecordOf<K> | null }>(() => {
      const { table, source, from, where: condition, binding, isPlannedAnew } = this.scoped(object, tenant, where);
      const sorts = order.map(({ column, direction }, i) => {
        // Case and accents tell texts apart only where no other column is left to do so.
        const collation = i < order.length - 1 ? 'names_alike' : 'names';
        const by = columnType(table, column) === 'text' ? ` collate ${collation}` : '';
        return `t.${identifier(column)}${by} ${direction}`;
      });
      // Ties are broken by id, so that pages neither repeat nor miss a row.
      if (!order.some(({ column }) => column === 'id')) sorts.push('t.id');
      const by = sorts.join(', ');
      const passed = `${binding.bind(String((page - 1) * per_page))}::int8`;
      const limit = `limit ${binding.bind(String(per_page))}::int8 offset ${passed}`;
      const columns = [...new Set(['id', ...order.map(({ column }) => column)])].map((name) => `t.${identifier(name)}`);
      // The total is a subquery of its own: it is right on a page past the end too, and rows that are not on the page
      // cost nothing. Whole rows are joined once it is known which are on the page; those before it are skipped in an
      // index. What the rows of the page come to is known before any of them is read whole. None is looked for where the
      // total says that there is none.
      const counted =
        this.totalSql(object, tenant, where, binding) ?? `(select count(*) as total from ${from} where ${condition})`;
      return {
        text:
          `with counted as materialized ${counted} ` +
          'select counted.total, paged.fits, case when paged.fits then paged.state end as state from counted left join ' +
          '(select whole.state, t.place, count(*) over () = 1 or ' +
          `sum(pg_column_size(whole.state)) over () <= ${MAX_PAGE_BYTES} as fits from ` +
          `(select t.id, row_number() over (order by ${by}) as place from ` +
          `(select ${columns.join(', ')} from ${from} where (select total from counted) > ${passed} and ${condition} ` +
          `order by ${by} ${limit}) t) t ` +
          `join ${source} whole on whole.id = t.id) paged on true order by paged.place`,
        values: binding.values,
        isPlannedAnew,
      };
    });
    if (rows[0]?.fits === false) throw new TooLargePage(object);
    return {
      rows: rows.flatMap(({ state }) => (state === null ? [] : [state])),
      total: Number(rows[0]?.total ?? 0n),
    };
  }

  readonly count: Reader['count'] = async (object, tenant, where) => {
    const rows = await this.run<{ total: bigint }>(() => {
      const { from, where: condition, binding, isPlannedAnew } = this.scoped(object, tenant, where);
      return {
        text: `select count(*) as total from ${from} where ${condition}`,
        values: binding.values,
        isPlannedAnew,
      };
    });
    return Number(rows[0]!.total);
  };

  readonly firstOfEach: Reader['firstOfEach'] = async <K extends string>(
    object: K,
    tenant: Tenant,
    by: string,
    values: readonly string[],
    { column, direction }: { column: string; direction: 'asc' | 'desc' },
    where = ALWAYS,
  ) => {
    const found = new Map<string, RecordOf<K>>();
    const unique = [...new Set(values)];
    for (const some of piecesOf(unique, MAX_IDS)) {
      const rows = await this.run<{ value: string; state: RecordOf<K> }>(() => {
        const { table, each, binding, isPlannedAnew } = this.scoped(
          object,
          tenant,
          all(oneOf(by, some), present(column), where),
        );
        if (!each) throw new Error(`${table.name} has no index that begins with the ids ${by}`);
        const order = `order by t.${identifier(column)} ${direction}, t.id ${direction} limit 1`;
        const text = `select t.value, t.state from ${each('named.id as value, t.state', order)}`;
        return { text, values: binding.values, isPlannedAnew };
      });
      for (const { value, state } of rows) found.set(value, state);
    }
    return found;
  };

  readonly exists: Reader['exists'] = async (object, tenant, where) => {
    const rows = await this.run<{ found: boolean }>(() => {
      const { from, where: condition, binding, isPlannedAnew } = this.scoped(object, tenant, where);
      return {
        text: `select exists (select from ${from} where ${condition}) as found`,
        values: binding.values,
        isPlannedAnew,
      };
    });
    return rows[0]!.found;
  };

  readonly existing: Reader['existing'] = async (object, tenant, column, values, where = ALWAYS) => {
    if (values.length === 0) return new Set();
    const look = (some: readonly string[]) => this.valuesOf(object, tenant, column, some, where);
    if (values.length > MAX_SHARING) return look(values);
    const found = await this.sharedValues(keyOf(object, tenant, column, where), values, look);
    return new Set(values.filter((value) => found.has(value)));
  };

  readonly sums: Reader['sums'] = async (object, tenant, by, columns, where) => {
    const sumOf = (column: string) => `trim_scale(coalesce(sum(${column}), 0))`;
    const groups = await this.grouped(object, tenant, by, (columnOf) => columns.map(columnOf).map(sumOf), where);
    return new Map(
      [...groups].map(([value, sums]) => [value, Object.fromEntries(columns.map((name, i) => [name, sums[i] ?? '0']))]),
    );
  };

  readonly counts: Reader['counts'] = async (object, tenant, by, where) => {
    const groups = await this.grouped(object, tenant, by, () => ['count(*)'], where);
    return new Map([...groups].map(([value, [count]]) => [value, Number(count)]));
  };

  readonly countsOfParts: Reader['countsOfParts'] = async (object, tenant, by, where, parts) => {
    const names = Object.keys(parts);
    const partly: Aggregates = (_, textOf) =>
      Object.values(parts).map((part) => `count(*) filter (where ${textOf(part)})`);
    const groups = await this.grouped(object, tenant, by, partly, where);
    const named = (counts: string[]) => Object.fromEntries(names.map((name, i) => [name, Number(counts[i])]));
    return new Map([...groups].map(([value, counts]) => [value, named(counts)]));
  };

  readonly ranges: Reader['ranges'] = async (object, tenant, by, column, where) => {
    const both = (columnOf: (name: string) => string) => [`min(${columnOf(column)})`, `max(${columnOf(column)})`];
    const groups = await this.grouped(object, tenant, by, both, all(present(column), where));
    return new Map([...groups].map(([value, [least = '', greatest = '']]) => [value, { least, greatest }]));
  };

  private tableOf(object: string): { table: ReadTable; from: string } {
    const found = this.tables.get(object);
    if (!found) throw new Error(`no read model has a table ${object}`);
    const live = this.progress.live(found.projection);
    if (!live) throw new NotReadable(`the read model ${found.projection} is still being built`);
    return { table: found.table, from: qualified(live.schema, object) };
  }

  /** The one place where a tenant becomes SQL. `@` stands for the alias of the table. */
  private tenantSql(table: ReadTable, tenant: Tenant, binding: Binding): string {
    if (table.scope === 'company') {
      if (tenant.company_id) return `@.scope_id = ${binding.bind(tenant.company_id)}::text`;
      if (!tenant.every_company) throw new Error(`${table.name} belongs to companies and is read without one`);
      const companies = this.tableOf('company');
      const own = this.tenantSql(companies.table, { partner_id: tenant.partner_id }, binding).replaceAll('@', 'own');
      return `@.scope_id in (select own.id from ${companies.from} own where ${own})`;
    }
    if (!tenant.partner_id) throw new Error(`${table.name} belongs to partners and is read without one`);
    const partner = `@.scope_id = ${binding.bind(tenant.partner_id)}::text`;
    if (table.name !== 'company' || tenant.company_id === undefined) return partner;
    return `(${partner} and @.id = ${binding.bind(tenant.company_id)}::text)`;
  }

  /** The table and condition of a read, with the tenant filter. */
  private scoped(object: string, tenant: Tenant, where: Condition) {
    const binding = makeBinding();
    const sourceOf: TableSource = (name, into) => {
      if (!this.tables.has(name)) return undefined;
      const { table, from } = this.tableOf(name);
      return { table, from, tenant: this.tenantSql(table, tenant, into) };
    };
    const { table, from } = this.tableOf(object);
    const own = this.tenantSql(table, tenant, binding).replaceAll('@', 't');
    const tableOf: RowsOptions['tableOf'] = (name) => this.tables.get(name)?.table;
    const textOf: RowsOptions['textOf'] = (condition, among) =>
      conditionSql(condition, table, 't', binding, sourceOf, 0, among);
    const isOfMany = table.scope === 'company' && tenant.company_id === undefined;
    const rows = rowsSql({ table, tableOf, from, own, isOfMany, where, textOf, binding });
    return { table, source: from, binding, textOf, ...rows };
  }

  /** Runs a query on the live generation, and repeats it when that one was dropped before the query ran. */
  private async run<R extends object>(make: () => Statement, sql = this.sql): Promise<R[]> {
    for (let attempt = 0; ; attempt++) {
      const { text, values, isPlannedAnew = false } = make();
      try {
        const prepare = this.isKept(text);
        if (isPlannedAnew && this.planning) return await this.planning.unsafe<R[]>(text, values, { prepare });
        return await sql.unsafe<R[]>(text, values, { prepare: prepare && !isPlannedAnew });
      } catch (error) {
        if (attempt > 0 || !UNDEFINED.has(codeOf(error) ?? '')) throw error;
        await this.progress.refresh();
      }
    }
  }

  private async *paged<K extends string>(
    object: K,
    tenant: Tenant,
    where: Condition,
    size: number,
  ): AsyncGenerator<RecordOf<K>[]> {
    const most = Math.min(size, this.max_found);
    for (let after = ''; ; ) {
      // Of the first page nothing is said about ids: an index by other columns of the condition may have fewer rows.
      const left = after === '' ? where : all(where, compare('id', '>', after));
      const rows = await this.inIdOrder(object, tenant, left, most);
      const isLast = rows.length < most;
      // Who takes the page may empty it.
      after = rows.at(-1)?.id ?? '';
      if (rows.length > 0) yield rows;
      if (isLast) return;
    }
  }

  private async byIds<K extends string>(object: K, tenant: Tenant, ids: readonly string[]): Promise<RecordOf<K>[]> {
    const look = (some: readonly string[]) => this.statesOf(object, tenant, some);
    const states = await (ids.length > MAX_SHARING ? look(ids) : this.sharedRows(keyOf(object, tenant), ids, look));
    const found: RecordOf<K>[] = [];
    for (const id of ids) {
      const state = states.get(id);
      if (state === undefined) continue;
      // Each request gets a copy of its own.
      found.push(JSON.parse(state));
      if (found.length % PARSED_TOGETHER === 0 && isTurnLong()) await loopTurn();
    }
    return found;
  }

  /** States as JSON, by id. */
  private async statesOf(object: string, tenant: Tenant, ids: readonly string[]): Promise<Map<string, string>> {
    const make = (): Statement => {
      const { from, where, binding } = this.scoped(object, tenant, ALWAYS);
      const id = ids.length === 1 ? `= ${binding.bind(ids[0]!)}::text` : `= any(${binding.bind(ids)}::text[])`;
      // Only the key's index serves it: others that begin with the company may look as good before there are statistics.
      const text = `select t.id, t.state::text as state from ${from} where t.id ${id} and (${where}) is true`;
      return { text, values: binding.values };
    };
    const rows = await this.lookingUp(ids.length, (sql) => this.run<{ id: string; state: string }>(make, sql));
    return new Map(rows.map(({ id, state }) => [id, state]));
  }

  /** Runs a look-up of so many ids over the connection for few of them, when it is free. */
  private async lookingUp<R>(count: number, run: (sql: Pick<Sql, 'unsafe'>) => Promise<R>): Promise<R> {
    if (count > MAX_FEW || this.isFewBusy) return run(this.sql);
    this.isFewBusy = true;
    try {
      return await run(this.few);
    } finally {
      this.isFewBusy = false;
    }
  }

  private async valuesOf(
    object: string,
    tenant: Tenant,
    column: string,
    values: readonly string[],
    where: Condition,
  ): Promise<Set<string>> {
    const rows = await this.run<{ value: string }>(() => {
      if (columnType(this.tableOf(object).table, column) === 'text[]')
        return existingInArrays(this.scoped(object, tenant, where), column, values);
      const named = oneOf(column, values);
      const {
        each,
        from,
        where: condition,
        binding,
        isPlannedAnew,
        table,
      } = this.scoped(object, tenant, all(named, where));
      // Of the rows of an id the first one that fits is enough.
      const text =
        each && isNaming(table, named)
          ? `select t.value from ${each('named.id as value', 'limit 1')}`
          : `select distinct t.${identifier(column)}::text as value from ${from} where ${condition}`;
      return { text, values: binding.values, isPlannedAnew };
    });
    return new Set(rows.map(({ value }) => value));
  }

  /**
   * SQL of the number of all rows of a company, of all companies of a partner, or of one of these, when a table of
   * counts has it; or of those with some values in the columns that they are counted by.
   */
  private totalSql(object: string, tenant: Tenant, where: Condition, binding: Binding): string | undefined {
    const name = countTable(object);
    const { table } = this.tableOf(object);
    if (!this.tables.has(name) || table.scope !== 'company') return undefined;
    const parts = partsOf(where);
    const counts = this.tableOf(name);
    const by = new Set(['scope_id', ...counts.table.columns.map((column) => column.name)]);
    const isCounted = (part: Condition) => (part.is === 'equal' || part.is === 'one_of') && by.has(part.column);
    if (!isSame(all(...parts.filter((part) => !isCounted(part))), table.listed ?? ALWAYS)) return undefined;
    const own = this.tenantSql(counts.table, tenant, binding).replaceAll('@', 'c');
    const asked = conditionSql(all(...parts.filter(isCounted)), counts.table, 'c', binding, () => undefined);
    return `(select coalesce(sum(c.count), 0)::int8 as total from ${counts.from} c where ${own} and ${asked})`;
  }

  private async inIdOrder<K extends string>(
    object: K,
    tenant: Tenant,
    where: Condition,
    limit: number,
  ): Promise<RecordOf<K>[]> {
    const rows = await this.run<{ state: RecordOf<K> }>(() => {
      const query = this.scoped(object, tenant, where);
      const most = `${query.binding.bind(String(limit))}::int8`;
      // The first few rows of each named record, where its index has them in order.
      const rows =
        query.each && query.isInIdOrder ? query.each('t.id, t.state', `order by t.id limit ${most}`) : query.from;
      return {
        text: `select t.state from ${rows} where ${query.where} order by t.id limit ${most}`,
        values: query.binding.values,
        isPlannedAnew: query.isPlannedAnew,
      };
    });
    return rows.map(({ state }) => state);
  }

  /** Aggregates, as text, of the matching rows, grouped by the value of a column; rows without a value are left out. */
  private async grouped(
    object: string,
    tenant: Tenant,
    by: string,
    aggregates: Aggregates,
    where: Condition,
  ): Promise<Map<string, string[]>> {
    const rows = await this.run<{ by: string; of: string[] }>(() => {
      const query = this.scoped(object, tenant, all(present(by), where));
      const columnOf = (name: string): string => {
        columnType(query.table, name);
        return `t.${identifier(name)}`;
      };
      const of = aggregates(columnOf, query.textOf).map((text) => `(${text})::text`);
      const most = query.binding.bind(String(this.max_found + 1));
      return {
        text: `select ${columnOf(by)}::text as by, array[${of.join(', ')}]::text[] as of from ${query.from} where ${query.where} group by 1 limit ${most}::int8`,
        values: query.binding.values,
        isPlannedAnew: query.isPlannedAnew,
      };
    });
    if (rows.length > this.max_found) throw new TooManyRows(object, this.max_found);
    return new Map(rows.map((row) => [row.by, row.of]));
  }
}

/** Aggregates of rows as SQL, from columns and conditions as SQL. */
type Aggregates = (columnOf: (name: string) => string, textOf: (condition: Condition) => string) => readonly string[];

/** Key of a shared look-up: look-ups that differ in more than their ids have different keys. */
const keyOf = (object: string, tenant: Tenant, ...more: readonly (string | Condition)[]): string => {
  const { partner_id, company_id, every_company } = tenant;
  const key = JSON.stringify([object, partner_id, company_id, every_company]);
  // JSON with a function for its values takes several times as long.
  return more.length === 0
    ? key
    : key + JSON.stringify(more, (_, value) => (typeof value === 'bigint' ? { bigint: String(value) } : value));
};

/** Reads the current generations, always within one tenant. Column names come from our code, values are bound. */
export const makeReader = (options: ReaderOptions): Reader => new TableReader(options);
