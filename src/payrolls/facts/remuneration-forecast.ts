import type { BusinessEntityFacts, RemunerationForecast, TotalPayroll } from '../../calculation/model/facts.ts';
import { propertiesOf } from '../../employers/tax-properties-in-force.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { EDITIONS, editionFor } from '../../statutory/editions/index.ts';
import { leviesPerDollar, totalPayrollFor } from '../../statutory/employer/health-tax.ts';
import { type Remunerations, remunerationOf } from '../../statutory/employer/remuneration.ts';
import { healthServicesFund, healthTaxOverrides, type InForce } from '../../statutory/stage/tax-properties.ts';
import { all, type Condition, compare, equal, oneOf } from '../../values/condition.ts';
import { type CalendarDate, dateOf, isWithin, yearOf } from '../../values/dates.ts';
import { fixed } from '../../values/fixed.ts';
import { groupBy } from '../../values/group.ts';
import { type Decimal, decimal, toText, ZERO } from '../../values/money.ts';
import { nextPayroll } from './calendar.ts';
import { payrollTotals } from './payroll-totals.ts';

/**
 * What an employer will have paid in a calendar year, as it looks now: what its approved payrolls of the year hold, and
 * for each regular payroll of the year that is still a draft and has stubs the regular pay of the schedule's last
 * approved one that paid anybody. A schedule of which none was approved yet (of this year or the one before) depends on
 * the next payroll's stubs as they are.
 *
 * So the forecast stands still while a draft is edited, and moves when a payroll is approved. It is one for all
 * payrolls of the employer and year, and is read with three queries (and one for the schedules that are new).
 */
export type Forecast = Readonly<Record<string, RemunerationForecast>>;

/** What a stub's calculation is given of its employer's remuneration. */
export type EmployerRemuneration = Required<Pick<BusinessEntityFacts, 'annual_remuneration' | 'total_payroll'>>;

/** What is paid by an employer on a day: a stub, or a payroll. */
type Paid = Pick<RecordOf<'pay_stub'>, 'business_entity_id' | 'pay_date'>;

const keyOf = (entity: string, year: number): string => `${entity}/${year}`;

/**
 * Forecasts for the employers and years of some stubs.
 *
 * @returns by employer and pay date
 */
const remunerationForecasts = async (
  stubs: readonly Paid[],
  services: Services,
  tenant: Tenant,
): Promise<(entity: string, pay_date: CalendarDate) => EmployerRemuneration> => {
  const wanted = new Map<string, { entity: string; year: number }>();
  for (const { business_entity_id, pay_date } of stubs) {
    const year = yearOf(pay_date);
    wanted.set(keyOf(business_entity_id, year), { entity: business_entity_id, year });
  }
  const years = [...wanted.values()].map(({ year }) => year);
  const entities = [...new Set([...wanted.values()].map(({ entity }) => entity))];
  const payrolls = years.length === 0 ? [] : await payrollsOf(entities, years, services, tenant);
  // They are begun together: what they look up of next payrolls is one read for all.
  const outlooks = new Map(
    await Promise.all(
      [...wanted].map(async ([key, { entity, year }]) => {
        const own = payrolls.filter(({ business_entity_id }) => business_entity_id === entity);
        // Whatever other years are asked for with it, the outlook of a year is the same.
        return [key, await outlookOf(own, year, services, tenant)] as const;
      }),
    ),
  );
  const forecasts = new Map([...outlooks].map(([key, outlook]) => [key, forecastOf(outlook)]));
  const known = new Map<string, EmployerRemuneration>();
  return (entity, pay_date) => {
    const key = `${entity}/${pay_date}`;
    const found = known.get(key);
    if (found) return found;
    const ofYear = keyOf(entity, yearOf(pay_date));
    const made = {
      annual_remuneration: forecasts.get(ofYear) ?? {},
      total_payroll: totalPayrollOf(outlooks.get(ofYear), pay_date),
    };
    known.set(key, made);
    return made;
  };
};

