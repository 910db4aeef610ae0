import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// What receivers hear of payrolls beside the changes of records.
let service: TestService;
let receiver: Receiver;
let employer: Employer;
let hook: string;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  const events = ['resource_updated', 'payroll_approved', 'pay_stub_available', 'payroll_deadline_upcoming'];
  const webhook = await service.request('POST', '/webhooks', { url: receiver.url, events }, service.partnerSecret);
  expect(webhook.status).toBe(201);
  hook = `/webhooks/${webhook.body.id}`;
  employer = await makeEmployer(service, 2);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const heard = () => receiver.calls.map(({ body }) => [body.event, body.resource.id] as const);
const heardOf = (event: string) => heard().flatMap(([name, id]) => (name === event ? [id] : []));

/**
 * A call with a new token, as the clock has passed the end of the employer's; gives the body of an answer of a status.
 */
const mustLater: Employer['must'] = async (status, method, path, sent) => {
  const given = await service.request('POST', '/token', { company_id: employer.company_id }, service.partnerSecret);
  const answer = await service.request(method, path, sent, given.body.access_token);
  expect(answer.status).toBe(status);
  return answer.body;
};

test('pay stub 11: the event for available stubs is sent after an approval, for empty stubs when the schedule says so', async () => {
  const { must, assignments, payrolls, stubOf, pay_schedule_id } = employer;
  const [first, second] = await payrolls();
  await must(201, 'POST', '/allowances', {
    work_assignment_id: assignments[0],
    allowance_type: 'cell_phone_allowance',
    amount: 60,
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  await must(200, 'POST', `/payrolls/${first!.id}/approve`, {});
  await until(() => heardOf('payroll_approved').length === 1);
  await until(async () => {
    const { body } = await service.request(
      'GET',
      `${hook}/deliveries?status=pending`,
      undefined,
      service.partnerSecret,
    );
    return body.meta.total === 0;
  });
  // It read the people and what they are paid by, and changed none of it.
  const changed = receiver.calls.flatMap(({ body }) => (body.event === 'resource_updated' ? [body.resource.type] : []));
  expect([...new Set(changed)].sort()).toEqual(['pay_stub', 'payroll']);

  await must(200, 'PUT', `/pay_schedules/${pay_schedule_id}`, { send_empty_pay_stubs: true });
  await must(200, 'POST', `/payrolls/${second!.id}/approve`, {});
  // Calls of different records may overtake each other, so the stubs of both payrolls are waited for.
  await until(() => heardOf('pay_stub_available').length >= 3);
  const stubs = await Promise.all(
    [first, second].map((payroll) => Promise.all(assignments.map((id) => stubOf(payroll!.id, id)))),
  );
  expect(heardOf('pay_stub_available').sort()).toEqual([stubs[0]![0], ...stubs[1]!].sort());
});

test('a deadline that was moved away at the time of its notice, and back after it, is announced once', async () => {
  const { data: paid } = await employer.must(200, 'GET', '/payrolls?status=paid&per_page=1');
  const made = { pay_schedule_id: employer.pay_schedule_id, type: 'off_cycle', source_payroll_id: paid[0].id };
  const { id, data } = await employer.must(201, 'POST', '/payrolls', { ...made, pay_date: '2026-11-27' });
  expect(data.approval_due_at).toBe('2026-11-24T21:30:00.000000Z');
  const allDone = async () => {
    const rows = await service.service.foundation.sql`
      select from due_work
      where kind = 'payroll_deadline' and ended_at is null and starts_with(key, ${`${id}/${data.approval_due_at}`})`;
    return rows.length === 0;
  };
  const move = (pay_date: string) => mustLater(200, 'PUT', `/payrolls/${id}`, { pay_date });
  await move('2026-12-02');
  service.clock.set('2026-11-23T21:30:00.000Z');
  await until(allDone);
  expect(heardOf('payroll_deadline_upcoming')).toEqual([]);
  await move('2026-11-27');
  await until(() => heardOf('payroll_deadline_upcoming').length > 0);
  // Away and back once more: it was told already.
  await move('2026-12-02');
  await move('2026-11-27');
  await until(allDone);
  expect(heardOf('payroll_deadline_upcoming')).toEqual([id]);
  await mustLater(204, 'DELETE', `/payrolls/${id}`);
  receiver.calls.length = 0;
});

test('an event is sent for a draft payroll one business day before its deadline, and none for an approved one', async () => {
  const { data: drafts } = await mustLater(
    200,
    'GET',
    `/payrolls?pay_schedule_id=${employer.pay_schedule_id}&status=draft`,
  );
  expect(drafts.map(({ data }: { data: object }) => data)).toMatchObject([
    { pay_date: '2026-12-18', approval_due_at: '2026-12-15T21:30:00.000000Z' },
    { pay_date: '2026-12-31', approval_due_at: '2026-12-24T21:30:00.000000Z' },
  ]);
  // The deadlines of the approved ones pass in silence; for these two nothing is said before its time.
  service.clock.set('2026-12-14T21:29:59.000Z');
  const { sql } = service.service.foundation;
  // Those of the next year, whose payrolls are made in December, wait until then.
  const waiting = async () => {
    const rows = await sql<{ due_at: Date }[]>`
      select due_at from due_work
      where kind = 'payroll_deadline' and ended_at is null and due_at < '2027-01-01' order by due_at`;
    return rows.map(({ due_at }) => new Date(due_at).toISOString());
  };
  await until(async () => (await waiting()).length === 2);
  expect(await waiting()).toEqual(['2026-12-14T21:30:00.000Z', '2026-12-23T21:30:00.000Z']);
  expect(heardOf('payroll_deadline_upcoming')).toEqual([]);

  service.clock.set('2026-12-14T21:30:00.000Z');
  await until(() => heardOf('payroll_deadline_upcoming').length === 1);
  // Changes of records may be told behind it.
  expect(receiver.calls.find(({ body }) => body.event === 'payroll_deadline_upcoming')?.body).toMatchObject({
    resource: { type: 'payroll', id: drafts[0]!.id, external_ref: null, company_id: employer.company_id },
  });
  for (const { id } of drafts) await mustLater(200, 'POST', `/payrolls/${id}/approve`, {});
  service.clock.set('2026-12-23T21:30:00.000Z');
  await until(async () => (await waiting()).length === 0);
  expect(heardOf('payroll_deadline_upcoming')).toEqual([drafts[0]!.id]);
});
