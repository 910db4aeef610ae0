import { hasEntries } from '../../calculation/model/entries.ts';
import type { CalendarPayroll, RecurringItemFacts, StubFacts } from '../../calculation/model/facts.ts';
import { RECURRING_KINDS, type RecurringKind } from '../../calculation/model/families.ts';
import { isInForce } from '../../calculation/model/in-force.ts';
import { amountOf } from '../../calculation/model/lines.ts';
import { DAY_OF_MONTH, dateBasisOf } from '../../calculation/model/recurrence.ts';
import type { Amount } from '../../calculation/model/types.ts';
import { rowsOf } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, compare, equal, not, oneOf } from '../../values/condition.ts';
import { addDays, maxDate, minDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { toText } from '../../values/money.ts';
import { lineItemObject } from '../events/pay-stub.ts';

type Stub = RecordOf<'pay_stub'>;
type Known = Pick<StubFacts, 'payroll' | 'recurring'>;

/** A payroll that is approved, with its days. */
type Approved = CalendarPayroll & { id: string };

/** A `per_month` item of a stub, and the approved payrolls of the stub's month. */
interface Asked {
  stub: string;
  kind: RecurringKind;
  item: string;
  payrolls: readonly string[];
}

const isMonthly = ({ frequency }: RecurringItemFacts): boolean => frequency === 'per_month';

const askedOf = (stub: string, { payroll, recurring }: Known, beside: readonly Approved[]): Asked[] =>
  beside.length === 0
    ? []
    : RECURRING_KINDS.flatMap((kind) =>
        recurring[`${kind}s`].filter(isMonthly).flatMap((item) => {
          const monthOf = (one: CalendarPayroll) => one[DAY_OF_MONTH[dateBasisOf(item)]].slice(0, 7);
          const payrolls = beside.filter((one) => monthOf(one) === monthOf(payroll)).map(({ id }) => id);
          return payrolls.length === 0 ? [] : [{ stub, kind, item: item.id, payrolls }];
        }),
      );

/** Days that a payroll may be paid before or behind another one that has a day in the same month. */
const MOST_APART_days = 92;

/**
 * Approved payrolls of other schedules that paid the work assignments of stubs around their months, by stub id: who
 * changes to another schedule in the middle of a month was paid by the one before.
 */
const approvedElsewhere = async (
  stubs: readonly Stub[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Approved[]>> => {
  const found = new Map<string, Approved[]>();
  for (const [schedule, own] of groupBy(stubs, ({ pay_schedule_id }) => pay_schedule_id)) {
    const days = own.map(({ pay_date }) => pay_date);
    const where = all(
      oneOf('work_assignment_id', [...new Set(own.map(({ work_assignment_id }) => work_assignment_id))]),
      equal('is_closed', true),
      compare('pay_date', '>=', addDays(days.reduce(minDate), -MOST_APART_days)),
      compare('pay_date', '<=', addDays(days.reduce(maxDate), MOST_APART_days)),
      not(equal('pay_schedule_id', schedule)),
    );
    const closed = await rowsOf(read.pages('pay_stub', tenant, where));
    const paid = groupBy(closed, ({ work_assignment_id }) => work_assignment_id);
    for (const { id, work_assignment_id } of own) found.set(id, (paid.get(work_assignment_id) ?? []).map(payrollOf));
  }
  return found;
};

const payrollOf = ({ payroll_id, period_start, period_end, pay_date }: Stub): Approved => ({
  ...{ id: payroll_id, period_start, period_end, pay_date },
});

/**
 * What approved payrolls took of the `per_month` items of stubs, in the month of each stub, where the calendar of its
 * schedule does not say it: those of a custom schedule, and those of the schedule that somebody was on before.
 *
 * @param facts by stub id
 * @returns amounts of lines by item, by stub id
 */
export const takenOfMonths = async (
  stubs: readonly Stub[],
  facts: ReadonlyMap<string, Known>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Record<string, Amount[]>>> => {
  const { read } = services;
  const monthly = stubs.filter(({ id }) =>
    RECURRING_KINDS.some((kind) => facts.get(id)!.recurring[`${kind}s`].some(isMonthly)),
  );
  const elsewhere = await approvedElsewhere(monthly, services, tenant);
  const asked = monthly.flatMap((stub) => {
    const known = facts.get(stub.id)!;
    return askedOf(stub.id, known, [...(known.payroll.approved_beside ?? []), ...elsewhere.get(stub.id)!]);
  });
  const found = new Map<string, Record<string, Amount[]>>();
  for (const kind of RECURRING_KINDS) {
    const ofKind = asked.filter((one) => one.kind === kind);
    if (ofKind.length === 0) continue;
    const items = oneOf('recurrence_id', [...new Set(ofKind.map(({ item }) => item))]);
    const payrolls = oneOf('payroll_id', [...new Set(ofKind.flatMap((one) => one.payrolls))]);
    for await (const lines of read.pages(lineItemObject(kind), tenant, all(items, payrolls)))
      for (const line of lines)
        for (const { stub } of ofKind.filter(
          (one) => one.item === line.recurrence?.id && one.payrolls.includes(line.payroll_id),
        )) {
          const taken = found.get(stub) ?? {};
          found.set(stub, taken);
          taken[line.recurrence!.id] = [...(taken[line.recurrence!.id] ?? []), toText(amountOf(line))];
        }
  }
  return found;
};

/** The recurring items of a stub that are paid once, of whichever family. */
export const onceItems = ({ recurring }: Known): { id: string; kind: RecurringKind; item: RecurringItemFacts }[] =>
  RECURRING_KINDS.flatMap((kind) =>
    recurring[`${kind}s`]
      .filter(({ frequency }) => frequency === 'once')
      .map((item: RecurringItemFacts) => ({ id: item.id, kind, item })),
  );

/**
 * Items of frequency `once` on whose lines of other open stubs a caller entered something, by stub: that payroll was the
 * next one, and an earlier one has become a draft again since. Of items that closed stubs have taken nothing is said.
 *
 * @param facts by stub id, with what was taken
 */
export const enteredElsewhere = async (
  facts: ReadonlyMap<string, Known & Pick<StubFacts, 'year_to_date'>>,
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string[]>> => {
  const asked = [...facts].flatMap(([stub, known]) =>
    onceItems(known)
      .filter(({ id }) => !known.year_to_date.consumed_once.includes(id))
      .map((one) => ({ stub, ...one })),
  );
  const found = new Map<string, string[]>();
  for (const [kind, items] of groupBy(asked, (one) => one.kind)) {
    const theirs = all(oneOf('recurrence_id', [...new Set(items.map(({ id }) => id))]), equal('is_managed', true));
    const entered: { id: string | undefined; stub: string }[] = [];
    for await (const lines of read.pages(lineItemObject(kind), tenant, theirs))
      for (const line of lines.filter(hasEntries)) entered.push({ id: line.recurrence?.id, stub: line.pay_stub_id });
    if (entered.length === 0) continue;
    const holders = await read.getMany('pay_stub', tenant, [...new Set(entered.map((one) => one.stub))]);
    for (const { stub, id, item } of items) {
      const isHeld = entered.some((one) => {
        const holder = one.id === id && one.stub !== stub ? holders.get(one.stub) : undefined;
        return holder?.is_closed === false && isInForce(item, holder);
      });
      if (isHeld) found.set(stub, [...(found.get(stub) ?? []), id]);
    }
  }
  return found;
};
