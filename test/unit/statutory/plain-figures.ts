import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';

/**
 * What the plain calculation reads of a year's file, as it stands there: no step of the service's own reading is
 * between.
 */
type Marked = { rate: string; max: string };
export interface Bracket {
  over: string;
  rate: string;
  constant: string;
}
export interface PhasedBasic {
  type: 'phase_out' | 'flat' | 'federal';
  max: string;
  min?: string;
  amount?: string;
  phase_out_from: string;
  phase_out_to: string;
  measured_by?: 'A';
}
export interface Table {
  lowest_rate: string;
  brackets: Bracket[];
  basic_personal_amount?: string | PhasedBasic;
  supplemental_credit?: { threshold: string; ratio: string };
  tax_reduction?: { basic: string; phase_out_from: string; phase_out_to: string; phase_out_rate: string };
}
interface Period {
  from: string;
  to: string;
  option1: Table;
  option2?: Table;
  claim_step?: string;
}
export interface Plan {
  ympe: string;
  basic_exemption: string;
  contribution_rate: string;
  base_rate: string;
  first_additional_rate: string;
  max_contribution: string;
  max_base_contribution: string;
  max_first_additional: string;
  second_additional: { rate: string; max_contribution: string };
}
interface YearFile {
  cpp: Plan;
  qpp: Plan;
  ei: {
    max_insurable_earnings: string;
    employee_rate: string;
    max_employee_premium: string;
    quebec: { employee_rate: string; max_employee_premium: string };
  };
  qpip: { employee_rate: string; max_employee_premium: string };
  federal: {
    periods: Period[];
    basic_personal_amount: PhasedBasic;
    canada_employment_amount: { amount: string };
    labour_sponsored_funds_credit: Marked;
    quebec_abatement: { rate: string };
    outside_canada_surtax: { rate: string };
    small_bonus_flat_rate: { threshold: string; rate: string; quebec_rate: string };
    claim_codes?: { step: string };
  };
  provinces: Record<
    string,
    {
      periods: Period[];
      labour_sponsored_funds_credit?: Marked;
      surtax?: { rows: { over: string; rate: string }[] };
      tax_reduction?: { basic: string; per_dependant: string };
      health_premium?: { rows: { over: string; base: string; rate: string; cap: string }[] };
      employment_amount?: { amount: string };
    }
  >;
  quebec: {
    income_tax: {
      brackets: Bracket[];
      basic_personal_amount: string;
      credit_rate: string;
      worker_deduction: Marked;
      labour_funds: { rate: string; annual_purchase_cap: string };
      lump_sum: { threshold: string; flat_rate: string };
    };
  };
}

const years = new Map<string, YearFile>();

/** The file of a pay date's year. */
export const yearOf = (payDate: string): YearFile => {
  const year = payDate.slice(0, 4);
  let file = years.get(year);
  if (!file) {
    file = load(readFileSync(`src/statutory/data/ca-${year}.yaml`, 'utf8')) as YearFile;
    years.set(year, file);
  }
  return file;
};

/** The period of a jurisdiction that a pay date lies in. */
export const periodOf = (periods: Period[], payDate: string): Period => {
  const found = periods.find(({ from, to }) => from <= payDate && payDate <= to);
  if (!found) throw new Error(`no figures for ${payDate}`);
  return found;
};
