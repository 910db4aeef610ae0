import { type Condition, equal, present } from '../../../src/values/condition.ts';
import { dateOf, yearOf } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, dayNear, some } from '../scene.ts';

/** Recurring items and lines of every family, with percentages and maximums; overtime, vacation pay, tax properties. */

/** A month is given what does not depend on the earnings or hours of a payroll. */
const dates = (scene: Scene, isFixed: boolean) => ({
  frequency: scene.random.pick(['per_payroll', 'per_payroll', 'per_payroll', 'once', isFixed ? 'per_month' : 'once']),
  effective_from: dayNear(scene, -90, 20),
  ...(chance(scene, 0.2) ? { effective_to: dayNear(scene, 20, 80) } : {}),
});

const percent = (scene: Scene) => ({
  amount: 1 + scene.random.below(20),
  amount_type: 'percent',
  income_basis: scene.random.pick(['all_earnings', 'regular_earnings', 'total_income']),
});

const fixed = (scene: Scene) => ({ amount: 10 + scene.random.below(400), amount_type: 'fixed' });

const shares = (scene: Scene) => scene.random.pick([percent, fixed])(scene);

/** What of a benefit the year takes: some reach it with their first pay. */
const limited = (scene: Scene) =>
  chance(scene, 0.5)
    ? {
        max_annual_contribution: 50 + scene.random.below(1_000),
        max_annual_contribution_basis: scene.random.pick(['this_benefit', 'all_line_items_of_type']),
      }
    : {};

const BODIES: Readonly<Record<string, (scene: Scene) => Record<string, unknown>>> = {
  earning: (scene) => ({
    earning_type: scene.random.pick(['bonus_discretionary', 'commission_periodic', 'gratuity']),
    amount: 10 + scene.random.below(900),
  }),
  reimbursement: (scene) => ({
    reimbursement_type: scene.random.pick(['non_taxable_reimbursement', 'taxable_reimbursement']),
    amount: 10 + scene.random.below(90),
  }),
  // More than anybody has now and then: what is left of net pay is what it takes.
  garnishment: (scene) => ({
    deduction_type: 'garnishment_order',
    ...scene.random.pick([
      {
        amount: 20 + scene.random.below(60),
        amount_type: 'percent',
        income_basis: 'total_income',
        income_subtractions: [{ type: 'deduction', subtype: 'union_dues' }],
        income_statutory_withholdings: 'all',
        income_exemption_amount: scene.random.below(500),
      },
      { amount: 20 + scene.random.below(scene.random.pick([300, 300, 3_000])), amount_type: 'fixed' },
    ]),
  }),
  dues: (scene) => ({
    deduction_type: scene.random.pick(['union_dues', 'other_deduction', 'income_tax']),
    ...scene.random.pick([{ amount: 1 + scene.random.below(5), amount_type: 'fixed_per_hour' }, shares(scene)]),
  }),
  employee_benefit: (scene) => ({
    employee_benefit_type: scene.random.pick(['pension_rrsp', 'dental', 'long_term_disability']),
    ...shares(scene),
    ...limited(scene),
  }),
  employer_benefit: (scene) => ({
    employer_benefit_type: scene.random.pick(['pension_rrsp', 'dental', 'group_term_life_insurance']),
    ...shares(scene),
    ...limited(scene),
  }),
};

const OBJECT_OF: Readonly<Record<string, string>> = { garnishment: 'deduction', dues: 'deduction' };

const createAny = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment', present('employee_id'));
  if (!assignment) return;
  const family = scene.random.pick(Object.keys(BODIES));
  const values = BODIES[family]!(scene);
  const isFixed = (values.amount_type ?? 'fixed') === 'fixed';
  const body = { work_assignment_id: assignment.id, ...values, ...dates(scene, isFixed) };
  await ask(scene, { operation: `create_${OBJECT_OF[family] ?? family}`, body });
};

const FAMILIES = ['earning', 'reimbursement', 'deduction', 'employee_benefit', 'employer_benefit'];

const changeAny = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(FAMILIES);
  const item = some(scene, object);
  if (!item) return;
  const bodies: Record<string, unknown>[] = [
    { amount: 1 + scene.random.below(90) },
    { effective_to: chance(scene, 0.3) ? null : dayNear(scene, -10, 60) },
    { frequency: scene.random.pick(['per_payroll', 'per_month']) },
  ];
  if (object.endsWith('benefit')) bodies.push({ max_annual_contribution: 20 + scene.random.below(900) });
  const body = scene.random.pick(bodies);
  await ask(scene, { operation: `update_${object}`, params: { [object]: item.id }, body });
};

