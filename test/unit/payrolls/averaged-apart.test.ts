import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { SCHEDULE } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given two work assignments of a person, one in Quebec, and income tax that is averaged over the year. */

const PROVINCES = ['ca_on', 'ca_qc'] as const;
const SALARIES = { ca_on: '40000', ca_qc: '65000' } as const;

/**
 * Pays Ada for both works, Bea for that in Ontario and Cid for that in Quebec.
 *
 * @param days first pay date and end of the first period of the schedule in each province; one schedule where they are
 *   alike
 */
const paid = async (
  days: Record<(typeof PROVINCES)[number], [pay_date: string, period_end: string]>,
  payrolls: number,
) => {
  const scheduleIn = (province: (typeof PROVINCES)[number]) => ({
    ...SCHEDULE,
    anchor_pay_date: days[province][0],
    anchor_end_of_pay_period: days[province][1],
    generate_payrolls_from: days[province][0],
  });
  const world = await yearEnd({ schedule: scheduleIn('ca_on') });
  const isOne = days.ca_on[0] === days.ca_qc[0];
  const other = isOne
    ? world.schedule
    : await world.given.created('pay_schedule', { ...scheduleIn('ca_qc'), business_entity_id: world.employer.id });
  const people = [];
  for (const first_name of ['Ada', 'Bea', 'Cid'])
    people.push(await world.given.created('employee', { first_name, last_name: 'Byron', date_of_birth: '1990-07-11' }));
  const from = { effective_from: '2025-12-01' };
  const working = async (employee: RecordOf<'employee'>, province: (typeof PROVINCES)[number]) => {
    const assignment = await world.given.created('work_assignment', {
      employee_id: employee.id,
      pay_schedule_id: province === 'ca_on' ? world.schedule.id : other.id,
      tax_properties: [
        { type: 'ca::province_of_employment', value: province, ...from },
        { type: 'ca::income_tax_method', value: 'cumulative', ...from },
        { type: 'ca::qc::income_tax_method', value: 'cumulative', ...from },
      ],
    });
    const rate = { type: 'salary', rate: SALARIES[province], expected_hours_per_week: '40' };
    await world.given.created('pay_rate', { work_assignment_id: assignment.id, ...rate, ...from });
    return assignment;
  };
  const [ada, bea, cid] = people;
  const assignments = [
    await working(ada!, 'ca_on'),
    await working(ada!, 'ca_qc'),
    await working(bea!, 'ca_on'),
    await working(cid!, 'ca_qc'),
  ];
  await world.populated();
  for (let count = 0; count < payrolls; count++) await world.paid();
  const taxesOf = (assignment: RecordOf<'work_assignment'>): number[] => {
    const stubs = world
      .rows('pay_stub')
      .filter((stub) => stub.work_assignment_id === assignment.id && stub.is_closed)
      .sort((a, b) => (a.pay_date < b.pay_date ? -1 : 1));
    return stubs.flatMap(({ id }) =>
      ['federal_income_tax', 'provincial_income_tax'].map((type) => {
        const line = world
          .rows('statutory_withholding_line_item')
          .find((one) => one.pay_stub_id === id && one.type === type);
        return Number(line?.managed_amount);
      }),
    );
  };
  const [inOntario, inQuebec, ontarioAlone, quebecAlone] = assignments.map(taxesOf);
  return { inOntario, inQuebec, ontarioAlone, quebecAlone };
};

test('each is averaged by itself, on pay dates of its own', async () => {
  const days = { ca_on: ['2026-01-09', '2026-01-03'], ca_qc: ['2026-01-16', '2026-01-10'] } as const;
  const { inOntario, inQuebec, ontarioAlone, quebecAlone } = await paid(
    { ca_on: [...days.ca_on], ca_qc: [...days.ca_qc] },
    6,
  );
  expect(inOntario).toHaveLength(6);
  expect([inOntario, inQuebec]).toEqual([ontarioAlone, quebecAlone]);
});

test('each is averaged by itself, on the same pay dates', async () => {
  const { inOntario, inQuebec, ontarioAlone, quebecAlone } = await paid(
    { ca_on: ['2026-01-09', '2026-01-03'], ca_qc: ['2026-01-09', '2026-01-03'] },
    6,
  );
  // The basic exemption is one for both, so that what is deducted of contributions differs by up to 1 % of 134.61.
  const near = (amounts: number[] | undefined) => amounts!.map((amount) => expect.closeTo(amount, 0));
  expect([inOntario, inQuebec]).toEqual([near(ontarioAlone), near(quebecAlone)]);
});
