import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeReader } from '../../projections/read/reader.ts';
import { debitsNotAgreed } from '../../src/banking/debits-not-agreed.ts';
import { INDEXED, openDatabase } from '../../src/database/connect.ts';
import { lockedBy } from '../../src/employers/dated-parts.ts';
import { unpaidOf } from '../../src/forms/year/unpaid.ts';
import { PREFERRED } from '../../src/kernel/calls/requests.ts';
import type { State } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import { inUse } from '../../src/kernel/references/in-use.ts';
import { lastUseOf } from '../../src/pay-items/rates/rate-use.ts';
import { listPayrollChanges } from '../../src/payrolls/changes.ts';
import { remunerationOfYear } from '../../src/payrolls/facts/remuneration-forecast.ts';
import { staffLacks } from '../../src/payrolls/facts/staff-lacks.ts';
import { stubFacts } from '../../src/payrolls/facts/stub-facts.ts';
import { syncSchedule } from '../../src/payrolls/membership/membership.ts';
import { firstDrafts } from '../../src/payrolls/order-of-approval.ts';
import { OPEN } from '../../src/payrolls/pay-stub.ts';
import { laterClosing } from '../../src/payrolls/unapprove.ts';
import { openLines } from '../../src/processes/payroll/open-lines.ts';
import { actingFor } from '../../src/processes/payroll/origins.ts';
import { followPayDates } from '../../src/processes/payroll/stub-calculation.ts';
import { stubsLeftBehind } from '../../src/processes/payroll/stubs-behind.ts';
import { followLevies } from '../../src/processes/population/levies.ts';
import { registry } from '../../src/registry.ts';
import { sumsOf } from '../../src/reports/source/people.ts';
import type { StandardsJurisdiction } from '../../src/statutory/editions/employment-standards.ts';
import { looksBackTo } from '../../src/statutory/standards/holiday-pay.ts';
import { all, among, any, type Condition, equal, not, oneOf, overlapping } from '../../src/values/condition.ts';
import { addDays, yearOf } from '../../src/values/dates.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { explaining, metBy, type Plan } from '../support/explained.ts';
import { handedOver } from '../support/handed-over.ts';
import { manyRows } from '../support/many-rows.ts';
import { layPast } from '../support/past.ts';
import { employerWith, type Hired } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

// What a calculation and a page of a list read does not grow with the payrolls that came before. Rows are counted, not
// time: those that the reader hands over.

let started: TestService;
let early: Employer;
let late: Employer;
beforeAll(async () => {
  started = await startTestService({ plansAnew: true });
  early = await employerAfter(27);
  late = await employerAfter(60);
});
afterAll(() => started?.close());

const HOLIDAY_PAY = { type: 'ca::statutory_holiday_pay', value: { calculate_entitlement: true } };
/** Whose rules of holiday pay look back 4 weeks, 12 weeks and a year. */
const PLACES: [string, StandardsJurisdiction][] = [
  ['ca_on', 'ON'],
  ['ca_qc', 'QC'],
  ['ca_nt', 'NT'],
];
const AVERAGED = { type: 'ca::income_tax_method', value: 'cumulative', effective_from: '2026-01-02' };
/** One for each place, the first with income tax averaged over the year. */
const PEOPLE: Hired[] = PLACES.map(([province], at) => ({
  province,
  salary: 60_000,
  tax_properties: at === 0 ? [HOLIDAY_PAY, AVERAGED] : [HOLIDAY_PAY],
}));

type Employer = Awaited<ReturnType<typeof employerAfter>>;

