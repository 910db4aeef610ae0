import { expect, test } from 'vitest';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody who worked in Ontario and then in Quebec, when slips of the year are made, then the RL-1 repeats what
 * the T4 of Ontario says of the Canada Pension Plan (Revenu Québec, "CPP Contribution", and its changes for 2024).
 */

const place = (value: string, more = {}) => ({
  type: 'ca::province_of_employment',
  value,
  effective_from: '2026-01-01',
  ...more,
});

test('an RL-1 has contributions to CPP elsewhere as B-1 and B-2, and their earnings as G-2', async () => {
  const world = await yearEnd();
  const { assignment, employee } = await world.hired({
    rate: SALARY,
    tax_properties: [place('ca_on', { effective_to: '2026-11-24' })],
  });
  const { employee: inOntario } = await world.hired({ rate: SALARY });
  const { employee: inQuebec } = await world.hired({ rate: SALARY, tax_properties: [place('ca_qc')] });
  await world.given.created('tax_property', {
    owner_id: assignment.id,
    ...place('ca_qc', { effective_from: '2026-11-25' }),
  });
  await world.populated();
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!, assignment);
  await world.given.created('earning_line_item', {
    ...{ pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: '78000' },
  });
  await world.populated();
  await world.paid();
  await world.paid();
  await world.generated('t4', { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } });
  await world.generated('rl1', { tax_year: 2026 });
  const ontario = world
    .forms('t4', employee.id)
    .find(({ values }) => values.box_17_employees_qpp_contributions === undefined);
  const { box_16_employees_cpp_contributions: cpp, box_16a_employees_cpp2_contributions: cpp2 } = ontario!.values;
  expect(Number(cpp2)).toBeGreaterThan(0);
  const [form] = world.forms('rl1', employee.id);
  expect(form!.values).toMatchObject({
    box_a_employment_income: '2000',
    code_b_1_cpp_contributions: cpp,
    code_b_2_second_additional_cpp_contributions: cpp2,
    code_g_2_cpp_pensionable_earnings: '80000',
  });
  const followed = await world.sources(form!);
  expect(followed.find(({ box }) => box === 'B-1')).toMatchObject({
    from_stubs: Number(cpp),
    lines: [{ type: 'cpp' }],
  });
  expect(followed.find(({ box }) => box === 'A')).toMatchObject({ from_stubs: 2000, lines: [{ type: 'salary' }] });
  // Who worked in one place alone has nothing to repeat, and in Ontario no RL-1.
  expect(world.forms('rl1', inOntario.id)).toEqual([]);
  expect(Object.keys(world.forms('rl1', inQuebec.id)[0]!.values).filter((key) => /^code_/.test(key))).toEqual([]);
  const rows = await reportRows(world, 'rl1-preview', ofYear(2026));
  const [moved] = rows.filter((row) =>
    Object.entries(row).some(([name, value]) => name.startsWith('G-2') && Number(value) > 0),
  );
  expect(rows).toHaveLength(2);
  expect(moved).toMatchObject({ 'B-1 CPP contributions': Number(cpp).toFixed(2), 'A Employment income': '2000' });
});
