import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UnreadableEvent } from '../../src/event-store/errors.ts';
import type { EventStore, LogEvent, StreamEvent } from '../../src/event-store/port.ts';
import { erasePerson, personOf } from '../../src/people/erasure.ts';
import { heldAbout } from '../../src/people/personal-export.ts';
import { asyncTaskElementRecorded } from '../../src/platform/events.ts';
import { registry } from '../../src/registry.ts';
import { contentFileOf } from '../../src/reports/produce.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { enqueue } from '../../src/work/postgres-due-work.ts';
import { runHere } from '../support/command.ts';
import { livePayroll } from '../support/live-payroll.ts';
import { employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What a person may ask for: to be shown what is held, and to be forgotten; and who looked at what is sealed. */
let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  company = await service.company();
});
afterAll(() => service.close());

const SIN = '046454286';
const hire = async (first_name: string): Promise<string> => {
  const person = { first_name, last_name: 'Ashgrove', sin: SIN, personal_email: `${first_name}@ashgrove.example` };
  return (await company.request('POST', '/employees', person, { 'X-Idempotency-Key': `hire ${first_name}` })).body.id;
};
const run = async (...args: string[]) => {
  const command = runHere(['privacy', ...args], service.env);
  return { code: await command.ended, out: command.stdout(), err: command.stderr() };
};
const eventsOf = (stream: string) => service.service.foundation.store.readStream(stream);

test('each reading of sealed data is in the history of the person, and does not change the person', async () => {
  const id = await hire('Revealed');
  const before = await company.request('GET', `/employees/${id}`);
  expect((await company.request('GET', `/employees/${id}/reveal`)).body.data.sin).toBe(SIN);
  const last = (await eventsOf(`employee-${id}`)).at(-1)!;
  expect(last).toMatchObject({ type: 'EmployeeRevealed', data: { members: ['sin'] } });
  expect(last.metadata).toMatchObject({ actor: `company:${company.id}`, company_id: company.id });
  const after = await company.request('GET', `/employees/${id}`);
  expect(after.body).toEqual(before.body);
  expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'));
});

test('an event contains the digest of an idempotency key, never the key', async () => {
  const id = await hire('Keyed');
  const [created] = await eventsOf(`employee-${id}`);
  expect(created!.metadata.idempotency_key).toMatch(/^[0-9a-f]{64}$/);
});

test('the history of a person shows what is sealed at its own events, whatever another program appended between', async () => {
  const id = await hire('Beside');
  const foreign = { id: crypto.randomUUID(), type: 'Noted', data: { personal: 1 }, metadata: {} };
  await service.service.foundation.store.append(`employee-${id}`, [foreign], 0n);
  const changed = { personal_email: 'beside@ashgrove.example' };
  expect((await company.request('PUT', `/employees/${id}`, changed)).status).toBe(200);
  const command = runHere(['audit', 'stream', id, '--json'], service.env);
  expect(await command.ended).toBe(0);
  const lines: { data: JsonObject; personal?: JsonObject }[] = command
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ personal }) => personal?.personal_email)).toEqual([
    'Beside@ashgrove.example',
    undefined,
    'beside@ashgrove.example',
  ]);
  expect(lines[1]).toMatchObject({ data: { personal: 1 } });
});

/** The tables of the database, of whatever schema, in which a word is. */
const tablesWith = async (word: string): Promise<string[]> => {
  const { sql } = service.database;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const holding: string[] = [];
  for (const { name } of tables)
    if ((await sql`select 1 from ${sql.unsafe(name)} as t where t::text ilike ${`%${word}%`} limit 1`).length > 0)
      holding.push(name);
  return holding;
};

