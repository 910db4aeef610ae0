import { createHmac } from 'node:crypto';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Delivery } from './webhook-deliveries.ts';

const PREFIX = 'whsec_';

/** HMAC-SHA256 of the body under the text of the key, in lower-case hex: the documented signature. */
export const hexSignature = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('hex');

/**
 * The signature of the Standard Webhooks specification, version 1: HMAC-SHA256 of `id.timestamp.body` under the bytes
 * that the key encodes, in base64.
 */
export const standardSignature = (key: string, id: string, timestamp_s: number, body: string): string => {
  const secret = Buffer.from(key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key, 'base64');
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp_s}.${body}`).digest('base64')}`;
};

/**
 * The headers that a receiver verifies. Both kinds of signature use the same header, since header names are
 * case-insensitive, so the registration says which of them it gets. While a key is being replaced there is a signature
 * for each key, separated by a space as the specification requires.
 */
const signatureHeaders = (
  format: 'hex' | 'standard',
  keys: readonly string[],
  id: string,
  timestamp_s: number,
  body: string,
): Record<string, string> => ({
  'Webhook-Id': id,
  'Webhook-Timestamp': String(timestamp_s),
  'Webhook-Signature': keys
    .map((key) => (format === 'standard' ? standardSignature(key, id, timestamp_s, body) : hexSignature(key, body)))
    .join(' '),
});

/** All headers of a call that is made now. */
export const headersOf = (
  row: RecordOf<'webhook'>,
  keys: readonly string[],
  { id, body }: Pick<Delivery, 'id' | 'body'>,
): Record<string, string> => {
  const timestamp_s = Math.floor(Date.now() / 1_000);
  const format = row.signature_format === 'standard' ? 'standard' : 'hex';
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'payroll-ledger',
    ...signatureHeaders(format, keys, id, timestamp_s, body),
  };
};