/** What an employer pays in a calendar year, payroll by payroll. */
export interface RemunerationOfYear {
  /** Dollars by pay date and province; of payrolls that are not approved what is expected of them. */
  paid: readonly { pay_date: CalendarDate; province: string; amount: string; is_expected: boolean }[];
  /** Dollars of the year before by province; null where no approved payroll of it is known. */
  previous_year: Readonly<Record<string, string>> | null;
  total_payroll: TotalPayroll;
}

/** The same year that forecasts are made of, as it was and will be paid: three queries, and one for new schedules. */
export const remunerationOfYear = async (
  entity: string,
  year: number,
  services: Services,
  tenant: Tenant,
): Promise<RemunerationOfYear> => {
  const outlook = await outlookOf(await payrollsOf([entity], [year], services, tenant), year, services, tenant);
  const held = outlook.approved.flatMap((payroll) =>
    Object.entries(heldBy(payroll)).map(([province, { all: amount }]) => {
      return { pay_date: payroll.pay_date, province, amount, is_expected: false };
    }),
  );
  const expected = outlook.expected.map(({ payroll, province, amount }) => {
    return { pay_date: payroll.pay_date, province, amount: toText(amount), is_expected: true };
  });
  const all_paid = [...held, ...expected];
  const before = new Map<string, Decimal>();
  for (const { pay_date, province, amount } of all_paid)
    if (yearOf(pay_date) === year - 1) before.set(province, (before.get(province) ?? ZERO).plus(amount));
  return {
    paid: all_paid.filter(({ pay_date }) => yearOf(pay_date) === year),
    previous_year: isYearBeforeKnown(outlook)
      ? Object.fromEntries([...before].map(([at, sum]) => [at, toText(sum)]))
      : null,
    total_payroll: totalPayrollOf(outlook, dateOf(year, 12, 31)),
  };
};

/** What is looked at of a payroll: an employer may have very many, so nothing else is kept of it. */
type Payroll = Pick<
  RecordOf<'payroll'>,
  'id' | 'business_entity_id' | 'pay_schedule_id' | 'pay_date' | 'type' | 'status' | 'remuneration'
>;

/**
 * Payrolls of employers in some years, from the year before the first, and earlier drafts: one of them may be a
 * schedule's next.
 */
const payrollsOf = async (
  entities: readonly string[],
  years: readonly number[],
  { read }: Services,
  tenant: Tenant,
): Promise<Payroll[]> => {
  const theirs = oneOf('business_entity_id', entities);
  const from = dateOf(Math.min(...years) - 1, 1, 1);
  const to = dateOf(Math.max(...years), 12, 31);
  const found: Payroll[] = [];
  const keep = async (where: Condition): Promise<void> => {
    for await (const page of read.pages('payroll', tenant, all(theirs, where)))
      for (const { id, business_entity_id, pay_schedule_id, pay_date, type, status, remuneration } of page)
        found.push({ id, business_entity_id, pay_schedule_id, pay_date, type, status, remuneration });
  };
  // Apart, so that each is found by an index, and what was paid in earlier years is not read.
  await Promise.all([
    keep(all(compare('pay_date', '>=', from), compare('pay_date', '<=', to))),
    keep(all(equal('status', 'draft'), compare('pay_date', '<', from))),
  ]);
  return found;
};

const payYear = (payroll: Payroll): number => yearOf(payroll.pay_date);
/** Whether a payroll is one of a year or of the one before it. */
const isOfOutlook = (payroll: Payroll, year: number): boolean => [year - 1, year].includes(payYear(payroll));
const heldBy = (payroll: Payroll): Remunerations => payroll.remuneration ?? {};

/** What is known of an employer's year: payrolls that are approved, and what is expected of those that are not. */
interface Outlook {
  year: number;
  /** Both of the year and the one before */
  approved: readonly Payroll[];
  expected: readonly { payroll: Payroll; province: string; amount: Decimal }[];
}

