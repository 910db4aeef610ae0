import { describe, expect, test } from 'vitest';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { operationsOf } from '../../../src/kernel/calls/operations.ts';
import type { Call } from '../../../src/kernel/definition/operation.ts';
import { TooManyRows } from '../../../src/kernel/definition/reader.ts';
import type { RecordOf, ResourceDefinition } from '../../../src/kernel/definition/resource.ts';
import { causeOfRun } from '../../../src/processes/managers/origin.ts';
import { followingStubs } from '../../../src/processes/payroll/stubs-behind.ts';
import { populateSchedule } from '../../../src/processes/population/population.ts';
import { recordTask } from '../../../src/processes/tasks/task-log.ts';
import { type RunOutcome, runTask } from '../../../src/processes/tasks/task-run.ts';
import { WRITES } from '../../../src/processes/tasks/task-writes.ts';
import { ALWAYS } from '../../../src/values/condition.ts';
import { type Json, type JsonObject, objectOf, textOf } from '../../../src/values/json.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { idOf } from '../../support/in-memory.ts';
import {
  type PayrollWorld,
  type PayrollWorldOptions,
  payrollWorld,
  SALARY,
  SCHEDULE,
} from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/** Stubs that a person has on two schedules for one pay date: what the second one bears depends on the first. */
const findings = async (world: PayrollWorld): Promise<string[]> =>
  (await foundIn(world, [openStubIsCalculated])).map(({ record, what }) => `${record}: ${what}`);

test('when a payroll is approved, or unapproved, both stubs of a pay are recalculated, whichever comes first', async () => {
  // Which of the two comes first is decided by their ids: with several people both cases occur.
  const PEOPLE = 6;
  const world = await payrollWorld();
  const { given, managers, schedule } = world;
  const other = await given.created('pay_schedule', {
    ...SCHEDULE,
    title: 'Other',
    business_entity_id: world.employer.id,
    generate_payrolls_from: '2026-12-04',
  });
  for (let i = 0; i < PEOPLE; i++) {
    const { employee } = await world.hired({ rate: RICH });
    await world.hired({ rate: RICH, employee_id: employee.id, pay_schedule_id: other.id });
  }
  await world.populated();
  const payroll = (await world.drafts()).find(({ pay_schedule_id }) => pay_schedule_id === schedule.id)!;
  const rest = () => world.follow(managers.population, managers.approval, managers.journal);
  const data = { pay_schedule_id: schedule.id };
  await given.events('payroll', payroll.id, { type: 'PayrollApprovalStarted', data });
  await rest();
  expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status: 'paid' });
  expect(await findings(world)).toEqual([]);
  await given.events('payroll', payroll.id, { type: 'PayrollUnapprovalStarted', data });
  await rest();
  expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status: 'draft' });
  expect(await findings(world)).toEqual([]);
});

describe('stubs of one pay on two schedules follow', () => {
  // Which of the two comes first is decided by their ids: with several people both cases occur.
  const PEOPLE = 6;

  test.each<[string, (world: PayrollWorld, people: string[], other: string) => Promise<unknown>]>([
    [
      'what is changed of their people, whose first work assignment is on either',
      async ({ given }, people) => {
        for (const id of people) await given.changed('employee', id, { date_of_birth: '1950-07-11' });
      },
    ],
    [
      'what is changed of their employer',
      ({ given, employer }) =>
        given.created('tax_property', {
          ...{ owner_id: employer.id, type: 'ca::income_tax_method', value: 'cumulative' },
          effective_from: '2026-11-01',
        }),
    ],
    [
      'what is changed of one of the schedules',
      ({ given }, _, other) => given.changed('pay_schedule', other, { anchor_end_of_pay_period: '2026-11-15' }),
    ],
  ])('%s', async (_, change) => {
    const world = await payrollWorld();
    const { given, employer } = world;
    const other = await given.created('pay_schedule', { ...SCHEDULE, title: 'Other', business_entity_id: employer.id });
    const people: string[] = [];
    for (let i = 0; i < PEOPLE; i++) {
      const [first, second] = i % 2 === 0 ? [world.schedule, other] : [other, world.schedule];
      const { employee } = await world.hired({ rate: SALARY, pay_schedule_id: first.id });
      // The second job begins within the period, so that its pay depends on which days that has.
      const rate = { ...SALARY, rate: '90000', effective_from: '2026-11-09' };
      await world.hired({ rate, employee_id: employee.id, pay_schedule_id: second.id });
      people.push(employee.id);
    }
    await world.populated();
    expect(await findings(world)).toEqual([]);
    await change(world, people, other.id);
    await world.populated();
    expect(await findings(world)).toEqual([]);
  });
});

