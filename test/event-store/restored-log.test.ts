import { expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * What an operator who restores the database under a running service does to it, and a replica that takes over and had
 * not all.
 */
test('a process that has seen a position after the end of the log stops, and moves no checkpoint beyond that end', async () => {
  const service = await startTestService();
  const { sql } = service.database;
  const { request } = await service.company();
  const before = await service.service.services.store.head();
  for (let i = 0; i < 5; i++) await request('POST', '/employees', { first_name: 'Ada', last_name: `Obi ${i}` });
  // A checkpoint that is being written now would come after the log went back.
  await until(async () => {
    const head = await service.service.services.store.head();
    const behind = await sql`
      select from process_managers where position < ${head}
      union all select from projection_generations where position < ${head}`;
    return behind.length === 0;
  });
  await sql.begin(async (tx) => {
    await tx`alter table event_log disable trigger append_only`;
    await tx`delete from event_log where position > ${before}`;
    await tx`alter table event_log enable trigger append_only`;
    await tx`update projection_generations set position = ${before}`;
    await tx`update process_managers set position = ${before}, appended = least(appended, ${before})`;
  });
  const reason = await service.service.failed;
  expect(reason.message).toContain(`the event log ends at ${before}`);
  await service.service.stop();
  const ahead = await sql`
      select projection from projection_generations where position > ${before}
      union all select name from process_managers where position > ${before}`;
  expect(ahead).toEqual([]);
  await service.close();
});
