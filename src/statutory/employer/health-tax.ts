import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, fixed, ONE, roundToCent, times, timesRatio, toText } from '../../values/fixed.ts';
import type { Edition, Mark } from '../editions/edition.ts';
import { HEALTH_TAX_PROVINCES, type HealthTaxProvince } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';

export { HEALTH_TAX_PROVINCES, type HealthTaxProvince };

/** The sectors of the health services fund: each has rates of its own. */
export const HSF_SECTORS = ['general', 'primary_and_manufacturing', 'public'] as const;
export type HsfSectorName = (typeof HSF_SECTORS)[number];

/** What an employer says of itself to the health services fund. */
export interface HealthServicesFund {
  sector: HsfSectorName;
  /** In the first two years in which the contribution is due; null where the employer does not say. */
  is_new_employer: boolean | null;
}

/** What an employer states itself in place of the tables; a rate is a fraction, e.g. 0.0195. */
export interface HealthTaxOverrides {
  annual_remuneration?: Fixed | null;
  exemption?: Fixed | null;
  rate?: Fixed | null;
}

/** How a year's payroll is taxed: rate × (payroll − exemption). */
export interface HealthTaxBasis {
  annual_remuneration: Fixed;
  exemption: Fixed;
  rate: Fixed;
  mark: Mark;
}

/**
 * The percent of the health services fund by total payroll: a line between two limits, to two decimals of a percent.
 */
export const hsfRate = (edition: Edition, payroll: Fixed, sector: HsfSectorName = 'general'): Fixed | null => {
  const fund = edition.quebec.health_services_fund;
  if (!fund) return null;
  if (sector === 'public') return fund.public_sector_rate;
  const { low_rate, high_rate, percent_base, percent_per_million } = fund[sector];
  if (payroll <= fund.lower) return low_rate;
  if (payroll >= fund.upper) return high_rate;
  const percent = percent_base + timesRatio(payroll, percent_per_million, 1_000_000n * ONE);
  return roundToCent(percent) / 100n;
};

/** The total payroll that the rate of the health services fund depends on, and where it is from. */
export interface TotalPayrollBasis {
  basis: Fixed;
  by: 'stated' | 'previous_year' | 'to_date';
  isAssumed: boolean;
}

/**
 * The total payroll that the estimated rate of the health services fund depends on (TP-1015.F part 5): that of the year
 * before; of a new employer, and where nothing is known of the year before, this year's up to the pay date.
 *
 * @returns `isAssumed` where nothing says that the employer is new
 */
export const totalPayrollFor = (
  { is_new_employer }: HealthServicesFund,
  { previous_year, to_date }: { previous_year: string | null; to_date: string },
  { annual_remuneration }: HealthTaxOverrides = {},
): TotalPayrollBasis => {
  if (annual_remuneration != null) return { basis: annual_remuneration, by: 'stated', isAssumed: false };
  if (is_new_employer !== true && previous_year !== null)
    return { basis: fixed(previous_year), by: 'previous_year', isAssumed: false };
  return { basis: fixed(to_date), by: 'to_date', isAssumed: is_new_employer !== true };
};

/** @param isWithoutExemption the employer states that it has none */
const tableFor = (
  edition: Edition,
  province: HealthTaxProvince,
  annual: Fixed,
  sector: HsfSectorName,
  isWithoutExemption: boolean,
): Omit<HealthTaxBasis, 'annual_remuneration'> | null => {
  if (province === 'QC') {
    const rate = hsfRate(edition, annual, sector);
    return rate === null ? null : { rate, exemption: 0n, mark: edition.quebec.health_services_fund!.mark };
  }
  const taxes = edition.health_taxes;
  if (!taxes) return null;
  if (province === 'ON') {
    const { rows, exemption, exemption_lost_above, mark } = taxes.ON;
    const row = rows.find(({ up_to }) => up_to === null || annual <= up_to)!;
    return { rate: row.rate, exemption: annual > exemption_lost_above ? 0n : exemption, mark };
  }
  if (province === 'NL') {
    const { rate, exempt_up_to, mark } = taxes.NL;
    return { rate, exemption: exempt_up_to, mark };
  }
  // Between two limits a higher rate on what passes the first catches up with the full rate on everything. Who has no
  // exemption is above them, as associated employers are whose payrolls pass the second one together.
  const { exempt_up_to, notch_up_to, notch_rate, full_rate, mark } = taxes[province];
  return annual > notch_up_to || isWithoutExemption
    ? { rate: full_rate, exemption: 0n, mark }
    : { rate: notch_rate, exemption: exempt_up_to, mark };
};

