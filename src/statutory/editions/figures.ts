import type { Jurisdiction } from '../../calculation/types/item-type.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { type Fixed, roundToCent, times } from '../../values/fixed.ts';
import type { Arithmetic } from './arithmetic.ts';
import type { Edition } from './edition.ts';

export { JURISDICTIONS, type Jurisdiction } from '../../calculation/types/item-type.ts';

/** The provinces with an employer health tax; Quebec's is the health services fund. */
export const HEALTH_TAX_PROVINCES = ['BC', 'MB', 'NL', 'ON', 'QC'] as const;
export type HealthTaxProvince = (typeof HEALTH_TAX_PROVINCES)[number];

/**
 * `periodic` and `bonus` are option 1 of T4127 with the bonus method for what is not periodic; `cumulative` is option
 * 2.
 */
export const METHODS = ['periodic', 'bonus', 'cumulative'] as const;
export type Method = (typeof METHODS)[number];

/** Who is paid: only an employee contributes, and has the credit and the deduction for employment. */
export const PAYEES = ['employee', 'pensioner', 'other'] as const;
export type Payee = (typeof PAYEES)[number];

/** The two ways of TP-1015.F to tax a lump sum (2.1.2, 2.2). */
export const QUEBEC_BONUS_METHODS = ['second', 'first'] as const;
export type QuebecBonusMethod = (typeof QUEBEC_BONUS_METHODS)[number];

/** What only Quebec's income tax asks of a pay. */
export interface QuebecFigures {
  /** Part 2.1 (each pay by itself) or 2.2 (cumulative averaging, for variable pay) of TP-1015.F */
  method: 'periodic' | 'cumulative';
  bonus_method: QuebecBonusMethod;
  /** Contributions to a first home savings account, a part of F there */
  fhsa: Fixed;
  /** What of the commissions does not count in G by a TP-1015.R.13.1 */
  commission_expenses: Fixed;
}

/** What is claimed against tax: the basic amount by its formula, a claim code, or the amount of a form as it is. */
export type Claim =
  | { kind: 'basic' }
  | { kind: 'code'; code: number }
  | { kind: 'exempt' }
  | {
      kind: 'amount';
      amount: Fixed;
      /** The day from which the form that states it holds; null for an amount of the pay date's own year */
      stated: CalendarDate | null;
    };

/** A sum split into what is paid every period and what is not (bonus, retroactive pay, …). */
export interface Split {
  periodic: Fixed;
  non_periodic: Fixed;
}

/** M1 by who levies it; where only the sum is known it is under federal. In Quebec the provincial part is Quebec's. */
export interface TaxOnNonPeriodic {
  federal: Fixed;
  provincial: Fixed;
  is_split: boolean;
}

/** Shares of labour-sponsored funds bought: what federal and provincial credits count, and Quebec's two funds. */
export interface FundShares {
  federal: Fixed;
  provincial: Fixed;
  ftq: Fixed;
  fondaction: Fixed;
}

/** What pays have had of the year's basic exemption of the pension plans. */
export interface Exempted {
  /** Pays, each with its part of it, by how many a year has of them */
  pays: ReadonlyMap<number, Fixed>;
  /** What they had more or less than that: commissions have it by days, work that is exempt has none. */
  beside: Fixed;
}

/** What was paid and withheld this year before this pay, by this employer. */
export interface YearToDate {
  pensionable: Fixed;
  /** null where it is not known */
  exempted: Exempted | null;
  insurable: Fixed;
  cpp: Fixed;
  cpp2: Fixed;
  ei: Fixed;
  qpp: Fixed;
  qpp2: Fixed;
  qpip: Fixed;
  /** Earnings that QPIP premiums were due on; 0 where they are not known. */
  qpip_earnings: Fixed;
  /** Periodic taxable income. */
  taxable: Fixed;
  federal_tax: Fixed;
  provincial_tax: Fixed;
  /** What of provincial tax, on periodic and other income, is of the other side of a move into Quebec or out of it. */
  provincial_tax_elsewhere: Fixed;
  /** Non-periodic taxable income (B1), and the income tax withheld on it (M1). */
  non_periodic: Fixed;
  non_periodic_tax: TaxOnNonPeriodic;
  /** What of B1 contributions and premiums were due on: no QPP is on wages in lieu, none of them on exempt pay */
  non_periodic_pensionable: Fixed;
  non_periodic_insurable: Fixed;
  non_periodic_qpip: Fixed;
  /** The same incomes by Quebec's rules, and what lowered them there: H, FHSA, what of commissions did not count. */
  non_periodic_quebec: Fixed;
  taxable_quebec: Fixed;
  worker_deduction: Fixed;
  fhsa: Fixed;
  commission_expenses: Fixed;
  /** Quebec tax withheld on B1, where it is known apart from the federal one */
  quebec_tax_on_non_periodic: Fixed;
  rpp: Fixed;
  rrsp: Fixed;
  union_dues: Fixed;
  alimony: Fixed;
  f5a: Fixed;
  f5b_on_non_periodic: Fixed;
  /** What Quebec's formulas deducted from lump sums (CSB) beside that; below 0 where less, as of variable commissions */
  csb_beside: Fixed;
  /** RPP, RRSP and the like taken from the non-periodic payments (F4). */
  deducted_from_non_periodic: Fixed;
  /** Union dues taken from them, which Quebec's formulas do not count (F4). */
  union_dues_from_non_periodic: Fixed;
  /** Shares bought this year: each credit has a limit of the year */
  shares: FundShares;
  /** The employer's EI and QPIP premiums, where they are known */
  ei_employer: Fixed | null;
  qpip_employer: Fixed | null;
  /** Insurable earnings of this year paid in Quebec, where they are known to differ from all or nothing. */
  insurable_quebec: Fixed | null;
}

