import { stubId } from '../payrolls/events/pay-stub.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import type { Text } from '../values/text.ts';
import { externalRefOf, YEAR_TO_DATE } from './files.ts';
import type { Planning } from './planning.ts';
import type { PlannedPayroll } from './year-to-date.ts';

/**
 * Finds new rows of a work assignment that has figures of the same pay date on a historical payroll that no import
 * made, or that has another external_ref by now: they would count twice. Adds them to the faults.
 */
export const refuseFiguresElsewhere = async (
  plans: readonly PlannedPayroll[],
  { services: { read }, tenant, faults }: Planning,
): Promise<void> => {
  const news = plans.flatMap(({ payroll: { pay_date }, stubs }) =>
    stubs.flatMap(({ exists, line, work_assignment_id }) => (exists ? [] : [{ pay_date, line, work_assignment_id }])),
  );
  const days = [...new Set(news.map(({ pay_date }) => pay_date))];
  if (days.length === 0) return;
  const historical = await read.find('payroll', tenant, all(equal('type', 'historical'), oneOf('pay_date', days)));
  for (const payroll of historical) {
    if (payroll.external_ref === externalRefOf(payroll.pay_date)) continue;
    const ofDay = news.filter(({ pay_date }) => pay_date === payroll.pay_date);
    const ids = ofDay.map(({ work_assignment_id }) => stubId(payroll, work_assignment_id));
    const stubs = await read.getMany('pay_stub', tenant, ids);
    for (const [at, { line }] of ofDay.entries())
      if (stubs.has(ids[at]!))
        faults.push({ file: YEAR_TO_DATE, line, column: 'work_assignment', text: elsewhere(ids[at]!, payroll.id) });
  }
};

const elsewhere = (stub: string, payroll: string): Text => ({
  en: `has figures of this pay date already, on pay stub ${stub} of the historical payroll ${payroll}: remove the row, or delete that pay stub first`,
  fr: `a déjà des chiffres de cette date de paie, sur le bulletin ${stub} de la paie historique ${payroll} : retirez la ligne, ou supprimez d'abord ce bulletin`,
});
