import type { ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIXED_KINDS } from '../../src/calculation/model/families.ts';
import { APART } from '../support/apart-from-schemas.ts';
import { fitMembers } from '../support/fitting-members.ts';
import { forbidden, generatable, type Maker, makerFrom, type Node, validators } from '../support/from-schemas.ts';
import { type Random, randomFrom } from '../support/generate.ts';
import { type Known, makeKnown } from '../support/known-records.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

/**
 * The service accepts what the reference says of requests: those made from its schemas, by a generator that is not ours,
 * with ids that exist and with members that fit together, are accepted; changed so that they violate a schema, they are
 * refused. `SHOW=1` prints which were not accepted, `ONLY=pay_split` sends requests of some operations only, `EACH=3`
 * three of each operation, `SEED=1` others.
 */
const EACH = Number(process.env.EACH ?? (process.env.FULL ? 30 : 1));
const SEED = Number(process.env.SEED ?? 20260121);

/** Days of the pay period that is known: on them records may begin and end. */
const DAYS = Array.from({ length: 20 }, (_, i) => `2026-12-${String(i + 9).padStart(2, '0')}`);

/** Parts of the requests, each with numbers of its own; requests of the partner are in the first. */
const LANES = 3;
/** In the long form the parts are sent at the same time. To make a company takes as long as a quarter of a part. */
const COMPANIES = process.env.FULL ? LANES : 1;

let service: TestService;
/** The records of each company. */
let worlds: Known[];
let api: Node;
let validator: ReturnType<typeof validators>;
beforeAll(async () => {
  service = await startTestService();
  worlds = await Promise.all(Array.from({ length: COMPANIES }, () => makeKnown(service)));
  api = (await service.request('GET', '/openapi.json')).body;
  validator = validators(api);
});
afterAll(() => service.close());

interface Endpoint {
  id: string;
  method: string;
  path: string;
  operation: Node;
}

const endpoints = (): Endpoint[] =>
  Object.entries<Node>(api.paths)
    .flatMap(([path, item]) =>
      Object.entries<Node>(item).map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ id }) => !(id in APART) && new RegExp(process.env.ONLY ?? '').test(id))
    .flatMap((endpoint) => Array.from({ length: EACH }, () => endpoint));

/** Whether it ends records that others need: it comes behind all of them. */
const isLast = ({ id }: Endpoint): boolean => id.startsWith('bulk_delete_');

const resolved = (node: Node): Node =>
  node.$ref
    ? resolved(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Node, name: string) => at[name], api),
      )
    : node;

const isPartners = ({ operation }: Endpoint): boolean => JSON.stringify(operation.security).includes('partner_secret');

const tokenFor = (endpoint: Endpoint, known: Known): string =>
  isPartners(endpoint) ? service.partnerSecret : known.company.token;

/** The requests of each part: those to one collection are in one, in their order. */
const lanes = (): Endpoint[][] => {
  const all = endpoints();
  const collections = [...new Set(all.map(({ path }) => collectionOf(path)))];
  return Array.from({ length: LANES }, (_, lane) =>
    all.filter((each) => (isPartners(each) ? 0 : collections.indexOf(collectionOf(each.path)) % LANES) === lane),
  );
};

/**
 * What a record is made with beside its example: a change may name the payrolls of a month, and two of one kind must
 * not overlap.
 */
const OTHERWISE: Readonly<Record<string, (nth: number) => object>> = {
  ...Object.fromEntries(FIXED_KINDS.map((kind) => [`${kind}s`, () => ({ frequency: 'per_month' })])),
  employee_benefits: () => ({ frequency: 'per_month', amount: 20 }),
  earnings: () => ({ frequency: 'per_month', amount: 20 }),
  deductions: () => ({ frequency: 'per_month', amount: 20 }),
  employer_benefits: () => ({ frequency: 'per_month', amount: 20 }),
  tax_properties: (nth) => (nth === 0 ? {} : { type: 'ca::federal_oc_surtax_exempt', value: true }),
};

/** Of these a person has fifty at most, and none can be deleted: requests that make one name a person of their own. */
const WORK = 'work_assignments';

/** Of these a work assignment has one at a time: each that is made names a work assignment of its own. */
const ONE_AT_A_TIME: ReadonlySet<string> = new Set(['vacation_pay_settings', 'remittance_account_enrollments']);
const isOneAtATime = (path: string): boolean => ONE_AT_A_TIME.has(collectionOf(path));

/** A record made for one request, from the example of its kind, so that the known ones stay as they are. */
const fresh = async (known: Known, collection: string, nth = 0): Promise<string | undefined> => {
  const create = api.paths[`/${collection}`]?.post;
  const example = create?.requestBody?.content['application/json']?.examples?.example?.value;
  if (!example) return undefined;
  const path = `/${collection}`;
  const endpoint = { id: '', method: 'POST', path, operation: create };
  const whose = {
    ...(collection === WORK && { employee_id: await fresh(known, 'employees') }),
    ...(isOneAtATime(path) && { work_assignment_id: await fresh(known, WORK) }),
  };
  const body = { ...known.withRealIds(example), ...whose, ...OTHERWISE[collection]?.(nth) };
  const answer = await service.request('POST', path, body, tokenFor(endpoint, known));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
};

