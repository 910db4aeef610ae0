import type { RecordOf, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import type { FileLine } from '../pay-items/stubs-by-file/columns.ts';
import type { JsonObject } from '../values/json.ts';
import type { Fault } from './faults.ts';
import type { ImportFile } from './files.ts';

/** What an import is going to create and change. */

/** A record of a file. */
export interface PlannedRow {
  line: number;
  id: string;
  /** The body of the record, as the schema parsed it. */
  input: JsonObject;
  isFaulty: boolean;
  /** The existing record, as its stream has it. */
  state?: State;
  /** Columns in which the row differs from the existing record. */
  differs: readonly string[];
}

export interface PlannedFile {
  file: ImportFile;
  rows: PlannedRow[];
}

export interface Planning {
  services: Services;
  tenant: Tenant;
  origin: Origin;
  /** Whether existing records are changed to what the files say. */
  update: boolean;
  /** Names of files that exist and could not be read. */
  unreadable: ReadonlySet<string>;
  /** The name of the file by the kind of its records. */
  fileOf: ReadonlyMap<string, string>;
  /** Ids of the records in the files by kind and key. */
  idsByKey: Map<string, Map<string, string>>;
  /**
   * Records that are to be created, by kind and id. Records of rows with faults are included, so that rows that refer
   * to them can be checked.
   */
  plannedStates: Map<string, Map<string, State>>;
  faults: Fault[];
  /** What is told, and written as it is. */
  warnings: Fault[];
  /** The time of the next new id. It increases, so that ids sort in the order of the rows. */
  nextId_ms: number;
}

/** A stub that is to be created, completed or changed. */
export interface PlannedStub {
  line: number;
  work_assignment_id: string;
  note: string | null;
  /** Lines that do not exist yet. */
  lines: FileLine[];
  /** Whether the stub exists already. */
  exists: boolean;
  /** Columns in which an existing stub differs: its period, its note, its figures. */
  differs: readonly string[];
  /** The lines of those columns, with the figures of the file. */
  figures: readonly FileLine[];
}

export interface PlannedPayroll {
  /** The payroll as it exists or is to be created. */
  payroll: RecordOf<'payroll'>;
  /** The body that creates it; undefined when it exists. */
  input: JsonObject | undefined;
  stubs: PlannedStub[];
}
