import { promises as dns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { type AddressPolicy, admitsAddress, literalAddress } from '../../platform/addresses.ts';
import { storable } from '../../values/cut.ts';
import { codeOf, reasonOf } from '../../values/describe-error.ts';
import { parseRetryAfter } from './webhook-schedule.ts';

/**
 * Calls to addresses that partners chose. A name is resolved here, each of its addresses is checked, and the connection
 * is made to a checked address, so the name cannot change between the check and the call. Redirects are not followed.
 */
export interface CallResult {
  duration_ms: number;
  /** Null when no answer came; then `error` says why. */
  status: number | null;
  /** Also set when an answer did not come to its end: its status counts all the same. */
  error: string | null;
  /** The beginning of the answer's body. */
  excerpt: string | null;
  retryAfter_ms: number | undefined;
}

export interface Caller {
  /** Posts a JSON body. Never throws. */
  post(url: string, headers: Record<string, string>, body: string): Promise<CallResult>;
  /** Aborts the running calls. */
  close(): Promise<void>;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface CallerOptions {
  policy: AddressPolicy;
  resolve?: Resolve;
  /** Limit of a whole call, up to the end of the answer; default 15 s. */
  timeout_ms?: number;
}

const TIMEOUT_ms = 15_000;
/** How long a connection stays open for the next call. */
const KEEP_ALIVE_ms = 10_000;
const EXCERPT_bytes = 1_024;
/** The rest of a longer answer is not read. */
const MAX_BODY_bytes = 16 * 1024;
const MAX_ERROR_CHARS = 300;
/** Interim answers (1xx): an endless line of them would take a whole processor until the call's time is over. */
const MAX_INTERIM = 20;

class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor(hostname: string) {
    super(`${hostname} leads to an address that may not be called`);
  }
}

const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

/**
 * Queries the name servers directly; only a name that they do not know is looked up by the system (hosts file). The
 * system's resolver blocks one of few threads while it waits, and a few dead name servers would block all of them.
 */
const resolveName: Resolve = async (hostname) => {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []));
  const other = reasons.find((reason) => !NO_SUCH_NAME.has(codeOf(reason) ?? ''));
  if (other) throw other;
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
};

const guardedLookup =
  (policy: AddressPolicy, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        // One refused address makes all of them refused: a name with both is an attempt to get around the check.
        if (addresses.length === 0 || !addresses.every((address) => admitsAddress(address, policy)))
          return callback(new AddressRefused(hostname), '', 4);
        const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const wanted = options.family === 6 || options.family === 4 ? options.family : undefined;
        const fitting = wanted ? all.filter(({ family }) => family === wanted) : all;
        if (options.all) return callback(null, fitting);
        const [first = all[0]!] = fitting;
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };

export const makeCaller = ({ policy, resolve = resolveName, timeout_ms = TIMEOUT_ms }: CallerOptions): Caller => {
  const agent = new Agent({
    connect: { lookup: guardedLookup(policy, resolve), timeout: timeout_ms },
    // As many connections to a host as its webhooks make calls, each of which limits its own: a shared number would let
    // the slow ones of a host use up the time of the others.
    pipelining: 1,
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    maxResponseSize: -1,
    keepAliveTimeout: KEEP_ALIVE_ms,
    // Else a receiver may ask for ten minutes, and one that is registered at ever new ports would use up all
    // connections.
    keepAliveMaxTimeout: Math.min(KEEP_ALIVE_ms, timeout_ms),
  });

  const call = async (
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
    reason: (error: unknown) => string,
  ) => {
    const address = literalAddress(new URL(url));
    // A literal address is never looked up, so the lookup cannot check it.
    if (address !== undefined && !admitsAddress(address, policy)) throw new AddressRefused(address);
    const enough = new AbortController();
    let interim = 0;
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      dispatcher: agent,
      signal: AbortSignal.any([signal, enough.signal]),
      onInfo: () => {
        if (++interim > MAX_INTERIM)
          enough.abort(new Error(`more than ${MAX_INTERIM} interim answers (1xx) came before the answer`));
      },
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let error: string | null = null;
    try {
      for await (const chunk of answer.body) {
        if (bytes < EXCERPT_bytes) chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_BODY_bytes) break;
      }
    } catch (cut) {
      // What the receiver says of the call is its status, which it has said.
      error = reason(cut);
    }
    return {
      status: answer.statusCode,
      error,
      excerpt: excerptOf(Buffer.concat(chunks)),
      retryAfter_ms: parseRetryAfter(single(answer.headers['retry-after']), Date.now()),
    };
  };

  return {
    post: async (url, headers, body) => {
      const began_ms = performance.now();
      const limit = AbortSignal.timeout(timeout_ms);
      const reason = (error: unknown): string =>
        limit.aborted ? `no complete answer within ${timeout_ms} ms` : shortReason(error);
      const result = await call(url, headers, body, limit, reason).catch((error: unknown) => ({
        status: null,
        error: reason(error),
        excerpt: null,
        retryAfter_ms: undefined,
      }));
      return { ...result, duration_ms: Math.round(performance.now() - began_ms) };
    },
    close: () => agent.destroy(),
  };
};

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Text that can be stored, made from arbitrary bytes. */
const excerptOf = (bytes: Buffer): string =>
  bytes.subarray(0, EXCERPT_bytes).toString('utf8').replaceAll('\u0000', '\uFFFD');

const shortReason = (error: unknown): string => storable(reasonOf(error), MAX_ERROR_CHARS);
