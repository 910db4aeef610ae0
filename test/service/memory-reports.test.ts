import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineItemObject } from '../../src/payrolls/events/pay-stub.ts';
import { equal } from '../../src/values/condition.ts';
import { newId } from '../../src/values/ids.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { watchLive } from '../support/live-memory.ts';
import { manyRows } from '../support/many-rows.ts';
import { employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// A report costs a process no more memory for having more rows: its pages pass. So of slips: large-forms.test.ts.

const KINDS = ['earning', 'statutory_withholding'] as const;
const FEW = 400;
const MANY = 4_000;
/** A page more or less; the rows that MANY has above FEW come to many times that. */
const APART_MB = 15;

let service: TestService;
let employer: Awaited<ReturnType<typeof employerWith>>;
let payroll_id: string;
beforeAll(async () => {
  service = await startTestService();
  employer = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }], LAST_OF_YEAR);
  ({ id: payroll_id } = await employer.approve());
});
afterAll(() => service.close());

/** A payroll with as many stubs as are wanted, all like the one that was approved; tells how much JSON they are. */
const copied = async (stubs: number): Promise<{ id: string; rows_MB: number }> => {
  const { read } = service.service.services;
  const { company } = employer;
  const tenant = { partner_id: '', company_id: company.id };
  const payroll = await read.get('payroll', tenant, payroll_id);
  const [stub] = await read.find('pay_stub', tenant, equal('payroll_id', payroll_id));
  const id = newId('payrl', 0);
  const stub_id = `stub_${id}_{n}`;
  let rows_MB = 0;
  const put = async (context: string, object: string, count: number, row: object): Promise<void> => {
    rows_MB += (count * JSON.stringify(row).length) / 1e6;
    await manyRows(service, company, context, object, count, row as JsonObject & { id: string });
  };
  await put('payrolls', 'payroll', 1, { ...payroll, id });
  await put('payrolls', 'pay_stub', stubs, { ...stub, id: stub_id, payroll_id: id });
  for (const kind of KINDS)
    for (const line of await read.find(lineItemObject(kind), tenant, equal('pay_stub_id', stub!.id)))
      await put('pay-items', lineItemObject(kind), stubs, {
        ...line,
        id: `${line.id}_${id}_{n}`,
        pay_stub_id: stub_id,
        payroll_id: id,
      });
  return { id, rows_MB };
};

/** The most that is held while a register is made and its workbook is read; how many rows it has. */
const registerOf = async (payroll: string): Promise<{ live_MB: number; rows: number }> => {
  const { call, company } = employer;
  const live = watchLive();
  const { id } = await call('POST', '/reports/payroll-register', { payroll_id: payroll, format: 'xlsx' });
  await until(async () => {
    live.look();
    return (await call('GET', `/reports/${id}`)).data.status === 'completed';
  }, 120_000);
  const headers = { Authorization: `Bearer ${company.token}` };
  const workbook = await fetch(`${service.url}/reports/${id}/download`, { headers });
  for await (const _ of workbook.body!) live.look();
  const csv = await fetch(`${service.url}/reports/${id}?sheet=summary`, {
    headers: { ...headers, Accept: 'text/csv' },
  });
  return { live_MB: live.most_MB(), rows: (await csv.text()).split('\r\n').length - 2 };
};

test('generating and reading a register of ten times as many stubs uses no more memory', {
  timeout: 180_000,
}, async () => {
  const few = await copied(FEW);
  const many = await copied(MANY);
  expect(many.rows_MB - few.rows_MB).toBeGreaterThan(APART_MB);
  await registerOf(few.id);
  const small = await registerOf(few.id);
  const large = await registerOf(many.id);
  expect([small.rows, large.rows]).toEqual([FEW, MANY]);
  expect(large.live_MB - small.live_MB).toBeLessThan(APART_MB);
});
