import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson, personOf } from '../../src/people/erasure.ts';
import { registry } from '../../src/registry.ts';
import { callsOf } from '../support/calls.ts';
import { runHere } from '../support/command.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';

/** Bank accounts of employers and payees, their numbers kept, and splits of net pay over them. */
let service: TestService;
let company: TestCompany;
let entity: string;

const { made, data, refused } = callsOf(() => ({ service, company }));

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  company = await service.company();
  entity = await made('/business_entities', { name: 'Quince', business_number: '123456782RP0001', in_preview: false });
});
afterAll(() => service.close());

const NUMBERS = { institution_number: '003', transit_number: '00123', account_number: '7654781' };
const hire = (last_name: string) => made('/employees', { first_name: 'Ada', last_name });

const MONTHLY = {
  title: 'Monthly',
  pay_frequency: 'monthly',
  anchor_pay_date: '2026-01-30',
  anchor_end_of_pay_period: '2026-01-31',
  day_1: -1,
};

const typeOf = (one: { data: { type: string } }): string => one.data.type;

/** The types of what the first payroll of a schedule warns of. */
const warningsOf = async (schedule: string): Promise<string[]> => {
  const [payroll] = await data(`/payrolls?pay_schedule_id=${schedule}`);
  return payroll.data.warnings.data.map(typeOf);
};

/** The command line, at the database of the service. */
const run = (...args: string[]) => runHere(args, service.env);

const erase = async (employee_id: string): Promise<void> => {
  const erased = run('privacy', 'erase', '--employee', employee_id, '--reason', 'asked');
  expect([await erased.ended, erased.stderr()]).toEqual([0, '']);
  await service.service.services.gate.followed(await service.service.foundation.store.head());
};

/** Of somebody who was put on a payroll in the moment of the erasure. */
const eraseOnDraft = async (employee_id: string): Promise<void> => {
  const { store, keys, models, clock } = service.service.foundation;
  const readable = async () => void (await models.gate.followed(await store.head()));
  const person = await personOf(store, registry.need('employee'), employee_id);
  const erasing = { store, keys, read: models.reader, registry, occurred_at: clock.instant(), readable };
  await erasePerson(person, 'asked', erasing);
  await readable();
};

test('an impossible account number is refused, and the error names the member', async () => {
  const employee_id = await hire('Wrong');
  const account = { employee_id, ...NUMBERS };
  const wrong = (change: object) => refused('POST', '/bank_accounts', { ...account, ...change });
  expect(await wrong({ account_number: '765478' })).toEqual([422, ['account_number']]);
  expect(await wrong({ account_number: '76547812' })).toEqual([422, ['account_number']]);
  expect(await wrong({ account_number: '765-4781' })).toEqual([422, ['account_number']]);
  expect(await wrong({ account_number: '76547A1', transit_number: '0012O' })).toEqual([
    422,
    ['transit_number', 'account_number'],
  ]);
  expect(await wrong({ institution_number: 'RBC' })).toEqual([422, ['institution_number']]);
  expect(await wrong({ transit_number: '123' })).toEqual([422, ['transit_number']]);
  expect(await wrong({ institution_number: '998' })).toEqual([422, ['institution_number']]);
  expect(await wrong({ institution_number: '614' })).toEqual([422, ['account_number']]);
  expect(await wrong({ business_entity_id: entity })).toEqual([422, ['employee_id']]);
  expect(await refused('POST', '/bank_accounts', NUMBERS)).toEqual([422, ['employee_id']]);
  const french = await company.request(
    'POST',
    '/bank_accounts',
    { ...account, account_number: '1234567890' },
    {
      'Accept-Language': 'fr',
    },
  );
  expect(french.body.errors.account_number[0]).toContain('doit avoir 7 chiffres, comme tout compte de Banque Royale');
  expect((await company.request('POST', '/bank_accounts', { ...account, institution_number: '809' })).status).toBe(201);
});