/** A value that fits a schema, and whose members fit together where any such is found. */
const fitting = (maker: Maker, schema: Node, fits: ValidateFunction, path: string): Node => {
  for (let tries = 0; tries < 20; tries++) {
    const made = maker.value(schema, fits);
    if (fitMembers(made, path) && fits(made)) return made;
  }
  return maker.value(schema, fits);
};

/** A batch names each record once, which no schema can say of elements that differ otherwise. */
const onceEach = (body: Node, named: readonly string[], path: string): unknown => {
  if (named.length === 0) return body;
  let next = 0;
  const isNew = (element: Node) => !('id' in element);
  return body
    .filter((each: Node, at: number) => !isNew(each) || !isOneAtATime(path) || at === body.findIndex(isNew))
    .map((element: Node) => (isNew(element) ? element : { ...element, id: named[next++] }));
};

const collectionOf = (path: string): string => path.split('/')[1]!;

const queryOf = ({ path, operation }: Endpoint, known: Known, maker: Maker, random: Random): string => {
  const pairs = new URLSearchParams();
  for (const parameter of operation.parameters.map(resolved)) {
    if (parameter.in !== 'query' || (!parameter.required && random.next() > 0.3)) continue;
    const { name, schema } = parameter;
    const fit = generatable(schema, known.idsFor(collectionOf(path)), api);
    if (!fit) continue;
    const value = maker.value(fit) as Node;
    if (Array.isArray(value)) pairs.set(name, value.join(','));
    else if (value !== null && typeof value === 'object')
      for (const [operator, day] of Object.entries(value)) pairs.set(`${name}[${operator}]`, String(day));
    else pairs.set(name, String(value));
  }
  // It is asked of one of the two.
  if (path === '/effective_tax_properties') {
    pairs.delete('business_entity_id');
    pairs.set('work_assignment_id', known.one('wrk'));
  }
  return pairs.size === 0 ? '' : `?${pairs}`;
};

/** Why a request was refused; of batches and bulk calls, why some of their records were. */
const refusals = async (answer: TestAnswer, known: Known): Promise<string | undefined> => {
  if (answer.status >= 300) return `${answer.status} ${answer.text}`;
  if (answer.status !== 202) return undefined;
  const task = await known.ended(answer.body);
  const failed = task.data.results.filter(({ status }: Node) => status === 'error');
  return failed.length === 0 ? undefined : `202 ${JSON.stringify(failed)}`;
};

/** Records that a batch may name, made for it. */
const recordsFor = async ({ id, path }: Endpoint, known: Known): Promise<string[]> =>
  id.startsWith('batch_')
    ? [(await fresh(known, collectionOf(path)))!, (await fresh(known, collectionOf(path), 1))!]
    : [];

/** The path with ids that fit; undefined where none is known: of journal entries before the first approval. */
const addressOf = (
  { path, operation }: Endpoint,
  known: Known,
  target: string | undefined,
  maker: Maker,
): string | undefined => {
  let at = path;
  for (const { name, schema } of operation.parameters.map(resolved).filter((each: Node) => each.in === 'path')) {
    const fit = generatable(schema, known.ids, api);
    if (!fit) return undefined;
    at = at.replace(`{${name}}`, target ?? (maker.value(fit) as string));
  }
  return at;
};

/** To be asked before, so that there is something to do. */
const OPPOSITES: Readonly<Record<string, string>> = { hold_payment: 'release', release_payment: 'hold' };

/** The ids that a request may name, where that depends on more than their prefix. */
const idsFor = async ({ id, path, method, operation }: Endpoint, known: Known, named: readonly string[]) => {
  const collection = collectionOf(path);
  const ids = known.idsFor(collection);
  const prefix = known.prefixOf(operation.tags[0]);
  if (named.length > 0) ids.set(prefix, named);
  if (collection === WORK) {
    if (method === 'POST') ids.set(known.prefixOf('employee'), [(await fresh(known, 'employees'))!]);
    // The one that is known is another person's.
    ids.set('pay_split_id', []);
  }
  if (isOneAtATime(path) && method === 'POST')
    ids.set(known.prefixOf('work_assignment'), [(await fresh(known, WORK))!]);
  // They are an employer's own, and a new one has none.
  if (collection === 'business_entities')
    for (const member of ['default_payroll_payable_accounting_code_id', 'default_bank_accounting_code_id'])
      ids.set(member, []).set('primary_tag_group_id', []);
  // A split names an account once, and two are known.
  if (collection === 'pay_splits')
    for (let n = 1; n <= 7; n++) ids.set(`priority_${n}_bank_account_id`, (ids.get('ba') ?? []).slice(n - 1, n));
  // Of all pay stubs, some are of people without that rate.
  if (path.includes('/bulk/')) ids.set('pay_rate_id', []);
  // What deletes many may have deleted the known one.
  if (id.startsWith('bulk_delete_')) {
    const there = await service.request('GET', `/${collection}/${known.one(prefix)}`, undefined, known.company.token);
    if (there.status === 404) known.ids.set(prefix, [(await fresh(known, collection))!]);
    ids.set(prefix, [known.one(prefix)]);
  }
  return ids;
};

