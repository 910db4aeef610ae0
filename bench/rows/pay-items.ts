import type { Services } from '../../src/kernel/definition/services.ts';
import type { Service } from '../../src/main.ts';
import { closeNext, layPast } from '../../test/support/past.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { multiply, numbered, numberedId } from '../copies.ts';
import { type Company, hire, make, makeCompany, pay, untilFollowed, vacuum, withService } from '../employer.ts';
import { quantile } from '../http-load.ts';
import { calculate, makePayrolls, TENANT } from './payroll.ts';

/** What callers wait for who set people's pay: bulk and batch calls, the payroll that follows, lists of line items. */
const PEOPLE = 1_000;
const LINES = 1_000_000;
const LINES_OF_STUB = 10;
const STUBS_OF_PAYROLL = 1_000;
const CALLS = 100;
const CLOSED = 25;
/** Beside the salary, the pension plan and the allowance that everybody has. */
const MORE = ['parking_allowance', 'clothing_taxable', 'tools_allowance', 'meals_taxable', 'internet_allowance'];

const BULK_s = 3;
const BATCH_ms = 300;
const POPULATION_s = 3;
const LIST_ms = 30;

interface Employer {
  company: Company;
  entity: string;
  assignments: string[];
}

const employer = async (service: Service, people: number, firstPayDate: string): Promise<Employer> => {
  const company = await makeCompany(service);
  const { services } = service;
  const { assignments } = await hire(services, company.tenant, people, firstPayDate);
  await untilFollowed(services, await services.store.head(), ['population']);
  const { data } = await company.ask('GET', '/business_entities');
  return { company, entity: data[0].id, assignments };
};

/** Seconds until a task that a call started has ended; everything of it must have been written. */
const untilDone = async ({ ask }: Company, path: string, body: unknown): Promise<number> => {
  const begun_ms = performance.now();
  let task = await ask('POST', path, body);
  while (task.data.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 10));
    task = await ask('GET', `/async_tasks/${task.id}`);
  }
  if (task.data.status !== 'completed') throw new Error(`${path}: ${JSON.stringify(task.data.results.slice(0, 3))}`);
  return (performance.now() - begun_ms) / 1_000;
};

const measureWrites = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { company, entity, assignments } = await employer(service, PEOPLE, '2026-11-20');
    const data = {
      allowance_type: 'parking_allowance',
      amount: 40,
      frequency: 'per_payroll',
      effective_from: '2026-02-01',
    };
    const bulk_s: number[] = [];
    const batch_ms: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      const selected = { business_entity_id: entity, work_assignments: { include: 'all' }, data };
      bulk_s.push(await untilDone(company, '/allowances/bulk/create', selected));
      await untilFollowed(service.services, await service.services.store.head(), ['population']);
      const some = assignments
        .slice(0, 100)
        .map((work_assignment_id) => ({ work_assignment_id, ...data, amount: round + 1 }));
      batch_ms.push((await untilDone(company, '/allowances/batch/upsert', some)) * 1_000);
      await untilFollowed(service.services, await service.services.store.head(), ['population']);
    }
    const shared = { baseline_name: 'promised', goal: 1, less: true } as const;
    return [
      row(
        {
          ...shared,
          name: 'bulk create over 1,000 work assignments, until the task has ended',
          unit: 's',
          setup: `one allowance each, the payroll that follows on the same cores; ${bench.rounds} rounds`,
        },
        bulk_s,
        [BULK_s],
      ),
      row(
        { ...shared, name: 'batch upsert of 100, until the task has ended', unit: 'ms', setup: 'one allowance each' },
        batch_ms,
        [BATCH_ms],
      ),
    ];
  });

/** Payrolls of an employer whose people have eight managed items each, in the order of their dates. */
const eightItems = (services: Services, firstPayDate: string): Promise<[string, string[]]> =>
  makePayrolls(services, PEOPLE, firstPayDate, async (assignments) => {
    for (const allowance_type of MORE)
      await make(
        services,
        TENANT,
        'allowance',
        assignments.map((work_assignment_id) => ({
          work_assignment_id,
          allowance_type,
          amount: '20',
          frequency: 'per_payroll',
          effective_from: '2023-01-01',
        })),
      );
  });

/**
 * As the bench of payrolls does, population's work is done here and timed; every payroll is calculated for the first
 * time.
 */
const measurePopulation = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections'], async ({ services, foundation }) => {
    const first_s: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      const [, [payroll]] = await eightItems(services, '2026-12-18');
      first_s.push(await calculate(services, payroll!, PEOPLE));
    }
    const [schedule, [model, ...others]] = await eightItems(services, '2026-10-23');
    await calculate(services, model!, PEOPLE);
    await layPast(services, TENANT, schedule, CLOSED - 1);
    await vacuum(foundation.sql);
    const late_s: number[] = [];
    for (const payroll of others.slice(0, bench.rounds)) {
      // Only the next draft takes recurring items.
      await closeNext(services, TENANT, schedule);
      late_s.push(await calculate(services, payroll, PEOPLE));
    }
    if (late_s.length < bench.rounds) throw new Error(`the employer has only ${others.length} payrolls to come`);
    const measured = (name: string, took_s: readonly number[]): Row =>
      row(
        {
          name,
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: 'salary, pension plan and six allowances on each stub; facts read, stubs calculated, events durable',
        },
        [...took_s],
        [POPULATION_s],
      );
    return [
      measured('payroll of 1,000 stubs with 8 managed items each', first_s),
      measured(`the same as the ${CLOSED + 1}th payroll of the year`, late_s),
    ];
  });

const measureLists = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { company, assignments } = await employer(service, 1, '2026-11-20');
    await pay(service.services, company.tenant, assignments);
    await untilFollowed(service.services, await service.services.store.head(), ['population']);
    const { data } = await company.ask('GET', `/earning_line_items?work_assignment_id=${assignments[0]}`);
    const stub = `n / ${LINES_OF_STUB}`;
    await multiply(service, 'pay-items', 'earning_line_item', data[0].id, LINES, {
      id: numbered('ernli', 'n'),
      pay_stub_id: numbered('payst', stub),
      payroll_id: numbered('payrl', `${stub} / ${STUBS_OF_PAYROLL}`),
      work_assignment_id: numbered('wrkas', `${stub} % ${STUBS_OF_PAYROLL}`),
    });
    const rows: Row[] = [];
    for (const [what, member, prefix] of [
      ['a stub', 'pay_stub_id', 'payst'],
      ['a payroll', 'payroll_id', 'payrl'],
      ['a work assignment', 'work_assignment_id', 'wrkas'],
    ] as const) {
      const took_ms: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const begun_ms = performance.now();
        const { meta } = await company.ask('GET', `/earning_line_items?${member}=${numberedId(prefix, 7)}`);
        took_ms.push(performance.now() - begun_ms);
        if (meta.total < LINES_OF_STUB) throw new Error(`${meta.total} lines of ${what}`);
      }
      rows.push(
        row(
          {
            name: `line items of ${what}, half of the calls within`,
            unit: 'ms',
            baseline_name: 'ms at most',
            goal: 1,
            less: true,
            setup: `${LINES.toLocaleString('en')} line items of one company; 99 of 100 within ${quantile(took_ms, 0.99).toFixed(0)} ms`,
          },
          took_ms,
          [LIST_ms],
        ),
      );
    }
    return rows;
  });

export const measurements: Measurement[] = [
  { name: 'pay items written', measure: measureWrites },
  { name: 'pay items populated', measure: measurePopulation },
  { name: 'pay items listed', measure: measureLists },
];
