import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// What receivers hear of payrolls beside the changes of records.
let service: TestService;
let receiver: Receiver;
let employer: Employer;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  const events = ['payroll_approved', 'pay_stub_available', 'payroll_deadline_upcoming'];
  const webhook = await service.request('POST', '/webhooks', { url: receiver.url, events }, service.partnerSecret);
  expect(webhook.status).toBe(201);
  employer = await makeEmployer(service, 2);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const heard = () => receiver.calls.map(({ body }) => [body.event, body.resource.id] as const);
const heardOf = (event: string) => heard().flatMap(([name, id]) => (name === event ? [id] : []));

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

  await must(200, 'PUT', `/pay_schedules/${pay_schedule_id}`, { send_empty_pay_stubs: true });
  await must(200, 'POST', `/payrolls/${second!.id}/approve`, {});
  // Calls of different records may overtake each other, so the stubs of both payrolls are waited for.
  await until(() => heardOf('pay_stub_available').length >= 3);
  const stubs = await Promise.all(
    [first, second].map((payroll) => Promise.all(assignments.map((id) => stubOf(payroll!.id, id)))),
  );
  expect(heardOf('pay_stub_available').sort()).toEqual([stubs[0]![0], ...stubs[1]!].sort());
});

test('an event is sent for a draft payroll one business day before its deadline, and none for an approved one', async () => {
  const drafts = await employer.payrolls();
  expect(drafts.map(({ data }) => data)).toMatchObject([
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
  expect(receiver.calls.at(-1)!.body).toMatchObject({
    event: 'payroll_deadline_upcoming',
    resource: { type: 'payroll', id: drafts[0]!.id, external_ref: null, company_id: employer.company_id },
  });
  const { body } = await service.request('POST', '/token', { company_id: employer.company_id }, service.partnerSecret);
  for (const { id } of drafts) {
    const approval = await service.request('POST', `/payrolls/${id}/approve`, {}, body.access_token);
    expect(approval.status).toBe(200);
  }
  service.clock.set('2026-12-23T21:30:00.000Z');
  await until(async () => (await waiting()).length === 0);
  expect(heardOf('payroll_deadline_upcoming')).toEqual([drafts[0]!.id]);
});
