import { accountsOfEmployers, type EmployerAccounts } from '../../employers/enrolled-in.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { paidAmong, WITH_PAID_STUBS } from '../../pay-records/paid-stubs.ts';
import type { ReportSource } from '../../reports/model/report-type.ts';
import { AGENCY_OF, accountNumberOf } from '../../reports/source/accounts.ts';
import { boxesOf, hasTax, mergeBoxes, onNoSlip } from '../../reports/source/boxes.ts';
import { sumsOf } from '../../reports/source/people.ts';
import { repeatedOf, whoseOf } from '../../reports/source/repeated.ts';
import { type Moved, NOTHING_MOVED, takenOffWherePaid } from '../../reports/source/taken-off.ts';
import { byProvince, placeOf } from '../../reports/source/tally.ts';
import type { SlipName } from '../../statutory/editions/line-item-types.ts';
import { giveWay } from '../../timing/give-way.ts';
import { cutIf } from '../../values/cut.ts';
import { dateOf } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { type Decimal, decimal, toText } from '../../values/money.ts';
import { ACCOUNT_KEYS } from '../model/accounts.ts';
import type { FormValue, FormVersion } from '../model/form-type.ts';
import { type Exempting, exemptingOf, exemptValues } from './exemptions.ts';

/**
 * What slips of a year are made of: paid stubs by payee, employer, its account with the agency, and for a T4 province
 * of employment.
 */

/** Of which year and whose slips are calculated. */
export interface YearAsked {
  slip: SlipName;
  tax_year: number;
  /** Of this employer alone; null of all. */
  business_entity_id: string | null;
}

export type PayeeKind = 'employee' | 'contractor';

/** The member of a T4 that says its province of employment. */
export const PROVINCE_KEY = 'box_10_province_territory_or_country_of_employment_code';

/** A slip as stubs make it. */
export interface MadeSlip extends Moved {
  slip: SlipName;
  payee_id: string;
  kind: PayeeKind;
  business_entity_id: string;
  /** The remittance account of its employer that it is reported under; null of an employer without one. */
  account_id: string | null;
  /** Province of employment, by two letters; empty where none is distinguished. */
  province: string;
  /** The provinces whose stubs it is of: others beside its own where something was taken back there. */
  places: ReadonlySet<string>;
  boxes: ReadonlyMap<string, Decimal>;
  /** The provinces whose tax is on it, of a T4 or T4A: that of others is on the other of the two. */
  taxed_in: ReadonlySet<string>;
  assignments: ReadonlySet<string>;
}

/** The stubs that slips of a year are of, as reports are asked for them: those that are paid. */
export const sourceOf = (
  { tax_year, business_entity_id }: Omit<YearAsked, 'slip'>,
  read: Services['read'],
  tenant: Tenant,
  signal: AbortSignal,
): ReportSource => ({
  read,
  tenant,
  signal,
  counted: (stubs) => paidAmong(stubs, { read }, tenant),
  request: {
    business_entity_id,
    pay_schedule_id: null,
    payroll_id: null,
    filters: {
      payroll_type: null,
      payroll_status: [...WITH_PAID_STUBS],
      pay_date_from: dateOf(tax_year, 1, 1),
      pay_date_to: dateOf(tax_year, 12, 31),
      year: tax_year,
    },
  },
});

/** What distinguishes the slips of a payee with an employer; undefined of a stub that is on none. */
export const distinguishing =
  (slip: SlipName) =>
  (stub: RecordOf<'pay_stub'>): string | undefined => {
    const province = byProvince(stub);
    if (slip === 't4') return province;
    return slip === 't4a' || province === 'QC' ? (slip === 'rl1' ? 'QC' : '') : undefined;
  };

/** Types of earnings that are on no slip, by payee. */
export type LeftOut = Map<string, Set<string>>;

/**
 * The slips of some payees of one kind, from their paid stubs of the year; one without stubs has none.
 *
 * @param leftOut takes what they were paid and no slip has a box for
 */
