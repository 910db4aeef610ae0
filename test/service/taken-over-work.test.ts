import { expect, onTestFinished, test } from 'vitest';
import { livePayroll } from '../support/live-payroll.ts';
import { BI_WEEKLY, caller, employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * A process runs a task or a process manager's work, and is not heard of for longer than it may hold that. Another one
 * takes it over and decides, and only then the first goes on: it appends nothing any more.
 */
const started = async (): Promise<TestService> => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  return service;
};

/**
 * Stops the service's process before it appends an event of a type, and has another process take over the work.
 *
 * @param begin begins the work; its answer comes once the first process goes on
 * @param meanwhile what happens before the other process has the work
 */
const takenOver = async <T>(
  service: TestService,
  { type, kind }: { type: string; kind: string },
  { begin, meanwhile }: { begin: () => Promise<T>; meanwhile: () => Promise<unknown> },
): Promise<T> => {
  const { store } = service.service.services;
  const { sql } = service.database;
  const { append } = store;
  let stop = (): void => {};
  let thaw = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const late: Promise<unknown>[] = [];
  store.append = async (...args) => {
    if (!args[1].some((event) => event.type === type)) return append(...args);
    stop();
    await thawed;
    const appended = append(...args);
    late.push(appended);
    return appended;
  };
  try {
    const answered = begin();
    await stopped;
    await meanwhile();
    await service.another();
    const [first] = await sql`select key, holder from due_work where kind = ${kind} and holder is not null`;
    await until(async () => {
      await sql`update due_work set lease_until = '-infinity' where kind = ${kind} and holder = ${first!.holder}`;
      const [row] = await sql`select ended_at from due_work where kind = ${kind} and key = ${first!.key}`;
      return row!.ended_at !== null;
    });
    thaw();
    await until(async () => late.length > 0);
    await Promise.allSettled(late);
    return await answered;
  } finally {
    thaw();
    store.append = append;
  }
};

test('an element of a batch that was refused elsewhere meanwhile is not written', async () => {
  const service = await started();
  const schedule = { ...BI_WEEKLY, generate_payrolls_from: '2026-11-27' };
  const { company, entity, employees } = await employerWith(service, [{ province: 'ca_on', salary: 60_000 }], schedule);
  const call = caller(company);
  const unused = await call('POST', '/pay_schedules', { business_entity_id: entity.id, ...schedule });
  const answer = await takenOver(
    service,
    { type: 'WorkAssignmentCreated', kind: 'async_task' },
    {
      begin: () =>
        company.request('POST', '/work_assignments/batch/upsert', [
          { employee_id: employees[0], pay_schedule_id: unused.id },
        ]),
      meanwhile: () => call('DELETE', `/pay_schedules/${unused.id}`),
    },
  );
  expect(answer.status).toBe(202);
  expect((await call('GET', '/work_assignments')).meta.total).toBe(1);
});

test('a pay stub is not closed for an approval that was abandoned elsewhere meanwhile', async () => {
  const service = await started();
  const company = await service.company();
  const call = caller(company);
  const { entity, payroll } = await livePayroll(call);
  const [account] = (await call('GET', `/bank_accounts?business_entity_id=${entity}`)).data;
  await takenOver(
    service,
    { type: 'PayStubClosed', kind: 'manager/approval' },
    {
      begin: () => company.request('POST', `/payrolls/${payroll}/approve`, {}),
      meanwhile: () => call('DELETE', `/bank_accounts/${account.id}`),
    },
  );
  expect((await call('GET', `/payrolls/${payroll}`)).data.status).toBe('draft');
  const { store } = service.service.services;
  const [stub] = (await call('GET', `/pay_stubs?payroll_id=${payroll}`)).data;
  const events = await store.readStream(`pay_stub-${stub.id}`);
  expect(events.map(({ type }) => type)).not.toContain('PayStubClosed');
});