/** An employer with a past of so many biweekly payrolls, whose next one is of early January. */
const employerAfter = async (payrolls: number) => {
  const { company, next, entity, assignments } = await employerWith(started, PEOPLE);
  const { services } = started.service;
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const [schedule] = await services.read.find('pay_schedule', tenant, equal('business_entity_id', entity.id));
  await layPast(services, tenant, schedule!.id, payrolls);
  const payroll = await next();
  const stubs = await services.read.find('pay_stub', tenant, equal('payroll_id', payroll.id));
  expect(stubs).toHaveLength(PEOPLE.length);
  const facts = (look?: (object: string, row: State) => void) =>
    handedOver(services, (counted) => stubFacts(stubs, counted, tenant), look);
  /** What a page reads besides its rows: the last 15, so that they are alike for every employer. */
  const page = async (object: string) => {
    const dateOf = (row: State): string => `${row.pay_date ?? row.created_at}`;
    const all = await services.read.find(object, tenant, equal('scope_id', company.id));
    const rows = all.sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : -1)).slice(0, 15);
    expect(rows.length).toBeGreaterThan(0);
    return handedOver(services, async (counted) => registry.need(object).extras?.(rows, counted, tenant, new Set()));
  };
  /** Brings drafts up to date that are so, as population does behind each approval. */
  const lookedAgain = async () => {
    const drafts = await services.read.find('payroll', tenant, all(equal('business_entity_id', entity.id), DRAFTS));
    const actingBy = (read: Services['read']) =>
      actingFor('test', { id: 'evt_test', metadata: {}, lease: undefined }, tenant, { ...services, read });
    // The service may not have followed the levies yet: what is counted then calculates nothing.
    let { more } = await followLevies(entity.id, actingBy(services.read));
    for (let round = 0; round < 5 && more; round++) ({ more } = await followLevies(entity.id, actingBy(services.read)));
    expect(more).toBe(false);
    const entries = await entriesMet(async (read) => {
      const acting = actingBy(read);
      await syncSchedule(schedule!.id, drafts, acting);
      await followPayDates(drafts, acting);
      await followLevies(entity.id, acting);
    }, isOfStubs);
    const ofLevies = await entriesMet(async (read) => {
      expect(await followLevies(entity.id, actingBy(read))).toMatchObject({ more: false });
    }, isOfStubs);
    return { entries, ofLevies, stubs: drafts.length * PEOPLE.length };
  };
  /** What is met by a request that looks at drafts, at people on them, or at what is locked. */
  const met = (work: (read: Services['read']) => Promise<unknown>) => entriesMet(work, isOfTable);
  const { id: schedule_id } = schedule!;
  const looks = {
    'the first draft of a schedule': async () => {
      await analyzed();
      return met((read) => firstDrafts([schedule_id], { ...services, read }, tenant));
    },
    'drafts of a company': () => met((read) => read.find('payroll', tenant, DRAFTS)),
    'drafts of a schedule': () =>
      met((read) => read.find('payroll', tenant, all(oneOf('pay_schedule_id', [schedule_id]), DRAFTS))),
    'drafts of an employer': () =>
      met((read) => read.find('payroll', tenant, all(equal('business_entity_id', entity.id), DRAFTS))),
    'open stubs of a work assignment': () =>
      met((read) => read.find('pay_stub', tenant, all(oneOf('work_assignment_id', assignments.slice(0, 1)), OPEN))),
    'stubs left on payrolls of another schedule': async () => {
      const theirs = await services.read.find('work_assignment', tenant, oneOf('id', assignments));
      return met(async (read) => {
        for await (const page of stubsLeftBehind(theirs, { services: { ...services, read }, tenant }, all()))
          expect(page).toEqual([]);
      });
    },
    'by what tax properties are locked': async () => {
      await analyzed();
      const properties = await services.read.find('tax_property', tenant, equal('scope_id', company.id));
      expect(properties.length).toBeGreaterThan(PEOPLE.length);
      return met((read) => lockedBy(properties, { ...services, read }, tenant));
    },
    'whether an employer and a schedule were used': () =>
      met(async (read) => {
        const used = not(equal('status', 'draft'));
        expect((await read.existing('payroll', tenant, 'business_entity_id', [entity.id], used)).size).toBe(1);
        expect((await read.existing('payroll', tenant, 'pay_schedule_id', [schedule_id], used)).size).toBe(1);
      }),
    'what a calculation is based on': async () => {
      await analyzed();
      return entriesMet((read) => stubFacts(stubs, { ...services, read }, tenant), isOfPerson);
    },
    'what differs from the payroll before': async () => {
      await analyzed();
      return met(async (read) => {
        const reply = await listPayrollChanges.run({
          ...{ tenant, params: { payroll: payroll.id }, query: {}, body: undefined, services: { ...services, read } },
          ...{
            origin: actingFor('test', { id: 'evt_test', metadata: {}, lease: undefined }, tenant, services).once(
              'changes',
              payroll.id,
            ),
          },
          ...{ locale: 'en', preferences: PREFERRED, url: new URL('http://localhost') },
          choose: (types) => types[0]!,
        });
        expect(reply.body).toMatchObject({
          data: { compared_with: { object: 'payroll' }, new_count: 0, gone_count: 0 },
        });
      });
    },
    'whether a payroll pays somebody without a bank account': async () => {
      await analyzed();
      return met(async (read) => {
        const row = (await read.get('payroll', tenant, payroll.id))!;
        expect(await staffLacks([row], { ...services, read }, tenant).account(row)).toBe(true);
      });
    },
    'whether a later payroll keeps one from being taken back': () =>
      met(async (read) => {
        const row = (await read.get('payroll', tenant, payroll.id))!;
        expect(await laterClosing(row, { ...services, read }, tenant)).toBeUndefined();
      }),
    'sums of people on one payroll, for a report': async () => {
      const closed = { where: equal('status', 'paid'), order: [{ column: 'pay_date', direction: 'desc' }] } as const;
      const { rows } = await services.read.list('payroll', tenant, { ...closed, page: 1, per_page: 1 });
      const people = await services.read.find('employee', tenant, all());
      const ids = people.map(({ id }) => id);
      const filters = { payroll_type: null, payroll_status: null, pay_date_from: null, pay_date_to: null, year: null };
      const request = { business_entity_id: null, pay_schedule_id: null, payroll_id: rows[0]!.id, filters };
      const { signal } = new AbortController();
      await analyzed();
      return met(async (read) => {
        const sums = await sumsOf({ read, tenant, request, signal }, 'employee', ids, () => '');
        expect(sums.map(({ person }) => person).sort()).toEqual(ids.sort());
      });
    },
    'what an employer pays in a year': async () => {
      await analyzed();
      return met((read) => remunerationOfYear(entity.id, yearOf(payroll.data.pay_date), { ...services, read }, tenant));
    },
    'earning lines, for the last use of pay rates': async () => {
      const rates = await services.read.find('pay_rate', tenant, oneOf('work_assignment_id', assignments));
      return entriesMet(async (read) => {
        const uses = await lastUseOf(rates, { ...services, read }, tenant);
        expect([...uses.values()]).toEqual(PEOPLE.map(() => addDays(payroll.data.period_start, -1)));
      }, isOfLines);
    },
  };
  /** What is met by a request for the stub with an identifier of the caller's own, of which there is none. */
  const metByRef = () =>
    met((read) =>
      read
        .list('pay_stub', tenant, { where: equal('external_ref', 'none'), page: 1, per_page: 15 })
        .then(({ total }) => expect(total).toBe(0)),
    );
  return {
    metByRef,
    company,
    company_id: company.id,
    payroll_id: payroll.id as string,
    payroll: payroll.data,
    assignments,
    facts,
    page,
    lookedAgain,
    looks,
  };
};