test('an erased person is absent from reads, searches, stored answers, tables and rebuilt read models; the log is unchanged', async () => {
  const id = await hire('Wilhelmina');
  const { files } = service.service.services;
  const tenant = { partner_id: service.service.firstPartner!.partner_id, company_id: company.id };
  for (const derived of [true, false])
    await files.write(
      { id: `file_${derived}`, tenant, name: 'register.csv', type: 'csv', derived },
      (async function* () {
        yield Buffer.from('Wilhelmina');
      })(),
    );
  // Another program, which says that they are erased already, is not believed.
  const foreign = { id: crypto.randomUUID(), type: 'EmployeeErased', data: {}, metadata: {} };
  await service.service.foundation.store.append(`employee-${id}`, [foreign], 0n);
  const before = await eventsOf(`employee-${id}`);
  const erased = await run('erase', '--employee', id, '--reason', 'asked by the person');
  expect([erased.code, erased.err]).toEqual([0, '']);
  const events = await eventsOf(`employee-${id}`);
  expect(events.slice(0, before.length)).toEqual(before);
  // What can be made again from the ledger is made without the person; what was sent to somebody is a record of that.
  expect([await files.find('file_true', tenant), (await files.find('file_false', tenant))?.size]).toEqual([
    undefined,
    10,
  ]);
  const told = events.at(-1)!;
  expect(told).toMatchObject({ type: 'EmployeeErased', data: { reason: 'asked by the person' } });
  expect(told.metadata).toMatchObject({ actor: 'operator:cli', correlation_id: told.id });

  await service.service.services.gate.followed(await service.service.foundation.store.head());
  const shown = await company.request('GET', `/employees/${id}`);
  expect(shown.status).toBe(200);
  expect(shown.text).not.toMatch(/wilhelmina|ashgrove/i);
  expect((await company.request('GET', '/employees?search_names=wilhelmina')).body.meta.total).toBe(0);
  expect(await tablesWith('wilhelmina')).toEqual([]);
  // A process that had the key in its memory forgets it within seconds; this one never had it.
  const other = await service.another();
  const repeated = await service.request(
    'POST',
    `${other.url}/employees`,
    { first_name: 'Wilhelmina', last_name: 'Ashgrove', sin: SIN, personal_email: 'Wilhelmina@ashgrove.example' },
    company.token,
    { 'X-Idempotency-Key': 'hire Wilhelmina' },
  );
  expect([repeated.status, repeated.body.id]).toEqual([201, id]);
  expect(repeated.text).not.toMatch(/wilhelmina|ashgrove/i);
  await other.foundation.models.rebuild(['people']);
  expect((await company.request('GET', `/employees/${id}`)).body.data).toEqual(shown.body.data);
  // Done again it is done already.
  expect((await run('erase', '--employee', id, '--reason', 'again')).code).toBe(0);
  expect(await eventsOf(`employee-${id}`)).toHaveLength(events.length);
});

const ACCOUNT = { institution_number: '003', transit_number: '00123' };

/** Of accounts and people what a rebuild would change: nothing, where rows are what the log makes of them. */
const differing = async () => {
  const command = runHere(['projections', 'verify', 'people', 'banking', 'forms'], service.env);
  return { code: await command.ended, err: command.stderr() };
};

test('a process that has the key of an erased person in its cache cannot write personal data of that person', async () => {
  const id = await hire('Remembered');
  const erased = await run('erase', '--employee', id, '--reason', 'asked by the person');
  expect([erased.code, erased.err]).toEqual([0, '']);
  const account = { employee_id: id, ...ACCOUNT, account_number: '7654321' };
  const written = [
    await company.request('PUT', `/employees/${id}`, { city: 'Ashford' }),
    await company.request('POST', '/bank_accounts', account),
  ];
  const message = 'The personal data of this record were erased; no personal data can be written to it.';
  expect(written.map(({ status, body }) => [status, body.message])).toEqual([
    [400, message],
    [400, message],
  ]);
  expect((await company.request('GET', `/employees/${id}`)).body.data.city).toBeNull();
  expect(await differing()).toEqual({ code: 0, err: '' });
});

