import { appendInTurns } from '../kernel/changes/in-turns.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import { recordOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Change, Origin, Outcome } from '../kernel/definition/writer.ts';
import { lineIdOf, writeStubsOfFile } from '../pay-items/stubs-by-file/writing.ts';
import { lineItemObject, stubId } from '../payrolls/events/pay-stub.ts';
import { piecesOf } from '../values/group.ts';
import type { Problem } from '../values/problem.ts';
import type { Locale, Text } from '../values/text.ts';
import { changesOf } from './existing-records.ts';
import { type Fault, faultsOfProblem, faultText } from './faults.ts';
import { YEAR_TO_DATE } from './files.ts';
import type { PlannedFile, PlannedPayroll } from './plan.ts';
import { ACCRUED } from './vacation-balance.ts';

/** Writes the plan file by file, with the same calls as the interface. */

/** Rows that are written together; progress is reported after each chunk. */
const CHUNK = 250;
/** How long to wait for the read models. They catch up within moments unless something is wrong. */
const READABLE_ms = 60_000;

export interface Writing {
  services: Services;
  /** Makes the origin of one call. Each call has its own, so no two count as the same change. */
  origin: () => Origin;
  update: boolean;
  onProgress: (progress: { file: string; done: number; total: number }) => void;
}

/** How many rows of a file were written and changed. */
export interface FileOutcome {
  file: string;
  rows: number;
  written: number;
  changed: number;
}

/** Faults that the message of a conflict lists; of others it says how many there are. */
const LISTED = 10;

/** Rows that passed the check were refused when written: mostly somebody changed the company in the meantime. */
export class ImportConflict extends Error {
  override name = 'ImportConflict';
  readonly text: Text;

  constructor(faults: readonly Fault[]) {
    const more = faults.length - LISTED;
    const listed = (locale: Locale) =>
      [
        ...faults.slice(0, LISTED).map((fault) => faultText(fault, locale)),
        ...(more > 0 ? [locale === 'fr' ? `et ${more} de plus` : `and ${more} more`] : []),
      ].join('; ');
    const text = {
      en: `${listed('en')}. The check before had found nothing wrong with it: if somebody has changed the company since, run the import again, and otherwise correct the row first. What was written so far is kept`,
      fr: `${listed('fr')}. La vérification n'y avait rien trouvé à redire : si quelqu'un a modifié la compagnie depuis, relancez l'importation, sinon corrigez d'abord la ligne. Ce qui a été écrit est conservé`,
    };
    super(text.en);
    this.text = text;
  }
}

/** Waits until everything that was written can be read. @throws Error when the read models do not catch up */
export const waitUntilReadable = async ({ gate, store }: Services): Promise<void> => {
  if (!(await gate.followed(await store.head(), [], READABLE_ms)))
    throw new Error(
      'the read models do not catch up with the event log: `payroll projections list` shows why; then run the import again',
    );
};

/** @throws ImportConflict when a write was refused */
const throwIfRefused = (
  file: PlannedFile['file'] | typeof STUBS,
  lines: readonly number[],
  outcomes: readonly (Outcome | { problem?: Problem })[],
) => {
  const faults = outcomes.flatMap((outcome, i) =>
    'problem' in outcome && outcome.problem ? faultsOfProblem(file, lines[i]!, outcome.problem) : [],
  );
  if (faults.length > 0) throw new ImportConflict(faults);
};

