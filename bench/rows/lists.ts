import type { Service } from '../../src/main.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { approveNext, type Company, hire, makeCompany, pay, settled, withService } from '../employer.ts';
import { quantile } from '../http-load.ts';

/**
 * Lists of a company with half a million stubs. One payroll of one person is real; its rows are multiplied in the read
 * tables, since half a million stubs that are calculated would take the afternoon.
 */
const STUBS = 500_000;
const STUBS_OF_PAYROLL = 1_000;
const CALLS = 100;
const PROMISED_ms = 60;

const numbered = (prefix: string, n: string): string => `'${prefix}_' || lpad((${n})::text, 26, '0')`;

/** Copies one row of a table many times; members given as SQL of the number `n` are other ones in each copy. */
const multiply = async (
  { foundation: { sql } }: Service,
  table: string,
  id: string,
  copies: number,
  others: Record<string, string>,
): Promise<void> => {
  const [live] = await sql<{ schema: string }[]>`
    select schema_name as schema from projection_generations where projection = 'payrolls' and status = 'live'`;
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = ${live!.schema} and table_name = ${table} order by ordinal_position`;
  const names = columns.map(({ name }) => name);
  // An id stands in the row as a column and in its state.
  const state = Object.entries(others).reduce(
    (text, [member, other]) => `replace(${text}, t.${member === 'id' ? 'id' : member}::text, ${other})`,
    't.state::text',
  );
  const values = names.map((name) => others[name] ?? (name === 'state' ? `(${state})::json` : `t."${name}"`));
  const into = `${live!.schema}.${table}`;
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

const fill = async (service: Service): Promise<{ company: Company; payroll: string; person: string }> => {
  const { services, foundation } = service;
  const company = await makeCompany(service);
  const { schedule, assignments } = await hire(services, company.tenant, 1, '2026-11-20');
  await settled(services, await services.store.head(), ['population']);
  await pay(services, company.tenant, assignments);
  const { id } = await approveNext(service, company, schedule);
  const stub = (await company.ask('GET', `/pay_stubs?payroll_id=${id}`)).data[0].id as string;
  const payroll = numbered('payrl', `n / ${STUBS_OF_PAYROLL}`);
  await multiply(service, 'pay_stub', stub, STUBS, {
    id: numbered('payst', 'n'),
    payroll_id: payroll,
    work_assignment_id: numbered('wrkas', `n % ${STUBS_OF_PAYROLL}`),
  });
  const payrolls = Math.ceil(STUBS / STUBS_OF_PAYROLL);
  await multiply(service, 'payroll', id, payrolls, { id: numbered('payrl', 'n') });
  await multiply(service, 'payroll_total', id, payrolls, { id: numbered('payrl', 'n') });
  const [live] = await foundation.sql<{ schema: string }[]>`
    select schema_name as schema from projection_generations where projection = 'payrolls' and status = 'live'`;
  await foundation.sql.unsafe(`update ${live!.schema}.pay_stub_count set count = count + $1::text::int8`, [
    String(STUBS),
  ]);
  const pad = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
  return { company, payroll: pad('payrl', 7), person: pad('wrkas', 7) };
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { company, payroll, person } = await fill(service);
    const lists = [
      { what: '100 payrolls', path: '/payrolls?per_page=100', least: STUBS / STUBS_OF_PAYROLL },
      { what: '100 stubs', path: '/pay_stubs?per_page=100', least: STUBS },
      { what: '100 stubs, the fiftieth page', path: '/pay_stubs?per_page=100&page=50', least: STUBS },
      {
        what: '100 stubs of a payroll',
        path: `/pay_stubs?per_page=100&payroll_id=${payroll}`,
        least: STUBS_OF_PAYROLL,
      },
      { what: '100 stubs of a person', path: `/pay_stubs?per_page=100&work_assignment_id=${person}`, least: 500 },
    ];
    const rows: Row[] = [];
    for (const { what, path, least } of lists) {
      const took_ms: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const begun_ms = performance.now();
        const { data, meta } = await company.ask('GET', path);
        took_ms.push(performance.now() - begun_ms);
        if (data.length !== 100 || meta.total < least) throw new Error(`${path} gave ${data.length} of ${meta.total}`);
      }
      rows.push(
        row(
          {
            name: `list of ${what}, half of them within`,
            unit: 'ms',
            baseline_name: 'ms at most',
            goal: 1,
            less: true,
            setup: `${STUBS.toLocaleString('en')} stubs of one company; 99 of 100 within ${quantile(took_ms, 0.99).toFixed(0)} ms`,
          },
          took_ms,
          [PROMISED_ms],
        ),
      );
    }
    return rows;
  });

export const measurements: Measurement[] = [{ name: 'lists', measure }];
