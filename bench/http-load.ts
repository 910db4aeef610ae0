import { Client } from 'undici';

/** What a load brought: answers per second, and how long an answer took. */
export interface Load {
  rate: number;
  p50_ms: number;
  p99_ms: number;
}

export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** A value below which so much of the sorted values lies. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

/**
 * Asks over so many connections that stay open, each again as soon as it has its answer.
 *
 * @throws when an answer has another status
 */
export const load = async (
  url: string,
  { connections, time_ms, most = Number.POSITIVE_INFINITY, headers, status }: LoadOptions,
  next: () => Asked,
): Promise<Load> => {
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const times_ms: number[] = [];
  try {
    // Connections stand before the time runs.
    await Promise.all(clients.map((client) => ask(client, next(), headers, status)));
    const begun_ms = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        for (;;) {
          const asked_ms = performance.now();
          if (asked_ms - begun_ms >= time_ms || times_ms.length >= most) return;
          await ask(client, next(), headers, status);
          times_ms.push(performance.now() - asked_ms);
        }
      }),
    );
    const took_s = (performance.now() - begun_ms) / 1_000;
    return { rate: times_ms.length / took_s, p50_ms: quantile(times_ms, 0.5), p99_ms: quantile(times_ms, 0.99) };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
};

export interface LoadOptions {
  connections: number;
  time_ms: number;
  /** Requests after which it ends before its time. */
  most?: number;
  headers: Record<string, string>;
  /** The status that every answer must have. */
  status: number;
}

/** Sends a request and reads its answer to the end; gives the text. */
const ask = (
  client: Client,
  { method, path, body }: Asked,
  headers: Record<string, string>,
  status: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let answered = 0;
    let text = '';
    client.dispatch(
      {
        method,
        path,
        body,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      },
      {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode) => {
          answered = statusCode;
        },
        onResponseData: (_, chunk) => {
          if (answered !== status) text += chunk.toString();
        },
        onResponseEnd: () => {
          if (answered === status) resolve();
          else reject(new Error(`${method} ${path} was answered with ${answered}: ${text}`));
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  });