test('the facts of several stubs of one pay are read once: each further stub takes one more query', async () => {
  const queriesOf = async (jobs: number) => {
    const world = await payrollWorld();
    const { employee, assignment } = await world.hired();
    // What the first ones bear leaves nothing, or little, for the others.
    const rate = { ...SALARY, rate: '600000', work_assignment_id: assignment.id };
    const { id } = await world.given.created('pay_rate', rate);
    for (let job = 1; job < jobs; job++) await world.hired({ rate: SALARY, employee_id: employee.id });
    await world.populated();
    expect(await findings(world)).toEqual([]);
    await world.given.changed('pay_rate', id, { rate: '54000' });
    world.asked.length = 0;
    const { types } = await world.when(world.populated);
    const asked = world.asked.length;
    expect(await findings(world)).toEqual([]);
    return { asked, calculated: types.filter((type) => type === 'PayStubCalculated').length };
  };
  const [two, six] = [await queriesOf(2), await queriesOf(6)];
  // The pay of one changes what all of them bear.
  expect(six.calculated).toBeGreaterThan(two.calculated);
  expect(six.asked - two.asked).toBeLessThanOrEqual(4);
});

const RICH = { ...SALARY, rate: '2000000' };

/** Somebody with two stubs on the next payroll, and a way to pay a bonus on one. */
const withTwoStubs = async (options?: PayrollWorldOptions) => {
  const world = await payrollWorld(options);
  const { employee } = await world.hired();
  await world.hired({ employee_id: employee.id });
  await world.populated();
  const [next] = await world.drafts();
  const [earlier, later] = (await world.stubs(next!)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const paid = (stub: RecordOf<'pay_stub'>) =>
    world.given.created('earning_line_item', {
      pay_stub_id: stub.id,
      earning_type: 'bonus_discretionary',
      custom_amount: '60000',
    });
  return { world, earlier: earlier!, later: later!, paid };
};

test('the later stub of a pay is calculated from the figures of the earlier one, also when read models end within the append of that one', async () => {
  const { world, earlier, later, paid } = await withTwoStubs();
  const { store, gate } = world.services;
  await paid(later);
  await world.populated();
  // The line is the first event of its append; what was calculated with it comes after it.
  world.comeTo((await store.head()) + 1n);
  await paid(earlier);
  await world.populated();
  await gate.followed(await store.head(), [], 0);
  expect(await findings(world)).toEqual([]);
});

test('the later stub of a pay is calculated again when a caller read its facts before the earlier one was calculated, and appended after that', async () => {
  let populated: (() => Promise<void>) | undefined;
  const { world, earlier, later, paid } = await withTwoStubs({
    store: before('EarningLineItemCreated', async () => populated?.()),
  });
  populated = world.populated;
  await world.given.created('pay_rate', { ...RICH, work_assignment_id: earlier.work_assignment_id });
  await paid(later);
  await world.populated();
  expect(await findings(world)).toEqual([]);
});

test('the later stub of a pay is right where two works calculate the pay at once', async () => {
  const { world, earlier, later } = await withTwoStubs();
  const { given, schedule, tenant } = world;
  await given.created('pay_rate', { ...SALARY, work_assignment_id: later.work_assignment_id });
  await world.populated();
  await given.created('pay_rate', { ...RICH, work_assignment_id: earlier.work_assignment_id });
  // Due work that populates the schedule has read all facts when population does the whole of what follows.
  const store = before('PayStubCalculated', world.populated)!(world.services.store);
  const due = { nextYear: async () => {}, levies: async () => {} };
  await populateSchedule(schedule.id, causeOfRun(tenant, ''), tenant, { ...world.services, store }, due);
  await world.populated();
  expect(await findings(world)).toEqual([]);
});

test('the stubs behind one that was overtaken are right too, where another work read that one meanwhile', async () => {
  const append = { others: async (_: string) => {}, due: async (_: string) => {} };
  const telling =
    (who: keyof typeof append) =>
    (store: EventStore): EventStore => ({
      ...store,
      append: async (stream, events, expected) => {
        const appended = await store.append(stream, events, expected);
        if (events.some(({ type }) => type === 'PayStubCalculated')) await append[who](stream);
        return appended;
      },
    });
  const { world, earlier } = await withTwoStubs({ store: telling('others') });
  const { given, schedule, tenant, services } = world;
  await world.hired({ employee_id: earlier.employee_id });
  await world.populated();
  const stubs = (await world.stubs((await world.drafts())[0]!)).sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { work_assignment_id } of stubs.slice(1))
    await given.created('pay_rate', { ...SALARY, work_assignment_id });
  await world.populated();
  await given.created('pay_rate', { ...RICH, work_assignment_id: stubs[0]!.work_assignment_id });
  const isSecond = (stream: string) => stream.endsWith(stubs[1]!.id);
  let goOn = () => {};
  let population: Promise<void> | undefined;
  const calculated = new Promise<void>((resolve) => {
    append.others = async (stream) => {
      if (!isSecond(stream)) return;
      append.others = async () => {};
      resolve();
      await new Promise<void>((freed) => {
        goOn = freed;
      });
    };
  });
  // Due work puts the second stub back, from what it had read before; population calculates the third one behind that.
  append.due = async (stream) => {
    if (!isSecond(stream)) return;
    append.due = async () => {};
    goOn();
    await population;
  };
  const store = before('PayStubCalculated', async () => {
    population = world.populated();
    await calculated;
  })!(telling('due')(services.store));
  const due = { nextYear: async () => {}, levies: async () => {} };
  await populateSchedule(schedule.id, causeOfRun(tenant, ''), tenant, { ...services, store }, due);
  await world.populated();
  expect(await findings(world)).toEqual([]);
});

