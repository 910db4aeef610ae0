import { expect, test } from 'vitest';
import { payrollListsItsStubs } from '../../../src/audit/membership.ts';
import type { LogEvent } from '../../../src/event-store/port.ts';
import { stubId } from '../../../src/payrolls/events/pay-stub.ts';
import { writeStubs } from '../../../src/payrolls/stubs-by-hand.ts';
import { registry } from '../../../src/registry.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/**
 * A stub is listed by its payroll first, and made then; it is taken off the list first, and removed then. Two requests
 * for the same stub may meet in between, and one of them be repeated since its process died there.
 */

type Appending = (type: string, isOwn: boolean) => Promise<unknown>;

/** A historical payroll and somebody to put on it. The log asks before and after each append of a request. */
const world = async () => {
  const doing: { before: Appending; after: Appending } = { before: async () => {}, after: async () => {} };
  const typesOf = (events: readonly Pick<LogEvent, 'type' | 'metadata'>[]) =>
    events.map(({ type, metadata }) => [type, metadata.actor === 'company:test'] as const);
  const made = await payrollWorld({
    store: (shared) => ({
      ...shared,
      append: async (stream, events, expected) => {
        for (const [type, isOwn] of typesOf(events)) await doing.before(type, isOwn);
        const appended = await shared.append(stream, events, expected);
        for (const [type, isOwn] of typesOf(events)) await doing.after(type, isOwn);
        return appended;
      },
    }),
  });
  const { assignment } = await made.hired({ rate: SALARY });
  const payroll = await made.given.created('payroll', {
    pay_schedule_id: made.schedule.id,
    type: 'historical',
    pay_date: '2026-11-20',
    period_start: '2026-11-01',
    period_end: '2026-11-14',
  });
  await made.populated();
  const id = stubId(payroll, assignment.id);
  const input = { payroll_id: payroll.id, work_assignment_id: assignment.id };
  const ask = async (request: string, op: 'put' | 'take off') => {
    const change = op === 'put' ? { op: 'create' as const, id, input } : { op: 'delete' as const, id };
    const origin = made.origin(request);
    const [outcome] = await writeStubs(registry.need('pay_stub'), [change], origin, made.services);
    return outcome!;
  };
  /** Does something when a request first comes to an append of this type. */
  const once = (when: 'before' | 'after', of: string, act: () => Promise<unknown>) => {
    doing[when] = async (type, isOwn) => {
      if (type !== of || !isOwn) return;
      doing[when] = async () => {};
      await act();
    };
  };
  return { ...made, id, payroll, ask, once };
};

const dies = async () => {
  throw new Error('the process died');
};

test('a stub that another request takes off before it is made does not stay', async () => {
  const { ask, once, populated, stubs, payroll, ...rest } = await world();
  once('after', 'PayrollStubsAdded', async () => {
    await populated();
    expect(await ask('b', 'take off')).toMatchObject({ ok: true });
    await populated();
  });
  expect(await ask('a', 'put')).toMatchObject({ ok: true });
  await populated();
  expect(await stubs(payroll)).toEqual([]);
  expect(await foundIn(rest, [payrollListsItsStubs])).toEqual([]);
});

test('a repeated request for a stub that was taken off since is told so', async () => {
  const { ask, once, populated, stubs, payroll, id, when, ...rest } = await world();
  once('before', 'PayStubCreated', dies);
  await expect(ask('a', 'put')).rejects.toThrow('the process died');
  // Listed and not made: unfinished, and no ledger from which events were removed.
  const what = `${payroll.id} lists the pay stub, which does not exist`;
  expect(await foundIn({ ...rest, when }, [payrollListsItsStubs])).toEqual([
    expect.objectContaining({ invariant: 'payroll_lists_its_stubs', record: id, what }),
  ]);
  await populated();
  expect(await stubs(payroll)).toHaveLength(1);
  expect(await ask('b', 'take off')).toMatchObject({ ok: true });
  await populated();
  const { result, events } = await when(() => ask('a', 'put'));
  expect(result).toMatchObject({ ok: false, problem: { status: 400, text: { en: expect.stringContaining('since') } } });
  expect(events).toEqual([]);
});

test('a repeated request that took a stub off leaves it where another one has put it there again', async () => {
  const { ask, once, populated, stubs, payroll, id, ...rest } = await world();
  expect(await ask('a', 'put')).toMatchObject({ ok: true });
  await populated();
  once('before', 'PayStubDeleted', dies);
  await expect(ask('b', 'take off')).rejects.toThrow('the process died');
  await populated();
  expect(await ask('c', 'put')).toMatchObject({ ok: true });
  await populated();
  const { result, events } = await rest.when(() => ask('b', 'take off'));
  expect([result?.ok, events]).toEqual([true, []]);
  expect((await stubs(payroll)).map((stub) => stub.id)).toEqual([id]);
  expect(await foundIn(rest, [payrollListsItsStubs])).toEqual([]);
});
