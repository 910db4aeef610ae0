import { afterAll, expect, test } from 'vitest';
import type { Operation } from '../../src/kernel/definition/operation.ts';
import { operations } from '../../src/operations.ts';
import { startTestService, type TestCompany } from '../support/service.ts';

// A company's token sees that company only. Every operation of the reference is called without a token, with the wrong
// kind, and by a stranger who names records of another company.
const service = await startTestService();
afterAll(() => service.close());
const ours = await service.company('Ours');
const stranger = await service.company('Strangers');

const made = async (path: string, body: unknown): Promise<string> => {
  const answer = await ours.request('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body.id;
};

/** Records of our company, by object. */
const records: Record<string, string> = { company: ours.id };
records.business_entity = await made('/business_entities', {
  name: 'Ours Inc.',
  business_number: '123456782RP0001',
  in_preview: true,
  tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
});
records.pay_schedule = await made('/pay_schedules', {
  business_entity_id: records.business_entity,
  title: 'Bi-weekly',
  pay_frequency: 'bi-weekly',
  anchor_pay_date: '2026-01-09',
  anchor_end_of_pay_period: '2026-01-04',
  generate_payrolls_from: '2026-11-27',
});
records.employee = await made('/employees', { first_name: 'Ada', last_name: 'Obi' });
records.work_assignment = await made('/work_assignments', {
  employee_id: records.employee,
  pay_schedule_id: records.pay_schedule,
});
records.allowance = await made('/allowances', {
  work_assignment_id: records.work_assignment,
  allowance_type: 'cell_phone_allowance',
  amount: 60,
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
});
for (const [object, path] of [
  ['payroll', '/payrolls'],
  ['pay_stub', '/pay_stubs'],
  ['tax_property', '/tax_properties'],
  ['allowance_line_item', '/allowance_line_items'],
] as const) {
  const first = (await ours.request('GET', path)).body?.data?.[0]?.id;
  if (first) records[object] = first;
}

const UNKNOWN = 'zz_01K2ZQ7M4T8W3N5R6V9X0Y1A2B';
const pathOf = (path: string, ids: Record<string, string>): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN);

/** What anybody may call has a state of its own that says for whom: test/unit/kernel/actions.test.ts. */
const credentialed = operations.filter(({ auth }) => auth !== 'public');
/** What takes a file and nothing else is sent one. */
const sentTo = ({ upload, body }: Operation): { given: unknown; headers: Record<string, string> } =>
  upload && !body ? { given: 'x', headers: { 'Content-Type': upload.types[0] } } : { given: {}, headers: {} };
test.each(
  credentialed.map((one) => ({ id: one.id, method: one.method, path: one.path, auth: one.auth, ...sentTo(one) })),
)('$method $path', async ({ method, path, auth, given, headers }) => {
  const body = method === 'POST' || method === 'PUT' ? given : undefined;
  const target = pathOf(path, records);
  const without = await service.request(method, target, body, undefined, headers);
  expect(without.status).toBe(401);

  if (auth !== 'either') {
    const wrong = auth === 'partner' ? stranger.token : service.partnerSecret;
    expect((await service.request(method, target, body, wrong, headers)).status).toBe(403);
  }
  if (auth === 'partner') return;

  const seen = await stranger.request(method, target, body, headers);
  if (path.includes('{')) {
    expect([404, 422]).toContain(seen.status);
    // Nothing tells whether the record is another's or nobody's.
    const unknown = await stranger.request(method, pathOf(path, {}), body, headers);
    expect([unknown.status, unknown.body.message]).toEqual([seen.status, seen.body.message]);
  }
  for (const id of Object.values(records)) if (!target.includes(id)) expect(seen.text).not.toContain(id);
});

/** Streams that are asked for in the same moment are asked for together: what one caller sent must not move the others'. */
test('an id that no record can have is not found wherever it is sent, and whoever asks beside it gets their own', async () => {
  const named = await Promise.all(
    ['Bo', 'Cy', 'Di', 'Ed'].map((first_name) =>
      stranger.request('POST', '/employees', { first_name, last_name: 'Li' }),
    ),
  );
  const theirs: string[] = named.map(({ body }) => body.id);
  const odd = [
    `${records.employee}\nemployee-${records.employee}`,
    '\n',
    ...['\r', '\u2028', 'e\u0301', '/x'].map((end) => `${theirs[0]}${end}`),
    'e'.repeat(255),
  ];
  const unstorable = ['e'.repeat(256), '\u0000'];
  /** Sends each of them in the same moment as others change their own records. */
  const beside = async <A>(send: (id: string) => Promise<A>): Promise<A[]> => {
    const answers = await Promise.all(
      odd.flatMap((id, i) => {
        const mine = theirs[i % theirs.length]!;
        const kept = stranger.request('PUT', `/employees/${mine}`, { middle_initial: 'QRS'[i % 3] });
        return [send(id), kept.then(({ status, body }) => expect([status, body.id]).toEqual([200, mine]))] as const;
      }),
    );
    return answers.filter((_, i) => i % 2 === 0) as A[];
  };
  const others: unknown[] = [];
  for (const operation of operations) {
    const { path, method, auth } = operation;
    if (!path.includes('{') || auth === 'public') continue;
    const { given, headers } = sentTo(operation);
    const body = method === 'POST' || method === 'PUT' ? given : undefined;
    const secret = auth === 'partner' ? service.partnerSecret : ours.token;
    const call = (id: string) =>
      service.request(method, path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(id)), body, secret, headers);
    const unknown = await call(UNKNOWN);
    const answers = await (path === '/employees/{employee}'
      ? beside(call)
      : Promise.all([...odd, ...unstorable].map(call)));
    for (const { status, body: told } of answers)
      if (status !== unknown.status || told.message !== unknown.body.message) others.push([method, path, status, told]);
  }
  expect(others).toEqual([]);
  for (const path of ['/employees/batch/upsert', '/pay_rates/batch/delete']) {
    const tasks = await beside((id) => ours.request('POST', path, [{ id }]));
    expect(tasks.map(({ status }) => status)).toEqual(odd.map(() => 202));
  }
  const refused = await beside((id) =>
    service.request('GET', `/oauth/callback?code=c&state=${encodeURIComponent(`${id}.x`)}`),
  );
  expect(refused.map(({ status }) => status)).toEqual(odd.map(() => 400));
});

