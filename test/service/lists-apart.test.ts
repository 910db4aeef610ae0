import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/connect.ts';
import { waitingForTables } from '../support/database.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A page far into a list takes long. Those of one company leave the others their connections. */
let of: TestService;
beforeAll(async () => {
  of = await startTestService();
});
afterAll(() => of.close());

const AT_ONCE = 2;
const WAITING = 50;
const BEYOND = 4;
const FAR = '/earning_line_items?per_page=100&page=101';

/** Asks for more pages than may wait. All have come where those beyond are refused; `rest` are all answers. */
const moreThanMayWait = (ask: () => Promise<TestAnswer>) => {
  const refused: TestAnswer[] = [];
  const rest = Promise.all(
    Array.from({ length: AT_ONCE + WAITING + BEYOND }, async () => {
      const answer = await ask();
      if (answer.status !== 200) refused.push(answer);
      return answer;
    }),
  );
  return { refused, rest };
};

/** The body that searches the work assignments of an employer for people of a name. */
const payeesNamed = async (payee_names: string, { request }: Awaited<ReturnType<TestService['company']>>) => {
  const { id } = (
    await request('POST', '/business_entities', { name: 'Northlake', business_number: '123456782RP0001' })
  ).body;
  return { business_entity_id: id, work_assignments: { include: { payee_names } } };
};

test.each([
  ['far pages', FAR, 'pay-items', 'earning_line_item', '/employees'],
  ['searches for names', '/employees?search_names=roy', 'people', 'employee', '/earning_line_items'],
  ['large searches', '/contractors?search_names=roy&per_page=100', 'people', 'contractor', '/employees?per_page=100'],
  ['large searches by a body', '/work_assignments/search?per_page=100', 'people', 'work_assignment', '/employees'],
])(
  '%s of one company keep no other from reading; beyond those that wait a page is refused',
  async (_, path, models, table, other) => {
    const [slow, quick] = [await of.company(), await of.company()];
    const method = path.includes('/search?') ? 'POST' : 'GET';
    const body = method === 'POST' ? await payeesNamed('roy', slow) : undefined;
    const { schema } = of.service.foundation.models.progress.live(models)!;
    const sql = openDatabase(of.database.address, { max: 2 });
    // A pool that was never used reserves none.
    await sql`select`;
    const held = await sql.reserve();
    try {
      // Whoever reads this table waits, as for a page that takes long.
      await held.unsafe(`begin; lock table ${schema}.${table} in access exclusive mode`);
      const { refused, rest } = moreThanMayWait(() => slow.request(method, path, body));
      await until(async () => (await waitingForTables(sql)) === AT_ONCE && refused.length === BEYOND);
      expect((await quick.request('GET', other)).status).toBe(200);
      expect((await slow.request('GET', other)).status).toBe(200);
      expect(await waitingForTables(sql)).toBe(AT_ONCE);
      await held.unsafe('commit');
      await rest;
      expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
        Array.from({ length: BEYOND }, () => [429, '1']),
      );
      expect(refused[0]!.body.message).toContain(
        'Too many pages far into lists, searches for names, or lists of calls to a webhook, are asked for at once',
      );
      expect((await slow.request(method, path, body)).status).toBe(200);
    } finally {
      held.release();
      await sql.end({ timeout: 1 });
    }
  },
);

test.each([
  ['large pages', '/earnings?per_page=100'],
  ['pages that embed', '/earnings?expand[]=work_assignment'],
])(
  '%s of one company are made four at a time, beside its small ones; beyond those that wait one is refused',
  async (_, path) => {
    const [large, other] = [await of.company(), await of.company()];
    const { read } = of.service.services;
    const list = read.list.bind(read);
    let begun = 0;
    let go = (): void => {};
    const allowed = new Promise<void>((resolve) => {
      go = resolve;
    });
    const theirs = [large.id, other.id];
    const spied = vi.spyOn(read, 'list').mockImplementation(async (object, tenant, query) => {
      if (['earning', 'employee'].includes(object) && theirs.includes(tenant.company_id ?? '')) begun++;
      if (object === 'earning' && tenant.company_id === large.id) await allowed;
      return list(object, tenant, query);
    });
    try {
      let refused = 0;
      const pages = Array.from({ length: 4 + 500 + 3 }, async () => {
        const { status } = await large.request('GET', path);
        if (status === 429) refused++;
        return status;
      });
      await until(() => begun >= 4);
      const small = large.request('GET', '/earnings');
      await until(() => begun >= 5);
      for (const company of [other, large]) expect((await company.request('GET', '/employees')).status).toBe(200);
      expect((await other.request('GET', path)).status).toBe(200);
      expect(begun).toBe(5 + 3);
      await until(() => refused === 3);
      go();
      expect((await small).status).toBe(200);
      expect((await Promise.all(pages)).filter((status) => status === 200)).toHaveLength(4 + 500);
      expect(begun).toBe(4 + 500 + 1 + 3);
    } finally {
      go();
      spied.mockRestore();
    }
  },
);

test('far pages of the calls to a webhook are read as those of any list', async () => {
  const other = await of.company();
  const webhook = { url: 'https://receiver.example.com/', events: ['payroll_approved'] };
  const made = await of.request('POST', '/webhooks', webhook, of.partnerSecret);
  expect(made.status).toBe(201);
  const far = `/webhooks/${made.body.id}/deliveries?per_page=100&page=101`;
  const sql = openDatabase(of.database.address, { max: 2 });
  await sql`select`;
  const held = await sql.reserve();
  try {
    await held.unsafe('begin; lock table webhook_attempts in access exclusive mode');
    const { refused, rest } = moreThanMayWait(() => of.request('GET', far, undefined, of.partnerSecret));
    await until(async () => (await waitingForTables(sql)) === AT_ONCE && refused.length === BEYOND);
    expect((await other.request('GET', '/employees')).status).toBe(200);
    expect(await waitingForTables(sql)).toBe(AT_ONCE);
    await held.unsafe('commit');
    await rest;
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  } finally {
    held.release();
    await sql.end({ timeout: 1 });
  }
});