test('data that is written right before the key of a person is destroyed is erased as well', async () => {
  const id = await hire('Late');
  const { store, keys, models, clock } = service.service.foundation;
  const account = { employee_id: id, ...ACCOUNT, account_number: '7654321' };
  const late: string[] = [];
  await erasePerson(await personOf(store, registry.need('employee'), id), 'asked by the person', {
    store,
    keys: {
      ...keys,
      erase: async (subject) => {
        late.push((await company.request('POST', '/bank_accounts', account)).body.id);
        expect((await company.request('PUT', `/employees/${id}`, { city: 'Ashford' })).status).toBe(200);
        await keys.erase(subject);
      },
    },
    read: models.reader,
    registry,
    occurred_at: clock.instant(),
    readable: async () => void (await models.gate.followed(await store.head())),
  });
  await models.gate.followed(await store.head());
  expect((await company.request('GET', `/bank_accounts/${late[0]}`)).body.data.institution_number).toBeNull();
  expect((await company.request('GET', `/employees/${id}`)).body.data.city).toBeNull();
  expect(await differing()).toEqual({ code: 0, err: '' });
});

/** A report that is made now; gives the path of its content. */
const reported = async (): Promise<string> => {
  const { id } = (await company.request('POST', '/reports/year-to-date', { format: 'csv' })).body;
  await until(async () => (await company.request('GET', `/reports/${id}`)).body.data.status === 'completed');
  return `/reports/${id}/download`;
};
const download = (path: string) => company.request('GET', path, undefined, { Accept: 'text/csv' });

test('what is sealed right before the key is destroyed, and appended after the erasure, is erased as well', async () => {
  const id = await hire('Later');
  const { store, keys } = service.service.foundation;
  const { sql } = service.database;
  const sealed = await keys.seal(id, { city: 'Ashford' });
  const { body: account } = await company.request('POST', '/bank_accounts', {
    ...{ employee_id: id, ...ACCOUNT, account_number: '7654321' },
  });
  const [numbers] = await eventsOf(`bank_account-${account.id}`);
  expect((await run('erase', '--employee', id, '--reason', 'asked by the person')).code).toBe(0);
  // Other processes remember the key for a while.
  const late = async (stream: string, type: string, data: JsonObject) => {
    const last = (await eventsOf(stream)).at(-1)!;
    await store.append(stream, [{ id: crypto.randomUUID(), type, data, metadata: numbers!.metadata }], last.revision);
  };
  await late(`employee-${id}`, 'EmployeeChanged', { personal: { ...sealed } });
  await late(`bank_account-${account.id}`, 'BankAccountChanged', { ...numbers!.data });
  const shown = async () => [
    (await company.request('GET', `/employees/${id}`)).body.data.city,
    (await company.request('GET', `/bank_accounts/${account.id}`)).body.data.institution_number,
  ];
  // They are shown while this process remembers the key; on a slow machine it has forgotten it by now.
  expect(await service.service.services.gate.followed(await store.head())).toBe(true);
  const report = await reported();
  await sql`update due_work set due_at = now() where kind = 'erasure' and key = ${id} and ended_at is null`;
  await until(async () => (await shown()).every((value) => value === null));
  // It may hold what came late.
  await until(async () => (await download(report)).status === 400);
  expect(await differing()).toEqual({ code: 0, err: '' });
});

test('a report that was made behind an erasure stays when the person is looked at again', async () => {
  const id = await hire('Reported');
  const before = await reported();
  expect((await run('erase', '--employee', id, '--reason', 'asked by the person')).code).toBe(0);
  expect((await download(before)).status).toBe(400);
  const behind = await reported();
  // A process that made the same report was held up before it kept the file.
  const { files, store } = service.service.foundation;
  const { tenant } = await personOf(store, registry.need('employee'), id);
  const file = contentFileOf(before.split('/')[2]!);
  const kept = { id: file, tenant, name: 'content', type: 'gzip' as const, derived: false };
  await files.write(kept, Readable.from([Buffer.from('Reported')]));
  const { sql } = service.database;
  const looks = () =>
    sql`update due_work set due_at = now() where kind = 'erasure' and key = ${id} and ended_at is null returning key`;
  expect(await looks()).toHaveLength(1);
  await until(async () => (await looks()).length === 0);
  expect((await download(behind)).status).toBe(200);
  expect(await files.find(file, tenant)).toBeUndefined();
});

