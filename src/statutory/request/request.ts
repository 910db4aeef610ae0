import { z } from 'zod';
import { ALSO, dateSchema, decimalSchema, moneySchema, refine } from '../../kernel/definition/schemas.ts';
import { filled, keysOf } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';
import { ROUNDING_MODES } from '../editions/arithmetic.ts';
import { JURISDICTIONS, METHODS, PAYEES, QUEBEC_BONUS_METHODS } from '../editions/figures.ts';
import { EDITIONS } from '../editions/index.ts';

/** Pay periods of a year by frequency; a year with a 27th or 53rd pay says so with `pay_periods`. */
export const PAY_FREQUENCIES = {
  daily: 240,
  weekly: 52,
  bi_weekly: 26,
  semi_monthly: 24,
  monthly: 12,
  quarterly: 4,
  semi_annually: 2,
  annually: 1,
} as const;

const MOST = '99999999.99';
const amount = moneySchema({ min: '0', max: MOST });
const signed = moneySchema({ min: `-${MOST}`, max: MOST });
const optional = amount.default('0');
const optionalSigned = signed.default('0');

/**
 * An amount of the whole year; one that begins after the first pay says with which, which averaged tax does not go by.
 */
const annualAmount = z
  .union([
    amount,
    z.strictObject({
      amount: amount.describe('Dollars of the year'),
      from_period: z
        .int()
        .min(1)
        .max(2000)
        .describe('First pay period in which it applies')
        .meta({ examples: [5] }),
    }),
  ])
  .default('0');

const payDate = dateSchema(EDITIONS.first_day, {
  en: `must be ${EDITIONS.first_day} or later: there are no statutory figures for earlier pay dates`,
  fr: `doit être le ${EDITIONS.first_day} ou plus tard : il n'y a pas de chiffres officiels pour les dates de paie antérieures`,
});

const claim = z.union([
  z.literal('basic'),
  z.strictObject({
    code: z.union([z.int().min(0).max(10), z.literal('E')]).describe('Claim code of the form; E for none at all'),
  }),
  z.strictObject({
    amount: amount.describe('Dollars claimed on the form'),
    effective_from: dateSchema()
      .optional()
      .describe('First day of the form; the amount is indexed each January 1 after it'),
    not_indexed: amount
      .optional()
      .describe('Part of the amount that is not indexed: pension income, tuition, education'),
  }),
]);

/** `ca_on`, as tax properties write it, and ZZ, the CRA's own code, are understood too. */
const jurisdiction = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const code = value.replace(/^ca_/, '').toUpperCase();
  return code === 'ZZ' ? 'OC' : code;
}, z.enum(JURISDICTIONS));

/** Pay schedules write `bi-weekly`, others `biweekly`: the separator says nothing. */
const FREQUENCY_NAMES = new Map(Object.keys(PAY_FREQUENCIES).map((name) => [name.replaceAll('_', ''), name]));
const frequency = z.preprocess(
  (value) => (typeof value === 'string' ? (FREQUENCY_NAMES.get(value.replaceAll(/[-_]/g, '')) ?? value) : value),
  z.enum(filled(keysOf(PAY_FREQUENCIES))),
);

const fundShares = z
  .strictObject({
    federal: optional.describe('Those with the federal credit'),
    provincial: optional.describe('Those with the provincial credit'),
    ftq: optional.describe('Of the Fonds de solidarité FTQ'),
    fondaction: optional.describe('Of Fondaction'),
  })
  .prefault({});

const yearToDate = z.strictObject({
  pensionable: optional.describe('Pensionable earnings, non-periodic ones included'),
  insurable: optional.describe('Insurable earnings, non-periodic ones included'),
  cpp: optional.describe('Canada Pension Plan contributions, without the second additional ones'),
  cpp2: optional.describe('Second additional Canada Pension Plan contributions'),
  ei: optional.describe('Employment insurance premiums'),
  ei_employer: amount.optional().describe("The employer's employment insurance premiums"),
  qpp: optional.describe('Québec Pension Plan contributions, without the second additional ones'),
  qpp2: optional.describe('Second additional Québec Pension Plan contributions'),
  qpip: optional.describe('Québec parental insurance premiums'),
  qpip_employer: amount.optional().describe("The employer's Québec parental insurance premiums"),
  taxable: optionalSigned.describe('Periodic taxable income'),
  federal_tax: optionalSigned.describe('Federal tax on periodic pay, without additional tax'),
  provincial_tax: optionalSigned.describe('Provincial tax on periodic pay, without additional tax'),
  non_periodic: optionalSigned.describe('Non-periodic taxable income (B1)'),
  non_periodic_tax: optionalSigned.describe('Tax withheld on non_periodic (M1)'),
  rpp: optional.describe('Contributions to registered pension plans'),
  rrsp: optional.describe('Contributions to registered retirement savings plans'),
  union_dues: optional.describe('Union dues'),
  alimony: optional.describe('Alimony of an order before May 1997 (F2)'),
  f5a: optionalSigned.describe('Additional pension contributions that were deducted from periodic pay (F5A)'),
  f5b_on_non_periodic: optionalSigned.describe('Those deducted from non-periodic pay (F5B)'),
  deducted_from_non_periodic: optional.describe('RPP and RRSP contributions taken from non_periodic (F4)'),
  labour_sponsored_shares: fundShares.describe('Shares bought this year, for the yearly limits of the credits'),
  insurable_quebec: amount.optional().describe('Insurable earnings of the year paid in Quebec, after a move'),
  fhsa: optional.describe('Contributions to a first home savings account (F of TP-1015.F)'),
  quebec_worker_deduction: optional.describe('Deduction for workers on earlier pays (H1 of TP-1015.F)'),
  quebec_commission_expenses: optional.describe('Commissions that did not count because of a TP-1015.R.13.1'),
  quebec_non_periodic_tax: optionalSigned.describe('Quebec tax withheld on non_periodic'),
});

