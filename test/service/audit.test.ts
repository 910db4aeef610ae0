import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../src/audit/invariants.ts';
import { attached } from '../../src/cli/terminal/attach.ts';
import { addDays } from '../../src/values/dates.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { findingsOf } from '../support/audit.ts';
import { runHere } from '../support/command.ts';
import { layPast } from '../support/past.ts';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A healthy company passes the audit; each fault that is planted in one is found, and named by its invariant. */
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
});
afterAll(() => service.close());

/** One payroll to approve, and one to be next. */
const LAST_TWO = { ...LAST_OF_YEAR, generate_payrolls_from: '2026-12-11' };

/** Two people, one payroll approved, and a bonus on the next one. */
const companyWithPast = async () => {
  const people = [
    { province: 'ca_on', salary: 52_000 },
    { province: 'ca_qc', salary: 78_000 },
  ];
  const employer = await employerWith(service, people, LAST_TWO);
  const approved = await employer.approve();
  const next = await employer.next();
  const stub = await employer.stubOf(next, 0);
  await employer.call('POST', '/earning_line_items', {
    pay_stub_id: stub.id,
    earning_type: 'bonus_discretionary',
    custom_amount: 500,
  });
  return { ...employer, approved, next, stub };
};

/** What the audit says of a company, as invariant and record. */
const audited = async (company: { id: string }) =>
  (await findingsOf(service, company.id)).map(({ invariant, record }) => `${invariant} ${record}`);

const append = async (
  company: { id: string },
  stream: string,
  type: string,
  data: JsonObject,
  actor: string,
  more: JsonObject = {},
) => {
  const { store } = service.service.services;
  const events = await store.readStream(stream).catch(() => []);
  const { partner_id } = service.service.firstPartner!;
  const metadata = { company_id: company.id, partner_id, actor, occurred_at: '2026-01-05T17:00:00.000000Z', ...more };
  await store.append(
    stream,
    [{ id: crypto.randomUUID(), type, data, metadata }],
    events.at(-1)?.revision ?? 'no_stream',
  );
};

/** Runs a command on the database of the service, which goes on running. */
const payroll = async (...args: string[]) => {
  const command = runHere(args, service.env);
  return { code: await command.ended, out: command.stdout(), err: command.stderr() };
};

test('a past that was laid for an employer has no findings, in the year of its next payroll and the one before', async () => {
  const people = [
    { province: 'ca_on', salary: 52_000 },
    { province: 'ca_qc', salary: 78_000 },
  ];
  const schedule = { ...LAST_OF_YEAR, generate_payrolls_from: '2026-01-23' };
  const { company, next } = await employerWith(service, people, schedule);
  const { services, firstPartner } = service.service;
  const tenant = { partner_id: firstPartner!.partner_id, company_id: company.id };
  await layPast(services, tenant, (await next()).data.pay_schedule.id, 4);
  expect(await findingsOf(service, company.id)).toEqual([]);
});

test('a read that takes longer than a request would wait for it ends no command', async () => {
  const { company } = await companyWithPast();
  const { sql } = service.service.foundation;
  let holding: Promise<unknown> = Promise.resolve();
  await new Promise<void>((held) => {
    holding = sql.begin(async (tx) => {
      await tx`lock table event_log in access exclusive mode`;
      held();
      await tx`select pg_sleep(10.5)`;
    });
  });
  const reconciled = await payroll('audit', 'reconcile', '--company', company.id);
  expect(reconciled).toMatchObject({ code: 0, out: expect.stringContaining('1 payroll reconciled'), err: '' });
  await holding;
  // Of what the read models answer a request waits for longer.
  await attached(service.env, async (foundation) => {
    expect(await foundation.sql`show statement_timeout`).toEqual([{ statement_timeout: '2min' }]);
  });
});

