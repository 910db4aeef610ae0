import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { parseStream, type RecordOf } from '../../../src/kernel/definition/resource.ts';
import { payrollApprovalAbandoned, payrollStubsReopened } from '../../../src/payrolls/events/payroll.ts';
import type { Problem } from '../../../src/values/problem.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';
import { type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/**
 * Given drafts with stubs, when an approval has begun and its manager ran, then stubs are closed, or all are open
 * again.
 */
interface Ready extends PayrollWorld {
  payroll: RecordOf<'payroll'>;
  people: RecordOf<'work_assignment'>[];
  rates: RecordOf<'pay_rate'>[];
}

const ready = async (people = 2, options: PayrollWorldOptions = {}): Promise<Ready> => {
  const world = await payrollWorld(options);
  const assignments: RecordOf<'work_assignment'>[] = [];
  for (let i = 0; i < people; i++) assignments.push((await world.hired({ rate: SALARY })).assignment);
  await world.populated();
  const [payroll] = await world.drafts();
  return { ...world, payroll: payroll!, people: assignments, rates: world.rows('pay_rate') };
};

const begin = ({ given, payroll }: Ready) =>
  given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: payroll.pay_schedule_id! },
  });
/** Begins the approval and lets its manager run. */
const approve = (world: Ready) =>
  world.when(async () => {
    await begin(world);
    await world.follow(world.managers.approval);
  });
const payrollOf = (world: Ready) => world.stateOf('payroll', world.payroll.id);
const areClosed = async (world: Ready) => (await world.stubs(world.payroll)).map(({ is_closed }) => is_closed);
const count = (types: readonly string[], type: string) => types.filter((one) => one === type).length;

describe('an approval', () => {
  test('closes every stub with the explanation of its amounts, then approves with their revisions', async () => {
    const world = await ready();
    const { events, types } = await approve(world);
    expect(await areClosed(world)).toEqual([true, true]);
    expect(count(types, 'PayStubExplained')).toBe(2);
    const approved = events.find(({ type }) => type === 'PayrollApproved')!;
    const stubs = await world.stubs(world.payroll);
    expect(approved.data).toMatchObject({
      stub_count: 2,
      stubs: stubs.map(({ id, version }) => ({ id, revision: version })),
      approved_at: '2026-11-16',
    });
    expect(types.lastIndexOf('PayStubClosed')).toBeLessThan(types.indexOf('PayrollApproved'));
  });

  test('holds records that an earlier approval held without loading their streams', async () => {
    const loaded: string[] = [];
    const readStream =
      (store: EventStore): EventStore['readStream'] =>
      (stream, options) => {
        loaded.push(stream);
        return store.readStream(stream, options);
      };
    const world = await ready(2, { store: (store) => ({ ...store, readStream: readStream(store) }) });
    const isOfFacts = (stream: string) => /^(pay_rate|work_assignment|business_entity|pay_schedule)-/.test(stream);
    const held = (types: readonly string[]) => count(types, 'PayRateHeld') + count(types, 'WorkAssignmentHeld');
    expect(held((await approve(world)).types)).toBe(4);
    await world.populated();
    loaded.length = 0;
    const [payroll] = (await world.drafts()).filter(({ id }) => id !== world.payroll.id);
    expect(held((await approve({ ...world, payroll: payroll! })).types)).toBe(4);
    expect(loaded.filter(isOfFacts)).toEqual([]);
  });

  test('of an employer in preview moves no money, so the payroll is paid at once', async () => {
    const world = await ready();
    const { types } = await approve(world);
    expect(types.at(-1)).toBe('PayrollPaid');
    expect(await payrollOf(world)).toMatchObject({ status: 'paid', approval: null });
  });

  test('that gets its first event again appends nothing', async () => {
    const world = await ready();
    await approve(world);
    const again = await payrollWorldOf(world);
    const { events } = await world.when(again);
    expect(events).toEqual([]);
  });

  test('records the remuneration of the payroll by province, and what of it is paid each period', async () => {
    const world = await ready();
    const [stub] = await world.stubs(world.payroll);
    const bonus = { earning_type: 'bonus_discretionary', custom_amount: '500' };
    await world.given.created('earning_line_item', { pay_stub_id: stub!.id, ...bonus });
    const { events } = await approve(world);
    expect(events.find(({ type }) => type === 'PayrollApproved')!.data.remuneration).toEqual({
      ca_on: { all: '4500', periodic: '4000' },
    });
  });

  test('closes no stub until population has passed its start', async () => {
    const world = await ready();
    const { gate } = world.services;
    const followed: typeof gate.followed = async (_position, follows = []) => !follows.includes('population');
    world.services.gate = { ...gate, followed, isStuck: () => true };
    await begin(world);
    await expect(world.follow(world.managers.approval)).rejects.toThrow(/population did not pass/);
    expect(await areClosed(world)).toEqual([false, false]);
  });
});

