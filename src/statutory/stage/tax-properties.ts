import { provinceOfEmployment } from '../../calculation/model/context.ts';
import type { StubFacts, TaxPropertyFacts } from '../../calculation/model/facts.ts';
import { addDays, type CalendarDate, isWithin, maxDate, minDate, startOfYear, yearOf } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, ONE, toText } from '../../values/fixed.ts';
import { isRecord } from '../../values/json.ts';
import type { Jurisdiction, Method } from '../editions/figures.ts';
import type { StatedClaim } from '../editions/indexing.ts';
import type { HealthServicesFund, HealthTaxOverrides, HealthTaxProvince } from '../employer/health-tax.ts';
import { HSF_SECTORS } from '../employer/health-tax.ts';

/** The tax properties in force on a pay date, by type; read with the functions below. */
export type InForce = ReadonlyMap<string, Pick<TaxPropertyFacts, 'value' | 'effective_from'>>;

/**
 * A work assignment's property wins over the employee's, that over the account's that its amounts go to, and that over
 * the business entity's, which is of its main account.
 */
const PRECEDENCE: readonly TaxPropertyFacts['owner'][] = [
  'work_assignment',
  'employee',
  'remittance_account',
  'business_entity',
];

type PropertyFacts = Pick<StubFacts, 'tax_properties' | 'remittance_accounts'> & {
  payroll: Pick<StubFacts['payroll'], 'pay_date'>;
};

/**
 * Which remittance account's properties count: the CRA account that the work assignment is enrolled in, or any where no
 * enrolment is known.
 */
const isOwn = (facts: PropertyFacts, property: TaxPropertyFacts): boolean =>
  property.owner !== 'remittance_account' ||
  facts.remittance_accounts === undefined ||
  facts.remittance_accounts.some(({ id }) => id === property.owner_id);

/**
 * The tax properties in force on a pay date, one of each type: that of the nearest owner, and of one owner the latest.
 */
export const propertiesInForce = (facts: PropertyFacts): InForce => {
  const chosen = new Map<string, TaxPropertyFacts>();
  for (const property of facts.tax_properties) {
    if (!isWithin(facts.payroll.pay_date, property.effective_from, property.effective_to)) continue;
    if (!isOwn(facts, property)) continue;
    const other = chosen.get(property.type);
    const order = other ? PRECEDENCE.indexOf(property.owner) - PRECEDENCE.indexOf(other.owner) : -1;
    if (order > 0 || (order === 0 && property.effective_from <= other!.effective_from)) continue;
    chosen.set(property.type, property);
  }
  return chosen;
};

/** Where the work is on a day, e.g. `ca_on`: there, or else where the employment is; null where neither is known. */
export const placeOfWorkOn = (facts: PropertyFacts, day: CalendarDate): string | null => {
  const onDay = { ...facts, payroll: { ...facts.payroll, pay_date: day } };
  return textOf(propertiesInForce(onDay), 'ca::province_of_work') ?? provinceOfEmployment(onDay);
};

/** A flag that may be left unset. */
export const flagOrNone = (properties: InForce, type: string): boolean | null => {
  const found = properties.get(type)?.value;
  return found === undefined || found === null ? null : found === true || found === 'true';
};
/** A flag; false where it is not set. */
export const flagOf = (properties: InForce, type: string): boolean => flagOrNone(properties, type) ?? false;

/** A decimal; null where it is not set. */
export const amountOf = (properties: InForce, type: string): Fixed | null => fixedOrNone(properties.get(type)?.value);

/** A text; null where it is not set. */
export const textOf = (properties: InForce, type: string): string | null => {
  const found = properties.get(type)?.value;
  return typeof found === 'string' ? found : null;
};

/** The members of a value that is an object; null where it is not set. */
export const membersOf = (properties: InForce, type: string): Readonly<Record<string, unknown>> | null => {
  const found = properties.get(type)?.value;
  return isRecord(found) ? found : null;
};

/** A decimal as properties hold it: text or a number. */
export const fixedOrNone = (value: unknown): Fixed | null =>
  typeof value === 'string' || typeof value === 'number' ? fixed(value) : null;

/** What a form claims: nothing to pay by its own statement, its amount with the day from which it holds, or nothing. */
export type FormClaim =
  | { kind: 'basic' }
  | { kind: 'exempt' }
  | { kind: 'code'; code: number }
  | ({ kind: 'stated' } & StatedClaim);

