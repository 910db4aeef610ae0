import { isForComponents } from '../../kernel/calls/operations.ts';
import { envelopeSchema } from '../../kernel/definition/envelopes.ts';
import {
  type FileType,
  MEDIA_TYPES,
  type Operation,
  type Preferences,
  type Upload,
} from '../../kernel/definition/operation.ts';
import { wordsOf } from '../../values/text.ts';
import { type Components, makeComponents, type Node } from './components.ts';
import {
  headerRefs,
  headers,
  parameters,
  problemContent,
  problemRef,
  problemResponses,
  problemSchemas,
  ref,
  securitySchemes,
} from './conventions.ts';
import { webhookCalls } from './webhooks.ts';

/**
 * The reference of the interface (OpenAPI 3.1), made from the mounted operations. The same schemas check requests and
 * the same lists decide statuses, so the reference cannot differ from the service.
 */
export const VERSION = '1.0.0';

const DESCRIPTION = [
  'Payroll for Canadian employers. Every change is an event, appended once and never altered; what is read is built from events.',
  'JSON in and out. Amounts come in as numbers or numeric strings and go out as numbers; timestamps are ISO 8601 UTC with six fractional digits, dates YYYY-MM-DD. PUT is a partial update. Any 2xx is success.',
].join('\n\n');

const FLAGS = [true, false];
const EVERY_PREFERENCE: readonly Preferences[] = FLAGS.flatMap((deprecate_sync_bulk) =>
  FLAGS.flatMap((deprecate_flat_bulk_shape) =>
    FLAGS.map((deprecate_benefit_percent) => ({
      deprecate_sync_bulk,
      deprecate_flat_bulk_shape,
      deprecate_benefit_percent,
    })),
  ),
);

/** The body of an operation; when preferences change it, all shapes that it can have. */
const bodySchema = (operation: Operation, components: Components): Node | undefined => {
  const { body, shownBody } = operation;
  if (shownBody) return components.schema(shownBody, 'input');
  if (body === undefined) return undefined;
  if (typeof body !== 'function') return components.schema(body, 'input');
  const shapes = new Map<string, Node>();
  for (const preferences of EVERY_PREFERENCE) {
    const shape = components.schema(body(preferences), 'input');
    shapes.set(JSON.stringify(shape), shape);
  }
  const all = [...shapes.values()];
  return all.length === 1 ? all[0] : { anyOf: all };
};

const pathParameters = ({ path, params = {} }: Operation, components: Components): Node[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: params[name!]?.description ?? `Id of the ${wordsOf(name!)}`,
    schema: params[name!] ? components.schema(params[name!]!, 'input') : components.idOf(name!),
  }));

const queryParameters = (operation: Operation, components: Components): Node[] =>
  Object.entries(operation.query ?? {}).map(([name, { schema, form = 'value', describe, required = false }]) => ({
    name,
    in: 'query',
    required,
    ...(describe === undefined ? {} : { description: describe }),
    ...(form === 'array' ? { style: 'form', explode: false } : {}),
    ...(form === 'date' ? { style: 'deepObject', explode: true } : {}),
    schema: components.schema(schema, 'input'),
  }));

const isWrite = ({ method }: Operation): boolean => method !== 'GET';
const changesOne = ({ method, path, resource, takesIfMatch }: Operation): boolean =>
  takesIfMatch ?? (resource !== undefined && (method === 'PUT' || method === 'DELETE') && path.endsWith('}'));

const headerParameters = (operation: Operation): Node[] => [
  ref('parameters', 'Accept-Language'),
  ...(operation.prefers?.length ? [ref('parameters', 'Prefer')] : []),
  ...(isWrite(operation) ? [ref('parameters', 'X-Idempotency-Key')] : []),
  ...(changesOne(operation) ? [ref('parameters', 'If-Match')] : []),
];

const TEXTS: readonly FileType[] = ['csv', 'xml'];

const fileContent = (files: readonly FileType[] = []): Node =>
  Object.fromEntries(
    files.map((type) => [
      MEDIA_TYPES[type],
      { schema: TEXTS.includes(type) ? { type: 'string' } : { type: 'string', format: 'binary' } },
    ]),
  );

/** Problem statuses of an operation. */
const problemsOf = (operation: Operation): number[] => {
  const problems = new Set([
    ...(operation.auth === 'public' ? [] : [401, 403]),
    422,
    429,
    500,
    503,
    ...(operation.problems ?? []),
  ]);
  if (operation.path.includes('{')) problems.add(404);
  // More records than may be embedded, or than may be on a page together.
  if (operation.query?.expand || operation.query?.per_page) problems.add(400);
  if (Object.values(operation.answers).some(({ files }) => files?.length)) problems.add(406);
  if (isWrite(operation)) for (const status of [409, 413, 415]) problems.add(status);
  return [...problems].sort((a, b) => a - b);
};

