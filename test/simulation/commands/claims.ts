import { nextPayroll } from '../../../src/payrolls/facts/calendar.ts';
import { all, equal, oneOf, present } from '../../../src/values/condition.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, dayNear, some, wait } from '../scene.ts';

/** Statutory holidays, what people claim, items that are paid once, and what is deleted while it is being paid. */

const HOLIDAY_PAY = 'ca::statutory_holiday_pay';

/** How pay of statutory holidays is calculated for somebody: begun, also in the past, changed, ended. */
const holidayPay = async (scene: Scene): Promise<void> => {
  const value = {
    calculate_entitlement: chance(scene, 0.8),
    ...(chance(scene, 0.3) ? { hours: 4 + scene.random.below(8) } : {}),
    ...(chance(scene, 0.2) ? { pay_rate: 20 + scene.random.below(20) } : {}),
    ...(chance(scene, 0.3) ? { override_rule_set: scene.random.pick(['ca_federal', 'ca_on', 'ca_qc']) } : {}),
  };
  const known = some(scene, 'tax_property', equal('type', HOLIDAY_PAY));
  if (known && chance(scene, 0.5)) {
    const request = scene.random.pick([
      { operation: 'update_tax_property', body: { value } },
      { operation: 'update_tax_property', body: { effective_to: chance(scene, 0.3) ? null : dayNear(scene, -30, 60) } },
      { operation: 'update_tax_property', body: { effective_from: dayNear(scene, -60, 20) } },
      { operation: 'delete_tax_property' },
    ]);
    await ask(scene, { ...request, params: { tax_property: known.id } });
    return;
  }
  const assignment = some(scene, 'work_assignment', present('employee_id'));
  if (!assignment) return;
  const effective_from = chance(scene, 0.6) ? '2024-01-01' : dayNear(scene, -60, 20);
  const body = { owner_id: assignment.id, type: HOLIDAY_PAY, value, effective_from };
  await ask(scene, { operation: 'create_tax_property', body });
};

/** The pay of a holiday is another one, is of another day, or is the calculated one again. */
const takeHoliday = async (scene: Scene): Promise<void> => {
  const line = some(scene, 'earning_line_item', equal('type', 'statutory_holiday_pay'));
  if (!line) return;
  const body = scene.random.pick<Record<string, unknown>>([
    { custom_amount: 10 + scene.random.below(400) },
    { custom_hours: 1 + scene.random.below(10) },
    { custom_amount: null },
  ]);
  await ask(scene, { operation: 'update_earning_line_item', params: { earning_line_item: line.id }, body });
};

/** A return by which somebody claims credits: begun, completed in the middle of the year, changed, deleted. */
const claim = async (scene: Scene): Promise<void> => {
  const line_1_basic_personal_amount = 15_000 + scene.random.below(2_000);
  const age = scene.random.below(9_000);
  const whole = {
    line_1_basic_personal_amount,
    line_3_age_amount: age,
    line_13_total_claim_amount: line_1_basic_personal_amount + age,
    additional_tax_deduction: scene.random.below(40),
  };
  const known = some(scene, 'form', equal('type', 'td1'));
  if (known && chance(scene, 0.6)) {
    const request = scene.random.pick([
      { operation: 'update_form', body: whole },
      { operation: 'update_form', body: { additional_tax_deduction: scene.random.below(60) } },
      { operation: 'delete_form' },
    ]);
    await ask(scene, { ...request, params: { form: known.id } });
    return;
  }
  const assignment = some(scene, 'work_assignment', present('employee_id'));
  if (!assignment) return;
  const values = chance(scene, 0.6) ? whole : { line_1_basic_personal_amount };
  const body = { owner_id: assignment.id, type: 'td1', effective_date: dayNear(scene, -90, 30), ...values };
  const asking = ask(scene, { operation: 'create_form', body });
  if (chance(scene, 0.2)) void ask(scene, { operation: 'create_form', body });
  await asking;
};

/** An item that is paid once, of whatever draft comes first; its line may be overridden. */
const onceItem = async (scene: Scene): Promise<void> => {
  const line = some(scene, 'earning_line_item', all(equal('is_managed', true), equal('type', 'commission_periodic')));
  if (line && chance(scene, 0.5)) {
    const body = { custom_amount: chance(scene, 0.3) ? null : 10 + scene.random.below(300) };
    await ask(scene, { operation: 'update_earning_line_item', params: { earning_line_item: line.id }, body });
    return;
  }
  const assignment = some(scene, 'work_assignment', present('employee_id'));
  if (!assignment) return;
  const item = { earning_type: 'commission_periodic', amount: 10 + scene.random.below(900), frequency: 'once' };
  const body = { work_assignment_id: assignment.id, ...item, effective_from: dayNear(scene, -40, 20) };
  await ask(scene, { operation: 'create_earning', body });
};

const DELETED = ['pay_rate', 'earning', 'allowance', 'employee_benefit', 'tax_property', 'earning_line_item'] as const;

/** A payroll is approved, and meanwhile something that it pays is deleted. */
const approveAndDelete = async (scene: Scene): Promise<void> => {
  const payroll = nextPayroll(allOf(scene, 'payroll', equal('type', 'regular')));
  if (!payroll) return;
  const paid = allOf(scene, 'pay_stub', equal('payroll_id', payroll.id));
  const whose = paid.map(({ work_assignment_id }) => work_assignment_id);
  const object = scene.random.pick(DELETED);
  const where = {
    tax_property: oneOf('owner_id', whose),
    earning_line_item: all(equal('payroll_id', payroll.id), equal('is_managed', false)),
  };
  const found = some(
    scene,
    object,
    object in where ? where[object as keyof typeof where] : oneOf('work_assignment_id', whose),
  );
  const approving = ask(scene, { operation: 'approve_payroll', params: { payroll: payroll.id } });
  await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
  if (found) await ask(scene, { operation: `delete_${object}`, params: { [object]: found.id } });
  await approving;
};

export const claimActions = {
  holidayPay: { weight: 5, run: holidayPay },
  takeHoliday: { weight: 3, run: takeHoliday },
  claim: { weight: 4, run: claim },
  onceItem: { weight: 3, run: onceItem },
  approveAndDelete: { weight: 5, run: approveAndDelete },
} satisfies Record<string, ActionKind>;
