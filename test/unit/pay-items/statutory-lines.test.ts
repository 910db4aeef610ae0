import { expect, test } from 'vitest';
import { payrollWorld } from '../../support/payroll-world.ts';

/** Nothing is withheld from a contractor: the file of pay stubs says so, and so does a request. */
test.each(['historical', 'correction'])('a statutory line of a contractor is refused on a %s payroll', async (type) => {
  const { given, schedule, when } = await payrollWorld();
  const contractor = await given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' });
  const fees = await given.created('work_assignment', { contractor_id: contractor.id, pay_schedule_id: schedule.id });
  const period = { period_start: '2026-11-01', period_end: '2026-11-14' };
  const payroll = await given.created('payroll', {
    ...{ type, pay_schedule_id: schedule.id, pay_date: '2026-11-20', ...period },
  });
  const stub = await given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: fees.id });
  for (const [kind, of] of [
    ['statutory_withholding', 'federal_income_tax'],
    ['employer_statutory_withholding', 'cpp'],
  ] as const) {
    const line = { pay_stub_id: stub.id, [`${kind}_type`]: of, custom_amount: '41.5' };
    const { problem } = await when(() => given.created(`${kind}_line_item`, line));
    expect(problem?.issues.map(({ path, text }) => [path, text.en])).toEqual([
      ['pay_stub_id', "must be an employee's pay stub: nothing is withheld from a contractor"],
    ]);
  }
  const fee = { pay_stub_id: stub.id, earning_type: 'invoice_payment', custom_amount: '1000' };
  expect((await when(() => given.created('earning_line_item', fee))).problem).toBeUndefined();
});
