import { z } from 'zod';
import type { TagAssignment } from '../calculation/model/types.ts';
import type { Field } from '../kernel/definition/fields.ts';
import type { State } from '../kernel/definition/resource.ts';
import { ALSO, decimalSchema, idSchema, refine } from '../kernel/definition/schemas.ts';
import { tagAssignmentSchema } from '../payrolls/events/pay-stub.ts';
import { isObject, type Json, objectsOf, textOf } from '../values/json.ts';
import { sum, toNumber } from '../values/money.ts';

type Unit = 'percentage' | 'amount' | 'hours';

const over100 = refine({
  en: 'must add up to at most 100 percent',
  fr: 'doit totaliser au plus 100 pour cent',
});

const ABOUT = 'Tag allocation of the amount; the unallocated rest follows the default';
const UNIT = 'Unit of the values';
const LOCKED = 'Whether pages for payees cannot change it';
const ALLOCATIONS = 'The shares';
const TAGS = 'Tags that the share is allocated to';
const VALUE = 'How much is allocated to them, in the unit';
const MOST = '99999999';

const answerOf = (units: readonly [Unit, ...Unit[]]) =>
  z
    .object({
      unit: z.enum(units).meta({ description: UNIT }),
      is_component_locked: z.boolean().meta({ description: LOCKED }),
      tag_allocations: z
        .array(
          z.object({
            tags: z.array(z.string()).meta({ description: TAGS }),
            value: z.number().meta({ description: VALUE }),
          }),
        )
        .meta({ description: ALLOCATIONS }),
    })
    .meta({ id: `tag_assignment_by_${units.join('_or_')}`, description: ABOUT })
    .nullable();

/** An allocation takes one tag of a group, so none twice. */
const allocations = (max: string) =>
  z
    .array(
      z.strictObject({
        tags: z.array(idSchema('tag')).min(1).max(20).meta({ description: TAGS, uniqueItems: true }),
        value: decimalSchema({ places: 6, min: '0', max }).meta({ description: VALUE }),
      }),
    )
    .max(100)
    .meta({ description: ALLOCATIONS });

/** How unit and values go together, for the reference. */
const wantsOf = (units: readonly Unit[]) => {
  const others = units.filter((unit) => unit !== 'percentage');
  const shares = { tag_allocations: allocations('100') };
  return others.length === 0
    ? { properties: shares }
    : {
        anyOf: [
          { properties: { unit: { const: 'percentage' }, ...shares } },
          { properties: { unit: { enum: others } } },
        ],
      };
};

/**
 * How an amount is spread over tags: carried by work assignments, recurring items and line items. What is not allocated
 * follows the default.
 */
export const tagAssignment = (
  units: readonly [Unit, ...Unit[]],
  member = 'tag_assignment',
): Field<TagAssignment | null, 'self'> => ({
  stored: 'self',
  write: {
    schema: z
      .strictObject({
        unit: z.enum(units).meta({ description: UNIT }),
        is_component_locked: z.boolean().default(false).meta({ description: LOCKED }),
        tag_allocations: allocations(MOST),
      })
      .superRefine(({ unit, tag_allocations }, ctx) => {
        const total = sum(tag_allocations.map(({ value }) => value));
        if (unit === 'percentage' && total.gt(100))
          ctx.addIssue({ code: 'custom', path: ['tag_allocations'], ...over100 });
      })
      .meta({
        id: `tag_assignment_by_${units.join('_or_')}_given`,
        description: ABOUT,
        ...(units.includes('percentage') ? { [ALSO]: wantsOf(units) } : {}),
      }),
    nullable: true,
    initial: null,
  },
  about: ABOUT,
  storedAs: tagAssignmentSchema,
  answer: answerOf(units),
  onlyExpanded: true,
  show: (state) => shownTags(state[member] ?? null),
});

/** The assignment that counts where several could: shown, never written. */
export const effectiveTagAssignment = (
  units: readonly [Unit, ...Unit[]],
  of: (state: State) => Json,
): Field<never, 'none'> => ({
  stored: 'none',
  answer: answerOf(units),
  onlyExpanded: true,
  show: (state) => shownTags(of(state)),
});

const shownTags = (value: Json): Json => {
  if (!isObject(value)) return null;
  const { tag_allocations, ...rest } = value;
  const shown = objectsOf(tag_allocations).map(({ tags, value }) => ({
    tags: tags ?? [],
    value: toNumber(textOf(value)),
  }));
  return { ...rest, tag_allocations: shown };
};
