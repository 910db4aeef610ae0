import { beforeEach, describe, expect, test } from 'vitest';
import { AHEAD } from '../../../src/kernel/changes/in-turns.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { eventName } from '../../../src/kernel/events/define.ts';
import { membersOf } from '../../../src/payrolls/events/list.ts';
import { payStubClosed, stubId } from '../../../src/payrolls/events/pay-stub.ts';
import { payrollStubsRemoved } from '../../../src/payrolls/events/payroll.ts';
import type { Acting } from '../../../src/payrolls/membership/acting.ts';
import { mendList, syncAssignments, syncSchedule } from '../../../src/payrolls/membership/membership.ts';
import { reopenUnlessHeld } from '../../../src/payrolls/membership/reopening.ts';
import { removeStub } from '../../../src/payrolls/membership/stub-streams.ts';
import { withdraw } from '../../../src/payrolls/membership/withdrawal.ts';
import { actingFor } from '../../../src/processes/payroll/origins.ts';
import { type PayrollWorld, payrollWorld } from '../../support/payroll-world.ts';

/**
 * Who has a stub on which payroll: the payroll's stream owns the list, and is asked before a stub is made or removed.
 */
let world: PayrollWorld;
let acting: Acting;
let drafts: RecordOf<'payroll'>[];
let ada: RecordOf<'work_assignment'>;

beforeEach(async () => {
  world = await payrollWorld();
  await world.populated();
  drafts = await world.drafts();
  ({ assignment: ada } = await world.hired());
  acting = actingFor('population', { id: 'cause', metadata: {}, lease: undefined }, world.tenant, world.services);
});

/** Stubs of a payroll that are there, and those on its list. */
const onPayroll = async (payroll: RecordOf<'payroll'>) => {
  const events = await world.services.store.readStream(`payroll-${payroll.id}`);
  return {
    stubs: (await world.stubs(payroll)).map(({ id }) => id).sort(),
    listed: [...membersOf(events.map((event) => ({ ...event, type: eventName(event.type) }))).keys()].sort(),
  };
};
const agree = async (payroll: RecordOf<'payroll'>, ...assignments: RecordOf<'work_assignment'>[]) => {
  const ids = assignments.map(({ id }) => stubId(payroll, id)).sort();
  expect(await onPayroll(payroll)).toEqual({ stubs: ids, listed: ids });
};

test('of many stubs, only a few are made before read models have them', async () => {
  const PEOPLE = 120;
  const assignments = [ada];
  while (assignments.length < PEOPLE) assignments.push((await world.hired()).assignment);
  const { store, gate } = world.services;
  const { append } = store;
  const { followed } = gate;
  let [ahead, most, made] = [0, 0, 0];
  store.append = (stream, ...given) => {
    if (stream.startsWith('pay_stub-')) {
      made++;
      most = Math.max(most, ++ahead);
    }
    return append.call(store, stream, ...given);
  };
  gate.followed = (...given) => {
    ahead = 0;
    return followed.call(gate, ...given);
  };
  await syncAssignments(drafts, assignments, acting);
  expect(made).toBe(PEOPLE * drafts.length);
  expect(made).toBeGreaterThan(AHEAD * 2);
  expect(most).toBeLessThanOrEqual(AHEAD);
});
const begin = (payroll: RecordOf<'payroll'>) =>
  world.given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });

