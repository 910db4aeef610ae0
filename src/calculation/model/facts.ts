/** What a stub's calculation is given: everything it needs from elsewhere, read beforehand. */
import type { PayFrequency } from '../../calendar/pay-schedule.ts';
import type { CalendarDate } from '../../values/dates.ts';
import type { FixedKind, RecurringKind } from './families.ts';
import type { Amount, Line, LineKind, TagAssignment, TagShare, Translations } from './types.ts';

export type PayrollType = 'regular' | 'off_cycle' | 'historical' | 'correction';

/** The days that something was paid for. */
export interface Days {
  period_start: CalendarDate;
  period_end: CalendarDate;
}

/** A payroll of the schedule as `per_month` items see it. */
export interface CalendarPayroll extends Days {
  pay_date: CalendarDate;
}

export interface PayrollFacts extends CalendarPayroll {
  id: string;
  type: PayrollType;
  /** Of a custom schedule: the payroll's custom_pay_frequency. */
  pay_frequency: Exclude<PayFrequency, 'custom'>;
  period_number: number;
  regular_periods_count: number;
  /**
   * Whether the stubs hold managed lines of pay rates and recurring items: the earliest draft regular payroll of its
   * schedule. When false they are taken off, but for those on which a caller entered something; ignored on payrolls of
   * another type, which never have any.
   */
  takes_recurring_items: boolean;
  /** Regular payrolls that are paid in its year or share a month with it, in no order; perhaps this one too. */
  calendar: readonly CalendarPayroll[];
  /** Of a custom schedule, whose calendar nobody knows ahead: those of them that are approved. */
  approved_beside?: readonly (CalendarPayroll & { id: string })[];
  /**
   * Its place among the regular pays that are paid in its year, and how many those are. Left out where period_number
   * and regular_periods_count say so: only pays on days of the month are numbered by their intended days.
   */
  tax_year?: { number: number; count: number } | undefined;
}

export interface WorkAssignmentFacts {
  id: string;
  payee: 'employee' | 'contractor';
  tag_assignment?: TagAssignment | null;
}

/** What pay rates, overtime rates and recurring items have in common. */
export interface ItemFacts {
  id: string;
  title?: string | null;
  title_translations?: Translations | null;
  business_preset_id?: string | null;
  expense_accounting_code_id?: string | null;
  liability_accounting_code_id?: string | null;
  tag_assignment?: TagAssignment | null;
}

export interface PayRateFacts extends ItemFacts {
  type: 'hourly' | 'salary';
  /** A year's salary, or an hour's wage. */
  rate: Amount;
  expected_hours_per_week: Amount;
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}

export interface OvertimeRateFacts extends ItemFacts {
  pay_rate_id: string;
  rate_multiplier: Amount;
  hourly_rate_override: Amount | null;
}

export type Frequency = 'once' | 'per_month' | 'per_payroll';
export type DateBasis = 'by_pay_date' | 'by_period_end_date' | 'by_period_start_date';

export interface RecurringItemFacts extends ItemFacts {
  amount: Amount;
  frequency: Frequency;
  date_basis: DateBasis | null;
  pay_period_cadence: readonly number[] | null;
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}

export interface RecurringEarning extends RecurringItemFacts {
  earning_type: string;
}
/** Of a family whose items are an amount and nothing more. */
export type RecurringFixed<K extends FixedKind> = RecurringItemFacts & { readonly [T in `${K}_type`]: string };

export type IncomeBasis = 'all_earnings' | 'none' | 'regular_earnings' | 'total_income';
/** Lines of a kind and, unless the subtype is left out, of one type. */
export interface LineSelector {
  type: string;
  subtype?: string | null;
}

interface RecurringBenefit extends RecurringItemFacts {
  amount_type: 'fixed' | 'percent';
  income_basis: IncomeBasis;
  income_includes: readonly LineSelector[];
  coverage_multiplier: Amount;
  max_annual_contribution: Amount | null;
  max_annual_contribution_basis: 'all_line_items_of_type' | 'this_benefit';
  apply_sales_tax: boolean;
  remittance_account_id: string | null;
}
export interface RecurringEmployeeBenefit extends RecurringBenefit {
  employee_benefit_type: string;
}
export interface RecurringEmployerBenefit extends RecurringBenefit {
  employer_benefit_type: string;
}

export interface RecurringDeduction extends RecurringItemFacts {
  deduction_type: string;
  amount_type: 'fixed' | 'fixed_per_hour' | 'percent';
  income_basis: IncomeBasis | null;
  income_includes: readonly LineSelector[];
  income_subtractions: readonly LineSelector[];
  income_statutory_withholdings: 'all' | 'none' | null;
  income_exemption_amount: Amount | null;
  income_exemption_percent: Amount | null;
  remittance_account_id?: string | null;
}

