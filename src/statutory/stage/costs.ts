import type { BusinessEntityFacts, TotalPayroll } from '../../calculation/model/facts.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, greater } from '../../values/fixed.ts';
import { total } from '../editions/figures.ts';
import type { StatutoryWarning, Trace } from '../editions/trace.ts';
import type { HealthTaxProvince } from '../employer/health-tax.ts';
import { HEALTH_TAX_PROVINCES, healthTaxBasis, healthTaxOn, totalPayrollFor } from '../employer/health-tax.ts';
import { type Displaced, labourStandards, skillsFundOn, workersCompensation } from '../employer/levies.ts';
import { missing, warnIfRecalled } from '../request/warnings.ts';
import type { StageFigures } from './stage-figures.ts';
import { type Recorded, recordedAt } from './stage-year.ts';
import { compensationClass, healthServicesFund, healthTaxOverrides, trainingOf } from './tax-properties.ts';

/** The employer's levies on a stub, beside pension contributions and premiums. */
export interface EmployerCosts {
  health_tax: Fixed | null;
  compensation: { premium: Fixed; assessable: Fixed } | null;
  standards: Fixed | null;
  skills_fund: Fixed | null;
}

/** A year's remuneration by province, forecast. */
export type Forecasts = BusinessEntityFacts['annual_remuneration'];

/**
 * The year's remuneration in a province that an employer's rates depend on: as it states it in its tax property, else
 * the forecast. It is never below the pay itself.
 */
