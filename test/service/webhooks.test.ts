import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOutbound } from '../../src/platform/addresses.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { callOn, type Node, run, startNode, TENANT } from '../support/node.ts';

const PARTNER = { partner_id: TENANT.partner_id };
let database: TestDatabase;
let node: Node;

beforeAll(async () => {
  database = await freshDatabase();
  node = await startNode({ database, keys: memoryKeys() });
});
afterAll(async () => {
  await node.stop();
  await database.drop();
});

const create = (body: Record<string, unknown>, seed?: string) =>
  run(node, 'create_webhook', { tenant: PARTNER, body: { is_enabled: true, ...body }, seed });

/** Issues by member of a call that is refused. */
const refusedMembers = async (call: Promise<unknown>): Promise<string[]> => {
  const problem = await call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as { status: number; issues: { path: string }[] },
  );
  expect(problem.status).toBe(422);
  return problem.issues.map(({ path }) => path);
};

test('rule 1: a webhook has its own key, which its reads show and no table has in clear', async () => {
  const { status, body } = await create({ url: 'https://hooks.harbour.test/payroll', events: ['payroll_paid'] });
  expect(status).toBe(201);
  const { key } = body.data;
  expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.data).toMatchObject({ is_enabled: true, events: ['payroll_paid'] });
  const read = await run(node, 'retrieve_webhook', { tenant: PARTNER, params: { webhook: body.id } });
  expect(read.body.data.key).toBe(key);
  const other = await create({ url: 'https://hooks.harbour.test/b', events: ['resource_created', 'resource_created'] });
  expect(other.body.data.key).not.toBe(key);
  expect(other.body.data.events).toEqual(['resource_created']);

  const listed = await run(node, 'list_webhooks', {
    tenant: PARTNER,
    query: { events: ['payroll_paid', 'form_batch_completed'] },
  });
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  expect(listed.body.data[0].data.key).toBe(key);

  const tables = await database.sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')`;
  for (const { name } of tables) {
    const [{ rows }] = (await database.sql.unsafe(
      `select count(*) as rows from ${name} t where t::text like '%' || $1 || '%'`,
      [key.slice(6, 40)],
    )) as unknown as [{ rows: bigint }];
    expect({ name, rows }).toEqual({ name, rows: 0n });
  }
});

test('a repeated create shows the same key, and a change keeps it', async () => {
  const { origin } = callOn(node, { seed: 'req_webhook', tenant: PARTNER });
  const body = { url: 'https://a.test/', events: ['payroll_paid'], is_enabled: true };
  const first = await run(node, 'create_webhook', { tenant: PARTNER, body, origin });
  const second = await run(node, 'create_webhook', { tenant: PARTNER, body, origin: { ...origin, mayRepeat: true } });
  expect(second.body).toEqual(first.body);
  const changed = await run(node, 'update_webhook', {
    tenant: PARTNER,
    params: { webhook: first.body.id },
    body: { is_enabled: false },
  });
  expect(changed.body.data).toMatchObject({ is_enabled: false, key: first.body.data.key });
});

test('a URL with another scheme, with a password, or of a private network is refused, and the error names the member', async () => {
  const strict = { ...node.services, outbound: makeOutbound({ allowPrivate: false, allowLoopback: false }) };
  const wrong = [
    'ftp://files.test/',
    'hooks.harbour.test',
    'https:hooks.test',
    'https:///hooks.test/',
    'https://hooks.test\\@elsewhere.test/',
    'https://user:secret@hooks.test/',
    'http://10.0.0.7/',
    'http://192.168.1.1:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.7]/',
    'http://[fd00::1]/',
    'http://[64:ff9b::a00:7]/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://localhost:3000/',
    'https://./',
    'https://a..b/',
    'https://.hooks.test/',
    'https://hooks.test../',
    `https://${'a'.repeat(64)}.test/`,
    `https://${'hook.'.repeat(51)}test/`,
  ];
  for (const url of wrong)
    expect([
      url,
      await refusedMembers(
        run({ services: strict }, 'create_webhook', {
          tenant: PARTNER,
          body: { url, events: ['payroll_paid'] },
        }),
      ),
    ]).toEqual([url, ['url']]);
  for (const url of ['http://127.0.0.1:9/', 'http://localhost:9/', 'https://93.184.216.34/'])
    expect((await create({ url, events: ['payroll_paid'] })).status).toBe(201);
});