/** A family with fields of its own that is not named here does not compile. */
interface RecurringByKind {
  earning: RecurringEarning;
  employee_benefit: RecurringEmployeeBenefit;
  employer_benefit: RecurringEmployerBenefit;
  deduction: RecurringDeduction;
}

type OwnKind = Exclude<RecurringKind, FixedKind>;
export type RecurringOf<K extends RecurringKind> = K extends FixedKind
  ? RecurringFixed<K>
  : K extends OwnKind
    ? RecurringByKind[K]
    : never;

/** Recurring items, named as their kind with an s. */
export type RecurringItems = { readonly [K in RecurringKind as `${K}s`]: readonly RecurringOf<K>[] };

export type VacationPayMethod = 'manual' | 'per_period';

export interface VacationPaySettingFacts {
  id: string;
  percentage: Amount;
  vacation_pay_method: VacationPayMethod;
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
  overrides: readonly { type: string; subtype: string; percentage: Amount; method: VacationPayMethod }[];
}

/** A tax property of the work assignment, the business entity or a remittance account; a type may have several. */
export interface TaxPropertyFacts {
  id: string;
  owner: 'work_assignment' | 'employee' | 'business_entity' | 'remittance_account';
  owner_id: string;
  type: string;
  /** As stored: a text, or an object for types with members. */
  value: unknown;
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}

/** Amounts by kind and by type within it. */
export type AmountsByType = Readonly<Partial<Record<LineKind, Readonly<Record<string, Amount>>>>>;

/** What earlier stubs hold that are not draft: of this work assignment and of the calendar year of the pay date. */
export interface YearToDateFacts {
  amounts: AmountsByType;
  /** Sums of the `bases` that earlier results carried (pensionable, insurable, …). */
  bases: Readonly<Record<string, Amount>>;
  /**
   * Items of frequency `once` that a payroll which is no longer draft has taken, in any year: the ids of recurrences on
   * its lines. Ids of items of another frequency do no harm.
   */
  consumed_once: readonly string[];
}

/** A remittance account in which the work assignment is enrolled. */
export interface RemittanceAccountFacts {
  id: string;
  /** `ca_cra`, `ca_rq`, … */
  account_provider: string | null;
  category: string | null;
}

/** A year's remuneration of an employer's employees in one province, as it looks now. */
export interface RemunerationForecast {
  /** On the year's payrolls that are not draft any more. */
  approved: Amount;
  /** On the regular payrolls of the year that are. */
  expected: Amount;
}

/** What an employer pays in all provinces, as the rate of Quebec's health services fund depends on it. */
export interface TotalPayroll {
  /** null where no payroll of the year before is known */
  previous_year: Amount | null;
  /** From the beginning of the year to the end of the pay date. */
  to_date: Amount;
}

export interface BusinessEntityFacts {
  id: string;
  /** What health taxes depend on where the employer does not state it, by province (`ca_on`, …). */
  annual_remuneration?: Readonly<Record<string, RemunerationForecast>>;
  total_payroll?: TotalPayroll;
}

/** An earning of an earlier stub. */
export interface EarlierEarning {
  date: CalendarDate;
  earning_type: string;
  amount: Amount;
  hours: Amount | null;
  /** The earning line item; left out where it is none that is kept. */
  line_id?: string;
  /** How its line is spread over tags; left out where it is not. */
  tag_shares?: readonly TagShare[];
}

/** The place of a stub among those of its pay date, where one was closed that counted others than are there. */
export interface SamePayPlace {
  /** Sums of the stubs that it is calculated behind. */
  before: Readonly<Record<string, Amount>>;
  /** Closed stubs, each with the sums that it was calculated behind, and those that it would be behind now. */
  displaced: readonly {
    stub: Readonly<Record<string, Amount>>;
    was: Readonly<Record<string, Amount>>;
    is: Readonly<Record<string, Amount>>;
    /** Whether it would be calculated behind this stub too, as that is now. */
    is_behind: boolean;
  }[];
}

export interface OtherAssignment {
  id: string;
  pay_rates: readonly Pick<PayRateFacts, 'id' | 'expected_hours_per_week' | 'effective_from' | 'effective_to'>[];
  tax_properties: readonly TaxPropertyFacts[];
}

