import { Fraction } from './fraction.ts';

// What the plain calculation takes and gives.

export interface PlainPay {
  pay_date: string;
  pay_periods: number;
  province_of_employment: string;
  regular_pay: string;
  bonus: string;
  taxable_benefits_in_kind: string;
  rpp: string;
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
export const isQuebec = (pay: PlainPay) => pay.province_of_employment === 'QC';
export const isOutside = (pay: PlainPay) => pay.province_of_employment === 'OC';
