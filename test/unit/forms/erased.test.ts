import { expect, test } from 'vitest';
import { erasePerson } from '../../../src/people/erasure.ts';
import { registry } from '../../../src/registry.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { type YearEnd, yearEnd } from '../../support/year-end.ts';

/** Given somebody who was erased, what is said of their slips and of their contributions afterwards. */

const T4 = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };

const erased = async ({ services, tenant, forms }: YearEnd, id: string) => {
  const { store, keys, read, clock } = services;
  const person = { definition: registry.need('employee'), id, tenant };
  await erasePerson(person, 'asked', {
    ...{ store, keys, read, registry, occurred_at: clock.instant() },
    readable: async () => void forms('t4'),
  });
};

/** An employer who paid somebody born on a day as often as that, and whose T4 the agency has. */
const filedOf = async (date_of_birth: string, province: string, pays: number) => {
  const world = await yearEnd({ province });
  const { employee } = await world.hired({ rate: SALARY });
  await world.given.changed('employee', employee.id, { date_of_birth, employee_number: 'E7' });
  await world.populated();
  for (let paid = 0; paid < pays; paid++) await world.paid();
  await world.generated('t4', T4);
  await world.filed(...world.forms('t4'));
  return { world, employee };
};

test.each([
  ['was under 18', '2009-03-05', 'ca_on', true],
  ['was 70 before the pays', '1956-06-15', 'ca_on', true],
  ['was 76 in Quebec', '1950-06-15', 'ca_qc', true],
  ['contributed', '1990-07-11', 'ca_on', false],
])(
  'a slip that the agency has does not differ because its person was erased, who %s',
  async (_, birth, province, isExempt) => {
    const { world, employee } = await filedOf(birth, province, 1);
    const [before] = world.forms('t4');
    expect(before!.values.box_28_cpp_or_qpp_exempt_code).toBe(isExempt);
    await erased(world, employee.id);
    const batch = await world.batch('t4', { form_stage: 'amendment' });
    const all = await world.generated('t4', { ...T4, form_batch_id: batch.id });
    expect(all.filter((one) => 'problem' in one)).toEqual([]);
    const [named] = await world.generated('t4', { ...T4, form_batch_id: batch.id, employee_ids: [employee.id] });
    expect(named).toMatchObject({
      id: before!.id,
      problem: { text: { en: expect.stringMatching(/nothing to amend/) } },
    });
    expect(world.forms('t4').map(({ values }) => values)).toEqual([before!.values]);
  },
);

test('a slip that cannot be made names no form that was never there', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  await erased(world, employee.id);
  const results = await world.generated('t4', T4);
  expect(results).toEqual([{ problem: expect.objectContaining({ status: 400 }) }]);
  expect(world.forms('t4')).toEqual([]);
});

test.each([
  ['ca_on', 'ei-cpp-balance', ['CPP', 'CPP2'], ['EI']],
  ['ca_qc', 'ei-qpp-qpip-balance', ['QPP', 'QPP2'], ['QPIP', 'EI']],
])(
  'in %s the balance says of who was erased what is due to insurances, and not what is due to a pension plan',
  async (province, type, pensions, insurances) => {
    // Contributes in December alone.
    const { world, employee } = await filedOf('2008-11-03', province, 3);
    const [before] = await reportRows(world, type, ofYear(2026));
    expect(before!.Months).toBe(1);
    await erased(world, employee.id);
    const unknown = pensions.flatMap((plan) => [`${plan} due`, `${plan} shortfall`]);
    const blank = Object.fromEntries(['Employee', 'Months', ...unknown].map((column) => [column, null]));
    expect(await reportRows(world, type, ofYear(2026))).toEqual([{ ...before, ...blank }]);
    for (const plan of insurances) expect(Number(before![`${plan} due`])).toBeGreaterThan(0);
  },
);

test('months that the employer stated are known of who was erased too', async () => {
  const { world, employee } = await filedOf('1990-07-11', 'ca_on', 1);
  const [assignment] = world.rows('work_assignment');
  await world.given.created('tax_property', {
    ...{ owner_id: assignment!.id, type: 'ca::pensionable_months', value: '7', effective_from: '2026-01-01' },
  });
  const [before] = await reportRows(world, 'ei-cpp-balance', ofYear(2026));
  await erased(world, employee.id);
  expect(await reportRows(world, 'ei-cpp-balance', ofYear(2026))).toEqual([{ ...before, Employee: null }]);
  expect(before!.Months).toBe(7);
});
