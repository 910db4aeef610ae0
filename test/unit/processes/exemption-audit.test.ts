import { describe, expect, test } from 'vitest';
import { exemptionOncePerPay } from '../../../src/audit/basic-exemption.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { type PayrollWorldOptions, payrollWorld, SALARY, SCHEDULE } from '../../support/payroll-world.ts';

/**
 * Given several closed stubs of one pay, the audit finds nothing while they are sound, and each exemption too many or
 * few.
 */

type Payroll = RecordOf<'payroll'>;
type Stub = RecordOf<'pay_stub'>;

const paying = async (options: PayrollWorldOptions = {}) => {
  const world = await payrollWorld(options);
  const { given, managers } = world;
  const rest = () => world.follow(managers.population, managers.approval, managers.journal);
  const asked = async ({ id, pay_schedule_id }: Payroll, type: string): Promise<void> => {
    await given.events('payroll', id, { type, data: { pay_schedule_id } });
    await rest();
  };
  /** Another schedule of an employer, which pays on the same days. */
  const makeSchedule = (business_entity_id: string) =>
    given.created('pay_schedule', { ...SCHEDULE, title: 'Other', business_entity_id });
  return {
    ...world,
    rest,
    makeSchedule,
    approve: (payroll: Payroll) => asked(payroll, 'PayrollApprovalStarted'),
    unapprove: (payroll: Payroll) => asked(payroll, 'PayrollUnapprovalStarted'),
    next: async (pay_schedule_id = world.schedule.id) =>
      (await world.drafts()).find((payroll) => payroll.pay_schedule_id === pay_schedule_id)!,
    paid: (stub: Stub, custom_amount: string, earning_type = 'wage') =>
      given.created('earning_line_item', { pay_stub_id: stub.id, earning_type, custom_amount }),
    found: async () =>
      (await foundIn(world, [exemptionOncePerPay])).map(({ subject, record, what }) => ({ subject, record, what })),
  };
};
type Paying = Awaited<ReturnType<typeof paying>>;

/** Somebody with two stubs on the next payroll, which is approved. */
const approved = async (options?: PayrollWorldOptions) => {
  const world = await paying(options);
  const { employee } = await world.hired({ rate: SALARY });
  await world.hired({ rate: SALARY, employee_id: employee.id });
  await world.rest();
  const payroll = await world.next();
  await world.approve(payroll);
  const [first, second] = (await world.stubs(payroll)).sort((a, b) => (a.id < b.id ? -1 : 1));
  expect([first!.is_closed, second!.is_closed]).toEqual([true, true]);
  return { world, payroll, first: first!, second: second! };
};

/** Closes a stub again, with another contribution to the pension plan. */
const contributes = async (world: Paying, stub: Stub, managed_amount: string, more: JsonObject = {}) => {
  const { id } = world
    .rows('statutory_withholding_line_item')
    .find(({ pay_stub_id, type }) => pay_stub_id === stub.id && type === 'cpp')!;
  const { payroll_id } = stub;
  await world.given.events(
    'pay_stub',
    stub.id,
    { type: 'PayStubReopened', data: { payroll_id } },
    {
      type: 'PayStubCalculated',
      data: { lines: [{ id, kind: 'statutory_withholding', managed_amount, ...more }], removed: [] },
    },
    { type: 'PayStubClosed', data: { payroll_id, approval_id: null, counted: [...(stub.counted ?? [])] } },
  );
};

describe('the audit finds', () => {
  test('an exemption that a second stub of the pay has as well', async () => {
    const { world, first, second } = await approved();
    expect(await world.found()).toEqual([]);
    // 2,000.00 on each; P = 27: 0.0595 x (2,000 - 129.62) = 111.29 on the first, 0.0595 x 2,000 = 119 on the second.
    const cpp = ({ amounts }: Stub) => amounts?.statutory_withholding?.cpp;
    expect([cpp(first), cpp(second)]).toEqual(['111.29', '119']);
    await contributes(world, second, '111.29');
    const what = expect.stringMatching(/259\.\d\d; once is 129\.62/);
    expect(await world.found()).toEqual([{ subject: first.employee_id, record: second.id, what }]);
  });

  test('an exemption that no stub of the pay has', async () => {
    const { world, first, second } = await approved();
    await contributes(world, first, '119');
    const what = expect.stringMatching(/ 0; once is 129\.62/);
    expect(await world.found()).toEqual([{ subject: first.employee_id, record: second.id, what }]);
  });
});

/** A log from before closings said what they were calculated behind. */
const old = (store: EventStore): EventStore => ({
  ...store,
  append: (stream, events, expected) =>
    store.append(
      stream,
      events.map((event) => {
        const { counted: _, ...data } = event.data;
        return event.type === 'PayStubClosed' ? { ...event, data } : event;
      }),
      expected,
    ),
});

