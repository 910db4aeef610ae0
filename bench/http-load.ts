import { Client, type Dispatcher, Pool } from 'undici';

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

export interface OpenLoad {
  /** Requests per second, begun at even distances whether or not those before have been answered. */
  rate: number;
  time_ms: number;
  headers: Record<string, string>;
  /** The status that every answer must have. */
  status: number;
}

/** Connections of an open load: enough that no request waits for one. */
const OPEN_CONNECTIONS = 128;

/**
 * Asks at a steady rate, as clients do that know nothing of each other. A time runs from when a request was due, so a
 * server that stalls is not spared those that were to come meanwhile.
 *
 * @throws when an answer has another status
 */
export const openLoad = async (
  url: string,
  { rate, time_ms, headers, status }: OpenLoad,
  next: () => Asked,
): Promise<Load> => {
  const pool = new Pool(url, { connections: OPEN_CONNECTIONS, pipelining: 1 });
  const times_ms: number[] = [];
  const begun_ms = performance.now();
  const pending: Promise<void>[] = [];
  try {
    for (let sent = 0; sent < (rate * time_ms) / 1_000; ) {
      const due = Math.min(((performance.now() - begun_ms) * rate) / 1_000, (rate * time_ms) / 1_000);
      for (; sent < due; sent++) {
        const due_ms = begun_ms + (sent * 1_000) / rate;
        const answered = ask(pool, next(), headers, status).then(() => void times_ms.push(performance.now() - due_ms));
        // A failure is told when all have been sent.
        answered.catch(() => {});
        pending.push(answered);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(pending);
    const took_s = (performance.now() - begun_ms) / 1_000;
    return { rate: times_ms.length / took_s, p50_ms: quantile(times_ms, 0.5), p99_ms: quantile(times_ms, 0.99) };
  } finally {
    await pool.close();
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
  client: Dispatcher,
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
