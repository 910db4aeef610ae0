import type { YearToDateFacts } from '../calculation/model/facts.ts';
import type { VacationPayFigures } from '../calculation/model/types.ts';
import { TooManyRows } from '../kernel/definition/reader.ts';
import type { RecordOf, State, SumTable } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { absent, all, compare, equal, oneOf } from '../values/condition.ts';
import { type CalendarDate, minDate } from '../values/dates.ts';
import { fixed, toText as fixedText } from '../values/fixed.ts';
import { groupBy } from '../values/group.ts';
import { merged, objectOf } from '../values/json.ts';
import { type Decimal, sum, toText } from '../values/money.ts';

/**
 * What was paid before, as few rows: the year's sums of each work assignment with each employer, and a row for each
 * closed stub. What a year held before a day is the year's row less the closed stubs from that day on, which in the
 * ordinary course are none. So it is right for a stub that is not the latest one, and costs the same after years.
 */

declare module '../kernel/definition/resource.ts' {
  interface Records {
    year_to_date: {
      payee_id: string;
      work_assignment_id: string;
      business_entity_id: string;
      span: string;
      sums: Held;
      /** Of a stub's row. */
      payroll_id?: string;
      period_start?: CalendarDate;
      period_end?: CalendarDate;
    };
  }
}

/**
 * Behind every day of its year, so that one range of spans holds the days from one on and the year's row, and what was
 * paid before it is what the whole year held.
 */
export const yearSpan = (day: CalendarDate): string => `${day.slice(0, 4)}-year`;

/** Whether a row of `year_to_date` is that of a year, and not of a stub. */
export const isYear = (row: RecordOf<'year_to_date'>): boolean => row.span.endsWith('-year');

/** Whose a pay stub is: the id of its employee or contractor. */
export const payeeOf = ({ employee_id, contractor_id }: RecordOf<'pay_stub'>): string =>
  (employee_id ?? contractor_id)!;

const text = (member: string) => ({ type: 'text', of: (state: State) => state[member] ?? null }) as const;
const day = (member: string) => ({ type: 'date', of: (state: State) => state[member] ?? null }) as const;

/** Sums of closed stubs: a row for each year of a work assignment with an employer, and one for each stub. */
export const yearToDate: SumTable = {
  name: 'year_to_date',
  columns: {
    payee_id: text('payee_id'),
    work_assignment_id: text('work_assignment_id'),
    business_entity_id: text('business_entity_id'),
    /** The pay date of a stub's row; of a year's row a text that sorts behind its days. */
    span: text('span'),
    /** Of a stub's row. */
    period_start: day('period_start'),
    period_end: day('period_end'),
    vacation_paid: { type: 'numeric', of: ({ sums }: State) => objectOf(objectOf(sums).vacation_pay).paid ?? null },
    vacation_left: { type: 'numeric', of: ({ sums }: State) => vacationPayLeft([objectOf(sums)]) },
  },
  indexes: [
    ['payee_id', 'span'],
    ['work_assignment_id', 'span', 'id'],
    ['work_assignment_id', 'period_start', 'id'],
    ['work_assignment_id', 'period_end', 'id'],
  ],
  parts: (stub: RecordOf<'pay_stub'>) => {
    if (!stub.is_closed) return [];
    const { work_assignment_id = null, business_entity_id = null, payroll_id = null } = stub;
    const { period_start = null, period_end = null } = stub;
    const whose = { payee_id: payeeOf(stub), work_assignment_id, business_entity_id };
    const { pay_date } = stub;
    const year = yearSpan(pay_date);
    const adds = { amounts: stub.amounts ?? {}, bases: stub.bases ?? {}, vacation_pay: stub.vacation_pay ?? {} };
    return [
      { id: `${work_assignment_id}/${business_entity_id}/${year}`, members: merged(whose, { span: year }), adds },
      {
        id: stub.id,
        members: merged(whose, { span: pay_date, payroll_id, period_start, period_end }),
        adds,
      },
    ];
  },
};

/**
 * The recurring items of frequency `once` that a stub has, by their ids. One that was calculated before it told them
 * apart counts with all of its recurring items.
 */
export const onceOn = ({ taken_once, recurrences }: RecordOf<'pay_stub'>): readonly string[] =>
  taken_once ?? recurrences ?? [];