export interface StubFacts {
  payroll: PayrollFacts;
  work_assignment: WorkAssignmentFacts;
  payment_method: 'direct_deposit' | 'manual';
  employee: { id: string; birth_date: CalendarDate | null } | null;
  business_entity: BusinessEntityFacts;
  remittance_accounts?: readonly RemittanceAccountFacts[];
  /** All rates of the work assignment that are in force in the period or that a line names. */
  pay_rates: readonly PayRateFacts[];
  overtime_rates: readonly OvertimeRateFacts[];
  recurring: RecurringItems;
  vacation_pay_settings: readonly VacationPaySettingFacts[];
  /** Accrued less paid on all earlier stubs that are not draft, of whatever year. */
  vacation_pay_opening_balance: Amount;
  tax_properties: readonly TaxPropertyFacts[];
  year_to_date: YearToDateFacts;
  /**
   * What the same work assignment is paid on later days of the year and was approved before: yearly caps count it too.
   * Left out where there is none.
   */
  year_later?: Pick<YearToDateFacts, 'amounts'>;
  /**
   * The same over all work assignments that the employee has with the business entity: what yearly maximums of
   * contributions depend on. Left out when this is the only one.
   */
  employer_year_to_date?: Pick<YearToDateFacts, 'amounts' | 'bases'>;
  /**
   * What the same holds that is paid on later days of the year and was approved before: the maximums of the year count
   * it too. Left out where there is none.
   */
  employer_year_later?: Pick<YearToDateFacts, 'amounts' | 'bases'>;
  /**
   * The other work assignments that the employer pays the employee for in the year: when they are worked on, and what
   * tax properties they have with those of the employer. Left out where there are none.
   */
  other_assignments?: readonly OtherAssignment[];
  /**
   * The sums of the year before, with the employer, which say what a regular pay is where neither `last_pay` nor the
   * year does. Left out where the year has had one.
   */
  last_year?: Pick<YearToDateFacts, 'bases'>;
  /**
   * The sums of the last day on which the employer paid regular pay, of the same frequency where it has several: what a
   * payment made apart from regular pay is taxed beside. Left out where there was none, and of a stub of a regular
   * payroll that had regular pay when it was calculated before.
   */
  last_pay?: Pick<YearToDateFacts, 'bases'>;
  /** The last day, of this year or the one before, on which the employer paid the employee; only with a TD1X. */
  last_paid_on?: CalendarDate;
  /**
   * Pay date of the work assignment's first closed stub of any year. Left out where no tax property that took effect in
   * an earlier year says what was paid before it.
   */
  first_pay_date?: CalendarDate;
  /**
   * Where cumulative averaging of income tax began within the year of the pay date, or another work assignment is taxed
   * on the other side of Quebec's border: what of the year does not count, and the number of the first pay that counts.
   * Left out where the year counts as a whole.
   */
  averaging?: { before: Pick<YearToDateFacts, 'amounts' | 'bases'>; first_period: number };
  /**
   * What the same employee's other stubs with the business entity hold that have this pay date and come before this one
   * (by id), drafts included and left out of the year to date: together they are one pay. Left out when there are none.
   */
  same_pay_date?: Pick<YearToDateFacts, 'amounts' | 'bases'>;
  /** Left out where its place among those is that of `same_pay_date`, and no closed one has another place by now. */
  same_pay_place?: SamePayPlace;
  /**
   * Of a historical payroll: what an earlier provider paid the same employee on other stubs of this pay date, and for
   * which days. Left out when there are none.
   */
  earlier_provider?: { periods: readonly Days[]; bases: YearToDateFacts['bases'] };
  /**
   * Earnings from which the pay of a statutory holiday may be averaged, as far back as its rules look, by the day with
   * which they were earned. Left out where no holiday pay is to be calculated.
   */
  earlier_earnings?: readonly EarlierEarning[];
  /**
   * The first day of the employment that the work assignment continues, where earlier ones with the employer ended
   * right before it; where no pay rate says since when it is worked on, the first day that was paid for. Else left out.
   */
  employment_began?: CalendarDate;
  /**
   * What approved payrolls of the month took of `per_month` items, on a custom schedule or on the schedule that the
   * work assignment was on before: amounts of lines by the item's id. Left out where there are none.
   */
  taken_of_month?: Readonly<Record<string, readonly Amount[]>>;
  /**
   * Items of frequency `once` on whose lines of other open stubs a caller entered something, by their ids. Left out where
   * there are none.
   */
  entered_elsewhere?: readonly string[];
  /**
   * Salaries of the work assignment that other payrolls have paid for periods which share a day with this one, by the
   * id of the pay rate. Left out where there are none.
   */
  salaries_paid?: readonly ({ pay_rate_id: string } & Days)[];
  /** The lines that the stub has now. */
  lines: readonly Line[];
}
