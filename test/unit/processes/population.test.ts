import { describe, expect, test } from 'vitest';
import { START } from '../../../src/event-store/port.ts';
import type { RecordOf, State } from '../../../src/kernel/definition/resource.ts';
import { payStubEvents } from '../../../src/payrolls/events/records.ts';
import { loadMembers } from '../../../src/payrolls/membership/members.ts';
import { isRechecked, lastWith, type ManagedEvent, nothingHandled } from '../../../src/processes/managers/manager.ts';
import { populationManager } from '../../../src/processes/population/population.ts';
import { isOvertaken } from '../../../src/processes/population/population-affected.ts';
import { handedOver } from '../../support/handed-over.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/** Population compares and repairs: whatever payrolls and stubs there are, when it is done they are right. */
const dates = (payrolls: readonly RecordOf<'payroll'>[]) => payrolls.map(({ pay_date }) => pay_date);
const gross = ({ employee_summary }: RecordOf<'pay_stub'>) => employee_summary.gross;

/** An employer with somebody on a salary, populated. */
const employed = async (): Promise<PayrollWorld & { assignment: RecordOf<'work_assignment'> }> => {
  const world = await payrollWorld();
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  return { ...world, assignment };
};

/** Another pay schedule of the employer. */
const weekly = ({ given, employer }: PayrollWorld) =>
  given.created('pay_schedule', {
    business_entity_id: employer.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-11',
    anchor_end_of_pay_period: '2026-12-05',
    generate_payrolls_from: '2026-12-11',
  });

describe('a pay schedule', () => {
  test('has a draft payroll for each pay date up to the end of the year, and the next year is due later', async () => {
    const world = await payrollWorld();
    await world.populated();
    const drafts = await world.drafts();
    expect(dates(drafts)).toEqual(['2026-11-20', '2026-12-04', '2026-12-18', '2026-12-31']);
    expect(drafts[0]).toMatchObject({ period_start: '2026-11-01', period_end: '2026-11-14', status: 'draft' });
    expect(world.later).toContain(`next year ${world.schedule.id}`);
  });

  test('that is checked again changes nothing', async () => {
    const world = await employed();
    const { events } = await world.when(async () => {
      await world.given.events('pay_schedule', world.schedule.id, { type: 'PayScheduleChanged', data: { title: 'B' } });
      await world.populated();
    });
    expect(events.map(({ type }) => type)).toEqual(['PayScheduleChanged']);
  });

  test('with new pay dates moves its drafts, which keep their ids and entries', async () => {
    const world = await employed();
    const before = await world.drafts();
    const [stub] = await world.stubs(before[0]!);
    await world.given.changed('pay_stub', stub!.id, { note: 'by hand' });
    const later = { anchor_pay_date: '2026-11-23', generate_payrolls_from: '2026-11-23' };
    await world.given.changed('pay_schedule', world.schedule.id, later);
    await world.populated();
    const after = await world.drafts();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    // The last one is paid in the next year now, and is in the calendar all the same.
    expect(dates(after)).toEqual(['2026-11-23', '2026-12-07', '2026-12-21', '2027-01-04']);
    expect(await world.stubs(after[0]!)).toMatchObject([{ note: 'by hand', pay_date: '2026-11-23' }]);
    // Stubs that hold nothing yet follow too.
    expect(await world.stubs(after[1]!)).toMatchObject([{ pay_date: '2026-12-07' }]);
  });

  test('with new pay dates gives off-cycle drafts the number of their source, and the pays of its year', async () => {
    const world = await employed();
    const [, , source, last] = await world.drafts();
    const offCycle = { pay_schedule_id: world.schedule.id, type: 'off_cycle', pay_date: '2026-12-11' };
    const { id } = await world.given.created('payroll', { ...offCycle, source_payroll_id: source!.id });
    const { id: ofLast } = await world.given.created('payroll', { ...offCycle, source_payroll_id: last!.id });
    await world.populated();
    const read = async (one: string) => world.services.read.get('payroll', world.tenant, one);
    expect(await read(id)).toMatchObject({ period_number: 26, period_label: '26 A', regular_periods_count: 27 });
    const later = { anchor_pay_date: '2026-11-24', generate_payrolls_from: '2026-11-24' };
    await world.given.changed('pay_schedule', world.schedule.id, later);
    await world.populated();
    expect(await read(source!.id)).toMatchObject({ pay_date: '2026-12-22', regular_periods_count: 26 });
    expect(await read(id)).toMatchObject({ period_number: 26, period_label: '26 A', regular_periods_count: 26 });
    // Its source is paid in the next year now: the number there is none of the year of the off-cycle payroll.
    expect(await read(ofLast)).toMatchObject({ period_number: 27, regular_periods_count: 27 });
  });

  test('that no longer has a period loses its draft, unless a caller entered something on it', async () => {
    const world = await employed();
    const [first, second] = (await world.drafts()) as [RecordOf<'payroll'>, RecordOf<'payroll'>];
    const [stub] = await world.stubs(second);
    await world.given.changed('pay_stub', stub!.id, { note: 'by hand' });
    const { types } = await world.when(async () => {
      await world.given.changed('pay_schedule', world.schedule.id, { generate_payrolls_from: '2026-12-18' });
      await world.populated();
    });
    const left = await world.drafts();
    expect(left.map(({ id }) => id)).not.toContain(first.id);
    expect(left.find(({ id }) => id === second.id)).toMatchObject({ is_off_calendar: true });
    expect(types).toContain('PayrollLeftCalendar');
    expect(await world.stubs(first)).toEqual([]);
  });

  test('that is deleted loses all its drafts and stubs', async () => {
    const world = await employed();
    const other = await weekly(world);
    const before = await world.drafts();
    expect(world.rows('pay_stub')).toHaveLength(before.length);
    expect(before).not.toEqual([]);
    // Its drafts still hold their stubs.
    await world.given.changed('work_assignment', world.assignment.id, { pay_schedule_id: other.id });
    await world.given.deleted('pay_schedule', world.schedule.id);
    await world.populated();
    const left = await world.drafts();
    expect(left).not.toEqual([]);
    for (const { pay_schedule_id } of [...left, ...world.rows('pay_stub')]) expect(pay_schedule_id).toBe(other.id);
  });
});

