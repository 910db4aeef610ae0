import type { StubFacts } from '../../calculation/model/facts.ts';
import { isInForce } from '../../calculation/model/in-force.ts';
import { amountOf } from '../../calculation/model/lines.ts';
import { rowsOf } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { lastPaid } from '../../pay-records/year-to-date.ts';
import { all, compare, equal, oneOf, present } from '../../values/condition.ts';
import { maxDate, minDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';

type Stub = RecordOf<'pay_stub'>;
type Known = Pick<StubFacts, 'payroll' | 'pay_rates'>;

/** Whether a stub is open and has a salary, so that its days may have been paid by another payroll. */
const paysSalary = ({ is_closed }: Stub, { payroll, pay_rates }: Known): boolean =>
  is_closed !== true &&
  payroll.type === 'regular' &&
  payroll.takes_recurring_items &&
  pay_rates.some((rate) => rate.type === 'salary' && isInForce(rate, payroll));

const assignmentsOf = (stubs: readonly Stub[]): string[] => [
  ...new Set(stubs.map(({ work_assignment_id }) => work_assignment_id)),
];

/**
 * What closed stubs paid of the salaries of open ones, for periods that share a day with theirs: after a move to
 * another pay schedule, or on a custom schedule. In the ordinary course there are none: the last period that was paid,
 * one look into an index for each work assignment, has ended before.
 *
 * @param facts by stub id
 * @returns by stub id; nothing of those without any
 */
export const salariesPaid = async (
  stubs: readonly Stub[],
  facts: ReadonlyMap<string, Known>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, NonNullable<StubFacts['salaries_paid']>>> => {
  const salaried = stubs.filter((stub) => paysSalary(stub, facts.get(stub.id)!));
  if (salaried.length === 0) return new Map();
  const { read } = services;
  const last = await lastPaid(assignmentsOf(salaried), services, tenant);
  const paying = salaried.filter(
    ({ id, work_assignment_id }) =>
      (last.get(work_assignment_id)?.period_end ?? '') >= facts.get(id)!.payroll.period_start,
  );
  if (paying.length === 0) return new Map();
  const sharing = all(
    oneOf('work_assignment_id', assignmentsOf(paying)),
    present('period_end'),
    compare('period_end', '>=', paying.map(({ period_start }) => period_start).reduce(minDate)),
    compare('period_start', '<=', paying.map(({ period_end }) => period_end).reduce(maxDate)),
  );
  const closed = await rowsOf(read.pages('year_to_date', tenant, sharing));
  if (closed.length === 0) return new Map();
  const lines: RecordOf<'earning_line_item'>[] = [];
  const salaries = all(
    oneOf(
      'pay_stub_id',
      closed.map(({ id }) => id),
    ),
    equal('type', 'salary'),
  );
  for await (const rows of read.pages('earning_line_item', tenant, salaries))
    lines.push(...rows.filter((line) => line.recurrence?.object === 'pay_rate' && !amountOf(line).eq(0)));
  const ofStub = groupBy(lines, ({ pay_stub_id }) => pay_stub_id);
  const ofAssignment = groupBy(closed, ({ work_assignment_id }) => work_assignment_id);
  const found = paying.map(({ id, work_assignment_id }) => {
    const { period_start, period_end } = facts.get(id)!.payroll;
    const paid = (ofAssignment.get(work_assignment_id) ?? []).flatMap((other) => {
      const days = { period_start: other.period_start!, period_end: other.period_end! };
      if (days.period_end < period_start || days.period_start > period_end) return [];
      return (ofStub.get(other.id) ?? []).map(({ recurrence }) => ({ pay_rate_id: recurrence!.id, ...days }));
    });
    return [id, paid] as const;
  });
  return new Map(found.filter(([, paid]) => paid.length > 0));
};
