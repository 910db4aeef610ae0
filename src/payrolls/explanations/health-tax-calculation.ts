import { z } from 'zod';
import { propertiesOf } from '../../employers/tax-properties-in-force.ts';
import type { PROVINCES } from '../../employers/tax-property-templates.ts';
import { presentRows } from '../../kernel/definition/lookup.ts';
import { type Call, defineOperation } from '../../kernel/definition/operation.ts';
import { decimalSchema, exampleId, idSchema } from '../../kernel/definition/schemas.ts';
import type { Edition } from '../../statutory/editions/edition.ts';
import { REMITTANCE_FREQUENCIES, type RemittanceFrequency } from '../../statutory/editions/edition.ts';
import { EDITIONS } from '../../statutory/editions/index.ts';
import type { StatutoryWarning } from '../../statutory/editions/trace.ts';
import {
  annualHealthTax,
  HEALTH_TAX_PROVINCES,
  type HealthTaxBasis,
  type HealthTaxProvince,
  healthTaxBasis,
  totalPayrollFor,
} from '../../statutory/employer/health-tax.ts';
import {
  type HealthTaxYear,
  healthServicesFundYear,
  healthTaxYear,
  type PaidOn,
} from '../../statutory/employer/instalments.ts';
import { presentWarnings } from '../../statutory/request/present.ts';
import { missing, warnIfRecalled } from '../../statutory/request/warnings.ts';
import { healthServicesFund, healthTaxOverrides, type InForce } from '../../statutory/stage/tax-properties.ts';
import { type CalendarDate, dateOf } from '../../values/dates.ts';
import { type Fixed, fixed, toText } from '../../values/fixed.ts';
import { toNumber } from '../../values/money.ts';
import { invalid, unknownId } from '../../values/problem.ts';
import type { Locale } from '../../values/text.ts';
import { type RemunerationOfYear, remunerationOfYear, statedOn } from '../facts/remuneration-forecast.ts';
import { statutoryWarningSchema } from './withholding-calculation.ts';

/** Years with figures, the newest last: what a caller may ask for. */
const YEARS = [...EDITIONS.years].flatMap(([year, { health_taxes }]) => (health_taxes ? [year] : [])).sort();

const body = z.strictObject({
  business_entity_id: idSchema('business_entity').meta({ description: 'The employer' }),
  year: z
    .int()
    .min(YEARS[0]!)
    .max(YEARS.at(-1)!)
    .meta({ description: 'Calendar year', examples: [YEARS.at(-1)!] }),
  previous_year_tax: decimalSchema({ places: 2, min: '0', max: '99999999999' }).optional().meta({
    description: "Dollars of British Columbia's tax of the previous year; default from its payrolls",
  }),
  quebec_remittance_frequency: z
    .enum(REMITTANCE_FREQUENCIES)
    .default('monthly')
    .meta({ description: 'How often the employer remits source deductions to Revenu Québec' }),
});
type Asked = z.output<typeof body>;

const date = (description: string) => z.string().meta({ description, format: 'date' });
const dollars = (description: string) => z.number().meta({ description });

const instalment = z.object({
  due_on: date('Day on which it is due, a business day'),
  from: date('First pay date that it covers'),
  to: date('Last pay date that it covers'),
  remuneration: dollars('Taxable dollars paid on them'),
  amount: dollars('Dollars to pay'),
  is_expected: z.boolean().meta({ description: 'Whether payrolls that are not approved yet may change it' }),
});

const healthTax = z.object({
  jurisdiction: z.enum(HEALTH_TAX_PROVINCES.map((one) => `ca_${one.toLowerCase()}`)).meta({ description: 'Province' }),
  remuneration: z
    .object({
      approved: dollars('Dollars of approved payrolls'),
      expected: dollars('Dollars expected of regular payrolls that are not approved'),
    })
    .meta({ description: 'Taxable remuneration of the year' }),
  rate: z.number().meta({ description: 'Percent of the non-exempt remuneration' }),
  exemption: dollars('Dollars of the year that are exempt'),
  annual_tax: dollars("Dollars of the year's tax"),
  instalments: z.array(instalment).meta({ description: 'Instalments of the year, in order' }),
  balance: z
    .object({
      due_on: date('Due date of the annual return'),
      amount: dollars('Dollars left to pay; negative for an overpayment'),
    })
    .meta({ description: 'Balance settled by the annual return' }),
  sources: z.array(z.string()).meta({ description: 'Sources of the figures and dates' }),
  warnings: z.array(statutoryWarningSchema).meta({ description: 'Warnings about the figures' }),
});