export const slipsOf = async (
  asked: YearAsked,
  kind: PayeeKind,
  ids: readonly string[],
  source: ReportSource,
  leftOut: LeftOut = new Map(),
): Promise<MadeSlip[]> => {
  const { slip } = asked;
  if (ids.length === 0 || (kind === 'contractor' && slip !== 't4a')) return [];
  const summed = await sumsOf(source, kind, ids, byProvince, AGENCY_OF[slip]);
  const repeated = slip === 'rl1' ? await repeatedOf(summed, source) : undefined;
  const slips: MadeSlip[] = [];
  for (const { person: payee_id, business_entity_id, account_id, of: province, assignments, sums, places } of summed) {
    if (slip === 'rl1' && province !== 'QC') continue;
    await giveWay();
    const payee = { id: payee_id, kind, number: null, name: null };
    const types = onNoSlip({ sums, of: province, payee });
    if (types.length > 0) leftOut.set(payee_id, new Set([...(leftOut.get(payee_id) ?? []), ...types]));
    const whose = whoseOf(payee_id, business_entity_id);
    const own = boxesOf(slip, { sums, of: province, payee });
    const boxes = repeated?.onto(whose, own) ?? own;
    const taxed_in = slip !== 'rl1' && hasTax(slip, { sums, of: province, payee }) ? places : new Set<string>();
    const of = { slip, payee_id, kind, business_entity_id, account_id, province, places, taxed_in, assignments };
    if (boxes.size > 0) slips.push({ ...of, boxes, ...NOTHING_MOVED });
  }
  if (slip === 't4') return ofOnePayee(slips).flatMap(takenOff);
  return slip === 't4a' ? together(slips) : slips;
};

/** The slips of each payee from an employer under one account. */
const ofOnePayee = (slips: readonly MadeSlip[]): MadeSlip[][] => [
  ...groupBy(
    slips,
    ({ payee_id, business_entity_id, account_id }) => `${payee_id}/${business_entity_id}/${account_id}`,
  ).values(),
];

/** T4s whose boxes are not below 0 where what was taken back was paid in another province. */
const takenOff = (slips: readonly MadeSlip[]): MadeSlip[] =>
  takenOffWherePaid(slips.map((slip) => ({ ...slip, of: slip.province })));

/** A T4A is of all provinces, though what goes to it is calculated in each: tax depends on what is beside it there. */
const together = (slips: readonly MadeSlip[]): MadeSlip[] =>
  ofOnePayee(slips)
    .map(
      (of): MadeSlip => ({
        ...of[0]!,
        province: '',
        boxes: of.map(({ boxes }) => boxes).reduce(mergeBoxes),
        taxed_in: new Set(of.flatMap(({ taxed_in }) => [...taxed_in])),
        assignments: new Set(of.flatMap(({ assignments }) => [...assignments])),
      }),
    )
    // What was paid in one province may be taken back in another one.
    .filter(({ boxes }) => boxes.size > 0);

/** What of records beside stubs is on slips. */
export interface SlipRecords {
  people: ReadonlyMap<string, RecordOf<'employee'> | RecordOf<'contractor'>>;
  entities: ReadonlyMap<string, RecordOf<'business_entity'>>;
  accounts: EmployerAccounts;
  exempting: Exempting;
}

/** Those that some slips of a year are made with. */
export const recordsOf = async (
  slips: readonly MadeSlip[],
  tax_year: number,
  services: Services,
  tenant: Tenant,
): Promise<SlipRecords> => {
  const { read } = services;
  const of = (kind: PayeeKind) => slips.flatMap((slip) => (slip.kind === kind ? [slip.payee_id] : []));
  const entityIds = [...new Set(slips.map(({ business_entity_id }) => business_entity_id))];
  const assignments = slips.flatMap((slip) => [...slip.assignments]);
  const [employees, contractors, entities, accounts, exempting] = await Promise.all([
    read.getMany('employee', tenant, of('employee')),
    read.getMany('contractor', tenant, of('contractor')),
    read.getMany('business_entity', tenant, entityIds),
    accountsOfEmployers(entityIds, services, tenant),
    exemptingOf([...assignments, ...entityIds], tax_year, read, tenant),
  ]);
  return {
    people: new Map<string, RecordOf<'employee'> | RecordOf<'contractor'>>([...employees, ...contractors]),
    entities,
    accounts,
    exempting,
  };
};

