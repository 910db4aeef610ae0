import type { DatabaseAddress } from '../../src/database/connect.ts';
import { type Bench, inTurn, type Measurement, median, type Row, row } from '../bench.ts';
import { type Asked, type Load, type LoadOptions, load, openLoad } from '../http-load.ts';
import { processTime_s, serverTime_s } from '../processor-time.ts';
import { type ChildServer, PARTNER_SECRET, startBaselineChild, startServiceChild } from '../service-child.ts';

// The service under load, beside a server with the same routes, validation and serialization that answers from memory.
// Both are processes of their own, and the load comes from this one: three on the same cores, and the database's.
//
// What the service does and the other does not: it looks up the credential and counts the call, seals the person's
// members under a key of their own, appends durably, waits until the read models and the process managers that follow
// have taken the event in, reads from PostgreSQL, and writes a line of log.

const CONNECTIONS = 32;
const ROUND_ms = 2_000;
/** A server that has just started compiles while it answers: it takes thousands of requests to be as fast as it is. */
const WARM_UP = { most: 8_000, time_ms: 20_000 };
const PEOPLE = 200;
const PAGES = Math.ceil(PEOPLE / 15);
/** An answer to a POST, of a hundred all but one, while so many come each second. */
const PROMISED_ms = 25;
const OPEN_RATE = 400;
const OPEN_ROUND_ms = 5_000;

interface Side {
  url: string;
  headers: Record<string, string>;
  /** A company that is only read, and its people. */
  readHeaders: Record<string, string>;
  people: string[];
}

let count = 0;
const person = (): string => {
  count++;
  return JSON.stringify({
    first_name: `Ada ${count}`,
    last_name: 'Byron',
    personal_email: `ada.${count}@example.com`,
    address_line_1: `${count} Main Street`,
    city: 'Toronto',
    province_code: 'ON',
    country_code: 'CA',
    postal_code: 'M5V 2T6',
    date_of_birth: '1990-03-14',
    external_ref: `p-${count}`,
  });
};

const call = async (url: string, path: string, body: string, headers: Record<string, string>) => {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} was answered with ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

const hire = async (url: string, headers: Record<string, string>): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < PEOPLE; i++) ids.push((await call(url, '/employees', person(), headers)).id);
  return ids;
};

const ourSide = async ({ url }: ChildServer): Promise<Side> => {
  const company = async (name: string): Promise<Record<string, string>> => {
    const partner = { Authorization: `Bearer ${PARTNER_SECRET}` };
    const { data } = await call(url, '/companies', JSON.stringify({ name }), partner);
    return { Authorization: `Bearer ${data.token.access_token}` };
  };
  const readHeaders = await company('Read');
  return { url, headers: await company('Written'), readHeaders, people: await hire(url, readHeaders) };
};

const baselineSide = async ({ url }: ChildServer): Promise<Side> => {
  const people = await hire(url, {});
  await call(url, '/listed', '', {});
  return { url, headers: {}, readHeaders: {}, people };
};

const REQUESTS = {
  post: { what: 'POST an employee', status: 201, goal: 0.2 },
  get: { what: 'GET an employee', status: 200, goal: 0.25 },
  list: { what: 'GET 15 employees', status: 200, goal: 0.2 },
} as const;
type Kind = keyof typeof REQUESTS;

const asked = (kind: Kind, { people }: Side, n: number): Asked => {
  if (kind === 'post') return { method: 'POST', path: '/employees', body: person() };
  if (kind === 'get') return { method: 'GET', path: `/employees/${people[n % people.length]}` };
  return { method: 'GET', path: `/employees?page=${1 + (n % PAGES)}` };
};

const run = (kind: Kind, side: Side, bounds: Pick<LoadOptions, 'time_ms' | 'most'>): Promise<Load> => {
  const options: LoadOptions = {
    ...bounds,
    connections: CONNECTIONS,
    headers: kind === 'post' ? side.headers : side.readHeaders,
    status: REQUESTS[kind].status,
  };
  let n = 0;
  return load(side.url, options, () => asked(kind, side, n++));
};

