import { inForce, PROVINCE, propertiesOf } from '../employers/tax-properties-in-force.ts';
import { recordOf } from '../kernel/definition/resource.ts';
import { stubId } from '../payrolls/events/pay-stub.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import type { Text } from '../values/text.ts';
import { externalRefOf, TAX_PROPERTIES, YEAR_TO_DATE } from './files.ts';
import type { PlannedFile, PlannedPayroll, Planning } from './plan.ts';

/** Finds historical payrolls that are not to be made as the file of the year has them. */

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

/**
 * Finds the historical payrolls that are to be created for a pay date on which their employer has no province of
 * employment: nobody could approve them. Adds them to the faults.
 *
 * @param files as they are planned: what they give the employer counts
 */
export const refuseWithoutProvince = async (
  payrolls: readonly PlannedPayroll[],
  files: readonly PlannedFile[],
  { services, tenant, update, unreadable, plannedStates, faults }: Planning,
): Promise<void> => {
  const news = payrolls.filter(({ input }) => input !== undefined);
  // Which provinces there are to be is not known.
  if (unreadable.has(TAX_PROPERTIES) || faults.some(({ file }) => file === TAX_PROPERTIES)) return;
  const employers = [...new Set(news.map(({ payroll }) => payroll.business_entity_id))];
  const present = await propertiesOf(employers, services, tenant, [PROVINCE]);
  const rows = files.find(({ file }) => file.name === TAX_PROPERTIES)?.rows ?? [];
  const changed = rows.flatMap(({ state, input }) => (state && update ? [{ ...state, ...input }] : []));
  const planned = [...changed, ...(plannedStates.get('tax_property')?.values() ?? [])].map((state) =>
    recordOf('tax_property', state),
  );
  const changedIds = new Set(changed.map(({ id }) => id));
  for (const { payroll, stubs } of news) {
    const { business_entity_id: employer, pay_date } = payroll;
    const kept = (present.get(employer) ?? []).filter(({ id }) => !changedIds.has(id));
    const properties = [...kept, ...planned.filter(({ owner_id }) => owner_id === employer)];
    if (!inForce(properties, PROVINCE, pay_date))
      faults.push({ file: YEAR_TO_DATE, line: stubs[0]!.line, column: 'pay_date', text: noProvince(pay_date) });
  }
};

const noProvince = (day: string): Text => ({
  en: `the employer has no province of employment on ${day}, so that nobody could approve the payroll: give it a tax property ca::province_of_employment that is in force then`,
  fr: `l'employeur n'a pas de province d'emploi le ${day}, et personne ne pourrait approuver la paie : donnez-lui une propriété fiscale ca::province_of_employment en vigueur ce jour-là`,
});
