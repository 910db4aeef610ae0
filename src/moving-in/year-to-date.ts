import { z } from 'zod';
import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns, writeChanges } from '../kernel/changes/write.ts';
import { type RecordOf, recordOf, type State, streamOf } from '../kernel/definition/resource.ts';
import { dateSchema, decimalSchema, textSchema } from '../kernel/definition/schemas.ts';
import { ALL_TYPES, contractorIssues, type FileLine, linesOf } from '../pay-items/stubs-by-file/columns.ts';
import { lineIdOf } from '../pay-items/stubs-by-file/writing.ts';
import { lineItemObject } from '../payrolls/events/pay-stub.ts';
import { stubId } from '../payrolls/membership/stub-streams.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { equal } from '../values/condition.ts';
import { newId } from '../values/ids.ts';
import { issuesOf } from '../values/issues.ts';
import { type JsonObject, sameJson, textIf, textOf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { faultsOfProblem, faultsOfRow } from './faults.ts';
import { YEAR_TO_DATE } from './files.ts';
import { asIfThere, type Planning } from './planning.ts';
import { meant, resolve } from './references.ts';
import { ACCRUED, OF_CONTRACTOR, withBalances } from './vacation-balance.ts';

/**
 * What an earlier provider paid in the year, as historical payrolls: one for each pay schedule and pay date of the file, a
 * draft until somebody has looked at it and approves it.
 */

/** A stub that is to be made, or to be completed. */
export interface PlannedStub {
  line: number;
  work_assignment_id: string;
  note: string | null;
  /** Lines that are not there yet. */
  lines: FileLine[];
  /** It is there already. */
  isThere: boolean;
  /** Columns in which it differs from what is there. */
  differs: readonly string[];
  /** The lines of those, as the file has them. */
  figures: readonly FileLine[];
}

export interface PlannedPayroll {
  /** The payroll as it is, or is to be. */
  payroll: RecordOf<'payroll'>;
  /** A body of it; undefined when it is there. */
  input: JsonObject | undefined;
  stubs: PlannedStub[];
}

const leading = z.strictObject({
  pay_date: dateSchema(),
  period_start: dateSchema(),
  period_end: dateSchema(),
  note: textSchema({ max: 10_240 }).nullable(),
  vacation_pay_balance: decimalSchema({ places: 2, min: '0', max: '99999999' }).nullable(),
});

const FILE = { name: YEAR_TO_DATE, columns: [{ name: 'pay_schedule', member: 'pay_schedule_id' }] };

/** By what a payroll that was imported is found again. */
const refOf = (pay_date: string): string => `year-to-date-${pay_date}`;

interface Read {
  line: number;
  assignment: State;
  pay_date: string;
  period_start: string;
  period_end: string;
  note: string | null;
  /** Vacation pay that is left after it, where the row says so. */
  vacation_pay_balance: string | null;
  lines: FileLine[];
}

/** The rows that have nothing wrong in themselves. */
const readRows = async (rows: readonly CsvRow[], planning: Planning): Promise<Read[]> => {
  const { services, tenant, named, broken, fileOf, planned, faults } = planning;
  const names = rows.map(({ cells }) => cells.work_assignment?.trim() ?? '');
  const found = await resolve(
    names.filter((name) => name !== ''),
    'work_assignment',
    named.get('work_assignment'),
    broken.has(fileOf.get('work_assignment') ?? ''),
    services,
    tenant,
  );
  const ids = [...found.values()].flatMap((one) => ('id' in one && !one.isUnknown ? [one.id] : []));
  const { read } = asIfThere(services, planned);
  const assignments = await read.getMany('work_assignment', tenant, ids);
  const good: Read[] = [];
  rows.forEach(({ line, cells }, at) => {
    const before = faults.length;
    const fault = (column: string, text: Text) => faults.push({ file: YEAR_TO_DATE, line, column, text });
    const name = names[at]!;
    // Work assignments are named by their external_ref, without regard to employers.
    const of = found.get(name);
    const who = of && meant(of, 'work_assignment', undefined);
    if (name === '') fault('work_assignment', REQUIRED);
    else if (who && 'text' in who) fault('work_assignment', who.text);
    const given = {
      pay_date: cells.pay_date?.trim() ?? '',
      period_start: cells.period_start?.trim() ?? '',
      period_end: cells.period_end?.trim() ?? '',
      note: cells.note?.trim() || null,
      vacation_pay_balance: cells.vacation_pay_balance?.trim() || null,
    };
    const parsed = leading.safeParse(given, { reportInput: true });
    if (!parsed.success)
      faults.push(...faultsOfRow({ name: YEAR_TO_DATE, columns: [] }, line, issuesOf(parsed.error, given)));
    const { lines, issues } = linesOf(cells, ALL_TYPES, services.registry, false);
    const assignment = who && 'id' in who ? assignments.get(who.id) : undefined;
    const ofContractor = assignment && assignment.employee_id === null ? contractorIssues(lines) : [];
    faults.push(...faultsOfRow({ name: YEAR_TO_DATE, columns: [] }, line, [...issues, ...ofContractor]));
    if (given.vacation_pay_balance !== null && assignment && assignment.employee_id === null)
      fault('vacation_pay_balance', OF_CONTRACTOR);
    if (faults.length === before && assignment) good.push({ line, assignment, ...given, lines });
  });
  return good;
};

/** Payrolls that the rows make, each with its rows; a person has one row on each. */
const grouped = (rows: readonly Read[], { faults }: Planning): Map<string, Read[]> => {
  const groups = new Map<string, Read[]>();
  const first = new Map<string, number>();
  for (const row of rows) {
    const key = `${textOf(row.assignment.pay_schedule_id)} ${row.pay_date}`;
    const group = groups.get(key) ?? [];
    const { period_start, period_end, line } = group[0] ?? row;
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
      groups.set(key, [...group, row]);
    }
  }
  return groups;
};