/** The approval manager of a process that starts at the beginning of the log. */
const payrollWorldOf = async (world: Ready) => {
  const manager = { ...world.managers.approval, name: 'approval of another process' };
  return () => world.follow(manager);
};

describe('a process that dies while it closes stubs', () => {
  test('leaves the rest to the next process, which closes each of them once', async () => {
    let left = 2;
    const world = await ready(5, {
      store: (store) => ({
        ...store,
        append: async (stream, events, expected) => {
          const closes = events.some(({ type }) => type === 'PayStubClosed');
          if (closes && left-- <= 0) throw new StoreUnavailable('the process is gone', 'not_written');
          return store.append(stream, events, expected);
        },
      }),
    });
    await begin(world);
    await expect(world.follow(world.managers.approval)).rejects.toThrow();
    const closed = (await areClosed(world)).filter(Boolean).length;
    expect(closed).toBeGreaterThan(0);
    expect(closed).toBeLessThan(5);
    left = 100;
    const { types } = await world.when(await payrollWorldOf(world));
    expect(count(types, 'PayStubClosed')).toBe(5 - closed);
    expect(count(types, 'PayrollApproved')).toBe(1);
  });
});

describe('a stub that cannot be closed', () => {
  test('abandons the approval; then the closed stubs are reopened, and the payroll is a draft again', async () => {
    const world = await ready();
    await world.given.events('payroll', world.payroll.id, {
      type: 'PayrollStubsAdded',
      data: { stubs: [{ id: 'payst_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', work_assignment_id: world.people[0]!.id }] },
    });
    const { events, types } = await approve(world);
    const own = types.filter((type) => /Abandoned|Reopened|Approved/.test(type));
    expect(own).toEqual(['PayrollApprovalAbandoned', 'PayStubReopened', 'PayStubReopened', 'PayrollStubsReopened']);
    const { reason } = events.find(({ type }) => type === 'PayrollApprovalAbandoned')!.data as {
      reason: { en: string };
    };
    expect(reason.en).toMatch(/payst_7Z.* does not exist yet/);
    expect(await payrollOf(world)).toMatchObject({ status: 'draft', approval: null });
    expect(await areClosed(world)).toEqual([false, false]);
  });

  test('for lack of tax rates is the reason of the abandoned approval', async () => {
    const world = await ready(1, {
      now: '2035-11-14T17:00:00.000Z',
      schedule: {
        anchor_pay_date: '2035-11-23',
        anchor_end_of_pay_period: '2035-11-17',
        generate_payrolls_from: '2035-11-23',
      },
    });
    const { events } = await approve(world);
    const { reason } = events.find(({ type }) => type === 'PayrollApprovalAbandoned')!.data as {
      reason: { en: string };
    };
    expect(reason.en).toMatch(/waits for tax rates/);
    expect(await areClosed(world)).toEqual([false]);
  });
});

