import { createServer, type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { pause } from '../timing/pauses.ts';
import type { Text } from '../values/text.ts';
import type { App } from './app.ts';
import { negotiateLocale } from './requests/language.ts';

/** The server could not listen. The message is one sentence for the operator. */
export class ListenFailed extends Error {
  override name = 'ListenFailed';
}

export interface HttpServer {
  /** Where it listens; the actual port when 0 was set. */
  address: { host: string; port: number };
  /** Lets each connection end with the next answer on it; new ones are accepted. */
  retire(): void;
  /**
   * Accepts no more connections, waits for open requests, and aborts the rest after `within_ms`. Returns whether all of
   * them finished.
   */
  drain(within_ms: number): Promise<boolean>;
}

/** Time for a request to arrive, head and body, so that slow senders do not occupy connections. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** A caller that takes nothing of its answer for so long is gone: what waits for it is in memory. */
const STALLED_MS = 60_000;
/** Longer than the idle time of usual proxies, so that the proxy closes an idle connection first. */
const KEEP_ALIVE_MS = 75_000;
/** A connection that ends stays open so long for its last answers: closed at once, they could be lost on their way. */
const LINGER_MS = 500;
const DRAIN_STEP_MS = 20;
/**
 * Requests of a connection that are not answered yet. Who sends more without waiting would have thousands begun in one
 * turn of the event loop, and all others wait for them; clients and proxies of today send the next after an answer.
 */
const MOST_UNANSWERED = 8;
/** How often Node checks for late requests. Its default of 30 seconds would be added to the limits. */
const CHECK_EVERY_MS = 500;

/** The names of the settings for the address. */
interface Names {
  port: string;
  host: string;
}

const explain = (error: NodeJS.ErrnoException, host: string, port: number, names: Names): string => {
  const where = `${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: end what listens there, or set ${names.port} to another one.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user: set ${names.port} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${names.host} ${host} is no address of this machine: set ${names.host} to one that is, e.g. 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The service cannot listen on ${where}: ${error.message}.`;
  }
};

const listen = (server: Server, host: string, port: number, names: Names): Promise<void> =>
  new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      reject(new ListenFailed(explain(error, host, port, names), { cause: error }));
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve();
    });
  });

const NO_EXPECTATION: Text = {
  en: 'This service fulfils no expectation but "100-continue": leave Expect out.',
  fr: 'Ce service ne répond à aucune attente autre que « 100-continue » : omettez Expect.',
};

/**
 * Answers for requests that Node's parser refuses: they reach no middleware. Their headers were not read, so nobody
 * knows which language their callers prefer.
 */