const deleteAny = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(FAMILIES);
  const item = some(scene, object);
  if (item) await ask(scene, { operation: `delete_${object}`, params: { [object]: item.id } });
};

const open = (scene: Scene, where: Condition = equal('is_closed', false)) => some(scene, 'pay_stub', where);

/** A line that somebody enters; negative now and then where that is admitted. */
const enterAny = async (scene: Scene): Promise<void> => {
  const stub = open(scene);
  if (!stub) return;
  const custom_amount = 10 + scene.random.below(2_000);
  const [operation, type] = scene.random.pick([
    ['create_deduction_line_item', { deduction_type: 'garnishment_order' }],
    ['create_deduction_line_item', { deduction_type: 'union_dues' }],
    ['create_employee_benefit_line_item', { employee_benefit_type: 'pension_rrsp' }],
    ['create_employer_benefit_line_item', { employer_benefit_type: 'pension_rrsp' }],
    ['create_allowance_line_item', { allowance_type: 'cell_phone_allowance' }],
    ['create_earning_line_item', { earning_type: 'commission_periodic' }],
    ['create_earning_line_item', { earning_type: 'vacation_pay' }],
    ['create_earning_line_item', { earning_type: 'severance_pay' }],
  ] as const);
  await ask(scene, { operation, body: { pay_stub_id: stub.id, ...type, custom_amount } });
};

const LINES = [
  'allowance_line_item',
  'deduction_line_item',
  'employee_benefit_line_item',
  'employer_benefit_line_item',
  'statutory_withholding_line_item',
  'employer_statutory_withholding_line_item',
];

/** Another amount in place of the calculated one, or the calculated one again. */
const overrideAny = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(LINES);
  const line = some(scene, object);
  if (!line) return;
  const custom_amount = chance(scene, 0.3) ? null : scene.random.below(700);
  await ask(scene, { operation: `update_${object}`, params: { [object]: line.id }, body: { custom_amount } });
};

const deleteAnyLine = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(LINES);
  const line = some(scene, object, equal('is_managed', false));
  if (line) await ask(scene, { operation: `delete_${object}`, params: { [object]: line.id } });
};

/** Lines of a family and what makes one of them. */
const OF_FAMILIES = [
  ['allowance', { allowance_type: 'cell_phone_allowance' }],
  ['deduction', { deduction_type: 'union_dues' }],
  ['employee_benefit', { employee_benefit_type: 'pension_rrsp' }],
  ['employer_benefit', { employer_benefit_type: 'pension_rrsp' }],
  ['reimbursement', { reimbursement_type: 'non_taxable_reimbursement' }],
] as const;

/** Lines of a family for everybody on a draft, or a few of them in one call. */
const manyLines = async (scene: Scene): Promise<void> => {
  const stub = open(scene);
  if (!stub) return;
  const [family, type] = scene.random.pick(OF_FAMILIES);
  const lines = `${family}_line_items`;
  const custom_amount = 10 + scene.random.below(300);
  const selection = { payroll_id: stub.payroll_id, pay_stubs: { include: 'all' } };
  const own = allOf(scene, `${family}_line_item`, equal('pay_stub_id', stub.id));
  const entered = own.filter(({ is_managed }) => is_managed === false).map(({ id }) => ({ id }));
  const one = { pay_stub_id: stub.id, ...type, custom_amount };
  const changed = own.slice(0, 2).map(({ id }) => ({ id, custom_amount }));
  const requests = [
    { operation: `bulk_create_${lines}`, body: { ...selection, data: { ...type, custom_amount } } },
    { operation: `bulk_update_${lines}`, body: { ...selection, data: { custom_amount } } },
    { operation: `bulk_delete_${lines}`, body: selection },
    { operation: `batch_upsert_${lines}`, body: [one, one, ...changed] },
    ...(entered.length > 0 ? [{ operation: `batch_delete_${lines}`, body: entered.slice(0, 3) }] : []),
  ];
  await ask(scene, scene.random.pick(requests));
};

