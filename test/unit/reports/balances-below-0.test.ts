import { expect, test } from 'vitest';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { yearEnd } from '../../support/year-end.ts';

test.each([
  ['ca_on', 'ei-cpp-balance', ['CPP', 'CPP2', 'EI']],
  ['ca_qc', 'ei-qpp-qpip-balance', ['QPP', 'QPP2', 'QPIP', 'EI']],
])('in %s nothing is due for a year in which more is taken back than was paid', async (province, report, plans) => {
  const world = await yearEnd({ province });
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const correction = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-12-10' },
    ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
  });
  const of = { payroll_id: correction.id, work_assignment_id: assignment.id };
  const { id: pay_stub_id } = await world.given.created('pay_stub', of);
  const back = { pay_stub_id, earning_type: 'salary', custom_amount: '-2500' };
  await world.given.created('earning_line_item', back);
  await world.populated();
  await world.paid(correction);
  const [row] = await reportRows(world, report, ofYear(2026));
  expect(row!['Insurable earnings']).toBe('-500');
  expect(plans.map((plan) => [row![`${plan} due`], row![`${plan} shortfall`]])).toEqual(plans.map(() => ['0', '0']));
});
