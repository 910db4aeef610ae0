import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import type { State } from '../../src/kernel/definition/resource.ts';
import type { Services } from '../../src/kernel/definition/services.ts';
import type { PartialFacts } from '../../src/payrolls/facts/partial-facts.ts';
import { payrollTotals } from '../../src/payrolls/facts/payroll-totals.ts';
import { stubFacts } from '../../src/payrolls/facts/stub-facts.ts';
import { registry } from '../../src/registry.ts';
import { INCOME_TAX_METHOD } from '../../src/statutory/stage/tax-properties.ts';
import { all } from '../../src/values/condition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { decimal, toText } from '../../src/values/money.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type Random, randomFrom } from '../support/generate.ts';
import { memoryStore } from '../support/memory-store.ts';
import { event } from '../support/orchard.ts';
import { forgetReadModels, PATIENCE_ms, type Running, readModelsOn } from '../support/read-models.ts';

// What was paid before is kept as sums. For generated histories they must come to what a plain look at every closed
// stub comes to, whatever the order in which stubs are closed, reopened, changed and closed again.

const COMPANIES = process.env.FULL ? 300 : 8;
const STEPS = 160;
/** For the read models to follow all of them, on a loaded machine. */
const FOLLOWING_ms = PATIENCE_ms + COMPANIES * 500;
const DATES = ['2025-11-28', '2025-12-12', '2026-01-09', '2026-01-23', '2026-05-01', '2026-05-15', '2026-12-31'];
const LATER = ['2027-01-08', '2027-01-22'];
const AVERAGED_SINCE = '2026-01-20';

let database: TestDatabase;
let models: Running;

beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await models.close();
  await forgetReadModels(database.sql);
});
afterAll(() => database.drop());

const folder = makeFolder(registry);
const tenantOf = (company_id: string) => ({ partner_id: 'pa_1', company_id });

const start = async (store: EventStore): Promise<Services> => {
  models = readModelsOn(database, store, { projections: resourceProjections(registry, folder) });
  await models.start();
  return { read: models.reader, registry, gate: models.gate } as unknown as Services;
};