const answers = (operation: Operation, components: Components): Node => {
  const { resource, prefers } = operation;
  const answers = Object.entries(operation.answers).map(([status, { description, schema, files, retryAfter }]) => {
    const isRecord = schema !== undefined && resource !== undefined && schema === envelopeSchema(resource);
    const names = [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      ...(isRecord ? ['ETag'] : []),
      ...(retryAfter ? ['Retry-After'] : []),
      ...(prefers?.length ? ['Preference-Applied', 'Deprecation'] : []),
      ...(isWrite(operation) ? ['X-Idempotency-Replayed'] : []),
    ];
    const json = schema && { 'application/json': { schema: components.schema(schema, 'output') } };
    const page = operation.page && { 'text/html': { schema: { type: 'string' } } };
    // Where an answer has the status of a problem, the caller's Accept says which of the two it is.
    const problem = Number(status) < 400 ? {} : problemContent(Number(status));
    const content = { ...json, ...fileContent(files), ...page, ...problem };
    const shown = Object.keys(content).length > 0 ? { content } : {};
    return [status, { description, headers: headerRefs(...names), ...shown }];
  });
  const problems = problemsOf(operation).filter((status) => !(status in operation.answers));
  return {
    ...Object.fromEntries(answers),
    ...Object.fromEntries(problems.map((status) => [status, problemRef(status)])),
  };
};

const security = (operation: Operation): Node[] => {
  const { auth } = operation;
  // It is called without a credential.
  if (auth === 'public') return [{}];
  return [
    ...(auth === 'company' ? [] : [{ partner_secret: [] }]),
    ...(auth === 'partner' ? [] : [{ access_token: [] }]),
    ...(isForComponents(operation) ? [{ component_token: [] }] : []),
  ];
};

/** A file by itself, and as a part of a form. */
const uploadContent = ({ types, member, description, example }: Upload): Node => ({
  ...Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', description }, ...(example === undefined ? {} : { example }) },
    ]),
  ),
  'multipart/form-data': {
    schema: {
      type: 'object',
      description: 'A form with the file',
      properties: { [member]: { type: 'string', contentMediaType: types[0], description } },
      required: [member],
    },
    encoding: { [member]: { contentType: types.join(', ') } },
  },
});

const requestContent = (operation: Operation, components: Components): Node | undefined => {
  const schema = bodySchema(operation, components);
  const { upload, examples } = operation;
  if (!schema && !upload) return undefined;
  return {
    ...(schema && {
      'application/json': { schema, ...(examples && { examples: components.example(examples) }) },
    }),
    ...(upload && uploadContent(upload)),
  };
};

const describeOperation = (operation: Operation, components: Components): Node => {
  const content = requestContent(operation, components);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: security(operation),
    parameters: [
      ...pathParameters(operation, components),
      ...queryParameters(operation, components),
      ...headerParameters(operation),
    ],
    ...(content && {
      requestBody: {
        description: operation.method === 'PUT' ? 'The changes' : 'Request body',
        required: !operation.bodyOptional,
        content,
      },
    }),
    responses: answers(operation, components),
  };
};

/** Tags in the order of the operations, each with the purpose of its resource. */
const tagsOf = (operations: readonly Operation[]): Node[] => {
  const tags = new Map<string, string>();
  for (const { tag, resource, summary } of operations)
    if (!tags.has(tag)) tags.set(tag, resource?.object === tag ? resource.purpose : `${summary}.`);
  return [...tags].map(([name, description]) => ({ name, description }));
};

/** The document, always the same for the same operations and address. */
export const openApiDocument = (operations: readonly Operation[], publicUrl: string): Node => {
  const steps = documentSteps(operations, publicUrl);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** The same in steps, an operation each: all of them together take seconds. */
export function* documentSteps(operations: readonly Operation[], publicUrl: string): Generator<undefined, Node> {
  const served = operations.flatMap(({ resource }) => resource ?? []);
  const components = makeComponents(new Map(served.map((definition) => [definition.object, definition])));
  const paths: Record<string, Node> = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = describeOperation(operation, components);
    paths[operation.path] = item;
    yield;
  }
  const webhooks = webhookCalls(components);
  yield;
  return {
    openapi: '3.1.0',
    info: {
      title: 'payroll-ledger',
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: 'payroll-ledger', url: publicUrl },
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(operations),
    paths,
    webhooks,
    components: {
      securitySchemes,
      headers,
      parameters,
      responses: problemResponses(new Set(operations.flatMap(problemsOf))),
      schemas: { ...problemSchemas, ...components.all() },
    },
  };
}
