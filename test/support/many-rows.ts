import type { JsonObject } from '../../src/values/json.ts';
import type { TestCompany, TestService } from './service.ts';

/**
 * Puts many rows into a live read table of a company, without the events that would make them: for reads of more rows
 * than a test has time to make. `{n}` in a text stands for 00001, 00002, …
 */
export const manyRows = async (
  service: TestService,
  company: TestCompany,
  projection: string,
  object: string,
  count: number,
  state: JsonObject & { id: string },
): Promise<void> => {
  const { sql } = service.service.foundation;
  const [live] = await sql<{ schema: string }[]>`
    select schema_name as schema from projection_generations where projection = ${projection} and status = 'live'`;
  const row: JsonObject = { scope_id: company.id, created_at: AT, updated_at: AT, version: '0', ...state };
  const columns = await sql<{ name: string; type: string }[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a where a.attrelid = ${`${live!.schema}.${object}`}::regclass and a.attnum > 0`;
  const filled = columns.filter(({ name }) => name === 'state' || row[name] !== undefined);
  const values = filled.map(({ name, type }) =>
    name === 'state' ? 'made.row::json' : `(made.row ->> '${name}')::${type}`,
  );
  await sql.unsafe(
    `insert into ${live!.schema}.${object} (${filled.map(({ name }) => name).join(', ')})
     select ${values.join(', ')}
     from (select replace($1::text, '{n}', lpad(n::text, 5, '0'))::jsonb as row from generate_series(1, $2::int) n
           -- Made once for each row, and not once for each of its columns.
           offset 0) made`,
    [JSON.stringify(row), count],
  );
};

const AT = '2026-01-05T17:00:00.000000Z';
