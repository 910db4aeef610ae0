import { z } from 'zod';
import type { Operation } from '../kernel/definition/operation.ts';
import { EDITIONS, NoFiguresError } from '../statutory/editions/index.ts';
import { calculateWithholdings } from '../statutory/request/calculate.ts';
import { WITHHOLDING_EXAMPLES } from '../statutory/request/examples.ts';
import { presentWithholdings } from '../statutory/request/present.ts';
import { type WithholdingInput, withholdingRequest } from '../statutory/request/request.ts';
import { invalid } from '../values/problem.ts';

const amounts = (members: readonly string[]) => z.object(Object.fromEntries(members.map((name) => [name, z.number()])));

/** A figure of a step: a number, or a day, a province or the like. */
const figure = z.union([z.number(), z.string()]);

export const stepSchema = z
  .object({
    name: z.string(),
    formula: z.string(),
    value: z.number(),
    figures: z.record(z.string(), figure),
    source: z.array(z.string()).optional(),
  })
  .meta({ id: 'calculation_step', description: 'How an amount came about: one step, with the figures that it used' });

const CONTRIBUTIONS = ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip'] as const;
const TAXES = ['federal_tax', 'federal_tax_on_bonus', 'provincial_tax', 'provincial_tax_on_bonus'] as const;

const answer = z.object({
  object: z.literal('statutory_withholding_calculation'),
  data: z.object({
    employee: amounts([...CONTRIBUTIONS, ...TAXES, 'total']),
    employer: amounts([...CONTRIBUTIONS, 'total']),
    gross_pay: z.number(),
    net_pay: z.number(),
    edition: z.string().meta({ description: 'First pay date of the figures that were used' }),
    is_pending_tax_rates: z.boolean(),
    explanation: z.array(stepSchema),
    warnings: z.array(z.object({ type: z.string(), message: z.string(), subject: z.string() })),
  }),
});

const examples = Object.fromEntries(
  Object.entries(WITHHOLDING_EXAMPLES).map(([province, value]) => [
    province,
    { summary: `A pay in ${province}`, value },
  ]),
);

/** Statutory withholdings of figures that the caller brings, with every step. Stores nothing. */
export const calculateStatutoryWithholdings: Operation = {
  id: 'calculate_statutory_withholdings',
  method: 'POST',
  path: '/calculations/statutory_withholdings',
  auth: 'company',
  tag: 'calculation',
  summary: 'Calculate statutory withholdings of given figures, explained',
  body: withholdingRequest,
  answers: { 200: { description: 'The amounts and how they came about', schema: answer } },
  problems: [422],
  examples,
  run: async (call) => {
    const data = presentWithholdings(calculated(call.body as WithholdingInput));
    return { status: 200, body: { object: 'statutory_withholding_calculation', data } };
  },
};

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
