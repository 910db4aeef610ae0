import type { HttpBindings } from '@hono/node-server';
import type { Operation, Preferences, Uploaded } from '../../kernel/definition/operation.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import type { Locale } from '../../values/text.ts';
import type { HeldKey } from './idempotency-keys.ts';

/** The caller, once it is authenticated. */
export interface Caller {
  tenant: Tenant;
  /** Whose limits and idempotency keys apply: `company:<id>`, `partner:<id>`, or `public:<operation>`. */
  entity: string;
  /** The partner is older than the current forms: without a Prefer header the deprecated ones apply. */
  existing: boolean;
  /** A page in a browser, with a token of purpose `component`. */
  component?: boolean;
}

/** State of one request, shared by the middlewares. */
export interface Exchange {
  request_id: string;
  locale: Locale;
  /** Base address of the service, for absolute links. */
  publicUrl: string;
  /** Collected headers of the answer. A plain object is the fastest for the server. */
  headers: Record<string, string>;
  operation?: Operation;
  caller?: Caller;
  /** Whether the call shows sensitive values, which is recorded. */
  reveals?: boolean;
  preferences?: Preferences;
  /** Parameters of the query that must be as the body has them, of an operation whose page links repeat its body. */
  repeated?: Readonly<Record<string, string[]>>;
  ifMatch?: string;
  /** The body as received; for a file, the bytes that identify it. */
  bytes?: Uint8Array;
  /** The file that came as the body. */
  upload?: Uploaded;
  /** Seed of ids and time of the change, when an idempotency key fixes them; `key` is its digest. */
  fixed?: Pick<HeldKey, 'seed' | 'occurred_at' | 'again' | 'lease' | 'container'> & { key: string };
}

export type Env = { Bindings: Partial<HttpBindings>; Variables: { exchange: Exchange } };

/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 304, 308]);

/** The JSON answer to a request, with the collected headers. */
export const respond = (
  exchange: Exchange,
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Response => respondText(exchange, status, body === undefined ? null : JSON.stringify(body), headers);

/** The same for a body that is JSON text already. */
export const respondText = (
  exchange: Exchange,
  status: number,
  text: string | null,
  headers?: Readonly<Record<string, string>>,
): Response => {
  const all = exchange.headers;
  if (text !== null) all['Content-Type'] ??= 'application/json';
  if (headers) Object.assign(all, headers);
  return new Response(EMPTY.has(status) ? null : text, { status, headers: all });
};

/** Adds to the Vary header. */
export const vary = (exchange: Exchange, by: string): void => {
  const before = exchange.headers.Vary;
  if (before === undefined) exchange.headers.Vary = by;
  else if (!before.split(', ').includes(by)) exchange.headers.Vary = `${before}, ${by}`;
};