test('a person is erased from read models that were replaced before, too', async () => {
  const id = await hire('Replaced');
  const { sql } = service.database;
  /** However long it takes, what was replaced stays until the test lets half a minute pass. */
  const replacedAgo = (ago: string) =>
    sql`update projection_generations set retired_at = clock_timestamp() - ${ago}::interval where status = 'retired'`;
  await service.service.foundation.models.rebuild(['people']);
  await replacedAgo('-1 h');
  expect((await run('erase', '--employee', id, '--reason', 'asked by the person')).code).toBe(0);
  expect(await tablesWith('replaced@ashgrove')).toHaveLength(1);
  await replacedAgo('30 s');
  await sql`update due_work set due_at = now() where kind = 'erasure' and key = ${id} and ended_at is null`;
  await until(async () => (await sql`select from projection_generations where status = 'retired'`).length === 0);
  expect(await tablesWith('replaced@ashgrove')).toEqual([]);
  expect((await company.request('GET', `/employees/${id}`)).status).toBe(200);
});

test('an erasure that was interrupted after the key was destroyed is completed when the command is run again', async () => {
  const id = await hire('Halfway');
  const account = { employee_id: id, ...ACCOUNT, account_number: '7654321' };
  const { id: account_id } = (await company.request('POST', '/bank_accounts', account)).body;
  const { keys, models, store } = service.service.foundation;
  await keys.erase(id);
  const again = await run('erase', '--employee', id, '--reason', 'asked by the person');
  expect([again.code, again.err]).toEqual([0, '']);
  await models.gate.followed(await store.head());
  expect((await company.request('GET', `/employees/${id}`)).text).not.toMatch(/halfway|ashgrove/i);
  expect((await company.request('GET', `/bank_accounts/${account_id}`)).body.data.institution_number).toBeNull();
  expect(await differing()).toEqual({ code: 0, err: '' });
});