const answer = z
  .object({
    object: z.literal('employer_health_tax_calculation').meta({ description: 'Type of the record' }),
    data: z
      .object({
        year: z.number().meta({ description: 'Calendar year' }),
        health_taxes: z.array(healthTax).meta({ description: 'One entry for each province in which someone is paid' }),
      })
      .meta({ description: 'What was calculated' }),
  })
  .meta({
    id: 'employer_health_tax_calculation',
    description: "An employer's health taxes of a year, and when they are due",
  });

/** The health taxes of an employer's year, with their instalments and days. Stores nothing. */
export const calculateEmployerHealthTax = defineOperation({
  id: 'calculate_employer_health_tax',
  method: 'POST',
  path: '/calculations/employer_health_tax',
  auth: 'company',
  tag: 'calculation',
  summary: "Calculate an employer's health taxes of a year, and their instalments",
  description:
    'From the approved payrolls of the year and a forecast of the others. Shows what is due and when, not what was remitted. Stores nothing.',
  body,
  answers: { 200: { description: 'The taxes by province, with their instalments', schema: answer } },
  problems: [422],
  storesNothing: true,
  localized: true,
  examples: {
    year: {
      summary: 'The present year',
      value: { business_entity_id: exampleId('business_entity'), year: YEARS.at(-1)! },
    },
  },
  run: async (call) => {
    const asked = call.body;
    const data = { year: asked.year, health_taxes: await healthTaxesOf(asked, call) };
    return { status: 200, body: { object: 'employer_health_tax_calculation', data } };
  },
});

const healthTaxesOf = async (asked: Asked, { services, tenant, locale }: Call) => {
  const { business_entity_id: entity, year } = asked;
  const edition = EDITIONS.years.get(year)!;
  const known = await presentRows('business_entity', tenant, [entity], services);
  if (!known.has(entity)) throw invalid([{ path: 'business_entity_id', text: unknownId('business_entity') }]);
  const [remuneration, properties] = await Promise.all([
    remunerationOfYear(entity, year, services, tenant),
    propertiesOf([entity], services, tenant),
  ]);
  const own = properties.get(entity) ?? [];
  const stated = statedOn(dateOf(year, 12, 31), own);
  const stated_before = statedOn(dateOf(year - 1, 12, 31), own);
  return HEALTH_TAX_PROVINCES.flatMap((province) => {
    const paid = paidIn(province, remuneration);
    return paid.length === 0
      ? []
      : [ofProvince({ edition, province, paid, remuneration, stated, stated_before, asked, locale })];
  });
};

const jurisdictionOf = (province: HealthTaxProvince): keyof typeof PROVINCES => `ca_${province.toLowerCase()}`;

const paidIn = (province: HealthTaxProvince, { paid }: RemunerationOfYear): PaidOn[] =>
  paid
    .filter((one) => one.province === jurisdictionOf(province))
    .map(({ pay_date, amount, is_expected }) => ({ pay_date, amount: fixed(amount), is_expected }));

interface Given {
  edition: Edition;
  province: HealthTaxProvince;
  paid: readonly PaidOn[];
  remuneration: RemunerationOfYear;
  stated: InForce;
  /** What the employer stated for the year before. */
  stated_before: InForce;
  asked: Asked;
  locale: Locale;
}

const sumOf = (paid: readonly PaidOn[]): Fixed => paid.reduce((sum, { amount }) => sum + amount, 0n);