/** A company with two employers, people with one to three work assignments, some of whom change the employer. */
const history = async (store: EventStore, company: string, random: Random): Promise<void> => {
  const revisions = new Map<string, bigint>();
  const append = async (stream: string, ...events: [string, JsonObject][]): Promise<void> => {
    const { revision } = await store.append(
      stream,
      events.map(([type, data]) => event(type, data, { company_id: company })),
      revisions.get(stream) ?? 'no_stream',
    );
    revisions.set(stream, revision);
  };
  const id = (prefix: string, n: number | string) => `${prefix}_${company}_${n}`;
  const schedules = [0, 1, 2].map((n) => ({ id: id('pysch', n), business_entity_id: id('be', n % 2) }));
  for (const { id: schedule, business_entity_id } of schedules)
    await append(`pay_schedule-${schedule}`, [
      'PayScheduleCreated',
      { business_entity_id, title: 'x', pay_frequency: 'bi-weekly' },
    ]);
  const payrolls: { id: string; data: JsonObject }[] = [];
  for (const [s, schedule] of schedules.entries())
    for (const [n, pay_date] of [...DATES, ...LATER].entries()) {
      const payroll = id('payrl', `${n}${s}`);
      const data = {
        business_entity_id: schedule.business_entity_id,
        pay_schedule_id: schedule.id,
        type: random.next() < 0.9 ? 'regular' : 'correction',
        status: n < 4 ? 'paid' : 'draft',
        pay_date,
        period_start: pay_date,
        period_end: pay_date,
        period_number: n + 1,
        regular_periods_count: 26,
      };
      payrolls.push({ id: payroll, data });
      await append(`payroll-${payroll}`, ['PayrollCreated', data]);
    }
  const assignments: { id: string; employee_id: string | null; contractor_id: string | null; schedule: number }[] = [];
  for (let p = 0; p < 3; p++)
    for (let a = 0; a <= random.below(3); a++) {
      const isEmployee = p < 2 || a > 0;
      const assignment = {
        id: id('wrk', `${p}${a}`),
        employee_id: isEmployee ? id('emp', p) : null,
        contractor_id: isEmployee ? null : id('con', p),
        schedule: random.below(3),
      };
      assignments.push(assignment);
      const { schedule, ...data } = assignment;
      await append(
        `work_assignment-${assignment.id}`,
        ['WorkAssignmentCreated', { ...data, pay_schedule_id: id('pysch', schedule), archived_at: null }],
        ...(random.next() < 0.3
          ? [
              [
                'TaxPropertyCreated',
                {
                  id: id('txp', `${p}${a}`),
                  owner_id: assignment.id,
                  type: INCOME_TAX_METHOD,
                  value: 'cumulative',
                  effective_from: AVERAGED_SINCE,
                  effective_to: null,
                },
              ] as [string, JsonObject],
            ]
          : []),
      );
      await append(`allowance-${id('alw', `${p}${a}`)}`, [
        'AllowanceCreated',
        {
          work_assignment_id: assignment.id,
          allowance_type: 'cell_phone_allowance',
          amount: '5',
          frequency: 'once',
          effective_from: '2025-01-01',
          effective_to: null,
        },
      ]);
    }
  const stubs = new Map<string, 'open' | 'closed'>();
  const amount = () => toText(decimal(random.below(200_001) - 40_000).div(100));
  for (let step = 0; step < STEPS; step++) {
    const payroll = random.pick(payrolls);
    const assignment = random.pick(assignments);
    const stub = id('payst', `${payroll.id.slice(-2)}${assignment.id.slice(-2)}`);
    const stream = `pay_stub-${stub}`;
    const state = stubs.get(stub);
    const { employee_id, contractor_id } = assignment;
    const calculated: [string, JsonObject] = [
      'PayStubCalculated',
      {
        lines: [],
        removed: [],
        amounts: {
          earning: {
            salary: amount(),
            ...(random.next() < 0.3 ? { bonus: random.pick(['0', '12.34', '-12.34']) } : {}),
          },
          ...(random.next() < 0.5 ? { statutory_withholding: { cpp: amount() } } : {}),
        },
        bases: { pensionable: amount(), taxable: '0' },
        vacation_pay: { accrued: amount(), paid: amount(), adjusted: amount() },
        liability: amount(),
        employee_summary: { gross: amount(), subtractions: null, reimbursements: '0', net: amount() },
        // One that was calculated before items of frequency once were told apart has `recurrences` alone.
        recurrences: random.next() < 0.3 ? [id('alw', assignment.id.slice(-2))] : [],
        ...(random.next() < 0.5 ? { taken_once: random.next() < 0.5 ? [id('alw', assignment.id.slice(-2))] : [] } : {}),
      },
    ];
    if (!state) {
      const { business_entity_id, pay_schedule_id, pay_date, period_start, period_end } = payroll.data;
      const own = { payroll_id: payroll.id, work_assignment_id: assignment.id, employee_id, contractor_id };
      const dates = { business_entity_id, pay_schedule_id, pay_date, period_start, period_end } as JsonObject;
      const created: JsonObject = { ...own, ...dates, is_closed: false, amounts: {}, bases: {}, recurrences: [] };
      await append(stream, ['PayStubCreated', { ...created, vacation_pay_balance: '0' }], calculated);
      stubs.set(stub, 'open');
    } else if (state === 'closed') {
      if (random.next() > 0.4) continue;
      await append(stream, ['PayStubReopened', {}]);
      stubs.set(stub, 'open');
    } else if (random.next() < 0.1) {
      await append(stream, ['PayStubDeleted', {}]);
      stubs.delete(stub);
    } else {
      await append(stream, calculated, ['PayStubClosed', {}]);
      stubs.set(stub, 'closed');
    }
  }
};

/** The facts of what came before, told plainly from all stubs of a company. */
const plainly = (stub: State, stubs: readonly State[], averagedSince: string | null) => {
  const payee = (one: State) => `${one.employee_id ?? one.contractor_id}/${one.business_entity_id}`;
  const day = (one: State) => one.pay_date as string;
  const year = (one: State) => day(one).slice(0, 4);
  const mine = stubs.filter((other) => payee(other) === payee(stub)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const before = mine
    .filter((other) => other.is_closed && day(other) < day(stub))
    .sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0));
  const samePay = mine.filter(
    (other) =>
      other.id !== stub.id &&
      day(other) === day(stub) &&
      (other.id < stub.id || (other.is_closed && !stub.is_closed && other.payroll_id !== stub.payroll_id)),
  );
  const own = [...before, ...samePay].filter(
    (other) => other.is_closed && other.work_assignment_id === stub.work_assignment_id,
  );
  const ofYear = (some: readonly State[]) => some.filter((other) => year(other) === year(stub));
  const held = stubs.filter((other) => other.is_closed && other.work_assignment_id === stub.work_assignment_id);
  return {
    year_to_date: total(ofYear(own)),
    employer_year_to_date: total(ofYear(before)),
    same_pay_date: total(samePay),
    balance: vacationPayLeft(own),
    taken: held.some((other) => ((other.taken_once ?? other.recurrences) as string[]).length > 0),
    averaged: averagedSince === null ? null : total(ofYear(before).filter((other) => day(other) < averagedSince)),
  };
};

/** What stubs leave of vacation pay, of whichever years they are. */
const vacationPayLeft = (stubs: readonly State[]): string =>
  toText(
    stubs.reduce((left, { vacation_pay }) => {
      const { accrued, paid, adjusted } = vacation_pay as Record<string, string>;
      return left.plus(accrued!).plus(adjusted!).minus(paid!);
    }, decimal(0)),
  );

