import type { Service } from '../src/main.ts';

/** An id of a prefix by its number, as SQL of that number. */
export const numbered = (prefix: string, n: string): string => `'${prefix}_' || lpad((${n})::text, 26, '0')`;

/** The same for a number that is known. */
export const numberedId = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;

/** The schema in which a projection's live tables stand. */
export const liveSchema = async ({ foundation: { sql } }: Service, projection: string): Promise<string> => {
  const [live] = await sql<{ schema: string }[]>`
    select schema_name as schema from projection_generations where projection = ${projection} and status = 'live'`;
  return live!.schema;
};

/** Copies one row of a read table many times; members given as SQL of the number `n` are other ones in each copy. */
export const multiply = async (
  service: Service,
  projection: string,
  table: string,
  id: string,
  copies: number,
  others: Record<string, string>,
): Promise<void> => {
  const { sql } = service.foundation;
  const schema = await liveSchema(service, projection);
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = ${schema} and table_name = ${table} order by ordinal_position`;
  const names = columns.map(({ name }) => name);
  // An id stands in the row as a column and in its state.
  const state = Object.entries(others).reduce(
    (text, [member, other]) => `replace(${text}, t.${member === 'id' ? 'id' : member}::text, ${other})`,
    't.state::text',
  );
  const values = names.map((name) => others[name] ?? (name === 'state' ? `(${state})::json` : `t."${name}"`));
  const into = `${schema}.${table}`;
  for (let from = 0; from < copies; from += 20_000)
    await sql.unsafe(
      `insert into ${into} (${names.map((name) => `"${name}"`).join(', ')})
       select ${values.join(', ')} from ${into} t, generate_series(${from}, ${Math.min(from + 20_000, copies) - 1}) n
       where t.id = $1`,
      [id],
    );
  // As a while later, when the database has tidied up by itself.
  await sql.unsafe(`vacuum analyze ${into}`);
};
