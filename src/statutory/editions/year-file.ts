import { z } from 'zod';
import { REMITTANCE_FREQUENCIES } from './edition.ts';

/**
 * The form of a tax year's data file (`data/ca-<year>.yaml`). Amounts and rates are quoted decimals. A block's `source`
 * and `confidence` hold for everything below it until a nested block brings its own. Texts for people (rule, note) may
 * be anywhere.
 */
const decimalText = z.string().regex(/^\d+(\.\d{1,8})?$/, 'a quoted decimal number such as "0.0595"');
/** A decimal, or a quotient of two that has no end: "0.04/0.06". */
const quotient = z
  .string()
  .regex(/^\d+(\.\d+)?(\/\d+(\.\d+)?)?$/, 'a quoted decimal, or a quotient such as "0.04/0.06"');
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const marked = {
  source: z.array(z.string()).optional(),
  confidence: z.enum(['confirmed', 'recalled']).optional(),
  evidence: z.enum(['official', 'capture', 'secondary']).optional(),
};

/** A day of each year; `end` is the last of its month. */
const dayOfYear = z.string().regex(/^\d{2}-(\d{2}|end)$/);
const nextBusinessDay = z.object({ ...marked, easter_monday: z.boolean().optional() });
const monthlyInstalments = z.object({
  ...marked,
  type: z.literal('monthly'),
  due_day: z.int().min(1).max(28),
  none_up_to: decimalText.optional(),
  return_due: dayOfYear,
  next_business_day: nextBusinessDay,
});
const quarterlyInstalments = z.object({
  ...marked,
  type: z.literal('quarterly'),
  due: z.array(dayOfYear).min(1),
  share: decimalText,
  previous_tax_above: decimalText,
  return_due: dayOfYear,
  next_business_day: nextBusinessDay,
});
const remittances = z.object({
  ...marked,
  recalled_frequencies: z.array(z.enum(REMITTANCE_FREQUENCIES)),
  return_due: dayOfYear,
  next_business_day: nextBusinessDay,
});

/** A year's indexing of claim amounts; "0" where the jurisdiction carries them over unchanged. */
const indexing = z.object({
  ...marked,
  value: decimalText,
  is_all_indexed: z.boolean().optional(),
  basic_apart: z.object({ min: decimalText, max: decimalText, added: decimalText }).optional(),
});

const bracket = z.object({ over: decimalText, rate: decimalText, constant: decimalText });

const basicAmount = z.union([
  decimalText,
  z.object({ ...marked, type: z.literal('flat'), amount: decimalText }),
  z.object({
    ...marked,
    type: z.literal('phase_out'),
    max: decimalText,
    min: decimalText.default('0'),
    phase_out_from: decimalText,
    phase_out_to: decimalText,
    measured_by: z.enum(['A', 'NI']).default('NI'),
  }),
  z.object({ ...marked, type: z.literal('federal') }),
]);

const table = z.object({
  lowest_rate: decimalText,
  brackets: z.array(bracket).min(1),
  basic_personal_amount: basicAmount.optional(),
  supplemental_credit: z.object({ threshold: decimalText, ratio: quotient }).optional(),
  tax_reduction: z
    .object({ basic: decimalText, phase_out_from: decimalText, phase_out_to: decimalText, phase_out_rate: decimalText })
    .optional(),
});

const taxPeriod = z.object({
  ...marked,
  from: date,
  to: date,
  option1: table,
  option2: table.optional(),
  replaces_basic: decimalText.optional(),
  claim_step: decimalText.optional(),
});

const pension = z.object({
  ...marked,
  ympe: decimalText,
  yampe: decimalText,
  basic_exemption: decimalText,
  contribution_rate: decimalText,
  base_rate: decimalText,
  first_additional_rate: decimalText,
  max_contribution: decimalText,
  max_base_contribution: decimalText,
  max_first_additional: decimalText,
  second_additional: z.object({ rate: decimalText, max_contribution: decimalText }),
  stops: z.union([z.string(), z.object({ ...marked, at_age: z.int() })]).optional(),
});

const premium = z.object({ employee_rate: decimalText, max_employee_premium: decimalText });

const fund = z.object({ ...marked, rate: decimalText, max: decimalText });

const province = z.object({
  name: z.string(),
  indexing_rate: indexing.optional(),
  periods: z.array(taxPeriod).min(1),
  labour_sponsored_funds_credit: fund.optional(),
  employment_amount: z.object({ ...marked, amount: decimalText }).optional(),
  surtax: z.object({ ...marked, rows: z.array(z.object({ over: decimalText, rate: decimalText })) }).optional(),
  tax_reduction: z.object({ ...marked, basic: decimalText, per_dependant: decimalText }).optional(),
  health_premium: z
    .object({
      ...marked,
      rows: z.array(z.object({ over: decimalText, base: decimalText, rate: decimalText, cap: decimalText })),
    })
    .optional(),
});

const rateRow = z.object({ up_to: decimalText.optional(), over: decimalText.optional(), rate: decimalText });

