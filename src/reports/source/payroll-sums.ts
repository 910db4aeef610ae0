import type { ReportSource } from '../model/report-type.ts';
import { type ReportedPayroll, type ReportedStub, stubsOf } from './payrolls.ts';
import { addStub, Tally } from './tally.ts';

/** What the stubs of a payroll come to, by something that distinguishes them. */
export interface PayrollSums {
  payroll: ReportedPayroll;
  /** What distinguishes them. */
  of: string;
  /** Employees paid. */
  count: number;
  gross: string;
  sums: Tally;
}

interface Group {
  people: Set<string>;
  sums: Tally;
}

const GROSS = 'gross';

/**
 * Sums of the employees' stubs, payroll by payroll; those of one payroll are held, none of its stubs.
 *
 * @param by what tells stubs of a payroll apart; undefined of a stub that does not count
 * @param add what of a stub is added up; default all that it comes to
 */
export async function* payrollSumsOf(
  source: ReportSource,
  by: (stub: ReportedStub) => string | undefined,
  add: typeof addStub = addStub,
): AsyncGenerator<PayrollSums> {
  let payroll: ReportedPayroll | undefined;
  let groups = new Map<string, Group>();
  function* done(): Generator<PayrollSums> {
    for (const [of, { people, sums }] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
      yield { payroll: payroll!, of, count: people.size, gross: sums.text(GROSS), sums };
    groups = new Map();
  }
  for await (const reported of stubsOf(source)) {
    if (reported.payroll !== payroll) {
      yield* done();
      payroll = reported.payroll;
    }
    const key = reported.payee.kind === 'employee' ? by(reported) : undefined;
    if (key === undefined) continue;
    const group = groups.get(key) ?? { people: new Set<string>(), sums: new Tally() };
    groups.set(key, group);
    group.people.add(reported.payee.id);
    group.sums.add(GROSS, reported.stub.employee_summary?.gross ?? '0');
    add(group.sums, reported.stub);
  }
  yield* done();
}