const overtime = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'overtime_rate');
  if (known && chance(scene, 0.5)) {
    const request = scene.random.pick([
      { operation: 'update_overtime_rate', body: { rate_multiplier: scene.random.pick([1, 1.5, 2]) } },
      { operation: 'delete_overtime_rate' },
    ]);
    await ask(scene, { ...request, params: { overtime_rate: known.id } });
    return;
  }
  const rate = some(scene, 'pay_rate');
  const body = rate && { pay_rate_id: rate.id, rate_multiplier: scene.random.pick([1.5, 2]) };
  if (body) await ask(scene, { operation: 'create_overtime_rate', body });
};

/** Hours of some people of a payroll, in one call. */
const hours = async (scene: Scene): Promise<void> => {
  const stub = open(scene);
  if (!stub) return;
  const rate = some(scene, 'overtime_rate', equal('work_assignment_id', stub.work_assignment_id));
  const data = [
    {
      work_assignment_id: stub.work_assignment_id,
      ...scene.random.pick([
        { wage: [{ hours: scene.random.below(80) }] },
        { leave_sick: [{ hours: 1 + scene.random.below(16) }] },
        { vacation_pay: [{ hours: 1 + scene.random.below(40) }] },
        rate
          ? { overtime: [{ hours: 1 + scene.random.below(9), overtime_rate_id: rate.id }] }
          : { wage: [{ hours: 40 }] },
      ]),
    },
  ];
  await ask(scene, { operation: 'import_payroll_hours', params: { payroll: stub.payroll_id }, body: { data } });
};

const vacation = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'vacation_pay_setting');
  const vacation_pay_method = scene.random.pick(['manual', 'per_period']);
  const percentage = scene.random.pick([4, 6, 8]);
  if (known && chance(scene, 0.5)) {
    const request = scene.random.pick([
      { operation: 'update_vacation_pay_setting', body: { percentage, vacation_pay_method } },
      { operation: 'update_vacation_pay_setting', body: { effective_to: dayNear(scene, -20, 60) } },
      { operation: 'delete_vacation_pay_setting' },
    ]);
    await ask(scene, { ...request, params: { vacation_pay_setting: known.id } });
    return;
  }
  const assignment = some(scene, 'work_assignment', present('employee_id'));
  if (!assignment) return;
  const effective_from = chance(scene, 0.6) ? '2024-01-01' : dayNear(scene, -40, 20);
  await ask(scene, {
    operation: 'create_vacation_pay_setting',
    body: { work_assignment_id: assignment.id, percentage, vacation_pay_method, effective_from },
  });
};

const PROPERTIES = [
  { type: 'ca::cpp_exempt', value: true },
  { type: 'ca::ei_exempt', value: true },
  { type: 'ca::federal_tax_exempt', value: true },
  { type: 'ca::province_of_employment', value: 'ca_qc' },
  { type: 'ca::province_of_employment', value: 'ca_on' },
  { type: 'ca::province_of_employment', value: 'ca_bc' },
];

/** One that begins today, in the past, or with the next year; its end; its deletion. */
const taxProperty = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'tax_property');
  if (known && chance(scene, 0.4)) {
    const request = scene.random.pick([
      { operation: 'update_tax_property', body: { effective_to: chance(scene, 0.3) ? null : dayNear(scene, -60, 60) } },
      { operation: 'update_tax_property', body: { effective_from: dayNear(scene, -90, 10) } },
      { operation: 'delete_tax_property' },
    ]);
    await ask(scene, { ...request, params: { tax_property: known.id } });
    return;
  }
  const owner = some(scene, 'work_assignment');
  if (!owner) return;
  const effective_from = chance(scene, 0.3)
    ? dateOf(yearOf(scene.world.ground.clock.today()) + 1, 1, 1)
    : dayNear(scene, -60, 30);
  const body = { owner_id: owner.id, ...scene.random.pick(PROPERTIES), effective_from };
  await ask(scene, { operation: 'create_tax_property', body });
};

export const itemActions = {
  createAny: { weight: 6, run: createAny },
  changeAny: { weight: 3, run: changeAny },
  deleteAny: { weight: 1.5, run: deleteAny },
  enterAny: { weight: 3, run: enterAny },
  overrideAny: { weight: 3, run: overrideAny },
  deleteAnyLine: { weight: 1, run: deleteAnyLine },
  manyLines: { weight: 2, run: manyLines },
  overtime: { weight: 1.5, run: overtime },
  hours: { weight: 2, run: hours },
  vacation: { weight: 2, run: vacation },
  taxProperty: { weight: 2, run: taxProperty },
} satisfies Record<string, ActionKind>;
