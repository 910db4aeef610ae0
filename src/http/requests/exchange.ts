import type { HttpBindings } from '@hono/node-server';
import type { Operation, Preferences, Uploaded } from '../../kernel/definition/operation.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import type { KeptContainer } from '../../kernel/definition/writer.ts';
import type { Locale } from '../../values/text.ts';

/** Who calls, once the credential is known. */
export interface Caller {
  tenant: Tenant;
  /** `company:<id>` or `partner:<id>`: the entity that limits and idempotency keys belong to. */
  entity: string;
  /** The partner came before the present ways: without a Prefer header the deprecated ones hold. */
  existing: boolean;
  /** A page in a browser, with a token of purpose `component`. */
  component?: boolean;
}

/** What the middlewares share about one request. */
export interface Exchange {
  request_id: string;
  locale: Locale;
  /** Base address of the service, for absolute links. */
  publicUrl: string;
  /** Headers of the answer, collected on the way. A plain record is what the server writes fastest. */
  headers: Record<string, string>;
  operation?: Operation;
  caller?: Caller;
  preferences?: Preferences;
  ifMatch?: string;
  /** The body as it came; of a file, that by which the same file is known. */
  bytes?: Uint8Array;
  /** The file that came as the body. */
  upload?: Uploaded;
  /** What ids derive from and when the change happens, when an idempotency key fixed them; `key` is its digest. */
  fixed?: { key: string; seed: string; occurred_at: string; again: boolean; container: KeptContainer };
}

export type Env = { Bindings: Partial<HttpBindings>; Variables: { exchange: Exchange } };

/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 304, 308]);

/** The answer to a request: JSON, with the headers that were collected for it. */
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

/** Adds what an answer varies by. */
export const vary = (exchange: Exchange, by: string): void => {
  const before = exchange.headers.Vary;
  if (before === undefined) exchange.headers.Vary = by;
  else if (!before.split(', ').includes(by)) exchange.headers.Vary = `${before}, ${by}`;
};
