import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/operations.ts';
import { registry } from '../../src/registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into a JSON document
type Node = any;
const api: Node = openApiDocument(operations, 'http://127.0.0.1:8080');

const resolved = (node: Node): Node =>
  node?.$ref
    ? resolved(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Node, name: string) => at[name], api),
      )
    : node;

const everyOperation: Node[] = Object.entries<Node>(api.paths).flatMap(([path, item]) =>
  Object.entries<Node>(item).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...operation })),
);

/** Every schema that has members, wherever it is in the document, with its place. */
const withMembers = function* (node: Node, at: string): Iterable<{ at: string; properties: Record<string, Node> }> {
  if (node === null || typeof node !== 'object') return;
  const types = [node.type].flat();
  if (types.includes('object') && node.properties) yield { at, properties: node.properties };
  for (const [name, inner] of Object.entries<Node>(node))
    if (name !== 'examples' && name !== 'example') yield* withMembers(inner, `${at}/${name}`);
};

/** Whether a value can be seen: by an example, or because the schema names every value there is. */
const hasExample = (raw: Node): boolean => {
  const schema = resolved(raw);
  if (schema.examples || schema.enum || 'const' in schema || 'default' in schema) return true;
  if (schema.type === 'boolean' || schema.type === 'null' || schema.type === 'object') return true;
  if (schema.type === 'array') return hasExample(schema.items ?? {});
  return (schema.anyOf ?? schema.oneOf ?? []).some(hasExample);
};

test('every member of every schema has a description', () => {
  const all = [...withMembers(api, '')];
  const silent = all.flatMap(({ at, properties }) =>
    Object.entries(properties)
      .filter(([, member]) => !member.description && !resolved(member).description)
      .map(([name]) => `${at}.${name}`),
  );
  expect(silent).toEqual([]);
  expect(all.length).toBeGreaterThan(200);
});

test('every operation, parameter, header, body and component schema has a description', () => {
  const silent: string[] = [];
  const look = (at: string, node: Node) => {
    if (!resolved(node).description) silent.push(at);
  };
  for (const operation of everyOperation) {
    look(operation.at, operation);
    for (const parameter of operation.parameters) look(`${operation.at} ${resolved(parameter).name}`, parameter);
    if (operation.requestBody) look(`${operation.at} body`, operation.requestBody);
    for (const [status, answer] of Object.entries<Node>(operation.responses)) {
      look(`${operation.at} ${status}`, answer);
      for (const [name, header] of Object.entries<Node>(answer.headers ?? {})) look(`${operation.at} ${name}`, header);
    }
  }
  for (const [name, schema] of Object.entries(api.components.schemas)) look(name, schema);
  expect(silent).toEqual([]);
});

test('sentences that are made from the names of records have the article of the name', () => {
  const sentences: string[] = [];
  const look = (node: Node): void => {
    if (node === null || typeof node !== 'object') return;
    for (const name of ['summary', 'description']) if (typeof node[name] === 'string') sentences.push(node[name]);
    for (const inner of Object.values<Node>(node)) look(inner);
  };
  look(api);
  // A name of a record begins with a vowel that is spoken as one, but for these.
  const wrong = sentences.filter((text) => /\ba (?!one|un[ei]|us)[aeiou]/.test(text));
  expect([...new Set(wrong)]).toEqual([]);
  expect(sentences.length).toBeGreaterThan(2_000);
});

test('every request body and parameter has an example, and so has every member of a body', () => {
  const bare: string[] = [];
  const seen = new Set<string>();
  const look = (raw: Node, at: string): void => {
    if (raw === null || typeof raw !== 'object') return;
    if (raw.$ref) {
      if (seen.has(raw.$ref)) return;
      seen.add(raw.$ref);
    }
    const schema = resolved(raw);
    const members = [schema.type].flat().includes('object') ? schema.properties : undefined;
    for (const [name, member] of Object.entries<Node>(members ?? {})) {
      if (!hasExample(member)) bare.push(`${at}.${name}`);
      look(member, `${at}.${name}`);
    }
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat()) look(part, at);
  };
  for (const operation of everyOperation) {
    const body = operation.requestBody?.content['application/json'];
    if (body && Object.keys(body.examples ?? {}).length === 0) bare.push(`${operation.at} body`);
    if (body) look(body.schema, operation.at);
    for (const parameter of operation.parameters) {
      const { name, schema } = resolved(parameter);
      if (!hasExample(schema)) bare.push(`${operation.at} ${name}`);
    }
  }
  expect(bare).toEqual([]);
});