test('a person with forms that are still to be filed is not erased; filed forms stay, without the person', async () => {
  const id = await hire('Formed');
  const entity = { name: 'Ashgrove Ltd.', business_number: '123456782RP0001', in_preview: true };
  const { body: employer } = await company.request('POST', '/business_entities', entity);
  const form = async (more: object): Promise<string> => {
    const whose = { owner_id: id, business_entity_id: employer.id, effective_date: '2026-12-31' };
    const answer = await company.request('POST', '/forms', { ...whose, ...more });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const filed = await form({ type: 'roe', employee_last_name: 'Ashgrove', block_16_separation_code: 'A00' });
  expect((await company.request('POST', `/forms/${filed}/submit`)).status).toBe(200);
  const draft = await form({ type: 't4', employee_surname: 'Ashgrove', box_14_employment_income: '52000' });
  const refused = await run('erase', '--employee', id, '--reason', 'asked by the person');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain(`1 form of ${id} is not done yet`);
  expect((await company.request('GET', `/employees/${id}`)).body.data.first_name).toBe('Formed');

  expect((await company.request('DELETE', `/forms/${draft}`)).status).toBe(204);
  const erased = await run('erase', '--employee', id, '--reason', 'asked by the person');
  expect([erased.code, erased.err]).toEqual([0, '']);
  await service.service.services.gate.followed(await service.service.foundation.store.head());
  expect((await company.request('GET', `/forms/${filed}`)).body.data).toMatchObject({
    status: 'done',
    employee_last_name: null,
    block_16_separation_code: 'A00',
  });
});

test('a batch with an approved form of a person who was erased is not submitted until the form is gone', async () => {
  const {
    call,
    company: owner,
    entity,
    hire: employ,
    approve,
    assignments,
  } = await employerWith(service, [], LAST_OF_YEAR);
  const ids: string[] = [];
  for (const first_name of ['Staying', 'Going']) {
    const person = { first_name, last_name: 'Ashgrove', sin: SIN, date_of_birth: '1990-07-11' };
    const { id } = await call('POST', '/employees', person);
    await employ({ province: 'ca_on', salary: 52_000, employee_id: id });
    ids.push(id);
  }
  await approve();
  const slips = { owner_id: entity.id, form_type: 't4', tax_year: 2026, effective_date: '2026-12-31' };
  const batch = await call('POST', '/form_batches', slips);
  const values = { box_45_employer_offered_dental_benefits: '3' };
  const task = await call('POST', '/form_types/t4/generate', { form_batch_id: batch.id, values });
  await until(async () => (await call('GET', `/async_tasks/${task.id}`)).data.status === 'completed');
  const { data: forms } = await call('GET', `/forms?form_batch_id=${batch.id}`);
  for (const { id } of forms) await call('POST', `/forms/${id}/approve`);
  await call('PUT', `/work_assignments/${assignments[1]}`, { archived_at: '2026-01-01' });
  const asked = ['erase', '--employee', ids[1]!, '--reason', 'asked by the person'];
  // Whoever forces it knows all that is passed over: the law alone would be a reason for years.
  let told = '';
  await until(async () => {
    told = (await run(...asked)).err;
    return told.includes('must be kept by law');
  });
  expect(told).toContain(`1 form of ${ids[1]} is not done yet`);
  const forced = await run(...asked, '--force');
  expect([forced.code, forced.out]).toEqual([0, expect.stringContaining('1 form of theirs can no longer be sent')]);
  const gone = forms.find((one: { data: { owner: { id: string } } }) => one.data.owner.id === ids[1]).id;
  const submit = () => owner.request('POST', `/form_batches/${batch.id}/submit`);
  const refused = await submit();
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining(`The person of the form ${gone} was erased`),
  ]);
  await call('POST', `/forms/${gone}/unapprove`);
  expect((await owner.request('DELETE', `/forms/${gone}`)).status).toBe(204);
  expect((await submit()).status).toBe(200);
});

/** The day of birth of somebody who pays nothing into a pension plan any more, and so is known by their pay. */
const OVER_70 = '1950-07-11';

test('a person who is still to be paid is not erased, and nobody is paid by what is known without them', async () => {
  const employer = await employerWith(service, [], LAST_OF_YEAR);
  const { call, company: owner, hire: employ, approve, next, assignments } = employer;
  const person = { first_name: 'Pat', last_name: 'Ashgrove', sin: SIN, date_of_birth: OVER_70 };
  const { id } = await call('POST', '/employees', person);
  await employ({ province: 'ca_on', salary: 52_000, employee_id: id });
  await approve();
  const asked = ['erase', '--employee', id, '--reason', 'asked by the person', '--force'];
  const refused = await run(...asked);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`${id} is still to be paid`)]);

  await call('PUT', `/work_assignments/${assignments[0]}`, { archived_at: '2026-01-01' });
  await until(async () => (await run(...asked)).code === 0);
  await service.service.services.gate.followed(await service.service.foundation.store.head());
  const before = await call('GET', `/pay_stubs?employee_id=${id}`);
  const payroll = before.data[0].data.payroll.id;
  const pay_schedule_id = (await next()).data.pay_schedule.id;
  const answers = [
    await owner.request('POST', `/payrolls/${payroll}/unapprove`),
    await owner.request('PUT', `/work_assignments/${assignments[0]}`, { archived_at: null }),
    await owner.request('POST', '/work_assignments', { employee_id: id, pay_schedule_id }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 422, 422]);
  expect(answers[0]!.body.message).toContain('was erased');
  const correction = await call('POST', '/payrolls', {
    ...{ pay_schedule_id, type: 'correction', pay_date: '2026-12-04' },
    ...{ period_start: '2026-11-16', period_end: '2026-11-29' },
  });
  const stub = { payroll_id: correction.id, work_assignment_id: assignments[0] };
  expect((await owner.request('POST', '/pay_stubs', stub)).status).toBe(422);
  expect(await call('GET', `/pay_stubs?employee_id=${id}`)).toEqual(before);
});

