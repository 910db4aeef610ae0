import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a webhook is told: which record something happened to, never what it holds. */
export interface Notice {
  event: string;
  resource: { type: string; id: string; external_ref?: string | null; company_id?: string };
}

/** A receiver of webhooks, as an integrator would write one. */
export interface Receiver {
  /** Where the service is to send. */
  url: string;
  /** The key of the registration, which signatures are checked with. */
  expect(key: string): void;
  /** Notices whose signature was right. */
  received: readonly Notice[];
  /** Deliveries whose signature was wrong. */
  forged(): number;
  /** Resolves with the notice of an event about a record, once it has come. @throws after `within_ms` */
  await(event: string, id: string, within_ms?: number): Promise<Notice>;
  close(): Promise<void>;
}

const MAX_BODY_bytes = 64 * 1024;

/** Starts the receiver on a free port. Nothing counts whose HMAC SHA-256 over the raw body is not the header's. */
export const startReceiver = async (host = '127.0.0.1'): Promise<Receiver> => {
  const received: Notice[] = [];
  const waiting = new Set<() => void>();
  let key = '';
  let forged = 0;

  const isSigned = (body: Buffer, signature: string): boolean => {
    const right = Buffer.from(createHmac('sha256', key).update(body).digest('hex'));
    const given = Buffer.from(signature);
    return given.length === right.length && timingSafeEqual(given, right);
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_BODY_bytes) {
        response.writeHead(413).end();
        return;
      }
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    if (!isSigned(body, String(request.headers['webhook-signature'] ?? ''))) {
      forged += 1;
      response.writeHead(401).end();
      return;
    }
    received.push(JSON.parse(body.toString()) as Notice);
    response.writeHead(204).end();
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/payroll-events`,
    expect: (registered) => {
      key = registered;
    },
    received,
    forged: () => forged,
    await: (event, id, within_ms = 15_000) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = received.find((notice) => notice.event === event && notice.resource.id === id);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`the webhook ${event} of ${id} did not come within ${within_ms / 1_000} s`));
        }, within_ms);
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