const checkOf = ({ path, method }: Endpoint, ...rest: string[]) =>
  validator(['paths', path, method.toLowerCase(), ...rest, 'content', 'application/json', 'schema']);

interface Findings {
  made: number;
  mutated: number;
  /** Where the service itself failed: neither accepted nor refused. */
  failed: string[];
  /** Made from the schemas, and refused. */
  wrong: string[];
  /** Forbidden by the schemas, and accepted. */
  taken: string[];
  /** Answers that do not fit the reference. */
  unlike: string[];
}

/** The requests of a part, and what their members are made with. */
const partOf = (lane: number) => ({
  known: worlds[lane % COMPANIES]!,
  endpoints: lanes()[lane]!,
  random: randomFrom(SEED + lane),
  bodies: makerFrom(SEED + lane, DAYS),
  // An example says better than a pattern which relations can be expanded.
  parameters: makerFrom(SEED + lane, DAYS, { useExamplesValue: true }),
});

const walk = async (
  endpoints: readonly Endpoint[],
  { known, random, bodies, parameters }: ReturnType<typeof partOf>,
  found: Findings,
): Promise<void> => {
  for (const endpoint of endpoints) {
    const { id, method, path, operation } = endpoint;
    const target = /\}$/.test(path) && method !== 'GET' ? await fresh(known, collectionOf(path)) : undefined;
    const at = addressOf(endpoint, known, target, parameters);
    if (at === undefined) continue;
    const named = await recordsFor(endpoint, known);
    const ids = await idsFor(endpoint, known, named);
    const opposite = OPPOSITES[id];
    if (opposite) await service.request('POST', at.replace(/\w+$/, opposite), {}, tokenFor(endpoint, known));
    const content = operation.requestBody?.content['application/json'];
    const fits = content && checkOf(endpoint, 'requestBody');
    const body = content && onceEach(fitting(bodies, generatable(content.schema, ids, api), fits!, at), named, path);
    const url = `${at}${queryOf(endpoint, known, parameters, random)}`;
    const forget = (made: readonly string[]) =>
      known.forget(
        path,
        made.map((each) => ({ id: each })),
      );
    const reported = (why: string, sent = body) =>
      `${method} ${url}: ${why.slice(0, 400)} <- ${JSON.stringify(sent)?.slice(0, 600)}`;

    found.made += 1;
    const answer = await service.request(method, url, JSON.stringify(body), tokenFor(endpoint, known));
    const refused = await refusals(answer, known);
    if (answer.status === 500) found.failed.push(reported(answer.text));
    if (refused) found.wrong.push(reported(refused));
    else if (answer.body !== undefined) {
      const like = checkOf(endpoint, 'responses', String(answer.status));
      if (!like(answer.body)) found.unlike.push(reported(JSON.stringify(like.errors?.slice(0, 3))));
    }
    await known.restore(answer, path);
    await forget(named);
    if (content) {
      // Elements of a batch are independent: the right ones beside the wrong one need records of their own.
      const others = await recordsFor(endpoint, known);
      const bad = forbidden(onceEach(body, others, path), fits!, random);
      if (bad !== undefined) {
        found.mutated += 1;
        const reply = await service.request(method, at, JSON.stringify(bad), tokenFor(endpoint, known));
        if (reply.status === 500) found.failed.push(reported(reply.text, bad));
        if (!(await refusals(reply, known))) found.taken.push(reported(`${id} ${reply.status}`, bad));
        await known.restore(reply, path);
      }
      await forget(others);
    }
    if (target !== undefined) await forget([target]);
  }
};

test('more than 98 % of requests made from the schemas are accepted, and more than 99 % of requests that violate them are refused', {
  timeout: EACH * 300_000 + 600_000,
}, async () => {
  const found: Findings = { made: 0, mutated: 0, failed: [], wrong: [], taken: [], unlike: [] };
  const parts = Array.from({ length: LANES }, (_, lane) => partOf(lane));
  const walkOf = async (world: Known): Promise<void> => {
    for (const last of [false, true])
      for (const part of parts.filter(({ known }) => known === world))
        await walk(
          part.endpoints.filter((endpoint) => isLast(endpoint) === last),
          part,
          found,
        );
  };
  await Promise.all(worlds.map(walkOf));
  const { made, mutated, failed, wrong, taken, unlike } = found;
  const accepted = 1 - wrong.length / made;
  const refused = 1 - taken.length / mutated;
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  console.info(
    `${process.env.SHOW ? `${wrong.join('\n')}\n` : ''}${made} requests made from the schemas: ${percent(accepted)} accepted; ${mutated} that they forbid: ${percent(refused)} refused (seed ${SEED})`,
  );
  expect(failed, 'requests at which the service failed').toEqual([]);
  expect(unlike, 'answers that do not fit the reference').toEqual([]);
  expect(accepted, `refused:\n${wrong.join('\n')}`).toBeGreaterThan(0.98);
  expect(refused, `taken:\n${taken.join('\n')}`).toBeGreaterThan(0.99);
});
