import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { textIf } from '../values/json.ts';
import type { NameMatch } from './references.ts';

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
