import { expect, test } from 'vitest';
import { exemptingOf } from '../../../src/forms/year/exemptions.ts';
import type { Reader } from '../../../src/kernel/definition/reader.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given why nothing was withheld for a pension plan all year, when T4s are generated, then box 28 says what the CRA
 * asks.
 */

const T4 = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };
const place = (value: string) => ({ type: 'ca::province_of_employment', value, effective_from: '2026-01-01' });
const exempt = (type: string, effective_from = '2026-01-01') => ({ type, value: true, effective_from });
const indianAct = (exemption_percentage: string, pension_opt_in = false) => ({
  ...exempt('ca::first_nation_exemptions'),
  value: { exemption_percentage, pension_opt_in },
});

test.each<[why: string, date_of_birth: string | null, properties: JsonObject[], isExempt: boolean]>([
  ['is under 18 all year', '2009-03-05', [], true],
  ['is 18 on the last day of the year', '2008-12-31', [], true],
  ['was 70 before the year', '1955-12-31', [], true],
  ['was 70 before the only pays of the year', '1956-06-15', [], true],
  ['is 73 in Quebec', '1953-11-30', [place('ca_qc')], true],
  ['has a disability pension', '1980-01-01', [{ ...exempt('ca::pensionable_months'), value: '0' }], true],
  ['works where no plan covers it', '1980-01-01', [exempt('ca::cpp_exempt')], true],
  ['works where no plan covers it, since long before 65', '1958-02-02', [exempt('ca::cpp_exempt', '2020-01-01')], true],
  // The CRA has box 28 left blank for form CPT30, which can be filed from 65 on.
  ['elected at 67 to stop contributing', '1958-02-02', [exempt('ca::cpp_exempt')], false],
  ['elected at 69 and became 70 within the year', '1956-06-15', [exempt('ca::cpp_exempt')], false],
  ['elected at 69 and was 70 before the year', '1955-06-15', [exempt('ca::cpp_exempt', '2025-01-01')], true],
  ['has income that the Indian Act exempts', '1980-01-01', [indianAct('100')], true],
  ['has such income, and is covered by choice', '1980-01-01', [indianAct('100', true)], false],
  ['has taxable income beside it', '1980-01-01', [indianAct('40')], false],
  ['contributes', '1980-01-01', [], false],
  ['contributes, as its birth is not known', null, [], false],
])('who %s', async (_, date_of_birth, properties, isExempt) => {
  const world = await yearEnd();
  const { employee } = await world.hired({
    rate: SALARY,
    tax_properties: [
      ...(properties.some(({ type }) => type === place('').type) ? [] : [place('ca_on')]),
      ...properties,
    ],
  });
  await world.given.changed('employee', employee.id, { date_of_birth });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  const [form] = world.forms('t4', employee.id);
  expect(form!.values.box_28_cpp_or_qpp_exempt_code).toBe(isExempt);
  expect(form!.values.box_28_employment_insurance_exempt_code).toBe(false);
});

test('an exemption counts for the years in which it is in force for a day', async () => {
  const [on, off] = [true, false];
  const properties = [
    ['before', '2025-01-01', '2025-12-31', on],
    ['until its first day', '2025-01-01', '2026-01-01', on],
    ['within it', '2026-03-01', '2026-03-31', on],
    ['from its last day on', '2026-12-31', null, on],
    ['since long ago', '2020-01-01', null, on],
    ['after', '2027-01-01', null, on],
    ['taken back', '2026-01-01', null, off],
  ].map(([owner_id, effective_from, effective_to, value]) => ({
    owner_id,
    effective_from,
    effective_to,
    value,
    type: 'ca::cpp_exempt',
  }));
  const read = {
    pages: async function* () {
      yield properties;
    },
  } as unknown as Reader;
  const found = await exemptingOf([], 2026, read, { partner_id: 'ptn_A', company_id: 'cmp_A' });
  expect([...found.keys()]).toEqual(['until its first day', 'within it', 'from its last day on', 'since long ago']);
});

test('an exemption from the plans of Quebec is on slips of work there alone', async () => {
  const plans = [exempt('ca::qc::qpp_exempt'), exempt('ca::qc::qpip_exempt')];
  for (const province of ['ca_on', 'ca_qc']) {
    const world = await yearEnd({ province });
    const { employee, assignment } = await world.hired({ tax_properties: [place(province), ...plans] });
    await world.populated();
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!, assignment);
    // A retiring allowance alone bears no contributions in either plan.
    await world.given.created('earning_line_item', {
      ...{ pay_stub_id: stub!.id, earning_type: 'retiring_allowance', custom_amount: '1000' },
    });
    await world.populated();
    await world.paid();
    await world.generated('t4', T4);
    expect([province, world.forms('t4', employee.id)[0]!.values]).toMatchObject([
      province,
      {
        box_28_cpp_or_qpp_exempt_code: province === 'ca_qc',
        box_28_ppip_exempt_code: province === 'ca_qc',
      },
    ]);
  }
});

