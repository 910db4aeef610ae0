import { expect, test } from 'vitest';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { yearEnd } from '../../support/year-end.ts';

/** The first year whose figures the service does not have yet. */
const UNKNOWN = EDITIONS.list.at(-1)!.tax_year + 1;

test.each([
  ['ca_on', 'ei-cpp-balance', 'cpp', ['CPP', 'CPP2', 'EI']],
  ['ca_qc', 'ei-qpp-qpip-balance', 'qpp', ['QPP', 'QPP2', 'QPIP', 'EI']],
])(
  'in %s nothing is said to be due for a year without figures: those of another year do not tell',
  async (...given) => {
    const [province, report, pension, plans] = given;
    const world = await yearEnd({ province });
    const { assignment } = await world.hired();
    await world.populated();
    // What an earlier provider paid is approved without the figures.
    const historical = await world.given.created('payroll', {
      ...{ pay_schedule_id: world.schedule.id, type: 'historical', pay_date: `${UNKNOWN}-01-08` },
      ...{ period_start: `${UNKNOWN}-01-01`, period_end: `${UNKNOWN}-01-07` },
    });
    const of = { payroll_id: historical.id, work_assignment_id: assignment.id };
    const { id: pay_stub_id } = await world.given.created('pay_stub', of);
    await world.given.created('earning_line_item', { pay_stub_id, earning_type: 'salary', custom_amount: '20000' });
    const withheld = { pay_stub_id, statutory_withholding_type: pension, custom_amount: '900' };
    await world.given.created('statutory_withholding_line_item', withheld);
    await world.populated();
    await world.paid(historical);
    const [row] = await reportRows(world, report, ofYear(UNKNOWN));
    expect(row).toMatchObject({ 'Pensionable earnings': '20000', [`${pension.toUpperCase()} deducted`]: '900' });
    expect(plans.flatMap((plan) => [row![`${plan} due`], row![`${plan} shortfall`]])).toEqual(
      plans.flatMap(() => [null, null]),
    );
  },
);