/** Recurring items of frequency `once` that closed stubs have taken, by their id. */
export const takenOnce: SumTable = {
  name: 'taken_item',
  columns: {},
  indexes: [],
  parts: (stub: RecordOf<'pay_stub'>) => {
    if (!stub.is_closed) return [];
    return [...new Set(onceOn(stub))].map((id) => ({ id, members: {}, adds: {} }));
  },
};

export type Amounts = Pick<YearToDateFacts, 'amounts' | 'bases'>;

type Held = {
  amounts?: Record<string, Record<string, string>>;
  bases?: Record<string, string>;
  vacation_pay?: Partial<VacationPayFigures>;
};

/** Sums of what stubs or rows hold, less what others do. What comes to 0 is left out. */
export const sumsOf = (held: readonly Held[], less: readonly Held[] = []): Amounts => {
  const amounts: Record<string, Record<string, string>> = {};
  const bases: Record<string, string> = {};
  const add = (sums: Record<string, string>, more: Record<string, string>, sign: 1n | -1n): void => {
    for (const [name, value] of Object.entries(more)) {
      const total = fixedText(fixed(sums[name] ?? '0') + sign * fixed(value));
      if (total === '0') delete sums[name];
      else sums[name] = total;
    }
  };
  const each = (one: Held, sign: 1n | -1n) => {
    for (const [kind, byType] of Object.entries(one.amounts ?? {})) {
      amounts[kind] ??= {};
      add(amounts[kind], byType, sign);
    }
    add(bases, one.bases ?? {}, sign);
  };
  for (const one of held) each(one, 1n);
  for (const one of less) each(one, -1n);
  for (const [kind, ofKind] of Object.entries(amounts)) if (Object.keys(ofKind).length === 0) delete amounts[kind];
  return { amounts, bases };
};

const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** What an employer paid a payee in a year before a day. */
export interface PaidBefore {
  /** On all work assignments together. */
  all: Amounts;
  /** What is approved of the year for later days, on all work assignments together. */
  later: Amounts;
  /** All work assignments that the year has stubs of. */
  assignments: ReadonlySet<string>;
  /** On one of them, with what is approved of the year for later days; rows of the stubs of the day itself. */
  on(work_assignment_id: string): { held: Held[]; less: Held[]; later: Held[]; ofDay: RecordOf<'year_to_date'>[] };
}

const keyOf = (payee: unknown, entity: unknown): string => `${payee}/${entity}`;

/**
 * What was paid before in the year of each stub, by closed stubs: one read for each year.
 *
 * @param dayOf the day before which, of its year, or a {@link yearSpan}: default the stub's pay date
 * @returns by stub id
 */
export const paidBefore = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Pick<Services, 'read'>,
  tenant: Tenant,
  dayOf: (stub: RecordOf<'pay_stub'>) => CalendarDate = ({ pay_date }) => pay_date,
): Promise<Map<string, PaidBefore>> => {
  const found = new Map<string, PaidBefore>();
  for (const [year, group] of groupBy(stubs, (stub) => yearSpan(dayOf(stub)))) {
    const rows = await rowsFrom(group.map(dayOf).reduce(minDate), group, services, tenant);
    const byPay = groupBy(rows, (row) => keyOf(row.payee_id, row.business_entity_id));
    for (const stub of group) {
      const from = dayOf(stub);
      const mine = byPay.get(keyOf(payeeOf(stub), stub.business_entity_id)) ?? [];
      const years = mine.filter(({ span }) => span === year);
      const later = mine.filter(({ span }) => span !== year && span >= from);
      const behind = later.filter(({ span }) => span > from);
      const of = (wanted: readonly RecordOf<'year_to_date'>[]) => wanted.map(({ sums }) => sums);
      found.set(stub.id, {
        all: sumsOf(of(years), of(later)),
        later: sumsOf(of(behind)),
        assignments: new Set(mine.map(({ work_assignment_id }) => work_assignment_id)),
        on: (id) => {
          const own = (wanted: readonly RecordOf<'year_to_date'>[]) =>
            wanted.filter((row) => row.work_assignment_id === id);
          const on = (wanted: readonly RecordOf<'year_to_date'>[]) => of(own(wanted));
          const ofDay = own(later.filter(({ span }) => span === from));
          return { held: on(years), less: on(later), later: on(behind), ofDay };
        },
      });
    }
  }
  return found;
};