/** Sums by name, `kind/type` for amounts; those that are not 0. */
const total = (stubs: readonly unknown[]): Record<string, string> => {
  const sums: Record<string, string> = {};
  const add = (name: string, value: string) => {
    sums[name] = toText(decimal(sums[name] ?? 0).plus(value));
  };
  for (const { amounts = {}, bases = {} } of stubs as { amounts?: JsonObject; bases?: JsonObject }[]) {
    for (const [kind, types] of Object.entries(amounts))
      for (const [type, value] of Object.entries(types as JsonObject)) add(`${kind}/${type}`, value as string);
    for (const [name, value] of Object.entries(bases)) add(name, value as string);
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, value]) => value !== '0')
      .sort(),
  );
};

const told = (facts: PartialFacts, averaged: boolean) => ({
  year_to_date: total([facts.year_to_date]),
  employer_year_to_date: total([facts.employer_year_to_date]),
  same_pay_date: total([facts.same_pay_date ?? {}]),
  balance: facts.vacation_pay_opening_balance,
  taken: facts.year_to_date.consumed_once.length > 0,
  averaged: averaged ? total([facts.averaging?.before ?? {}]) : null,
});

test(`the year before a stub equals the sum of the earlier closed stubs, in ${COMPANIES} generated companies`, {
  timeout: 180_000 + 2 * FOLLOWING_ms,
}, async () => {
  const store = memoryStore();
  const services = await start(store);
  const companies = Array.from({ length: COMPANIES }, (_, n) => `c${n}`);
  for (const [n, company] of companies.entries()) await history(store, company, randomFrom(n + 1));
  expect(await models.gate.followed(await store.head(), [], FOLLOWING_ms)).toBe(true);
  let compared = 0;
  let closed = 0;
  for (const company of companies) {
    const tenant = tenantOf(company);
    const stubs = await services.read.find('pay_stub', tenant, all());
    const averaged = new Set(
      (await services.read.find('tax_property', tenant, all())).map(({ owner_id }) => owner_id as string),
    );
    const facts = await stubFacts(stubs, services, tenant);
    for (const stub of stubs) {
      const isAveraged =
        averaged.has(stub.work_assignment_id as string) &&
        (stub.pay_date as string) >= AVERAGED_SINCE &&
        (stub.pay_date as string) < '2027';
      const expected = plainly(stub, stubs, isAveraged ? AVERAGED_SINCE : null);
      expect({ company, stub: stub.id, ...told(facts.get(stub.id)!, isAveraged) }).toEqual({
        company,
        stub: stub.id,
        ...expected,
      });
      compared += 1;
      if (stub.is_closed) closed += 1;
    }
  }
  for (const company of companies) {
    const stubs = await services.read.find('pay_stub', tenantOf(company), all());
    const ids = (await services.read.find('payroll', tenantOf(company), all())).map(({ id }) => id);
    const totals = await payrollTotals(ids, services, tenantOf(company));
    for (const id of ids) {
      const mine = stubs.filter(({ payroll_id }) => payroll_id === id);
      const sumOf = (pick: (stub: State) => unknown) =>
        mine.length === 0
          ? null
          : toText(mine.reduce((sum, stub) => sum.plus((pick(stub) ?? '0') as string), decimal(0)));
      const { liability, cash_requirement, summaries, hasDirectDeposits } = totals.get(id)!;
      expect({ liability, cash_requirement, ...summaries.employee_summary, hasDirectDeposits }).toEqual({
        liability: sumOf((stub) => stub.liability),
        cash_requirement: sumOf(() => '0'),
        gross: sumOf((stub) => (stub.employee_summary as JsonObject).gross),
        net: sumOf((stub) => (stub.employee_summary as JsonObject).net),
        subtractions: sumOf(() => '0'),
        reimbursements: sumOf(() => '0'),
        hasDirectDeposits: mine.length > 0,
      });
    }
  }
  // The histories are such that there is something to compare.
  expect(compared).toBeGreaterThan(COMPANIES * 25);
  expect(closed).toBeGreaterThan(compared / 5);

  const rows = () => database.sql.unsafe(`select id, state::text from ${schema()}.year_to_date order by id`);
  const schema = () => models.progress.live('payrolls')!.schema;
  const followed = await rows();
  await models.rebuild(['payrolls']);
  expect(await rows()).toEqual(followed);

  expect((await models.verify(['payrolls'])).map(({ differences }) => differences)).toEqual([0]);
  await database.sql.unsafe(`delete from ${schema()}.year_to_date where id = '${followed[0]!.id}'`);
  const [found] = await models.verify(['payrolls']);
  expect(found!.shown).toEqual([{ table: 'year_to_date', id: followed[0]!.id, kind: 'missing', columns: [] }]);
});