describe('a work assignment', () => {
  test('has one stub on each draft, and only that of the next payroll is calculated', async () => {
    const world = await employed();
    const [next, ...others] = await world.drafts();
    expect((await world.stubs(next!)).map(gross)).toEqual(['2000']);
    for (const payroll of others) expect((await world.stubs(payroll)).map(gross)).toEqual(['0']);
    expect(world.later).toContain(`levies ${world.employer.id}`);
  });

  test('is calculated once for several changes of rates that come together', async () => {
    const world = await employed();
    const { types } = await world.when(async () => {
      for (const title of ['A', 'B'])
        await world.given.created('pay_rate', {
          ...SALARY,
          rate: 27_000,
          title,
          work_assignment_id: world.assignment.id,
        });
      await world.populated();
    });
    expect(types.filter((type) => type === 'PayStubCalculated')).toHaveLength(1);
    const [stub] = await world.stubs((await world.drafts())[0]!);
    expect(gross(stub!)).toBe('4000');
  });

  // The second period begins on 15 November.
  test.each([
    ['2026-11-14', [1, 0, 0, 0]],
    ['2026-11-15', [1, 1, 0, 0]],
    ['2026-11-20', [1, 1, 0, 0]],
  ])(
    'that is archived on %s stays on payrolls whose period began by that day, and is on no later one',
    async (archived_at, expected) => {
      const world = await employed();
      const counts = async () =>
        Promise.all((await world.drafts()).map(async (each) => (await world.stubs(each)).length));
      await world.given.changed('work_assignment', world.assignment.id, { archived_at });
      await world.populated();
      expect(await counts()).toEqual(expected);
      // Where the whole schedule is looked at they are right.
      const title = { type: 'PayScheduleChanged', data: { title: 'B' } };
      const { types } = await world.when(async () => {
        await world.given.events('pay_schedule', world.schedule.id, title);
        await world.populated();
      });
      expect(types).toEqual(['PayScheduleChanged']);
    },
  );

  test.each(['that is just made', 'that has its payrolls already'])(
    'that moves to another schedule %s is removed from the drafts of the old one, and is on those of the new one',
    async (which) => {
      const world = await employed();
      const other = await weekly(world);
      if (which === 'that has its payrolls already') await world.populated();
      await world.given.changed('work_assignment', world.assignment.id, { pay_schedule_id: other.id });
      await world.populated();
      const drafts = await world.drafts();
      expect(new Set(drafts.map(({ pay_schedule_id }) => pay_schedule_id))).toEqual(
        new Set([world.schedule.id, other.id]),
      );
      for (const payroll of drafts)
        expect(await world.stubs(payroll)).toHaveLength(payroll.pay_schedule_id === other.id ? 1 : 0);
    },
  );

  test('that is restored has its stubs again, with the same ids', async () => {
    const world = await employed();
    const third = (await world.drafts())[2]!;
    const [before] = await world.stubs(third);
    await world.given.changed('work_assignment', world.assignment.id, { archived_at: '2026-11-20' });
    await world.populated();
    await world.given.changed('work_assignment', world.assignment.id, { archived_at: null });
    await world.populated();
    expect(await world.stubs(third)).toMatchObject([{ id: before!.id }]);
  });
});

