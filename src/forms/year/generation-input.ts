import { z } from 'zod';

/** What forms of a year are made for. */
export const inputSchema = z.strictObject({
  form_type: z.enum(['t4', 't4a', 'rl1']),
  effective_date: z.string(),
  tax_year: z.int(),
  form_batch_id: z.string().nullable(),
  business_entity_id: z.string().nullable(),
  stage: z.enum(['original', 'amendment', 'cancellation']),
  /**
   * Payees were named: a cancellation takes their slips back even where payroll still has figures for them, and a
   * problem says where there is nothing to do for one of them.
   */
  named: z.boolean().default(false),
  province: z.string().nullable(),
  /** Values of every form, where payroll gives none: settings, nothing personal. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type GenerationInput = z.output<typeof inputSchema>;
