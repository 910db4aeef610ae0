import type { Reader } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import type { Cell, Column } from '../../tables/table.ts';
import type { CalendarDate } from '../../values/dates.ts';
import type { Text } from '../../values/text.ts';

/**
 * What a type of report is: its scope, its sheets and their columns, and the rows. Its way to be created, its checks,
 * its files and its page in docs/reports.md follow from this declaration.
 */
export interface ReportType {
  /** Last part of the path that it is created at: `payroll-register`. */
  name: string;
  title: Text;
  /** One sentence, for the reference. */
  purpose: string;
  /** What of it is reported: members of the body, each with `_id` at its end. */
  scope: readonly Scope[];
  /** Which of those must be given. */
  needs: 'none' | 'one' | 'all';
  filters: FilterRule;
  formats: readonly ReportFormat[];
  /** It reads journal entries, so it is made behind those of approvals before it. */
  readsEntries?: boolean;
  sheets: readonly ReportSheet[];
}

export type Scope = 'business_entity' | 'pay_schedule' | 'payroll';

export const REPORT_FORMATS = ['csv', 'pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * What a body may filter by: payrolls (their type, status, pay dates), or one tax year; or nothing, since the service
 * sets it. `status` are the payrolls that count where nothing else is said: null for all that have left draft.
 * `ofYear`: without a first pay date it is of one year, that of the last one or the present one.
 */
export type FilterRule =
  | { by: 'payrolls'; status: readonly string[] | null; ofYear?: boolean }
  | { by: 'year'; required: boolean; status: readonly string[] }
  | { by: 'nothing'; status: readonly string[] | null };

/** The filters of a report, as they were completed when it was created. */
export type ReportFilters = {
  payroll_type: string[] | null;
  payroll_status: string[] | null;
  pay_date_from: CalendarDate | null;
  pay_date_to: CalendarDate | null;
  year: number | null;
};

/** What a report was asked for. */
export interface ReportRequest {
  business_entity_id: string | null;
  pay_schedule_id: string | null;
  payroll_id: string | null;
  filters: ReportFilters;
}

/** What rows are made from: the read models of one moment. */
export interface ReportSource {
  read: Reader;
  tenant: Tenant;
  request: ReportRequest;
  /** Those of a page of stubs that count, where their payrolls alone do not say it; default all of them. */
  counted?(stubs: readonly RecordOf<'pay_stub'>[]): Promise<readonly RecordOf<'pay_stub'>[]>;
  /** Aborted when the work is no longer ours: rows end with its reason. */
  signal: AbortSignal;
}

/** A cell as it is kept; a text in both languages is shown in the one of its reader. */
export type ReportCell = Cell | Text;

/** A column: what it is called and holds, and how that is read off a row. */
export interface ReportColumn<R> extends Column {
  of(row: R): ReportCell;
}

export interface ReportSheet {
  /** Its name in a request: `detail`. */
  name: string;
  title: Text;
  columns: readonly Column[];
  /** Rows in the order of the columns, as they come; never held together. */
  rows(source: ReportSource): AsyncIterable<readonly ReportCell[]>;
}

/** Declares a sheet by its columns and what they are read off. */
export const reportSheet = <R>(declared: {
  name: string;
  title: Text;
  columns: readonly ReportColumn<R>[];
  rows: (source: ReportSource) => AsyncIterable<R>;
}): ReportSheet => ({
  ...declared,
  rows: async function* (source) {
    for await (const row of declared.rows(source)) yield declared.columns.map((column) => column.of(row));
  },
});

/** The only sheet of a report that has one. */
export const onlySheet = <R>(declared: Omit<Parameters<typeof reportSheet<R>>[0], 'name'>): readonly ReportSheet[] => [
  reportSheet({ ...declared, name: 'all' }),
];

const titled = (en: string, fr: string) => ({ title: { en, fr } });

/** A text of so many characters. */
export const textColumn = <R>(
  en: string,
  fr: string,
  of: (row: R) => string | Text | null | undefined,
  width = 16,
): ReportColumn<R> => ({ ...titled(en, fr), kind: 'text', width, of: (row) => of(row) ?? null });

/** The employer, of a report that may be of several. */
export const employerColumn = <R>(of: (row: R) => string | null): ReportColumn<R> =>
  textColumn('Employer', 'Employeur', of, 24);

/** A calendar date. */
export const dateColumn = <R>(
  en: string,
  fr: string,
  of: (row: R) => CalendarDate | null | undefined,
): ReportColumn<R> => ({ ...titled(en, fr), kind: 'date', width: 11, of: (row) => of(row) ?? null });

/** Dollars, with their sum below. */
export const moneyColumn = <R>(en: string, fr: string, of: (row: R) => string | null | undefined): ReportColumn<R> => ({
  ...titled(en, fr),
  kind: 'decimal',
  width: 12,
  total: true,
  of: (row) => of(row) ?? null,
});

/** A decimal whose sum says nothing: a balance, a rate. */
export const figureColumn = <R>(
  en: string,
  fr: string,
  of: (row: R) => string | null | undefined,
): ReportColumn<R> => ({ ...titled(en, fr), kind: 'decimal', width: 12, of: (row) => of(row) ?? null });

/** A whole number, with the sum below. */
export const countColumn = <R>(en: string, fr: string, of: (row: R) => number | null): ReportColumn<R> => ({
  ...titled(en, fr),
  kind: 'integer',
  width: 10,
  total: true,
  of,
});

/** Yes or no. */
export const flagColumn = <R>(en: string, fr: string, of: (row: R) => boolean | null): ReportColumn<R> => ({
  ...titled(en, fr),
  kind: 'flag',
  width: 8,
  of,
});