test('people who bank where no branch is, or at a federal credit union, can be paid', async () => {
  const employee_id = await hire('Online');
  const names: string[] = [];
  // Rogers, Wealth One, Motus, Coast Capital, Peoples Bank, Central 1 for those that it clears.
  for (const institution_number of ['368', '370', '374', '382', '383', '869']) {
    const numbers = { institution_number, transit_number: '00012', account_number: '123456789' };
    const { status, body } = await company.request('POST', '/bank_accounts', { employee_id, ...numbers });
    names.push(status === 201 ? body.data.institution_name : JSON.stringify(body.errors));
  }
  expect(names).toEqual([
    ...['Rogers Bank', 'Wealth One Bank of Canada', 'Motus Bank', 'Coast Capital Savings Federal Credit Union'],
    ...['Peoples Bank of Canada', 'Central 1 Credit Union'],
  ]);
});

test('bank account 7: the account number is in no answer except that of reveal, in no event, table or log line, and each reveal is an event', async () => {
  const employee_id = await hire('Sealed');
  const number = '9182736';
  const id = await made('/bank_accounts', { employee_id, ...NUMBERS, account_number: number });
  const shown = await company.request('GET', `/bank_accounts/${id}`);
  expect(shown.body.data).toMatchObject({
    account_number: null,
    account_number_last_3: '736',
    institution_name: 'Royal Bank of Canada',
    transit_address: null,
    is_primary: true,
    is_deletable: true,
  });
  expect(shown.body.data).not.toHaveProperty('is_pad_signed');
  const revealed = await company.request('GET', `/bank_accounts/${id}/reveal`);
  expect(revealed.body.data.account_number).toBe(number);
  const events = await service.service.foundation.store.readStream(`bank_account-${id}`);
  expect(events.at(-1)).toMatchObject({ type: 'BankAccountRevealed', data: { members: ['account_number'] } });
  expect(events.at(-1)!.metadata.actor).toBe(`company:${company.id}`);
  const { sql } = service.database;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  for (const { name } of tables)
    expect([
      name,
      await sql`select 1 from ${sql.unsafe(name)} as t where t::text like ${`%${number}%`} limit 1`,
    ]).toEqual([name, []]);
  expect(service.lines.filter((line) => line.includes(number))).toEqual([]);
});

test('bank account 1 to 3: an owner has exactly one primary account: the first one, until another is made primary', async () => {
  const employee_id = await hire('Main');
  const [first, second] = [
    await made('/bank_accounts', { employee_id, ...NUMBERS }),
    await made('/bank_accounts', { employee_id, ...NUMBERS, account_number: '7654782' }),
  ];
  const main = async () =>
    (await data(`/bank_accounts?employee_id=${employee_id}`)).map(
      ({ data: { is_primary } }: { data: { is_primary: boolean } }) => is_primary,
    );
  expect(await main()).toEqual([true, false]);
  expect(await refused('PUT', `/bank_accounts/${first}`, { is_primary: false })).toEqual([422, ['is_primary']]);
  await company.request('PUT', `/bank_accounts/${second}`, { is_primary: true });
  expect(await main()).toEqual([false, true]);
  // The one that is made primary last, also where the clock was set back since another was.
  service.clock.advance(-60_000);
  await company.request('PUT', `/bank_accounts/${first}`, { is_primary: true });
  expect(await main()).toEqual([true, false]);
  await company.request('PUT', `/bank_accounts/${second}`, { is_primary: true });
  expect(await main()).toEqual([false, true]);
  service.clock.advance(60_001);
  // Who sends the mark each time changes nothing by it.
  const written = () => service.service.foundation.store.readStream(`bank_account-${second}`);
  const before = await written();
  await company.request('PUT', `/bank_accounts/${second}`, { is_primary: true });
  expect(await written()).toEqual(before);
  expect((await company.request('DELETE', `/bank_accounts/${second}`)).status).toBe(204);
  expect(await main()).toEqual([true]);
});

