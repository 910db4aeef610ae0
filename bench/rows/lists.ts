import type { Service } from '../../src/main.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { liveSchema, multiply, numbered, numberedId } from '../copies.ts';
import { approveNext, type Company, hire, makeCompany, pay, untilFollowed, withService } from '../employer.ts';
import { quantile } from '../http-load.ts';

/**
 * Lists of a company with half a million stubs. One payroll of one person is real; its rows are multiplied in the read
 * tables, since half a million stubs that are calculated would take the afternoon.
 */
const STUBS = 500_000;
const STUBS_OF_PAYROLL = 1_000;
const CALLS = 100;
const PROMISED_ms = 60;

const fill = async (service: Service): Promise<{ company: Company; payroll: string; person: string }> => {
  const { services, foundation } = service;
  const company = await makeCompany(service);
  const { schedule, assignments } = await hire(services, company.tenant, 1, '2026-11-20');
  await untilFollowed(services, await services.store.head(), ['population']);
  await pay(services, company.tenant, assignments);
  const { id } = await approveNext(service, company, schedule);
  const stub = (await company.ask('GET', `/pay_stubs?payroll_id=${id}`)).data[0].id as string;
  const payroll = numbered('payrl', `n / ${STUBS_OF_PAYROLL}`);
  await multiply(service, 'payrolls', 'pay_stub', stub, STUBS, {
    id: numbered('payst', 'n'),
    payroll_id: payroll,
    work_assignment_id: numbered('wrkas', `n % ${STUBS_OF_PAYROLL}`),
  });
  const payrolls = Math.ceil(STUBS / STUBS_OF_PAYROLL);
  await multiply(service, 'payrolls', 'payroll', id, payrolls, { id: numbered('payrl', 'n') });
  await multiply(service, 'payrolls', 'payroll_total', id, payrolls, { id: numbered('payrl', 'n') });
  const schema = await liveSchema(service, 'payrolls');
  await foundation.sql.unsafe(`update ${schema}.pay_stub_count set count = count + $1::text::int8`, [String(STUBS)]);
  return { company, payroll: numberedId('payrl', 7), person: numberedId('wrkas', 7) };
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
