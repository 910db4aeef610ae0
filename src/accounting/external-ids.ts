import { z } from 'zod';
import { type Field, settings } from '../kernel/definition/fields.ts';
import type { State } from '../kernel/definition/resource.ts';
import { textSchema } from '../kernel/definition/schemas.ts';
import { type JsonObject, mapValues, objectOf } from '../values/json.ts';

const ID = 'Its id at the provider; null when it is not there';
const TYPE = 'Type of the dimension there';

const given = (description: string) => textSchema({ max: 255 }).nullable().optional().meta({ description });

type ExternalMembers = Readonly<Record<'xero' | 'quickbooks', readonly ('id' | 'type')[]>>;

const blankIds = (members: ExternalMembers): Record<string, JsonObject> =>
  mapValues(members, (names) => Object.fromEntries(names.map((member) => [member, null])));

/** A record with what its change leaves out of `integrations`, as it was before: the other provider's id stays. */
export const completeIds = <S extends State>(
  candidate: S,
  previous: State | undefined,
  members: ExternalMembers,
): S => {
  const { integrations } = candidate;
  if (integrations === previous?.integrations) return candidate;
  const [sent, before] = [objectOf(integrations), objectOf(previous?.integrations)];
  return {
    ...candidate,
    integrations: mapValues(blankIds(members), (blank, provider) => ({
      ...blank,
      ...objectOf(before[provider]),
      ...objectOf(sent[provider]),
    })),
  };
};

/**
 * Where a record is in accounting providers: `integrations`. A record that is made has null for members left out; a
 * change leaves them as they are (`completeIds`).
 *
 * @param members of each provider, e.g. `{ xero: ['id', 'type'] }`
 */
export const externalIds = (name: string, members: ExternalMembers): Field<JsonObject, 'self'> => {
  const about = (member: string) => (member === 'id' ? ID : TYPE);
  const blank = blankIds(members);
  const write = Object.entries(members).map(([provider, names]) => [
    provider,
    z
      .strictObject(Object.fromEntries(names.map((member) => [member, given(about(member))])))
      .optional()
      .meta({ description: `In ${provider === 'xero' ? 'Xero' : 'QuickBooks'}` }),
  ]);
  const shown = Object.entries(members).map(([provider, names]) => [
    provider,
    z
      .object(
        Object.fromEntries(
          names.map((member) => [
            member,
            z
              .string()
              .nullable()
              .meta({ description: about(member) }),
          ]),
        ),
      )
      .meta({ description: `In ${provider === 'xero' ? 'Xero' : 'QuickBooks'}` }),
  ]);
  const stored = Object.entries(members).map(([provider, names]) => [
    provider,
    z.strictObject(Object.fromEntries(names.map((member) => [member, z.string().nullable().optional()]))).optional(),
  ]);
  return settings<JsonObject>(
    z.strictObject(Object.fromEntries(write)).meta({
      id: `${name}_integrations_given`,
      description: 'The dimension at accounting providers that it corresponds to',
    }),
    {
      initial: blank,
      answer: z.object(Object.fromEntries(shown)).meta({
        id: `${name}_integrations`,
        description: 'The dimension at accounting providers that it corresponds to',
      }),
      storedAs: z.strictObject(Object.fromEntries(stored)),
    },
  );
};
