import type { ReportCell, ReportRequest } from '../../src/reports/model/report-type.ts';
import { reportTypeOf } from '../../src/reports/types.ts';
import { sum } from '../../src/values/money.ts';
import type { InMemory } from './in-memory.ts';

export const ALL_PAYROLLS: ReportRequest = {
  business_entity_id: null,
  pay_schedule_id: null,
  payroll_id: null,
  filters: { payroll_type: null, payroll_status: null, pay_date_from: null, pay_date_to: null, year: null },
};

/** The filters of a report of a year. */
export const ofYear = (year: number): ReportRequest => ({
  ...ALL_PAYROLLS,
  filters: {
    payroll_type: null,
    payroll_status: ['approved', 'processing', 'paid'],
    pay_date_from: `${year}-01-01`,
    pay_date_to: `${year}-12-31`,
    year,
  },
});

export type ReportRow = Record<string, ReportCell>;

/** Rows of a sheet of a report, by the English titles of its columns. */
export const reportRows = async (
  { services, tenant }: Pick<InMemory, 'services' | 'tenant'>,
  type: string,
  request: Partial<ReportRequest> = {},
  sheet?: string,
): Promise<ReportRow[]> => {
  const { sheets } = reportTypeOf(type);
  const { columns, rows } = sheets.find(({ name }) => sheet === undefined || name === sheet)!;
  const source = {
    read: services.read,
    tenant,
    request: { ...ALL_PAYROLLS, ...request },
    signal: new AbortController().signal,
  };
  const found: ReportRow[] = [];
  for await (const cells of rows(source))
    found.push(Object.fromEntries(columns.map(({ title }, i) => [title.en, cells[i]!])));
  return found;
};

/** The sum of a column. */
export const sumOf = (rows: readonly ReportRow[], ...columns: string[]): string =>
  sum(rows.flatMap((row) => columns.map((column) => (row[column] as string | null) ?? '0'))).toFixed(2);