const ofProvince = (given: Given) => {
  const { province, paid, locale } = given;
  const warnings: StatutoryWarning[] = [];
  const { basis, year } = province === 'QC' ? quebec(given, warnings) : elsewhere(given, province);
  for (const mark of [basis.mark, ...year.marks]) warnIfRecalled(mark, warnings);
  if (year.is_previous_tax_missing)
    warnings.push(
      missing(
        'previous_year_tax',
        'The tax of the year before is not known: the instalments go by this year alone.',
        "L'impôt de l'année précédente n'est pas connu : les versements suivent cette année seule.",
      ),
    );
  const shown = (amount: Fixed) => toNumber(toText(amount));
  return {
    jurisdiction: jurisdictionOf(province),
    remuneration: {
      approved: shown(sumOf(paid.filter(({ is_expected }) => !is_expected))),
      expected: shown(sumOf(paid.filter(({ is_expected }) => is_expected))),
    },
    rate: shown(basis.rate * 100n),
    exemption: shown(basis.exemption),
    annual_tax: shown(year.tax),
    instalments: year.instalments.map(({ remuneration, amount, ...rest }) => {
      return { ...rest, remuneration: shown(remuneration), amount: shown(amount) };
    }),
    balance: { ...year.balance, amount: shown(year.balance.amount) },
    sources: [...new Set([basis.mark, ...year.marks].flatMap(({ source }) => source))],
    warnings: presentWarnings(warnings, locale),
  };
};

const elsewhere = (
  { edition, paid, remuneration, stated, stated_before, asked }: Given,
  province: Exclude<HealthTaxProvince, 'QC'>,
): { basis: HealthTaxBasis; year: HealthTaxYear } => {
  const overrides = healthTaxOverrides(stated, province);
  const basis = healthTaxBasis(edition, province, sumOf(paid), overrides)!;
  return {
    basis,
    year: healthTaxYear(edition, province, basis, paid, previousTax(province, asked, remuneration, stated_before))!,
  };
};

/**
 * The tax of the year before: as stated, else of what its payrolls hold, drafts as they are expected, and what the
 * employer stated for it, such as its share of an exemption; null where its figures are not known.
 */
const previousTax = (
  province: HealthTaxProvince,
  { year, previous_year_tax }: Asked,
  { previous_year }: RemunerationOfYear,
  stated_before: InForce,
): Fixed | null => {
  if (previous_year_tax !== undefined) return fixed(previous_year_tax);
  const edition = EDITIONS.years.get(year - 1);
  if (!edition || !previous_year) return null;
  const paid = fixed(previous_year[jurisdictionOf(province)] ?? '0');
  const basis = healthTaxBasis(edition, province, paid, healthTaxOverrides(stated_before, province));
  return basis && annualHealthTax(basis);
};

/** What was paid in the year up to the end of each of its pay dates. */
const paidUpTo = (paid: RemunerationOfYear['paid']): Map<CalendarDate, Fixed> => {
  const sums = new Map<CalendarDate, Fixed>();
  let sum = 0n;
  for (const { pay_date, amount } of paid.toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))) {
    sum += fixed(amount);
    sums.set(pay_date, sum);
  }
  return sums;
};

/**
 * Remitted at the rate that is estimated by the year before, of a new employer by the year so far; made up to the total
 * payroll of the year itself.
 */
const quebec = (
  { edition, paid, remuneration: { paid: everywhere, total_payroll }, stated, asked }: Given,
  warnings: StatutoryWarning[],
): { basis: HealthTaxBasis; year: HealthTaxYear } => {
  const overrides = healthTaxOverrides(stated, 'QC');
  const fund = healthServicesFund(stated);
  const { basis: payroll, by, isAssumed } = totalPayrollFor(fund, total_payroll, overrides);
  if (isAssumed)
    warnings.push(
      missing(
        'ca::qc::health_services_fund',
        'No payroll of the year before is known: the rate goes by this year.',
        "Aucune masse salariale de l'année précédente n'est connue : le taux suit celle de cette année.",
      ),
    );
  const at = (total: Fixed) => healthTaxBasis(edition, 'QC', total, { rate: overrides.rate ?? null }, fund.sector)!;
  const total = overrides.annual_remuneration ?? everywhere.reduce((sum, { amount }) => sum + fixed(amount), 0n);
  const [basis, actual] = [at(payroll), at(total)];
  const soFar = by === 'to_date' ? paidUpTo(everywhere) : null;
  const estimated = (pay_date: CalendarDate): Fixed => (soFar ? at(soFar.get(pay_date)!).rate : basis.rate);
  const frequency: RemittanceFrequency = asked.quebec_remittance_frequency;
  return { basis, year: healthServicesFundYear(edition, { estimated, actual }, paid, frequency)! };
};