const setupOf = (rounds: number): string =>
  `${CONNECTIONS} connections, ${rounds} rounds of ${ROUND_ms / 1_000} s, load and servers on the same cores`;

const rowsOf = async (kind: Kind, ours: Side, baseline: Side, rounds: number): Promise<Row[]> => {
  const { what, goal } = REQUESTS[kind];
  for (const side of [ours, baseline]) await run(kind, side, WARM_UP);
  const [mine, theirs] = await inTurn(
    rounds,
    [ours, baseline].map((side) => async () => (await run(kind, side, { time_ms: ROUND_ms })).rate),
    { warm: true },
  );
  const inMemory = 'same routes answering from memory';
  const closed = row(
    { name: what, unit: 'requests/s', baseline_name: inMemory, goal, setup: setupOf(rounds) },
    mine!,
    theirs!,
  );
  return kind === 'post' ? [closed, await openRow(ours, rounds)] : [closed];
};

/** How long answers take while requests come as they do from many clients. */
const openRow = async (side: Side, rounds: number): Promise<Row> => {
  const { headers } = side;
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++)
    loads.push(
      await openLoad(side.url, { rate: OPEN_RATE, time_ms: OPEN_ROUND_ms, headers, status: 201 }, () =>
        asked('post', side, 0),
      ),
    );
  const p50 = median(loads.map(({ p50_ms }) => p50_ms));
  return row(
    {
      name: `POST an employee, ${OPEN_RATE} a second, 99 of 100 answers within`,
      unit: 'ms',
      baseline_name: 'ms at most',
      goal: 1,
      less: true,
      setup: `an open load; half of them within ${p50.toFixed(1)} ms; medians of ${rounds} rounds of ${OPEN_ROUND_ms / 1_000} s`,
    },
    loads.map(({ p99_ms }) => p99_ms),
    [PROMISED_ms],
  );
};

/** What an answer takes of the processors while so many are asked for each second. */
const COSTED_RATES = [100, 200, OPEN_RATE];

const costRow = async (side: Side, rate: number, { pid }: ChildServer, address: DatabaseAddress): Promise<Row> => {
  const { headers } = side;
  const [process_s, server_s] = [await processTime_s(pid), await serverTime_s(address)];
  const { p50_ms } = await openLoad(side.url, { rate, time_ms: OPEN_ROUND_ms, headers, status: 201 }, () =>
    asked('post', side, 0),
  );
  const each_ms = (used_s: number): number[] => [(used_s * 1_000_000) / (rate * OPEN_ROUND_ms)];
  return row(
    {
      name: `POST an employee, ${rate} a second, processors' time of the service`,
      unit: 'ms',
      baseline_name: 'ms of the database beside it',
      goal: null,
      less: true,
      setup: `an open load of ${OPEN_ROUND_ms / 1_000} s; half of the answers within ${p50_ms.toFixed(1)} ms`,
    },
    each_ms((await processTime_s(pid)) - process_s),
    each_ms((await serverTime_s(address)) - server_s),
  );
};

const measure = async ({ freshDatabase, rounds }: Bench, kinds: readonly Kind[]): Promise<Row[]> => {
  const started: ChildServer[] = [];
  try {
    const address = await freshDatabase();
    const service = await startServiceChild(address);
    started.push(service);
    const other = await startBaselineChild();
    started.push(other);
    const ours = await ourSide(service);
    const baseline = await baselineSide(other);
    const rows: Row[] = [];
    for (const kind of kinds) rows.push(...(await rowsOf(kind, ours, baseline, rounds)));
    if (kinds.includes('post')) for (const rate of COSTED_RATES) rows.push(await costRow(ours, rate, service, address));
    return rows;
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
};

export const measurements: Measurement[] = [
  { name: 'http post', measure: (bench) => measure(bench, ['post']) },
  { name: 'http get', measure: (bench) => measure(bench, ['get', 'list']) },
];
