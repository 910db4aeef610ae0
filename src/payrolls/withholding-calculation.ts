import { z } from 'zod';
import type { JsonObject } from '../event-store/port.ts';
import type { Operation } from '../kernel/operation.ts';
import { calculateRequest } from '../statutory/calculate.ts';
import { type WithholdingRequest, withholdingRequest } from '../statutory/request.ts';
import { shownAmounts } from './decimals.ts';

const amounts = (members: readonly string[]) => z.object(Object.fromEntries(members.map((name) => [name, z.number()])));

export const stepSchema = z
  .object({
    name: z.string(),
    formula: z.string(),
    value: z.string(),
    figures: z.record(z.string(), z.string()),
    source: z.string().optional(),
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
    warnings: z.array(z.object({ type: z.string(), message: z.string() })),
  }),
});

const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const;

const examples = Object.fromEntries(
  PROVINCES.map((province) => [
    province,
    {
      summary: `A bi-weekly pay in ${province}`,
      value: {
        pay_date: '2026-03-13',
        pay_frequency: 'bi_weekly',
        province_of_employment: province,
        method: 'periodic',
        regular_pay: '2400.00',
      },
    },
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
    const result = calculateRequest(call.body as WithholdingRequest, { explain: true });
    const { employee, employer, gross_pay, net_pay, explanation, ...rest } = result;
    const shown = shownAmounts({ employee, employer, gross_pay, net_pay }) as JsonObject;
    const data = { ...shown, ...rest, explanation };
    return { status: 200, body: { object: 'statutory_withholding_calculation', data } };
  },
};