const UNREADABLE: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The address and the headers of a request must not exceed ${maxHeaderSize} bytes together.`,
  ],
  // A name with an accent is written into an address as it is read, and sent so by curl among others.
  HPE_INVALID_URL: [
    '400 Bad Request',
    'The address of the request has a character that addresses do not take: percent-encode it, as %C3%AB for ë.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    `A request must arrive within ${REQUEST_TIMEOUT_MS / 1_000} seconds, its headers within ${HEADERS_TIMEOUT_MS / 1_000}.`,
  ],
};
const MALFORMED: [status: string, message: string] = ['400 Bad Request', 'This is no well-formed HTTP/1.1 request.'];

const answerUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ message });
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A caller that keeps its own half open would keep the connection, and the room of its body, for ever.
  endAfterLingering(socket);
};

const endAfterLingering = (socket: Duplex): void => {
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
};

/**
 * A target such as `*`, or a Host that is no name: of these the parser makes no address, so no middleware sees them.
 */
const answerUnaddressed = (error: unknown): Response =>
  error instanceof RequestError
    ? Response.json(
        {
          message:
            'The address of the request cannot be read: send a path that begins with /, and in the Host header a name, with or without a port.',
        },
        { status: 400 },
      )
    : new Response(null, { status: 500 });

/**
 * Ends the connection when its caller takes nothing of the answer any more. An answer that is still being made may take
 * its time.
 */
const endStalled = (response: ServerResponse, stalled_ms: number): void => {
  response.setTimeout(stalled_ms, () => {
    if (response.writableLength > 0) response.destroy();
  });
};

const UNANSWERED: Text = {
  en: `At most ${MOST_UNANSWERED} requests of a connection may wait for their answers. Nothing was processed; send the next when an earlier one is answered.`,
  fr: `Au plus ${MOST_UNANSWERED} requêtes d'une connexion peuvent attendre leur réponse. Rien n'a été traité; envoyez la suivante quand une requête antérieure a sa réponse.`,
};

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Ends a connection with the first request that is one too many. Those behind it in the same piece are not looked at,
 * and no more is read. Each of them is in memory until the connection ends, so its earlier answers may take no longer
 * than half a second from then on.
 */
const fewUnanswered = (listener: Listener): Listener => {
  const waiting = new WeakMap<Duplex, number>();
  return (request, response) => {
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before > MOST_UNANSWERED) return;
    waiting.set(socket, before + 1);
    if (before === MOST_UNANSWERED) {
      socket.pause();
      endAfterLingering(socket);
      const locale = negotiateLocale(request.headers['accept-language']);
      const body = JSON.stringify({ message: UNANSWERED[locale] });
      response.writeHead(429, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Content-Language': locale,
        'Retry-After': '1',
        Connection: 'close',
      });
      response.end(body);
      return;
    }
    response.once('close', () => {
      const now = waiting.get(socket) ?? 0;
      // What was one too many stays: the connection ends with it.
      if (now <= MOST_UNANSWERED) waiting.set(socket, now - 1);
    });
    return listener(request, response);
  };
};

/**
 * Ends each answer that waits behind others on a connection when that is gone. Node tells it to those that had their
 * turn: what waits for the end of another would be kept for ever, and all that it answered with.
 */
const endsWithConnection = (): ((response: ServerResponse) => void) => {
  const waiting = new WeakMap<Socket, Set<ServerResponse>>();
  return (response) => {
    if (response.socket) return;
    const { socket } = response.req;
    let behind = waiting.get(socket);
    if (!behind) {
      const these = new Set<ServerResponse>();
      socket.once('close', () => {
        for (const one of these) if (!one.socket) one.destroy().emit('close');
      });
      waiting.set(socket, these);
      behind = these;
    }
    behind.add(response);
    response.once('close', () => behind.delete(response));
  };
};

/**
 * Serves the app.
 *
 * @throws ListenFailed with a sentence that says what to do
 */
export const startServer = async (
  app: Pick<App, 'fetch'>,
  options: { host: string; port: number; headers_ms?: number; stalled_ms?: number; names?: Names },
): Promise<HttpServer> => {
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: options.headers_ms ?? HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      // Without a Host there is no address either: that has an answer with a message, and Node's has none.
      requireHostHeader: false,
    },
    fewUnanswered(getRequestListener(app.fetch, { errorHandler: answerUnaddressed })),
  );
  // Node passes over headers behind the first two thousand without a word, and an idempotency key may be among them.
  server.maxHeadersCount = 0;
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const locale = negotiateLocale(headers['accept-language']);
    response.writeHead(417, {
      'Content-Type': 'application/json',
      'Content-Language': locale,
      Connection: 'close',
    });
    response.end(JSON.stringify({ message: NO_EXPECTATION[locale] }));
  });
  /** Answers that are not sent yet. */
  const unsent = new Set<ServerResponse>();
  const endWithConnection = endsWithConnection();
  let isRetired = false;
  // Told that it ends, a caller sends nothing more on a connection: what it sent as it ends would be lost.
  const retire = (): void => {
    isRetired = true;
    for (const response of unsent) response.shouldKeepAlive = false;
  };
  // Before the app, which may answer at once.
  server.prependListener('request', (_, response: ServerResponse) => {
    endStalled(response, options.stalled_ms ?? STALLED_MS);
    endWithConnection(response);
    if (isRetired) response.shouldKeepAlive = false;
    unsent.add(response);
    response.once('close', () => unsent.delete(response));
  });
  await listen(server, options.host, options.port, options.names ?? { port: 'PORT', host: 'HOST' });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server that listens has no port');
  const { port } = address;
  return {
    address: { host: options.host, port },
    retire,
    drain: async (within_ms) => {
      const deadline = performance.now() + within_ms;
      let closed = false;
      retire();
      server.close(() => {
        closed = true;
      });
      // A connection is idle once its request is answered, and is closed then.
      while (!closed && performance.now() < deadline) {
        server.closeIdleConnections();
        await pause(DRAIN_STEP_MS);
      }
      if (!closed) server.closeAllConnections();
      return closed;
    },
  };
};
