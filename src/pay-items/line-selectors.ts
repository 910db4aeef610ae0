import { z } from 'zod';
import type { RecurringKind } from '../calculation/model/families.ts';
import { catalogueOf, subtypeProblem } from '../catalogues/catalogues.ts';
import { type Field, settings } from '../kernel/definition/fields.ts';
import { ALSO, refine } from '../kernel/definition/schemas.ts';

const KIND = 'The kind of line item';
const SUBTYPE = 'Only this type; null or absent for all of the kind';
const MAX_SELECTORS = 100;

/** All line items of a kind, or those of one type of it. */
export type ChosenLines = { type: string; subtype?: string | null };

/**
 * A member that names line items of a stub: all of a kind, or one type of it.
 *
 * @param kinds that may be named
 * @param what they are, for the reference, with a type as an example
 */
export const lineSelectors = (
  kinds: readonly [RecurringKind, ...RecurringKind[]],
  what: string,
  example: string,
): Field<ChosenLines[], 'self'> => {
  const selector = z
    .strictObject({
      type: z.enum(kinds).meta({ description: KIND }),
      subtype: z
        .string()
        .nullable()
        .optional()
        .meta({ description: SUBTYPE, examples: [example] }),
    })
    .superRefine(({ type, subtype }, ctx) => {
      const problem = subtype === null || subtype === undefined ? undefined : subtypeProblem(type, subtype);
      if (problem) ctx.addIssue({ code: 'custom', path: ['subtype'], ...refine(problem) });
    })
    .meta({
      description: what,
      [ALSO]: {
        anyOf: kinds.map((type) => ({
          properties: { type: { const: type }, subtype: { enum: [...catalogueOf(type).values, null] } },
        })),
      },
    });
  const answer = z
    .object({
      type: z.string().meta({ description: KIND }),
      subtype: z.string().nullable().optional().meta({ description: SUBTYPE }),
    })
    .meta({ description: what });
  const storedAs = z.array(z.strictObject({ type: z.string(), subtype: z.string().nullable().optional() }));
  return settings<ChosenLines[]>(z.array(selector).max(MAX_SELECTORS), {
    initial: [],
    answer: z.array(answer),
    storedAs,
  });
};
