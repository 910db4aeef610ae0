import { z } from 'zod';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { idSchema, textSchema } from '../../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { ALREADY } from '../../payrolls/membership/by-hand.ts';
import { OTHER_SCHEDULE } from '../../payrolls/stubs-by-hand.ts';
import { type ReadRow, readRows, tooManyToName } from '../../tables/csv-reader.ts';
import { csvPlace } from '../../tables/csv-records.ts';
import { equal } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { issuesOf } from '../../values/issues.ts';
import { type Issue, unknownId } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { ALL_TYPES, contractorIssues, linesOf, presetColumns, shapeOf } from './columns.ts';
import type { StubToWrite } from './writing.ts';

/** A file of pay stubs as it came, held against the payroll that it is for. */

/** Columns that say whose stub a row is, before those of figures. `payee` is for who fills the file in. */
export const LEADING = { work_assignment_id: { required: true }, payee: {}, note: {}, external_ref: {} } as const;

const who = z.strictObject({
  work_assignment_id: idSchema('work_assignment'),
  note: textSchema({ max: 10_240 }).nullable(),
  external_ref: textSchema({ max: 255 }).nullable(),
});

const AT_ONCE = 1_000;

/** The presets of the payroll's employer. */
export const presetsOf = (
  { business_entity_id }: RecordOf<'payroll'>,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<RecordOf<'business_preset'>[]> =>
  read.find('business_preset', tenant, equal('business_entity_id', business_entity_id));

/** A row as it was read, with what is wrong in its cells. */
interface Reading {
  stub: StubToWrite;
  issues: readonly Issue[];
}

/**
 * The pay stubs that a file is to make.
 *
 * @throws Problem 422 that names each line and column at fault
 */
export const stubsOfFile = async (
  bytes: Uint8Array,
  payroll: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<StubToWrite[]> => {
  // A file may be either template, or have columns of both.
  const presets = presetColumns(await presetsOf(payroll, services, tenant));
  const columns = [...new Map([...presets, ...ALL_TYPES].map((column) => [column.name, column])).values()];
  const rows = await readRows<Reading>(bytes, shapeOf(LEADING, columns), ({ cells }) => {
    const given = {
      work_assignment_id: cells.work_assignment_id?.trim() ?? '',
      note: cells.note?.trim() || null,
      external_ref: cells.external_ref?.trim() || null,
    };
    const person = who.safeParse(given, { reportInput: true });
    const { lines, issues } = linesOf(cells, columns, services.registry, payroll.type === 'correction');
    return {
      value: {
        stub: { ...given, lines },
        issues: [...(person.success ? [] : issuesOf(person.error, given)), ...issues],
      },
    };
  });
  const ofCells = rows.flatMap(({ line, value }) =>
    value.issues.map(({ path, text }) => ({ path: csvPlace(line, path), text })),
  );
  const issues = [...ofCells, ...(await placeIssues(rows, payroll, services, tenant))];
  if (issues.length > 0) throw tooManyToName(issues);
  return rows.map(({ value }) => value.stub);
};

/** What is wrong with rows beyond their cells: who is named twice, is unknown, or cannot be on the payroll. */
const placeIssues = async (
  rows: readonly ReadRow<Reading>[],
  payroll: RecordOf<'payroll'>,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Issue[]> => {
  const issues: Issue[] = [];
  const first = new Map<string, number>();
  for (const some of piecesOf(rows, AT_ONCE)) {
    const ids = some.map(({ value }) => value.stub.work_assignment_id);
    const [assignments, there] = await Promise.all([
      read.getMany('work_assignment', tenant, ids),
      read.existing('pay_stub', tenant, 'work_assignment_id', ids, equal('payroll_id', payroll.id)),
    ]);
    for (const { line, value } of some) {
      const { work_assignment_id: id, lines } = value.stub;
      const assignment = assignments.get(id);
      const before = first.get(id);
      if (before === undefined) first.set(id, line);
      const text =
        before !== undefined
          ? twice(before)
          : !assignment
            ? unknownId('work_assignment')
            : assignment.pay_schedule_id !== payroll.pay_schedule_id
              ? OTHER_SCHEDULE
              : there.has(id)
                ? ALREADY
                : undefined;
      if (text) issues.push({ path: csvPlace(line, 'work_assignment_id'), text });
      else if (assignment?.employee_id === null)
        for (const { path, text } of contractorIssues(lines)) issues.push({ path: csvPlace(line, path), text });
    }
  }
  return issues;
};

const twice = (line: number): Text => ({
  en: `is already in line ${line}; a work assignment has one pay stub, so one row`,
  fr: `figure déjà à la ligne ${line}; une affectation a un seul bulletin, donc une seule rangée`,
});