/** The agency's number of the account that a slip is reported under. */
export const accountOf = (slip: MadeSlip, { accounts, entities }: Pick<SlipRecords, 'accounts' | 'entities'>) =>
  accountNumberOf(
    AGENCY_OF[slip.slip],
    slip,
    accounts.accounts,
    entities.get(slip.business_entity_id)?.business_number ?? null,
  );

/** The agencies' numbers of the employers' accounts that payroll knows. */
export const accountNumbers = ({ accounts }: Pick<SlipRecords, 'accounts'>): ReadonlySet<string> =>
  new Set([...accounts.accounts.values()].flatMap(({ account_identifier }) => account_identifier ?? []));

type Values = Record<string, FormValue>;

/** Digits and letters that a slip has room for. */
const NUMBER_WIDTH = 20;

const employeeValues = (person: RecordOf<'employee'>): Values => ({
  employee_first_name: person.first_name,
  employee_initial: person.middle_initial,
  employee_surname: person.last_name,
  ...addressValues('employee', person),
  employee_number: cutIf(person.employee_number, NUMBER_WIDTH),
});

const addressValues = (whose: string, person: RecordOf<'employee'>): Values => ({
  [`${whose}_address_line_1`]: person.address_line_1,
  [`${whose}_address_line_2`]: person.address_line_2,
  [`${whose}_city`]: person.city,
  [`${whose}_province_or_territory_code`]: person.province_code,
  [`${whose}_country_code`]: person.country_code,
  [`${whose}_postal_code`]: person.postal_code,
});

const recipientValues = (slip: MadeSlip, { people }: SlipRecords): Values => {
  const person = people.get(slip.payee_id);
  if (!person) return {};
  const named = {
    recipient_first_name: person.first_name,
    recipient_initial: person.middle_initial,
    recipient_surname: person.last_name,
  };
  return 'business_name' in person
    ? {
        ...named,
        recipient_corporation_name: person.business_name,
        box_013_recipients_program_account_number: person.business_number,
      }
    : {
        ...named,
        ...addressValues('recipient', person),
        recipient_number: cutIf(person.employee_number, NUMBER_WIDTH),
      };
};

/** Members that boxes of a slip fill, by the fields of a version. */
export const boxesFilled = ({ boxes }: MadeSlip, { fields }: FormVersion): string[] =>
  fields.flatMap(({ key, box }) => (box !== undefined && boxes.has(box) ? [key] : []));

/** The values of a slip: its boxes by the fields of a version, and what records say of payee and employer. */
export const valuesOfSlip = (
  slip: MadeSlip,
  { slip: form, tax_year }: YearAsked,
  version: FormVersion,
  records: SlipRecords,
): Values => {
  const person = records.people.get(slip.payee_id);
  const account = accountOf(slip, records);
  // One that payroll does not know may have been entered by hand.
  const values: Values = { tax_year: String(tax_year), ...(account === null ? {} : { [ACCOUNT_KEYS[form]]: account }) };
  for (const { key, box } of version.fields) {
    const amount = box === undefined ? undefined : slip.boxes.get(box);
    if (amount) values[key] = toText(decimal(amount));
  }
  if (form === 't4a') return { ...values, ...recipientValues(slip, records) };
  // A T4 and an RL-1 are of employees.
  const employee = person && 'date_of_birth' in person ? employeeValues(person) : {};
  if (form === 'rl1') return { ...values, ...employee };
  return {
    ...values,
    ...employee,
    ...exemptValues(slip, tax_year, person, records.exempting),
    [PROVINCE_KEY]: placeOf(slip.province),
  };
};
