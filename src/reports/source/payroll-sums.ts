import type { RecordOf } from '../../kernel/definition/resource.ts';
import { paysSomething } from '../../pay-records/paid-stubs.ts';
import { decimal, ZERO } from '../../values/money.ts';
import type { ReportSource } from '../model/report-type.ts';
import { type ReportedPayroll, type ReportedStub, stubsOf } from './payrolls.ts';
import { addStub, Tally } from './tally.ts';

/** What a stub counts in. */
export interface CountedIn {
  /** What distinguishes it from others of its payroll. */
  of: string;
  /** Whether its payee is one of the employees there, or has amounts there alone. */
  isEmployed: boolean;
}

/** What the stubs of a payroll come to, by something that distinguishes them. */
export interface PayrollSums {
  payroll: ReportedPayroll;
  /** What distinguishes them. */
  of: string;
  /** Employees paid; nobody is by an empty stub, as of unpaid leave (CRA, form PD7A: who drew pay). */
  count: number;
  /** What they earned. */
  gross: string;
  sums: Tally;
}

interface Group {
  people: Set<string>;
  sums: Tally;
}

const GROSS = 'gross';

/** Whether a stub has an amount of some kinds and types of lines. */
export const hasAmountOf = (
  { amounts = {} }: RecordOf<'pay_stub'>,
  of: readonly (readonly [kind: string, type: string])[],
): boolean => of.some(([kind, type]) => !decimal(amounts[kind]?.[type] ?? '0').eq(ZERO));

/**
 * Sums of stubs, payroll by payroll; those of one payroll are held, none of its stubs.
 *
 * @param by what a stub counts in; undefined of one that does not count
 * @param add what of a stub is added up; default all that it comes to
 */
export async function* payrollSumsOf(
  source: ReportSource,
  by: (stub: ReportedStub) => CountedIn | undefined,
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
    const counted = by(reported);
    if (counted === undefined) continue;
    const group = groups.get(counted.of) ?? { people: new Set<string>(), sums: new Tally() };
    groups.set(counted.of, group);
    add(group.sums, reported.stub);
    if (!counted.isEmployed) continue;
    if (paysSomething(reported.stub)) group.people.add(reported.payee.id);
    group.sums.add(GROSS, reported.stub.employee_summary?.gross ?? '0');
  }
  yield* done();
}
