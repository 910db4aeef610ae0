import type { components } from './schema.ts';

type All = components['schemas'];

/** The body of a call to a webhook; `event` says which one it is. */
export type WebhookCall = { [Name in keyof All]: Name extends `${string}_call` ? All[Name] : never }[keyof All];

export interface VerifyOptions {
  /** How far the time of a call may be from now, in seconds; default 300. */
  tolerance_s?: number;
  /** Default the time of this machine. */
  now?: Date;
}

/** A call that must not be taken: it is not from the service, was altered on its way, or is too old. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused';
}

/** Headers of a request: those of `fetch`, or of Node by their names in lower case. */
type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_s = 300;
const KEY_PREFIX = 'whsec_';
/** What a signature of the Standard Webhooks specification begins with. */
const STANDARD = 'v1,';
const HEX = /^[0-9a-f]{64}$/;

const headerOf = (headers: RequestHeaders, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`the call has no header ${name}`);
  return value;
};

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const ofBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const ofHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Compared in constant time, as WebCrypto does. */
const isOf = async (
  secret: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
) => {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
};

/** The bytes of a signature in base64; none where it is not in base64. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    return ofBase64(text);
  } catch {
    return new Uint8Array();
  }
};

/**
 * Verifies a call to a webhook, of either `signature_format`, and gives its body. While a key is replaced a call is
 * signed with both: a receiver with either key, or with both of them, takes it.
 *
 *     const call = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_KEY);
 *
 * The default format signs the body alone. So a call whose time somebody altered is still taken there; keep the
 * `Webhook-Id` of what was taken, or use `signature_format: standard`, which covers id and time.
 *
 * @param body as it came, byte for byte: not parsed and written again
 * @param keys the key of the webhook (`whsec_…`), or several
 * @throws WebhookRefused
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: RequestHeaders,
  keys: string | readonly string[],
  { tolerance_s = TOLERANCE_s, now = new Date() }: VerifyOptions = {},
): Promise<WebhookCall> => {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const away_s = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || !(away_s <= tolerance_s))
    throw new WebhookRefused(`the time of the call, ${timestamp}, is not within ${tolerance_s} s of now`);
  const bytes = typeof body === 'string' ? utf8(body) : Uint8Array.from(body);
  const dated = joined([utf8(`${id}.${timestamp}.`), bytes]);
  for (const key of typeof keys === 'string' ? [keys] : keys)
    for (const one of given.split(' ')) {
      const isGenuine = one.startsWith(STANDARD)
        ? await isOf(
            ofBase64(key.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : key),
            bytesOf(one.slice(STANDARD.length)),
            dated,
          )
        : HEX.test(one) && (await isOf(utf8(key), ofHex(one), bytes));
      if (isGenuine) return JSON.parse(new TextDecoder().decode(bytes)) as WebhookCall;
    }
  throw new WebhookRefused('no signature of the call is made with this key');
};
