import { randomUUID } from 'node:crypto';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { ALL_TYPES, shapeOf } from '../pay-items/stubs-by-file/columns.ts';
import type { CsvShape } from '../tables/csv-reader.ts';
import type { Fault } from './faults.ts';
import { importFiles, YEAR_TO_DATE, YEAR_TO_DATE_LEADING } from './files.ts';
import type { PlannedFile, PlannedPayroll, Planning } from './plan.ts';
import { planFile } from './planning.ts';
import { readFolder } from './reading.ts';
import { refuseWithoutProvince } from './refused-payrolls.ts';
import { type FileOutcome, type Writing, waitUntilReadable, writeFile, writeYearToDate } from './writing.ts';
import { planYearToDate } from './year-to-date.ts';

/**
 * Imports a folder of CSV files into a company. Everything is checked by the rules of the interface before anything is
 * written. An import that is run again writes only what is missing.
 */

export interface ImportRequest {
  folder: string;
  tenant: Tenant;
  /** Whether existing records are changed to what the files say. */
  update: boolean;
  /** Whether to check only, and write nothing. */
  checkOnly: boolean;
  actor: string;
  /** Ends the import before its next write. */
  signal?: AbortSignal | undefined;
}

/** A row whose record exists and has other values. */
export interface Difference {
  file: string;
  line: number;
  columns: readonly string[];
}

export interface ImportResult {
  /** Everything that is wrong. When there is any, nothing was written. */
  faults: Fault[];
  /** What may be a slip, and was written as the files say. */
  warnings: Fault[];
  /** Rows that differ from their existing records. */
  differences: Difference[];
  /** The outcome of each file; empty when nothing was to be written. */
  files: FileOutcome[];
  /**
   * Ids of the historical payrolls with the figures of the year that are still drafts: somebody has to approve them.
   */
  payrolls: string[];
}

/** The columns of every file that an import may have. */
const importShapes = (services: Pick<Services, 'registry'>): Map<string, CsvShape['columns']> => {
  const files = importFiles(services.registry).map(
    ({ name, columns }) =>
      [
        name,
        Object.fromEntries(
          columns.map(({ name: column, isRequired: required, isDecimal: decimal = false }) => [
            column,
            { required, decimal },
          ]),
        ),
      ] as const,
  );
  return new Map([...files, [YEAR_TO_DATE, shapeOf(YEAR_TO_DATE_LEADING, ALL_TYPES).columns]]);
};

interface Plan {
  files: PlannedFile[];
  payrolls: PlannedPayroll[];
  faults: Fault[];
  warnings: Fault[];
}

/** Makes the origin of each write. @throws the reason of the request's signal, once that has ended the import */
const originOf = ({ tenant, actor, signal }: ImportRequest, { clock }: Services, run: string) => {
  let calls = 0;
  return (): Origin => {
    signal?.throwIfAborted();
    return {
      tenant,
      actor,
      request_id: run,
      correlation_id: run,
      occurred_at: clock.instant(),
      mayRepeat: false,
      seed: `${run}/${calls++}`,
    };
  };
};

/** Reads the files and plans what to write. @throws Error when the folder cannot be read */
const planImport = async (request: ImportRequest, services: Services, origin: Origin): Promise<Plan> => {
  const { folder, tenant, update } = request;
  const files = importFiles(services.registry);
  const { rows, unreadable, faults } = await readFolder(folder, importShapes(services));
  const count = [...rows.values()].reduce((sum, some) => sum + some.length, 0);
  const planning: Planning = {
    services,
    tenant,
    origin,
    update,
    unreadable,
    fileOf: new Map(files.map(({ name, object }) => [object, name])),
    idsByKey: new Map(),
    plannedStates: new Map(),
    faults,
    warnings: [],
    // New ids sort in the order of the rows, and none has a time in the future.
    nextId_ms: Date.parse(origin.occurred_at) - 2 * count,
  };
  const plans: PlannedFile[] = [];
  for (const file of files) {
    const rowsOfFile = rows.get(file.name);
    if (rowsOfFile) plans.push(await planFile(file, rowsOfFile, planning));
  }
  const yearToDateRows = rows.get(YEAR_TO_DATE);
  const payrolls = yearToDateRows ? await planYearToDate(yearToDateRows, planning) : [];
  await refuseWithoutProvince(payrolls, plans, planning);
  return { files: plans, payrolls, faults, warnings: planning.warnings };
};

const differencesOf = ({ files, payrolls }: Plan): Difference[] => [
  ...files.flatMap(({ file, rows }) =>
    rows.flatMap(({ line, differs }) => (differs.length > 0 ? [{ file: file.name, line, columns: differs }] : [])),
  ),
  ...payrolls.flatMap(({ stubs }) =>
    stubs.flatMap(({ line, differs }) => (differs.length > 0 ? [{ file: YEAR_TO_DATE, line, columns: differs }] : [])),
  ),
];

/**
 * Imports a folder. When the files have faults, these are in the result and nothing was written.
 *
 * @throws Error when the folder cannot be read, or the read models do not catch up; ImportConflict when the company
 *   changed between the check and the write; the reason of the signal
 */
export const importFolder = async (
  request: ImportRequest,
  services: Services,
  onProgress: Writing['onProgress'],
): Promise<ImportResult> => {
  const origin = originOf(request, services, randomUUID());
  await waitUntilReadable(services);
  const plan = await planImport(request, services, origin());
  const { faults, warnings } = plan;
  const result: ImportResult = { faults, warnings, differences: differencesOf(plan), files: [], payrolls: [] };
  if (faults.length > 0 || request.checkOnly) return result;
  const writing: Writing = { services, origin, update: request.update, onProgress };
  for (const file of plan.files) result.files.push(await writeFile(file, writing));
  if (plan.payrolls.length > 0) {
    result.files.push(await writeYearToDate(plan.payrolls, writing));
    result.payrolls.push(
      ...plan.payrolls.filter(({ payroll }) => payroll.status === 'draft').map(({ payroll }) => payroll.id),
    );
  }
  return result;
};
