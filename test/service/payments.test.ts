import { afterAll, expect, test } from 'vitest';
import { findingsOf } from '../support/audit.ts';
import { runHere } from '../support/command.ts';
import { type CallService, livePayroll } from '../support/live-payroll.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// Payments as callers see them: made by an approval, held and released, simulated, returned and made again.
const service = await startTestService({ hasCommands: true });
afterAll(() => service.close());
const company = await service.company('Paying');
const other = await service.company('Others');

const callerOf =
  (of: typeof company): CallService =>
  async (method, path, body) => {
    const answer = await of.request(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
const call = callerOf(company);
const live = await livePayroll(call, 2);
await call('POST', `/payrolls/${live.payroll}/approve`, {});

const payments = async (more = '') => {
  const { data, meta } = await call('GET', `/payments?business_entity_id=${live.entity}${more}`);
  // The number is stored beside them.
  expect(meta.total).toBe(data.length);
  return data as {
    id: string;
    data: Record<string, unknown> & {
      amount: number;
      status: string;
      destination: string;
      bank_account: { id: string };
    };
  }[];
};
const cents = (dollars: number): number => Math.round(dollars * 100);
const statusOf = async () => (await call('GET', `/payrolls/${live.payroll}`)).data.status;
const warningsOf = async (id: string): Promise<string[]> =>
  (await call('GET', `/payrolls/${id}`)).data.warnings.data.map(({ data }: { data: { type: string } }) => data.type);
const one = async (id: string) => (await call('GET', `/payments/${id}`)).data;
const settle = async (id: string) => {
  await call('POST', `/payments/${id}/simulate`, { outcome: 'settled' });
  await until(async () => (await one(id)).status === 'paid');
};

test('an approval of a live employer creates payments, and lists find them by each filter', async () => {
  const [debit] = await payments('&destination=payroll_float');
  const employees = await payments(
    '&destination=employee,bill_pay&method=direct_deposit&status=pending,paid&is_held=false',
  );
  expect(employees).toHaveLength(2);
  expect(debit!.data).toMatchObject({ method: 'pad', status: 'pending', rail: 'simulated', remittance_account: null });
  const [cra] = await payments(`&remittance_account_id=${live.remittance}&destination=cra`);
  expect(cra!.data).toMatchObject({ remittance_account: { id: live.remittance }, status: 'pending' });
  const { data: payroll } = await call('GET', `/payrolls/${live.payroll}`);
  expect(debit!.data.amount).toBe(payroll.cash_requirement);
  const others = (await payments()).filter(({ id }) => id !== debit!.id);
  const cents = others.reduce((sum, { data }) => sum + Math.round(data.amount * 100), 0);
  expect(Math.round(debit!.data.amount * 100)).toBe(cents);
  expect(await payments(`&payroll_id=${live.payroll}&is_held=true`)).toEqual([]);
  const expanded = await call('GET', `/payments/${debit!.id}?expand=payroll`);
  expect(expanded.data.payroll.data.debit_date).toBe(debit!.data.process_at);
});

test('the remittances of a payroll are listed by account with their due dates, like its payments', async () => {
  const { data } = await call('GET', `/payrolls/${live.payroll}/remittances`);
  const [cra] = await payments('&destination=cra');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    object: 'payroll_remittance',
    data: {
      remittance_account: { id: live.remittance },
      ...{ account_provider: 'ca_cra', account_identifier: '123456782RP0001', amount: cra!.data.amount },
      ...{ due_on: cra!.data.expected_at, paid_from: '2026-12-01', paid_to: '2026-12-31' },
    },
  });
  // As its schema says, and nothing beside.
  expect(Object.keys(data[0].data).sort()).toEqual([
    ...['account_identifier', 'account_provider', 'amount', 'by_kind', 'due_on', 'paid_from', 'paid_to'],
    'remittance_account',
  ]);
  const parts = data[0].data.by_kind as { line_item_type: string; amount: number }[];
  expect(parts.map(({ line_item_type }) => line_item_type)).toEqual(
    expect.arrayContaining(['statutory_withholding', 'employer_statutory_withholding']),
  );
  const cents = parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  expect(cents).toBe(Math.round(data[0].data.amount * 100));
  const hasPayments = async () => (await call('GET', `/remittance_accounts/${live.remittance}`)).data.has_payments;
  expect(await hasPayments()).toBe(false);
  expect((await other.request('GET', `/payrolls/${live.payroll}/remittances`)).status).toBe(404);
});