const annualRemuneration = (
  stage: StageFigures,
  province: HealthTaxProvince,
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
  const forecast = forecasts[`ca_${province.toLowerCase()}`];
  const approved = forecast ? fixed(forecast.approved) : 0n;
  const expected = forecast ? fixed(forecast.expected) : 0n;
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

const PAYROLL_FORMULAS = {
  stated: 'as the employer states it',
  previous_year: 'the total payroll of the year before',
  to_date: 'new employer: the total payroll of this year up to this pay date',
} as const;

/** The total payroll, of all provinces, that the rate of Quebec's health services fund depends on. */
const totalPayroll = (
  { properties, own, figures }: StageFigures,
  payroll: TotalPayroll | undefined,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): Fixed | null => {
  const overrides = healthTaxOverrides(properties, 'QC');
  if (!payroll && overrides.annual_remuneration == null) return null;
  const known = payroll ?? { previous_year: null, to_date: '0' };
  const { basis, by, isAssumed } = totalPayrollFor(healthServicesFund(properties), known, overrides);
  const annual = by === 'to_date' ? greater(basis, total(own.health_tax)) : basis;
  if (isAssumed) {
    warnings.push(
      missing(
        'ca::qc::health_services_fund',
        'No payroll of the year before is known, so the health services fund was calculated as for a new employer. ' +
          'State the payroll of the year before in ca::qc::eht, or is_new_employer in ca::qc::health_services_fund.',
        "Aucune masse salariale de l'année précédente n'est connue : le Fonds des services de santé a été calculé comme pour un nouvel employeur. " +
          "Indiquez la masse salariale de l'année précédente dans ca::qc::eht, ou is_new_employer dans ca::qc::health_services_fund.",
      ),
    );
  }
  const source = by === 'stated' ? ['ca::qc::eht'] : (figures.edition.quebec.health_services_fund?.mark.source ?? []);
  trace?.step('annual remuneration', PAYROLL_FORMULAS[by], annual, {}, source);
  return annual;
};

const healthTax = (
  stage: StageFigures,
  employer: BusinessEntityFacts,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): Fixed | null => {
  const { jurisdiction, properties, own, figures } = stage;
  const province = HEALTH_TAX_PROVINCES.find((one) => one === jurisdiction);
  const remuneration = total(own.health_tax);
  if (!province || remuneration === 0n) return null;
  const annual =
    province === 'QC'
      ? totalPayroll(stage, employer.total_payroll, trace, warnings)
      : annualRemuneration(stage, province, employer.annual_remuneration, trace);
  if (annual === null) {
    warnings.push(
      missing(
        'annual_remuneration',
        "The year's remuneration is not known: no employer health tax was calculated.",
        "La rémunération de l'année n'est pas connue : aucun impôt-santé n'a été calculé.",
      ),
    );
    return null;
  }
  const { sector } = healthServicesFund(properties);
  const basis = healthTaxBasis(figures.edition, province, annual, healthTaxOverrides(properties, province), sector);
  if (!basis) {
    warnings.push(
      missing(
        'employer_health_tax',
        'There are no figures for employer health tax in this tax year.',
        "Il n'y a pas de chiffres pour l'impôt-santé des employeurs dans cette année d'imposition.",
      ),
    );
    return null;
  }
  warnIfRecalled(basis.mark, warnings);
  return healthTaxOn(remuneration, basis, trace);
};

/** The bases of a stub that hold its earnings for work in a province, below the year's maximum and above it. */
export const workBases = (place: string) => {
  const of = place.toLowerCase();
  return { assessable: `assessable_${of}`, above: `above_assessable_${of}` };
};

/** The base of a historical stub that holds its earnings for work in a province: others assessed them. */
export const earlierWorkBase = (place: string): string => `earlier_work_${place.toLowerCase()}`;

const workEarnings =
  (place: string) =>
  (bases: Recorded['bases']): Fixed => {
    const { assessable, above } = workBases(place);
    return recordedAt(bases, assessable) + recordedAt(bases, above);
  };

/**
 * What a levy with a maximum of the year was due on before a stub: that of other days, and of the stubs of its date
 * that come before it. A closed one of the date that was calculated behind this one comes after it.
 *
 * @param own what it is due on of this stub
 * @param other what of the year is recorded elsewhere
 * @param earningsIn what it was due on, of the sums of stubs
 */
const earlierOf = (
  { whole_year, of_date, place_of_date: place }: StageFigures,
  own: Fixed,
  other: Fixed,
  earningsIn: (bases: Recorded['bases']) => Fixed,
): { earlier: Fixed; displaced: Displaced[] } => {
  const year = earningsIn(whole_year.bases) + other;
  return {
    earlier: year + earningsIn(place?.before ?? of_date.bases),
    displaced: (place?.displaced ?? []).map(({ stub, was, is, is_behind }) => ({
      earnings: earningsIn(stub),
      was: year + earningsIn(was),
      is: year + earningsIn(is) + (is_behind ? own : 0n),
    })),
  };
};

const compensation = (stage: StageFigures, trace: Trace | undefined, warnings: StatutoryWarning[]) => {
  const { place, properties, own, figures, first_pay_date, whole_year: year } = stage;
  const classified = compensationClass(properties, place, { pay_date: figures.pay_date, first_pay_date });
  if (!classified) return null;
  const { rate_percent, historical_remuneration: stated } = classified;
  // Where the class states what was paid before, historical payrolls say it once more.
  const elsewhere = stated > 0n ? stated : recordedAt(year.bases, earlierWorkBase(place));
  const earnings = own.workers_compensation;
  const { earlier, displaced } = earlierOf(stage, earnings, elsewhere, workEarnings(place));
  if (earnings === 0n && displaced.length === 0) return null;
  const premium = workersCompensation(figures.edition, place, rate_percent, earnings, earlier, trace, displaced);
  if (!premium) {
    warnings.push(
      missing(
        'workers_compensation',
        "There is no maximum for workers' compensation in this tax year.",
        "Il n'y a pas de maximum pour l'indemnisation des accidents du travail dans cette année d'imposition.",
      ),
    );
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
  const annual = annualRemuneration(stage, 'QC', forecasts, undefined);
  const amount = annual === null ? null : skillsFundOn(figures.edition, remuneration, annual, training, trace);
  if (amount === null)
    warnings.push(
      missing(
        'wsdrf',
        'The skills fund was not calculated: its figures or the payroll are not known.',
        "La cotisation au Fonds des compétences n'a pas été calculée : ses chiffres ou la masse salariale ne sont pas connus.",
      ),
    );
  return amount;
};

/**
 * Health tax by province of employment, workers' compensation by province of work, and Quebec's labour standards and
 * skills fund.
 */
export const employerCosts = (
  stage: StageFigures,
  employer: BusinessEntityFacts,
  trace: Trace | undefined,
  warnings: StatutoryWarning[],
): EmployerCosts => {
  const { jurisdiction, own, figures } = stage;
  const { labour_standards: earnings } = own;
  const { earlier, displaced } = earlierOf(stage, earnings, 0n, (bases) => recordedAt(bases, 'levies_quebec'));
  return {
    health_tax: healthTax(stage, employer, trace, warnings),
    compensation: compensation(stage, trace, warnings),
    standards:
      jurisdiction === 'QC' && (earnings !== 0n || displaced.length > 0)
        ? labourStandards(figures.edition, earnings, earlier, trace, displaced)
        : null,
    skills_fund: skillsFund(stage, employer.annual_remuneration, trace, warnings),
  };
};
