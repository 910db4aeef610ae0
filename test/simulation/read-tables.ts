import { categoryOf, type Projection, type ReadTable, type Row, type Rows } from '../../projections/model/model.ts';
import { trackSums } from '../../projections/model/sums.ts';
import type { Position } from '../../src/event-store/port.ts';
import {
  type ListQuery,
  MAX_FOUND,
  PAGE_ROWS,
  type Page,
  type Reader,
  TooManyRows,
} from '../../src/kernel/definition/reader.ts';
import type { DomainEvent, State } from '../../src/kernel/definition/resource.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { ALWAYS, all, type Condition, compare, present } from '../../src/values/condition.ts';
import { textsOf } from '../../src/values/json.ts';
import { sum, toText } from '../../src/values/money.ts';
import { columnOf, compareValues, predicateOf } from './conditions.ts';

/** The read models in memory: rows that the real projectors make, and the questions that the real reader answers. */
export interface ReadTables {
  /** Applies one event to the tables of one projection. */
  apply(projection: Projection, event: DomainEvent): void;
  /** Everything up to here is in the tables of a projection. */
  positions: Map<string, Position>;
  /** Answers at once. */
  ask: Questions;
  /** All rows of a table, in id order. */
  all(object: string): Row[];
}

/** The reader's questions but for `pages`, which is made of them; answered without waiting. */
export type Questions = {
  [name in Exclude<keyof Reader, 'pages'>]: (...args: Parameters<Reader[name]>) => Awaited<ReturnType<Reader[name]>>;
};

/** A reader that asks each question in its own way. */
export const readerBy = (answer: <Q extends keyof Questions>(question: Q) => Reader[Q]): Reader => {
  const first = answer('first');
  return {
    get: answer('get'),
    getMany: answer('getMany'),
    getTogether: answer('getTogether'),
    find: answer('find'),
    first,
    pages: async function* (object, tenant, where, size = PAGE_ROWS) {
      for (let after = ''; ; ) {
        const { rows, more } = await first(object, tenant, all(where, compare('id', '>', after)), size);
        if (rows.length > 0) yield rows;
        if (!more) return;
        after = rows.at(-1)!.id;
      }
    },
    list: answer('list'),
    count: answer('count'),
    counts: answer('counts'),
    countsOfParts: answer('countsOfParts'),
    firstOfEach: answer('firstOfEach'),
    exists: answer('exists'),
    existing: answer('existing'),
    sums: answer('sums'),
    ranges: answer('ranges'),
  };
};

interface Held {
  table: ReadTable;
  byId: Map<string, Row>;
  byScope: Map<string, Map<string, Row>>;
}