describe('a delayed process', () => {
  test('that appended figures of older facts is corrected', async () => {
    const world = await employed();
    const [stub] = await world.stubs((await world.drafts())[0]!);
    await world.given.created('pay_rate', {
      ...SALARY,
      rate: 27_000,
      title: 'B',
      work_assignment_id: world.assignment.id,
    });
    await world.populated();
    const { employee_summary } = stub!;
    await world.given.events('pay_stub', stub!.id, {
      type: 'PayStubCalculated',
      data: { lines: [], removed: [], employee_summary: employee_summary! },
      facts_position: 1n,
    });
    expect(gross((await world.stateOf('pay_stub', stub!.id))!)).toBe('2000');
    await world.populated();
    expect(gross((await world.stateOf('pay_stub', stub!.id))!)).toBe('3000');
  });

  test('that listed a person who has left since has its list corrected', async () => {
    const world = await employed();
    const third = (await world.drafts())[2]!;
    const [stub] = await world.stubs(third);
    await world.given.changed('work_assignment', world.assignment.id, { archived_at: '2026-11-20' });
    await world.populated();
    await world.given.events('payroll', third.id, {
      type: 'PayrollStubsAdded',
      data: { stubs: [{ id: stub!.id, work_assignment_id: world.assignment.id }] },
      facts_position: 1n,
    });
    const { types } = await world.when(world.populated);
    expect(types).toEqual(['PayrollStubsRemoved']);
    expect(await world.stubs(third)).toEqual([]);
  });

  test('that took a person off a list who belongs there has the person listed again, before the stub is gone or after it', async () => {
    const world = await employed();
    const [, second, third] = (await world.drafts()) as RecordOf<'payroll'>[];
    const listed = async ({ id }: RecordOf<'payroll'>) => [
      ...(await loadMembers(`payroll-${id}`, world.services)).beside.keys(),
    ];
    for (const payroll of [second!, third!]) {
      const [stub] = await world.stubs(payroll);
      const { payroll_id, work_assignment_id, id } = stub!;
      const stubs = [{ id, work_assignment_id }];
      await world.given.events('payroll', payroll.id, {
        ...{ type: 'PayrollStubsRemoved', data: { stubs }, facts_position: 1n },
      });
      const data = { payroll_id, work_assignment_id };
      if (payroll === third)
        await world.given.events('pay_stub', id, { type: 'PayStubDeleted', data, facts_position: 1n });
      await world.populated();
      expect(await listed(payroll)).toEqual([id]);
      expect(await world.stubs(payroll)).toMatchObject([{ id }]);
    }
  });
});

test('events that were decided from read models have the position up to which the log had been read', async () => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  const { events } = await world.when(world.populated);
  const made = ['PayrollCreated', 'PayrollStubsAdded', 'PayStubCreated', 'PayStubCalculated'];
  for (const type of made) {
    const ofType = events.filter((event) => event.type === type);
    expect(ofType.length, type).toBeGreaterThan(0);
    for (const { metadata } of ofType) expect(Number(metadata.facts_position), type).toBeGreaterThan(0);
  }
});

describe('a line that a caller enters', () => {
  test('is calculated at once with its stub, and not again by population', async () => {
    const world = await employed();
    const [next] = await world.drafts();
    const [stub] = await world.stubs(next!);
    const entered = { pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: 500 };
    const { given, services } = world;
    await given.created('earning_line_item', entered);
    expect((await world.stubs(next!)).map(gross)).toEqual(['2500']);
    const { rows } = await handedOver(services, async ({ read }) => {
      const before = services.read;
      services.read = read;
      await world.populated();
      services.read = before;
    });
    // No calculation does without the work assignment's rates.
    expect(rows.pay_stub).toBeGreaterThan(0);
    expect(rows.pay_rate).toBeUndefined();
  });
});

