import type { Service } from '../../src/main.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { type Company, hire, LEAST_LINES, makeCompany, pay, payMore, untilFollowed, withService } from '../employer.ts';

/** What a report costs its caller: from the request for it until the last byte of the workbook has come. */
const PEOPLE = 1_000;
const PROMISED_s = 3;
const PATIENCE_ms = 120_000;

/** People whose drafts have fifteen lines and more; gives their first payroll. */
const employer = async (service: Service): Promise<[Company, string]> => {
  const company = await makeCompany(service);
  const { services } = service;
  const { tenant } = company;
  const { schedule, assignments } = await hire(services, tenant, PEOPLE, '2026-12-18');
  await pay(services, tenant, assignments);
  await payMore(services, tenant, assignments);
  await untilFollowed(services, await services.store.head(), ['population']);
  const { data } = await company.ask('GET', `/payrolls?pay_schedule_id=${schedule}&status=draft&per_page=1`);
  return [company, data[0].id];
};

/** The seconds until a workbook of the register is there, whole. @throws when it lacks lines */
const timed = async ({ url }: Service, { ask, token }: Company, payroll_id: string): Promise<number> => {
  const begun_ms = performance.now();
  const { id } = await ask('POST', '/reports/payroll-register', { payroll_id, format: 'xlsx' });
  for (;;) {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(`/reports/${id}/download`, url), { headers });
    const { byteLength } = await answer.arrayBuffer();
    if (answer.status === 200 && byteLength > 0) break;
    if (answer.status !== 202) throw new Error(`the report was answered with ${answer.status}`);
    if (performance.now() - begun_ms > PATIENCE_ms) throw new Error('the report was not made in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const took_s = (performance.now() - begun_ms) / 1_000;
  const sheet = await fetch(new URL(`/reports/${id}?sheet=detail`, url), {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/csv' },
  });
  // The last line is empty, and the first one has the titles.
  const lines = (await sheet.text()).split('\r\n').length - 2;
  if (lines < PEOPLE * LEAST_LINES) throw new Error(`the register has ${lines} lines of ${PEOPLE} pay stubs`);
  return took_s;
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const [company, payroll] = await employer(service);
    await timed(service, company, payroll);
    const took_s: number[] = [];
    for (let round = 0; round < bench.rounds; round++) took_s.push(await timed(service, company, payroll));
    return [
      row(
        {
          name: 'payroll register of 1,000 stubs as xlsx',
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: `${LEAST_LINES} lines and more on each stub; from the request until the last byte`,
        },
        took_s,
        [PROMISED_s],
      ),
    ];
  });

export const measurements: Measurement[] = [{ name: 'reports', measure }];
