import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIXED_KINDS } from '../../src/calculation/model/families.ts';
import { forbidden, generatable, type Maker, makerFrom, type Node, validators } from '../support/from-schemas.ts';
import { type Random, randomFrom } from '../support/generate.ts';
import { type Known, makeKnown } from '../support/known-records.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

/**
 * The service accepts what the reference says of requests: those made from its schemas alone, by a generator that is
 * not ours and with ids that exist, are accepted; changed so that they violate a schema, they are refused. `SHOW=1`
 * prints which were not accepted, `ONLY=pay_split` sends requests of some operations only.
 */
const EACH = process.env.FULL ? 30 : 1;
const SEED = Number(process.env.SEED ?? 20260121);

/** Operations whose success depends on more than the form of the request, or would end this test. */
const APART: Readonly<Record<string, string>> = {
  end_preview_of_business_entity: 'needs remittance accounts, which nobody can have yet',
  terminate_work_assignment: 'the day on which the work can end depends on its items',
  create_adjustment: 'needs a closed pay stub and a draft one of one work assignment',
  delete_adjustment: 'the same',
  import_payroll_hours: 'which hours fit depends on the rates of the person',
  approve_payroll: 'closes the only payroll that is known, and its body has no members',
  unapprove_payroll: 'the only payroll that is known is a draft',
  create_payroll: 'which members fit together depends on its type and schedule',
  update_payroll: 'which dates fit depends on its source',
  delete_payroll: 'the only payroll that is known is made by its schedule',
  create_pay_stub: 'the stubs of the only payroll that is known are made by its schedule',
  update_pay_stub: 'the same: none can be made for it',
  delete_pay_stub: 'the same',
  create_statutory_withholding_line_item: 'can only be on historical and correction payrolls',
  delete_statutory_withholding_line_item: 'the same',
  create_employer_statutory_withholding_line_item: 'the same',
  delete_employer_statutory_withholding_line_item: 'the same',
  revoke_tokens: 'ends the token that the others are sent with',
  create_partner_secret: 'ends the secret that the others are sent with; two at most are valid',
  delete_partner_secret: 'the only one cannot be revoked',
  create_webhook_key: 'two at most are valid',
  delete_webhook_key: 'the only one cannot be revoked',
  authenticate_integration: 'the service of tests is registered with no provider',
  import_integration_connection: 'the same',
  sync_integration: 'no provider is connected',
  delete_integration_connection: 'no provider is connected',
  conclude_integration_authorization: 'needs the state of an address that was given out',
  delete_report: 'each kind of report has its own path, and other operations read the one that is known',
  pay_payment_again: 'the only payment that is known has not failed',
  merge_accounting_code: 'needs codes of one type, which other operations need',
  replay_webhook: 'needs one of two members, and a position that the ledger has reached',
  retrieve_pay_stubs_template: 'the only payroll that is known is neither historical nor a correction',
  import_pay_stubs: 'the same',
  approve_form: 'needs all that the slip of a person shows',
  unapprove_form: 'the only form that is known is a draft',
  submit_form: 'a slip is submitted with its batch',
  simulate_form: 'an agency answers to the batch of a slip',
  download_form: 'the only form that is known is a draft, and there is a slip only of an approved one',
  download_form_batch: 'the only batch that is known is a draft, and there are files only of a submitted one',
  submit_form_batch: 'the only batch that is known has no forms',
  update_form_batch: 'its fixed members may only be sent with their present values',
  simulate_form_batch: 'needs reasons if it rejects, and only then',
  generate_form_type: 'needs payrolls of the year that are paid',
  populate_form_type: 'GET /form_types says which types can be populated',
  update_statutory_withholding_line_item: 'only custom_amount of a calculated line may change',
  update_employer_statutory_withholding_line_item: 'only custom_amount of a calculated line may change',
};

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
  vacation_pay_settings: (nth) => (nth === 0 ? { effective_to: '2026-12-31' } : { effective_from: '2027-01-01' }),
  tax_properties: (nth) => (nth === 0 ? {} : { type: 'ca::federal_oc_surtax_exempt', value: true }),
};

/** Of these a person has fifty at most, and none can be deleted: requests that make one name a person of their own. */
const WORK = 'work_assignments';

/** A record made for one request, from the example of its kind, so that the known ones stay as they are. */
const fresh = async (known: Known, collection: string, nth = 0): Promise<string | undefined> => {
  const create = api.paths[`/${collection}`]?.post;
  const example = create?.requestBody?.content['application/json']?.examples?.example?.value;
  if (!example) return undefined;
  const endpoint = { id: '', method: 'POST', path: `/${collection}`, operation: create };
  const whose = collection === WORK ? { employee_id: await fresh(known, 'employees') } : {};
  const body = { ...known.withRealIds(example), ...whose, ...OTHERWISE[collection]?.(nth) };
  const answer = await service.request('POST', `/${collection}`, body, tokenFor(endpoint, known));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
};

/** A batch names each record once, which no schema can say of elements that differ otherwise. */
const onceEach = (body: Node, named: readonly string[]): unknown => {
  let next = 0;
  return named.length === 0
    ? body
    : body.map((element: Node) => ('id' in element ? { ...element, id: named[next++] } : element));
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
    const ids = known.idsFor(collectionOf(path));
    if (named.length > 0) ids.set(known.prefixOf(operation.tags[0]), named);
    if (collectionOf(path) === WORK && method === 'POST')
      ids.set(known.prefixOf('employee'), [(await fresh(known, 'employees'))!]);
    const content = operation.requestBody?.content['application/json'];
    const fits = content && checkOf(endpoint, 'requestBody');
    const body = content && onceEach(bodies.value(generatable(content.schema, ids, api), fits), named);
    const url = `${at}${queryOf(endpoint, known, parameters, random)}`;
    const forget = (made: readonly string[]) =>
      known.forget(
        path,
        made.map((each) => ({ id: each })),
      );
    const reported = (why: string, sent = body) =>
      `${method} ${url}: ${why.slice(0, 400)} <- ${JSON.stringify(sent)?.slice(0, 600)}`;

    found.made += 1;
    const answer = await service.request(method, url, body, tokenFor(endpoint, known));
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
      const bad = forbidden(onceEach(body, others), fits!, random);
      if (bad !== undefined) {
        found.mutated += 1;
        const reply = await service.request(method, at, bad, tokenFor(endpoint, known));
        if (reply.status === 500) found.failed.push(reported(reply.text, bad));
        if (!(await refusals(reply, known))) found.taken.push(reported(`${id} ${reply.status}`, bad));
        await known.restore(reply, path);
      }
      await forget(others);
    }
    if (target !== undefined) await forget([target]);
  }
};

test('more than 95 % of requests made from the schemas are accepted, and more than 99 % of requests that violate them are refused', {
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
  expect(accepted, `refused:\n${wrong.join('\n')}`).toBeGreaterThan(0.95);
  expect(refused, `taken:\n${taken.join('\n')}`).toBeGreaterThan(0.99);
});