const ANNUAL_AMOUNTS = [
  'annual_deductions',
  'quebec_annual_deductions',
  'federal_credits',
  'provincial_credits',
] as const;

/**
 * The body of `POST /calculations/statutory_withholdings`: the figures of one pay, brought by the caller. Amounts are
 * decimal text or numbers of at most two places and come out as text. Unknown members are refused by name.
 */
export const withholdingRequest = z
  .strictObject({
    pay_date: payDate.describe(`Pay date, ${EDITIONS.first_day} or later; it decides the statutory figures`),
    pay_frequency: frequency.optional().describe('Pay frequency; required where pay_periods is not given'),
    pay_periods: z
      .int()
      .min(1)
      .max(2000)
      .nullish()
      .describe('Pay periods in the year; takes precedence over pay_frequency'),
    province_of_employment: jurisdiction.describe('Province of employment; OC is outside Canada'),
    payee: z
      .enum(PAYEES)
      .default('employee')
      .describe('For pensioners and others who are not employees: no contributions, no employment credit or deduction'),
    is_non_resident: z.boolean().default(false).describe('No claims other than those on the forms'),
    method: z.enum(METHODS).default('periodic').describe('Method for income tax'),
    rounding_mode: z
      .enum(ROUNDING_MODES)
      .default('formulas')
      .describe("Rounding: as in the published formulas, or as in the CRA's own calculator"),
    bonus_basis: z
      .enum(['annualized', 'year_to_date'])
      .default('annualized')
      .describe('How a bonus is taxed: on a year of such pays, or on the year to date'),
    regular_pay: signed.describe('Dollars of salary or wage'),
    bonus: optionalSigned.describe('Non-periodic dollars'),
    commission: optionalSigned.describe('Dollars of commission'),
    last_regular_pay: optional.describe('Regular pay of the last period, where none is paid with the bonus'),
    taxable_benefits_cash: optionalSigned.describe('Taxable, pensionable and insurable'),
    taxable_benefits_in_kind: optionalSigned.describe('Taxable and pensionable, not insurable; not part of gross pay'),
    rpp: optional.describe('Contributions to registered pension plans'),
    rrsp: optional.describe('Contributions to registered retirement savings plans'),
    fhsa: optional.describe('Contribution to a first home savings account: lowers Quebec tax alone'),
    rrsp_from_bonus: optional.describe('RPP and RRSP contributions taken from the bonus (F3)'),
    union_dues: optional.describe('Union dues'),
    alimony: optional.describe('Alimony of an order before May 1997 (F2)'),
    annual_deductions: annualAmount.describe('Deductions of the year approved by a tax office (F1)'),
    northern_deduction: optional.describe('Deduction of the year for living in a prescribed zone (HD)'),
    quebec_annual_deductions: annualAmount.describe('J and J1 of TP-1015.F'),
    federal_claim: claim.default('basic').describe('Claims of the federal TD1'),
    provincial_claim: claim.default('basic').describe('Claims of the provincial TD1, or of the TP-1015.3'),
    federal_credits: annualAmount.describe('Credits of the year approved by a tax office (K3)'),
    provincial_credits: annualAmount.describe('Credits of the year approved by a tax office (K3P; K1 in Quebec)'),
    dependants: z.int().min(0).max(40).default(0).describe("Dependants counted for Ontario's tax reduction"),
    additional_tax: optional.describe('Additional tax that the employee asked to have withheld'),
    quebec_additional_tax: optional.describe('The same for Quebec'),
    labour_sponsored_shares: fundShares.describe('Shares of labour-sponsored funds bought in the period'),
    period_number: z.int().min(1).max(2000).nullish().describe('Number of the pay period in the year'),
    commission_annual: z
      .strictObject({
        income: amount.describe('Dollars of commission in the year'),
        expenses: optional.describe('Dollars of expenses in the year'),
        days: z
          .int()
          .min(1)
          .max(366)
          .describe('Days since the last payment in the year')
          .meta({ examples: [30] }),
      })
      .nullish()
      .describe('The estimates of a TD1X, and the days since the last payment in the year'),
    quebec_commission_percentage: decimalSchema({ places: 6, min: '0', max: '100' })
      .optional()
      .describe('The percentage of commissions that counts for Quebec tax, from a TP-1015.R.13.1'),
    quebec_method: z
      .enum(['periodic', 'cumulative'])
      .optional()
      .describe('Part 2.1 or 2.2 of TP-1015.F; 2.2 without saying so for commissions of a TP-1015.R.13.1 or TD1X'),
    quebec_bonus_method: z
      .enum(QUEBEC_BONUS_METHODS)
      .default('second')
      .describe('Which of the two methods of TP-1015.F taxes a lump sum'),
    birth_date: dateSchema().nullish().describe('Date of birth; pension contributions depend on age'),
    pensionable_months: z.int().min(0).max(12).nullish().describe('Months of the year with pension contributions'),
    is_cpp_exempt: z.boolean().default(false).describe('No contributions to the Canada or Québec Pension Plan'),
    is_ei_exempt: z.boolean().default(false).describe('No employment insurance premiums'),
    is_qpip_exempt: z.boolean().default(false).describe('No Québec parental insurance premiums'),
    is_federal_tax_exempt: z.boolean().default(false).describe('No federal income tax'),
    is_provincial_tax_exempt: z.boolean().default(false).describe('No provincial income tax'),
    is_outside_canada_surtax_exempt: z.boolean().default(false).describe('No surtax for employment outside Canada'),
    ei_employer_multiplier: decimalSchema({ places: 6, min: '0', max: '10' })
      .optional()
      .describe("The employer's premiums as a multiple of the employee's"),
    year_to_date: yearToDate.prefault({}).describe('Year to date before this pay'),
  })
  .meta({
    id: 'statutory_withholding_request',
    description: 'The figures of one pay',
    [ALSO]: {
      allOf: [
        {
          anyOf: [
            { required: ['pay_frequency'] },
            { properties: { pay_periods: { type: 'integer' } }, required: ['pay_periods'] },
          ],
        },
        {
          anyOf: [
            { properties: { method: { enum: ['periodic', 'bonus'] }, bonus_basis: { const: 'annualized' } } },
            { properties: { period_number: { type: 'integer' } }, required: ['period_number'] },
          ],
        },
      ],
    },
  })
  .superRefine((request, context) => {
    const issue = (path: string, text: Text) => context.addIssue({ code: 'custom', path: [path], ...refine(text) });
    const periods = request.pay_periods ?? (request.pay_frequency ? PAY_FREQUENCIES[request.pay_frequency] : null);
    if (periods === null) {
      issue('pay_frequency', {
        en: 'is required where pay_periods is not given',
        fr: "est obligatoire lorsque pay_periods n'est pas donné",
      });
    }
    const needsNumber = request.method === 'cumulative' || request.bonus_basis === 'year_to_date';
    if (needsNumber && request.period_number == null) {
      issue('period_number', {
        en: 'is required for the cumulative method and the year-to-date bonus method',
        fr: "est obligatoire pour la méthode cumulative et pour la méthode des primes à partir des cumuls de l'année",
      });
    }
    const isOfYear =
      request.quebec_method === 'cumulative' ||
      request.quebec_commission_percentage !== undefined ||
      request.quebec_bonus_method === 'first';
    if (request.province_of_employment === 'QC' && isOfYear && request.period_number == null) {
      issue('period_number', {
        en: 'is required for commissions, cumulative averaging and the first method for lump sums in Quebec',
        fr: 'est obligatoire au Québec pour les commissions, le calcul cumulatif et la première méthode pour les paiements forfaitaires',
      });
    }
    if (periods !== null && request.period_number != null && request.period_number > periods) {
      issue('period_number', {
        en: `must not be above the number of pay periods of the year, ${periods}`,
        fr: `ne doit pas dépasser le nombre de périodes de paie de l'année, ${periods}`,
      });
    }
    for (const name of ANNUAL_AMOUNTS) {
      const given = request[name];
      if (periods !== null && typeof given === 'object' && given.from_period > periods) {
        issue(name, {
          en: `must not begin after the last pay period of the year, ${periods}`,
          fr: `ne doit pas commencer après la dernière période de paie de l'année, ${periods}`,
        });
      }
    }
    const { provincial_claim: claimed } = request;
    if (
      request.province_of_employment === 'QC' &&
      typeof claimed === 'object' &&
      'code' in claimed &&
      claimed.code !== 'E'
    ) {
      issue('provincial_claim', {
        en: 'must be basic, an amount (line 10 of the TP-1015.3) or code E in Quebec, which has no numbered claim codes',
        fr: "doit être basic, un montant (ligne 10 du TP-1015.3) ou le code E au Québec, qui n'a pas de codes de demande numérotés",
      });
    }
    if (request.birth_date && request.birth_date > request.pay_date) {
      issue('birth_date', { en: 'must not be after pay_date', fr: 'ne doit pas être postérieure à pay_date' });
    }
  });

/** A request as it may be written, and as it is after parsing (amounts as text, defaults filled in). */
export type WithholdingRequest = z.input<typeof withholdingRequest>;
export type WithholdingInput = z.output<typeof withholdingRequest>;