/** The rows of a year and of its closed stubs from a day on, of the stubs' payees and employers. */
const rowsFrom = async (
  from: CalendarDate,
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<RecordOf<'year_to_date'>[]> => {
  const payees = [...new Set(stubs.map(payeeOf))];
  const where = all(
    oneOf('payee_id', payees),
    oneOf('business_entity_id', [...new Set(stubs.map(({ business_entity_id }) => business_entity_id))]),
    compare('span', '>=', from),
    compare('span', '<=', yearSpan(from)),
  );
  try {
    // One query for a payee's rows, so that its sums and what is taken off them are of one moment.
    return await services.read.find('year_to_date', tenant, where);
  } catch (error) {
    if (!(error instanceof TooManyRows) || payees.length === 1) throw error;
    const half = new Set(payees.slice(0, Math.ceil(payees.length / 2)));
    const [some, others] = [true, false].map((wanted) => stubs.filter((stub) => half.has(payeeOf(stub)) === wanted));
    return [...(await rowsFrom(from, some!, services, tenant)), ...(await rowsFrom(from, others!, services, tenant))];
  }
};

/** What stubs or rows leave of vacation pay: what accrued and was corrected less what was paid. */
export const vacationPayLeft = (held: readonly Held[], less: readonly Held[] = []): string => {
  const left = (of: readonly Held[]): Decimal =>
    sum(
      of.flatMap(({ vacation_pay: { accrued = '0', adjusted = '0', paid = '0' } = {} }) => [
        accrued,
        adjusted,
        negative(paid),
      ]),
    );
  return toText(left(held).minus(left(less)));
};

/** What earlier years than that of a stub left of vacation pay on its work assignment with its employer, by stub id. */
export const vacationPayCarried = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const carried = new Map<string, string>();
  const groups = groupBy(stubs, ({ business_entity_id, pay_date }) => `${business_entity_id}/${yearSpan(pay_date)}`);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const { business_entity_id, pay_date } = group[0]!;
      const ofYearsBefore = all(
        oneOf('work_assignment_id', [...new Set(group.map(({ work_assignment_id }) => work_assignment_id))]),
        equal('business_entity_id', business_entity_id),
        absent('period_end'),
        compare('span', '<', yearSpan(pay_date)),
      );
      const sums = await read.sums('year_to_date', tenant, 'work_assignment_id', ['vacation_left'], ofYearsBefore);
      for (const { id, work_assignment_id } of group)
        carried.set(id, sums.get(work_assignment_id)?.vacation_left ?? '0');
    }),
  );
  return carried;
};

export interface PaidPeriod {
  first: CalendarDate;
  last: CalendarDate;
}

const edgeOf = (
  assignmentIds: readonly string[],
  column: 'period_start' | 'period_end',
  direction: 'asc' | 'desc',
  services: Services,
  tenant: Tenant,
) => services.read.firstOfEach('year_to_date', tenant, 'work_assignment_id', assignmentIds, { column, direction });

/** The row of each work assignment's closed stub with the latest period, by work assignment. */
export const lastPaid = (assignmentIds: readonly string[], services: Services, tenant: Tenant) =>
  edgeOf(assignmentIds, 'period_end', 'desc', services, tenant);

/** The pay date of each work assignment's first closed stub, by work assignment. */
export const firstPayDates = async (
  assignmentIds: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, CalendarDate>> => {
  if (assignmentIds.length === 0) return new Map();
  const order = { column: 'span', direction: 'asc' } as const;
  const first = await read.firstOfEach('year_to_date', tenant, 'work_assignment_id', assignmentIds, order);
  return new Map([...first].map(([id, { span }]) => [id, span]));
};

/** The first and last day that closed stubs of work assignments were paid for, by work assignment. */
export const paidPeriods = async (
  assignmentIds: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, PaidPeriod>> => {
  const [first, last] = await Promise.all([
    edgeOf(assignmentIds, 'period_start', 'asc', services, tenant),
    lastPaid(assignmentIds, services, tenant),
  ]);
  return new Map(
    [...first].flatMap(([id, { period_start }]): [string, PaidPeriod][] => {
      const period_end = last.get(id)?.period_end;
      return period_start && period_end ? [[id, { first: period_start, last: period_end }]] : [];
    }),
  );
};