/** Creates the records that do not exist yet, and with `update` changes those that differ. @throws ImportConflict */
export const writeFile = async (plan: PlannedFile, writing: Writing): Promise<FileOutcome> => {
  const { services, origin, update, onProgress } = writing;
  const { file, rows } = plan;
  const definition = services.registry.need(file.object);
  const writes = rows.flatMap((row): { line: number; change: Change }[] => {
    const { line, id, input, state, differs } = row;
    if (!state) return [{ line, change: { op: 'create', id, input } }];
    return update && differs.length > 0 ? [{ line, change: { op: 'update', id, input: changesOf(plan, row) } }] : [];
  });
  let done = 0;
  for (const some of piecesOf(writes, CHUNK)) {
    const outcomes = await writeChanges(
      definition,
      some.map(({ change }) => change),
      origin(),
      services,
    );
    throwIfRefused(
      file,
      some.map(({ line }) => line),
      outcomes,
    );
    done += some.length;
    onProgress({ file: file.name, done, total: writes.length });
  }
  if (writes.length > 0) await waitUntilReadable(services);
  const changed = writes.filter(({ change }) => change.op === 'update').length;
  return { file: file.name, rows: rows.length, written: writes.length - changed, changed };
};

const STUBS = { name: YEAR_TO_DATE, columns: [] };

/**
 * Creates the historical payrolls, and the stubs and lines that are missing; with `update` it changes notes and figures
 * that differ.
 *
 * @throws ImportConflict
 */
export const writeYearToDate = async (plans: readonly PlannedPayroll[], writing: Writing): Promise<FileOutcome> => {
  const { services, origin, update, onProgress } = writing;
  const total = plans.reduce((sum, { stubs }) => sum + stubs.length, 0);
  let [done, written, changed] = [0, 0, 0];
  for (const { payroll, input, stubs } of plans) {
    let row = payroll;
    if (input) {
      const change: Change = { op: 'create', id: payroll.id, input };
      const [outcome] = await writeChanges(services.registry.need('payroll'), [change], origin(), services);
      throwIfRefused(STUBS, [stubs[0]?.line ?? 1], outcome ? [outcome] : []);
      if (outcome?.ok && outcome.state) row = recordOf('payroll', outcome.state);
      await waitUntilReadable(services);
    }
    const incomplete = stubs.filter(({ exists, lines }) => !exists || lines.length > 0);
    for (const some of piecesOf(incomplete, CHUNK)) {
      const existed = some.map(({ exists }) => exists);
      const outcome = await writeStubsOfFile(
        row,
        some.map(({ work_assignment_id, note, lines }) => ({ work_assignment_id, note, external_ref: null, lines })),
        origin(),
        services,
        (_, i) => !existed[i],
      );
      throwIfRefused(
        STUBS,
        some.map(({ line }) => line),
        outcome.written,
      );
      done += some.length;
      onProgress({ file: YEAR_TO_DATE, done, total });
    }
    done += stubs.length - incomplete.length;
    written += incomplete.length;
    const differing = update ? stubs.filter(({ differs }) => differs.length > 0) : [];
    await appendInTurns(differing, services, (stub) => changeFigures(row, stub, writing));
    changed += differing.length;
  }
  if (written + changed > 0) await waitUntilReadable(services);
  return { file: YEAR_TO_DATE, rows: total, written, changed };
};

const changeFigures = async (
  payroll: PlannedPayroll['payroll'],
  { line, work_assignment_id, note, differs, figures }: PlannedPayroll['stubs'][number],
  { services, origin }: Writing,
): Promise<void> => {
  const pay_stub_id = stubId(payroll, work_assignment_id);
  if (differs.includes('note')) {
    const change: Change = { op: 'update', id: pay_stub_id, input: { note } };
    throwIfRefused(STUBS, [line], await writeChanges(services.registry.need('pay_stub'), [change], origin(), services));
  }
  for (const figure of figures) {
    const { custom_amount, custom_hours, [ACCRUED]: accrued } = figure.input;
    const id = lineIdOf(pay_stub_id, figure, Date.parse(payroll.created_at));
    const input = {
      ...(custom_amount === undefined ? {} : { custom_amount }),
      ...(custom_hours === undefined ? {} : { custom_hours }),
      ...(accrued === undefined ? {} : { [ACCRUED]: accrued }),
    };
    const change: Change = { op: 'update', id, input, container: pay_stub_id };
    const outcomes = await writeChanges(
      services.registry.need(lineItemObject(figure.kind)),
      [change],
      origin(),
      services,
    );
    throwIfRefused(STUBS, [line], outcomes);
  }
};
