import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, readPeople } from '../../examples/northlake/people.ts';
import type { Sql } from '../../src/database/connect.ts';
import { logOf } from '../support/log.ts';
import { startTestService, type TestAnswer, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * What is personal or secret stands in clear nowhere but where people search for it: not in the log, which is never
 * rewritten; not in stored answers, tasks, due work, deliveries or log lines. Read models hold names and addresses, but
 * no SIN and no key. The people are those of the example.
 */
let service: TestService;
let company: TestCompany;
let people: Person[];
/** What may not even be read in a table that people search. */
const secrets: string[] = [];
const CONTACT = ['Wilhelmina Ashgrove', 'wilhelmina@ashgrove.example', '5550199'];

const ok = async (answer: Promise<TestAnswer>) => {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
};

const bodyOf = (person: Person, sin: string) => ({
  first_name: person.first_name,
  last_name: person.last_name,
  date_of_birth: person.date_of_birth,
  sin,
  personal_email: person.email,
  work_email: `work.${person.email}`,
  address_line_1: person.address_line_1,
  city: person.city,
  province_code: person.province_code,
  postal_code: person.postal_code,
});

beforeAll(async () => {
  service = await startTestService();
  people = await readPeople();
  company = await service.company();
  secrets.push(service.partnerSecret, company.token, ...people.map(({ sin }) => sin));
  const webhook = await ok(
    service.request(
      'POST',
      '/webhooks',
      // Nobody listens there: what was to be told is kept, to be tried again.
      { url: 'http://127.0.0.1:9/', events: ['resource_created', 'resource_updated', 'async_task_completed'] },
      service.partnerSecret,
      { 'X-Idempotency-Key': 'a webhook' },
    ),
  );
  secrets.push(webhook.data.key, webhook.data.key.slice('whsec_'.length));
  const other = await ok(
    service.request('POST', '/companies', { name: 'Other' }, service.partnerSecret, {
      'X-Idempotency-Key': 'a company',
    }),
  );
  secrets.push(other.data.token.access_token);
  await ok(
    company.request('POST', '/business_entities', {
      business_number: '123456782RP0001',
      name: 'Northlake Bakery',
      contact_name: CONTACT[0],
      contact_email: CONTACT[1],
      contact_area_code: '613',
      contact_phone_number: CONTACT[2],
      in_preview: true,
    }),
  );
  // One by one with a key (answers are stored), changed, and revealed; the others in one batch.
  for (const [i, person] of people.slice(0, 4).entries()) {
    const { id } = await ok(
      company.request('POST', '/employees', bodyOf(person, person.sin), { 'X-Idempotency-Key': `person ${i}` }),
    );
    await ok(company.request('PUT', `/employees/${id}`, { sin: null }));
    await ok(
      company.request('PUT', `/employees/${id}`, { sin: person.sin, address_line_2: `Unit ${person.postal_code}` }),
    );
    const revealed = await ok(company.request('GET', `/employees/${id}/reveal`));
    expect(revealed.data.sin).toBe(person.sin);
    await ok(company.request('GET', `/employees?search_names=${encodeURIComponent(person.last_name)}`));
  }
  const batch = [
    ...people.slice(4).map((person) => bodyOf(person, person.sin)),
    // Refused, and told why: not with the value.
    { ...bodyOf(people[0]!, '123456789'), first_name: 'Zephaniah' },
  ];
  let task = await ok(company.request('POST', '/employees/batch/upsert', batch));
  await until(async () => {
    task = await ok(company.request('GET', `/async_tasks/${task.id}`));
    return task.data.status !== 'processing';
  });
  expect(task.data.results).toHaveLength(batch.length);
  // Malformed on the way in.
  for (const body of ['{"sin": "046454286"', JSON.stringify({ sin: '046454286', unknown: people[0]!.email })])
    expect((await company.request('POST', '/employees', body)).status).toBeGreaterThanOrEqual(400);
  secrets.push('046454286');
});
afterAll(() => service.close());

const personal = (): string[] => [
  ...CONTACT,
  'Zephaniah',
  ...people.flatMap((person) => [
    person.first_name,
    person.last_name,
    person.date_of_birth,
    person.email,
    person.address_line_1,
    person.postal_code,
  ]),
];

/** Every row of a table as text; bytes are hexadecimal. */
const rowsOf = async (sql: Sql, schema: string, table: string): Promise<string[]> =>
  (await sql<{ row: string }[]>`select t::text as row from ${sql(schema)}.${sql(table)} t`).map(({ row }) => row);

/** Whether a text has it: in sealed text a short one stands by chance, so as a word of its own. */
const isIn = (form: string, text: string): boolean => {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const beside = `${text[at - 1] ?? ' '}${text[at + form.length] ?? ' '}`;
    if (form.length > 5 || !/[A-Za-z0-9+/=]/.test(beside)) return true;
  }
  return false;
};

/** Where any of the values stands, in clear or as bytes. */
const found = (values: readonly string[], texts: readonly string[]): string[] => {
  const forms = values.flatMap((value) => [
    [value, value],
    // As JSON with escapes, as bytes, and as base64 wherever it may begin.
    [value, JSON.stringify(value).slice(1, -1)],
    [value, Buffer.from(value).toString('hex')],
    ...[0, 1, 2].map((offset) => {
      const padded = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
      // The first and last groups also hold bits of what stands beside it; what is left of a short one is found by
      // chance.
      const form = padded.toString('base64').slice(offset === 0 ? 0 : 4, -4);
      return [value, form.length >= 8 ? form : value];
    }),
  ]) as [string, string][];
  const text = texts.join('\n');
  return [...new Set(forms.filter(([, form]) => form.length >= 4 && isIn(form, text)).map(([value]) => value))];
};

test('no personal value and no secret is in the log or in a table outside the read models', async () => {
  const { sql } = service.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['event_log', 'idempotency_keys', 'due_work', 'webhook_deliveries', 'credentials']),
  );
  for (const { name } of tables) {
    const rows = await rowsOf(sql, 'public', name);
    expect([name, found([...secrets, ...personal()], rows)]).toEqual([name, []]);
  }
  // The log may be in another store.
  const log = (await logOf(service.service.foundation.store)).map((event) =>
    JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
  expect(log.filter((event) => event.includes('"EmployeeCreated"'))).toHaveLength(people.length);
  expect(found([...secrets, ...personal()], log)).toEqual([]);
  const [{ answers } = { answers: 0n }] =
    await sql`select count(*) as answers from idempotency_keys where answer is not null`;
  expect(answers).toBe(6n);
});

test('read models contain no SIN and no secret', async () => {
  const { sql } = service.database;
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables where table_schema like 'read\\_%'`;
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['employee', 'webhook', 'async_task']));
  const names: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await rowsOf(sql, schema, name);
    expect([name, found(secrets, rows)]).toEqual([name, []]);
    if (name === 'employee') names.push(...found(personal(), rows));
  }
  // That they are found here says that the search finds.
  expect(names).toEqual(expect.arrayContaining(people.map(({ last_name }) => last_name)));
});

test('no log line contains a personal value or a secret', () => {
  expect(service.lines.length).toBeGreaterThan(20);
  expect(found([...secrets, ...personal()], service.lines)).toEqual([]);
});