test('bank account 4, 8: a pre-authorized debit agreement holds for the signed account numbers, and missing members are reported', async () => {
  const types = async () =>
    (await data(`/business_entities/${entity}`)).warnings.data.map((one: { data: { type: string } }) => one.data.type);
  expect(await types()).toContain('bank_account_doesnt_exists');
  const id = await made('/bank_accounts', { business_entity_id: entity, ...NUMBERS });
  expect(await types()).toContain('bank_account_pad_not_signed');
  const path = `/bank_accounts/${id}`;
  const signer = { pad_signer_name: 'Ada Roy', pad_signer_email: 'ada@quince.example', pad_signer_title: 'Owner' };
  expect(await refused('PUT', path, { pad_signer_name: 'Ada Roy' })).toEqual([
    422,
    ['pad_signer_email', 'pad_signer_title'],
  ]);
  const signed = await company.request('PUT', path, signer);
  expect(signed.body.data).toMatchObject({
    is_pad_signed: true,
    pad_signed_at: expect.stringMatching(/^2026-01-05T17:00:00/),
  });
  expect(await types()).not.toContain('bank_account_pad_not_signed');
  // Nobody agreed to other numbers that come with another title alone.
  const renamed = { account_number: '7654001', pad_signer_title: 'Director' };
  expect(await refused('PUT', path, renamed)).toEqual([422, ['pad_signer_name', 'pad_signer_email']]);
  expect((await data(path)).pad_signer_title).toBe('Owner');
  const again = await company.request('PUT', path, { ...signer, ...renamed });
  expect(again.body.data).toMatchObject({ is_pad_signed: true, pad_signer_title: 'Director' });
  // Another account was not agreed to.
  const moved = await company.request('PUT', path, { account_number: '7654000' });
  expect(moved.body.data).toMatchObject({ is_pad_signed: false, pad_signer_name: null, pad_signed_at: null });
  expect((await data(`/business_entities/${entity}`)).has_bank_accounts).toBe(true);
  const payee = await hire('Signer');
  expect(await refused('POST', '/bank_accounts', { employee_id: payee, ...NUMBERS, ...signer })).toEqual([
    422,
    ['pad_signer_name', 'pad_signer_email', 'pad_signer_title'],
  ]);
});

test('pay split 1 to 3, 5, bank account 6: a pay split has percentages that add up to 100, or dollar amounts with the rest for the last account', async () => {
  const employee_id = await hire('Split');
  const accounts: string[] = [];
  for (const last of ['1', '2', '3'])
    accounts.push(await made('/bank_accounts', { employee_id, ...NUMBERS, account_number: `765400${last}` }));
  const strange = await made('/bank_accounts', { employee_id: await hire('Other'), ...NUMBERS });
  const [one, two, three] = accounts;
  const split = (type: string, ...places: [string | undefined, number | null][]) => ({
    employee_id,
    type,
    ...Object.fromEntries(
      places.flatMap(([account, amount], i) => [
        [`priority_${i + 1}_bank_account_id`, account],
        [`priority_${i + 1}_amount`, amount],
      ]),
    ),
  });
  const wrong = (body: object) => refused('POST', '/pay_splits', body);
  expect(await wrong(split('percentage', [one, 70], [two, 20]))).toEqual([422, ['priority_2_amount']]);
  expect(await wrong(split('percentage', [one, 100]))).toEqual([422, ['priority_2_bank_account_id']]);
  expect(await wrong(split('percentage', [one, 100], [two, 0]))).toEqual([422, ['priority_2_amount']]);
  expect(await wrong(split('percentage', [one, 50], [one, 50]))).toEqual([422, ['priority_2_bank_account_id']]);
  expect(await wrong(split('percentage', [one, 50], [strange, 50]))).toEqual([422, ['priority_2_bank_account_id']]);
  expect(await wrong(split('fixed', [one, 500], [two, 100]))).toEqual([422, ['priority_2_amount']]);
  expect(await wrong({ ...split('percentage', [one, 50], [two, 50]), priority_4_bank_account_id: three })).toEqual([
    422,
    ['priority_4_bank_account_id', 'priority_4_amount'],
  ]);

  const id = await made('/pay_splits', {
    ...split('fixed', [one, 500.5], [two, 100], [three, null]),
    is_default: true,
  });
  const shown = await data(`/pay_splits/${id}`);
  expect(shown).toMatchObject({
    is_default: true,
    priority_1_amount: 500.5,
    priority_1_bank_account: {
      id: one,
      data: { account_number: null, account_number_last_3: '001', is_deletable: false },
    },
    priority_3_amount: null,
    priority_4_bank_account: null,
  });
  // What is in a split cannot be deleted, and can again when the split is gone.
  expect(await refused('DELETE', `/bank_accounts/${three}`)).toEqual([400, []]);
  const other = await made('/pay_splits', { ...split('percentage', [one, 50], [two, 50]), is_default: true });
  expect((await data(`/pay_splits/${id}`)).is_default).toBe(false);
  expect((await company.request('DELETE', `/pay_splits/${id}`)).status).toBe(204);
  expect((await company.request('DELETE', `/bank_accounts/${three}`)).status).toBe(204);
  await company.request('PUT', `/pay_splits/${other}`, { is_default: false });
  expect((await data(`/pay_splits/${other}`)).is_default).toBe(false);
});