describe('the facts of an approval', () => {
  test('are held before a stub is closed: a pay rate cannot change in between', async () => {
    let world: Ready | undefined;
    let refused: Problem | undefined;
    world = await ready(1, {
      store: before('PayStubClosed', async () => {
        const { given, rates } = world!;
        refused = (await world!.when(() => given.changed('pay_rate', rates[0]!.id, { rate: 10 }))).problem;
      }),
    });
    const { types } = await approve(world);
    expect(refused).toMatchObject({ status: 400, text: { en: expect.stringContaining('rate cannot change') } });
    const held = types.slice(0, types.indexOf('PayStubClosed')).filter((type) => type.endsWith('Held'));
    expect(held.sort()).toEqual(['BusinessEntityHeld', 'PayRateHeld', 'PayScheduleHeld', 'WorkAssignmentHeld']);
  });

  test('include a rate that came into force after the others were held: it is held before a stub is closed with it', async () => {
    let world: Ready | undefined;
    world = await ready(1, {
      store: before('PayRateHeld', async () => {
        const { given, people } = world!;
        await given.created('pay_rate', { ...SALARY, title: 'B', rate: 27_000, work_assignment_id: people[0]!.id });
      }),
    });
    const { events, types } = await approve(world);
    expect(count(types, 'PayRateHeld')).toBe(2);
    expect(types.lastIndexOf('PayRateHeld')).toBeLessThan(types.indexOf('PayStubClosed'));
    expect(events.find(({ type }) => type === 'PayrollApproved')!.data.remuneration).toMatchObject({
      ca_on: { all: '3000' },
    });
  });
});

describe('an approval of a live employer', () => {
  test('is abandoned when a caller makes the net pay of a stub negative right before the stub is closed', async () => {
    let world: PaymentsWorld | undefined;
    world = await paymentsWorld(2, {
      store: before('PayStubClosed', async (stream) => {
        const line = {
          pay_stub_id: parseStream(stream).id,
          deduction_type: 'garnishment_order',
          custom_amount: 99_999,
        };
        await world!.given.created('deduction_line_item', line);
      }),
    });
    await world.approved();
    expect(await world.stateOf('payroll', world.payroll.id)).toMatchObject({
      status: 'draft',
      abandoned: { reason: { en: expect.stringMatching(/has negative net pay/) } },
    });
    expect((await world.stubs(world.payroll)).map(({ is_closed }) => is_closed)).toEqual([false, false]);
    expect(await world.payments()).toEqual([]);
  });
});

describe('an approval of a live employer that lacks several things by the time it has begun', () => {
  test('is abandoned with a sentence that names all of them, as the request would have been', async () => {
    let world: PaymentsWorld | undefined;
    world = await paymentsWorld(1, {
      store: before('PayScheduleHeld', async () => {
        const { given, rows } = world!;
        for (const { id, business_entity_id } of rows('bank_account'))
          if (business_entity_id) await given.deleted('bank_account', id);
        for (const { id } of rows('remittance_account')) await given.deleted('remittance_account', id);
      }),
    });
    await world.approved();
    expect(await world.stateOf('payroll', world.payroll.id)).toMatchObject({
      status: 'draft',
      abandoned: {
        reason: {
          en: expect.stringMatching(/^The payroll cannot be approved: the business entity has .*; the CRA .*\.$/),
          fr: expect.stringMatching(/^La paie ne peut être approuvée : .*; le compte de versement .*\.$/),
        },
      },
    });
  });
});

describe('a remittance account', () => {
  test.each([
    ['is not deleted while stubs are closed that remit to it', 'PayStubClosed', 400, 2],
    ['that is deleted right before it is held is remitted nothing', 'RemittanceAccountHeld', undefined, 1],
  ])('%s', async (_, moment, status, left) => {
    let world: PaymentsWorld | undefined;
    let problem: Problem | undefined;
    world = await paymentsWorld(1, {
      store: before(moment, async () => {
        const { given, when, rows } = world!;
        ({ problem } = await when(() => given.deleted('remittance_account', rows('remittance_account')[0]!.id)));
      }),
    });
    const { given, rows, employer } = world;
    await given.created('remittance_account', {
      ...{ business_entity_id: employer.id, account_provider: 'ca_cra', account_identifier: '123456782RP0002' },
    });
    await world.approved();
    const accounts = new Set(rows('remittance_account').map(({ id }) => id));
    expect([problem?.status, accounts.size]).toEqual([status, left]);
    const lines = rows('statutory_withholding_line_item').filter(({ payroll_id }) => payroll_id === world?.payroll.id);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !accounts.has(line.remittance_account_id ?? ''))).toEqual([]);
  });

  test.each([
    ['keeps its identifier while stubs are closed that remit to it', 'PayStubClosed'],
    ['keeps its identifier until the approval that has looked for it is certain', 'PayrollApproved'],
  ])('%s', async (_, moment) => {
    let world: PaymentsWorld | undefined;
    let problem: Problem | undefined;
    world = await paymentsWorld(1, {
      store: before(moment, async () => {
        const { given, when, rows } = world!;
        const id = rows('remittance_account')[0]!.id;
        ({ problem } = await when(() => given.changed('remittance_account', id, { account_identifier: null })));
      }),
    });
    await world.approved();
    expect([problem?.status, problem?.issues.map(({ path }) => path)]).toEqual([422, ['account_identifier']]);
    expect(await world.stateOf('payroll', world.payroll.id)).toMatchObject({ status: 'approved' });
    expect(world.rows('remittance_account')).toMatchObject([{ account_identifier: '123456782RP0001' }]);
  });
});

