import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { textIf } from '../values/json.ts';
import type { Found } from './references.ts';

/** Columns that an employer follows from. */
const OWNED_BY = ['work_assignment', 'pay_rate'];

/**
 * The employer of each row, by the work assignment that it names; looked up where something has several of a name. Null
 * of a row that names one that is not known, undefined of one that names none.
 *
 * @param found what the columns of the file name
 * @param read what is there, and what the files bring
 */
export const employersOf = async (
  rows: readonly CsvRow[],
  found: ReadonlyMap<string, ReadonlyMap<string, Found>>,
  read: Services['read'],
  tenant: Tenant,
): Promise<(row: CsvRow) => string | null | undefined> => {
  const isNeeded = [...found.values()].some((values) => [...values.values()].some((one) => 'among' in one));
  if (!isNeeded) return () => undefined;
  const idIn = (column: string, { cells }: CsvRow): string | undefined => {
    const one = found.get(column)?.get(cells[column]?.trim() ?? '');
    return one && 'id' in one ? one.id : undefined;
  };
  const idsIn = (column: string) => [...new Set(rows.flatMap((row) => idIn(column, row) ?? []))];
  const rates = await read.getMany('pay_rate', tenant, idsIn('pay_rate'));
  const assignmentOf = (row: CsvRow): string | undefined =>
    idIn('work_assignment', row) ?? textIf(rates.get(idIn('pay_rate', row) ?? '')?.work_assignment_id);
  const ids = [...new Set(rows.flatMap((row) => assignmentOf(row) ?? []))];
  const assignments = await read.getMany('work_assignment', tenant, ids);
  const isNamed = ({ cells }: CsvRow): boolean => OWNED_BY.some((column) => (cells[column]?.trim() ?? '') !== '');
  return (row) =>
    textIf(assignments.get(assignmentOf(row) ?? '')?.business_entity_id) ?? (isNamed(row) ? null : undefined);
};
