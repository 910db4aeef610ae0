import { PROBLEM_PAGES } from '../../docs/problems.ts';
import { kindOfStatus } from '../../values/problem.ts';
import type { Node } from './components.ts';

/** Components that all operations share: headers, parameters, problems, credentials. */

export const securitySchemes: Node = {
  partner_secret: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret of a partner: creates companies, issues and revokes their access tokens.',
  },
  access_token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of one company, valid for 60 minutes, for all calls on behalf of that company.',
  },
  component_token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token with purpose `component`, for a page in a browser: it can read, and change line items.',
  },
};

const message: Node = { type: 'string', description: 'What is wrong, and what is expected' };
const errors: Node = {
  type: 'object',
  description: 'Errors by member: its path in dot notation (`data.amount`), or `body` for the body as a whole.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

export const problemSchemas: Record<string, Node> = {
  problem: {
    type: 'object',
    description: 'Why the request was refused, in the language of Accept-Language.',
    properties: { message },
    required: ['message'],
  },
  validation_problem: {
    type: 'object',
    description: 'What is wrong with a request, member by member.',
    properties: {
      message,
      errors,
    },
    required: ['message', 'errors'],
  },
  problem_details: {
    type: 'object',
    description: 'The same error as RFC 9457 problem details.',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'Type of problem: the address of the page that explains it',
      },
      title: { type: 'string', description: 'Title of the type' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status' },
      detail: { type: 'string', description: 'What is wrong, and what is expected' },
      instance: { type: 'string', description: 'The id of the request' },
      message,
      errors,
    },
    required: ['type', 'title', 'status', 'detail', 'message'],
  },
};

const header = (description: string, schema: Node = { type: 'string' }): Node => ({ description, schema });
const count: Node = { type: 'integer', minimum: 0 };

export const headers: Record<string, Node> = {
  'X-Request-Id': header('Id of the request; quote it in support requests', { type: 'string', format: 'uuid' }),
  'X-RateLimit-Limit': header('Requests allowed in a window, of the limit closest to being reached', count),
  'X-RateLimit-Remaining': header('Requests left in the window', count),
  'X-RateLimit-Reset': header('When the window ends, in Unix seconds', count),
  'Retry-After': header('Seconds to wait before retrying', count),
  Link: header('The page that explains the kind of problem, as `rel="help"`'),
  ETag: header('Version of the record, for If-Match'),
  'Preference-Applied': header('Preferences of the Prefer header that were applied'),
  Deprecation: header('Date since which the form used is deprecated (RFC 9745)'),
  'X-Idempotency-Replayed': header('true when this is the stored answer of an earlier request with the same key'),
};

const headerParameter = (name: string, description: string, schema: Node = { type: 'string' }): Node => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

export const parameters: Record<string, Node> = {
  'Accept-Language': headerParameter('Accept-Language', 'Language of messages and labels: en (default) or fr.', {
    type: 'string',
    examples: ['fr-CA, en;q=0.5'],
  }),
  'X-Idempotency-Key': headerParameter(
    'X-Idempotency-Key',
    'A request repeated with the same key within 24 hours returns the first answer and changes nothing.',
    { type: 'string', minLength: 1, maxLength: 255, examples: ['hire-47'] },
  ),
  'If-Match': headerParameter('If-Match', 'The ETag that the record must still have; otherwise the answer is 409.', {
    type: 'string',
    examples: ['"3"'],
  }),
  Prefer: headerParameter(
    'Prefer',
    "Preferences, separated by commas: deprecate_sync_bulk, deprecate_flat_bulk_shape, deprecate_benefit_percent, each =true or =false. Without it the partner's default applies, which is true for new partners.",
    { type: 'string', examples: ['deprecate_sync_bulk=true'] },
  ),
};

/** A reference to a component of the document. */
export const ref = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): Node => ({
  $ref: `#/components/${kind}/${name}`,
});

/** References to some headers, by name. */
export const headerRefs = (...names: readonly string[]): Node =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

const PROBLEMS: Record<number, { name: string; description: string; headers?: readonly string[] }> = {
  400: {
    name: 'refused',
    description: 'The request is valid, but the present state does not allow it; the message says why.',
  },
  401: { name: 'unauthorized', description: 'The credential is missing, unknown, expired or revoked.' },
  403: { name: 'forbidden', description: 'This operation takes the other kind of credential.' },
  404: { name: 'not_found', description: 'There is no such record, or it belongs to someone else.' },
  406: {
    name: 'not_acceptable',
    description: 'Accept names none of the available media types; the message lists them.',
  },
  409: {
    name: 'conflict',
    description:
      'The record no longer has the version in If-Match, or the first request with this key is still running.',
    headers: ['Retry-After'],
  },
  413: {
    name: 'too_large',
    description: 'The body is larger than 1 MiB, or the file is larger than the operation accepts.',
  },
  415: { name: 'unsupported_type', description: 'The operation does not accept the media type of the body.' },
  422: { name: 'not_valid', description: 'Members or parameters are malformed or not allowed; each is named.' },
  429: {
    name: 'too_many_requests',
    description: 'The rate limit is reached; nothing was processed.',
    headers: ['Retry-After', 'X-RateLimit-Reset'],
  },
  500: { name: 'failed', description: 'Unexpected failure on our side.' },
  503: {
    name: 'not_available',
    description:
      'The service cannot reach its store, is starting, or has not done in time what was asked for. The message says whether the change may have been made.',
    headers: ['Retry-After'],
  },
};

/** An example answer: that of the page about this kind of problem. */
const exampleOf = (status: number): object | undefined => {
  const kind = kindOfStatus(status);
  return kind && PROBLEM_PAGES[kind].example.en;
};

/** What a problem of a status holds, by media type. */
export const problemContent = (status: number): Node => ({
  'application/json': {
    schema: ref('schemas', status === 422 ? 'validation_problem' : 'problem'),
    examples: { example: { summary: PROBLEMS[status]?.description, value: exampleOf(status) } },
  },
  'application/problem+json': { schema: ref('schemas', 'problem_details') },
});

/** The responses of problem statuses, shared by all operations; only of statuses that an operation has. */
export const problemResponses = (used = new Set(Object.keys(PROBLEMS).map(Number))): Record<string, Node> =>
  Object.fromEntries(
    Object.entries(PROBLEMS)
      .filter(([status]) => used.has(Number(status)))
      .map(([status, { name, description, headers: more = [] }]) => [
        name,
        {
          description: `\`${name}\`: ${description}`,
          headers: headerRefs('X-Request-Id', 'Link', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', ...more),
          content: problemContent(Number(status)),
        },
      ]),
  );

/** The reference to a problem's response. @throws when no problem has the status */
export const problemRef = (status: number): Node => {
  const problem = PROBLEMS[status];
  if (!problem) throw new Error(`no problem has status ${status}`);
  return ref('responses', problem.name);
};