test('every successful answer with a body has a schema with its members', () => {
  const bare = everyOperation.flatMap(({ at, responses }) =>
    Object.entries<Node>(responses)
      .filter(([status, { content }]) => Number(status) < 300 && content)
      .filter(([, { content }]) => content['application/json'] !== undefined)
      .filter(([, { content }]) => !resolved(content['application/json'].schema).properties)
      .map(([status]) => `${at} ${status}`),
  );
  expect(bare).toEqual([]);
  expect(api.paths['/allowances/bulk/create'].post.responses[202].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/async_task',
  });
  const payees =
    api.paths['/work_assignments/bulk/create/scope'].post.responses[200].content['application/json'].schema;
  expect(payees.properties.data.items.anyOf).toEqual([
    { $ref: '#/components/schemas/employee' },
    { $ref: '#/components/schemas/contractor' },
  ]);
});

test('every example of a field is a value that the field accepts', () => {
  const wrong = registry.all.flatMap(({ object, fields }) =>
    Object.entries(fields)
      .filter(
        ([, { example, write, answer }]) =>
          example !== undefined && !(write?.schema ?? answer).safeParse(example).success,
      )
      .map(([name, { example }]) => `${object}.${name}: ${JSON.stringify(example)}`),
  );
  expect(wrong).toEqual([]);
});

test('rules about the years of a date are published as a pattern', () => {
  const yearsOf = (pattern: string): string[] =>
    ['1899', '1900', '1999', '2000', '2019', '2020', '2031', '2199', '2200'].filter((year) =>
      new RegExp(pattern).test(`${year}-06-30`),
    );
  const { schema } = api.paths['/calculations/statutory_withholdings'].post.requestBody.content['application/json'];
  const { pay_date, birth_date } = resolved(schema).properties;
  expect(yearsOf(pay_date.pattern)).toEqual(['2020', '2031', '2199']);
  const born = birth_date.pattern ?? birth_date.anyOf.find(({ pattern }: Node) => pattern).pattern;
  expect(yearsOf(born)).toEqual(['1900', '1999', '2000', '2019', '2020', '2031', '2199']);
  // What no pattern can say is said in words.
  expect(pay_date.description).toContain('2020-01-01 or later');
});

test('each call to a webhook is described, with its headers and body', () => {
  const calls = Object.entries<Node>(api.webhooks);
  expect(calls.map(([event]) => event)).toEqual(expect.arrayContaining(['payroll_approved', 'resource_updated']));
  for (const [event, { post }] of calls) {
    const { schema, examples } = post.requestBody.content['application/json'];
    expect(resolved(schema).properties.event.const).toBe(event);
    expect(examples.example.value).toMatchObject({
      event,
      resource: { id: expect.stringMatching(/^([a-z]+_01|xero$)/) },
    });
    expect(post.parameters.map(({ name }: Node) => name)).toContain('Webhook-Signature');
  }
});

test('each problem has a code, a sentence and an example', () => {
  for (const [code, { description, content }] of Object.entries<Node>(api.components.responses)) {
    expect(description.startsWith(`\`${code}\`: `), code).toBe(true);
    const form = code === 'not_valid' ? /^The request is not valid\. [a-z_]+: \S/ : /\.$/;
    expect(content['application/json'].examples.example.value.message, code).toMatch(form);
  }
});

test('deprecated schemas and members are marked as deprecated', () => {
  expect(api.components.schemas.employee_benefit_create_deprecated.deprecated).toBe(true);
  expect(api.components.schemas.employee_benefit_data.properties.percent.deprecated).toBe(true);
});

test('every answer with the status of a problem can be read as JSON, also where it can be a file', () => {
  const silent = everyOperation.flatMap(({ at, responses }) =>
    Object.entries<Node>(responses)
      .filter(([status, answer]) => Number(status) >= 400 && !resolved(answer).content?.['application/json'])
      .map(([status]) => `${at} ${status}`),
  );
  expect(silent).toEqual([]);
});

test('every array of a query says how many values it takes: fewer than are read of one', () => {
  const arrays = everyOperation.flatMap(({ at, parameters = [] }) =>
    parameters
      .map(resolved)
      .filter((parameter: Node) => parameter.in === 'query' && resolved(parameter.schema).type === 'array')
      .map((parameter: Node) => [`${at} ${parameter.name}`, resolved(parameter.schema).maxItems]),
  );
  expect(arrays.length).toBeGreaterThan(20);
  expect(arrays.filter(([, most]: [string, number | undefined]) => !(most !== undefined && most <= 100))).toEqual([]);
});