describe('the audit finds nothing', () => {
  test('where a caller entered the contribution, or a maximum of the year was reached', async () => {
    const { world, second } = await approved();
    await contributes(world, second, '119', { custom_amount: '111.29' });
    expect(await world.found()).toEqual([]);
    const rich = await paying();
    const { employee } = await rich.hired({ rate: { ...SALARY, rate: '2000000' } });
    await rich.hired({ rate: { ...SALARY, rate: '2000000' }, employee_id: employee.id });
    await rich.rest();
    await rich.approve(await rich.next());
    expect(await rich.found()).toEqual([]);
  });

  test('in a payroll that was unapproved, or approved again, after another one of the pay', async () => {
    const world = await paying();
    const other = await world.makeSchedule(world.employer.id);
    const { employee } = await world.hired({ rate: SALARY });
    await world.hired({ rate: SALARY, employee_id: employee.id, pay_schedule_id: other.id });
    await world.hired({ rate: SALARY, employee_id: employee.id, pay_schedule_id: other.id });
    await world.rest();
    const [one, two] = [await world.next(), await world.next(other.id)];
    await world.approve(one);
    await world.approve(two);
    expect(await world.found()).toEqual([]);
    await world.unapprove(one);
    expect(await world.found()).toEqual([]);
    await world.approve(one);
    expect(world.rows('pay_stub').filter(({ is_closed }) => is_closed)).toHaveLength(3);
    expect(await world.found()).toEqual([]);
  });

  test.each(['500', '-500'])(
    'in a correction of %s beside the regular pays, whichever is approved first',
    async (amount) => {
      for (const isFirst of [true, false]) {
        const world = await paying();
        const { employee, assignment } = await world.hired({ rate: SALARY });
        await world.hired({ rate: SALARY, employee_id: employee.id });
        await world.rest();
        const before = await world.next();
        await world.approve(before);
        const regular = await world.next();
        const { pay_schedule_id, pay_date } = regular;
        const source = { source_payroll_id: before.id };
        const correction = await world.given.created('payroll', {
          pay_schedule_id,
          type: 'correction',
          pay_date,
          ...source,
        });
        const stub = await world.given.created('pay_stub', {
          payroll_id: correction.id,
          work_assignment_id: assignment.id,
        });
        await world.paid(stub, amount);
        await world.rest();
        for (const payroll of isFirst ? [correction, regular] : [regular, correction]) await world.approve(payroll);
        expect(world.rows('pay_stub').filter((one) => one.is_closed && one.pay_date === pay_date)).toHaveLength(3);
        expect(await world.found()).toEqual([]);
      }
    },
  );

  test('where two employers pay somebody on one day, or a contractor is paid on two work assignments', async () => {
    const world = await paying();
    const { given } = world;
    const place = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' };
    const employer = await given.created('business_entity', {
      name: 'Lakeshore Foods',
      business_number: '123456782RP0002',
      in_preview: true,
      tax_properties: [place],
    });
    const other = await world.makeSchedule(employer.id);
    const { employee } = await world.hired({ rate: SALARY });
    await world.hired({ rate: SALARY, employee_id: employee.id, pay_schedule_id: other.id });
    const contractor = await given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' });
    for (let job = 0; job < 2; job++)
      await given.created('work_assignment', { contractor_id: contractor.id, pay_schedule_id: world.schedule.id });
    await world.rest();
    const payroll = await world.next();
    for (const stub of await world.stubs(payroll))
      if (stub.contractor_id) await world.paid(stub, '3000', 'commission_self_employed');
    await world.rest();
    for (const one of [payroll, await world.next(other.id)]) await world.approve(one);
    expect(world.rows('pay_stub').filter(({ is_closed }) => is_closed)).toHaveLength(4);
    expect(await world.found()).toEqual([]);
  });

  test.each([
    ['ca_on', 'ca_on'],
    ['ca_on', 'ca_qc'],
  ])('in stubs in %s and %s that were closed before closings said what they counted', async (...provinces) => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const world = await paying({ store: old });
      const payrolls: Payroll[] = [];
      let employee_id: string | undefined;
      for (const value of provinces) {
        const { id } = await world.makeSchedule(world.employer.id);
        const place = { type: 'ca::province_of_employment', value, effective_from: '2026-01-01' };
        const { employee } = await world.hired({
          rate: SALARY,
          pay_schedule_id: id,
          tax_properties: [place],
          ...(employee_id && { employee_id }),
        });
        employee_id ??= employee.id;
        await world.rest();
        payrolls.push(await world.next(id));
      }
      for (const at of order) await world.approve(payrolls[at]!);
      expect(world.rows('pay_stub').filter(({ is_closed }) => is_closed)).toHaveLength(2);
      expect(await world.found()).toEqual([]);
    }
  });
});
