import { z } from 'zod';
import { instantSchema } from '../kernel/definition/envelopes.ts';
import { presentRows } from '../kernel/definition/lookup.ts';
import { type Call, defineOperation, type Operation } from '../kernel/definition/operation.ts';
import { exampleId, idSchema } from '../kernel/definition/schemas.ts';
import { textIf } from '../values/json.ts';
import { invalid, unknownId } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

const tokenSchema = z
  .object({
    access_token: z.string().meta({ description: 'Returned once; the service stores only its hash' }),
    expires_in: z.int().meta({ description: 'Minutes for which it is valid' }),
    expires_at: instantSchema().meta({ description: 'When it expires' }),
  })
  .meta({ id: 'token', description: 'An access token of a company' });

const companySchema = () => idSchema('company').meta({ description: 'A company of the partner' });

/** A company, which must be the partner's. @throws Problem 422 */
const companyOf = async (
  call: Pick<Call, 'tenant' | 'services'>,
  company_id: string,
): Promise<{ company_id: string; partner_id: string }> => {
  const { partner_id } = call.tenant;
  const found = await presentRows('company', { partner_id }, [company_id], call.services);
  if (!found.has(company_id)) throw invalid([{ path: 'company_id', text: unknownId('company') }]);
  return { company_id, partner_id };
};

/** POST /token: another access token of a company. Those issued before stay valid until they end. */
const createToken = defineOperation({
  id: 'create_token',
  method: 'POST',
  path: '/token',
  auth: 'partner',
  tag: 'token',
  summary: 'Issue an access token of a company',
  description:
    'Valid for 60 minutes. Earlier tokens stay valid. A token with purpose `component` is for a page in a browser: it can read, and change line items of pay stubs. It reveals nothing, and its calls have a separate rate limit.',
  standsWhile: ({ access_token }) => textIf(access_token),
  body: z
    .strictObject({
      company_id: companySchema(),
      purpose: z.enum(['access', 'component']).default('access').meta({
        description: '`component` for a user interface embedded in a page',
      }),
    })
    .meta({ id: 'token_create', description: 'The token to issue' }),
  answers: { 200: { description: 'The token', schema: tokenSchema } },
  examples: {
    token: {
      summary: 'A token of a company',
      value: { company_id: exampleId('company') },
    },
  },
  run: async (call) => {
    const { company_id, purpose } = call.body;
    const company = await companyOf(call, company_id);
    const token = await call.services.credentials.issueToken({ ...company, purpose });
    return { status: 200, body: { ...token } };
  },
});

const REQUIRED: Text = { en: 'is required', fr: 'est obligatoire' };
const TWO: Text = {
  en: 'must be the same in the body and in the query, or be in only one of them',
  fr: 'doit être le même dans le corps et dans la requête, ou ne figurer que dans un seul',
};

/** DELETE /token: revokes every access token of a company at once, on all processes. */
const revokeTokens = defineOperation({
  id: 'revoke_tokens',
  method: 'DELETE',
  path: '/token',
  auth: 'partner',
  tag: 'token',
  summary: 'Revoke every access token of a company',
  description: 'Give the company in the body, or in the query if your client sends no body with DELETE.',
  query: { company_id: { schema: idSchema('company'), describe: 'The company, for requests without a body' } },
  body: z.strictObject({ company_id: companySchema().optional() }),
  shownBody: z
    .strictObject({ company_id: companySchema() })
    .meta({ id: 'token_delete', description: 'Whose tokens to revoke' }),
  examples: { example: { summary: 'All tokens of a company', value: { company_id: exampleId('company') } } },
  bodyOptional: true,
  answers: { 204: { description: 'Revoked' } },
  run: async (call) => {
    const [sent, other] = [call.body?.company_id, call.query.company_id].filter((id) => id !== undefined);
    if (sent === undefined) throw invalid([{ path: 'company_id', text: REQUIRED }]);
    if (other !== undefined && other !== sent) throw invalid([{ path: 'company_id', text: TWO }]);
    const { company_id } = await companyOf(call, sent);
    await call.services.credentials.revokeTokens(company_id);
    return { status: 204 };
  },
});

export const tokenOperations: readonly Operation[] = [createToken, revokeTokens];
