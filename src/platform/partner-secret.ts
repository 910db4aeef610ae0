import { z } from 'zod';
import { embeddedListSchema, instantSchema } from '../kernel/definition/envelopes.ts';
import { defineOperation, type Operation } from '../kernel/definition/operation.ts';
import type { PartnerSecret } from '../kernel/definition/services.ts';
import { objectOf, textIf } from '../values/json.ts';
import { notFound, type Problem, refused } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { MOST_SECRETS, SecretRefused } from './credentials.ts';

/** Rotating the secret of a partner without a moment in which none is valid. */

const DAY_minutes = 24 * 60;
/** The longest time for which a secret that was replaced stays valid. */
export const MOST_OVERLAP_minutes = 30 * DAY_minutes;

const secretId = z.string().meta({ description: 'Id of the secret', examples: ['psec_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] });

const secretSchema = z
  .object({
    id: secretId,
    object: z.literal('partner_secret').meta({ description: 'Type of the record' }),
    data: z
      .object({
        secret: z.string().nullable().meta({ description: 'The secret itself, only in the answer that issues it' }),
        created_at: instantSchema().meta({ description: 'When it was issued' }),
        last_used_at: instantSchema().nullable().meta({ description: 'To the minute; null when never used' }),
        expires_at: instantSchema()
          .nullable()
          .meta({ description: 'When it expires; set once another secret has replaced it' }),
      })
      .meta({ description: 'Its data' }),
    links: z
      .object({ self: z.string().meta({ description: 'The list that it belongs to' }) })
      .meta({ description: 'Links' }),
  })
  .meta({ id: 'partner_secret', description: 'A secret that a partner calls with.' });

const PATH = '/partner/secrets';

const shown = ({ id, created_at, last_used_at, expires_at }: PartnerSecret, secret: string | null = null) => ({
  id,
  object: 'partner_secret',
  data: { secret, created_at, last_used_at, expires_at },
  links: { self: PATH },
});

const REFUSALS: Record<'too_many' | 'last', Text> = {
  too_many: {
    en: `${MOST_SECRETS} secrets are valid already. Revoke one of them, or wait until the replaced one ends, before another is issued.`,
    fr: `${MOST_SECRETS} secrets sont déjà valides. Révoquez-en un, ou attendez la fin de celui qui est remplacé, avant d'en émettre un autre.`,
  },
  last: {
    en: 'It is the only secret that stays valid. Issue another one before it is revoked.',
    fr: "C'est le seul secret qui reste valide. Émettez-en un autre avant de le révoquer.",
  },
};

const problemOf = (error: unknown): unknown => {
  if (!(error instanceof SecretRefused)) return error;
  return error.reason === 'unknown' ? notFound('partner_secret') : (refused(REFUSALS[error.reason]) satisfies Problem);
};

const failing = (error: unknown): never => {
  throw problemOf(error);
};

const listSecrets: Operation = {
  id: 'list_partner_secrets',
  method: 'GET',
  path: PATH,
  auth: 'partner',
  tag: 'partner',
  summary: 'List the valid secrets of the partner',
  description: 'Each with the time of its last use, and without its value.',
  answers: {
    200: { description: 'The secrets, oldest first, without their values', schema: embeddedListSchema(secretSchema) },
  },
  run: async ({ services, tenant }) => {
    const secrets = await services.credentials.listSecrets(tenant.partner_id);
    return { status: 200, body: { object: 'list', data: secrets.map((secret) => shown(secret)) } };
  },
};

const issueSecret = defineOperation({
  id: 'create_partner_secret',
  method: 'POST',
  path: PATH,
  auth: 'partner',
  tag: 'partner',
  summary: 'Issue another secret and let the present one expire',
  description: `The present secret stays valid for \`overlap_minutes\`, so that you can give every caller the new one in that time. At most ${MOST_SECRETS} are valid at a time.`,
  body: z
    .strictObject({
      overlap_minutes: z.int().min(0).max(MOST_OVERLAP_minutes).default(DAY_minutes).meta({
        description: 'Minutes for which the present secret stays valid; default one day',
      }),
    })
    .meta({ id: 'partner_secret_create', description: 'What happens to the present secret' }),
  answers: { 201: { description: 'The new secret', schema: secretSchema } },
  problems: [400],
  examples: { day: { summary: 'The present secret expires after a day', value: { overlap_minutes: DAY_minutes } } },
  standsWhile: ({ data }) => textIf(objectOf(data).secret),
  run: async ({ tenant, origin, services, body: { overlap_minutes } }) => {
    const { partner_id } = tenant;
    const issued = await services.credentials.issueSecret({ partner_id, overlap_minutes, origin }).catch(failing);
    const { id, secret, created_at } = issued;
    return { status: 201, body: shown({ id, created_at, last_used_at: null, expires_at: null }, secret) };
  },
});

const revokeSecret: Operation = {
  id: 'delete_partner_secret',
  method: 'DELETE',
  path: `${PATH}/{partner_secret}`,
  auth: 'partner',
  tag: 'partner',
  summary: 'Revoke a secret at once',
  params: { partner_secret: secretId },
  description: 'Calls with it are refused from now on. The only secret that stays valid cannot be revoked.',
  answers: { 204: { description: 'Revoked, in all processes' } },
  problems: [400, 404],
  run: async ({ services, tenant, params, origin }) => {
    const { partner_id } = tenant;
    await services.credentials.revokeSecret({ partner_id, id: params.partner_secret!, origin }).catch(failing);
    return { status: 204 };
  },
};

export const partnerSecretOperations: readonly Operation[] = [listSecrets, issueSecret, revokeSecret];
