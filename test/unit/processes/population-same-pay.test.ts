import { expect, test } from 'vitest';
import { checkAll } from '../../../src/audit/invariant.ts';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { Tenant } from '../../../src/kernel/definition/services.ts';
import { type PayrollWorld, payrollWorld, SALARY, SCHEDULE } from '../../support/payroll-world.ts';

/** Stubs that a person has on two schedules for one pay date: what the second one bears goes by the first. */
const findings = async ({ services, tenant }: PayrollWorld): Promise<string[]> => {
  const audit = {
    services,
    tenant: tenant as Tenant & { company_id: string },
    unfinished: async function* () {},
    untilFollowed: async () => {},
  };
  const found: string[] = [];
  for await (const { record, what } of checkAll([openStubIsCalculated], audit)) found.push(`${record}: ${what}`);
  return found;
};

test('when a payroll is approved, or taken back, both stubs of a pay follow, whichever of them comes first', async () => {
  // Which of the two has the lower id is settled by ids: of so many people both cases are there.
  const PEOPLE = 6;
  const RICH = { ...SALARY, rate: '2000000' };
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