const hsfSector = z.object({
  low_rate: decimalText,
  percent_base: decimalText,
  percent_per_million: decimalText,
  high_rate: decimalText,
});

const quebec = z.object({
  income_tax: z.object({
    ...marked,
    brackets: z.array(bracket).min(1),
    basic_personal_amount: decimalText,
    credit_rate: decimalText,
    worker_deduction: z.object({ rate: decimalText, max: decimalText }),
    labour_funds: z.object({ rate: decimalText, annual_purchase_cap: decimalText }),
    indexing_rate: decimalText.optional(),
    lump_sum: z.object({ threshold: decimalText, flat_rate: decimalText }),
  }),
  single_payments: z.object({ ...marked, rows: z.array(rateRow) }).optional(),
  health_services_fund: z
    .object({
      ...marked,
      lower: decimalText,
      upper: decimalText,
      public_sector_rate: decimalText,
      general: hsfSector,
      primary_and_manufacturing: hsfSector,
      remittances,
    })
    .optional(),
  labour_standards: z
    .object({
      ...marked,
      rate: decimalText,
      max_earnings: z.union([decimalText, z.object({ ...marked, value: decimalText })]),
    })
    .optional(),
  wsdrf: z.object({ ...marked, payroll_threshold: decimalText, rate: decimalText }).optional(),
});

const employerHealthTax = z.object({
  ON: z.object({
    ...marked,
    exemption: decimalText,
    exemption_lost_above: decimalText,
    rows: z.array(rateRow),
    instalments: monthlyInstalments,
  }),
  BC: z.object({
    ...marked,
    exempt_up_to: decimalText,
    notch: z.object({ up_to: decimalText, rate: decimalText }),
    full_rate: decimalText,
    instalments: quarterlyInstalments,
  }),
  MB: z.object({
    ...marked,
    exempt_up_to: decimalText,
    notch_up_to: decimalText,
    notch_rate: decimalText,
    full_rate: decimalText,
    instalments: monthlyInstalments,
  }),
  NL: z.object({ ...marked, exempt_up_to: decimalText, rate: decimalText, instalments: monthlyInstalments }),
});

const territorial = z.object({
  ...marked,
  rate: decimalText,
  exemption: z.object({ ...marked, limit: decimalText }).optional(),
});

export const yearFileSchema = z.object({
  format: z.literal('ca-statutory/1'),
  tax_year: z.int().min(2000).max(2199),
  sources: z.record(z.string(), z.object({ title: z.string(), url: z.string().nullable().optional() })),
  editions: z.array(z.object({ source: z.string(), effective: date })).min(1),
  cpp: pension,
  qpp: pension,
  ei: premium.extend({
    ...marked,
    max_insurable_earnings: decimalText,
    employer_multiplier: decimalText,
    quebec: premium.extend(marked),
  }),
  qpip: premium.extend({ ...marked, employer_rate: decimalText, max_employer_premium: decimalText }),
  federal: z.object({
    periods: z.array(taxPeriod).min(1),
    basic_personal_amount: z.object({
      ...marked,
      max: decimalText,
      min: decimalText,
      phase_out_from: decimalText,
      phase_out_to: decimalText,
    }),
    indexing_rate: indexing.optional(),
    canada_employment_amount: z.object({ ...marked, amount: decimalText }),
    labour_sponsored_funds_credit: fund,
    quebec_abatement: z.object({ ...marked, rate: decimalText }),
    outside_canada_surtax: z.object({ ...marked, rate: decimalText }),
    small_bonus_flat_rate: z.object({ ...marked, threshold: decimalText, rate: decimalText, quebec_rate: decimalText }),
    claim_codes: z.object({ ...marked, step: decimalText.optional() }).optional(),
  }),
  provinces: z.record(z.string().regex(/^[A-Z]{2}$/), province),
  quebec,
  employer_health_tax: employerHealthTax.optional(),
  territorial_payroll_tax: z.object({ NT: territorial, NU: territorial }).optional(),
  workers_compensation_max_assessable: z.object({ ...marked, table: z.record(z.string(), decimalText) }).optional(),
  lump_sum_withholding: z
    .object({
      ...marked,
      rows: z.array(rateRow.extend({ quebec_federal: decimalText })),
      non_resident_rate: decimalText,
    })
    .optional(),
});

export type MonthlyInstalmentsFile = z.infer<typeof monthlyInstalments>;
export type QuarterlyInstalmentsFile = z.infer<typeof quarterlyInstalments>;
export type RemittancesFile = z.infer<typeof remittances>;
export type IndexingFile = z.infer<typeof indexing>;
export type YearFile = z.infer<typeof yearFileSchema>;
export type TaxTableFile = z.infer<typeof table>;
export type TaxPeriodFile = z.infer<typeof taxPeriod>;
export type PensionFile = z.infer<typeof pension>;
export type BasicAmountFile = z.infer<typeof basicAmount>;
export type BlockMark = { source?: string[] | undefined; confidence?: 'confirmed' | 'recalled' | undefined };
