import { ordinaryPeriodsPerYear, type PayFrequency } from '../employers/pay-calendar.ts';
import { propertiesOf } from '../employers/tax-properties-in-force.ts';
import type { JsonObject } from '../event-store/port.ts';
import { all, compare, equal, oneOf } from '../kernel/condition.ts';
import { addDays, dateOf, yearOf } from '../kernel/dates.ts';
import { sum, toText } from '../kernel/money.ts';
import type { State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { INCOME_TAX_METHOD } from '../statutory/tax-properties.ts';
import { taxPropertyInForce } from './calculation/context.ts';
import type {
  AmountsByType,
  PayRateFacts,
  PayrollFacts,
  RecurringItems,
  StubFacts,
  TaxPropertyFacts,
  WorkAssignmentFacts,
  YearToDateFacts,
} from './calculation/types.ts';
import { nextPayroll } from './calendar.ts';
import { comesBefore, earlierEarnings, openOnSameDates } from './earlier-earnings.ts';
import { remunerationForecasts } from './remuneration-forecast.ts';

/** Facts of a stub but for its own lines and payment method, which its stream holds. */
export type PartialFacts = Omit<StubFacts, 'lines' | 'payment_method'>;

/** Families of recurring items, each with the name that the pipeline knows it by. */
const FAMILIES: Readonly<Record<keyof RecurringItems, string>> = {
  earnings: 'earning',
  allowances: 'allowance',
  reimbursements: 'reimbursement',
  employee_benefits: 'employee_benefit',
  employer_benefits: 'employer_benefit',
  deductions: 'deduction',
};

const groupBy = (rows: readonly State[], member: string): Map<string, State[]> => {
  const groups = new Map<string, State[]>();
  for (const row of rows) {
    const key = row[member] as string;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

const distinct = (rows: readonly State[], member: string): string[] => [
  ...new Set(rows.map((row) => row[member]).filter((id): id is string => typeof id === 'string')),
];

/** Stubs whose facts are read together: with two years of weekly pays each, their earlier stubs stay within one read. */
const CHUNK = 150;

export interface FactOptions {
  /** Read earlier earnings even where the work assignment asks for no holiday pay: to try a configuration. */
  withEarlierEarnings?: boolean;
}

/**
 * The facts of many stubs of one company, read together: a handful of queries for every {@link CHUNK} of them.
 *
 * @returns facts by stub id; none for a stub whose payroll, schedule or work assignment is gone
 */
export const stubFacts = async (
  stubs: readonly State[],
  services: Services,
  tenant: Tenant,
  options: FactOptions = {},
): Promise<Map<string, PartialFacts>> => {
  const facts = new Map<string, PartialFacts>();
  for await (const chunk of stubFactsByChunk(stubs, services, tenant, options))
    for (const { stub, facts: found } of chunk) facts.set(stub.id, found);
  return facts;
};

/**
 * The same, some stubs at a time, so that those of a large payroll are never held together. What a chunk needs is read
 * while the caller still works on the one before it.
 */
export async function* stubFactsByChunk(
  stubs: readonly State[],
  services: Services,
  tenant: Tenant,
  options: FactOptions = {},
): AsyncGenerator<{ stub: State; facts: PartialFacts }[]> {
  if (stubs.length === 0) return;
  const forecasts = remunerationForecasts(stubs, services, tenant);
  const read = (at: number) => {
    const chunk = stubs.slice(at, at + CHUNK);
    const found = factsOfChunk(chunk, services, tenant, forecasts, options);
    // Whoever stops early never asks for it.
    found.catch(() => {});
    return { chunk, found };
  };
  for (let at = 0, ahead = read(0); at < stubs.length; ) {
    const { chunk, found } = ahead;
    const facts = await found;
    at += CHUNK;
    if (at < stubs.length) ahead = read(at);
    yield chunk.flatMap((stub) => {
      const known = facts.get(stub.id);
      return known ? [{ stub, facts: known }] : [];
    });
  }
}

const factsOfChunk = async (
  stubs: readonly State[],
  services: Services,
  tenant: Tenant,
  forecasts: ReturnType<typeof remunerationForecasts>,
  { withEarlierEarnings = false }: FactOptions,
): Promise<Map<string, PartialFacts>> => {
  const { read, registry } = services;
  const assignmentIds = distinct(stubs, 'work_assignment_id');
  const served = (object: string) => registry.get(object) !== undefined;
  const ofAssignments = async (object: string) =>
    served(object)
      ? groupBy(await read.find(object, tenant, oneOf('work_assignment_id', assignmentIds)), 'work_assignment_id')
      : new Map();
  const [forecast, payrolls, schedules, assignments, employees, properties, rates, overtime, earlier, ...families] =
    await Promise.all([
      forecasts,
      read.getMany('payroll', tenant, distinct(stubs, 'payroll_id')),
      read.getMany('pay_schedule', tenant, distinct(stubs, 'pay_schedule_id')),
      read.getMany('work_assignment', tenant, assignmentIds),
      read.getMany('employee', tenant, distinct(stubs, 'employee_id')),
      propertiesOf([...assignmentIds, ...distinct(stubs, 'business_entity_id')], services, tenant),
      ofAssignments('pay_rate'),
      ofAssignments('overtime_rate'),
      earlierStubs(stubs, services, tenant),
      ...Object.values(FAMILIES).map(ofAssignments),
    ]);
  const calendars = groupBy(
    await read.find('payroll', tenant, all(oneOf('pay_schedule_id', [...schedules.keys()]), equal('type', 'regular'))),
    'pay_schedule_id',
  );
  const takenOnce = await consumedOnce(
    families.flatMap((family) => [...family.values()].flat()),
    services,
    tenant,
  );
  const holidayStubs = stubs.flatMap((stub) => {
    const payroll = payrolls.get(stub.payroll_id as string);
    const assignment = stub.work_assignment_id as string;
    const before = (earlier.get(stub.id)?.before ?? []).filter((other) => other.work_assignment_id === assignment);
    return payroll ? [{ stub, payroll, properties: properties.get(assignment) ?? [], earlier: before }] : [];
  });
  const earned = await earlierEarnings(holidayStubs, services, tenant, withEarlierEarnings);
  const facts = new Map<string, PartialFacts>();
  for (const stub of stubs) {
    const payroll = payrolls.get(stub.payroll_id as string);
    const schedule = schedules.get(stub.pay_schedule_id as string);
    const assignment = assignments.get(stub.work_assignment_id as string);
    if (!payroll || !schedule || !assignment) continue;
    const calendar = calendars.get(schedule.id) ?? [];
    const employee = employees.get((stub.employee_id as string | null) ?? '');
    const { before = [], sameDate = [] } = earlier.get(stub.id) ?? {};
    const earnings = earned.get(stub.id);
    const inYear = (other: State) => yearOf(other.pay_date as string) === yearOf(payroll.pay_date as string);
    const own = [...before, ...sameDate].filter(
      (other) => other.is_closed && other.work_assignment_id === assignment.id,
    );
    const known: PartialFacts = {
      payroll: payrollFacts(payroll, schedule, calendar),
      work_assignment: assignmentFacts(assignment),
      employee: employee ? { id: employee.id, birth_date: (employee.date_of_birth as string | null) ?? null } : null,
      business_entity: {
        id: stub.business_entity_id as string,
        ...forecast(stub.business_entity_id as string, payroll.pay_date as string),
      },
      pay_rates: (rates.get(assignment.id) ?? []) as unknown as PayRateFacts[],
      overtime_rates: (overtime.get(assignment.id) ?? []) as StubFacts['overtime_rates'],
      recurring: Object.fromEntries(
        Object.keys(FAMILIES).map((name, i) => [name, families[i]?.get(assignment.id) ?? []]),
      ) as unknown as RecurringItems,
      vacation_pay_settings: [],
      vacation_pay_opening_balance: (own.at(-1)?.vacation_pay_balance as string | undefined) ?? '0',
      tax_properties: [assignment.id, stub.business_entity_id as string].flatMap((owner) =>
        (properties.get(owner) ?? []).map(propertyFacts),
      ),
      year_to_date: {
        ...sumsOf(own.filter(inYear)),
        consumed_once: takenOnce.get(assignment.id) ?? [],
      },
      employer_year_to_date: sumsOf(before.filter(inYear)),
      ...(sameDate.length > 0 ? { same_pay_date: sumsOf(sameDate) } : {}),
      ...(earnings ? { earlier_earnings: earnings } : {}),
    };
    const since = averagedSince(known);
    if (since !== null) {
      const first = calendar.filter((one) => inYear(one) && (one.pay_date as string) >= since);
      known.averaging = {
        before: sumsOf(before.filter((other) => inYear(other) && (other.pay_date as string) < since)),
        first_period: Math.min(
          ...first.map(({ period_number }) => period_number as number),
          known.payroll.period_number,
        ),
      };
    }
    facts.set(stub.id, known);
  }
  return facts;
};

/** The day within the year from which the tax property says that income tax is averaged; null where it goes back further. */
const averagedSince = (known: PartialFacts): string | null => {
  const method = taxPropertyInForce(known, INCOME_TAX_METHOD);
  if (method?.value !== 'cumulative') return null;
  return method.effective_from > dateOf(yearOf(known.payroll.pay_date), 1, 1) ? method.effective_from : null;
};

const payrollFacts = (payroll: State, schedule: State, calendar: readonly State[]): PayrollFacts => {
  const frequency = (
    schedule.pay_frequency === 'custom' ? payroll.custom_pay_frequency : schedule.pay_frequency
  ) as PayFrequency;
  const pay_frequency = (frequency === 'custom' || frequency === null ? 'monthly' : frequency) as Exclude<
    PayFrequency,
    'custom'
  >;
  return {
    id: payroll.id,
    type: payroll.type as PayrollFacts['type'],
    pay_frequency,
    period_start: payroll.period_start as string,
    period_end: payroll.period_end as string,
    pay_date: payroll.pay_date as string,
    period_number: payroll.period_number as number,
    regular_periods_count: (payroll.regular_periods_count as number | null) ?? ordinaryPeriodsPerYear(pay_frequency),
    takes_recurring_items: nextPayroll(calendar)?.id === payroll.id,
    calendar: calendar.map(({ period_start, period_end, pay_date }) => ({
      period_start: period_start as string,
      period_end: period_end as string,
      pay_date: pay_date as string,
    })),
  };
};

const assignmentFacts = (assignment: State): WorkAssignmentFacts => ({
  id: assignment.id,
  payee: typeof assignment.employee_id === 'string' ? 'employee' : 'contractor',
  tag_assignment: (assignment.tag_assignment ?? null) as unknown as WorkAssignmentFacts['tag_assignment'],
});

const propertyFacts = (property: State): TaxPropertyFacts => ({
  id: property.id,
  owner: (property.owner_id as string).startsWith('wrk_') ? 'work_assignment' : 'business_entity',
  owner_id: property.owner_id as string,
  type: property.type as string,
  value: property.value,
  effective_from: property.effective_from as string,
  effective_to: property.effective_to as string | null,
});

interface Earlier {
  /** Closed stubs that were paid before, oldest first. */
  before: State[];
  /** Those of the same pay date that come before this one, drafts too. */
  sameDate: State[];
}

/** What was paid before each stub to the same payee by the same employer, and what is paid with it. */
const earlierStubs = async (
  stubs: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Earlier>> => {
  const payeeOf = (stub: State) => `${stub.employee_id ?? stub.contractor_id}/${stub.business_entity_id}`;
  const first = stubs.map(({ pay_date }) => yearOf(pay_date as string)).sort()[0];
  if (first === undefined) return new Map();
  const assignmentIds = await assignmentsOfPayees(stubs, services, tenant);
  const [closed, open] = await Promise.all([
    services.read.find(
      'pay_stub',
      tenant,
      all(
        equal('is_closed', true),
        compare('pay_date', '>=', dateOf(first - 1, 1, 1)),
        oneOf('business_entity_id', distinct(stubs, 'business_entity_id')),
        oneOf('work_assignment_id', assignmentIds),
      ),
    ),
    openOnSameDates(stubs, assignmentIds, services, tenant),
  ]);
  const byPayee = new Map<string, State[]>();
  for (const stub of [...closed, ...open]) {
    const group = byPayee.get(payeeOf(stub));
    if (group) group.push(stub);
    else byPayee.set(payeeOf(stub), [stub]);
  }
  for (const group of byPayee.values())
    group.sort((a, b) => ((a.pay_date as string) < (b.pay_date as string) ? -1 : 1));
  return new Map(
    stubs.map((stub) => {
      const group = byPayee.get(payeeOf(stub)) ?? [];
      const day = stub.pay_date as string;
      return [
        stub.id,
        {
          before: group.filter((other) => other.is_closed && (other.pay_date as string) < day),
          sameDate: group.filter((other) => other.pay_date === day && comesBefore(other, stub)),
        },
      ];
    }),
  );
};

/** All work assignments of the stubs' payees: a person may have several with one employer. */
const assignmentsOfPayees = async (stubs: readonly State[], services: Services, tenant: Tenant): Promise<string[]> => {
  const own = distinct(stubs, 'work_assignment_id');
  const employees = distinct(stubs, 'employee_id');
  if (employees.length === 0) return own;
  const siblings = await services.read.find('work_assignment', tenant, oneOf('employee_id', employees));
  return [...new Set([...own, ...siblings.map(({ id }) => id)])];
};

const addInto = (sums: Record<string, string>, more: JsonObject): void => {
  for (const [name, value] of Object.entries(more)) sums[name] = toText(sum([sums[name] ?? '0', value as string]));
};

/** Sums of the amounts and bases that stubs carry. */
const sumsOf = (stubs: readonly State[]): Pick<YearToDateFacts, 'amounts' | 'bases'> => {
  const amounts: Record<string, Record<string, string>> = {};
  const bases: Record<string, string> = {};
  for (const stub of stubs) {
    for (const [kind, byType] of Object.entries((stub.amounts ?? {}) as JsonObject)) {
      const ofKind = amounts[kind] ?? {};
      amounts[kind] = ofKind;
      addInto(ofKind, byType as JsonObject);
    }
    addInto(bases, (stub.bases ?? {}) as JsonObject);
  }
  return { amounts: amounts as AmountsByType, bases };
};

/** Items of frequency `once` that a closed stub holds, by work assignment, looking back to where the items begin. */
const consumedOnce = async (
  items: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string[]>> => {
  const once = items.filter(({ frequency }) => frequency === 'once');
  const since = once.map(({ effective_from }) => effective_from as string).sort()[0];
  if (since === undefined) return new Map();
  // A period that holds the item's first day may be paid somewhat before it.
  const where = all(
    equal('is_closed', true),
    oneOf('work_assignment_id', distinct(once, 'work_assignment_id')),
    compare('pay_date', '>=', addDays(since, -62)),
  );
  const ids = new Set(once.map(({ id }) => id));
  const taken = new Map<string, string[]>();
  for (const stub of await services.read.find('pay_stub', tenant, where)) {
    const held = ((stub.recurrences ?? []) as string[]).filter((id) => ids.has(id));
    const assignment = stub.work_assignment_id as string;
    if (held.length > 0) taken.set(assignment, [...(taken.get(assignment) ?? []), ...held]);
  }
  return taken;
};
