import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEBHOOK_CALLS } from '../../src/platform/webhook-calls.ts';

export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
  body: any;
}

export interface Receiver {
  url: string;
  port: number;
  calls: ReceivedCall[];
  /** What it answers from now on; `hang` for never. */
  answer: (status: number | 'hang', headers?: Record<string, string>, text?: string) => void;
  /** Breaks the calls off that wait for an answer. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A call as the reference says that it comes. @throws when it is of another shape, which fails the test */
const asDeclared = (body: { event?: string }): object => {
  const declared = WEBHOOK_CALLS.find(({ event }) => event === body.event);
  if (!declared) throw new Error(`the reference has no call of ${body.event}`);
  declared.schema.parse(body);
  return body;
};

/** An HTTP server that keeps what it is sent. */
export const startReceiver = async (): Promise<Receiver> => {
  const calls: ReceivedCall[] = [];
  let reply: { status: number | 'hang'; headers: Record<string, string>; text: string };
  const answer: Receiver['answer'] = (status, headers = {}, text = '') => {
    reply = { status, headers, text };
  };
  answer(204);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = JSON.parse(text);
    calls.push({ headers: request.headers, text, body: asDeclared(body) });
    if (reply.status === 'hang') return;
    response.writeHead(reply.status, reply.headers).end(reply.status === 204 ? undefined : reply.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    calls,
    answer,
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
