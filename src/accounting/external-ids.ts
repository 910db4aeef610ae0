import { z } from 'zod';
import { type Field, settings } from '../kernel/definition/fields.ts';
import { textSchema } from '../kernel/definition/schemas.ts';
import type { JsonObject } from '../values/json.ts';

const ID = 'Its id at the provider; null when it is not there';
const TYPE = 'Type of the dimension there';

const given = (description: string) => textSchema({ max: 255 }).nullable().default(null).meta({ description });

/**
 * Where a record is in accounting providers: `integrations`. Members left out are null.
 *
 * @param members of each provider, e.g. `{ xero: ['id', 'type'] }`
 */
export const externalIds = (
  name: string,
  members: Readonly<Record<'xero' | 'quickbooks', readonly ('id' | 'type')[]>>,
): Field<JsonObject, 'self'> => {
  const about = (member: string) => (member === 'id' ? ID : TYPE);
  const blank = Object.fromEntries(
    Object.entries(members).map(([provider, names]) => [
      provider,
      Object.fromEntries(names.map((member) => [member, null])),
    ]),
  );
  const write = Object.entries(members).map(([provider, names]) => [
    provider,
    z
      .strictObject(Object.fromEntries(names.map((member) => [member, given(about(member))])))
      .default(blank[provider] ?? {})
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