test('a part of box 28 that was set by hand stays as boxes do, also on the slip that the agency has', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: SALARY });
  await world.given.created('tax_property', { owner_id: assignment.id, ...exempt('ca::ei_exempt') });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  const form = () => world.forms('t4', employee.id)[0]!;
  await world.given.changed('form', form().id, { box_28_ppip_exempt_code: true });
  await world.generated('t4', T4);
  expect(form().values).toMatchObject({
    box_28_cpp_or_qpp_exempt_code: false,
    box_28_employment_insurance_exempt_code: true,
    box_28_ppip_exempt_code: true,
  });
  await world.filed(form());
  const batch = await world.batch('t4', { form_stage: 'amendment' });
  await world.generated('t4', { ...T4, form_batch_id: batch.id });
  expect(world.forms('t4')).toHaveLength(1);
});

test('a part of box 28 that payroll set is blank again once its reason is gone', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.given.changed('employee', employee.id, { date_of_birth: '2009-03-05' });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  const box28 = () => world.forms('t4', employee.id).map(({ values }) => values.box_28_cpp_or_qpp_exempt_code);
  expect(box28()).toEqual([true]);
  await world.given.changed('employee', employee.id, { date_of_birth: '1990-03-05' });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  expect(box28()).toEqual([false]);
});

/**
 * Somebody who pays 100 into a pension plan and 50 of dues with a salary of 2,000, and has a retiring allowance of
 * 1,000.
 */
const paysIn = async (percent: string, province: string) => {
  const world = await yearEnd({ province });
  const properties = percent === '0' ? [] : [indianAct(percent)];
  const { employee, assignment } = await world.hired({
    rate: SALARY,
    tax_properties: [place(province), ...properties],
  });
  await world.populated();
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!, assignment);
  const pay_stub_id = stub!.id;
  for (const [family, type, custom_amount] of [
    ['employee_benefit', 'pension_dcpp', '100'],
    ['deduction', 'union_dues', '50'],
    ['earning', 'retiring_allowance', '1000'],
  ] as const)
    await world.given.created(`${family}_line_item`, { pay_stub_id, [`${family}_type`]: type, custom_amount });
  await world.populated();
  await world.paid();
  return { world, employee };
};

/** Values of the boxes that are amounts, by what they are called up to here. */
const told = (values: JsonObject, ...boxes: string[]) =>
  Object.fromEntries(
    boxes.flatMap((box) =>
      Object.entries(values).flatMap(([key, value]) => (key.startsWith(box) ? [[box, value]] : [])),
    ),
  );
const OF_EXEMPT = ['box_14', 'box_20', 'box_44', 'box_52', 'code_67', 'code_69', 'code_71', 'code_94', 'code_95'];

test.each([
  ['100', { box_52: '100', code_69: '1000', code_71: '2000', code_94: '100', code_95: '50' }],
  [
    '40',
    {
      ...{ box_14: '1200', box_20: '60', box_44: '30', box_52: '100', code_67: '600' },
      ...{ code_69: '400', code_71: '800', code_94: '40', code_95: '20' },
    },
  ],
  ['0', { box_14: '2000', box_20: '100', box_44: '50', box_52: '100', code_67: '1000' }],
])(
  'with %s percent of the pay exempt a T4 has that part of what it holds in codes of its own',
  async (percent, expected) => {
    const { world, employee } = await paysIn(percent, 'ca_on');
    await world.generated('t4', T4);
    const [form] = world.forms('t4', employee.id);
    expect(told(form!.values, ...OF_EXEMPT)).toEqual(expected);
    if (percent !== '40') return;
    const followed = await world.sources(form!);
    expect(followed.find(({ box }) => box === '94')).toMatchObject({
      from_stubs: 40,
      lines: [{ type: 'pension_dcpp', amount: 100 }],
    });
  },
);

test('an RL-1 has all contributions in boxes D and F, and what is exempt in box R, of that its pay under R-1', async () => {
  const { world, employee } = await paysIn('40', 'ca_qc');
  await world.generated('rl1', { tax_year: 2026 });
  const { values } = world.forms('rl1', employee.id)[0]!;
  expect(told(values, 'box_a', 'box_d', 'box_f', 'box_o', 'box_r', 'code_r_1', 'code_rj')).toEqual({
    ...{ box_a: '1200', box_d: '100', box_f: '50', box_o: '1000', box_r: '1200', code_r_1: '800', code_rj: '1000' },
  });
});

test('where the exempt part changes within the year, box 20 has what each pay left taxable', async () => {
  const { world, employee } = await paysIn('100', 'ca_on');
  const [property] = world.rows('tax_property').filter(({ type }) => type === 'ca::first_nation_exemptions');
  await world.given.changed('tax_property', property!.id, { effective_to: '2026-11-30' });
  await world.populated();
  await world.paid();
  await world.generated('t4', T4);
  expect(told(world.forms('t4', employee.id)[0]!.values, 'box_14', 'box_20', 'code_71', 'code_94')).toEqual({
    ...{ box_14: '2000', code_71: '2000', code_94: '100' },
  });
});