describe('what population appends itself', () => {
  /** The types of the events that population is handed. */
  const handed = async ({ services }: PayrollWorld): Promise<string[]> => {
    const manager = populationManager(services, { nextYear: async () => {}, levies: async () => {} });
    const types: string[] = [];
    let last = nothingHandled(START);
    for await (const events of services.store.readAll({ after: START, upTo: await services.store.head() }))
      for (const event of events) {
        if (manager.handles(event)) last = lastWith(manager, event, last);
        else if (!isRechecked(manager, event, last)) continue;
        types.push(event.type);
      }
    return types;
  };

  test('is not checked again stub by stub: the list of the payroll that they follow from is', async () => {
    const types = await handed(await employed());
    expect(types).toContain('PayrollStubsAdded');
    expect(types).not.toContain(payStubEvents.created.type);
  });

  test('is checked again where something else changed since what it was based on', () => {
    const made = { type: payStubEvents.created.type, metadata: { facts_position: '3', occurred_at: '' } };
    expect(isOvertaken(made, 5n, 5n, 3n)).toBe(false);
    expect(isOvertaken(made, 5n, 5n, 4n)).toBe(true);
    const removed = { ...made, type: payStubEvents.deleted.type };
    expect(isOvertaken(removed, 5n, 5n, 3n)).toBe(true);
  });
});

describe('what population has done before it is handed the event that asks for it', () => {
  /** Somebody whom nobody pays yet, and the rates that population is handed one by one. */
  const paidTwice = async () => {
    const world = await payrollWorld();
    const { assignment } = await world.hired();
    await world.populated();
    const { services, given } = world;
    const before = await services.store.head();
    for (const title of ['A', 'B'])
      await given.created('pay_rate', { ...SALARY, rate: 27_000, title, work_assignment_id: assignment.id });
    const rates: ManagedEvent[] = [];
    // As they are stored: a pay rate holds nothing personal.
    for await (const events of services.store.readAll({ after: before, upTo: await services.store.head() }))
      rates.push(...(events as unknown as ManagedEvent[]));
    /** Hands population an event; gives how many pay rates it read for it. */
    const handed = async (event: ManagedEvent, isKept: boolean): Promise<number> => {
      const kept: (() => void)[] = [];
      const batch = {
        events: [event],
        signal: new AbortController().signal,
        whenKept: (then: () => void) => kept.push(then),
      };
      const own = services.read;
      const { rows } = await handedOver(services, async ({ read }) => {
        services.read = read;
        await world.managers.population.handle(batch, undefined);
        services.read = own;
      });
      if (isKept) for (const then of kept) then();
      return rows.pay_rate ?? 0;
    };
    const paid = async () => (await world.stubs((await world.drafts())[0]!)).map(gross);
    return { rates, handed, paid };
  };

  test('is not done again for a change that was there when its work assignment was compared', async () => {
    const { rates, handed, paid } = await paidTwice();
    expect(await handed(rates[0]!, true)).toBeGreaterThan(0);
    expect(await paid()).toEqual(['2000']);
    expect(await handed(rates[1]!, true)).toBe(0);
    expect(await paid()).toEqual(['2000']);
  });

  test('is done again where another worker may have had the company meanwhile', async () => {
    const { rates, handed } = await paidTwice();
    await handed(rates[0]!, false);
    expect(await handed(rates[1]!, false)).toBeGreaterThan(0);
  });

  test('is not checked for what was written beside it, which population has yet to be handed', async () => {
    const world = await payrollWorld();
    const [ada, bea] = [(await world.hired()).assignment.id, (await world.hired()).assignment.id];
    await world.populated();
    const paid = (work_assignment_id: string) => world.given.created('pay_rate', { ...SALARY, work_assignment_id });
    await paid(ada);
    const { services } = world;
    const { append } = before('PayStubCalculated', () => paid(bea))!(services.store);
    services.store = { ...services.store, append };
    const of: unknown[] = [];
    const own = services.read;
    const look = (object: string, row: State) => object === 'pay_rate' && of.push(row.work_assignment_id);
    await handedOver(
      services,
      async ({ read }) => {
        services.read = read;
        await world.populated();
        services.read = own;
      },
      look,
    );
    expect(of).toEqual([ada, bea]);
    const [next] = await world.drafts();
    expect((await world.stubs(next!)).map(gross)).toEqual(['2000', '2000']);
  });
});
