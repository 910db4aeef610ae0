import { randomUUID } from 'node:crypto';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { ALL_TYPES, shapeOf } from '../pay-items/stubs-by-file/columns.ts';
import type { CsvShape } from '../tables/csv-reader.ts';
import type { Fault } from './faults.ts';
import { importFiles, YEAR_TO_DATE, YEAR_TO_DATE_LEADING } from './files.ts';
import { type PlannedFile, type Planning, planFile } from './planning.ts';
import { readFolder } from './reading.ts';
import { type FileOutcome, readable, type Writing, writeFile, writeYearToDate } from './writing.ts';
import { type PlannedPayroll, planYearToDate } from './year-to-date.ts';

/**
 * An employer moves in: a folder of CSV files becomes records of a company. All of it is checked by the rules of the
 * interface before any of it is written; run again, it writes what is not there yet.
 */

export interface ImportRequest {
  folder: string;
  tenant: Tenant;
  /** Records that are there are changed to what the files say. */
  update: boolean;
  /** Nothing is written. */
  checkOnly: boolean;
  actor: string;
}

/** A row whose record is there and says something else. */
export interface Difference {
  file: string;
  line: number;
  columns: readonly string[];
}

export interface ImportResult {
  /** Everything that is wrong; nothing was written then. */
  faults: Fault[];
  /** Rows that differ from what is there. */
  differences: Difference[];
  /** What became of each file; empty where nothing was to be written. */
  files: FileOutcome[];
  /** Historical payrolls that hold the figures of the year, drafts until somebody approves them. */
  payrolls: string[];
}

/** The columns of every file that an import may have. */
export const importShapes = (services: Pick<Services, 'registry'>): Map<string, CsvShape['columns']> => {
  const files = importFiles(services.registry).map(
    ({ name, columns }) =>
      [name, Object.fromEntries(columns.map((column) => [column.name, { required: column.isRequired }]))] as const,
  );
  return new Map([...files, [YEAR_TO_DATE, shapeOf(YEAR_TO_DATE_LEADING, ALL_TYPES).columns]]);
};

interface Plan {
  files: PlannedFile[];
  payrolls: PlannedPayroll[];
  faults: Fault[];
}

const originOf = ({ tenant, actor }: ImportRequest, { clock }: Services, run: string) => {
  let calls = 0;
  return (): Origin => ({
    tenant,
    actor,
    request_id: run,
    correlation_id: run,
    occurred_at: clock.instant(),
    mayRepeat: false,
    seed: `${run}/${calls++}`,
  });
};

/** @throws Error when the folder cannot be read */
const planned = async (request: ImportRequest, services: Services, origin: Origin): Promise<Plan> => {
  const { folder, tenant, update } = request;
  const files = importFiles(services.registry);
  const { rows, broken, faults } = await readFolder(folder, importShapes(services));
  const count = [...rows.values()].reduce((sum, some) => sum + some.length, 0);
  const planning: Planning = {
    services,
    tenant,
    origin,
    update,
    broken,
    fileOf: new Map(files.map(({ name, object }) => [object, name])),
    named: new Map(),
    planned: new Map(),
    faults,
    // Ids tell the order of the rows, and none is of the future.
    nextId_ms: Date.parse(origin.occurred_at) - 2 * count,
  };
  const plans: PlannedFile[] = [];
  for (const file of files) {
    const mine = rows.get(file.name);
    if (mine) plans.push(await planFile(file, mine, planning));
  }
  const ofYear = rows.get(YEAR_TO_DATE);
  return { files: plans, payrolls: ofYear ? await planYearToDate(ofYear, planning) : [], faults };
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
 * Imports a folder. What is wrong with it is in the result, and then nothing was written.
 *
 * @throws Error when the folder cannot be read or the read models stand still; ImportBroken when the company changed between
 *   the check and the writing
 */
export const importFolder = async (
  request: ImportRequest,
  services: Services,
  onProgress: Writing['onProgress'],
): Promise<ImportResult> => {
  const origin = originOf(request, services, randomUUID());
  await readable(services);
  const plan = await planned(request, services, origin());
  const { faults } = plan;
  const result: ImportResult = { faults, differences: differencesOf(plan), files: [], payrolls: [] };
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