/**
 * How the year's payroll of a province is taxed, by its tables and by what the employer states in their place.
 *
 * @param annual the year's remuneration in the province, forecast; in Quebec the total payroll that the rate depends
 *   on. An override wins
 * @returns null where the tax year's file has no figures for the province
 */
export const healthTaxBasis = (
  edition: Edition,
  province: HealthTaxProvince,
  annual: Fixed,
  overrides: HealthTaxOverrides = {},
  sector: HsfSectorName = 'general',
): HealthTaxBasis | null => {
  const annual_remuneration = overrides.annual_remuneration ?? annual;
  const table = tableFor(edition, province, annual_remuneration, sector, overrides.exemption === 0n);
  if (!table) return null;
  return {
    annual_remuneration,
    rate: overrides.rate ?? table.rate,
    exemption: province === 'QC' ? 0n : (overrides.exemption ?? table.exemption),
    mark: table.mark,
  };
};

/** The year's tax on a payroll. */
export const annualHealthTax = ({ annual_remuneration, exemption, rate }: HealthTaxBasis): Fixed =>
  roundToCent(times(rate, atLeastZero(annual_remuneration - exemption)));

/**
 * The part of the year's tax that a remuneration bears: its share of the year's payroll, so that the exemption is
 * spread evenly over the year and the year's sum is the year's tax where the forecast comes true.
 */
export const healthTaxOn = (remuneration: Fixed, basis: HealthTaxBasis, trace?: Trace): Fixed => {
  const { annual_remuneration, exemption, rate, mark } = basis;
  if (annual_remuneration <= 0n) return 0n;
  const taxed = atLeastZero(annual_remuneration - exemption);
  const tax = roundToCent(timesRatio(times(rate, remuneration), taxed, annual_remuneration));
  trace?.step(
    'employer health tax',
    'rate × remuneration × (annual remuneration − exemption) / annual remuneration',
    tax,
    { rate, remuneration, 'annual remuneration': annual_remuneration, exemption },
    mark.source,
  );
  return tax;
};

/**
 * What a dollar of remuneration bears in each province that has a health tax, in Quebec with whether the skills fund is
 * due, and whether the stub warns that a payroll was assumed: two forecasts of a year's remuneration that agree in this
 * for a province make no difference to a pay there.
 *
 * @param annual the year's remuneration by province (`ca_on`, …)
 * @param total_payroll what the rate of the health services fund depends on
 * @param overridesOf what the employer states in place of the tables
 * @returns by province (`ca_on`, …)
 */
export const leviesPerDollar = (
  edition: Edition,
  annual: Readonly<Record<string, Fixed>>,
  total_payroll: Omit<TotalPayrollBasis, 'by'>,
  sector: HsfSectorName,
  overridesOf: (province: HealthTaxProvince) => HealthTaxOverrides,
): Record<string, string> => {
  const perDollar = (province: HealthTaxProvince): string => {
    const forecast = province === 'QC' ? total_payroll.basis : (annual[`ca_${province.toLowerCase()}`] ?? 0n);
    const basis = healthTaxBasis(edition, province, forecast, overridesOf(province), sector);
    if (!basis || basis.annual_remuneration <= 0n) return '0';
    const { rate, exemption, annual_remuneration } = basis;
    return toText(timesRatio(rate, atLeastZero(annual_remuneration - exemption), annual_remuneration));
  };
  const threshold = edition.quebec.wsdrf?.payroll_threshold;
  const hasSkillsFund = threshold !== undefined && (annual.ca_qc ?? 0n) > threshold;
  const assumed = total_payroll.isAssumed ? '/assumed' : '';
  return Object.fromEntries(
    HEALTH_TAX_PROVINCES.map((province) => [
      `ca_${province.toLowerCase()}`,
      province === 'QC' ? `${perDollar(province)}/${hasSkillsFund}${assumed}` : perDollar(province),
    ]),
  );
};