test('a person whose pay came back and was not made again is erased only where that is known', async () => {
  const owner = await service.company('Medlar');
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.request(method, path, body);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const { entity, payroll, employees } = await livePayroll(call);
  const [id] = employees;
  await call('POST', `/payrolls/${payroll}/approve`, {});
  const [{ id: assignment }] = (await call('GET', `/work_assignments?employee_id=${id}`)).data;
  await call('PUT', `/work_assignments/${assignment}`, { archived_at: '2026-01-01' });
  const payments = `/payments?business_entity_id=${entity}&destination=employee,payroll_float`;
  const { data } = await call('GET', payments);
  for (const destination of ['payroll_float', 'employee']) {
    const one = data.find((payment: { data: { destination: string } }) => payment.data.destination === destination);
    const outcome = destination === 'employee' ? 'returned' : 'settled';
    await call('POST', `/payments/${one.id}/simulate`, { outcome });
  }
  await until(async () => (await call('GET', `${payments}&status=failed`)).meta.total === 1);

  const asked = ['erase', '--employee', id!, '--reason', 'asked by the person'];
  const refused = await run(...asked);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`a payment to ${id} came to nothing`)]);
  const forced = await run(...asked, '--force');
  expect([forced.code, forced.out]).toEqual([0, expect.stringContaining('pay them by hand')]);
});

test('an export has all data of a person', async () => {
  const id = await hire('Exported');
  await company.request('PUT', `/employees/${id}`, { last_name: 'Ash\u202egrove' });
  const { code, out } = await run('export', '--employee', id);
  expect(code).toBe(0);
  // It may be read on a terminal, which would turn the text around.
  expect(out).not.toContain('\u202e');
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ event: 'EmployeeCreated', data: { sin: SIN, first_name: 'Exported' } });
  expect(lines[1]).toMatchObject({ event: 'EmployeeChanged', data: { last_name: 'Ash\u202egrove' } });
  expect(lines.filter(({ record }) => record === 'employee')).toHaveLength(1);
});

test('an export has what a batch was to write to the person, which is kept also where it came to nothing', async () => {
  const id = await hire('Batched');
  const elements = [
    { id, personal_email: 'batched@batched.example' },
    { first_name: 'Somebody', last_name: 'Else', personal_email: 'else@batched.example' },
  ];
  const { body } = await company.request('POST', '/employees/batch/upsert', elements);
  const task = async () => (await company.request('GET', `/async_tasks/${body.id}`)).body.data;
  await until(async () => (await task()).status === 'completed');
  expect((await task()).progress).toEqual({ total: 2, done: 2, failed: 0 });
  const { code, out } = await run('export', '--employee', id);
  expect(code).toBe(0);
  const held = out.split('\n').filter((line) => line.includes('AsyncTaskElementRecorded'));
  expect(held.map((line) => JSON.parse(line).data.input)).toEqual([{ personal_email: 'batched@batched.example' }]);
});