test('a company without faults has no findings, and its payroll reconciles', async () => {
  const { company, approved } = await companyWithPast();
  expect(await findingsOf(service, company.id)).toEqual([]);
  // The command goes by the machine's clock, by which all that this service's clock has before it is long overdue.
  await service.service.foundation.sql`delete from due_work where kind in ('payroll_deadline', 'payroll_top_up')`;
  const checked = await payroll('audit', 'check', '--company', company.id);
  expect(checked).toMatchObject({ code: 0, err: '' });
  for (const { name } of INVARIANTS) expect(checked.out).toMatch(new RegExp(`^${name} +\\d+ +0$`, 'm'));
  // All of the ledger was looked through, although nothing in it is suspect.
  const looked = Number(/^ledger_is_whole +(\d+)/m.exec(checked.out)?.[1]);
  expect(looked).toBeGreaterThan(30);
  const reconciled = await payroll('audit', 'reconcile', '--company', company.id, '--year', '2026');
  expect(reconciled).toMatchObject({ code: 0, err: '' });
  expect(reconciled.out).toContain(`${approved.id}  2026-12-11  2 pay stubs`);
  expect(reconciled.out).toContain('1 payroll reconciled, 1 agrees\n');
});

test('a reconciliation of one payroll takes no company and no year beside it', async () => {
  for (const [option, value] of [
    ['--company', 'cmp_other'],
    ['--year', '1999'],
  ] as const)
    expect(await payroll('audit', 'reconcile', '--payroll', 'payrl_any', option, value)).toEqual({
      code: 2,
      out: '',
      err: `payroll: --payroll names one payroll, whatever its company and year: give it without ${option}\n`,
    });
});