/** The claim of the federal form (`federal`) or of a province's (`on`, …); its amount goes before a code. */
export const formClaim = (properties: InForce, place: string): FormClaim => {
  const prefix = `ca::${place}`;
  if (flagOf(properties, `${prefix}::total_income_less_than_total_claim_amount`)) return { kind: 'exempt' };
  const amount = amountOf(properties, `${prefix}::claim_amount`);
  if (amount === null) {
    const code = textOf(properties, `${prefix}::claim_code`);
    if (code === null) return { kind: 'basic' };
    return code === 'E' ? { kind: 'exempt' } : { kind: 'code', code: Number(code) };
  }
  return {
    kind: 'stated',
    amount,
    not_indexed: amountOf(properties, `${prefix}::claim_amount_not_indexed`) ?? 0n,
    effective_from: properties.get(`${prefix}::claim_amount`)!.effective_from,
  };
};

/**
 * The part of income that section 87 of the Indian Act exempts, as a fraction, and whether pension plans are left out.
 */
export const firstNationsExemption = (properties: InForce): { exempt: Fixed; pension: boolean } | null => {
  const members = membersOf(properties, 'ca::first_nation_exemptions');
  const percent = fixedOrNone(members?.exemption_percentage);
  if (!members || percent === null || percent === 0n) return null;
  return { exempt: percent / 100n, pension: members.pension_opt_in !== true };
};

/** The reduced EI premium of an account with the CRA. */
export const EI_REDUCTION = 'ca::ei_premium_reduction';

/** Whether another employee's rate, or none, was stated for an earlier day of the year of a pay. */
export const hasChangedEiRate = (facts: PropertyFacts): boolean => {
  const { pay_date } = facts.payroll;
  const stated = facts.tax_properties.filter(({ type }) => type === EI_REDUCTION);
  const begins = [
    startOfYear(pay_date),
    ...stated.flatMap(({ effective_from, effective_to }) => [
      effective_from,
      ...(effective_to ? [addDays(effective_to, 1)] : []),
    ]),
  ].filter((day) => yearOf(day) === yearOf(pay_date) && day <= pay_date);
  const rateOn = (day: CalendarDate): Fixed | null =>
    eiReduction(propertiesInForce({ ...facts, tax_properties: stated, payroll: { ...facts.payroll, pay_date: day } }))
      .employee_rate;
  return stated.length > 0 && new Set(begins.map(rateOn)).size > 1;
};

/** The reduced EI premium of a CRA account: the employer's multiplier and, where it is stated, the employee's rate. */
export const eiReduction = (properties: InForce): { multiplier: Fixed | null; employee_rate: Fixed | null } => {
  const members = membersOf(properties, EI_REDUCTION);
  const rate = fixedOrNone(members?.employee_rate);
  return {
    multiplier: fixedOrNone(members?.employer_multiplier),
    employee_rate: rate === null ? null : rate / 100n,
  };
};

/** What an employer states of its health tax in a province, in place of the forecast and of the figures of the law. */
export const healthTaxOverrides = (properties: InForce, province: HealthTaxProvince): HealthTaxOverrides => {
  const members = membersOf(properties, `ca::${province.toLowerCase()}::eht`);
  const rate = fixedOrNone(members?.rate);
  return {
    annual_remuneration: fixedOrNone(members?.annual_remuneration),
    exemption: fixedOrNone(members?.exemption),
    rate: rate === null ? null : rate / 100n,
  };
};

/** What the employer says of itself to Quebec's health services fund; of the general sector where it does not say. */
export const healthServicesFund = (properties: InForce): HealthServicesFund => {
  const members = membersOf(properties, 'ca::qc::health_services_fund');
  const isNew = members?.is_new_employer;
  return {
    sector: HSF_SECTORS.find((one) => one === members?.sector) ?? 'general',
    is_new_employer: typeof isNew === 'boolean' ? isNew : null,
  };
};

/**
 * The share of its Quebec payroll that an employer spends on training, as a fraction; null where the employer does not
 * set the skills fund aside.
 */
export const trainingOf = (properties: InForce): Fixed | null => {
  const members = membersOf(properties, 'ca::qc::workforce_skills_fund');
  return members === null ? null : (fixedOrNone(members.training_percentage) ?? 0n) / 100n;
};

/** How income tax is calculated: each pay by itself (option 1), or averaged over the year (option 2). */
export const INCOME_TAX_METHOD = 'ca::income_tax_method';
/** How income tax is calculated; each pay by itself where nothing is said. */
export const methodOf = (properties: InForce): Method =>
  textOf(properties, INCOME_TAX_METHOD) === 'cumulative' ? 'cumulative' : 'periodic';

