import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import type { Operation } from '../../src/kernel/definition/operation.ts';
import { operations } from '../../src/operations.ts';
import { freshDatabase } from '../support/database.ts';
import { noteOperations, startTestApp } from '../support/http.ts';

const database = await freshDatabase();
const http = await startTestApp(database);
afterAll(async () => {
  await http.close();
  await database.drop();
});

// biome-ignore lint/suspicious/noExplicitAny: the tests look into a JSON document
type Document = any;
const real: Document = openApiDocument(operations, 'http://127.0.0.1:8080');
const made: Document = openApiDocument(noteOperations, 'http://127.0.0.1:8080');

test('the reference is public, and the same every time', async () => {
  const first = await http.call('GET', '/openapi.json');
  expect(first.status).toBe(200);
  expect(first.body.openapi).toBe('3.1.0');
  expect((await http.call('GET', '/openapi.json')).text).toBe(first.text);
  expect(JSON.stringify(openApiDocument(operations, 'http://127.0.0.1:8080'))).toBe(JSON.stringify(real));
});

test('the references of two services in one process differ only in their addresses', async () => {
  const own = (text: string): Document => {
    const { info, servers, ...rest } = JSON.parse(text);
    return { addresses: [info.contact.url, servers[0].url], rest };
  };
  const first = own((await http.call('GET', '/openapi.json')).text);
  const other = await startTestApp(database, { publicUrl: 'https://other.example.com' });
  const second = own((await other.call('GET', '/openapi.json')).text);
  await other.close();
  expect(new Set(second.addresses)).toEqual(new Set(['https://other.example.com']));
  expect(new Set(first.addresses).size).toBe(1);
  expect(first.addresses).not.toEqual(second.addresses);
  expect(second.rest).toEqual(first.rest);
});

/** Where a package keeps what its command runs. */
const cliOf = (name: string, path: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);

/** One path in so many and the webhooks, with the components that they lead to; in the long form all of it. */
const partOf = (document: Document, every: number): Document => {
  if (process.env.FULL) return document;
  const paths = Object.fromEntries(Object.entries(document.paths).filter((_, i) => i % every === 0));
  const components: Document = { securitySchemes: document.components.securitySchemes };
  const take = (node: Document): void => {
    for (const [, section, name] of JSON.stringify(node).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      components[section!] ??= {};
      if (components[section!][name!]) continue;
      components[section!][name!] = document.components[section!][name!];
      take(components[section!][name!]);
    }
  };
  take([paths, document.webhooks]);
  const tags = new Set(
    Object.values<Document>(paths)
      .flatMap((item) => Object.values<Document>(item))
      .flatMap((one) => one.tags),
  );
  return { ...document, paths, components, tags: document.tags.filter(({ name }: Document) => tags.has(name)) };
};

