import { inForce, PROVINCE, propertiesOf } from '../employers/tax-properties-in-force.ts';
import { recordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { TAX_PROPERTIES, YEAR_TO_DATE } from './files.ts';
import type { PlannedFile, Planning } from './planning.ts';
import type { NameMatch } from './references.ts';
import type { PlannedPayroll } from './year-to-date.ts';

/** Columns that tell which employer a row belongs to. */
const EMPLOYER_COLUMNS = ['work_assignment', 'pay_rate'];

/**
 * Gives the employer of each row, from the work assignment or pay rate that the row names. It is looked up only when
 * some name of the file matches several records; otherwise it is undefined for every row.
 *
 * @param matches what the names in each column match
 * @param read reads the company's records, and those that the files are going to create
 * @returns the id; null when the row names a work assignment or pay rate that is not known, undefined when it names
 *   none
 */
export const employersOf = async (
  rows: readonly CsvRow[],
  matches: ReadonlyMap<string, ReadonlyMap<string, NameMatch>>,
  read: Services['read'],
  tenant: Tenant,
): Promise<(row: CsvRow) => string | null | undefined> => {
  const isNeeded = [...matches.values()].some((values) => [...values.values()].some((one) => 'candidates' in one));
  if (!isNeeded) return () => undefined;
  const idIn = (column: string, { cells }: CsvRow): string | undefined => {
    const one = matches.get(column)?.get(cells[column]?.trim() ?? '');
    return one && 'id' in one ? one.id : undefined;
  };
  const idsIn = (column: string) => [...new Set(rows.flatMap((row) => idIn(column, row) ?? []))];
  const rates = await read.getMany('pay_rate', tenant, idsIn('pay_rate'));
  const assignmentOf = (row: CsvRow): string | undefined =>
    idIn('work_assignment', row) ?? textIf(rates.get(idIn('pay_rate', row) ?? '')?.work_assignment_id);
  const ids = [...new Set(rows.flatMap((row) => assignmentOf(row) ?? []))];
  const assignments = await read.getMany('work_assignment', tenant, ids);
  const namesEmployer = ({ cells }: CsvRow): boolean =>
    EMPLOYER_COLUMNS.some((column) => (cells[column]?.trim() ?? '') !== '');
  return (row) =>
    textIf(assignments.get(assignmentOf(row) ?? '')?.business_entity_id) ?? (namesEmployer(row) ? null : undefined);
};

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
