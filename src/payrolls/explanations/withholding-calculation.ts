import { z } from 'zod';
import { defineOperation } from '../../kernel/definition/operation.ts';
import { EDITIONS, NoFiguresError } from '../../statutory/editions/index.ts';
import { calculateWithholdings } from '../../statutory/request/calculate.ts';
import { WITHHOLDING_EXAMPLES } from '../../statutory/request/examples.ts';
import { presentWithholdings } from '../../statutory/request/present.ts';
import { type WithholdingInput, withholdingRequest } from '../../statutory/request/request.ts';
import { invalid } from '../../values/problem.ts';

const AMOUNTS: Readonly<Record<string, string>> = {
  cpp: 'Canada Pension Plan, base and first additional contribution',
  cpp2: 'Canada Pension Plan, second additional contribution',
  qpp: 'Québec Pension Plan, base and first additional contribution',
  qpp2: 'Québec Pension Plan, second additional contribution',
  ei: 'Employment insurance',
  qpip: 'Québec parental insurance plan',
  federal_tax: 'Federal income tax on periodic pay',
  federal_tax_on_bonus: 'Federal income tax on non-periodic pay',
  provincial_tax: 'Provincial or territorial income tax on periodic pay',
  provincial_tax_on_bonus: 'Provincial or territorial income tax on non-periodic pay',
  total: 'Total',
};
const amounts = (members: readonly string[]) =>
  z.object(Object.fromEntries(members.map((name) => [name, z.number().meta({ description: AMOUNTS[name] })])));

/** Something about the figures that their reader should know. */
export const statutoryWarningSchema = z.object({
  type: z.string().meta({ description: 'Type of warning' }),
  message: z.string().meta({ description: 'The warning in a sentence' }),
  subject: z.string().meta({ description: 'Subject of the warning' }),
});

/** A figure of a step: a number, or a day, a province or the like. */
const figure = z.union([z.number(), z.string()]);

const inBoth = z.object({
  en: z.string().meta({ description: 'In English' }),
  fr: z.string().meta({ description: 'In French' }),
});

export const stepSchema = z
  .object({
    name: z.string().meta({ description: 'What is calculated' }),
    formula: z.string().meta({ description: 'The formula, with the names of the figures' }),
    value: z.number().meta({ description: 'Result' }),
    figures: z.record(z.string(), figure).meta({ description: 'The figures that it used, by name' }),
    source: z.array(z.string()).optional().meta({ description: 'Sources of the rule and the figures' }),
    paragraph: inBoth.optional().meta({
      description: 'Where in the sources the rule is',
      examples: [{ en: 'T4127, chapter 7, premiums', fr: 'T4127, chapitre 7, cotisations' }],
    }),
    to_reduce: inBoth.optional().meta({ description: 'What would lower the amount, where the source itself says so' }),
  })
  .meta({ id: 'calculation_step', description: 'One step of a calculation, with the figures that it used' });

const CONTRIBUTIONS = ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip'] as const;
const TAXES = ['federal_tax', 'federal_tax_on_bonus', 'provincial_tax', 'provincial_tax_on_bonus'] as const;

const answer = z
  .object({
    object: z.literal('statutory_withholding_calculation').meta({ description: 'Type of the record' }),
    data: z
      .object({
        employee: amounts([...CONTRIBUTIONS, ...TAXES, 'total']).meta({ description: 'Dollars withheld from pay' }),
        employer: amounts([...CONTRIBUTIONS, 'total']).meta({ description: 'Dollars that the employer adds' }),
        gross_pay: z.number().meta({ description: 'Gross pay' }),
        net_pay: z.number().meta({ description: 'Net pay' }),
        edition: z.string().meta({ description: 'First pay date of the figures that were used' }),
        is_pending_tax_rates: z
          .boolean()
          .meta({ description: 'Whether older figures are used because those of that day are not known yet' }),
        explanation: z.array(stepSchema).meta({ description: 'The calculation, step by step' }),
        warnings: z.array(statutoryWarningSchema).meta({ description: 'Warnings about the figures' }),
      })
      .meta({ description: 'What was calculated' }),
  })
  .meta({ id: 'statutory_withholding_calculation', description: 'Statutory withholdings and their explanation' });

const examples = Object.fromEntries(
  Object.entries(WITHHOLDING_EXAMPLES).map(([province, value]) => [
    province,
    { summary: `A pay in ${province}`, value },
  ]),
);

/** Statutory withholdings of figures that the caller brings, with every step. Stores nothing. */
export const calculateStatutoryWithholdings = defineOperation({
  id: 'calculate_statutory_withholdings',
  method: 'POST',
  path: '/calculations/statutory_withholdings',
  auth: 'company',
  tag: 'calculation',
  summary: 'Calculate statutory withholdings of given figures, explained',
  description: 'Uses only the figures in the request, not those of any employee. Stores nothing.',
  body: withholdingRequest,
  answers: { 200: { description: 'The amounts and their explanation', schema: answer } },
  problems: [422],
  storesNothing: true,
  localized: true,
  examples,
  run: async (call) => {
    const data = presentWithholdings(calculated(call.body), call.locale);
    return { status: 200, body: { object: 'statutory_withholding_calculation', data } };
  },
});

const calculated = (input: WithholdingInput) => {
  try {
    return calculateWithholdings(input, { explain: true });
  } catch (error) {
    if (!(error instanceof NoFiguresError)) throw error;
    const first = EDITIONS.first_day;
    throw invalid([
      {
        path: 'pay_date',
        text: {
          en: `must be ${first} or later: there are no statutory figures before`,
          fr: `doit être le ${first} ou plus tard : il n'y a pas de chiffres officiels avant`,
        },
      },
    ]);
  }
};
