import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export { type VerifyOptions, verifyWebhook, type WebhookCall, WebhookRefused } from './webhooks.ts';

/**
 * A client of payroll-ledger. Every operation is called by its path; what it takes and gives is checked when the code
 * is compiled, since the types are made from the reference of the interface (`npm run client`):
 *
 *     const api = payrollClient({ url: 'http://127.0.0.1:8080', credential: token });
 *     const person = await given(api.POST('/employees', { body: { first_name: 'Zoë', last_name: 'Li' } }));
 *     person.data.first_name;
 *
 * A file is sent as its text (`body: csv`), and read with `parseAs: 'blob'`, `'text'` or `'stream'`.
 */
export type PayrollClient = Client<paths>;

/** The schemas of the reference, by name: `Schemas['employee']` is a person as answers show one. */
export type Schemas = components['schemas'];

/**
 * Gives the credential that a request carries. It is called before each of them, and once more with the credential that
 * was refused (401): it has ended, or was revoked.
 */
export type Credential = (refused?: string) => string | Promise<string>;

export interface ClientOptions {
  /** Where the service is. */
  url: string;
  /** The partner's secret, or an access token of a company; or what gives one (`companyToken`). */
  credential: string | Credential;
  /** Of messages and labels; default English. */
  language?: 'en' | 'fr';
  /** How often a request is sent that brought no answer, or one that says to repeat it (429, 503, …); default 3. */
  tries?: number;
  /** Default the one of the platform. */
  fetch?: (request: Request) => Promise<Response>;
}

/** An answer that is none of success: what was wrong, in the language that was asked for. */
export class PayrollProblem extends Error {
  override name = 'PayrollProblem';
  readonly status: number;
  /** By place in the request, where members were not valid: `{"data.amount": ["…"]}`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** For questions about the request. */
  readonly request_id: string | null;
  constructor(response: Response, body: unknown) {
    const { message, errors } = (body ?? {}) as { message?: string; errors?: Record<string, string[]> };
    super(message ?? `the service answered with ${response.status}`);
    this.status = response.status;
    this.errors = errors ?? {};
    this.request_id = response.headers.get('X-Request-Id');
  }
}

const TRIES = 3;
const AGAIN_MS = 500;
const LONGEST_MS = 60_000;
/** Nothing was done, or the key makes a repeat safe. 502 and 504 are a proxy's, whose service gave no answer. */
const REPEATED = new Set([429, 502, 503, 504]);

/** A 202 that says when to ask again is of a content that is still being made; one of a task does not. */
const isNotMade = ({ status, headers }: Response): boolean => status === 202 && headers.has('Retry-After');

/**
 * Whether to send a request again. A 409 that says when is of a first try that still runs: a repeat gets its answer.
 */
const isRepeated = (response: Response): boolean => {
  const { status, headers } = response;
  return REPEATED.has(status) || (status === 409 && headers.has('Retry-After')) || isNotMade(response);
};

const pauseOf = (response: Response | undefined): number => {
  const asked_s = Number(response?.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(asked_s) ? Math.min(asked_s * 1_000, LONGEST_MS) : AGAIN_MS;
};

/** Resolves after a while, or when the signal aborts: so that nobody waits for what was given up. */
const pause = (pause_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, pause_ms);
    signal.addEventListener('abort', end);
  });

/**
 * Waits for all of an answer, which may break off. That of a file is left to who reads it: it may not fit in memory.
 */
const wholly = async (request: Request, response: Response): Promise<void> => {
  const isRecord = response.headers.get('Content-Type')?.includes('json') ?? false;
  if (request.method !== 'GET' || isRecord) await response.clone().arrayBuffer();
};

/** Sends a request until it is answered. */
const persistently =
  (send: (request: Request) => Promise<Response>, tries: number) =>
  async (request: Request): Promise<Response> => {
    for (let made = 1; ; made++) {
      let response: Response | undefined;
      try {
        const sent = await send(request.clone());
        await wholly(request, sent);
        response = sent;
      } catch (error) {
        if (made >= tries || request.signal.aborted) throw error;
      }
      if (response && (made >= tries || !isRepeated(response))) return response;
      await response?.body?.cancel();
      await pause(pauseOf(response), request.signal);
      request.signal.throwIfAborted();
    }
  };