const outlookOf = async (
  payrolls: readonly Payroll[],
  year: number,
  services: Services,
  tenant: Tenant,
): Promise<Outlook> => {
  const schedules = groupBy(payrolls, ({ pay_schedule_id }) => pay_schedule_id);
  const ofEach = [...schedules.values()].map(async (ofSchedule) => {
    const left = ofSchedule.filter(
      (payroll) => payroll.type === 'regular' && payroll.status === 'draft' && isOfOutlook(payroll, year),
    );
    if (left.length === 0) return [];
    const totals = await payrollTotals(
      left.map(({ id }) => id),
      services,
      tenant,
    );
    const last = lastApproved(ofSchedule, year);
    // Where nobody is left, as after a move to another schedule, nothing is paid any more. Drafts of a new schedule get
    // their stubs one after the other, and the forecast is not to move with each.
    const paying = left.filter(({ id }) => totals.get(id)!.liability !== null);
    if (paying.length === 0) return [];
    const next = last ? undefined : nextPayroll(ofSchedule);
    const pattern = last ? heldBy(last) : next ? await draftRemuneration(next, services, tenant) : {};
    return Object.entries(pattern).flatMap(([province, held]) =>
      // What the present payroll holds besides regular pay is not taken to come again.
      (last ? paying : left).map((payroll) => ({
        payroll,
        province,
        amount: decimal(payroll.id === next?.id ? held.all : held.periodic),
      })),
    );
  });
  const expected = (await Promise.all(ofEach)).flat();
  return { year, approved: payrolls.filter(({ status }) => status !== 'draft'), expected };
};

/** Whether any payroll of the year before is approved: what is expected of drafts alone says nothing of it. */
const isYearBeforeKnown = ({ year, approved }: Outlook): boolean =>
  approved.some((payroll) => payYear(payroll) === year - 1);

const forecastOf = ({ year, approved: payrolls, expected: left }: Outlook): Forecast => {
  const approved = new Map<string, Decimal>();
  const expected = new Map<string, Decimal>();
  const add = (sums: Map<string, Decimal>, province: string, amount: Decimal) =>
    sums.set(province, (sums.get(province) ?? ZERO).plus(amount));
  for (const payroll of payrolls)
    if (payYear(payroll) === year)
      for (const [province, held] of Object.entries(heldBy(payroll))) add(approved, province, decimal(held.all));
  for (const { payroll, province, amount } of left) if (payYear(payroll) === year) add(expected, province, amount);
  const provinces = new Set([...approved.keys(), ...expected.keys()]);
  return Object.fromEntries(
    [...provinces]
      .sort()
      .map((province) => [
        province,
        { approved: toText(approved.get(province) ?? ZERO), expected: toText(expected.get(province) ?? ZERO) },
      ]),
  );
};

/**
 * What an employer pays in all provinces: in the year before, where any of it is approved, and in this one to the end of
 * a pay date. Payrolls that are not approved count as they are expected.
 */
const totalPayrollOf = (outlook: Outlook | undefined, pay_date: CalendarDate): TotalPayroll => {
  const known = outlook ?? { year: yearOf(pay_date), approved: [], expected: [] };
  const { year, approved, expected } = known;
  /** Of payrolls of a year up to a day of it */
  const sumOf = (of: number, day: CalendarDate): string => {
    const isCounted = (payroll: Payroll) => payYear(payroll) === of && payroll.pay_date <= day;
    const held = approved.filter(isCounted).flatMap((payroll) => Object.values(heldBy(payroll)).map((one) => one.all));
    const left = expected.filter(({ payroll }) => isCounted(payroll)).map(({ amount }) => amount);
    return toText([...held, ...left].reduce((sum: Decimal, amount) => sum.plus(amount), ZERO));
  };
  return {
    previous_year: isYearBeforeKnown(known) ? sumOf(year - 1, dateOf(year - 1, 12, 31)) : null,
    to_date: sumOf(year, pay_date),
  };
};

