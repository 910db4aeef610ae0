import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { idFor, type Known, type Random, randomFrom, type Schema, valueFor } from '../support/generate.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

/**
 * Whatever is sent, the service answers with the caller's fault or with success, never with its own: requests are made
 * from the reference, with members left out, added, and of every wrong kind.
 */
const REQUESTS = process.env.FULL ? 20_000 : 1_000;
const LANES = 12;
const SEED = Number(process.env.SEED ?? 20260121);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Endpoint {
  method: string;
  path: string;
  /** Takes the partner secret alone. */
  forPartner: boolean;
  body?: Schema;
  query: { name: string; schema: Schema }[];
}

const endpointsOf = (api: {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: { name: string; in: string; schema: Schema }[]; requestBody?: unknown; security?: unknown }
    >
  >;
}): Endpoint[] =>
  Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        forPartner: !JSON.stringify(operation.security ?? []).includes('access_token'),
        body: (operation.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content?.[
          'application/json'
        ]?.schema,
        query: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema }) => ({ name, schema })),
      })),
  );

const pathOf = (endpoint: Endpoint, random: Random, known: Known): string => {
  const strange = ['%00', '..%2f', 'é', 'x'.repeat(300), '%F0%9F%92%B8', '0'];
  const path = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    random.next() < 0.85 ? idFor(`${name.replace(/_id$/, '')}_id`, random, known) : random.pick(strange),
  );
  const pairs: string[] = [];
  for (const { name, schema } of endpoint.query) {
    if (random.next() > 0.25) continue;
    const suffix = random.pick(['', '', '', '[gte]', '[]', '[0]', '[0][0]', '[a][b]']);
    const value = valueFor(schema, random, known);
    pairs.push(
      `${name}${encodeURIComponent(suffix)}=${encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()).slice(0, 2_000)}`,
    );
  }
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
};

const operationOf = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));

/**
 * How an answer differs from what the reference says of it: a status that it does not name, a body of another shape.
 */
const unlikeReference = (
  api: { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> },
  { method, path }: Endpoint,
  { status, body, text }: TestAnswer,
): string | undefined => {
  const { responses } = api.paths[path]![method.toLowerCase()]!;
  if (!(status in responses)) return `${status} is not in the reference`;
  if (status >= 300) return undefined;
  const { schema, files } = operationOf.get(`${method} ${path}`)?.answers[status] ?? {};
  if (!schema && files) return undefined;
  if (!schema) return text === '' ? undefined : 'a body where the reference has none';
  const parsed = schema.safeParse(body);
  return parsed.success ? undefined : `not as the reference has it, ${JSON.stringify(parsed.error.issues.slice(0, 3))}`;
};

test(`none of ${REQUESTS} generated requests is answered with an internal error`, { timeout: 600_000 }, async () => {
  const company = await service.company();
  const other = await service.company('Another');
  const api = (await service.request('GET', '/openapi.json')).body;
  const ids: string[] = [company.id, other.id];
  const make = async (path: string, body: unknown) => {
    const { id } = (await company.request('POST', path, body)).body;
    ids.push(id);
    return id as string;
  };
  const entity = await make('/business_entities', {
    business_number: '123456782RP0001',
    name: 'Quince',
    in_preview: true,
  });
  const schedule = await make('/pay_schedules', {
    business_entity_id: entity,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
    // The last months alone: whatever changes somebody's pay is worked into these drafts, not into those of a year.
    generate_payrolls_from: '2026-11-01',
  });
  const person = await make('/employees', { first_name: 'Ada', last_name: 'Roy' });
  const work_assignment_id = await make('/work_assignments', { employee_id: person, pay_schedule_id: schedule });
  await make('/pay_rates', {
    work_assignment_id,
    type: 'hourly',
    rate: 20,
    expected_hours_per_week: 40,
    effective_from: '2026-01-01',
  });
  for (const path of ['/payrolls', '/pay_stubs'])
    for (const { id } of (await company.request('GET', path)).body.data) ids.push(id);
  const schemas = api.components.schemas as Known['components'];
  const endpoints = endpointsOf(api);
  const random = randomFrom(SEED);
  const faults: string[] = [];
  const seen = new Map<number, number>();
  let sent = 0;
  const lane = async () => {
    while (sent < REQUESTS && faults.length < 10) {
      sent += 1;
      const endpoint = random.pick(endpoints);
      const known: Known = { components: schemas, ids, nastiness: random.pick([0, 0, 0.02, 0.1]) };
      const credentials = [company.token, service.partnerSecret];
      const token = credentials[Number(endpoint.forPartner !== random.next() < 0.05)];
      // A revoked token would end the walk: revoking has tests of its own.
      if (endpoint.path === '/token' && endpoint.method === 'DELETE') continue;
      const body = endpoint.body ? valueFor(endpoint.body, random, known) : undefined;
      const path = pathOf(endpoint, random, known);
      const headers: Record<string, string> = random.next() < 0.3 ? { 'Accept-Language': 'fr' } : {};
      if (random.next() < 0.05) headers['If-Match'] = random.pick(['*', '"1"', 'x', '']);
      if (random.next() < 0.05) headers.Prefer = 'deprecate_sync_bulk=false, deprecate_benefit_percent=false';
      const answer = await service.request(endpoint.method, path, body, token, headers);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const told = `${endpoint.method} ${path} ${JSON.stringify(body)?.slice(0, 600)} -> ${answer.status} ${answer.text.slice(0, 300)}`;
      if (answer.status >= 500) faults.push(told);
      const unlike = unlikeReference(api, endpoint, answer);
      if (unlike) faults.push(`${unlike}: ${told}`);
      if (answer.status >= 400 && typeof answer.body?.message !== 'string') faults.push(`no message: ${told}`);
      if (answer.status === 422 && Object.keys(answer.body?.errors ?? {}).length === 0)
        faults.push(`no member named: ${told}`);
      if (answer.status === 201 && typeof answer.body?.id === 'string' && ids.length < 400) ids.push(answer.body.id);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(faults, `seed ${SEED}`).toEqual([]);
  // The walk is worth something only if much of it got through.
  const told = JSON.stringify([...seen].sort());
  expect(seen.get(201) ?? 0, told).toBeGreaterThan(REQUESTS / 200);
  expect(seen.get(200) ?? 0, told).toBeGreaterThan(REQUESTS / 20);
});