/** What a linter prints about a reference; it may fail, and says so in what it prints. */
const linted = async (document: Document, cli: string, ...args: string[]): Promise<Document> => {
  const folder = await mkdtemp(join(tmpdir(), 'payroll-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const command = [cli, 'lint', file, ...args, '--format=json'];
    const run = promisify(execFile)(process.execPath, command, { env, maxBuffer: 64 * 1024 * 1024 });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    return JSON.parse(stdout.slice(stdout.search(/[[{]/)));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const SPECTRAL = ['--ruleset=spectral.yaml', '--quiet'];

test('two linters find no error and no warning in the reference', async () => {
  const [redocly, spectral] = await Promise.all([
    linted(partOf(real, 8), cliOf('@redocly/cli', 'bin/cli.js'), '--config=redocly.yaml'),
    // It takes a minute for all of it.
    linted(partOf(real, 24), cliOf('@stoplight/spectral-cli', 'dist/index.js'), ...SPECTRAL),
  ]);
  expect(redocly.problems.map(({ ruleId, location }: Document) => [ruleId, location[0]?.pointer])).toEqual([]);
  expect(spectral.map(({ code, path }: Document) => [code, path.join('/')])).toEqual([]);
});

test('every operation is in the reference once, with its credential, answers and problems', () => {
  const ids = new Set<string>();
  for (const { id, method, path, query, auth, answers, body, upload, reveal } of operations) {
    const shown = real.paths[path]?.[method.toLowerCase()];
    expect(shown, `${method} ${path}`).toMatchObject({ operationId: id });
    expect(ids.has(id), id).toBe(false);
    ids.add(id);
    const kinds = shown.security.flatMap(Object.keys);
    expect(kinds.filter((kind: string) => kind !== 'component_token')).toEqual(
      {
        partner: ['partner_secret'],
        company: ['access_token'],
        either: ['partner_secret', 'access_token'],
        public: [],
      }[auth],
    );
    // A page in a browser neither reveals nor acts for a partner; of what reveals as a file alone it reads the record.
    if (auth === 'partner' || auth === 'public' || reveal === true) expect(kinds).not.toContain('component_token');
    else if (method === 'GET') expect(kinds).toContain('component_token');
    const wanted = [...Object.keys(answers), '422', '429', '500', '503'];
    if (auth !== 'public') wanted.push('401', '403');
    if (path.includes('{')) wanted.push('404');
    // More records than may be embedded.
    if (query?.expand) wanted.push('400');
    if (method !== 'GET') wanted.push('409', '413', '415');
    expect(Object.keys(shown.responses)).toEqual(expect.arrayContaining(wanted));
    expect(Boolean(shown.requestBody), `${method} ${path}`).toBe((body ?? upload) !== undefined);
  }
});

test('every $ref in the reference resolves, every component is referred to, and no two paths are the same', () => {
  const refs = new Set([...JSON.stringify(real).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, at]) => at!));
  expect(refs.size).toBeGreaterThan(50);
  for (const at of refs)
    expect(
      at.split('/').reduce((node: Document, name) => node?.[name], real),
      at,
    ).toBeDefined();
  const { securitySchemes: _, ...components } = real.components;
  for (const [section, named] of Object.entries<Document>(components))
    for (const name of Object.keys(named)) expect(refs).toContain(`components/${section}/${name}`);
  const shapes = Object.keys(real.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('schemas of bodies are strict, and schemas of answers allow further members', () => {
  const { schemas } = made.components;
  const body = schemas.note_create;
  expect(made.paths['/notes'].post.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/note_create' } } },
  });
  expect(body.additionalProperties).toBe(false);
  expect(body.required).toEqual(['title']);
  expect(body.properties.amount).toMatchObject({ type: ['number', 'string'] });
  expect(body.properties.kind).toEqual({ type: 'string', enum: ['plain', 'loud'] });
  const { data } = real.components.schemas.company.properties;
  expect(data).toEqual({ $ref: '#/components/schemas/company_data' });
  expect(real.components.schemas.company).not.toHaveProperty('additionalProperties');
  expect(real.components.schemas.company_list.properties.data.items).toEqual({ $ref: '#/components/schemas/company' });
});

test('a body that depends on preferences has a schema for each of its shapes', () => {
  const bulk = made.paths['/notes/bulk/create'].post;
  expect(bulk.requestBody.content['application/json'].schema.anyOf).toHaveLength(2);
  expect(bulk.parameters).toContainEqual({ $ref: '#/components/parameters/Prefer' });
  expect(Object.keys(bulk.responses[200].headers)).toEqual(
    expect.arrayContaining(['Preference-Applied', 'Deprecation']),
  );
});

test('query parameters are declared with the notation that requests use', () => {
  const byName = new Map(made.paths['/notes'].get.parameters.map((parameter: Document) => [parameter.name, parameter]));
  expect(byName.get('expand')).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
  expect(byName.get('written_at')).toMatchObject({ style: 'deepObject', explode: true });
  expect(byName.get('page')).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', minimum: 1 } });
});

const schemaOf = (schema: Document): Document =>
  schema?.$ref === undefined ? schema : real.components.schemas[schema.$ref.split('/').pop()];
/** The schema of a body; where there are deprecated forms of it the present one. */
const bodyOf = (path: string, method = 'post'): Document => {
  const schema = real.paths[path]?.[method]?.requestBody?.content['application/json'].schema;
  return schema?.anyOf?.[0] ?? schema;
};
const namesOf = (schema: Document): string[] => Object.keys(schemaOf(schema).properties);

test('bulk calls 17, 18, 21: the body of a batch is a bare array of 1 to 100, of what a create takes or an id with what an update takes', () => {
  const upserts = Object.keys(real.paths).filter((path) => path.endsWith('/batch/upsert'));
  const deletes = Object.keys(real.paths).filter((path) => path.endsWith('/batch/delete'));
  const kinds = ['earning', 'allowance', 'deduction', 'employee_benefit', 'employer_benefit', 'reimbursement'];
  const plurals = [
    ...kinds.flatMap((kind) => [`${kind}s`, `${kind}_line_items`]),
    ...['pay_rates', 'vacation_pay_settings', 'employees', 'contractors', 'work_assignments'],
  ];
  for (const plural of plurals) expect(upserts).toContain(`/${plural}/batch/upsert`);
  for (const path of upserts) {
    const plural = path.replace('/batch/upsert', '');
    const one = Object.keys(real.paths).find((at) => at.startsWith(`${plural}/{`) && at.split('/').length === 3)!;
    const body = schemaOf(bodyOf(path));
    expect([path, body.type, body.minItems, body.maxItems]).toEqual([path, 'array', 1, 100]);
    const [create, change] = body.items.anyOf;
    expect([path, create]).toEqual([path, bodyOf(plural)]);
    expect([path, schemaOf(change).required]).toEqual([path, ['id']]);
    expect([path, namesOf(change).sort()]).toEqual([path, ['id', ...namesOf(bodyOf(one, 'put'))].sort()]);
    expect([path, Object.keys(real.paths[path].post.responses)[0]]).toEqual([path, '202']);
  }
  for (const path of deletes) {
    const body = schemaOf(bodyOf(path));
    expect([path, body.type, body.minItems, body.maxItems, namesOf(body.items)]).toEqual([
      path,
      'array',
      1,
      100,
      ['id'],
    ]);
    expect([path, Object.keys(real.paths[path].post.responses)[0]]).toEqual([path, '202']);
  }
});

test('async tasks 6, 7: scope and search are answered with a list and not a task; tasks have no list operation', () => {
  const looking = Object.keys(real.paths).filter((path) => /\/(scope|search)$/.test(path));
  expect(looking.length).toBeGreaterThan(50);
  for (const path of looking)
    expect([path, Object.keys(real.paths[path].post.responses).filter((status) => status < '300')]).toEqual([
      path,
      ['200'],
    ]);
  expect(real.paths['/async_tasks']).toBeUndefined();
});

test('entries, rule 1, rows, rule 1, codes, rule 8: entries are read-only, with rows of documented members; older ledger codes are absent', () => {
  for (const path of ['/journal_entries', '/journal_entries/{journal_entry}'])
    expect([path, Object.keys(real.paths[path])]).toEqual([path, ['get']]);
  const rows = schemaOf(schemaOf(real.components.schemas.journal_entry_data).properties.journal_entry_rows.items);
  expect(Object.keys(rows.properties)).toEqual(
    expect.arrayContaining([
      ...['title', 'title_translations', 'title_translated', 'debit', 'credit'],
      ...['accounting_code', 'formatted_accounting_code', 'tags'],
    ]),
  );
  expect(Object.keys(real.paths).filter((path) => /gl_?code|ledger_code/.test(path))).toEqual([]);
});

test('equal schemas of one name are one component, and different ones get numbers', () => {
  const item = (max: number) => z.object({ text: z.string().max(max) }).meta({ id: 'item' });
  const operation = (id: string, schema: z.ZodType): Operation => ({
    ...noteOperations[0]!,
    id,
    path: `/${id}`,
    query: undefined,
    answers: { 200: { description: 'ok', schema } },
  });
  const document: Document = openApiDocument(
    [operation('one', item(5)), operation('two', z.object({ a: item(5), b: item(6).nullable() }))],
    '/',
  );
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['item', 'item_2']));
  const { a, b } = document.paths['/two'].get.responses[200].content['application/json'].schema.properties;
  expect(a).toEqual({ $ref: '#/components/schemas/item' });
  expect(b.anyOf[0]).toEqual({ $ref: '#/components/schemas/item_2' });
});
