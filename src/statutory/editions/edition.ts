import type { CalendarDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';

/** Where figures are from, and whether they were seen there (`confirmed`) or are only known (`recalled`). */
export interface Mark {
  /** The path of the block in the data file of its year, e.g. "federal.basic_personal_amount". */
  subject: string;
  source: readonly string[];
  recalled: boolean;
}

/** CPP or QPP. Amounts are for a whole year. */
export interface PensionPlan {
  mark: Mark;
  /** QPP: a contribution above 0 and under a cent is a cent (TP-1015.F, 3.1). */
  least_cent: boolean;
  name: 'CPP' | 'QPP';
  ympe: Fixed;
  /** The second ceiling, up to which the second contribution is due; the first where there is no second one. */
  yampe: Fixed;
  basic_exemption: Fixed;
  rate: Fixed;
  base_rate: Fixed;
  first_additional_rate: Fixed;
  max: Fixed;
  max_base: Fixed;
  max_first_additional: Fixed;
  second_rate: Fixed;
  second_max: Fixed;
  /** QPP goes on to the end of the year of this age; null for CPP, which ends with the month of the 70th birthday. */
  stops: { at_age: number; mark: Mark } | null;
}

export interface Bracket {
  over: Fixed;
  rate: Fixed;
  constant: Fixed;
}

/** What is claimed when nothing is on file: a fixed amount, one that shrinks with income, or the federal amount. */
export type BasicAmount =
  | { type: 'flat'; amount: Fixed }
  | { type: 'phase_out'; max: Fixed; min: Fixed; from: Fixed; to: Fixed; measured_by: 'A' | 'NI' }
  | { type: 'federal' };

/** The annual tax of one jurisdiction under one option. */
export interface TaxTable {
  lowest_rate: Fixed;
  brackets: readonly Bracket[];
  basic: BasicAmount;
  /** Alberta's K5P; the ratio is numerator / divisor. */
  supplemental: { threshold: Fixed; numerator: Fixed; divisor: Fixed } | null;
  /** British Columbia's S. */
  reduction: { basic: Fixed; from: Fixed; to: Fixed; rate: Fixed } | null;
  /** The basic amount of forms from before a change within the year, which the table's own takes the place of. */
  replaced_basic: { amount: Fixed; before: CalendarDate } | null;
  mark: Mark;
}

/** How stated claim amounts are carried from the year before into a tax year. */
export interface Indexing {
  /** A fraction; 0 where amounts stay as they are */
  rate: Fixed;
  /** Ontario: tuition, education and pension amounts are indexed too. */
  is_all_indexed: boolean;
  /** The basic amount of the year before, from least to most, that rises by a sum of its own instead. */
  basic_apart: { min: Fixed; max: Fixed; added: Fixed } | null;
  mark: Mark;
}

export interface TaxTables {
  option1: TaxTable;
  option2: TaxTable;
  /** By how much a claim code's range lies above the one before it; null where the year's codes are not known. */
  claim_step: Fixed | null;
}

export interface RateMax {
  rate: Fixed;
  max: Fixed;
  mark: Mark;
}

export interface Province extends TaxTables {
  code: string;
  indexing: Indexing | null;
  labour_fund: RateMax | null;
  employment_amount: { amount: Fixed; mark: Mark } | null;
  surtax: { rows: readonly { over: Fixed; rate: Fixed }[]; mark: Mark } | null;
  reduction_for_dependants: { basic: Fixed; per_dependant: Fixed; mark: Mark } | null;
  health_premium: { rows: readonly { over: Fixed; base: Fixed; rate: Fixed; cap: Fixed }[]; mark: Mark } | null;
}

/** A rate that depends on a total: the first row that the total does not pass. */
export interface RateRow {
  up_to: Fixed | null;
  rate: Fixed;
}

export interface HsfSector {
  low_rate: Fixed;
  percent_base: Fixed;
  percent_per_million: Fixed;
  high_rate: Fixed;
}

/** How often an employer remits source deductions to Revenu Québec. */
export const REMITTANCE_FREQUENCIES = ['annual', 'quarterly', 'monthly', 'twice_monthly', 'weekly'] as const;
export type RemittanceFrequency = (typeof REMITTANCE_FREQUENCIES)[number];

/** A day of each year, as `03-31`; `end` is the last day of its month. */
export type DayOfYear = string;

/** What moves a date off a day on which nothing can be paid: always to the next business day. */
export interface NextBusinessDay {
  mark: Mark;
  /** Whether Easter Monday is such a day, though employment law does not name it. */
  easter_monday: boolean;
}

export interface Instalments {
  /** When the year's return, and what is left of its tax, is due in the next year. */
  return_due: DayOfYear;
  next_business_day: NextBusinessDay;
  mark: Mark;
}

/** Tax of a month's remuneration, due on a day of the next month. */
export interface MonthlyInstalments extends Instalments {
  type: 'monthly';
  due_day: number;
  /** The year's remuneration until which an employer with an exemption pays none; null where there is no such limit. */
  none_up_to: Fixed | null;
}

/** A share of the year's tax on some days of the year. */
export interface QuarterlyInstalments extends Instalments {
  type: 'quarterly';
  due: readonly DayOfYear[];
  share: Fixed;
  /** The tax of the year before above which instalments are due. */
  previous_tax_above: Fixed;
}

/** Quebec's health services fund: with the remittances of source deductions. */
export interface Remittances extends Instalments {
  /** Frequencies whose days are known and were not seen. */
  recalled_frequencies: readonly RemittanceFrequency[];
}

interface HealthTax<Paid> {
  instalments: Paid;
  mark: Mark;
}

/** Exempt up to a limit; up to another, a higher rate on what passes the first; then the full rate on everything. */
interface Notch {
  exempt_up_to: Fixed;
  notch_up_to: Fixed;
  notch_rate: Fixed;
  full_rate: Fixed;
}

export interface HealthTaxes {
  ON: HealthTax<MonthlyInstalments> & { exemption: Fixed; exemption_lost_above: Fixed; rows: readonly RateRow[] };
  BC: HealthTax<QuarterlyInstalments> & Notch;
  MB: HealthTax<MonthlyInstalments> & Notch;
  NL: HealthTax<MonthlyInstalments> & { exempt_up_to: Fixed; rate: Fixed };
}

/** All figures that hold for pays dated from `effective_from` until the next edition. */
export interface Edition {
  tax_year: number;
  effective_from: CalendarDate;
  cpp: PensionPlan;
  qpp: PensionPlan;
  ei: { max_insurable: Fixed; rate: Fixed; max: Fixed; employer_multiplier: Fixed; mark: Mark };
  ei_quebec: { max_insurable: Fixed; rate: Fixed; max: Fixed; employer_multiplier: Fixed; mark: Mark };
  qpip: { rate: Fixed; max: Fixed; employer_rate: Fixed; employer_max: Fixed; mark: Mark };
  federal: TaxTables & {
    indexing: Indexing | null;
    employment_amount: { amount: Fixed; mark: Mark };
    labour_fund: RateMax;
    quebec_abatement: { rate: Fixed; mark: Mark };
    outside_canada_surtax: { rate: Fixed; mark: Mark };
    small_bonus: { threshold: Fixed; rate: Fixed; quebec_rate: Fixed; mark: Mark };
  };
  provinces: ReadonlyMap<string, Province>;
  quebec: {
    brackets: readonly Bracket[];
    basic: Fixed;
    credit_rate: Fixed;
    worker_rate: Fixed;
    worker_max: Fixed;
    fund_rate: Fixed;
    /** Shares of both funds that a year may count */
    fund_max_shares: Fixed;
    lump_sum_threshold: Fixed;
    lump_sum_rate: Fixed;
    indexing: Indexing | null;
    mark: Mark;
    single_payments: { rows: readonly RateRow[]; mark: Mark } | null;
    health_services_fund: {
      lower: Fixed;
      upper: Fixed;
      public_sector_rate: Fixed;
      general: HsfSector;
      primary_and_manufacturing: HsfSector;
      remittances: Remittances;
      mark: Mark;
    } | null;
    labour_standards: { rate: Fixed; max_earnings: Fixed; mark: Mark } | null;
    wsdrf: { payroll_threshold: Fixed; rate: Fixed; mark: Mark } | null;
  };
  health_taxes: HealthTaxes | null;
  territorial: { NT: Territorial; NU: Territorial } | null;
  workers_compensation: { max: ReadonlyMap<string, Fixed>; mark: Mark } | null;
  lump_sums: { rows: readonly (RateRow & { quebec_rate: Fixed })[]; non_resident_rate: Fixed; mark: Mark } | null;
}

export interface Territorial {
  rate: Fixed;
  /** What a person who normally works elsewhere may earn in the territory without the tax. */
  exemption: { limit: Fixed; mark: Mark } | null;
  mark: Mark;
}
