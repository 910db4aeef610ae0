import { expect, test } from 'vitest';
import { RECURRING_KINDS } from '../../../src/calculation/model/families.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Items of frequency `once`, while several payrolls of a person are drafts: each is on one of them. */

const ALLOWANCE = { allowance_type: 'cell_phone_allowance', frequency: 'once', amount: '60' };

/**
 * Somebody on two payrolls made by hand. The earlier one was made when something had been entered on the later one,
 * which was the next until then.
 *
 * @param items paid once, beside the salary
 * @param entered on a line item of that family
 * @param isEnteredLate when the earlier one has its figures, and the later one still has what was on it
 */
const onTwoDrafts = async (
  items: readonly JsonObject[],
  entered: [family: string, entry: JsonObject],
  isEnteredLate = false,
) => {
  let meanwhile: (() => Promise<void>) | undefined;
  let stub: RecordOf<'pay_stub'> | undefined;
  const world = await payrollWorld({
    schedule: { pay_frequency: 'custom' },
    store: (shared) => ({
      ...shared,
      append: async (stream, events, expected) => {
        const isOfLate = stream === `pay_stub-${stub?.id}` && events.some(({ type }) => type === 'PayStubCalculated');
        const act = isOfLate ? meanwhile : undefined;
        if (act) meanwhile = undefined;
        await act?.();
        return shared.append(stream, events, expected);
      },
    }),
  });
  const { given, populated, rows, schedule } = world;
  const { assignment } = await world.hired({ rate: SALARY });
  const made = async (original_pay_date: string) => {
    const period = { period_start: '2026-11-01', period_end: '2026-11-14', custom_pay_frequency: 'bi-weekly' };
    const payroll = await given.created('payroll', { pay_schedule_id: schedule.id, ...period, original_pay_date });
    await given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    await populated();
    return payroll;
  };
  const enter = async (family: string, entry: JsonObject) => {
    const line = rows(`${family}_line_item`).find(({ payroll_id }) => payroll_id === late.id);
    await given.changed(`${family}_line_item`, line!.id, entry);
  };
  for (const item of items) await given.created('allowance', { ...item, work_assignment_id: assignment.id });
  const late = await made('2026-11-27');
  [stub] = await world.stubs(late);
  if (isEnteredLate) meanwhile = () => enter(...entered);
  else await enter(...entered);
  await populated();
  // Its stub has the lower id, and is calculated first.
  world.clock.set('2026-11-16T16:00:00.000Z');
  const early = await made('2026-11-20');
  const allowances = ({ id }: { id: string }) =>
    rows('allowance_line_item')
      .filter(({ payroll_id }) => payroll_id === id)
      .map(({ custom_amount, managed_amount }) => custom_amount ?? managed_amount);
  return { ...world, stub: stub!, enter, paid: () => ({ early: allowances(early), late: allowances(late) }) };
};

const FROM = { effective_from: '2026-11-01' };
const ENTERED: Parameters<typeof onTwoDrafts>[1] = ['allowance', { custom_amount: '70' }];

test('an item that is paid once is on the later draft while something is entered on it there', async () => {
  const world = await onTwoDrafts([{ ...ALLOWANCE, ...FROM }], ENTERED);
  expect(world.paid()).toEqual({ early: [], late: ['70'] });
});

test('so it is when that was entered right after the earlier one was calculated with it', async () => {
  const world = await onTwoDrafts([{ ...ALLOWANCE, ...FROM }], ENTERED, true);
  expect(world.paid()).toEqual({ early: [], late: ['70'] });
});

test('it comes onto the earlier one when the stub with the entry is taken off', async () => {
  const world = await onTwoDrafts([{ ...ALLOWANCE, ...FROM }], ENTERED);
  await world.given.deleted('pay_stub', world.stub.id);
  await world.populated();
  expect(world.paid()).toEqual({ early: ['60'], late: [] });
});

test('and when the entry is taken back', async () => {
  const world = await onTwoDrafts([{ ...ALLOWANCE, ...FROM }], ENTERED);
  await world.enter('allowance', { custom_amount: null });
  await world.populated();
  expect(world.paid()).toEqual({ early: ['60'], late: [] });
});

test('what is entered on other line items has neither items read nor other stubs calculated again', async () => {
  const ended = { effective_from: '2025-11-01', effective_to: '2025-11-30' };
  const world = await onTwoDrafts([{ ...ALLOWANCE, ...ended }], ['earning', { custom_amount: '2100' }]);
  const { pages } = world.services.read;
  const read: string[] = [];
  world.services.read.pages = (object, ...rest) => {
    read.push(object);
    return pages(object, ...rest);
  };
  await world.enter('earning', { custom_amount: '2200' });
  read.splice(0);
  await world.populated();
  expect(read.filter((object) => RECURRING_KINDS.some((kind) => kind === object))).toEqual([]);
});