/** Plans the historical payrolls of a file, the files before it being planned. What is wrong goes to the faults. */
export const planYearToDate = async (rows: readonly CsvRow[], planning: Planning): Promise<PlannedPayroll[]> => {
  const { services, tenant, origin, planned } = planning;
  const read = await readRows(rows, planning);
  const groups = grouped(withBalances(read, planning.faults), planning);
  const plans: PlannedPayroll[] = [];
  for (const mine of groups.values()) {
    const { assignment, pay_date, period_start, period_end, line } = mine[0]!;
    const pay_schedule_id = textOf(assignment.pay_schedule_id);
    const external_ref = refOf(pay_date);
    const there = (await services.read.find('payroll', tenant, equal('external_ref', external_ref))).find(
      (one) => one.pay_schedule_id === pay_schedule_id && one.type === 'historical',
    );
    if (there) {
      plans.push({ payroll: there, input: undefined, stubs: await stubsThere(there, mine, planning) });
      continue;
    }
    const id = newId(services.registry.need('payroll').prefix, planning.nextId_ms++);
    const input = { pay_schedule_id, type: 'historical', pay_date, period_start, period_end, external_ref };
    const [outcome] = await writeChanges(
      services.registry.need('payroll'),
      [{ op: 'create', id, input }],
      origin,
      asIfThere(services, planned),
      'check',
    );
    if (!outcome?.ok || !outcome.state) {
      if (outcome && !outcome.ok) planning.faults.push(...faultsOfProblem(FILE, line, outcome.problem));
      continue;
    }
    const stubs = mine.map(
      (row): PlannedStub => ({
        line: row.line,
        work_assignment_id: row.assignment.id,
        note: row.note,
        lines: row.lines,
        isThere: false,
        differs: [],
        figures: [],
      }),
    );
    plans.push({ payroll: recordOf('payroll', outcome.state), input, stubs });
  }
  return plans;
};

/** Of a payroll that is there: what its stubs lack, and where they differ. */
const stubsThere = async (
  payroll: RecordOf<'payroll'>,
  rows: readonly Read[],
  { services, faults, update }: Planning,
): Promise<PlannedStub[]> => {
  const made_ms = Date.parse(payroll.created_at);
  return inTurns(rows, async ({ line, assignment, note, lines }): Promise<PlannedStub> => {
    const id = stubId(payroll, assignment.id);
    const { aggregate } = await loadStream(streamOf('pay_stub', id), services);
    const isThere = aggregate.get('pay_stub', id) !== undefined;
    const lacking: FileLine[] = [];
    const figures: FileLine[] = [];
    for (const one of lines) {
      const state = aggregate.get(lineItemObject(one.kind), lineIdOf(id, one, made_ms));
      if (!state) lacking.push(one);
      else if (differsFrom(state, one)) figures.push(one);
    }
    const isWritten = lacking.length > 0 || !isThere || (update && figures.length > 0);
    if (payroll.status !== 'draft' && isWritten)
      faults.push({
        file: YEAR_TO_DATE,
        line,
        text: isClosed(payroll),
      });
    const differs = figures.map(({ line: column }) => column);
    return { line, work_assignment_id: assignment.id, note, lines: lacking, isThere, differs, figures };
  });
};

/** Whether a line that is there has other figures. Of its vacation pay only a row with a balance says anything. */
const differsFrom = (state: State, { input }: FileLine): boolean =>
  (['custom_amount', 'custom_hours'] as const).some(
    (member) => !sameJson(textIf(state[member]) ?? null, textIf(input[member]) ?? null),
  ) ||
  (input[ACCRUED] !== undefined && !sameJson(state.custom_accrued_vacation_pay ?? null, input[ACCRUED]));

const REQUIRED: Text = { en: 'is required', fr: 'est requis' };

const twiceOnDay = (line: number): Text => ({
  en: `is already in line ${line} with this pay date`,
  fr: `se trouve déjà à la ligne ${line} avec cette date de paie`,
});

const otherPeriod = (line: number, from: string, to: string): Text => ({
  en: `must be the period of line ${line}, ${from} to ${to}: those of a pay schedule and pay date are one payroll`,
  fr: `doit être la période de la ligne ${line}, du ${from} au ${to} : celles d'un calendrier et d'une date de paie sont une seule paie`,
});

const isClosed = ({ pay_date, status }: RecordOf<'payroll'>): Text => ({
  en: `would change the historical payroll of ${pay_date}, which is ${status}: take it back first, or leave the row out`,
  fr: `changerait la paie historique du ${pay_date}, dont l'état est ${status} : reprenez-la d'abord, ou omettez la ligne`,
});