const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export const makeReadTables = (projections: readonly Projection[]): ReadTables => {
  const tables = new Map<string, Held>(
    projections.flatMap(({ tables }) =>
      tables.map((table) => [table.name, { table, byId: new Map(), byScope: new Map() }] as const),
    ),
  );
  const held = (object: string): Held => {
    const found = tables.get(object);
    if (!found) throw new Error(`no read model has a table ${object}`);
    return found;
  };
  const rows: Rows = {
    get: (table, id) => held(table).byId.get(id),
    put: (table, row) => {
      const { byId, byScope } = held(table);
      byId.set(row.id, row);
      const scope = byScope.get(row.scope_id) ?? new Map<string, Row>();
      byScope.set(row.scope_id, scope.set(row.id, row));
    },
    delete: (table, id) => {
      const { byId, byScope } = held(table);
      const row = byId.get(id);
      if (!row) return;
      byId.delete(id);
      byScope.get(row.scope_id)?.delete(id);
    },
  };

  /** The rows that a tenant sees; the one place where that is decided. */
  const ofTenant = (object: string, tenant: Tenant): Iterable<Row> => {
    const { table, byScope } = held(object);
    if (table.scope === 'company') {
      if (tenant.company_id) return byScope.get(tenant.company_id)?.values() ?? [];
      if (!tenant.every_company) throw new Error(`${object} belongs to companies and is read without one`);
      const companies = held('company').byScope.get(tenant.partner_id)?.keys() ?? [];
      return [...companies].flatMap((company) => [...(byScope.get(company)?.values() ?? [])]);
    }
    if (!tenant.partner_id) throw new Error(`${object} belongs to partners and is read without one`);
    const own = [...(byScope.get(tenant.partner_id)?.values() ?? [])];
    return object === 'company' && tenant.company_id !== undefined
      ? own.filter(({ id }) => id === tenant.company_id)
      : own;
  };
  const matching = (object: string, tenant: Tenant, where: Condition): Row[] => {
    const holds = predicateOf(where, held(object).table, (other, select, condition) => {
      if (!tables.has(other)) return new Set();
      const { of } = columnOf(held(other).table, select);
      return new Set(matching(other, tenant, condition).map((row) => of(row) as string));
    });
    const found: Row[] = [];
    for (const row of ofTenant(object, tenant)) if (holds(row)) found.push(row);
    return found;
  };
  const grouped = (object: string, tenant: Tenant, by: string, where: Condition): Map<string, Row[]> => {
    const key = columnOf(held(object).table, by);
    const groups = new Map<string, Row[]>();
    for (const row of matching(object, tenant, where)) {
      const value = key.of(row);
      if (value === null) continue;
      const group = groups.get(String(value));
      if (group) group.push(row);
      else groups.set(String(value), [row]);
    }
    return groups;
  };
  const getMany = (object: string, tenant: Tenant, ids: readonly string[]): Map<string, State> => {
    const own = held(object);
    if (own.table.scope === 'company' && !tenant.company_id && tenant.every_company) {
      const all = new Map([...ofTenant(object, tenant)].map((row) => [row.id, row as State]));
      return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id)!] as const] : [])));
    }
    const scope = own.table.scope === 'company' ? tenant.company_id : tenant.partner_id;
    if (!scope) throw new Error(`${object} is read without its tenant`);
    const found = new Map<string, State>();
    for (const id of ids) {
      const row = own.byId.get(id);
      if (row?.scope_id !== scope) continue;
      if (object === 'company' && tenant.company_id !== undefined && id !== tenant.company_id) continue;
      found.set(id, row as State);
    }
    return found;
  };
  const list = (object: string, tenant: Tenant, { where, order = [], page, per_page }: ListQuery): Page => {
    const { table } = held(object);
    const sorts = order.map(({ column, direction }) => ({
      ...columnOf(table, column),
      sign: direction === 'asc' ? 1 : -1,
    }));
    const found = matching(object, tenant, where).sort((a, b) => {
      for (const { type, of, sign } of sorts) {
        const [left, right] = [of(a), of(b)];
        if (left === null || right === null) {
          if (left !== right) return left === null ? sign : -sign;
          continue;
        }
        const by = compareValues(type, left, right);
        if (by !== 0) return by * sign;
      }
      return byId(a, b);
    });
    const from = (page - 1) * per_page;
    return { rows: found.slice(from, from + per_page) as State[], total: found.length };
  };

  return {
    positions: new Map(projections.map(({ name }) => [name, 0n])),
    apply: (projection, event) => {
      const { projector } = projection;
      if (!projector.handles(categoryOf(event.stream))) return;
      const tracked = trackSums(projection, rows);
      projector.apply(event, tracked.rows, projector.touches(event));
      tracked.refs();
      tracked.apply();
    },
    all: (object) => [...held(object).byId.values()].sort(byId),
    ask: {
      get: (object, tenant, id) => getMany(object, tenant, [id]).get(id),
      getMany,
      getTogether: (objects, tenant, ids) =>
        new Map(objects.map((object) => [object, getMany(object, tenant, ids)] as const)),
      find: (object, tenant, where) => {
        const found = matching(object, tenant, where).sort(byId) as State[];
        if (found.length > MAX_FOUND) throw new TooManyRows(object, MAX_FOUND);
        return found;
      },
      first: (object, tenant, where, limit) => {
        const found = matching(object, tenant, where).sort(byId) as State[];
        return { rows: found.slice(0, limit), more: found.length > limit };
      },
      firstOfEach: (object, tenant, by, values, { column, direction }, where = ALWAYS) => {
        const { table } = held(object);
        const { type, of } = columnOf(table, column);
        const sign = direction === 'asc' ? 1 : -1;
        const wanted = all({ is: 'one_of', column: by, values }, present(column), where);
        return new Map(
          [...grouped(object, tenant, by, wanted)].map(([value, rows]) => {
            const [first] = rows.sort((a, b) => sign * (compareValues(type, of(a), of(b)) || byId(a, b)));
            return [value, first as State];
          }),
        );
      },
      exists: (object, tenant, where) => matching(object, tenant, where).length > 0,
      list,
      count: (object, tenant, where) => matching(object, tenant, where).length,
      counts: (object, tenant, by, where) =>
        new Map([...grouped(object, tenant, by, where)].map(([value, rows]) => [value, rows.length])),
      countsOfParts: (object, tenant, by, where, parts) => {
        const found = Object.entries(parts).map(
          ([name, part]) => [name, grouped(object, tenant, by, all(where, part))] as const,
        );
        const counted = (value: string) => found.map(([name, rows]) => [name, rows.get(value)?.length ?? 0]);
        return new Map(
          [...grouped(object, tenant, by, where).keys()].map((value) => [value, Object.fromEntries(counted(value))]),
        );
      },
      existing: (object, tenant, column, values, where = ALWAYS) => {
        if (values.length === 0) return new Set();
        const { of, type } = columnOf(held(object).table, column);
        const among: Condition = { is: type === 'text[]' ? 'overlapping' : 'one_of', column, values };
        const found = matching(object, tenant, { is: 'all', of: [among, where] }).flatMap((row) =>
          textsOf([of(row)].flat()),
        );
        return new Set(found.filter((value) => values.includes(value)));
      },
      sums: (object, tenant, by, columns, where) => {
        const { table } = held(object);
        const total = (rows: readonly Row[], column: string): string =>
          toText(sum(rows.flatMap((row) => (columnOf(table, column).of(row) ?? []) as string)));
        return new Map(
          [...grouped(object, tenant, by, where)].map(([value, rows]) => [
            value,
            Object.fromEntries(columns.map((column) => [column, total(rows, column)])),
          ]),
        );
      },
      ranges: (object, tenant, by, name, where) => {
        const { type, of } = columnOf(held(object).table, name);
        return new Map(
          [...grouped(object, tenant, by, all(present(name), where))].map(([value, rows]) => {
            const values = rows.map(of).sort((a, b) => compareValues(type, a, b));
            return [value, { least: String(values[0]), greatest: String(values.at(-1)) }];
          }),
        );
      },
    },
  };
};