/** The last regular payroll of a schedule that is not draft any more, of the year or the one before. */
const lastApproved = (payrolls: readonly Payroll[], year: number): Payroll | undefined =>
  payrolls
    .filter(({ type, status }) => type === 'regular' && status !== 'draft')
    .filter((payroll) => isOfOutlook(payroll, year) && Object.keys(heldBy(payroll)).length > 0)
    .sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1))
    .at(-1);

const draftRemuneration = async ({ id }: Payroll, services: Services, tenant: Tenant): Promise<Remunerations> =>
  (await payrollTotals([id], services, tenant)).get(id)!.remuneration;

/**
 * What the forecast of an employer's year comes to for its pays of a date, by province. A calculated stub keeps that of
 * its province (`levies`): while the two are the same, the levies on it are those of the forecast.
 */
export type Levies = Readonly<Record<string, string>>;

/** What a stub keeps of its employer's levies: those of its province. */
export const leviesOn = (bases: Readonly<Record<string, string>>, levies: Levies): string => {
  const province = remunerationOf(bases)?.province;
  const levy = province === undefined ? undefined : levies[province];
  return levy === undefined ? NO_LEVIES : keptAs(province!, levy);
};

/** Of a stub on which no levy depends on a forecast. */
const NO_LEVIES = '';
const keptAs = (province: string, levy: string): string => `${province}/${levy}`;

/** All that stubs of the employer and pay date may keep while the forecast is this one. */
export const keptLevies = (levies: Levies): string[] => [
  NO_LEVIES,
  ...Object.entries(levies).map(([province, levy]) => keptAs(province, levy)),
];

/** What is known of employers, by the property that says it: tax properties by owner. */
type Properties = ReadonlyMap<string, readonly RecordOf<'tax_property'>[]>;

/** An employer's own tax properties in force on a day, by type. */
export const statedOn = (day: CalendarDate, properties: readonly RecordOf<'tax_property'>[]): InForce =>
  new Map(
    properties
      .filter(({ effective_from, effective_to }) => isWithin(day, effective_from, effective_to))
      .map(({ type, value, effective_from }) => [type, { value, effective_from: effective_from }]),
  );

const leviesFor = (
  entity: string,
  pay_date: CalendarDate,
  remuneration: EmployerRemuneration,
  properties: Properties,
): Levies => {
  if (pay_date < EDITIONS.first_day) return {};
  const annual = Object.fromEntries(
    Object.entries(remuneration.annual_remuneration ?? {}).map(([province, { approved, expected }]) => [
      province,
      fixed(approved) + fixed(expected),
    ]),
  );
  const stated = statedOn(pay_date, properties.get(entity) ?? []);
  const { edition } = editionFor(pay_date, EDITIONS);
  const fund = healthServicesFund(stated);
  const payroll = totalPayrollFor(fund, remuneration.total_payroll, healthTaxOverrides(stated, 'QC'));
  return leviesPerDollar(edition, annual, payroll, fund.sector, (province) => healthTaxOverrides(stated, province));
};

/**
 * The levies of some stubs' employers and pay dates, by the present forecasts.
 *
 * @param stubs or payrolls
 * @param known tax properties of these employers, by owner, where they are read anyway; default they are read
 */
export const presentLevies = async (
  stubs: readonly Paid[],
  services: Services,
  tenant: Tenant,
  known?: Promise<Properties>,
): Promise<(entity: string, pay_date: CalendarDate) => { remuneration: EmployerRemuneration; levies: Levies }> => {
  const entities = [...new Set(stubs.map(({ business_entity_id }) => business_entity_id))];
  const [forecast, properties] = await Promise.all([
    remunerationForecasts(stubs, services, tenant),
    known ?? propertiesOf(entities, services, tenant),
  ]);
  const worked = new Map<string, { remuneration: EmployerRemuneration; levies: Levies }>();
  return (entity, pay_date) => {
    const key = `${entity}/${pay_date}`;
    const found = worked.get(key);
    if (found) return found;
    const remuneration = forecast(entity, pay_date);
    const made = { remuneration, levies: leviesFor(entity, pay_date, remuneration, properties) };
    worked.set(key, made);
    return made;
  };
};