/** Everything one calculation starts from, in the letters' own terms; made from a request or from a stub's lines. */
export interface PayFigures {
  edition: Edition;
  /** The numbers that it is calculated with */
  arithmetic: Arithmetic;
  pay_date: CalendarDate;
  jurisdiction: Jurisdiction;
  method: Method;
  bonus_basis: 'annualized' | 'year_to_date';
  /** P */
  periods: number;
  /**
   * Regular pays that are paid in the year: P but where New Year moves a pay on a day of the month into another year
   */
  pays_of_year: number;
  /** n, from 1: the place among those */
  period_number: number | null;
  /** n of cumulative averaging: from 1 with the first pay since it began */
  averaged_number: number | null;
  /** I and B, federal and by Quebec's rules */
  taxable: Split;
  taxable_quebec: Split;
  /** I of the last pay that had one, for a payment made alone; and G of it, by Quebec's rules */
  last_taxable: Fixed;
  last_taxable_quebec: Fixed;
  /** What of that pay is pensionable, insurable and subject to QPIP: neither is all that is taxable */
  last_pensionable: Fixed;
  last_insurable: Fixed;
  last_qpip: Fixed;
  pensionable: Split;
  insurable: Split;
  qpip: Split;
  /** F, F2, U1 */
  registered_plans: Fixed;
  alimony: Fixed;
  union_dues: Fixed;
  /** F3 */
  deducted_from_bonus: Fixed;
  /** Union dues of payments of the date that were made apart (F3, but not of Quebec's formulas) */
  union_dues_from_bonus: Fixed;
  /** HD, F1 */
  northern_deduction: Fixed;
  annual_deductions: Fixed;
  /** J and J1 of TP-1015.F */
  quebec_annual_deductions: Fixed;
  claims: { federal: Claim; provincial: Claim };
  /** K3, K3P (K1 of TP-1015.F in Quebec) */
  federal_credits: Fixed;
  provincial_credits: Fixed;
  /** Number of dependants of Ontario's Y: under 19, and with a disability */
  dependants: number;
  /** L, and L of TP-1015.F */
  additional_tax: Fixed;
  quebec_additional_tax: Fixed;
  /** Shares of labour-sponsored funds bought in the period */
  shares: FundShares;
  /** A TD1X: annual amounts and the days since the last payment in the year */
  commission: { income: Fixed; expenses: Fixed; days: number } | null;
  /** PM */
  pensionable_months: number;
  exempt: { pension: boolean; ei: boolean; qpip: boolean; federal_tax: boolean; provincial_tax: boolean };
  payee: Payee;
  quebec: QuebecFigures;
  /** Outside Canada without the federal surtax */
  is_surtax_exempt: boolean;
  ei_employer_multiplier: Fixed;
  /** The employee's EI rate in place of the edition's, where an account has one of its own */
  ei_employee_rate: Fixed | null;
  /** Whether the account stated another one, or none, for an earlier day of the year. */
  has_changed_ei_rate: boolean;
  /** A correction uses no basic exemption: the pay that it corrects has had it */
  has_exemption: boolean;
  ytd: YearToDate;
  /** The part of it that cumulative averaging depends on: all, or what came since the averaging began. */
  averaged: YearToDate;
}

/** The gross income that bounds the credit for employment: none of a pension or of what another payer pays. */
export const employmentIncome = ({ payee }: PayFigures, gross: Fixed): Fixed => (payee === 'employee' ? gross : 0n);

/** Which taxes of a pay are averaged over the year: the federal one with that of a province, and Quebec's own. */
export const averagedTaxes = ({
  method,
  commission,
  quebec,
  jurisdiction,
}: Pick<PayFigures, 'method' | 'commission' | 'quebec' | 'jurisdiction'>): { federal: boolean; quebec: boolean } => ({
  federal: method === 'cumulative' && !commission,
  quebec: jurisdiction === 'QC' && quebec.method === 'cumulative',
});

/** Whether the employee is employed in Quebec. */
export const isQuebec = (figures: PayFigures): boolean => figures.jurisdiction === 'QC';
/** What is paid periodically and what is not, together. */
export const total = ({ periodic, non_periodic }: Split): Fixed => periodic + non_periodic;

/** Whether nothing periodic is paid: the payment is made apart, and what is deducted is deducted from it. */
export const isApart = ({ taxable }: PayFigures): boolean => taxable.periodic === 0n;

/** EI with an employee's rate of the account's own; the maximum premium follows from the insurable maximum. */
export const reducedEi = (ei: Edition['ei'], rate: Fixed): Edition['ei'] => ({
  ...ei,
  rate,
  max: roundToCent(times(rate, ei.max_insurable)),
});
