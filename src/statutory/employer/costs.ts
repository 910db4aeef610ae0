import type { BusinessEntityFacts } from '../../payrolls/calculation/types.ts';
import { warnIfRecalled } from '../calculate.ts';
import { total } from '../figures.ts';
import type { Fixed } from '../fixed.ts';
import { fixed, greater } from '../fixed.ts';
import type { StageFigures } from '../stage-figures.ts';
import { recordedAt } from '../stage-figures.ts';
import { compensationClass, healthTaxOverrides, trainingOf } from '../tax-properties.ts';
import type { StatutoryWarning, Trace } from '../trace.ts';
import type { HealthTaxProvince } from './health-tax.ts';
import { HEALTH_TAX_PROVINCES, healthTaxBasis, healthTaxOn } from './health-tax.ts';
import { labourStandards, skillsFundOn, workersCompensation } from './levies.ts';

/** The employer's levies on a stub, beside pension contributions and premiums. */
export interface EmployerCosts {
  health_tax: Fixed | null;
  compensation: { premium: Fixed; assessable: Fixed } | null;
  standards: Fixed | null;
  skills_fund: Fixed | null;
}

/** A year's remuneration by province, forecast. */
export type Forecasts = BusinessEntityFacts['annual_remuneration'];

const missing = (subject: string, message: string): StatutoryWarning => ({ type: 'figure_missing', subject, message });

/**
 * The year's remuneration that an employer's rates go by: as it states it in its tax property, else the forecast. The
 * health services fund goes by what is paid in all provinces, everything else by what is paid in its own. It is never
 * below the pay itself.
 */
const annualRemuneration = (
  stage: StageFigures,
  province: HealthTaxProvince,
  isOfAllProvinces: boolean,
  forecasts: Forecasts,
  trace: Trace | undefined,
): Fixed | null => {
  const { properties, own } = stage;
  const stated = healthTaxOverrides(properties, province).annual_remuneration ?? null;
  if (stated !== null) {
    trace?.step('annual remuneration', 'as the employer states it', stated, {}, [`ca::${province.toLowerCase()}::eht`]);
    return stated;
  }
  if (!forecasts) return null;
  const mine = isOfAllProvinces ? Object.values(forecasts) : [forecasts[`ca_${province.toLowerCase()}`]];
  const sumOf = (member: 'approved' | 'expected') =>
    mine.reduce((sum, forecast) => sum + (forecast ? fixed(forecast[member]) : 0n), 0n);
  const approved = sumOf('approved');
  const expected = sumOf('expected');
  const remuneration = total(own.health_tax);
  const annual = greater(approved + expected, remuneration);
  trace?.step(
    'annual remuneration',
    'forecast: max(approved this year + expected on regular payrolls that are left, this pay)',
    annual,
    { 'approved this year': approved, 'expected on regular payrolls': expected, 'this pay': remuneration },
    [],
  );
  return annual;
};

const healthTax = (
  stage: StageFigures,
  forecasts: Forecasts,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): Fixed | null => {
  const { jurisdiction, properties, own, figures } = stage;
  const province = HEALTH_TAX_PROVINCES.find((one) => one === jurisdiction) as HealthTaxProvince | undefined;
  const remuneration = total(own.health_tax);
  if (!province || remuneration === 0n) return null;
  const annual = annualRemuneration(stage, province, province === 'QC', forecasts, trace);
  if (annual === null) {
    warnings.push(
      missing('annual_remuneration', "The year's remuneration is not known: no employer health tax was calculated."),
    );
    return null;
  }
  const basis = healthTaxBasis(figures.edition, province, annual, healthTaxOverrides(properties, province));
  if (!basis) {
    warnings.push(missing('employer_health_tax', 'There are no figures for employer health tax in this tax year.'));
    return null;
  }
  warnIfRecalled(basis.mark, warnings);
  return healthTaxOn(remuneration, basis, trace);
};

const compensation = (stage: StageFigures, trace: Trace | undefined, warnings: StatutoryWarning[]) => {
  const { place, properties, own, figures, year, earlier } = stage;
  const classified = compensationClass(properties, place);
  if (!classified || own.levies === 0n) return null;
  const base = `assessable_${place.toLowerCase()}`;
  const sofar = recordedAt(year.bases, base) + recordedAt(earlier.bases, base);
  const premium = workersCompensation(figures.edition, place, classified, own.levies, sofar, trace);
  if (!premium) {
    warnings.push(missing('workers_compensation', "There is no maximum for workers' compensation in this tax year."));
  } else {
    warnIfRecalled(figures.edition.workers_compensation!.mark, warnings);
  }
  return premium;
};

/** The skills fund is due once a year; an employer that says so in its tax property sets it aside with each pay. */
const skillsFund = (
  stage: StageFigures,
  forecasts: Forecasts,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): Fixed | null => {
  const { jurisdiction, properties, own, figures } = stage;
  const training = trainingOf(properties);
  const remuneration = total(own.health_tax);
  if (jurisdiction !== 'QC' || training === null || remuneration === 0n) return null;
  const annual = annualRemuneration(stage, 'QC', false, forecasts, undefined);
  const amount = annual === null ? null : skillsFundOn(figures.edition, remuneration, annual, training, trace);
  if (amount === null)
    warnings.push(missing('wsdrf', 'The skills fund was not calculated: its figures or the payroll are not known.'));
  return amount;
};

/**
 * Health tax by province of employment, workers' compensation by province of work, and Quebec's labour standards and
 * skills fund.
 */
export const employerCosts = (
  stage: StageFigures,
  forecasts: Forecasts,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): EmployerCosts => {
  const { jurisdiction, own, year, earlier, figures } = stage;
  const sofar = recordedAt(year.bases, 'levies_quebec') + recordedAt(earlier.bases, 'levies_quebec');
  return {
    health_tax: healthTax(stage, forecasts, trace, warnings),
    compensation: compensation(stage, trace, warnings),
    standards:
      jurisdiction === 'QC' && own.levies !== 0n ? labourStandards(figures.edition, own.levies, sofar, trace) : null,
    skills_fund: skillsFund(stage, forecasts, trace, warnings),
  };
};