/** Changes lines by operations as a request does, and counts how often an answer waits for population. */
const changingLines = (
  world: PayrollWorld,
  definition: ResourceDefinition = world.services.registry.need('earning_line_item'),
) => {
  const waited = { times: 0 };
  const { gate } = world.services;
  world.services.gate = {
    ...gate,
    followed: async (position, follows = [], ...more) => {
      if (follows.includes('population')) {
        waited.times++;
        await world.populated();
      }
      return gate.followed(position, [], ...more);
    },
  };
  const operations = operationsOf(definition);
  const run = async (name: 'create' | 'update' | 'delete', id: string, body: JsonObject) => {
    const call = { origin: world.origin(), services: world.services, tenant: world.tenant, query: {}, body };
    const found = operations.find((operation) => operation.id === `${name}_${definition.object}`)!;
    // A call that was read from no request has nothing else that these operations look at.
    const { body: answer } = await found.run({ ...call, params: { [definition.object]: id } } as unknown as Call);
    return answer === undefined ? '' : textOf(objectOf(answer as Json).id);
  };
  return { run, waited };
};
const BONUS = { earning_type: 'bonus_discretionary', custom_amount: '60000' };

test('the answer to a changed line waits for the other stubs of the pay, and for nothing where there are none', async () => {
  const { world, earlier, later, paid } = await withTwoStubs();
  await paid(later);
  await world.populated();
  const { employee } = await world.hired({ rate: SALARY });
  await world.populated();
  const [next] = await world.drafts();
  const alone = (await world.stubs(next!)).find(({ employee_id }) => employee_id === employee.id)!;
  const { run, waited } = changingLines(world);
  const made = await run('create', '', { ...BONUS, pay_stub_id: earlier.id });
  expect([waited.times, await findings(world)]).toEqual([1, []]);
  await run('update', made, { custom_amount: '500' });
  expect([waited.times, await findings(world)]).toEqual([2, []]);
  await run('delete', made, {});
  expect([waited.times, await findings(world)]).toEqual([3, []]);
  await run('create', '', { ...BONUS, pay_stub_id: alone.id });
  expect(waited.times).toBe(3);
});

test('the answer to an adjustment waits for the other stubs of the pay that it corrects on', async () => {
  const { world, earlier, paid } = await withTwoStubs();
  const line = await paid(earlier);
  await world.populated();
  const [{ id, pay_schedule_id }] = (await world.drafts()) as [RecordOf<'payroll'>];
  await world.given.events('payroll', id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id } });
  await world.follow(world.managers.population, world.managers.approval, world.managers.journal);
  const [stub] = (await world.stubs((await world.drafts())[0]!)).filter(
    ({ work_assignment_id }) => work_assignment_id === earlier.work_assignment_id,
  );
  const { run, waited } = changingLines(world, world.services.registry.need('adjustment'));
  const made = await run('create', '', {
    correction_pay_stub_id: stub!.id,
    source_line_item_id: line.id,
    expected_amount: '70000',
  });
  expect([waited.times, await findings(world)]).toEqual([1, []]);
  await run('delete', made, {});
  expect([waited.times, await findings(world)]).toEqual([2, []]);
});