describe('the audit finds', () => {
  test('a line that was added to a stub after its closing, as a fault of the stub, its totals, the approval and the journal', async () => {
    const { company, approved, stubOf } = await companyWithPast();
    const stub = await stubOf(approved, 0);
    const line = {
      id: 'ernli_000000000000000000000planted',
      kind: 'earning',
      type: 'bonus',
      custom_amount: '100',
      pay_stub_id: stub.id,
    };
    const data = { lines: [line], removed: [] };
    await append(company, `pay_stub-${stub.id}`, 'PayStubCalculated', data, 'process:population');
    expect(await audited(company)).toEqual(
      expect.arrayContaining([
        `closed_stub_stands ${stub.id}`,
        `payroll_lists_its_stubs ${stub.id}`,
        `journal_equals_stubs ${stub.id}`,
      ]),
    );
    const reconciled = await payroll('audit', 'reconcile', '--payroll', approved.id);
    expect(reconciled.code).toBe(1);
    expect(reconciled.out).toContain(`${stub.id}: earnings: 2100 by its lines, 2000 by its totals`);
    expect(reconciled.err).toContain('1 payroll does not agree');
    const checked = await payroll('audit', 'check', '--company', company.id);
    expect(checked).toMatchObject({ code: 1, err: expect.stringContaining('findings; docs/auditing.md') });
    expect(checked.out).toContain(`closed_stub_stands: ${stub.id} of ${company.id}`);
    expect(checked.out).toContain('to do: ');
  });

  test('a pay rate that was changed, and one that is gone, after pay stubs were paid by them', async () => {
    const { company, approved, stubOf, rates } = await companyWithPast();
    const [one, other] = [await stubOf(approved, 0), await stubOf(approved, 1)];
    await append(company, `pay_rate-${rates[0]}`, 'PayRateChanged', { rate: '104000' }, 'company:x');
    // Its deletion as an event would be taken back.
    const { sql } = service.service.foundation;
    const [live] = await sql<{ schema: string }[]>`
      select schema_name as schema from projection_generations where projection = 'pay-items' and status = 'live'`;
    await sql.unsafe(`delete from ${live!.schema}.pay_rate where id = $1`, [rates[1]!]);
    const found = (await audited(company)).filter((text) => text.startsWith('used_rate_stands'));
    expect(found.sort()).toEqual([`used_rate_stands ${one.id}`, `used_rate_stands ${other.id}`].sort());
  });

  test('a journal entry without an amount of the stub, and a duplicate journal entry', async () => {
    const { company, approved, call } = await companyWithPast();
    const entries = (await call('GET', `/journal_entries?payroll_id=${approved.id}`)).data as Body[];
    const { store } = service.service.services;
    const [posted] = await store.readStream(`journal_entry-${entries[0]!.id}`);
    await append(
      company,
      'journal_entry-jrnle_0000000000000000000planted',
      posted!.type,
      { ...posted!.data, total: '1' },
      'x',
    );
    expect(await audited(company)).toEqual(
      expect.arrayContaining(['journal_equals_stubs jrnle_0000000000000000000planted']),
    );
  });

  test('a read model that differs from the ledger', async () => {
    const { company, approved, stubOf } = await companyWithPast();
    const stub = await stubOf(approved, 1);
    const { sql } = service.service.foundation;
    const [live] = await sql<{ schema: string }[]>`
      select schema_name as schema from projection_generations where projection = 'payrolls' and status = 'live'`;
    await sql.unsafe(
      `update ${live!.schema}.pay_stub set state = jsonb_set(state::jsonb, '{employee_summary,gross_ytd}', '"1"')::json where id = $1`,
      [stub.id],
    );
    // Nobody is shown these; contributions and boxes of slips go by them.
    const other = await stubOf(approved, 0);
    await sql.unsafe(
      `update ${live!.schema}.pay_stub set state = jsonb_set(state::jsonb, '{bases,pensionable}', '"1"')::json where id = $1`,
      [other.id],
    );
    const [year] = await sql.unsafe<{ work_assignment_id: string }[]>(
      `update ${live!.schema}.year_to_date set state = jsonb_set(state::jsonb, '{sums,bases,taxable}', '"1"')::json
       where span like '%year' and work_assignment_id = (select work_assignment_id from ${live!.schema}.pay_stub where id = $1)
       returning work_assignment_id`,
      [stub.id],
    );
    const assignment = year!.work_assignment_id;
    expect(await audited(company)).toEqual(
      expect.arrayContaining([
        ...[`journal_equals_stubs ${stub.id}`, `year_to_date_is_the_sum ${stub.id}`],
        ...[`journal_equals_stubs ${other.id}`, `year_to_date_is_the_sum ${assignment}`],
      ]),
    );
  });

  test('a pay stub and a payroll whose rows are gone: the ledger has them, and nothing is to be paid or corrected', async () => {
    const { company, approved, stubOf } = await companyWithPast();
    const stub = await stubOf(approved, 0);
    const { sql } = service.service.foundation;
    const [live] = await sql<{ schema: string }[]>`
      select schema_name as schema from projection_generations where projection = 'payrolls' and status = 'live'`;
    await sql.unsafe(`delete from ${live!.schema}.pay_stub where id = $1`, [stub.id]);
    const found = (await findingsOf(service, company.id)).filter(
      ({ invariant }) => invariant !== 'year_to_date_is_the_sum',
    );
    const advice = expect.stringContaining('payroll projections rebuild');
    expect(found).toEqual([
      expect.objectContaining({ invariant: 'payroll_lists_its_stubs', record: stub.id, advice }),
      expect.objectContaining({ invariant: 'journal_equals_stubs', record: stub.id, advice }),
      expect.objectContaining({ invariant: 'ledger_is_whole', record: `pay_stub-${stub.id}`, advice }),
    ]);
    await sql.unsafe(`delete from ${live!.schema}.payroll where id = $1`, [approved.id]);
    expect(await audited(company)).toContain(`journal_equals_stubs ${approved.id}`);
    for (const which of [
      ['--company', company.id, '--year', '2026'],
      ['--payroll', approved.id],
    ]) {
      const reconciled = await payroll('audit', 'reconcile', ...which);
      expect(reconciled.code).toBe(1);
      expect(reconciled.out).toContain(
        `${approved.id}: the payroll is approved by the ledger, and not in the read model`,
      );
    }
    const other = await payroll('audit', 'reconcile', '--company', company.id, '--year', '2025');
    expect(other).toMatchObject({ code: 0, out: '0 payrolls reconciled, 0 agree\n' });
  });

  test('an approved payroll that is read as a draft, and that has no entries', async () => {
    const { company, approved } = await companyWithPast();
    const { sql } = service.service.foundation;
    const live = await sql<{ projection: string; schema: string }[]>`
      select projection, schema_name as schema from projection_generations where status = 'live'`;
    const schemaOf = (name: string) => live.find(({ projection }) => projection === name)!.schema;
    await sql.unsafe(
      `update ${schemaOf('payrolls')}.payroll set status = 'draft', state = jsonb_set(state::jsonb, '{status}', '"draft"')::json where id = $1`,
      [approved.id],
    );
    await sql.unsafe(`delete from ${schemaOf('accounting')}.journal_entry where payroll_id = $1`, [approved.id]);
    expect(await audited(company)).toContain(`journal_equals_stubs ${approved.id}`);
    const { code, out } = await payroll('audit', 'reconcile', '--company', company.id);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('is approved by the ledger, and a draft in the read model'),
    ]);
    expect(out).toContain(`${approved.id} has no journal entry`);
  });

  test('an open stub whose figures differ from a fresh calculation', async () => {
    const { company, next, stubOf } = await companyWithPast();
    const stub = await stubOf(next, 1);
    await append(
      company,
      `pay_stub-${stub.id}`,
      'PayStubCalculated',
      { lines: [], removed: [], liability: '1' },
      'process:x',
    );
    expect(await audited(company)).toEqual([`open_stub_is_calculated ${stub.id}`]);
  });

  test('a line of a caller that a process removed, and a stub that its payroll does not list', async () => {
    const { company, next, stub } = await companyWithPast();
    const lines = (await service.service.services.read.find(
      'earning_line_item',
      { company_id: company.id, partner_id: service.service.firstPartner!.partner_id },
      { is: 'equal', column: 'pay_stub_id', value: stub.id },
    )) as Body[];
    const bonus = lines.find(({ type }) => type === 'bonus_discretionary');
    const removed = [{ id: bonus.id, kind: 'earning' }];
    await append(company, `pay_stub-${stub.id}`, 'PayStubCalculated', { lines: [], removed }, 'process:population');
    await append(company, `payroll-${next.id}`, 'PayrollStubsRemoved', { ids: [stub.id] }, 'process:population');
    const found = await audited(company);
    expect(found).toContain(`payroll_lists_its_stubs ${stub.id}`);
    expect(found).toContain(`entered_stays ${stub.id}`);
  });

  test('a stub on a schedule that its work assignment left, a missing stub, and a stub with other dates than its payroll', async () => {
    const { company, next, stubOf } = await companyWithPast();
    const [first, second] = [await stubOf(next, 0), await stubOf(next, 1)];
    await append(company, `pay_stub-${second.id}`, 'PayStubDeleted', {}, 'process:x');
    await append(company, `pay_stub-${first.id}`, 'PayStubChanged', { period_end: '2027-01-01' }, 'process:x');
    const found = await audited(company);
    expect(found).toContain(`everyone_is_on_their_payrolls ${next.id}`);
    expect(found).toContain(`open_stubs_are_in_place ${first.id}`);
  });

  test('nothing at drafts while work on their schedule is in hand, which takes minutes for a large one', async () => {
    const { company, next, stubOf } = await companyWithPast();
    const [first, second] = [await stubOf(next, 0), await stubOf(next, 1)];
    const other = { lines: [], removed: [], liability: '1' };
    await append(company, `pay_stub-${first.id}`, 'PayStubCalculated', other, 'process:x');
    await append(company, `pay_stub-${second.id}`, 'PayStubDeleted', {}, 'process:x');
    const open = async () => (await audited(company)).filter((one) => /^(everyone_is|open_stub_is)/.test(one));
    const payload = JSON.stringify({ id: next.data.pay_schedule.id, company_id: company.id });
    const { sql } = service.service.foundation;
    const due = (at: string) => sql`
      insert into due_work (kind, key, payload, due_at) values ('nobodys', ${company.id}, ${payload}::text::json, ${at})
      on conflict (kind, key) do update set due_at = excluded.due_at`;
    const both = [`everyone_is_on_their_payrolls ${next.id}`, `open_stub_is_calculated ${first.id}`];
    await due(service.clock.instant());
    expect(await open()).toEqual([]);
    // What waits for its day is no excuse, nor what fails, also while it is tried again.
    await due(`${addDays(service.clock.today(), 1)}T00:00:00Z`);
    expect(await open()).toEqual(both);
    await due(service.clock.instant());
    await sql`update due_work set last_error = 'no room' where kind = 'nobodys'`;
    expect(await open()).toEqual(both);
  });

  test('two stubs of a work assignment for one period', async () => {
    const { company, next, stub } = await companyWithPast();
    const [created] = await service.service.services.store.readStream(`pay_stub-${stub.id}`);
    await append(company, 'pay_stub-payst_7planted0000000000000000000', 'PayStubCreated', created!.data, 'process:x');
    expect(await audited(company)).toContain('one_stub_per_period payst_7planted0000000000000000000');
    expect(await audited(company)).toContain(`payroll_lists_its_stubs payst_7planted0000000000000000000`);
    expect(next.id).toBe(created!.data.payroll_id);
  });

  test('an event of another company in a record, and a record that its company does not see', async () => {
    const [{ company, employees, rates }, other] = [await companyWithPast(), await service.company()];
    await append(other, `employee-${employees[0]}`, 'EmployeeRevealed', { members: ['sin'] }, 'x');
    const { sql } = service.service.foundation;
    const [live] = await sql<{ schema: string }[]>`
      select schema_name as schema from projection_generations where projection = 'pay-items' and status = 'live'`;
    await sql.unsafe(`update ${live!.schema}.pay_rate set scope_id = $1 where id = $2`, [other.id, rates[1]!]);
    const streams = [`employee-${employees[0]}`, `pay_rate-${rates[1]}`];
    expect(await audited(company)).toEqual(
      expect.arrayContaining(streams.map((stream) => `ledger_is_whole ${stream}`)),
    );
    expect(await audited(other)).toEqual([`ledger_is_whole ${streams[0]}`]);
    expect(await payroll('audit', 'check', '--company', company.id)).toMatchObject({
      code: 2,
      out: expect.stringContaining(`EmployeeRevealed at revision 1 is an event of ${other.id}`),
    });
  });

  test('all streams that cannot be read, each once, with what else there is, and exit code 2', async () => {
    const { company, approved, stubOf, rates } = await companyWithPast();
    const stubs = [await stubOf(approved, 0), await stubOf(approved, 1)].map(({ id }) => `pay_stub-${id}`);
    for (const stream of stubs) await append(company, stream, 'PayStubExplained', {}, 'x', { schema_version: 99 });
    await append(company, `pay_rate-${rates[0]}`, 'PayRateDeleted', {}, 'x');
    const checked = await payroll('audit', 'check', '--company', company.id, '--json');
    expect(checked).toMatchObject({ code: 2, err: expect.stringContaining('2 streams are damaged') });
    const found = checked.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Body);
    const damaged = found.filter(({ invariant }) => invariant === 'ledger_is_whole');
    expect(damaged.map(({ record }) => record).sort()).toEqual([...stubs].sort());
    for (const which of [
      ['--payroll', approved.id],
      ['--company', company.id],
    ]) {
      const reconciled = await payroll('audit', 'reconcile', ...which);
      expect(reconciled).toMatchObject({ code: 2, err: expect.stringContaining('2 streams are damaged') });
      for (const stream of stubs) expect(reconciled.out).toContain(`${stream}: its events cannot be read`);
    }
    await append(company, `payroll-${approved.id}`, 'PayrollHeld', {}, 'x', { schema_version: 99 });
    const reconciled = await payroll('audit', 'reconcile', '--payroll', approved.id);
    expect(reconciled).toMatchObject({ code: 2, out: expect.stringContaining(`${approved.id}  CANNOT BE READ`) });
  });

  test('a log that ends before what processes have appended: its last events were removed', async () => {
    const { sql, store } = service.service.foundation;
    const beyond = (await store.head()) + 1_000_000n;
    await sql`insert into process_managers (name, position, appended) values ('earlier', 0, ${beyond})`;
    const said = [await payroll('audit', 'check'), await payroll('audit', 'reconcile')];
    await sql`delete from process_managers where name = 'earlier'`;
    const err = expect.stringContaining('the event log ends before events that this database has seen');
    expect(said).toEqual(Array(2).fill({ code: 2, out: '', err }));
  });

  test('due work that is never done', async () => {
    const { company } = await companyWithPast();
    const payload = JSON.stringify({ company_id: company.id });
    await service.service.foundation.sql`
      insert into due_work (kind, key, payload, due_at) values ('nobodys', ${company.id}, ${payload}::text::json, '2026-01-01')`;
    expect(await audited(company)).toEqual([`comes_to_rest nobodys ${company.id}`]);
    // Of very many the first are listed each, and that there are more.
    await service.service.foundation.sql`
      insert into due_work (kind, key, payload, due_at)
      select 'nobodys', ${company.id} || n, ${payload}::text::json, '2026-01-02' from generate_series(1, 1000) n`;
    const found = await findingsOf(service, company.id);
    expect(found).toHaveLength(1_001);
    expect(found.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/^more than 1000 pieces of work are due/),
    );
  });
});
