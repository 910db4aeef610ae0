import { inTurns, writeChanges } from '../kernel/changes/write.ts';
import { recordOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Change, Origin, Outcome } from '../kernel/definition/writer.ts';
import { lineIdOf, writeStubsOfFile } from '../pay-items/stubs-by-file/writing.ts';
import { lineItemObject } from '../payrolls/events/pay-stub.ts';
import { stubId } from '../payrolls/membership/stub-streams.ts';
import type { Problem } from '../values/problem.ts';
import type { Locale, Text } from '../values/text.ts';
import { type Fault, faultsOfProblem, faultText } from './faults.ts';
import { YEAR_TO_DATE } from './files.ts';
import type { PlannedFile } from './planning.ts';
import { changesOf } from './there.ts';
import { ACCRUED } from './vacation-balance.ts';
import type { PlannedPayroll } from './year-to-date.ts';

/** Writing what was planned, file by file, with the same calls as the interface. */

/** Rows written between two signs of progress. */
const CHUNK = 250;
/** The read models follow within moments; past this something holds them up. */
const READABLE_ms = 60_000;

export interface Writing {
  services: Services;
  /** Of each call: no two are the same change. */
  origin: () => Origin;
  update: boolean;
  onProgress: (progress: { file: string; done: number; total: number }) => void;
}

/** What became of the rows of a file. */
export interface FileOutcome {
  file: string;
  rows: number;
  written: number;
  changed: number;
}

/** What was checked could not be written: somebody changed the company meanwhile. */
export class ImportBroken extends Error {
  override name = 'ImportBroken';
  readonly text: Text;

  constructor(faults: readonly Fault[]) {
    const listed = (locale: Locale) => faults.map((fault) => faultText(fault, locale)).join('; ');
    const text = {
      en: `${listed('en')}. It was right when it was checked, so the company changed meanwhile. What was written stays; run the import again`,
      fr: `${listed('fr')}. C'était juste à la vérification, donc l'entreprise a changé entre-temps. Ce qui est écrit reste; relancez l'import`,
    };
    super(text.en);
    this.text = text;
  }
}

/** Everything that was written can be read. @throws Error */
export const readable = async ({ gate, store }: Services): Promise<void> => {
  if (!(await gate.followed(await store.head(), [], READABLE_ms)))
    throw new Error(
      'the read models do not come to the end of the log: see payroll projections list, and run the import again',
    );
};

const check = (
  file: PlannedFile['file'] | typeof STUBS,
  lines: readonly number[],
  outcomes: readonly (Outcome | { problem?: Problem })[],
) => {
  const faults = outcomes.flatMap((outcome, i) =>
    'problem' in outcome && outcome.problem ? faultsOfProblem(file, lines[i]!, outcome.problem) : [],
  );
  if (faults.length > 0) throw new ImportBroken(faults.slice(0, 10));
};

/** Writes the rows of a file that are not there, and with `update` those that differ. @throws ImportBroken */
export const writeFile = async (plan: PlannedFile, writing: Writing): Promise<FileOutcome> => {
  const { services, origin, update, onProgress } = writing;
  const { file, rows } = plan;
  const definition = services.registry.need(file.object);
  const todo = rows.flatMap((row): { line: number; change: Change }[] => {
    const { line, id, input, state, differs } = row;
    if (!state) return [{ line, change: { op: 'create', id, input } }];
    return update && differs.length > 0 ? [{ line, change: { op: 'update', id, input: changesOf(plan, row) } }] : [];
  });
  for (let at = 0; at < todo.length; at += CHUNK) {
    const some = todo.slice(at, at + CHUNK);
    const outcomes = await writeChanges(
      definition,
      some.map(({ change }) => change),
      origin(),
      services,
    );
    check(
      file,
      some.map(({ line }) => line),
      outcomes,
    );
    onProgress({ file: file.name, done: at + some.length, total: todo.length });
  }
  if (todo.length > 0) await readable(services);
  const changed = todo.filter(({ change }) => change.op === 'update').length;
  return { file: file.name, rows: rows.length, written: todo.length - changed, changed };
};

const STUBS = { name: YEAR_TO_DATE, columns: [] };

/**
 * Makes the historical payrolls, and what their stubs lack; with `update` figures become what the file says. @throws
 * ImportBroken
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
      check(STUBS, [stubs[0]?.line ?? 1], outcome ? [outcome] : []);
      if (outcome?.ok && outcome.state) row = recordOf('payroll', outcome.state);
      await readable(services);
    }
    const lacking = stubs.filter(({ isThere, lines }) => !isThere || lines.length > 0);
    for (let at = 0; at < lacking.length; at += CHUNK) {
      const some = lacking.slice(at, at + CHUNK);
      const there = some.map(({ isThere }) => isThere);
      const outcome = await writeStubsOfFile(
        row,
        some.map(({ work_assignment_id, note, lines }) => ({ work_assignment_id, note, external_ref: null, lines })),
        origin(),
        services,
        (_, i) => !there[i],
      );
      check(
        STUBS,
        some.map(({ line }) => line),
        outcome.written,
      );
      onProgress({ file: YEAR_TO_DATE, done: done + at + some.length, total });
    }
    done += stubs.length;
    written += lacking.length;
    const differing = update ? stubs.filter(({ differs }) => differs.length > 0) : [];
    await inTurns(differing, (stub) => changeFigures(row, stub, writing));
    changed += differing.length;
  }
  if (written + changed > 0) await readable(services);
  return { file: YEAR_TO_DATE, rows: total, written, changed };
};

const changeFigures = async (
  payroll: PlannedPayroll['payroll'],
  { line, work_assignment_id, figures }: PlannedPayroll['stubs'][number],
  { services, origin }: Writing,
): Promise<void> => {
  const pay_stub_id = stubId(payroll, work_assignment_id);
  for (const figure of figures) {
    const { custom_amount, custom_hours, [ACCRUED]: accrued } = figure.input;
    const id = lineIdOf(pay_stub_id, figure, Date.parse(payroll.created_at));
    const input = {
      custom_amount: custom_amount ?? null,
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
    check(STUBS, [line], outcomes);
  }
};
