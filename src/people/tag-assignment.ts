import { z } from 'zod';
import type { Json } from '../event-store/port.ts';
import type { Field } from '../kernel/fields.ts';
import { toNumber } from '../kernel/money.ts';
import { decimalSchema, idSchema, refine } from '../kernel/schemas.ts';

type Unit = 'percentage' | 'amount' | 'hours';

/** Tags are not served yet, so no id names one. */
const unknownTag = refine({ en: 'There is no tag with this id.', fr: 'Aucune étiquette ne porte cet identifiant.' });

/** How an amount is spread over tags: carried by work assignments, recurring items and line items. */
export const tagAssignment = (units: readonly [Unit, ...Unit[]]): Field<Json, 'self'> => ({
  stored: 'self',
  write: {
    schema: z.strictObject({
      unit: z.enum(units),
      is_component_locked: z.boolean().default(false),
      tag_allocations: z
        .array(
          z.strictObject({
            tags: z
              .array(idSchema().refine(() => false, unknownTag))
              .min(1)
              .max(20),
            value: decimalSchema({ places: 6, min: '0', max: '99999999' }),
          }),
        )
        .max(100),
    }),
    nullable: true,
    initial: null,
  },
  answer: z
    .object({
      unit: z.enum(units),
      is_component_locked: z.boolean(),
      tag_allocations: z.array(z.object({ tags: z.array(z.string()), value: z.number() })),
    })
    .nullable(),
  onlyExpanded: true,
  show: (state) => shownTags((state.tag_assignment as Json) ?? null),
});

const shownTags = (value: Json): Json => {
  if (value === null) return null;
  const { tag_allocations, ...rest } = value as { tag_allocations: { tags: string[]; value: string }[] };
  return { ...rest, tag_allocations: tag_allocations.map(({ tags, value }) => ({ tags, value: toNumber(value) })) };
};