/**
 * Sends a request with a credential, and again with another one where that is refused. A change carries an idempotency
 * key, the same each time: one whose answer was lost on its way is not done twice, also where the credential ended before
 * the repeat.
 */
const authorized =
  (send: (request: Request) => Promise<Response>, credential: Credential) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && !request.headers.has('X-Idempotency-Key'))
      request.headers.set('X-Idempotency-Key', crypto.randomUUID());
    const sendWith = (one: string): Promise<Response> => {
      const sent = request.clone();
      sent.headers.set('Authorization', `Bearer ${one}`);
      return send(sent);
    };
    const first = await credential();
    const response = await sendWith(first);
    if (response.status !== 401) return response;
    const other = await credential(first);
    if (other === first) return response;
    await response.body?.cancel();
    return sendWith(other);
  };

/** Records go as JSON. A text is a file: it goes as the part of a form that operations with files take it from. */
const bodyOf = (body: unknown): string | FormData => {
  if (body instanceof FormData) return body;
  if (typeof body !== 'string') return JSON.stringify(body);
  const form = new FormData();
  form.set('file', new Blob([body], { type: 'text/csv' }), 'file.csv');
  return form;
};

/** A client that calls for one partner or company. */
export const payrollClient = ({
  url,
  credential,
  language,
  tries = TRIES,
  fetch = (request) => globalThis.fetch(request),
}: ClientOptions): PayrollClient =>
  createClient<paths>({
    baseUrl: url,
    fetch: authorized(persistently(fetch, tries), typeof credential === 'string' ? () => credential : credential),
    headers: language === undefined ? {} : { 'Accept-Language': language },
    bodySerializer: bodyOf,
    // As the reference has it: lists by commas, dates by operator (`archived_at[gte]=…`).
    querySerializer: { array: { style: 'form', explode: false }, object: { style: 'deepObject', explode: true } },
  });

/**
 * The credential of a client that calls for a company for longer than a token is valid: a token that is issued at the
 * first call, and another one when that has ended. Calls beside each other share it.
 *
 *     const api = payrollClient({ url, credential: companyToken(partner, company_id) });
 *
 * @param partner a client with the partner's secret
 * @throws PayrollProblem when no token is issued
 */
export const companyToken = (partner: PayrollClient, company_id: string): Credential => {
  let issued: Promise<string> | undefined;
  let token: string | undefined;
  const issue = async (): Promise<string> => {
    try {
      token = (await given(partner.POST('/token', { body: { company_id } }))).access_token;
      return token;
    } catch (error) {
      issued = undefined;
      throw error;
    }
  };
  return (refused) => {
    // The token that the others wait for is not the one that was refused.
    if (issued === undefined || (refused !== undefined && refused === token)) {
      token = undefined;
      issued = issue();
    }
    return issued;
  };
};

interface Answer<Given> {
  data?: Given;
  error?: unknown;
  response: Response;
}

/**
 * What a call gives.
 *
 * @throws PayrollProblem when it was refused, and of status 202 when the content of a report is still being made
 */
export const given = async <Given>(answer: Promise<Answer<Given>>): Promise<Given> => {
  const { data, error, response } = await answer;
  if (!response.ok || isNotMade(response)) throw new PayrollProblem(response, error);
  return data as Given;
};

/**
 * Every record of a list, page by page:
 *
 *     for await (const person of every((_, after) => api.GET('/employees', { params: { query: { after } } }))) …
 *     for await (const payroll of every((page) => api.GET('/payrolls', { params: { query: { page } } }))) …
 *
 * After the last record of the page before, `after`, none is missed or repeated when others leave the list meanwhile. By
 * number, as for a list that has no `after` or is sorted, they are. Give one of the two: `page` counts from `after` on.
 *
 * @param read one page, by its number, or by the id of the record that it comes after, which the first page has not
 * @throws PayrollProblem
 */
export async function* every<Item extends object>(
  read: (page: number, after: string | undefined) => Promise<Answer<{ data: Item[]; meta: { has_more: boolean } }>>,
): AsyncGenerator<Item, void, undefined> {
  let after: string | undefined;
  // The service refuses a page beyond its last possible one.
  for (let page = 1; ; page++) {
    const { data, meta } = await given(read(page, after));
    after = (data.at(-1) as { id?: string } | undefined)?.id;
    yield* data;
    if (!meta.has_more) return;
  }
}
