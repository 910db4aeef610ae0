import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventStore, START } from '../../src/event-store/port.ts';
import type { Service } from '../../src/main.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** One process answers, two do what follows: counting shows what each of them did. */
const COMPANIES = process.env.FULL ? 40 : 12;
const PEOPLE = 3;
const PATIENCE_ms = 120_000;

/** What a process has appended as population: how many events of each company, those again that it repeated. */
interface Done {
  events: Map<string, number>;
  ids: Set<string>;
}

const begun = new Set<Done>();
let begins = (): void => {};
const haveBegun = new Promise<void>((resolve) => {
  begins = resolve;
});

/** Neither process appends anything before the other one has work too, however fast the first would be. */
const watched = ({ services }: Service): Done => {
  const done: Done = { events: new Map(), ids: new Set() };
  const { append } = services.store;
  const counted: EventStore['append'] = async (stream, events, ...more) => {
    const { metadata } = events[0]!;
    if (metadata.actor !== 'process:population') return append(stream, events, ...more);
    if (begun.add(done).size === 2) begins();
    await haveBegun;
    const appended = await append(stream, events, ...more);
    const company = metadata.company_id!;
    done.events.set(company, (done.events.get(company) ?? 0) + events.length);
    for (const { id } of events) done.ids.add(id);
    return appended;
  };
  services.store.append = counted;
  return done;
};

let api: TestService;
let workers: Done[];
beforeAll(async () => {
  api = await startTestService({ config: { roles: ['api', 'projections'] } });
  const started = await Promise.all([1, 2].map(() => api.another({ config: { roles: ['processes'] } })));
  workers = started.map(watched);
});
afterAll(() => api.close());

/** An employer with people on a schedule that asks for payrolls to the end of the year. */
const employer = async (company: TestCompany): Promise<void> => {
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const answer = await company.request('POST', path, body);
    expect(`${path} ${answer.status} ${answer.status < 300 ? '' : answer.text}`).toMatch(/ 20[12] $/);
    return answer.body;
  };
  const entity = await post('/business_entities', {
    business_number: '123456782RP0001',
    name: 'Northlake',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
  });
  const { id: pay_schedule_id } = await post('/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-10-30',
    anchor_end_of_pay_period: '2026-10-31',
    day_1: -1,
    generate_payrolls_from: '2026-10-30',
  });
  for (let i = 0; i < PEOPLE; i++) {
    const { id: employee_id } = await post('/employees', { first_name: 'Ada', last_name: `Roy ${i}` });
    await post('/work_assignments', { employee_id, pay_schedule_id });
  }
};

test(`two processes share the population of ${COMPANIES} companies, and no work is done twice`, {
  timeout: PATIENCE_ms * 2,
}, async () => {
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => api.company()));
  await Promise.all(companies.map(employer));
  const complete = async (company: TestCompany): Promise<boolean> =>
    (await company.request('GET', '/pay_stubs?per_page=1')).body.meta.total === 3 * PEOPLE;
  await until(async () => (await Promise.all(companies.map(complete))).every(Boolean), PATIENCE_ms);
  const { store, gate } = api.service.services;
  expect(await gate.followed(await store.head(), ['population'], PATIENCE_ms)).toBe(true);

  const [first, second] = workers as [Done, Done];
  expect(first.events.size).toBeGreaterThan(0);
  expect(second.events.size).toBeGreaterThan(0);
  expect(new Set([...first.events.keys(), ...second.events.keys()])).toEqual(new Set(companies.map(({ id }) => id)));
  // What is in the log was appended once: not twice by one of them, nor by both, which the log would have taken for
  // one.
  const inLog = new Map<string, string[]>();
  for await (const events of store.readAll({ after: START, upTo: await store.head() }))
    for (const { id, metadata } of events)
      if (metadata.actor === 'process:population')
        inLog.set(metadata.company_id!, [...(inLog.get(metadata.company_id!) ?? []), id]);
  const twice = [...inLog].filter(
    ([company, ids]) =>
      (first.events.get(company) ?? 0) + (second.events.get(company) ?? 0) !== ids.length ||
      ids.some((id) => first.ids.has(id) && second.ids.has(id)),
  );
  // On a machine that stood still for longer than a lease, work may be begun again.
  const stoodStill = api.lines
    .filter((line) => line.includes('a lease of due work was lost'))
    .map((line) => JSON.parse(line) as { key: string; age_ms: number; lease_ms: number })
    .filter(({ age_ms, lease_ms }) => age_ms >= lease_ms)
    .map(({ key }) => key);
  expect(twice.map(([company]) => company).filter((company) => !stoodStill.includes(company))).toEqual([]);
});
