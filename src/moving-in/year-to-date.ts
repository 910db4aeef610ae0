import { z } from 'zod';
import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import type { Reader } from '../kernel/definition/reader.ts';
import { type RecordOf, recordOf, type State, streamOf } from '../kernel/definition/resource.ts';
import { dateSchema, decimalSchema, textSchema } from '../kernel/definition/schemas.ts';
import type { Tenant } from '../kernel/definition/services.ts';
import type { Change } from '../kernel/definition/writer.ts';
import { ALL_TYPES, contractorIssues, type FileLine, linesOf } from '../pay-items/stubs-by-file/columns.ts';
import { lineIdOf } from '../pay-items/stubs-by-file/writing.ts';
import { lineItemObject, stubId } from '../payrolls/events/pay-stub.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { equal } from '../values/condition.ts';
import { addTo } from '../values/group.ts';
import { newId } from '../values/ids.ts';
import { issuesOf } from '../values/issues.ts';
import { sameJson, textIf, textOf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { faultsOfProblem, faultsOfRow } from './faults.ts';
import { externalRefOf, YEAR_TO_DATE } from './files.ts';
import type { PlannedPayroll, PlannedStub, Planning } from './plan.ts';
import { withPlanned } from './planning.ts';
import { chooseMatch, matchNames } from './references.ts';
import { refuseFiguresElsewhere } from './refused-payrolls.ts';
import { ACCRUED, adjustmentLine, askForLeftOut, NO_VACATION_PAY, withBalances } from './vacation-balance.ts';
import { aboveMaximums, notPaidYet } from './warnings.ts';

/**
 * The figures that an earlier provider paid in the year become historical payrolls: one for each pay schedule and pay
 * date of the file. They are drafts until somebody approves them.
 */

const leadingColumns = z.strictObject({
  pay_date: dateSchema(),
  period_start: dateSchema(),
  period_end: dateSchema(),
  note: textSchema({ max: 10_240 }).nullable(),
  vacation_pay_balance: decimalSchema({ places: 2, min: '0', max: '99999999' }).nullable(),
});

const FILE = { name: YEAR_TO_DATE, columns: [{ name: 'pay_schedule', member: 'pay_schedule_id' }] };

/** A row of the file with its work assignment and lines. */
interface YearToDateRow {
  line: number;
  assignment: State;
  /** Of the payroll that an earlier import put the row on; otherwise that of the work assignment. */
  pay_schedule_id: string;
  pay_date: string;
  period_start: string;
  period_end: string;
  note: string | null;
  /** The balance of accrued vacation pay after this row, when the row has one. */
  vacation_pay_balance: string | null;
  lines: FileLine[];
  /** Lines that the row says there are none of. */
  zeros: FileLine[];
}

/** Parses the rows, and leaves out those with faults. */
const readRows = async (rows: readonly CsvRow[], planning: Planning): Promise<YearToDateRow[]> => {
  const { services, tenant, idsByKey, unreadable, fileOf, plannedStates, faults } = planning;
  const names = rows.map(({ cells }) => cells.work_assignment?.trim() ?? '');
  const found = await matchNames(
    names.filter((name) => name !== ''),
    'work_assignment',
    idsByKey.get('work_assignment'),
    unreadable.has(fileOf.get('work_assignment') ?? ''),
    services,
    tenant,
  );
  const ids = [...found.values()].flatMap((one) => ('id' in one && !one.isUnknown ? [one.id] : []));
  const { read } = withPlanned(services, plannedStates);
  const assignments = await read.getMany('work_assignment', tenant, ids);
  const valid: Omit<YearToDateRow, 'pay_schedule_id'>[] = [];
  rows.forEach(({ line, cells }, at) => {
    const faultsBefore = faults.length;
    const fault = (column: string, text: Text) => faults.push({ file: YEAR_TO_DATE, line, column, text });
    const name = names[at]!;
    // Two work assignments with one external_ref are a fault, also when their employers differ.
    const match = found.get(name);
    const resolved = match && chooseMatch(match, 'work_assignment', undefined);
    if (name === '') fault('work_assignment', REQUIRED);
    else if (resolved && 'text' in resolved) fault('work_assignment', resolved.text);
    const given = {
      pay_date: cells.pay_date?.trim() ?? '',
      period_start: cells.period_start?.trim() ?? '',
      period_end: cells.period_end?.trim() ?? '',
      note: cells.note?.trim() || null,
      vacation_pay_balance: cells.vacation_pay_balance?.trim() || null,
    };
    const parsed = leadingColumns.safeParse(given, { reportInput: true });
    if (!parsed.success)
      faults.push(...faultsOfRow({ name: YEAR_TO_DATE, columns: [] }, line, issuesOf(parsed.error, given)));
    const { lines, zeros, issues } = linesOf(cells, ALL_TYPES, services.registry, false);
    const assignment = resolved && 'id' in resolved ? assignments.get(resolved.id) : undefined;
    const issuesOfContractor = assignment && assignment.employee_id === null ? contractorIssues(lines) : [];
    faults.push(...faultsOfRow({ name: YEAR_TO_DATE, columns: [] }, line, [...issues, ...issuesOfContractor]));
    if (given.vacation_pay_balance !== null && assignment && assignment.employee_id === null)
      fault('vacation_pay_balance', NO_VACATION_PAY);
    if (faults.length === faultsBefore && assignment) valid.push({ line, assignment, ...given, lines, zeros });
  });
  return withSchedules(valid, planning);
};

/** The rows with their pay schedules: who moved to another one since stays on the payroll where an import put it. */
const withSchedules = async (
  rows: readonly Omit<YearToDateRow, 'pay_schedule_id'>[],
  { services: { read }, tenant }: Planning,
): Promise<YearToDateRow[]> => {
  const byDay = new Map<string, RecordOf<'payroll'>[]>();
  for (const day of new Set(rows.map(({ pay_date }) => pay_date))) byDay.set(day, await importedOn(day, read, tenant));
  const othersOf = ({ assignment, pay_date }: (typeof rows)[number]) =>
    byDay.get(pay_date)!.filter((one) => one.pay_schedule_id !== assignment.pay_schedule_id);
  const ids = rows.flatMap((row) => othersOf(row).map((payroll) => stubId(payroll, row.assignment.id)));
  const stubs = await read.getMany('pay_stub', tenant, ids);
  return rows.map((row) => {
    const other = othersOf(row).find((payroll) => stubs.has(stubId(payroll, row.assignment.id)));
    return { ...row, pay_schedule_id: textOf((other ?? row.assignment).pay_schedule_id) };
  });
};

/** The payrolls that earlier imports made of a pay date, one for each pay schedule. */
const importedOn = async (pay_date: string, read: Reader, tenant: Tenant): Promise<RecordOf<'payroll'>[]> => {
  const ofDay = await read.find('payroll', tenant, equal('external_ref', externalRefOf(pay_date)));
  return ofDay.filter(({ type }) => type === 'historical');
};

/** The rows of each payroll. A work assignment has at most one row on a payroll. */
const groupByPayroll = (rows: readonly YearToDateRow[], { faults }: Planning): Map<string, YearToDateRow[]> => {
  const groups = new Map<string, YearToDateRow[]>();
  const first = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.pay_schedule_id} ${row.pay_date}`;
    const { period_start, period_end, line } = groups.get(key)?.[0] ?? row;
    const who = `${key} ${row.assignment.id}`;
    const before = first.get(who);
    if (before !== undefined)
      faults.push({
        file: YEAR_TO_DATE,
        line: row.line,
        column: 'work_assignment',
        text: twiceOnDay(before),
      });
    else if (period_start !== row.period_start || period_end !== row.period_end)
      faults.push({
        file: YEAR_TO_DATE,
        line: row.line,
        column: 'period_start',
        text: otherPeriod(line, period_start, period_end),
      });
    else {
      first.set(who, row.line);
      addTo(groups, key, row);
    }
  }
  return groups;
};

/** Plans the historical payrolls of a file, after all other files were planned. Adds what is wrong to the faults. */
export const planYearToDate = async (rows: readonly CsvRow[], planning: Planning): Promise<PlannedPayroll[]> => {
  const { services, origin, plannedStates } = planning;
  const read = await readRows(rows, planning);
  planning.warnings.push(...notPaidYet(read, services.clock.today()), ...aboveMaximums(read));
  await askForLeftOut(read, planning);
  const held = await heldAdjustments(read, planning);
  const balanced = withBalances(read, planning.faults, (row) => held.get(row) ?? '0');
  const groups = groupByPayroll(balanced, planning);
  const checkServices = withPlanned(services, plannedStates);
  const named = [...new Set(read.map(({ pay_schedule_id }) => pay_schedule_id))].filter((id) => id !== '');
  const schedules = await checkServices.read.getMany('pay_schedule', planning.tenant, named);
  const plans: PlannedPayroll[] = [];
  const added: { change: Change & { op: 'create' }; group: readonly YearToDateRow[] }[] = [];
  for (const group of groups.values()) {
    const { pay_schedule_id, pay_date, period_start, period_end } = group[0]!;
    // A work assignment that names no pay schedule, or none that there is, is told of in its own file.
    if (planning.faults.length > 0 && !schedules.has(pay_schedule_id)) continue;
    const existing = await existingPayroll(group[0]!, planning);
    if (existing) {
      plans.push({ payroll: existing, input: undefined, stubs: await planExistingStubs(existing, group, planning) });
      continue;
    }
    const id = newId(services.registry.need('payroll').prefix, planning.nextId_ms++);
    const external_ref = externalRefOf(pay_date);
    const input = { pay_schedule_id, type: 'historical', pay_date, period_start, period_end, external_ref };
    added.push({ change: { op: 'create', id, input }, group });
  }
  // All at once: a schedule has room for a number of drafts.
  const outcomes = await writeChanges(
    services.registry.need('payroll'),
    added.map(({ change }) => change),
    origin,
    checkServices,
    'check',
  );
  outcomes.forEach((outcome, i) => {
    const { change, group } = added[i]!;
    if (!outcome.ok) planning.faults.push(...faultsOfProblem(FILE, group[0]!.line, outcome.problem));
    else if (outcome.state)
      plans.push({ payroll: recordOf('payroll', outcome.state), input: change.input, stubs: group.map(newStub) });
  });
  await refuseFiguresElsewhere(plans, planning);
  return plans;
};

const newStub = ({ line, assignment, note, lines }: YearToDateRow): PlannedStub => ({
  line,
  work_assignment_id: assignment.id,
  note,
  lines,
  exists: false,
  differs: [],
  figures: [],
});

/** The payroll that an earlier import made for the rows of a pay schedule and pay date. */
const existingPayroll = async (
  { pay_schedule_id, pay_date }: YearToDateRow,
  { services: { read }, tenant }: Planning,
): Promise<RecordOf<'payroll'> | undefined> =>
  (await importedOn(pay_date, read, tenant)).find((one) => one.pay_schedule_id === pay_schedule_id);

/** The adjustments that stubs of rows have from an earlier import, where a later row has the balance now. */
const heldAdjustments = async (
  rows: readonly YearToDateRow[],
  planning: Planning,
): Promise<Map<YearToDateRow, string>> => {
  const balanced = new Set(rows.flatMap((row) => (row.vacation_pay_balance === null ? [] : [row.assignment.id])));
  const earlier = rows.filter((row) => row.vacation_pay_balance === null && balanced.has(row.assignment.id));
  const payrolls = new Map<string, RecordOf<'payroll'> | undefined>();
  const held = new Map<YearToDateRow, string>();
  for (const row of earlier) {
    const key = `${row.pay_schedule_id} ${row.pay_date}`;
    if (!payrolls.has(key)) payrolls.set(key, await existingPayroll(row, planning));
    const payroll = payrolls.get(key);
    if (!payroll) continue;
    const id = stubId(payroll, row.assignment.id);
    const { aggregate } = await loadStream(streamOf('pay_stub', id), planning.services);
    const line = adjustmentLine('0');
    const state = aggregate.get(lineItemObject(line.kind), lineIdOf(id, line, Date.parse(payroll.created_at)));
    if (state) held.set(row, textIf(state.custom_amount) ?? '0');
  }
  return held;
};

/** Plans the stubs of a payroll that exists: which lines are missing, and which differ. */
const planExistingStubs = async (
  payroll: RecordOf<'payroll'>,
  rows: readonly YearToDateRow[],
  { services, faults, update }: Planning,
): Promise<PlannedStub[]> => {
  const created_ms = Date.parse(payroll.created_at);
  return inTurns(rows, async (row): Promise<PlannedStub> => {
    const { line, assignment, note, lines, zeros } = row;
    const id = stubId(payroll, assignment.id);
    const { aggregate } = await loadStream(streamOf('pay_stub', id), services);
    const stub = aggregate.get('pay_stub', id);
    const exists = stub !== undefined;
    const missing: FileLine[] = [];
    const figures: FileLine[] = [];
    const stateOf = (one: FileLine) => aggregate.get(lineItemObject(one.kind), lineIdOf(id, one, created_ms));
    for (const one of lines) {
      const state = stateOf(one);
      if (!state) missing.push(one);
      else if (figuresDiffer(state, one)) figures.push(one);
    }
    for (const one of zeros) {
      const state = stateOf(one);
      if (state && figuresDiffer(state, one)) figures.push(one);
    }
    const days = PERIOD.filter((member) => row[member] !== payroll[member]);
    if (update || !exists)
      for (const column of days)
        faults.push({ file: YEAR_TO_DATE, line, column, text: periodStays(payroll, payroll[column]) });
    const notes = note !== null && stub && stub.note !== note ? ['note'] : [];
    const isWritten = missing.length > 0 || !exists || (update && figures.length + notes.length > 0);
    if (payroll.status !== 'draft' && isWritten)
      faults.push({
        file: YEAR_TO_DATE,
        line,
        text: notDraft(payroll),
      });
    const differs = [...days, ...notes, ...figures.map(({ line: column }) => column)];
    return { line, work_assignment_id: assignment.id, note, lines: missing, exists, differs, figures };
  });
};

/**
 * Whether an existing line has other figures than the row: an empty cell says nothing. Its vacation pay counts only
 * when the row has a balance.
 */
const figuresDiffer = (state: State, { input }: FileLine): boolean =>
  (['custom_amount', 'custom_hours'] as const).some(
    (member) => input[member] !== undefined && !sameJson(textIf(state[member]) ?? null, textOf(input[member])),
  ) ||
  (input[ACCRUED] !== undefined && !sameJson(state.custom_accrued_vacation_pay ?? null, input[ACCRUED]));

const PERIOD = ['period_start', 'period_end'] as const;

const REQUIRED: Text = { en: 'is required', fr: 'est obligatoire' };

const twiceOnDay = (line: number): Text => ({
  en: `is already in line ${line} with this pay date`,
  fr: `se trouve déjà à la ligne ${line} avec cette date de paie`,
});

const otherPeriod = (line: number, from: string, to: string): Text => ({
  en: `must be the period of line ${line}, ${from} to ${to}: rows with the same pay schedule and pay date are one payroll`,
  fr: `doit être la période de la ligne ${line}, du ${from} au ${to} : les lignes qui ont le même calendrier et la même date de paie forment une seule paie`,
});

const periodStays = ({ pay_date }: RecordOf<'payroll'>, day: string): Text => ({
  en: `must be ${day}: the period of the historical payroll of ${pay_date} cannot change; delete the payroll to import it with another one`,
  fr: `doit être ${day} : la période de la paie historique du ${pay_date} ne peut changer; supprimez la paie pour l'importer avec une autre`,
});

const notDraft = ({ pay_date, status }: RecordOf<'payroll'>): Text => ({
  en: `would change the historical payroll of ${pay_date}, which is ${status}: unapprove it first, or remove the row`,
  fr: `changerait la paie historique du ${pay_date}, dont l'état est ${status} : ramenez-la d'abord au brouillon, ou retirez la ligne`,
});
