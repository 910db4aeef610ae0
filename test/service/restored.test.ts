import { expect, test } from 'vitest';
import { isAheadOfLog, resetToLog } from '../../projections/rebuild/restored.ts';
import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import { type EventStore, START } from '../../src/event-store/port.ts';
import { runHere } from '../support/command.ts';
import { makeEmployer } from '../support/employer.ts';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { startReceiver } from '../support/receiver.ts';
import { requestTo, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Waits until PostgreSQL has noticed that the processes which ended are gone: a reset looks for their sessions. */
const sessionsEnd = (sql: Sql): Promise<void> =>
  until(async () => {
    const left = await sql`
      select from pg_stat_activity where datname = current_database() and query like 'listen "payroll%'`;
    return left.length === 0;
  });

/** The event log and the database are backed up apart where they live apart; a log may come back older. */
test('an event log older than the read models is refused at the start, and accepted after a reset', async () => {
  const service = await startTestService();
  const { sql } = service.database;
  const { token, request } = await service.company();
  const { body } = await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
  const head = await service.service.services.store.head();
  await expect(resetToLog(sql, head)).rejects.toThrow('a service still runs');
  await service.service.stop();

  // What restoring the log of an hour ago leaves behind: checkpoints of events that are not there any more.
  await sql`update projection_generations set position = position + 1000`;
  await sql`update process_managers set position = position + 1000, appended = position + 1000`;
  await expect(service.another()).rejects.toThrow('run "payroll projections reset"');
  expect(await isAheadOfLog(sql, { head: async () => head })).toBe(true);
  // A reset that ends in the middle is asked for again: the answers that it has not forgotten would be given once more.
  await sql`create function ends() returns trigger language plpgsql as $$ begin raise 'ended'; end $$`;
  await sql`create trigger ends before delete on idempotency_keys for each statement execute function ends()`;
  await sessionsEnd(sql);
  await expect(resetToLog(sql, head)).rejects.toThrow('ended');
  expect(await isAheadOfLog(sql, { head: async () => head })).toBe(true);
  await sql`drop function ends cascade`;
  await resetToLog(sql, head);
  const again = await service.another();
  const read = await service.request('GET', `${again.url}/employees/${body.id}`, undefined, token);
  expect(read.body.data.last_name).toBe('Obi');
  const made = await service.request('POST', `${again.url}/employees`, { first_name: 'Bo', last_name: 'Li' }, token);
  const listed = await service.request('GET', `${again.url}/employees?search_names=li`, undefined, token);
  expect(listed.body.data[0].id).toBe(made.body.id);
  await service.close();
});

test('a process that answers callers alone, and holds no lease, keeps a reset from happening as well', async () => {
  const service = await startTestService();
  const { sql } = service.database;
  await service.service.stop();
  const answering = await service.another({ config: { roles: ['api'] } });
  const head = await answering.foundation.store.head();
  await expect(resetToLog(sql, head)).rejects.toThrow(/a service still runs.*sessions? of PostgreSQL: \d/);
  await answering.stop();
  await sessionsEnd(sql);
  await resetToLog(sql, head);
  await service.close();
});

test('a database that was restored without read models is ready when it has built them again', async () => {
  const service = await startTestService();
  const { sql } = service.database;
  const { token, request } = await service.company();
  const { body } = await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
  await service.service.stop();
  const schemas = await sql<{ name: string }[]>`select schema_name as name from projection_generations`;
  expect(schemas.length).toBeGreaterThan(0);
  for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
  const again = await service.another();
  const read = await service.request('GET', `${again.url}/employees/${body.id}`, undefined, token);
  expect([read.status, read.body.data?.last_name]).toEqual([200, 'Obi']);
  await service.close();
});

/** What `pg_restore --clean` of a backup without read models does: tables are made again, the schemas beside them stay. */
const restoredOver = (sql: Sql, end: bigint): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`alter table event_log disable trigger append_only`;
    await tx`delete from event_log where position > ${end}`;
    await tx`alter table event_log enable trigger append_only`;
    await madeAgain(tx);
    await tx`update projection_generations set position = ${end}`;
    await tx`update process_managers set position = ${end}, appended = least(appended, ${end})`;
  });

/** The table of generations, made again by a restore. */
const madeAgain = async (tx: TransactionSql): Promise<void> => {
  await tx`alter table projection_generations rename to from_before`;
  await tx`create table projection_generations (like from_before including all)`;
  await tx`insert into projection_generations select * from from_before`;
  await tx`drop table from_before cascade`;
};

/** The employees that the log has. Where EventStoreDB keeps it, a restore of the database takes none of them. */
const hiredIn = async (store: EventStore): Promise<string[]> => {
  const ids: string[] = [];
  for await (const batch of store.readAll({ after: START, upTo: await store.head() }))
    ids.push(
      ...batch.flatMap(({ type, stream }) => (type === 'EmployeeCreated' ? stream.replace('employee-', '') : [])),
    );
  return ids.sort();
};

/** The employees that another start shows, and those that the log has. */
const startedAgain = async (service: Awaited<ReturnType<typeof startTestService>>, token: string) => {
  const again = await service.another();
  const { body } = await service.request('GET', `${again.url}/employees`, undefined, token);
  const shown: string[] = body.data.map(({ id }: { id: string }) => id).sort();
  return { shown, logged: await hiredIn(again.services.store) };
};

