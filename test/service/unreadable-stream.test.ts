import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command.ts';
import type { ProposedEvent } from '../support/eventstoredb-stand-in/log.ts';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';

/** What commands say of a stream that cannot be read: why, and not that there is none. */
let eventStoreDb: Awaited<ReturnType<typeof startStandIn>>;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  eventStoreDb = await startStandIn();
  service = await startTestService({ config: { eventStoreDbUrl: eventStoreDb.url }, hasCommands: true });
  company = await service.company();
  // Its first events are cut off, as somebody may do in EventStoreDB.
  const stream = `payroll_ledger.company-${company.id}`;
  const [first] = eventStoreDb.log.read(stream) as ProposedEvent[];
  eventStoreDb.log.remove(stream, 'softly');
  eventStoreDb.log.append(stream, 'any', [{ ...first!, id: randomUUID() }]);
});
afterAll(async () => {
  await service.close();
  await eventStoreDb.stop();
});

const run = async (...args: string[]) => {
  const command = runHere(args, service.env);
  return { code: await command.ended, out: command.stdout(), err: command.stderr() };
};
const CUT = expect.stringContaining('it was deleted or cut off in EventStoreDB');

test('an import into a company whose stream cannot be read says why, and one into no company that there is none', async () => {
  expect(await run('import', '.', '--company', company.id)).toEqual({ code: 1, out: '', err: CUT });
  const err = 'payroll: there is no company cmp_none\n';
  expect(await run('import', '.', '--company', 'cmp_none')).toEqual({ code: 2, out: '', err });
});

test('a history that cannot be read has no heading', async () => {
  expect(await run('audit', 'stream', company.id)).toEqual({ code: 1, out: '', err: CUT });
  const err = 'payroll: there is no stream employee-emp_none\n';
  expect(await run('audit', 'stream', 'emp_none')).toEqual({ code: 2, out: '', err });
});

test('a part has no history of its own: the refusal says whose history holds it', async () => {
  const err = 'payroll: an earning line item is in the stream of its pay stub: give the id of that\n';
  expect(await run('audit', 'stream', 'ernli_none')).toEqual({ code: 2, out: '', err });
});

test('a retry for what is no company says of which kinds there is none', async () => {
  const refused = (what: string) => ({ code: 2, out: '', err: `payroll: there is no ${what}\n` });
  for (const [id, what] of [
    ['nope', 'company or partner nope'],
    ['cmp_none', 'company cmp_none'],
    ['ptn_none', 'partner ptn_none'],
  ] as const)
    expect(await run('processes', 'retry', '--company', id)).toEqual(refused(what));
});

test('the audit names a record whose stream was cut off, also while the log still has its events', async () => {
  const other = await service.company();
  const person = (await other.request('POST', '/employees', { first_name: 'Ada', last_name: 'Roy' })).body.id;
  const stream = `payroll_ledger.employee-${person}`;
  expect((await run('audit', 'check', '--company', other.id)).code).toBe(0);
  eventStoreDb.log.remove(stream, 'softly');
  expect(eventStoreDb.log.all.some((event) => event.stream === stream)).toBe(true);
  const { code, out } = await run('audit', 'check', '--company', other.id);
  expect([code, out]).toEqual([2, expect.stringContaining(`employee-${person}`)]);
  expect(out).toContain('ledger_is_whole');
});
