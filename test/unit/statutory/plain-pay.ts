import { Fraction } from './fraction.ts';

// What the plain calculation takes and gives.

export interface PlainPay {
  pay_date: string;
  pay_periods: number;
  /** n, the number of the pay in its year */
  period_number: number;
  province_of_employment: string;
  payee: 'employee' | 'pensioner' | 'other';
  is_non_resident: boolean;
  regular_pay: string;
  bonus: string;
  commission: string;
  taxable_benefits_in_kind: string;
  rpp: string;
  fhsa: string;
  rrsp_from_bonus: string;
  union_dues: string;
  alimony: string;
  annual_deductions: string;
  northern_deduction: string;
  quebec_annual_deductions: string;
  federal_credits: string;
  provincial_credits: string;
  federal_claim: PlainClaim;
  provincial_claim: PlainClaim;
  dependants: number;
  additional_tax: string;
  quebec_additional_tax: string;
  labour_sponsored_shares: { federal: string; provincial: string; ftq: string; fondaction: string };
  quebec_method: 'periodic' | 'cumulative';
  quebec_bonus_method: 'first' | 'second';
  quebec_commission_percentage: string;
  pensionable_months: number;
  is_cpp_exempt: boolean;
  is_ei_exempt: boolean;
  is_qpip_exempt: boolean;
  year_to_date: {
    pensionable: string;
    insurable: string;
    insurable_quebec: string;
    cpp: string;
    cpp2: string;
    qpp: string;
    qpp2: string;
    ei: string;
    qpip: string;
    taxable: string;
    rpp: string;
    fhsa: string;
    f5a: string;
    provincial_tax: string;
    quebec_worker_deduction: string;
    quebec_commission_expenses: string;
    quebec_non_periodic_tax: string;
    non_periodic: string;
    f5b_on_non_periodic: string;
    deducted_from_non_periodic: string;
    labour_sponsored_shares: { federal: string; provincial: string; ftq: string; fondaction: string };
  };
}
export type PlainClaim = 'basic' | { code: number } | { amount: string };

/** Whole cents. */
export interface PlainResult {
  cpp: number;
  cpp2: number;
  qpp: number;
  qpp2: number;
  ei: number;
  qpip: number;
  federal_tax: number;
  provincial_tax: number;
  federal_tax_on_bonus: number;
  provincial_tax_on_bonus: number;
}

export const q = Fraction.of;
/** Only employees contribute, and have the credit and the deduction for employment. */
export const isEmployee = (pay: PlainPay): boolean => pay.payee === 'employee';

/** I, or G: what is paid every period. */
export const periodicPay = (pay: PlainPay): Fraction =>
  q(pay.regular_pay).plus(pay.commission).plus(pay.taxable_benefits_in_kind);
/** What of it is insurable. */
export const insurablePay = (pay: PlainPay): Fraction => q(pay.regular_pay).plus(pay.commission);

export const isQuebec = (pay: PlainPay) => pay.province_of_employment === 'QC';
export const isOutside = (pay: PlainPay) => pay.province_of_employment === 'OC';
