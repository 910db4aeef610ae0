import { warnIfRecalled } from '../calculate.ts';
import type { Fixed } from '../fixed.ts';
import { fixed } from '../fixed.ts';
import type { StageFigures } from '../stage-figures.ts';
import { recordedAt } from '../stage-figures.ts';
import { compensationClass, healthTaxOverrides } from '../tax-properties.ts';
import type { StatutoryWarning, Trace } from '../trace.ts';
import type { HealthTaxProvince } from './health-tax.ts';
import { HEALTH_TAX_PROVINCES, healthTaxBasis, healthTaxOn } from './health-tax.ts';
import { labourStandards, workersCompensation } from './levies.ts';

/** The employer's levies on a stub, beside pension contributions and premiums. */
export interface EmployerCosts {
  health_tax: Fixed | null;
  compensation: { premium: Fixed; assessable: Fixed } | null;
  standards: Fixed | null;
}

const missing = (subject: string, message: string): StatutoryWarning => ({ type: 'figure_missing', subject, message });

const healthTax = (
  stage: StageFigures,
  annualRemuneration: Readonly<Record<string, string>> | undefined,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): Fixed | null => {
  const { jurisdiction, properties, own, figures } = stage;
  const province = HEALTH_TAX_PROVINCES.find((one) => one === jurisdiction) as HealthTaxProvince | undefined;
  if (!province || own.health_tax === 0n) return null;
  const overrides = healthTaxOverrides(properties, province);
  const forecast = annualRemuneration?.[`ca_${province.toLowerCase()}`];
  if (forecast === undefined && overrides.annual_remuneration === null) {
    warnings.push(
      missing('annual_remuneration', "The year's remuneration is not known: no employer health tax was calculated."),
    );
    return null;
  }
  const basis = healthTaxBasis(figures.edition, province, fixed(forecast ?? '0'), overrides);
  if (!basis) {
    warnings.push(missing('employer_health_tax', 'There are no figures for employer health tax in this tax year.'));
    return null;
  }
  warnIfRecalled(basis.mark, warnings);
  return healthTaxOn(own.health_tax, basis, trace);
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

/** Health tax by province of employment, workers' compensation by province of work, and Quebec's labour standards. */
export const employerCosts = (
  stage: StageFigures,
  annualRemuneration: Readonly<Record<string, string>> | undefined,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): EmployerCosts => {
  const { jurisdiction, own, year, earlier, figures } = stage;
  const sofar = recordedAt(year.bases, 'levies_quebec') + recordedAt(earlier.bases, 'levies_quebec');
  return {
    health_tax: healthTax(stage, annualRemuneration, trace, warnings),
    compensation: compensation(stage, trace, warnings),
    standards:
      jurisdiction === 'QC' && own.levies !== 0n ? labourStandards(figures.edition, own.levies, sofar, trace) : null,
  };
};