test('a line is answered as written where the other stubs of the pay cannot be looked up', async () => {
  const { world, earlier } = await withTwoStubs();
  const { run, waited } = changingLines(world);
  const exists: typeof world.services.read.exists = async () => {
    throw new Error('the database is away');
  };
  const { read } = world.services;
  world.services.read = new Proxy(read, { get: (of, name) => (name === 'exists' ? exists : Reflect.get(of, name)) });
  const id = await run('create', '', { ...BONUS, pay_stub_id: earlier.id });
  expect(await read.get('earning_line_item', world.tenant, id)).toMatchObject({ custom_amount: '60000' });
  expect(waited.times).toBe(1);
});

test('the other stubs of the pay of a changed line are looked up by one question', async () => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  await world.populated();
  const [stub] = await world.stubs((await world.drafts())[0]!);
  const { reaches, ...plain } = world.services.registry.need('earning_line_item');
  const asked = async (definition: ResourceDefinition) => {
    const { run } = changingLines(world, definition);
    const asked: number[] = [];
    const count = async (...args: Parameters<typeof run>) => {
      world.asked.length = 0;
      const id = await run(...args);
      asked.push(world.asked.length);
      return id;
    };
    const id = await count('create', '', { ...BONUS, pay_stub_id: stub!.id });
    await count('update', id, { custom_amount: '700' });
    await count('delete', id, {});
    return asked;
  };
  const before = await asked(plain);
  expect(await asked({ ...plain, reaches })).toEqual(before.map((questions) => questions + 1));
});

describe('the end of a task that changes lines', () => {
  /** Two people on the next payroll, of whom one has a second stub. */
  const withTask = async () => {
    const { world, earlier, later, paid } = await withTwoStubs();
    await paid(later);
    const { assignment } = await world.hired({ rate: SALARY });
    await world.populated();
    const [next] = await world.drafts();
    const [alone] = await world.stubs(next!, assignment);
    const { waited } = changingLines(world);
    /** Runs a bulk call that pays a bonus on each of these stubs, some at a time, in runs that end after each time. */
    const pays = async (stubs: RecordOf<'pay_stub'>[], chunk: number) => {
      const bulk = WRITES.find(({ name }) => name === 'bulk_create')!;
      const work = {
        ...bulk,
        record: async (...asked: Parameters<typeof bulk.record>) => ({ ...(await bulk.record(...asked)), chunk }),
      };
      const targets = stubs.map(({ id }) => ({ id: idOf('eali'), parent: id }));
      const request = { type: 'bulk_create', object: 'earning_line_item', data: BONUS, targets } as const;
      const { services } = world;
      const { state } = await recordTask(work, request, world.origin('asked'), services);
      const { signal } = new AbortController();
      const runner = { works: new Map([[work.name, work]]), services, turn_ms: -1 };
      let outcome: RunOutcome;
      do outcome = await runTask(state.id, { attempt: 0, signal, held: () => true }, runner);
      while (outcome === 'more');
      expect(await world.stateOf('async_task', state.id)).toMatchObject({ status: 'completed', total: stubs.length });
    };
    return { world, waited, earlier, later, alone: alone!, pays };
  };

  test('waits for the other stubs of the pays', async () => {
    const { world, waited, earlier, alone, pays } = await withTask();
    await pays([earlier, alone], 2);
    expect([waited.times, await findings(world)]).toEqual([1, []]);
  });

  test('waits where all stubs of a pay are changed', async () => {
    const { world, waited, earlier, later, pays } = await withTask();
    await pays([later, earlier], 2);
    expect([waited.times, await findings(world)]).toEqual([1, []]);
  });

  test('waits also when an earlier run changed what another stub depends on', async () => {
    const { world, waited, earlier, alone, pays } = await withTask();
    await pays([earlier, alone], 1);
    expect([waited.times, await findings(world)]).toEqual([1, []]);
  });

  test('waits for nothing where nobody has other stubs of the pay', async () => {
    const { waited, alone, pays } = await withTask();
    await pays([alone], 2);
    expect(waited.times).toBe(0);
  });
});

test('the stubs that follow a changed one are found however many were closed on their dates', async () => {
  const { world, later } = await withTwoStubs();
  const { services, tenant } = world;
  // A read of all that were closed would be more than one gives.
  const find: typeof services.read.find = async (object) => {
    throw new TooManyRows(object, 20_000);
  };
  const read = new Proxy(services.read, { get: (of, name) => (name === 'find' ? find : Reflect.get(of, name)) });
  const found: string[] = [];
  const acting = { services: { ...services, read }, tenant };
  for await (const page of followingStubs(new Map([[later.id, []]]), acting, ALWAYS))
    found.push(...page.map(({ id }) => id));
  expect(found).toEqual([later.id]);
});