describe('a new person', () => {
  test('is listed first, and then has a stub on every draft', async () => {
    const { events } = await world.when(() => syncAssignments(drafts, [ada], acting));
    for (const payroll of drafts) {
      await agree(payroll, ada);
      const listed = events.findIndex(({ id, type }) => id === payroll.id && type === 'PayrollStubsAdded');
      const made = events.findIndex(({ id }) => id === stubId(payroll, ada.id));
      expect(listed).toBeGreaterThanOrEqual(0);
      expect(listed).toBeLessThan(made);
    }
  });

  test('is not added while an approval is under way, and has no stub there', async () => {
    await begin(drafts[0]!);
    await syncSchedule(world.schedule.id, drafts, acting);
    await agree(drafts[0]!);
    await agree(drafts[1]!, ada);
  });

  test('who was listed before an approval began gets a stub, which the approval waits for', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    const stub = { id: stubId(payroll, ada.id), work_assignment_id: ada.id };
    await world.given.events('payroll', payroll.id, { type: 'PayrollStubsAdded', data: { stubs: [stub] } });
    await begin(payroll);
    await syncAssignments([payroll], [ada], acting);
    await agree(payroll, ada);
  });

  test('is looked for only in the last event of a payroll, however long its list is', async () => {
    const { store } = world.services;
    const limits: (number | undefined)[] = [];
    world.services.store = {
      ...store,
      readStream: (stream, options) => {
        if (stream.startsWith('payroll-')) limits.push(options?.limit);
        return store.readStream(stream, options);
      },
    };
    await syncAssignments(drafts, [ada], acting);
    expect(limits).toEqual(drafts.map(() => 1));
  });
});

describe('a person who no longer belongs to a payroll', () => {
  beforeEach(async () => {
    await syncSchedule(world.schedule.id, drafts, acting);
    await world.given.changed('work_assignment', ada.id, { archived_at: '2026-10-01' });
  });

  test('is removed from the list first, and then the stub is removed with its lines', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    await world.given.created('earning_line_item', {
      pay_stub_id: stubId(payroll, ada.id),
      earning_type: 'bonus_discretionary',
      custom_amount: 100,
    });
    const { types } = await world.when(() => syncSchedule(world.schedule.id, [payroll], acting));
    expect(types).toEqual(['PayrollStubsRemoved', 'PayStubCalculated', 'PayStubDeleted']);
    await agree(payroll);
    expect(world.rows('earning_line_item')).toEqual([]);
  });

  test('stays on the list and keeps the stub while an approval is under way', async () => {
    await begin(drafts[0]!);
    await syncSchedule(world.schedule.id, drafts, acting);
    await agree(drafts[0]!, ada);
    await agree(drafts[1]!);
  });

  test('keeps a closed stub', async () => {
    const id = stubId(drafts[0]!, ada.id);
    await world.given.events('pay_stub', id, payStubClosed({ payroll_id: drafts[0]!.id, approval_id: null }));
    await syncSchedule(world.schedule.id, drafts, acting);
    // It was open when somebody decided to remove it.
    await removeStub(id, world.services.gate.readPosition(), acting);
    expect((await world.stubs(drafts[0]!)).map((stub) => stub.id)).toEqual([id]);
  });
});

describe('a difference between the list and the stubs', () => {
  test('with a listed stub that was never made: the stub is made', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    const stub = { id: stubId(payroll, ada.id), work_assignment_id: ada.id };
    await world.given.events('payroll', payroll.id, { type: 'PayrollStubsAdded', data: { stubs: [stub] } });
    await mendList(payroll, acting);
    await agree(payroll, ada);
  });

  test('with a stub that is not listed: it is listed, or removed when it does not belong there', async () => {
    const [payroll, second] = drafts as [RecordOf<'payroll'>, RecordOf<'payroll'>];
    await syncSchedule(world.schedule.id, [payroll, second], acting);
    for (const each of [payroll, second])
      await world.given.events(
        'payroll',
        each.id,
        payrollStubsRemoved({ stubs: [{ id: stubId(each, ada.id), work_assignment_id: ada.id }] }),
      );
    await mendList(payroll, acting);
    await agree(payroll, ada);
    await world.given.changed('work_assignment', ada.id, { archived_at: '2026-10-01' });
    await mendList(second, acting);
    await agree(second);
  });

  test('is the only reason to append: when they agree nothing is appended', async () => {
    await syncSchedule(world.schedule.id, drafts, acting);
    const { events } = await world.when(async () => {
      for (const payroll of drafts) await mendList(payroll, acting);
    });
    expect(events).toEqual([]);
  });
});