test('a database that was restored over one with read models shows nothing of what it did not have when it was backed up', async () => {
  const service = await startTestService();
  const { sql } = service.database;
  const { token, request } = await service.company();
  const kept = (await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' })).body.id;
  const end = await service.service.services.store.head();
  await request('POST', '/employees', { first_name: 'Bo', last_name: 'Li' });
  await service.service.stop();
  await restoredOver(sql, end);
  const { shown, logged } = await startedAgain(service, token);
  expect(shown).toContain(kept);
  expect(shown).toEqual(logged);
  await service.close();
});

test('a database that was restored with its read models reads them as they are, until it is restored over without any', async () => {
  const service = await startTestService();
  const { sql } = service.database;
  const { token, request } = await service.company();
  const kept = (await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' })).body.id;
  await service.service.stop();
  const generations = () => sql<{ name: string; since: string }[]>`
    select schema_name as name, created_at as since from projection_generations order by 1`;
  const before = await generations();
  await sql.begin(async (tx) => {
    await madeAgain(tx);
    for (const { name } of before) {
      const [said] = await tx<{ text: string }[]>`
        select obj_description(${name}::regnamespace, 'pg_namespace') as text`;
      const tables = await tx<{ table: string }[]>`select relname as table from pg_class
        where relnamespace = ${name}::regnamespace and relkind = 'r'`;
      await tx`alter schema ${tx(name)} rename to from_before`;
      await tx`create schema ${tx(name)}`;
      for (const { table } of tables) await tx`alter table from_before.${tx(table)} set schema ${tx(name)}`;
      await tx.unsafe(`comment on schema ${name} is '${said!.text}'`);
      await tx`drop schema from_before`;
    }
  });
  const restored = await service.another();
  expect(await generations()).toEqual(before);
  const end = await restored.services.store.head();
  await service.request('POST', `${restored.url}/employees`, { first_name: 'Bo', last_name: 'Li' }, token);
  await restored.stop();
  await restoredOver(sql, end);
  const { shown, logged } = await startedAgain(service, token);
  expect(shown).toContain(kept);
  expect(shown).toEqual(logged);
  await service.close();
});

test('an event log that has lost what no process appended is refused at the start', async () => {
  const eventStoreDb = await startStandIn();
  const service = await startTestService({ config: { eventStoreDbUrl: eventStoreDb.url } });
  const { request } = await service.company();
  const before = eventStoreDb.log.all.length;
  for (const last_name of ['Obi', 'Li']) await request('POST', '/employees', { first_name: 'Ada', last_name });
  await service.service.stop();
  eventStoreDb.log.restore(before + 1);
  await expect(service.another()).rejects.toThrow('run "payroll projections reset"');
  await service.close();
  await eventStoreDb.stop();
});

/** Restores the log that EventStoreDB had right after the last event of a type, and resets the database to it. */
const restoredTo = async (type: string) => {
  const eventStoreDb = await startStandIn();
  const receiver = await startReceiver();
  const service = await startTestService({ config: { eventStoreDbUrl: eventStoreDb.url }, hasCommands: true });
  const employer = await makeEmployer(service, 3);
  return {
    service,
    employer,
    receiver,
    /** Starts the service again on what is left. */
    again: async () => {
      await service.service.stop();
      await sessionsEnd(service.database.sql);
      eventStoreDb.log.restore(eventStoreDb.log.all.findLastIndex((event) => event.type === type) + 1);
      expect(await runHere(['projections', 'reset'], service.env).ended).toBe(0);
      const { url } = await service.another();
      const ask = requestTo(url);
      const { company_id } = employer;
      const { access_token } = (await ask('POST', '/token', { company_id }, service.partnerSecret)).body;
      return (method: string, path: string, body?: unknown) => ask(method, path, body, access_token);
    },
    end: async () => {
      await service.close();
      await eventStoreDb.stop();
      await receiver.close();
    },
  };
};

test('what followed from events that were kept is done again where the restored log has lost it', async () => {
  const { employer, again, end } = await restoredTo('PayrollApprovalStarted');
  const [payroll] = await employer.payrolls();
  await employer.must(200, 'POST', `/payrolls/${payroll!.id}/approve`, {});
  const ask = await again();
  const status = async () => (await ask('GET', `/payrolls/${payroll!.id}`)).body.data.status;
  await until(async () => (await status()) === 'paid').catch(() => {});
  expect(await status()).toBe('paid');
  await end();
});

test('webhooks are told of what happens after a restore, though a replay had gone further before', async () => {
  const { service, receiver, again, end } = await restoredTo('WebhookCreated');
  const asPartner = async (method: string, path: string, body?: unknown) =>
    (await service.request(method, path, body, service.partnerSecret)).body;
  const { id } = await asPartner('POST', '/webhooks', { url: receiver.url, events: ['resource_created'] });
  const { request } = await service.company('Southlake');
  for (let i = 0; i < 5; i++) await request('POST', '/employees', { first_name: 'Bo', last_name: `Li ${i}` });
  await asPartner('POST', `/webhooks/${id}/replay`, { after_position: '0' });
  await until(async () => (await asPartner('GET', `/webhooks/${id}/replay`)).data.status === 'done');

  const ask = await again();
  const made = await ask('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
  const isTold = () => receiver.calls.some(({ body }) => body.resource.id === made.body.id);
  await until(isTold).catch(() => {});
  expect(isTold()).toBe(true);
  await end();
});
