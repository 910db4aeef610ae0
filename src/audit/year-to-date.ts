import type { RecordOf } from '../kernel/definition/resource.ts';
import { isYear, sumsOf } from '../pay-records/year-to-date.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import { type Json, type JsonObject, sameJson } from '../values/json.ts';
import { type Decimal, decimal, sum, toText, ZERO } from '../values/money.ts';
import { type Found, type Invariant, idsOf } from './invariant.ts';

/** Work assignments whose closed stubs are read together. */
const ASSIGNMENTS_AT_ONCE = 50;

/** Figures of a period, each with its figure of the year, in the same summary. */
const FIGURES = [
  ['employee_summary', 'gross', 'gross_ytd'],
  ['employee_summary', 'subtractions', 'subtractions_ytd'],
  ['employee_summary', 'reimbursements', 'reimbursements_ytd'],
  ['employee_summary', 'net', 'net_ytd'],
  ['contractor_summary', 'gross', 'gross_ytd'],
  ['contractor_summary', 'reimbursements', 'reimbursements_ytd'],
  ['contractor_summary', 'net', 'net_ytd'],
  ['company_summary', 'taxes_and_contributions', 'taxes_and_contributions_ytd'],
  ['company_summary', 'benefits', 'benefits_ytd'],
] as const;

/** The part of a closed stub that stays in memory while the others of its work assignment are read. */
type Paid = {
  id: string;
  payroll_id: string;
  work_assignment_id: string;
  /** Employer and calendar year, for which a year to date is kept. */
  year: string;
  pay_date: string;
  /** The log position of its closing's facts: stubs closed by then count. Not a time, since clocks differ. */
  closed_after: bigint;
  period: Decimal[];
  ytd: Decimal[];
  amounts: Record<string, Record<string, string>>;
  bases: Record<string, string>;
};

const yearOfRow = (entity: Json, day: string): string => `${entity}/${day.slice(0, 4)}`;

const paidBy = (stub: RecordOf<'pay_stub'>): Paid => {
  const figure = (group: (typeof FIGURES)[number][0], member: string) => {
    const summary: JsonObject = stub[group];
    const found = summary[member];
    return decimal(typeof found === 'string' ? found : '0');
  };
  return {
    id: stub.id,
    payroll_id: stub.payroll_id,
    work_assignment_id: stub.work_assignment_id,
    year: yearOfRow(stub.business_entity_id ?? null, stub.pay_date),
    pay_date: stub.pay_date,
    closed_after: BigInt(stub.facts_position ?? 0),
    period: FIGURES.map(([group, member]) => figure(group, member)),
    ytd: FIGURES.map(([group, , member]) => figure(group, member)),
    amounts: stub.amounts ?? {},
    bases: stub.bases ?? {},
  };
};

/** Whether a stub counted in another's year to date: it was closed by then, and not paid later. */
const counts = (other: Paid, stub: Paid): boolean => {
  if (other === stub || other.closed_after > stub.closed_after) return false;
  if (other.pay_date !== stub.pay_date) return other.pay_date < stub.pay_date;
  return other.payroll_id === stub.payroll_id ? other.id < stub.id : other.closed_after < stub.closed_after;
};

const byPayDate = (a: Paid, b: Paid): number =>
  a.pay_date === b.pay_date
    ? a.closed_after === b.closed_after
      ? a.id < b.id
        ? -1
        : 1
      : a.closed_after < b.closed_after
        ? -1
        : 1
    : a.pay_date < b.pay_date
      ? -1
      : 1;

/** The stubs of one employer and year whose year to date is not the sum. */
const differing = (stubs: Paid[]): Found[] => {
  stubs.sort(byPayDate);
  const running = FIGURES.map(() => ZERO);
  const inOrder = stubs.every((stub, at) => at === 0 || stubs[at - 1]!.closed_after <= stub.closed_after);
  return stubs.flatMap((stub) => {
    // Usually they were closed in the order of their pay dates: then one running sum is enough.
    const before = inOrder ? undefined : stubs.filter((other) => counts(other, stub));
    return FIGURES.flatMap(([group, , member], i): Found[] => {
      running[i] = running[i]!.plus(stub.period[i]!);
      const expected = before ? sum([stub.period[i]!, ...before.map(({ period }) => period[i]!)]) : running[i]!;
      if (expected.eq(stub.ytd[i]!)) return [];
      return [
        {
          subject: stub.work_assignment_id,
          record: stub.id,
          what: `${group}.${member} is ${toText(stub.ytd[i]!)}; the closed pay stubs of the year come to ${toText(expected)}`,
          advice:
            'a closed pay stub stays as it is: put the year right with a correction payroll before the year-end forms',
        },
      ];
    });
  });
};

export const yearToDateIsTheSum: Invariant = {
  name: 'year_to_date_is_the_sum',
  says: 'The year to date, on closed pay stubs and as it is read, is the sum of the closed pay stubs.',
  subjects: ({ services, tenant }) => idsOf(services.read.pages('work_assignment', tenant, all(), ASSIGNMENTS_AT_ONCE)),
  inspect: async (ids, { services, tenant }) => {
    const { read } = services;
    const groups = new Map<string, Paid[]>();
    const closed = all(oneOf('work_assignment_id', ids), equal('is_closed', true));
    for await (const stubs of read.pages('pay_stub', tenant, closed))
      for (const paid of stubs.map(paidBy)) {
        const key = `${paid.work_assignment_id}/${paid.year}`;
        const group = groups.get(key);
        if (group) group.push(paid);
        else groups.set(key, [paid]);
      }
    const found = [...groups.values()].flatMap(differing);
    // The years as they are read, on which the next calculation depends.
    for await (const rows of read.pages('year_to_date', tenant, oneOf('work_assignment_id', ids)))
      for (const row of rows) {
        if (!isYear(row)) continue;
        const key = `${row.work_assignment_id}/${yearOfRow(row.business_entity_id ?? null, row.span)}`;
        const expected = sumsOf(groups.get(key) ?? []);
        groups.delete(key);
        if (!sameJson({ ...sumsOf([row.sums]) }, { ...expected })) found.push(unlike(row.work_assignment_id, key));
      }
    for (const [key, stubs] of groups)
      if (Object.keys(sumsOf(stubs).amounts).length > 0) found.push(unlike(stubs[0]!.work_assignment_id, key));
    return found;
  },
};

const unlike = (assignment: string, year: string): Found => ({
  subject: assignment,
  record: assignment,
  what: `the sums that are read for ${year} are not those of its closed pay stubs`,
  advice: 'the ledger is right: `payroll projections rebuild payrolls`',
});
