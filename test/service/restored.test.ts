import { expect, test } from 'vitest';
import { isAheadOfLog, resetToLog } from '../../projections/rebuild/restored.ts';
import { startTestService } from '../support/service.ts';

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