test('the key of somebody whom a batch was to create and did not is destroyed as one of a person, once', async () => {
  const { keys, store } = service.service.foundation;
  const id = 'emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B';
  await keys.prepare([id]);
  // While a task is still to create them, it is refused.
  const due = { kind: 'async_task', key: 'task_01K2ZQ7M4T8W3N5R6V9X0Y1A2C' };
  const personal = await keys.seal(id, { input: { first_name: 'Batched' } });
  const [{ metadata }] = (await eventsOf(`employee-${await hire('Batched')}`)) as [StreamEvent];
  const data: JsonObject = { index: 0, op: 'create', id, personal };
  const element = { id: crypto.randomUUID(), type: asyncTaskElementRecorded.type, data, metadata };
  await store.append(`async_task-${due.key}`, [element], 'no_stream');
  await enqueue(service.database.sql, [{ ...due, due_in_ms: 3_600_000 }]);
  const early = await run('erase', '--employee', id, '--reason', 'asked for');
  expect([early.code, early.err]).toEqual([1, expect.stringContaining(`the task ${due.key} is still to create ${id}`)]);
  const soon = await run('export', '--employee', id);
  expect([soon.code, soon.err]).toEqual([1, expect.stringContaining(`the task ${due.key} is still to create ${id}`)]);
  await service.database.sql`update due_work set ended_at = now() where key = ${due.key}`;
  const held = await run('export', '--employee', id);
  expect([held.code, held.err]).toEqual([0, '']);
  expect(JSON.parse(held.out)).toMatchObject({
    event: 'AsyncTaskElementRecorded',
    data: { input: { first_name: 'Batched' } },
  });
  const { code, out } = await run('erase', '--employee', id, '--reason', 'asked for');
  expect([code, out]).toEqual([0, expect.stringContaining(`${id} never came to be`)]);
  const kept = await service.database.sql`select wrapped from personal_keys where subject = ${id}`;
  expect([...kept]).toEqual([{ wrapped: null }]);
  const again = await run('erase', '--employee', id, '--reason', 'asked for');
  expect([again.code, again.err]).toEqual([2, expect.stringContaining(`there is no employee ${id}`)]);
  expect(await run('export', '--employee', id)).toEqual(again);
  // One whose only event was altered, and is passed over, did come to be: a backup has it.
  const altered = 'emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2D';
  await keys.prepare([altered]);
  const { occurred_at: _, ...whose } = metadata;
  const event = { id: crypto.randomUUID(), type: 'EmployeeCreated', data: {}, metadata: whose };
  await store.append(`employee-${altered}`, [event], 'no_stream');
  expect((await run('erase', '--employee', altered, '--reason', 'asked for')).code).toBe(2);
  const [key] = await service.database.sql`select wrapped from personal_keys where subject = ${altered}`;
  expect(key!.wrapped).not.toBeNull();
});

test('an export has the history of what was deleted, which the log keeps', async () => {
  const id = await hire('Closed');
  const account = { employee_id: id, ...ACCOUNT, account_number: '7654329' };
  const { body } = await company.request('POST', '/bank_accounts', account);
  expect((await company.request('DELETE', `/bank_accounts/${body.id}`)).status).toBe(204);
  const { code, out } = await run('export', '--employee', id);
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const held = lines.filter(({ event }) => event?.startsWith('BankAccount'));
  expect(held.map(({ event, data }) => [event, data.account_number])).toEqual([
    ['BankAccountCreated', '7654329'],
    ['BankAccountDeleted', undefined],
  ]);
});

test('an export is not shown another person by what another program appended, and passes over what cannot be read of another company', async () => {
  const id = await hire('Apart');
  const account = { employee_id: await hire('Other'), ...ACCOUNT, account_number: '1928374' };
  const { body } = await company.request('POST', '/bank_accounts', account);
  const { store, opened, models } = service.service.foundation;
  const metadata = { company_id: company.id };
  const foreign = { id: crypto.randomUUID(), type: 'Noted', data: { personal: { subject: id } }, metadata };
  await store.append(`bank_account-${body.id}`, [foreign], 0n);
  const damaged: LogEvent = {
    ...{ id: crypto.randomUUID(), type: 'EmployeeChanged', stream: 'employee-emp_other', revision: 1n, position: 1n },
    get data(): JsonObject {
      throw new UnreadableEvent('the data of the event are not JSON');
    },
    metadata: { company_id: 'cmp_other', occurred_at: '2026-01-15T15:00:00.000000Z' },
  };
  const withDamage: EventStore['readAll'] = async function* (options) {
    yield [damaged];
    yield* store.readAll(options);
  };
  const person = await personOf(store, registry.need('employee'), id);
  // The log is looked through in parts, and how far it is is told.
  const parts: number[] = [];
  const onProgress = ({ events }: { events: number }) => void parts.push(events);
  const inParts = { store: Object.assign(Object.create(store), { readAll: withDamage }), onProgress };
  const shown: string[] = [];
  for await (const line of heldAbout(person, registry, { ...inParts, opened, read: models.reader }))
    if ('event' in line) shown.push(line.event);
  expect(shown).toEqual(['EmployeeCreated']);
  expect(parts[0]).toBe(1);
});

