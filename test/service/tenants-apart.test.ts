import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '../../src/event-store/port.ts';
import type { Gate } from '../../src/kernel/definition/services.ts';
import { beatsUntil } from '../support/beats.ts';
import { runHere } from '../support/command.ts';
import { makePatient } from '../support/patient-gate.ts';
import { employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Companies share a service; what happens to one must not happen to another. */
let of: TestService;
let append: EventStore['append'];
let followed: Gate['followed'];
beforeAll(async () => {
  of = await startTestService({ hasCommands: true, drain_ms: 1_000 });
  ({ append } = of.service.services.store);
  ({ followed } = of.service.services.gate);
});
afterEach(() => {
  Object.assign(of.service.services.store, { append });
  Object.assign(of.service.services.gate, { followed });
});
afterAll(() => of.close());

const PERSON = { province: 'ca_on', salary: 52_000 };
/** Longer than any parked company's try takes, on the most loaded machine. */
const PATIENCE_ms = 60_000;

/** Population of a company cannot append anything as long as the returned object says so. */
const breakPopulation = (company_id: string) => {
  const trouble = { there: true };
  of.service.services.store.append = async (stream, events, expected) => {
    const { metadata } = events[0]!;
    if (trouble.there && metadata.actor === 'process:population' && metadata.company_id === company_id)
      // As an error may quote what somebody sent.
      throw new Error('this is \u001b[2Jtoo much');
    return append(stream, events, expected);
  };
  return trouble;
};

/** Runs commands on the service's database; gives what they print. */
const run = async (...args: string[]): Promise<string> => {
  const command = runHere(args, of.env);
  expect(`${await command.ended} ${command.stderr()}`).toBe('0 ');
  return command.stdout();
};

const health = async (): Promise<{ status: number; degraded: string[] }> => {
  const { status, body } = await of.request('GET', '/health/ready');
  return { status, degraded: body.degraded ?? [] };
};
/** Waits until the service says this of itself, and nothing else. */
const untilDegraded = (...degraded: string[]) =>
  expect.poll(health, { timeout: PATIENCE_ms }).toEqual({ status: 200, degraded });
const PARKED = 'process manager population is parked for 1 company: payroll processes list';

test('a company whose population fails does not stop others; it is parked, listed, retried and skipped, and the ledger records it', async () => {
  const bad = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const good = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const trouble = breakPopulation(bad.company.id);
  const pays = (rate: number) => bad.company.request('PUT', `/pay_rates/${bad.rates[0]}`, { rate });
  expect((await pays(60_000)).status).toBe(200);

  await untilDegraded(PARKED);
  const { text } = await of.request('GET', '/metrics');
  expect(text).toContain('process_manager_parked{manager="population"} 1');
  expect(text).toContain('process_manager_parked{manager="approval"} 0');

  // The neighbour is served as ever: what follows from a write is there when its answer comes, and payrolls are
  // approved.
  await good.hire(PERSON);
  const payroll = await good.next();
  expect(await good.stubOf(payroll, 1)).toBeDefined();
  expect((await good.company.request('POST', `/payrolls/${payroll.id}/approve`, {})).status).toBe(200);

  // Its own writes are taken, answered at once from the stream, and what they say is marked as behind.
  // A single one that waited for what is parked would take as long as all of them may.
  of.service.services.gate.followed = (position, follows, within_ms = PATIENCE_ms, tenant) =>
    followed(position, follows, within_ms, tenant);
  const asked_ms = performance.now();
  for (let i = 0; i < 3; i++)
    expect((await bad.company.request('POST', '/employees', { first_name: 'Bo', last_name: 'Li' })).status).toBe(201);
  expect((await pays(104_000)).body.data.rate).toBe(104_000);
  expect(performance.now() - asked_ms).toBeLessThan(PATIENCE_ms);
  of.service.services.gate.followed = followed;
  await until(async () => (await bad.stubOf(await bad.next(), 0)).data.is_stale === true, PATIENCE_ms);
  expect((await good.stubOf(await good.next(), 0)).data.is_stale).toBe(false);

  const failingEvent = async (): Promise<string> => {
    const pattern = `^population for ${bad.company.id} is parked after \\d+ tries, next try at .*, at event (\\S+) \\(PayRateChanged, .*: this is \\\\u001b\\[2Jtoo much$`;
    const listed = await run('processes', 'list');
    expect(listed).toMatch(new RegExp(pattern, 'm'));
    return new RegExp(pattern, 'm').exec(listed)![1]!;
  };
  await putOff(bad.company.id);
  await failingEvent();
  await whileTried(bad.company.id, async () => {
    expect(await run('processes', 'retry', '--company', bad.company.id)).toContain('is being tried at this moment');
    const [, tried] = /is being tried now, at event (\S+) /.exec(await run('processes', 'list'))!;
    const skip = runHere(
      ['processes', 'skip', '--company', bad.company.id, '--event', tried!, '--reason', 'it never ends'],
      of.env,
    );
    expect([await skip.ended, skip.stderr()]).toEqual([
      1,
      expect.stringContaining('at this moment and was not skipped'),
    ]);
  });
  trouble.there = false;
  await run('processes', 'retry', '--company', bad.company.id);
  await untilDegraded();
  await until(async () => (await bad.stubOf(await bad.next(), 0)).data.employee_summary.gross === 4_000, PATIENCE_ms);

  trouble.there = true;
  await pays(208_000);
  await untilDegraded(PARKED);
  await putOff(bad.company.id);
  const event = await failingEvent();
  for (const [company, said] of [
    ['cmp_none', 'there is no company cmp_none'],
    [good.company.id, `no work of ${good.company.id} fails at event ${event}; `],
  ] as const) {
    const skip = runHere(['processes', 'skip', '--company', company, '--event', event, '--reason', 'gone'], of.env);
    expect([await skip.ended, skip.stderr()]).toEqual([2, expect.stringContaining(said)]);
  }
  await run('processes', 'skip', '--company', bad.company.id, '--event', event, '--reason', 'it never ends');
  await untilDegraded();
  expect(await of.service.services.store.readStream(`process_manager-${bad.company.id}`)).toMatchObject([
    {
      type: 'ProcessEventSkipped',
      data: { manager: 'population', event_id: event, type: 'PayRateChanged', reason: 'it never ends' },
      metadata: { company_id: bad.company.id, causation_id: event, actor: 'operator:cli' },
    },
  ]);
});

test('where more companies fail than are listed, the command says so and fails', async () => {
  const { sql } = of.service.foundation;
  const event = JSON.stringify({ id: randomUUID(), type: 'PayrollPaid', stream: 'payroll-payrl_1', revision: '0' });
  await sql`
    insert into due_work (kind, key, payload, due_at, attempts, last_error)
    select 'manager/usage', 'cmp_' || n, '{}', now() + interval '5 minutes', 9, 'no' from generate_series(1, 1001) n`;
  await sql`
    insert into manager_inbox (manager, scope, position, event)
    select 'usage', 'cmp_' || n, 1, ${event}::text::json from generate_series(1, 1001) n`;
  try {
    for (const more of [[], ['--json']]) {
      const command = runHere(['processes', 'list', ...more], of.env);
      expect(await command.ended).toBe(1);
      expect(command.stderr()).toContain('more work fails than is listed: these are the first 1000');
      expect(command.stdout()).toContain('cmp_1');
    }
  } finally {
    await sql`delete from due_work where kind = 'manager/usage'`;
    await sql`delete from manager_inbox where manager = 'usage'`;
  }
});

/** Does something while another process is trying the work of a company. */
const whileTried = async (company_id: string, act: () => Promise<void>): Promise<void> => {
  const held = (holder: string | null, lease_until: string | null) => of.database.sql`
    update due_work set holder = ${holder}, lease_until = ${lease_until}
    where key = ${company_id} and kind = 'manager/population'`;
  await held(randomUUID(), new Date(Date.now() + 60_000).toISOString());
  await act();
  await held(null, null);
};

/**
 * The next try of a company's failed work is an hour away, as after a long trouble: only an operator can mend it now.
 */
const putOff = (company_id: string): Promise<void> =>
  until(async () => {
    const { count } = await of.database.sql`
      update due_work set due_at = clock_timestamp() + interval '1 hour'
      where key = ${company_id} and kind = 'manager/population' and holder is null and last_error is not null`;
    return count > 0;
  }, PATIENCE_ms);

test('a small company gets its stub while as many large companies are populated as a process works on at once', async () => {
  const fifth = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const weekly = {
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2023-12-22',
    anchor_end_of_pay_period: '2023-12-17',
    generate_payrolls_from: '2026-12-18',
  };
  const larges = await Promise.all(Array.from({ length: 4 }, () => employerWith(of, [PERSON], weekly)));
  const { store } = of.service.services;
  const begun = new Set<string>();
  let isSlow = true;
  // Nothing is done for the four while nobody waits for it, however long requests of the fifth take.
  let fifthWaits = false;
  const looking = async (): Promise<void> => {
    for (; isSlow; await pause(20))
      fifthWaits =
        (
          await of.database.sql`
            select from due_work where kind = 'manager/population' and key = ${fifth.company.id} and holder is null`
        ).length > 0;
  };
  store.append = async (stream, events, expected) => {
    const { actor, company_id } = events[0]!.metadata;
    if (isSlow && actor === 'process:population' && company_id !== fifth.company.id) {
      begun.add(company_id!);
      await pause(APPEND_ms);
      while (isSlow && !fifthWaits) await pause(20);
    }
    return append(stream, events, expected);
  };
  const stubsOf = async (large: (typeof larges)[number]): Promise<number> =>
    (await large.call('GET', '/pay_stubs?per_page=1')).meta.total;
  const past = larges.map(async (large) => {
    const [schedule] = (await large.call('GET', '/pay_schedules')).data;
    return large.company.request('PUT', `/pay_schedules/${schedule.id}`, { generate_payrolls_from: '2025-12-26' });
  });
  await until(() => begun.size === larges.length, PATIENCE_ms);
  const looked = looking();
  try {
    await fifth.hire(PERSON);
    const next = await fifth.next();
    const hired = async () => (await fifth.call('GET', `/pay_stubs?payroll_id=${next.id}`)).meta.total === 2;
    await until(hired, 2 * PATIENCE_ms);
    // None of the four had to come to its end before.
    for (const large of larges) expect(await stubsOf(large)).toBeLessThan(WEEKS);
  } finally {
    isSlow = false;
    await looked;
  }
  for (const put of past) expect((await put).status).toBe(200);
  for (const large of larges) await until(async () => (await stubsOf(large)) >= WEEKS, 2 * PATIENCE_ms);
});

/** Pay dates from the end of 2025 to that of 2026. */
const WEEKS = 50;
/** Eight payrolls at once, with two appends each: the 50 take more than seven seconds, of which a turn is one. */
const APPEND_ms = 600;

test('a company can hire and pay while a population, an approval or a bulk call of other companies is stuck', async () => {
  const small = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const neighbour = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const approving = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const bulk = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const theirs = await approving.next();
  const { store } = of.service.services;
  const held = new Set<string>();
  let letGo = (): void => {};
  const going = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  store.append = async (stream, events, expected) => {
    const { actor = '', company_id } = events[0]!.metadata;
    const isTheirs = company_id === neighbour.company.id || company_id === approving.company.id;
    const isBulk = company_id === bulk.company.id && stream.startsWith('pay_rate-');
    if ((isTheirs && actor.startsWith('process:')) || isBulk) {
      held.add(isBulk ? 'bulk' : actor);
      await going;
    }
    return append(stream, events, expected);
  };
  const payroll = await neighbour.next();
  let isRaised = false;
  const raise = neighbour.company.request('PUT', `/pay_rates/${neighbour.rates[0]}`, { rate: 104_000 });
  const raised = raise.finally(() => {
    isRaised = true;
  });
  await until(() => held.has('process:population'), PATIENCE_ms);
  const closing = approving.company.request('POST', `/payrolls/${theirs.id}/approve`, {});
  await until(() => held.has('process:approval'), PATIENCE_ms);
  const { data: rate } = await bulk.call('GET', `/pay_rates/${bulk.rates[0]}`);
  const upsert = [{ id: bulk.rates[0], title: 'Base', rate: rate.rate }];
  expect((await bulk.company.request('POST', '/pay_rates/batch/upsert', upsert)).status).toBe(202);
  await until(() => held.has('bulk'), PATIENCE_ms);
  const asked_ms = performance.now();
  await small.hire(PERSON);
  expect((await small.stubOf(await small.next(), 1)).data.employee_summary.gross).toBe(2_000);
  await small.approve();
  expect(performance.now() - asked_ms).toBeLessThan(PATIENCE_ms);
  // An answer waits for its own company's population.
  expect(isRaised).toBe(false);
  const approved = neighbour.company.request('POST', `/payrolls/${payroll.id}/approve`, {});
  letGo();
  expect((await raised).status).toBe(200);
  expect((await approved).status).toBe(200);
  expect((await closing).status).toBe(200);
  const renamed = async () => (await bulk.call('GET', `/pay_rates/${bulk.rates[0]}`)).data.title === 'Base';
  await until(renamed, PATIENCE_ms);
  expect((await neighbour.stubOf(payroll, 0)).data.employee_summary.gross).toBe(4_000);
});

test('a company with an event that cannot be folded is read-only, and its answers say so; others continue', async () => {
  const bad = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const good = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const { store } = of.service.services;
  const before = { first_name: 'Ada', last_name: 'Roy' };
  const hire = () => bad.company.request('POST', '/employees', before, { 'X-Idempotency-Key': 'hire-ada' });
  const hired = await hire();
  expect(hired.status, hired.text).toBe(201);
  const stream = `pay_rate-${bad.rates[0]}`;
  const { metadata, revision } = (await store.readStream(stream)).at(-1)!;
  const { company_id, partner_id, occurred_at } = metadata;
  const unknown = { id: crypto.randomUUID(), type: 'PayRateStruckByLightning', data: {} };
  await store.append(stream, [{ ...unknown, metadata: { company_id, partner_id, occurred_at } }], revision);
  await untilDegraded('read model pay-items is parked for 1 company: payroll projections list');

  // The table says so first; the process hears of it a moment later, and takes what comes before.
  let taken = 0;
  const refused = async () => {
    const answer = await bad.company.request('POST', '/employees', { first_name: 'Bo', last_name: 'Li' });
    if (answer.status === 201) taken++;
    return answer;
  };
  await until(async () => (await refused()).status === 503, PATIENCE_ms);
  const answer = await refused();
  expect(answer.headers.get('Retry-After')).toBe('30');
  expect(answer.text).toContain('can be read, and not be written now');
  const business_entity_id = (await bad.call('GET', '/business_entities')).data[0].id;
  const everybody = { business_entity_id, work_assignments: { include: 'all' } };
  const found = await bad.company.request('POST', '/pay_rates/search', everybody);
  expect([found.status, found.body.meta?.total], found.text).toEqual([200, 1]);
  const taxes = { business_entity_id, year: 2026 };
  const calculated = await bad.company.request('POST', '/calculations/employer_health_tax', taxes);
  expect(calculated.status, calculated.text).toBe(200);
  // What was acknowledged before stays so.
  const repeated = await hire();
  expect([repeated.status, repeated.body.id]).toEqual([201, hired.body.id]);
  await until(async () => (await bad.call('GET', '/employees')).meta.total === 2 + taken, PATIENCE_ms);
  expect((await bad.call('GET', `/pay_rates/${bad.rates[0]}`)).data.rate).toBe(52_000);

  expect(await run('projections', 'list')).toMatch(
    new RegExp(`pay-items is parked for ${bad.company.id} at event .* of ${stream}: .*PayRateStruckByLightning`),
  );

  await good.hire(PERSON);
  expect(await good.stubOf(await good.next(), 1)).toBeDefined();
});

test('while a thousand stubs of another company are populated, changes of a small company are followed at once', async () => {
  const small = await employerWith(of, [PERSON], LAST_OF_YEAR);
  const LARGE = 8;
  const large = await employerWith(
    of,
    Array.from({ length: LARGE }, () => PERSON),
    {
      title: 'Weekly',
      pay_frequency: 'weekly',
      anchor_pay_date: '2023-12-22',
      anchor_end_of_pay_period: '2023-12-17',
      generate_payrolls_from: '2026-12-18',
    },
  );
  const hire = async (): Promise<number> => {
    const begun_ms = performance.now();
    const { id: employee_id } = await small.call('POST', '/employees', { first_name: 'Ada', last_name: 'Roy' });
    const [schedule] = (await small.call('GET', '/pay_schedules')).data;
    const { id } = await small.call('POST', '/work_assignments', { employee_id, pay_schedule_id: schedule.id });
    const payroll = await small.next();
    const path = `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${id}`;
    expect((await small.call('GET', path)).data).toHaveLength(1);
    return performance.now() - begun_ms;
  };
  const quiet_ms = Math.max(await hire(), await hire(), await hire());

  const [schedule] = (await large.call('GET', '/pay_schedules')).data;
  const stubs = async () => (await large.call('GET', '/pay_stubs?per_page=1')).meta.total as number;
  const before = await stubs();
  let begun = 0;
  let isMeasured = false;
  of.service.services.store.append = async (stream, events, expected) => {
    const { actor, company_id } = events[0]!.metadata;
    if (actor === 'process:population' && company_id === large.company.id && ++begun > LARGE * 70)
      await until(() => isMeasured, PATIENCE_ms);
    return append(stream, events, expected);
  };
  const past = large.company.request('PUT', `/pay_schedules/${schedule.id}`, { generate_payrolls_from: '2023-12-22' });
  await until(async () => (await stubs()) > before, PATIENCE_ms);
  const during_ms: number[] = [];
  const all = before + LARGE * 140;
  // It is measured beside the work, not after it.
  while (during_ms.length === 0 || ((await stubs()) < all && during_ms.length < 6)) {
    during_ms.push(await hire());
    isMeasured = true;
  }
  expect(Math.min(...during_ms)).toBeLessThan(10 * quiet_ms + 500);
  expect((await past).status).toBe(200);
});

test('stopping waits at most its limit, whatever a process manager is doing', async () => {
  const { services } = of.service;
  let begun = false;
  services.store.append = (stream, events, expected) => {
    if (events[0]?.metadata.actor !== 'process:population') return append(stream, events, expected);
    begun = true;
    return new Promise(() => {});
  };
  // What follows from it does not come.
  makePatient(services.gate, 2_000);
  await employerWith(of, [], LAST_OF_YEAR);
  await until(() => begun, PATIENCE_ms);
  expect(await beatsUntil(of.service.stop())).toBeLessThan(30_000);
});