describe('an approval that another process abandoned meanwhile', () => {
  test('reopens the stubs that it has closed since, and approves nothing', async () => {
    let world: Ready | undefined;
    world = await ready(3, {
      store: before('PayStubClosed', async () => {
        const { payroll, given, stateOf } = world!;
        const { pay_schedule_id } = payroll;
        const { approval } = (await stateOf('payroll', payroll.id)) as unknown as { approval: { event_id: string } };
        await given.events(
          'payroll',
          payroll.id,
          payrollApprovalAbandoned({ pay_schedule_id, approval_id: approval.event_id, reason: { en: 'x', fr: 'x' } }),
          payrollStubsReopened({ pay_schedule_id }),
        );
      }),
    });
    const { types } = await approve(world);
    expect(types).not.toContain('PayrollApproved');
    expect(await areClosed(world)).toEqual([false, false, false]);
    expect(await payrollOf(world)).toMatchObject({ status: 'draft', approval: null });
  });
});

describe('the calendar of a pay schedule', () => {
  const MOVED = {
    anchor_pay_date: '2026-11-24',
    anchor_end_of_pay_period: '2026-11-10',
    generate_payrolls_from: '2026-11-24',
  };

  test('cannot change while a payroll of it is being approved', async () => {
    const world = await ready();
    await begin(world);
    const { problem, types } = await world.when(() => world.given.changed('pay_schedule', world.schedule.id, MOVED));
    expect([problem?.status, problem?.text.en, types]).toEqual([
      400,
      'A payroll of this pay schedule is being approved; change its calendar, or delete it, when that has ended.',
      [],
    ]);
    await world.given.changed('pay_schedule', world.schedule.id, { title: 'Other' });
  });

  test('that changes at the moment an approval begins has the approval abandoned, and no day is in two periods', async () => {
    const world = await ready();
    const { population, approval, journal } = world.managers;
    world.holdBack(true);
    await begin(world);
    const changing = world.given.changed('pay_schedule', world.schedule.id, MOVED);
    await changing.catch(() => undefined);
    world.holdBack(false);
    await world.follow(population, approval, journal);
    const periods = world
      .rows('payroll')
      .map(({ status, period_start, period_end }) => `${status} ${period_start} ${period_end}`);
    expect(periods.sort()).toEqual([
      'draft 2026-10-28 2026-11-10',
      'draft 2026-11-11 2026-11-24',
      'draft 2026-11-25 2026-12-08',
    ]);
  });

  test('that was to change before an approval began, and is written when that has ended, does not change', async () => {
    let world: Ready | undefined;
    world = await ready(1, {
      store: before('PayScheduleChanged', async () => {
        await begin(world!);
        await world!.follow(world!.managers.population, world!.managers.approval, world!.managers.journal);
      }),
    });
    const { problem } = await world.when(() => world!.given.changed('pay_schedule', world!.schedule.id, MOVED));
    expect(problem).toMatchObject({ status: 400, text: { en: expect.stringContaining('can no longer change') } });
    await world.populated();
    expect((await payrollOf(world))?.status).toBe('paid');
    const starts = world.rows('payroll').map(({ status, period_start }) => `${status} ${period_start}`);
    expect(starts.sort()).toEqual(['draft 2026-11-15', 'draft 2026-11-29', 'draft 2026-12-13', 'paid 2026-11-01']);
  });
});