test('an export shows each form of a person once, with its history', async () => {
  const id = await hire('Slip');
  const entity = { name: 'Ashgrove Ltd.', business_number: '123456782RP0001', in_preview: true };
  const { body: employer } = await company.request('POST', '/business_entities', entity);
  const draft = { owner_id: id, business_entity_id: employer.id, type: 't4', employee_surname: 'Ashgrove' };
  const { body: form } = await company.request('POST', '/forms', { ...draft, effective_date: '2026-12-31' });
  const { code, out } = await run('export', '--employee', id);
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ record }) => record === 'form').map(({ data }) => data.id)).toEqual([form.id]);
  expect(lines.filter(({ event }) => event === 'FormCreated')).toHaveLength(1);
});

test('a person of a company that a read model cannot follow is neither erased nor exported', async () => {
  const parked = await service.company();
  const { id } = (await parked.request('POST', '/employees', { first_name: 'Ada', last_name: 'Roy' })).body;
  const { store, gate } = service.service.services;
  const { metadata, revision } = (await eventsOf(`employee-${id}`)).at(-1)!;
  const { partner_id, company_id, occurred_at } = metadata;
  const unknown = { id: crypto.randomUUID(), type: 'EmployeeStruckByLightning', data: {} };
  await store.append(`employee-${id}`, [{ ...unknown, metadata: { partner_id, company_id, occurred_at } }], revision);
  await until(() => gate.readOnly({ partner_id: partner_id!, company_id: company_id! }) === 'people');
  const erased = await run('erase', '--employee', id, '--reason', 'asked by the person');
  expect([erased.code, erased.err]).toEqual([1, expect.stringContaining('the read model people cannot follow')]);
  const exported = await run('export', '--employee', id);
  expect([exported.code, exported.out]).toEqual([1, '']);
  expect((await eventsOf(`employee-${id}`)).at(-1)!.type).toBe('EmployeeStruckByLightning');
  // A rebuild leaves it where it is, and says so.
  const rebuilt = runHere(['projections', 'rebuild', 'people'], service.env);
  expect([await rebuilt.ended, rebuilt.stdout()]).toEqual([
    0,
    expect.stringMatching(
      /^rebuilt people from .*\npeople is still parked for 1 company, .*: payroll projections list\n$/,
    ),
  ]);
});

test('an export contains a change that no read model has followed yet', async () => {
  const id = await hire('Behind');
  // The process that followed the log is gone.
  await service.service.foundation.models.stop();
  const { metadata, revision } = (await eventsOf(`employee-${id}`)).at(-1)!;
  const changed = { id: crypto.randomUUID(), type: 'EmployeeChanged', data: { employee_number: 'E-99' }, metadata };
  await service.service.foundation.store.append(`employee-${id}`, [changed], revision);
  const { code, out, err } = await run('export', '--employee', id);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/"record":"employee".*"employee_number":"E-99"/);
});

test('an id that is not of a person is refused with a sentence', async () => {
  for (const [args, code, message] of [
    [['erase', '--employee', 'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', '--reason', 'x'], 2, /is not the id of a person/],
    [
      ['erase', '--employee', 'emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', '--reason', 'x'],
      2,
      /there is no employee emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B/,
    ],
    [['erase', '--employee', 'emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', '--reason', ' '], 2, /--reason must not be blank/],
  ] as const) {
    const refused = await run(...args);
    expect([refused.code, refused.err]).toEqual([code, expect.stringMatching(message)]);
  }
});