test('the vacation pay balance of a work assignment of another company is answered like that of an unknown one', async () => {
  const asked = async (id: string) => {
    const { status, body } = await stranger.request('GET', `/vacation_pay_balance?work_assignment_id=${id}`);
    return [status, body.errors];
  };
  expect(await asked(records.work_assignment!)).toEqual(await asked('wrk_none'));
  expect((await asked('wrk_none'))[0]).toBe(422);
});

/** What a list must be asked with. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = { '/payments': ['business_entity_id'] };
/** The id parameters of lists: filters by somebody else's record find nothing. */
const lists = operations.filter(
  ({ method, path, auth }) =>
    method === 'GET' && !path.includes('{') && auth === 'company' && path !== '/vacation_pay_balance',
);
test.each(
  lists.flatMap(({ path, query = {} }) =>
    Object.keys(query)
      .filter((name) => records[name.replace(/_id$/, '')] && name.endsWith('_id'))
      .map((name) => ({ path, name, required: REQUIRED[path] ?? [] })),
  ),
)("GET $path?$name= of another's record is an empty list", async ({ path, name, required }) => {
  const ofRecord = (id: string) => `${id}=${records[id.replace(/_id$/, '')]}`;
  const asked = [...new Set([name, ...required])].map(ofRecord).join('&');
  const { status, body } = await stranger.request('GET', `${path}?${asked}`);
  expect(status).toBe(200);
  expect(body.data).toEqual([]);
});

test('a member with the id of a record of another company is the same 422 as one with an unknown id', async () => {
  const refusalOf = async (company: TestCompany, id: string) => {
    const { status, body } = await company.request('POST', '/pay_schedules', {
      business_entity_id: id,
      title: 'x',
      pay_frequency: 'weekly',
      anchor_pay_date: '2026-01-09',
      anchor_end_of_pay_period: '2026-01-04',
    });
    return { status, errors: body.errors };
  };
  const theirs = await refusalOf(stranger, records.business_entity!);
  expect(theirs).toEqual({ status: 422, errors: { business_entity_id: [expect.any(String)] } });
  expect(await refusalOf(stranger, 'be_01K2ZQ7M4T8W3N5R6V9X0Y1A2B')).toEqual(theirs);
});

/** Another partner has a credential of the same kind, and none of our companies, webhooks and secrets. */
const { partner_secret: other } = await service.service.foundation.credentials.createPartner({
  name: 'Another partner',
  existing: false,
});
const asPartner = (method: string, path: string, body?: unknown, secret = service.partnerSecret, headers = {}) =>
  service.request(method, path, body, secret, headers);
const hook = await asPartner('POST', '/webhooks', {
  url: 'https://hooks.example.com/ours',
  events: ['payroll_approved'],
});
/** Records of our partner, by object. */
const partners: Record<string, string> = { ...records, webhook: hook.body.id };
for (const { method, path, auth } of operations) {
  if (method !== 'GET' || auth !== 'partner' || path.endsWith('}')) continue;
  const { data } = (await asPartner('GET', pathOf(path, partners))).body;
  if (Array.isArray(data) && data.length > 0) partners[data[0].object] = data[0].id;
}

test.each(
  operations
    .filter(({ auth }) => auth === 'partner' || auth === 'either')
    .map((one) => ({ method: one.method, path: one.path, ...sentTo(one) })),
)('$method $path by another partner', async ({ method, path, given, headers }) => {
  const body = method === 'POST' || method === 'PUT' ? given : undefined;
  const target = pathOf(path, partners);
  const seen = await asPartner(method, target, body, other, headers);
  if (path.includes('{')) {
    expect([404, 422]).toContain(seen.status);
    const unknown = await asPartner(method, pathOf(path, {}), body, other, headers);
    expect([unknown.status, unknown.body.message]).toEqual([seen.status, seen.body.message]);
  }
  for (const id of Object.values(partners)) if (!target.includes(id)) expect(seen.text).not.toContain(id);
});

test('another partner cannot issue or revoke tokens of a company, and has its own idempotency keys', async () => {
  const none = 'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B';
  for (const [method, path] of [
    ['POST', '/token'],
    ['DELETE', '/token'],
  ] as const) {
    const refused = await asPartner(method, path, { company_id: ours.id }, other);
    const unknown = await asPartner(method, path, { company_id: none }, other);
    expect([refused.status, refused.body.errors]).toEqual([422, unknown.body.errors]);
  }
  expect((await ours.request('GET', '/employees')).status).toBe(200);
  const keyed = (secret: string) =>
    asPartner('POST', '/companies', { name: 'Keyed' }, secret, { 'X-Idempotency-Key': 'the-same-key' });
  const [first, second] = [await keyed(service.partnerSecret), await keyed(other)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).not.toBe(first.body.id);
  expect(Object.keys(partners)).toEqual(expect.arrayContaining(['webhook', 'webhook_key', 'partner_secret']));
});