test('employee 2, bank account 5: a live payroll reports what is missing of its employer, and which people have no bank account', async () => {
  const schedule = await made('/pay_schedules', { business_entity_id: entity, ...MONTHLY });
  const employee_id = await hire('Paid');
  await made('/work_assignments', { employee_id, pay_schedule_id: schedule });
  expect(await warningsOf(schedule)).toEqual(
    expect.arrayContaining(['bank_account_pad_not_signed', 'payee_bank_account_doesnt_exists']),
  );
  await made('/bank_accounts', { employee_id, ...NUMBERS });
  expect(await warningsOf(schedule)).not.toContain('payee_bank_account_doesnt_exists');
  expect((await data(`/employees/${employee_id}`)).warnings.data).toEqual([]);
});

test.each(['one account', 'a pay split'])(
  'an erased payee is one without a bank account, of whom a live payroll cannot be approved: %s',
  async (paid) => {
    const schedule = await made('/pay_schedules', { business_entity_id: entity, ...MONTHLY });
    // Somebody else on the payroll, whose account stays.
    const other = await hire('Staying');
    await made('/bank_accounts', { employee_id: other, ...NUMBERS });
    await made('/work_assignments', { employee_id: other, pay_schedule_id: schedule });
    const employee_id = await hire('Leaving');
    const account = await made('/bank_accounts', { employee_id, ...NUMBERS });
    if (paid === 'a pay split')
      await made('/pay_splits', {
        employee_id,
        type: 'percentage',
        is_default: true,
        priority_1_bank_account_id: account,
        priority_1_amount: 60,
        priority_2_bank_account_id: await made('/bank_accounts', {
          employee_id,
          ...NUMBERS,
          account_number: '7654000',
        }),
        priority_2_amount: 40,
      });
    await made('/work_assignments', { employee_id, pay_schedule_id: schedule });
    expect(await warningsOf(schedule)).not.toContain('payee_bank_account_doesnt_exists');
    await eraseOnDraft(employee_id);
    expect(await warningsOf(schedule)).toContain('payee_bank_account_doesnt_exists');
    const [payroll] = await data(`/payrolls?pay_schedule_id=${schedule}`);
    const refusal = await company.request('POST', `/payrolls/${payroll.id}/approve`);
    expect([refusal.status, refusal.body.message]).toEqual([
      400,
      expect.stringContaining('a payee paid by direct deposit has no bank account'),
    ]);
    const warned = await data(`/employees/${employee_id}`);
    expect(warned.warnings.data.map(typeOf)).toEqual(['bank_account_doesnt_exists']);
    expect((await data(`/employees/${other}`)).warnings.data).toEqual([]);
  },
);

test('the accounts of an erased person are blank in answers and in rebuilt read models', async () => {
  const employee_id = await hire('Thistlewood');
  const id = await made('/bank_accounts', { employee_id, ...NUMBERS, account_number: '5550736' });
  const exported = run('privacy', 'export', '--employee', employee_id);
  expect([await exported.ended, exported.stdout().includes('5550736')]).toEqual([0, true]);
  await erase(employee_id);
  const shown = await company.request('GET', `/bank_accounts/${id}`);
  expect([shown.status, shown.body.data.account_number_last_3, shown.body.data.transit_number]).toEqual([
    200,
    null,
    null,
  ]);
  const verified = run('projections', 'verify');
  expect([await verified.ended, verified.stderr()]).toEqual([0, '']);
});