test('payment 1: a list without an employer or with an unknown status, a body, and a payment of another company are refused', async () => {
  const [debit] = await payments('&destination=payroll_float');
  const [without, unknown, created, stranger] = await Promise.all([
    company.request('GET', '/payments'),
    company.request('GET', `/payments?business_entity_id=${live.entity}&status=lost`),
    company.request('POST', '/payments', { amount: 1 }),
    other.request('POST', `/payments/${debit!.id}/hold`, {}),
  ]);
  expect([without, unknown, created, stranger].map(({ status }) => status)).toEqual([422, 422, 405, 404]);
  expect(without.body.errors).toMatchObject({ business_entity_id: expect.anything() });
});

test('a payment can be held and released, and a refusal says why, in both languages', async () => {
  const [payee] = await payments('&destination=employee');
  const held = await call('POST', `/payments/${payee!.id}/hold`, {});
  expect(held.data).toMatchObject({ is_held: true, status: 'pending', held_at: expect.any(String) });
  const again = await company.request('POST', `/payments/${payee!.id}/hold`, {});
  expect([again.status, again.body.message]).toEqual([400, 'The payment is held already.']);
  const released = await call('POST', `/payments/${payee!.id}/release`, {});
  expect(released.data).toMatchObject({ is_held: false, held_at: null });
  const twice = await company.request('POST', `/payments/${payee!.id}/release`, {});
  expect([twice.status, twice.body.message]).toEqual([400, 'The payment is not held.']);
  // The partner may as well, on a payment of one of its companies.
  const asPartner = (action: string, id = payee!.id) =>
    service.request('POST', `/payments/${id}/${action}`, {}, service.partnerSecret);
  const byPartner = [await asPartner('hold'), await asPartner('release'), await asPartner('hold', 'pmt_nobody')];
  expect(byPartner.map(({ status }) => status)).toEqual([200, 200, 404]);
  const failed = await company.request('POST', `/payments/${payee!.id}/pay_again`, {});
  expect(failed.status).toBe(400);
});

test('payroll 20: after a payment is returned the payroll is partially paid, and paid again after the payment is reissued', async () => {
  const [debit] = await payments('&destination=payroll_float');
  await settle(debit!.id);
  for (const { id } of await payments('&status=pending')) {
    await call('POST', `/payments/${id}/simulate`, { outcome: 'settled' });
    await until(async () => (await one(id)).status === 'paid');
  }
  await until(async () => (await statusOf()) === 'paid');
  expect((await call('GET', `/remittance_accounts/${live.remittance}`)).data.has_payments).toBe(true);
  const [payee] = await payments('&destination=employee');
  await call('POST', `/payments/${payee!.id}/simulate`, { outcome: 'returned', reason: 'account_closed' });
  await until(async () => (await statusOf()) === 'partially_paid');
  expect(await warningsOf(live.payroll)).toEqual(['payment_failed']);
  const again = await call('POST', `/payments/${payee!.id}/pay_again`, {});
  expect(again.data).toMatchObject({ status: 'failed', failure_reason: 'account_closed' });
  const next = again.data.replaced_by.id;
  expect(await one(next)).toMatchObject({ amount: payee!.data.amount, replaces: { id: payee!.id } });
  await settle(next);
  expect((await one(next)).bank_account).toMatchObject({ id: payee!.data.bank_account.id });
  await until(async () => (await statusOf()) === 'paid');
  expect(await warningsOf(live.payroll)).toEqual([]);
  const entries = await call('GET', `/journal_entries?payroll_id=${live.payroll}&type=payroll_payment`);
  expect(entries.data).toHaveLength(1);
});

test('a payroll whose debit came back says so, until the debit is made again', async () => {
  const own = await livePayroll(call, 1);
  await call('POST', `/payrolls/${own.payroll}/approve`, {});
  expect(await warningsOf(own.payroll)).toEqual([]);
  const debits = `/payments?business_entity_id=${own.entity}&destination=payroll_float`;
  const { id } = (await call('GET', debits)).data[0];
  await call('POST', `/payments/${id}/simulate`, { outcome: 'returned', reason: 'insufficient_funds' });
  await until(async () => (await call('GET', `/payrolls/${own.payroll}`)).data.status === 'partially_paid');
  expect(await warningsOf(own.payroll)).toEqual(['debit_failed']);
  const { data } = await call('GET', `/payrolls?business_entity_id=${own.entity}&status=partially_paid`);
  const message = expect.stringMatching(/^A debit of the employer failed.*pay_again/);
  expect(data[0].data.warnings.data).toMatchObject([{ data: { type: 'debit_failed', namespace: 'payroll', message } }]);
  await call('POST', `/payments/${id}/pay_again`, {});
  expect(await warningsOf(own.payroll)).toEqual([]);
});

