import { expect, test } from 'vitest';
import { LONG } from '../../../src/kernel/changes/remembered.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { payrollStubsAdded } from '../../../src/payrolls/events/payroll.ts';
import { MOST_STUBS } from '../../../src/payrolls/membership/by-hand.ts';
import { newId } from '../../../src/values/ids.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** The list of a payroll that callers fill grows by an event for each stub that they put on it or take off. */

const offCycle = async (world: PayrollWorld): Promise<RecordOf<'payroll'>> => {
  const [source] = await world.drafts();
  return world.given.created('payroll', {
    pay_schedule_id: world.schedule.id,
    type: 'off_cycle',
    source_payroll_id: source!.id,
    pay_date: '2026-11-27',
  });
};

test('putting a stub on a long list and taking it off reads what was appended to the list meanwhile', async () => {
  let read = 0;
  const world = await payrollWorld({
    store: (store) => ({
      ...store,
      readStream: async (stream, ...asked) => {
        const events = await store.readStream(stream, ...asked);
        if (stream.startsWith('payroll-')) read += events.length;
        return events;
      },
    }),
  });
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const payroll = await offCycle(world);
  await world.populated();
  const turn = async (): Promise<number> => {
    read = 0;
    const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    await world.populated();
    expect(await world.stubs(payroll)).toHaveLength(1);
    await world.given.deleted('pay_stub', stub.id);
    await world.populated();
    expect(await world.stubs(payroll)).toEqual([]);
    return read;
  };
  const first = await turn();
  let last = first;
  for (let n = 0; n < LONG; n++) last = await turn();
  expect(last).toBeLessThan(first + 20);
});

test('a list that is full takes no more stubs', async () => {
  const world = await payrollWorld();
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const payroll = await offCycle(world);
  const AT_ONCE = 2_000;
  for (let n = 0; n < MOST_STUBS; n += AT_ONCE) {
    const stubs = Array.from({ length: AT_ONCE }, () => ({
      id: newId('stub', 0),
      work_assignment_id: newId('wka', 0),
    }));
    await world.given.events('payroll', payroll.id, payrollStubsAdded({ stubs }));
  }
  const put = () => world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
  const { problem } = await world.when(put);
  expect(problem).toMatchObject({ status: 422, issues: [{ path: 'payroll_id' }] });
});