/** Whether a property says what was paid before it takes effect, and takes effect in an earlier year than a pay. */
export const saysHistoryOfEarlierYear = (
  { type, value, effective_from }: Pick<TaxPropertyFacts, 'type' | 'value' | 'effective_from'>,
  pay_date: CalendarDate,
): boolean =>
  type.endsWith(COMPENSATION_CLASS) &&
  isRecord(value) &&
  (fixedOrNone(value.historical_remuneration) ?? 0n) !== 0n &&
  yearOf(effective_from) < yearOf(pay_date);

const TD1X = 'ca::federal::commission';
/** The annual amounts of a TD1X; null where it is not set. */
export const td1xOf = (properties: InForce) => membersOf(properties, TD1X);
/** Whether a TD1X is among the tax properties, in force or not. */
export const hasTd1x = ({ tax_properties }: Pick<StubFacts, 'tax_properties'>): boolean =>
  tax_properties.some(({ type }) => type === TD1X);

const COMPENSATION_CLASS = '::workers_compensation_class';

export interface CompensationClass {
  /** In percent of assessable earnings, i.e. dollars per hundred */
  rate_percent: Fixed;
  /** Assessable earnings of the year from before this service kept the books */
  historical_remuneration: Fixed;
}

/**
 * The class in a province. What was paid before it counts in one year, as the maximum does: in that in which it takes
 * effect, or in that of the work assignment's first pay here where this is later.
 */
export const compensationClass = (
  properties: InForce,
  province: Jurisdiction,
  { pay_date, first_pay_date }: { pay_date: CalendarDate; first_pay_date: CalendarDate },
): CompensationClass | null => {
  const type = `ca::${province.toLowerCase()}${COMPENSATION_CLASS}`;
  const members = membersOf(properties, type);
  const rate = fixedOrNone(members?.rate);
  if (!members || rate === null) return null;
  const begins = maxDate(properties.get(type)!.effective_from, minDate(first_pay_date, pay_date));
  const historical = yearOf(begins) === yearOf(pay_date) ? fixedOrNone(members.historical_remuneration) : null;
  return { rate_percent: rate, historical_remuneration: historical ?? 0n };
};

/** A figure of Ontario's form from here on can only be dollars, not a number of people. */
const DOLLARS_FROM = fixed('100');

/**
 * Ontario's dependants. The form's figures are kept either as a number of people or as the amounts that they come to;
 * amounts are brought back to people by what one of them counts.
 */
export const dependantsOf = (properties: InForce, per_dependant: Fixed): number => {
  let people = 0;
  for (const type of ['ca::on::dependent_children_credit', 'ca::on::impaired_dependants_credit']) {
    const figure = amountOf(properties, type) ?? 0n;
    people += figure < DOLLARS_FROM ? Number(figure / ONE) : Number((figure + per_dependant / 2n) / per_dependant);
  }
  return people;
};

/** What a work assignment's `ca::statutory_holiday_pay`, or a trial configuration, says. */
export interface HolidayPayConfiguration {
  calculate_entitlement: boolean;
  /** The only one there is. */
  calculation_strategy: 'provincial_rules_only';
  /** Another jurisdiction whose rules hold, e.g. `ca_federal`. */
  override_rule_set: string | null;
  override_date_basis: 'before_holiday_week' | 'before_holiday' | null;
  /** Of a normal day. */
  hours: string | null;
  /** Of an hour. */
  pay_rate: string | null;
}

const BASES = ['before_holiday_week', 'before_holiday'] as const;

/** The configuration in force; without one no entitlement is calculated. */
export const configurationOf = (properties: InForce): HolidayPayConfiguration => {
  const members = membersOf(properties, 'ca::statutory_holiday_pay') ?? {};
  const decimalOf = (value: unknown): string | null => {
    const amount = fixedOrNone(value);
    return amount === null ? null : toText(amount);
  };
  return {
    calculate_entitlement: members.calculate_entitlement === true,
    calculation_strategy: 'provincial_rules_only',
    override_rule_set: typeof members.override_rule_set === 'string' ? members.override_rule_set : null,
    override_date_basis: BASES.find((basis) => basis === members.override_date_basis) ?? null,
    hours: decimalOf(members.hours),
    pay_rate: decimalOf(members.pay_rate),
  };
};