test('a debit whose agreement was revoked is made again, and a payroll approved, only once it is signed again', async () => {
  const own = await livePayroll(call, 1);
  await call('POST', `/payrolls/${own.payroll}/approve`, {});
  const { id } = (await call('GET', `/payments?business_entity_id=${own.entity}&destination=payroll_float`)).data[0];
  await call('POST', `/payments/${id}/simulate`, { outcome: 'returned', reason: 'agreement_revoked' });
  const account = async () => (await call('GET', `/bank_accounts?business_entity_id=${own.entity}`)).data[0];
  await until(async () => (await account()).data.is_pad_signed === false);
  expect((await account()).data).toMatchObject({
    ...{ pad_signed_at: null, pad_signer_name: null },
    warnings: { data: [{ data: { type: 'bank_account_pad_not_signed' } }] },
  });
  const again = await company.request('POST', `/payments/${id}/pay_again`, {});
  expect([again.status, again.body.message]).toEqual([
    400,
    'The business entity has no active pre-authorized debit agreement. Sign it on its primary bank account (pad_signer_name, pad_signer_email, pad_signer_title), then make the debit again.',
  ]);
  const drafts = await call('GET', `/payrolls?business_entity_id=${own.entity}&status=draft`);
  const approval = await company.request('POST', `/payrolls/${drafts.data[0].id}/approve`, {});
  expect(approval.status).toBe(400);
  expect(approval.body.message).toContain('the business entity has no active pre-authorized debit agreement');
  await call('PUT', `/bank_accounts/${(await account()).id}`, {
    ...{ pad_signer_name: 'Ada Roy', pad_signer_email: 'ada.roy@northlake.example', pad_signer_title: 'Owner' },
  });
  expect((await call('POST', `/payments/${id}/pay_again`, {})).data.replaced_by).not.toBeNull();
});

test('a payment to somebody who has no account left fails, also where no money moves', async () => {
  const own = await livePayroll(call, 1);
  await call('POST', `/payrolls/${own.payroll}/approve`, {});
  const ofOwn = async (destination: string) =>
    (await call('GET', `/payments?business_entity_id=${own.entity}&destination=${destination}`)).data[0];
  await settle((await ofOwn('payroll_float')).id);
  const payee = await ofOwn('employee');
  expect((await company.request('DELETE', `/bank_accounts/${own.accounts[0]}`)).status).toBe(204);
  await call('POST', `/payments/${payee.id}/simulate`, { outcome: 'settled' });
  await until(async () => (await one(payee.id)).status !== 'pending');
  expect(await one(payee.id)).toMatchObject({ status: 'failed', failure_reason: 'bank_account_missing' });
});

test('a payment that was submitted names the account that it debited or paid, also where that was chosen only then', async () => {
  const own = await livePayroll(call, 1);
  await call('POST', `/payrolls/${own.payroll}/approve`, {});
  const ofOwn = async (destination: string) =>
    (await call('GET', `/payments?business_entity_id=${own.entity}&destination=${destination}`)).data[0];
  const [debit, payee, cra] = [await ofOwn('payroll_float'), await ofOwn('employee'), await ofOwn('cra')];
  const [ofEmployer] = (await call('GET', `/bank_accounts?business_entity_id=${own.entity}`)).data;
  await settle(debit.id);
  expect((await one(debit.id)).bank_account).toMatchObject({ id: ofEmployer.id });
  // The account that was chosen at the approval is gone by the day of the payment.
  const other = { institution_number: '003', transit_number: '00123', account_number: '7654322' };
  const now = await call('POST', '/bank_accounts', { employee_id: own.employees[0], ...other });
  expect((await company.request('DELETE', `/bank_accounts/${own.accounts[0]}`)).status).toBe(204);
  await settle(payee.id);
  expect((await one(payee.id)).bank_account).toMatchObject({ id: now.id });
  await settle(cra.id);
  expect((await one(cra.id)).bank_account).toBeNull();
});

