import { Agent, type IncomingMessage, request } from 'node:http';

export interface Sent {
  status: number;
  headers: Headers;
  text: string;
}

/** Connections are used again, and given up before the service gives them up: no request meets one that is closing. */
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

/** Less than tests may take: one whose request is not answered says which it was. */
const LONGEST_ms = 170_000;

const utf8 = new TextDecoder();

const told = (message: IncomingMessage, bytes: Uint8Array): Sent => {
  const { statusCode: status, rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return { status: status!, headers, text: utf8.decode(bytes) };
};

/**
 * Sends a request over HTTP and reads its answer, at half of what `fetch` takes of a processor: tests make tens of
 * thousands. As `fetch` does, it follows redirects, and leaves out a byte order mark.
 *
 * @param longest_ms for which nothing may come
 * @throws an error of the connection, with its code; that no answer came
 */
export const send = (
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
  longest_ms = LONGEST_ms,
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(url, { agent, method, timeout: longest_ms, headers: { ...headers, ...length } }, (message) => {
      const pieces: Buffer[] = [];
      message.on('data', (piece: Buffer) => pieces.push(piece));
      message.on('end', () => {
        const { location } = message.headers;
        const isElsewhere = message.statusCode! >= 300 && message.statusCode! < 400 && location !== undefined;
        resolve(
          isElsewhere
            ? send(new URL(location, url), method, headers, body, longest_ms)
            : told(message, Buffer.concat(pieces)),
        );
      });
      message.on('error', reject);
    });
    sent.on('timeout', () =>
      sent.destroy(new Error(`${method} ${url.pathname} was not answered within ${longest_ms} ms`)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
