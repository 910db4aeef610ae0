import type { Sql } from '../src/database/connect.ts';
import { ALWAYS, type Condition } from '../src/kernel/condition.ts';
import type { State } from '../src/kernel/resource.ts';
import type { Reader, Tenant } from '../src/kernel/services.ts';
import { type Binding, columnType, conditionSql, makeBinding, type TableSource } from './conditions.ts';
import type { Projection, ReadTable } from './model.ts';
import type { Progress } from './progress.ts';
import { identifier, qualified } from './tables.ts';

/** Most rows of one `find`; one more than the largest selection, so that too many can be told. */
export const MAX_FOUND = 20_001;
/** Most ids of one `getMany` statement; more are asked for in turns. */
const MAX_IDS = 5_000;
/** A generation that was dropped under a query that was slow to start. */
const UNDEFINED = new Set(['42P01', '3F000']);

/** No generation of the read model can be read: it is being built. */
export class NotReadable extends Error {
  override name = 'NotReadable';
}

/** Reads the current generations, always within one tenant. Column names come from our code, values are bound. */
export const makeReader = (sql: Sql, projections: readonly Projection[], progress: Progress): Reader => {
  const tables = new Map(
    projections.flatMap(({ name, tables }) =>
      tables.map((table) => [table.name, { table, projection: name }] as const),
    ),
  );

  const find = (object: string): { table: ReadTable; from: string } => {
    const found = tables.get(object);
    if (!found) throw new Error(`no read model has a table ${object}`);
    const live = progress.live(found.projection);
    if (!live) throw new NotReadable(`the read model ${found.projection} is still being built`);
    return { table: found.table, from: qualified(live.schema, object) };
  };

  /** The one place where a tenant becomes SQL. `@` stands for the alias of the table. */
  const tenantSql = (table: ReadTable, tenant: Tenant, binding: Binding): string => {
    if (table.scope === 'company') {
      if (!tenant.company_id) throw new Error(`${table.name} belongs to companies and is read without one`);
      return `@.scope_id = ${binding.bind(tenant.company_id)}::text`;
    }
    if (!tenant.partner_id) throw new Error(`${table.name} belongs to partners and is read without one`);
    const partner = `@.scope_id = ${binding.bind(tenant.partner_id)}::text`;
    if (table.name !== 'company' || tenant.company_id === undefined) return partner;
    return `(${partner} and @.id = ${binding.bind(tenant.company_id)}::text)`;
  };

  /** Table and condition of a read, with the tenant's part of it. */
  const scoped = (object: string, tenant: Tenant, where: Condition) => {
    const binding = makeBinding();
    const source: TableSource = (name, into) => {
      if (!tables.has(name)) return undefined;
      const { table, from } = find(name);
      return { table, from, tenant: tenantSql(table, tenant, into) };
    };
    const { table, from } = find(object);
    const own = tenantSql(table, tenant, binding);
    const condition = conditionSql(where, table, 't', binding, source);
    return { table, binding, from: `${from} t`, where: `${own.replaceAll('@', 't')} and ${condition}` };
  };

  /** Runs a query on the generation that is live now; again when that one was dropped before the query ran. */
  const run = async <R extends object>(make: () => { text: string; values: unknown[] }): Promise<R[]> => {
    for (let attempt = 0; ; attempt++) {
      const { text, values } = make();
      try {
        return await sql.unsafe<R[]>(text, values as never[], { prepare: true });
      } catch (error) {
        if (attempt > 0 || !UNDEFINED.has((error as { code?: string }).code ?? '')) throw error;
        await progress.refresh();
      }
    }
  };

  const byIds = async (object: string, tenant: Tenant, ids: readonly string[]): Promise<State[]> => {
    const rows = await run<{ state: State }>(() => {
      const { from, where, binding } = scoped(object, tenant, ALWAYS);
      const id = ids.length === 1 ? `= ${binding.bind(ids[0])}::text` : `= any(${binding.bind(ids)}::text[])`;
      return { text: `select t.state from ${from} where t.id ${id} and ${where}`, values: binding.values };
    });
    return rows.map(({ state }) => state);
  };

  return {
    get: async (object, tenant, id) => (await byIds(object, tenant, [id]))[0],

    getMany: async (object, tenant, ids) => {
      const found = new Map<string, State>();
      const unique = [...new Set(ids)];
      for (let start = 0; start < unique.length; start += MAX_IDS)
        for (const row of await byIds(object, tenant, unique.slice(start, start + MAX_IDS))) found.set(row.id, row);
      return found;
    },

    find: async (object, tenant, where, limit = MAX_FOUND) => {
      const rows = await run<{ state: State }>(() => {
        const query = scoped(object, tenant, where);
        const most = query.binding.bind(String(Math.min(limit, MAX_FOUND)));
        return {
          text: `select t.state from ${query.from} where ${query.where} order by t.id limit ${most}::int8`,
          values: query.binding.values,
        };
      });
      return rows.map(({ state }) => state);
    },

    list: async (object, tenant, { where, order = [], page, per_page }) => {
      const rows = await run<{ total: bigint; state: State | null }>(() => {
        const { table, from, where: condition, binding } = scoped(object, tenant, where);
        const sorts = order.map(({ column, direction }) => {
          columnType(table, column);
          return `t.${identifier(column)} ${direction}`;
        });
        // Ties are broken by id, so that pages neither repeat nor miss a row.
        if (!order.some(({ column }) => column === 'id')) sorts.push('t.id');
        const by = sorts.join(', ');
        const limit = `limit ${binding.bind(String(per_page))}::int8 offset ${binding.bind(String((page - 1) * per_page))}::int8`;
        // The total is a query of its own within this one: it holds on a page past the end too, and a page takes no
        // longer because of the rows that are not on it.
        return {
          text:
            `select counted.total, paged.state from (select count(*) as total from ${from} where ${condition}) counted ` +
            `left join (select t.state, row_number() over (order by ${by}) as place from ` +
            `(select t.* from ${from} where ${condition} order by ${by} ${limit}) t) paged on true order by paged.place`,
          values: binding.values,
        };
      });
      return {
        rows: rows.flatMap(({ state }) => (state === null ? [] : [state])),
        total: Number(rows[0]?.total ?? 0n),
      };
    },

    count: async (object, tenant, where) => {
      const rows = await run<{ total: bigint }>(() => {
        const { from, where: condition, binding } = scoped(object, tenant, where);
        return { text: `select count(*) as total from ${from} where ${condition}`, values: binding.values };
      });
      return Number(rows[0]!.total);
    },

    existing: async (object, tenant, column, values, where = ALWAYS) => {
      if (values.length === 0) return new Set();
      const condition: Condition = { is: 'all', of: [{ is: 'one_of', column, values }, where] };
      const rows = await run<{ value: string }>(() => {
        const query = scoped(object, tenant, condition);
        columnType(query.table, column);
        return {
          text: `select distinct t.${identifier(column)}::text as value from ${query.from} where ${query.where}`,
          values: query.binding.values,
        };
      });
      return new Set(rows.map(({ value }) => value));
    },

    sums: async (object, tenant, by, columns, where) => {
      const rows = await run<Record<string, string | null>>(() => {
        const query = scoped(object, tenant, where);
        columnType(query.table, by);
        const sums = columns.map((name, i) => {
          columnType(query.table, name);
          return `, trim_scale(coalesce(sum(t.${identifier(name)}), 0))::text as s${i}`;
        });
        return {
          text: `select t.${identifier(by)}::text as by${sums.join('')} from ${query.from} where ${query.where} group by 1`,
          values: query.binding.values,
        };
      });
      return new Map(
        rows.flatMap((row) =>
          row.by === null || row.by === undefined
            ? []
            : [[row.by, Object.fromEntries(columns.map((name, i) => [name, row[`s${i}`] ?? '0']))]],
        ),
      );
    },
  };
};