test('remittance account 9: amounts for an account that is only for reporting are shown, and not debited', async () => {
  const own = await livePayroll(call, 1);
  const account = `/remittance_accounts/${own.remittance}`;
  expect((await call('GET', account)).data.is_remitted_by_employer).toBe(false);
  const required = async () => (await call('GET', `/payrolls/${own.payroll}`)).data.cash_requirement as number;
  const [expected] = (await call('GET', `/payrolls/${own.payroll}/remittances`)).data;
  const before = await required();
  await call('PUT', account, { is_remitted_by_employer: true });
  const netPay = async () => (await call('GET', `/payrolls/${own.payroll}`)).data.employee_summary.net as number;
  const net = await netPay();
  expect([before, await required()]).toEqual([cents(net + expected.data.amount) / 100, net]);
  // What no account is named for nobody is debited for either.
  const [stub] = (await call('GET', `/pay_stubs?payroll_id=${own.payroll}`)).data;
  await call('POST', '/deduction_line_items', {
    pay_stub_id: stub.id,
    deduction_type: 'union_dues',
    custom_amount: 12.5,
  });
  expect(await netPay()).toBeLessThan(net);
  expect(await required()).toBe(await netPay());
  await call('POST', `/payrolls/${own.payroll}/approve`, {});
  const made = (await call('GET', `/payments?business_entity_id=${own.entity}`)).data as {
    id: string;
    data: { destination: string; method: string; amount: number };
  }[];
  const of = (destination: string) => made.find(({ data }) => data.destination === destination)!;
  expect(made).toHaveLength(3);
  expect(of('payroll_float').data.amount).toBe(of('employee').data.amount);
  expect(await required()).toBe(of('payroll_float').data.amount);
  const [told] = (await call('GET', `/payrolls/${own.payroll}/remittances`)).data;
  expect(of('cra').data).toMatchObject({ method: 'manual', amount: told.data.amount });
  // The employer's own affair, whatever comes of the debit.
  await call('POST', `/payments/${of('payroll_float').id}/simulate`, {
    ...{ outcome: 'returned', reason: 'insufficient_funds', is_immediate: true },
  });
  await until(async () => (await one(of('employee').id)).status === 'canceled');
  expect(await findingsOf(service, company.id)).toEqual([]);
  expect((await one(of('cra').id)).status).not.toBe('canceled');
});

test('payment 4 to 6: once its day came, a held payment is released by the operator alone, and one that left stays; both languages say so', async () => {
  const own = await livePayroll(call, 1);
  await call('POST', `/payrolls/${own.payroll}/approve`, {});
  const made = (await call('GET', `/payments?business_entity_id=${own.entity}`)).data as Awaited<
    ReturnType<typeof payments>
  >;
  const of = (destination: string) => made.find(({ data }) => data.destination === destination)!.id;
  let { token } = company;
  const told = async (path: string, body: object = {}) => {
    const [en, fr] = await Promise.all(
      ['en', 'fr'].map((language) => service.request('POST', path, body, token, { 'Accept-Language': language })),
    );
    return [en!.status, ...[en!, fr!].map((answer) => answer.body.errors ?? answer.body.message)];
  };
  const reason = { outcome: 'settled', reason: 'account_closed' };
  expect(await told(`/payments/${of('employee')}/simulate`, reason)).toEqual([
    422,
    { reason: ['belongs to the outcome returned'] },
    { reason: ['appartient au résultat returned'] },
  ]);
  await call('POST', `/payments/${of('payroll_float')}/simulate`, { outcome: 'settled' });
  await until(async () => (await one(of('payroll_float'))).status === 'paid');
  for (const action of ['hold', 'release'])
    expect(await told(`/payments/${of('payroll_float')}/${action}`)).toEqual([
      400,
      'The payment is paid; only a pending payment can be held or released.',
      'Le paiement est « paid »; seul un paiement en attente peut être retenu ou libéré.',
    ]);
  await call('POST', `/payments/${of('employee')}/hold`, {});
  const { process_at } = await one(of('employee'));
  service.clock.set(`${process_at}T22:00:00.000Z`);
  // The one of before has ended by then.
  const issued = await service.request('POST', '/token', { company_id: company.id }, service.partnerSecret);
  token = issued.body.access_token;
  const statusLater = async (id: string) =>
    (await service.request('GET', `/payments/${id}`, undefined, token)).body.data.status;
  await until(async () => (await statusLater(of('employee'))) === 'overdue');
  expect(await told(`/payments/${of('employee')}/release`)).toEqual([
    400,
    'The payment is overdue: its day came while it was held. Ask the operator of the service to release it.',
    "Le paiement est en retard : son jour est venu pendant qu'il était retenu. Demandez à l'exploitant du service de le libérer.",
  ]);
  expect(await told(`/payments/${of('employee')}/simulate`, { outcome: 'settled' })).toEqual([
    400,
    'The payment is overdue; nothing more comes of it.',
    "Le paiement est « overdue »; il n'aura pas d'autre résultat.",
  ]);
  const command = (id: string) => runHere(['payments', 'release', id], service.env);
  const early = command(of('cra'));
  expect([await early.ended, early.stderr()]).toEqual([1, expect.stringContaining('is pending, not overdue.')]);
  const released = command(of('employee'));
  expect([await released.ended, released.stderr()]).toEqual([0, '']);
  // It leaves at the next hour by the clock of the command, which by that of the service may have been.
  await until(async () => ['pending', 'processing', 'paid'].includes(await statusLater(of('employee'))));
});