describe('withdrawing a draft', () => {
  test('removes everybody from its list, then the stubs, and then the payroll', async () => {
    await syncSchedule(world.schedule.id, drafts, acting);
    const { types } = await world.when(() => withdraw(drafts[0]!, acting, { keepEntries: true }));
    expect(types).toEqual(['PayrollStubsRemoved', 'PayStubDeleted', 'PayrollDeleted']);
  });

  test('keeps it when a caller entered something, with a warning', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    await syncSchedule(world.schedule.id, drafts, acting);
    await world.given.changed('pay_stub', stubId(payroll, ada.id), { note: 'by hand' });
    const { types } = await world.when(() => withdraw(payroll, acting, { keepEntries: true }));
    expect(types).toEqual(['PayrollLeftCalendar']);
    await agree(payroll, ada);
  });

  test('keeps it when a caller noted something on the payroll itself', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    await syncSchedule(world.schedule.id, drafts, acting);
    const noted = await world.given.changed('payroll', payroll.id, { note: 'with the bonus of the year' });
    const { types } = await world.when(() => withdraw(noted, acting, { keepEntries: true }));
    expect(types).toEqual(['PayrollLeftCalendar']);
    await agree(payroll, ada);
  });

  test('keeps what is entered during the withdrawal: the stub is listed again', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    const { assignment: bea } = await world.hired();
    await syncSchedule(world.schedule.id, drafts, acting);
    const { store } = world.services;
    let isEntered = false;
    world.services.store = {
      ...store,
      append: async (stream, events, expected) => {
        if (!isEntered && events.some(({ type }) => type === 'PayrollStubsRemoved')) {
          isEntered = true;
          await world.given.changed('pay_stub', stubId(payroll, ada.id), { note: 'just in time' });
        }
        return store.append(stream, events, expected);
      },
    };
    const { types } = await world.when(() => withdraw(payroll, acting, { keepEntries: true }));
    expect(types).not.toContain('PayrollDeleted');
    await agree(payroll, ada);
    expect(types).toContain('PayrollLeftCalendar');
    expect(await world.stateOf('pay_stub', stubId(payroll, bea.id))).toBeUndefined();
  });

  test('does nothing while an approval is under way', async () => {
    await syncSchedule(world.schedule.id, drafts, acting);
    await begin(drafts[0]!);
    const { events } = await world.when(() => withdraw(drafts[0]!, acting, { keepEntries: false }));
    expect(events).toEqual([]);
  });
});

test('a closed stub of a payroll that was paid stays closed', async () => {
  const [payroll] = drafts as [RecordOf<'payroll'>];
  await syncSchedule(world.schedule.id, drafts, acting);
  await begin(payroll);
  await world.follow(world.managers.population, world.managers.approval);
  expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status: 'paid' });
  const id = stubId(payroll, ada.id);
  expect(await world.stateOf('pay_stub', id)).toMatchObject({ is_closed: true });
  expect((await world.when(() => reopenUnlessHeld(id, payroll.id, acting))).types).toEqual([]);
});

describe('a closed stub on a draft', () => {
  test('is reopened, unless the approval that closed it is under way', async () => {
    const [payroll] = drafts as [RecordOf<'payroll'>];
    await syncSchedule(world.schedule.id, drafts, acting);
    const id = stubId(payroll, ada.id);
    await begin(payroll);
    const { approval } = (await world.stateOf('payroll', payroll.id)) as unknown as { approval: { event_id: string } };
    const close = (approval_id: string) =>
      world.given.events('pay_stub', id, { type: 'PayStubClosed', data: { payroll_id: payroll.id, approval_id } });
    await close(approval.event_id);
    expect((await world.when(() => reopenUnlessHeld(id, payroll.id, acting))).types).toEqual([]);
    await close('an approval that was given up');
    expect((await world.when(() => reopenUnlessHeld(id, payroll.id, acting))).types).toEqual(['PayStubReopened']);
  });
});