/**
 * Gives statistics of the tables of the service, as autovacuum does within minutes: until then, of indexes that look
 * equally good any may be taken. Those of the catalogue, of which nobody asks, take longer than all the others.
 */
const analyzed = async (): Promise<void> => {
  const { sql } = started.service.foundation;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables`;
  await sql.unsafe(`analyze ${tables.map(({ name }) => name).join(', ')}`);
};

const DRAFTS = equal('status', 'draft');

/** A look at an index of pay stubs. */
const isOfStubs = (part: Plan) => part['Index Name']?.startsWith('pay_stub') ?? false;

const isOfTable = (part: Plan) => part['Relation Name'] !== undefined;

/** Payrolls of the schedule are looked through once for all stubs. */
const isOfPerson = (part: Plan) => isOfTable(part) && part['Relation Name'] !== 'payroll';

const isOfLines = (part: Plan) => part['Relation Name'] === 'earning_line_item';

/** What is met while something is done, by statements that are explained: entries of indexes, or rows of tables. */
const entriesMet = async (
  work: (read: Services['read']) => Promise<unknown>,
  counts: (part: Plan) => boolean,
): Promise<number> => {
  const sql = openDatabase(started.database.address, { max: 1, settings: INDEXED });
  try {
    let entries = 0;
    const schemas = await sql<
      { name: string }[]
    >`select nspname as name from pg_namespace where nspname like 'read\_%'`;
    const live = (projection: string) => {
      const found = schemas.find(({ name }) => name.replace(/_\d+$/, '') === `read_${projection.replaceAll('-', '_')}`);
      return found && { schema: found.name };
    };
    const { folder } = started.service.services;
    await work(
      makeReader({
        sql: explaining(sql, (plan) => (entries += metBy(plan, counts))),
        projections: resourceProjections(registry, folder),
        progress: { live, refresh: async () => {} },
      }),
    );
    return entries;
  } finally {
    await sql.end();
  }
};

test('population reads no more stubs after two years of payrolls than after one', async () => {
  const [one, two] = [await early.lookedAgain(), await late.lookedAgain()];
  expect(one.entries).toBeGreaterThan(0);
  // Some looks at each stub of each draft, and at none that is closed: of those there are more than twice as many.
  // Plans differ a little.
  expect(two.entries / two.stubs).toBeLessThanOrEqual((one.entries / one.stubs) * 1.3);
  // Whether a forecast moved is asked a second after each change, and the totals of drafts tell it.
  expect([one.ofLevies, two.ofLevies]).toEqual([0, 0]);
});

test.each([
  'drafts of a company',
  'drafts of a schedule',
  'drafts of an employer',
  'open stubs of a work assignment',
  'stubs left on payrolls of another schedule',
  'whether an employer and a schedule were used',
  'earning lines, for the last use of pay rates',
  'whether a later payroll keeps one from being taken back',
  // With statistics.
  'by what tax properties are locked',
  'what differs from the payroll before',
  'whether a payroll pays somebody without a bank account',
  'sums of people on one payroll, for a report',
  'the first draft of a schedule',
  'what a calculation is based on',
  'what an employer pays in a year',
] as const)('no more rows are read after two years of payrolls than after one: %s', async (look) => {
  const [one, two] = [await early.looks[look](), await late.looks[look]()];
  expect(one).toBeGreaterThan(0);
  // There are more than twice as many payrolls. Plans differ a little.
  expect(two).toBeLessThanOrEqual(one * 1.1 + 1);
});

test('a page of all lines of a company looks at no more than the lines on it', async () => {
  const company = await started.company();
  const line = { id: 'ernli_00{n}', pay_stub_id: 'payst_1', payroll_id: 'payrl_1', type: 'salary' };
  await manyRows(started, company, 'pay-items', 'earning_line_item', 5_000, line);
  await manyRows(started, company, 'pay-items', 'earning_line_item_count', 1, { id: company.id, count: 5_000 });
  await analyzed();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const entries = await entriesMet(async (read) => {
    const { rows } = await read.list('earning_line_item', tenant, { where: all(), page: 1, per_page: 15 });
    expect(rows).toHaveLength(15);
  }, isOfTable);
  expect(entries).toBeLessThanOrEqual(50);
});

test('a list of payments of an employer is answered without a look at those of years, also where it has none to show', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const alike = { business_entity_id: 'bent_5', status: 'paid', is_held: false };
  const paid = { ...alike, destination: 'employee', method: 'direct_deposit' };
  const row = { ...paid, id: 'pmt_years{n}', payroll_id: 'payrl_years', is_filed: true };
  await manyRows(started, company, 'payments', 'payment', 3_000, row);
  await manyRows(started, company, 'payments', 'payment_count', 1, { ...paid, id: 'all of them', count: 3_000 });
  await analyzed();
  const look = async (...more: Condition[]) => {
    const where = all(equal('business_entity_id', 'bent_5'), ...more);
    const met = await entriesMet(async (read) => {
      const { total, rows } = await read.list('payment', tenant, { where, page: 1, per_page: 15 });
      expect(rows).toHaveLength(Math.min(total, 15));
    }, isOfTable);
    expect(met).toBeLessThanOrEqual(50);
  };
  await look();
  await look(oneOf('status', ['paid', 'failed']), equal('destination', 'employee'));
  await look(equal('is_held', true));
});

test('whether a tag is in use is told by those that have it now, without a look at lines of years', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const tagged = { tag_ids: '{tag_years}' };
  const line = { id: 'ernli_years{n}', pay_stub_id: 'payst_1', payroll_id: 'payrl_1', type: 'salary' };
  await manyRows(started, company, 'pay-items', 'earning_line_item', 3_000, { ...line, ...tagged });
  await manyRows(started, company, 'people', 'work_assignment', 1, { ...tagged, id: 'wrkas_years' });
  const { services } = started.service;
  const met = await entriesMet(
    async (read) => {
      const found = await inUse('tag', ['tag_years', 'tag_none'], { ...services, read }, tenant);
      expect([...found]).toEqual(['tag_years']);
    },
    (part) => part['Index Name'] !== undefined,
  );
  expect(met).toBeLessThanOrEqual(30);
});

test('whether a payroll of one person can be taken back is known without a look at stubs of others on payrolls of thousands', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const payrolls = { own: '2026-06-19', before: '2026-06-05', behind: '2026-07-03' };
  const closed = { business_entity_id: 'bent_1', is_closed: true };
  for (const [name, pay_date] of Object.entries(payrolls)) {
    const row = { id: `payrl_${name}`, pay_schedule_id: 'pysch_1', type: 'off_cycle', status: 'paid', pay_date };
    await manyRows(started, company, 'payrolls', 'payroll', 1, { ...row, business_entity_id: 'bent_1' });
  }
  const stub = (name: keyof typeof payrolls, who: string, closed_after: string) => {
    const of = { id: `payst_${name}${who}`, payroll_id: `payrl_${name}`, pay_date: payrolls[name] };
    return { ...of, ...closed, work_assignment_id: `wrkas_${who}`, employee_id: `empl_${who}`, closed_after };
  };
  const stubs = (count: number, state: ReturnType<typeof stub>) =>
    manyRows(started, company, 'payrolls', 'pay_stub', count, { ...state, facts_position: state.closed_after });
  await stubs(1, stub('own', 'a', '20'));
  await stubs(1_000, stub('before', '{n}', '10'));
  await stubs(1_000, stub('behind', '{n}', '30'));
  await analyzed();
  const { services } = started.service;
  const own = (await services.read.get('payroll', tenant, 'payrl_own'))!;
  const isKept = async (entries: number) => {
    let later: unknown;
    const met = await entriesMet(async (read) => {
      later = await laterClosing(own, { ...services, read }, tenant);
    }, isOfTable);
    expect(met).toBeLessThanOrEqual(entries);
    return later !== undefined;
  };
  expect(await isKept(30)).toBe(false);
  await stubs(1, stub('before', 'a', '30'));
  expect(await isKept(1_030)).toBe(true);
});

test('an account whose amounts were remitted for years is listed without a look at the lines of those years', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const employer = { business_entity_id: 'bent_1' };
  const account = { id: 'ra_used', ...employer, account_provider: 'other', category: 'other' };
  const payroll = { ...employer, pay_schedule_id: 'pysch_1', type: 'regular', status: 'paid', pay_date: '2026-06-19' };
  const line = {
    pay_stub_id: 'payst_1',
    payroll_id: 'payrl_used',
    remittance_account_id: account.id,
    is_managed: true,
  };
  await manyRows(started, company, 'remittances', 'remittance_account', 1, account);
  await manyRows(started, company, 'payrolls', 'payroll', 1, { id: 'payrl_used', ...payroll });
  await manyRows(started, company, 'pay-items', 'employee_benefit_line_item', 2_000, { ...line, id: 'line_{n}' });
  await analyzed();
  const { services } = started.service;
  const row = (await services.read.get('remittance_account', tenant, account.id))!;
  const { extras } = registry.need('remittance_account');
  const met = await entriesMet(async (read) => {
    const of = await extras?.([row], { ...services, read }, tenant, new Set());
    expect(of?.get(row.id)).toMatchObject({ used: true });
  }, isOfTable);
  expect(met).toBeLessThanOrEqual(30);
});

test('an account that no approved payroll used is told without a look at the lines of drafts', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const employer = { business_entity_id: 'bent_2' };
  const account = { ...employer, account_provider: 'ca_cra', category: 'tax' };
  const payroll = { ...employer, pay_schedule_id: 'pysch_2', type: 'regular', pay_date: '2026-06-19' };
  const line = { pay_stub_id: 'payst_2', is_managed: true };
  const kind = 'statutory_withholding_line_item';
  await manyRows(started, company, 'remittances', 'remittance_account', 2, { ...account, id: 'ra_new{n}' });
  await manyRows(started, company, 'payrolls', 'payroll', 20, { ...payroll, id: 'payrl_paid{n}', status: 'paid' });
  await manyRows(started, company, 'payrolls', 'payroll', 1, { ...payroll, id: 'payrl_open', status: 'draft' });
  const ofDraft = { ...line, id: 'line_open{n}', payroll_id: 'payrl_open', remittance_account_id: 'ra_new00001' };
  await manyRows(started, company, 'pay-items', kind, 2_000, ofDraft);
  const ofPaid = { ...line, id: 'line_paid{n}', payroll_id: 'payrl_paid00020', remittance_account_id: 'ra_new00002' };
  await manyRows(started, company, 'pay-items', kind, 1, ofPaid);
  await analyzed();
  const { services } = started.service;
  const rows = await services.read.find('remittance_account', tenant, equal('business_entity_id', 'bent_2'));
  const { extras } = registry.need('remittance_account');
  const met = await entriesMet(async (read) => {
    const of = await extras?.(rows, { ...services, read }, tenant, new Set());
    expect(rows.map(({ id }) => of?.get(id)?.used)).toEqual([false, true]);
  }, isOfTable);
  expect(met).toBeLessThanOrEqual(160);
});

test('payments of named payrolls are found by these, though an index by a flag seems to have fewer', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const payments = (payroll_id: string, count: number, is_filed: boolean) =>
    manyRows(started, company, 'payments', 'payment', count, {
      ...{ id: `pmt_{n}${payroll_id}`, business_entity_id: 'bent_4', payroll_id, rail: 'cpa_005', is_filed },
      ...{ status: 'paid', destination: 'employee', method: 'direct_deposit' },
    });
  for (let n = 0; n < 10; n++) await payments(`payrl_before${n}`, 100, false);
  // From when no payment went through a bank.
  await analyzed();
  await payments('payrl_since', 1_000, true);
  const asked = all(oneOf('payroll_id', ['payrl_none']), equal('is_filed', true));
  const met = await entriesMet(async (read) => {
    expect(await read.find('payment', tenant, asked)).toEqual([]);
  }, isOfTable);
  expect(met).toBe(0);
});

test('lines that are selected by stubs of their payroll are found by one look at these, and not by one for each line', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  // With statistics from when there were no such lines.
  await analyzed();
  const of = { payroll_id: 'payrl_selected', work_assignment_id: 'wrkas_{n}' };
  await manyRows(started, company, 'payrolls', 'pay_stub', 1_000, { ...of, id: 'payst_selected{n}' });
  const line = { ...of, id: 'ernli_selected{n}', pay_stub_id: 'payst_selected{n}', type: 'salary' };
  await manyRows(started, company, 'pay-items', 'earning_line_item', 1_000, line);
  const theirs = equal('payroll_id', 'payrl_selected');
  const where = all(theirs, any(among('pay_stub_id', 'pay_stub', 'id', theirs)));
  const met = await entriesMet(async (read) => {
    const { total } = await read.list('earning_line_item', tenant, { where, page: 1, per_page: 15 });
    expect(total).toBe(1_000);
  }, isOfTable);
  expect(met).toBeLessThanOrEqual(5_000);
});

test('when rates were used last is told by their own lines, however many stubs are closed', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const of = { payroll_id: 'payrl_closed', work_assignment_id: 'wrkas_{n}' };
  const stub = { ...of, id: 'payst_closed{n}', is_closed: true, period_end: '2025-06-15' };
  await manyRows(started, company, 'payrolls', 'pay_stub', 3_000, stub);
  const line = { ...of, id: 'ernli_closed{n}', pay_stub_id: 'payst_closed{n}', pay_rate_id: 'prt_{n}', type: 'wage' };
  await manyRows(started, company, 'pay-items', 'earning_line_item', 3_000, line);
  const { services } = started.service;
  const rates = ['00007', '00008'].map(
    (n) => ({ id: `prt_${n}`, work_assignment_id: `wrkas_${n}` }) as unknown as State,
  );
  const uses = () =>
    entriesMet(async (read) => {
      const found = await lastUseOf(rates, { ...services, read }, tenant);
      expect([...found]).toEqual(rates.map(({ id }) => [id, '2025-06-15']));
    }, isOfTable);
  expect(await uses()).toBeLessThanOrEqual(20);
  await analyzed();
  expect(await uses()).toBeLessThanOrEqual(20);
});

test('stubs of some people are found by these, and not by their employer who has thousands', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const row = { id: 'payst_of{n}', business_entity_id: 'bent_6', payroll_id: 'payrl_6', is_closed: true };
  await manyRows(started, company, 'payrolls', 'pay_stub', 3_000, {
    ...row,
    work_assignment_id: 'wrkas_of{n}',
    employee_id: 'empl_of{n}',
    pay_date: '2025-06-19',
  });
  await manyRows(started, company, 'payrolls', 'payroll', 1, { id: 'payrl_6', status: 'paid' });
  const { services } = started.service;
  const people = Array.from({ length: 100 }, (_, at) => `0${at + 1_000}`);
  const theirs = people.map((n) => `wrkas_of${n}`);
  const payees = people.map((n) => `empl_of${n}`);
  const ofEmployer = equal('business_entity_id', 'bent_6');
  const year = { slip: 't4', tax_year: 2025, business_entity_id: 'bent_6' } as const;
  const look = async () => ({
    ofAssignments: await entriesMet(async (read) => {
      const found = await read.find('pay_stub', tenant, all(oneOf('work_assignment_id', theirs), ofEmployer));
      expect(found).toHaveLength(theirs.length);
    }, isOfTable),
    unpaid: await entriesMet(async (read) => {
      const of = await unpaidOf(year, payees, { ...services, read }, tenant);
      expect(of({ payee_id: payees[0]!, business_entity_id: 'bent_6', province: 'ca_on' } as never)).toEqual([]);
    }, isOfTable),
  });
  for (const { ofAssignments, unpaid } of [await look(), await analyzed().then(look)]) {
    expect(ofAssignments).toBe(theirs.length);
    expect(unpaid).toBeLessThanOrEqual(4 * payees.length);
  }
});

test('people with a tag are found by it, and not among all of the company', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const tagged = { id: 'wrkas_tagged{n}', tag_ids: '{tag_{n}}' };
  await manyRows(started, company, 'people', 'work_assignment', 3_000, tagged);
  const look = () =>
    entriesMet(async (read) => {
      expect(await read.find('work_assignment', tenant, overlapping('tag_ids', ['tag_00007']))).toHaveLength(1);
      expect(await read.existing('work_assignment', tenant, 'tag_ids', ['tag_00007', 'tag_x'])).toEqual(
        new Set(['tag_00007']),
      );
    }, isOfTable);
  expect(await look()).toBeLessThanOrEqual(10);
  await analyzed();
  expect(await look()).toBeLessThanOrEqual(10);
});

test('lines of open stubs are found by drafts, without a look at those of years', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const code = { managed_expense_accounting_code_id: 'acc_gone' };
  const lay = async (name: string, count: number, payroll: JsonObject, stub: JsonObject) => {
    const of = { payroll_id: `payrl_${name}`, work_assignment_id: 'wrkas_{n}' };
    await manyRows(started, company, 'payrolls', 'payroll', 1, { ...payroll, id: of.payroll_id });
    await manyRows(started, company, 'payrolls', 'pay_stub', count, { ...of, ...stub, id: `payst_${name}{n}` });
    const line = { ...of, ...code, id: `ernli_${name}{n}`, pay_stub_id: `payst_${name}{n}`, type: 'wage' };
    await manyRows(started, company, 'pay-items', 'earning_line_item', count, line);
  };
  await lay('history', 3_000, { status: 'paid' }, { is_closed: true });
  await lay('draft', 10, { status: 'draft' }, { is_closed: false });
  const { services } = started.service;
  const look = () =>
    entriesMet(async (read) => {
      const open = await openLines({ ...services, read }, tenant);
      const naming = any(oneOf('managed_expense_accounting_code_id', ['acc_gone']));
      expect(await read.find('earning_line_item', tenant, all(open, naming))).toHaveLength(10);
    }, isOfTable);
  expect(await look()).toBeLessThanOrEqual(30);
  await analyzed();
  expect(await look()).toBeLessThanOrEqual(30);
});

test('whether anybody agrees to the debit of a payroll is told without a look at the payments to its people', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const employer = { business_entity_id: 'bent_3' };
  const paying = { ...employer, pay_schedule_id: 'pysch_3', type: 'regular', status: 'approved', payments: 2_001 };
  await manyRows(started, company, 'payrolls', 'payroll', 2, { ...paying, id: 'payrl_paying{n}' });
  const payment = { ...employer, rail: 'cpa_005', is_filed: true, file_number: null };
  const debit = { ...payment, payroll_id: 'payrl_paying00001', destination: 'payroll_float', method: 'pad' };
  const deposit = { ...payment, destination: 'employee', method: 'direct_deposit' };
  const deposits = (payroll_id: string, status: string) =>
    manyRows(started, company, 'payments', 'payment', 1_000, {
      ...deposit,
      payroll_id,
      status,
      id: `pmt_{n}${status}${payroll_id}`,
    });
  await deposits('payrl_paid', 'paid');
  // From when nobody was being paid.
  await analyzed();
  await manyRows(started, company, 'payments', 'payment', 1, { ...debit, status: 'pending', id: 'pmt_debit' });
  for (const payroll of ['payrl_paying00001', 'payrl_paying00002'])
    for (const status of ['pending', 'processing']) await deposits(payroll, status);
  const { services } = started.service;
  const payrolls = await services.read.find('payroll', tenant, equal('business_entity_id', 'bent_3'));
  const met = () =>
    entriesMet(async (read) => {
      const found = await debitsNotAgreed(payrolls, { ...services, read }, tenant);
      expect([...found]).toEqual(['payrl_paying00001']);
    }, isOfTable);
  expect(await met()).toBeLessThanOrEqual(10);
  await analyzed();
  expect(await met()).toBeLessThanOrEqual(10);
});

test('a stub is found by its external_ref without a look at others of its company', async () => {
  expect([await early.metByRef(), await late.metByRef()]).toEqual([0, 0]);
});

test('a calculation reads no more after two years of payrolls than after one, with averages for holidays and for the year', async () => {
  const [one, two] = [await early.facts(), await late.facts()];
  expect(one.rows.year_to_date).toBeGreaterThan(PEOPLE.length);
  expect(two.rows).toEqual(one.rows);
  expect(two.asked).toBe(one.asked);
  expect(two.bytes).toBeLessThanOrEqual(one.bytes * 1.02);
});

test('holiday pay reads earnings only as far back as the rule of the province requires', async () => {
  const { payroll, assignments, facts } = late;
  // Of its holidays Christmas looks back the furthest.
  const christmas = '2025-12-25';
  expect(payroll.period_start <= christmas && christmas <= payroll.period_end).toBe(true);
  const stubsRead = new Map<string, Set<string>>();
  const rowsRead = new Map<string, number>();
  await facts((object, row) => {
    const assignment = row.work_assignment_id as string;
    if (object === 'earning_line_item')
      stubsRead.set(assignment, (stubsRead.get(assignment) ?? new Set()).add(row.pay_stub_id as string));
    if (object === 'year_to_date') rowsRead.set(assignment, (rowsRead.get(assignment) ?? 0) + 1);
  });
  for (const [at, [, jurisdiction]] of PLACES.entries()) {
    const since = looksBackTo(jurisdiction, christmas);
    let reaching = 0;
    for (let end = addDays(payroll.period_start, -1); end >= since; end = addDays(end, -14)) reaching += 1;
    expect([jurisdiction, stubsRead.get(assignments[at]!)?.size ?? 0]).toEqual([jurisdiction, reaching]);
    // Besides those stubs: the sums of the year, and the last stub, whose vacation pay balance goes on.
    expect(rowsRead.get(assignments[at]!)).toBeLessThanOrEqual(reaching + 2);
  }
});

test.each(['work_assignment', 'employee', 'pay_rate', 'payroll', 'pay_stub', 'pay_schedule', 'business_entity'])(
  'a page of a list reads the same after one year of payrolls and after two: %s',
  async (object) => {
    const [one, two] = [await early.page(object), await late.page(object)];
    expect([two.rows, two.asked]).toEqual([one.rows, one.asked]);
  },
);

test('a calculation looks at the work assignments of its people alone, however many its company has', async () => {
  const before = await early.looks['what a calculation is based on']();
  const other = { id: 'wrk_00{n}', employee_id: 'emp_{n}', pay_schedule_id: 'pysch_1' };
  await manyRows(started, early.company, 'people', 'work_assignment', 5_000, other);
  expect(await early.looks['what a calculation is based on']()).toBeLessThanOrEqual(before * 1.1);
});

test('stubs left on payrolls of another schedule are looked for among those of their people, however many others there are', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const left = { id: 'payst_{n}', work_assignment_id: 'wrkas_{n}', pay_schedule_id: 'pysch_1', is_closed: false };
  await manyRows(started, company, 'payrolls', 'pay_stub', 5_000, { ...left, payroll_id: 'payrl_1' });
  const { services } = started.service;
  const [known] = await services.read.find('work_assignment', { ...tenant, company_id: early.company_id }, all());
  const moved = Array.from({ length: 200 }, (_, at) => ({
    ...known!,
    id: `wrkas_00${at + 100}`,
    pay_schedule_id: at < 100 ? 'pysch_2' : 'pysch_3',
  }));
  const met = await entriesMet(async (read) => {
    for await (const _ of stubsLeftBehind(moved, { services: { ...services, read }, tenant }, all()));
  }, isOfTable);
  expect(met).toBe(moved.length);
});

test('records that are named by their ids are found by the index of ids, before there are statistics too', async () => {
  const company = await started.company();
  const tenant: Tenant = { partner_id: 'ptn_x', company_id: company.id };
  const row = { id: 'payst_id{n}', work_assignment_id: 'wrkas_{n}', payroll_id: 'payrl_1', is_closed: false };
  await manyRows(started, company, 'payrolls', 'pay_stub', 5_000, row);
  const ids = Array.from({ length: 1_000 }, (_, at) => `payst_id0${at + 1_000}`);
  const indexes = new Set<string>();
  await entriesMet(
    async (read) => {
      expect((await read.existing('pay_stub', tenant, 'id', ids)).size).toBe(ids.length);
      expect((await read.getMany('pay_stub', tenant, ids)).size).toBe(ids.length);
      expect(await read.find('pay_stub', tenant, oneOf('id', ids))).toHaveLength(ids.length);
    },
    ({ 'Index Name': name }) => name !== undefined && indexes.add(name) !== undefined,
  );
  expect([...indexes]).toEqual(['pay_stub_pkey']);
});

test('the sessions that the service opens plan each statement anew, and read pay stubs of a payroll through indexes', async () => {
  const { foundation, services } = started.service;
  const { sql, models } = foundation;
  const { schema } = models.progress.live('payrolls')!;
  // Each read of a stub leaves what its session is set to. The feed looks stubs up by their ids, on sessions of its
  // own.
  await sql.begin(async (tx) => {
    await tx.unsafe('create table met (query text, name text, plans text, whole_tables text)');
    await tx.unsafe(`create function meet() returns boolean language plpgsql volatile as $$ begin
      insert into public.met values (current_query(), current_setting('application_name'),
        current_setting('plan_cache_mode'), current_setting('enable_seqscan'));
      return true; end $$`);
    await tx.unsafe(`alter table ${schema}.pay_stub rename to pay_stub_there`);
    await tx.unsafe(`create view ${schema}.pay_stub as select * from ${schema}.pay_stub_there where public.meet()`);
  });
  try {
    const tenant: Tenant = { partner_id: 'ptn_x', company_id: late.company_id };
    const found = await services.read.find('pay_stub', tenant, equal('payroll_id', late.payroll_id));
    expect(found).toHaveLength(PEOPLE.length);
  } finally {
    await sql.begin(async (tx) => {
      await tx.unsafe(`drop view ${schema}.pay_stub`);
      await tx.unsafe(`alter table ${schema}.pay_stub_there rename to pay_stub`);
    });
  }
  const met = await sql`select distinct name, plans, whole_tables from met where query like '%payroll_id%'`;
  expect([...met]).toEqual([{ name: 'payroll reads', plans: 'force_custom_plan', whole_tables: 'off' }]);
});
