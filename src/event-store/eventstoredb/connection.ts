/**
 * The connection to EventStoreDB: that of the official client, with its addresses, TLS, credentials, cluster discovery
 * and change of leader. The calls on it are our own (store.ts says why), made with the gRPC definitions of the client.
 */

import { EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';

export interface CallHandlers<Message> {
  onMessage: (message: Message) => void;
  /** Called when the call has ended: with an error, or without one when the server ended it normally. */
  onEnd: (error: Error | undefined) => void;
}

/** An open call. Its handlers are not called after `cancel()`, nor after `onEnd`. */
export interface ReadCall {
  pause(): void;
  resume(): void;
  cancel(): void;
}
export interface AppendCall {
  /** Writes as soon as the call has begun, unless `wanted` is false by then. */
  write(message: BatchAppendReq, wanted: () => boolean): void;
  /** False while the leader is being searched: until then nothing is sent. */
  begun(): boolean;
  cancel(): void;
}

export interface Connection {
  /** Its messages come as they are on the wire; `decode` (read-messages.ts) reads them. */
  read(request: ReadReq, handlers: CallHandlers<Buffer>): ReadCall;
  batchAppend(handlers: CallHandlers<BatchAppendResp>): AppendCall;
  /** Gives up the current connection, which is silent; the next call opens another. */
  renew(): void;
  /** Ends all calls; their handlers are called. */
  close(): void;
}

type GrpcRead = ClientReadableStream<Buffer>;
type GrpcAppend = ReturnType<StreamsClient['batchAppend']>;
type CallArguments = [metadata: NonNullable<Parameters<StreamsClient['batchAppend']>[0]>, options: object];

/** The protected members of the client that are used here. Its version is pinned, and `checked` verifies them. */
interface ClientInternals {
  GRPCStreamCreator<Call extends GrpcRead | GrpcAppend>(
    service: typeof StreamsClient,
    name: string,
    make: (grpc: StreamsClient) => Call,
  ): () => Promise<Call>;
  callArguments(options: { requiresLeader: boolean }, callOptions: { deadline: number }): CallArguments;
  handleError(grpc: StreamsClient, error: Error): Promise<void>;
}

class LiveConnection implements Connection {
  private readonly internals: ClientInternals;
  private readonly inHand = new Set<{ end: (error: Error) => void }>();
  private latest: StreamsClient | undefined;
  private closed = false;

  constructor(url: string) {
    this.internals = checked(clientFor(url));
  }

  readonly read: Connection['read'] = (request, handlers) => {
    const { path, requestSerialize } = streamsService.StreamsService.read;
    const call = this.open<GrpcRead, Buffer>(
      'read',
      (grpc, args) => grpc.makeServerStreamRequest(path, requestSerialize, (bytes) => bytes, request, ...args),
      handlers,
    );
    return {
      pause: () => call.use((stream) => stream.pause()),
      resume: () => call.use((stream) => stream.resume()),
      cancel: call.cancel,
    };
  };

  readonly batchAppend: Connection['batchAppend'] = (handlers) => {
    const call = this.open<GrpcAppend, BatchAppendResp>('append', (grpc, args) => grpc.batchAppend(...args), handlers);
    return {
      // The gRPC stream buffers what the connection does not accept yet; the appender bounds how much that can be.
      write: (message, wanted) => call.use((stream) => wanted() && stream.write(message)),
      begun: call.begun,
      cancel: call.cancel,
    };
  };

  readonly renew: Connection['renew'] = () => {
    if (this.latest) void this.internals.handleError(this.latest, new UnavailableError());
  };

  readonly close: Connection['close'] = () => {
    this.closed = true;
    for (const { end } of this.inHand) end(new Error('the store was closed'));
    this.latest?.close();
  };

  /** Opens one call. Its listeners are set in the same turn of the event loop, so that no error is missed. */
  private open<Call extends GrpcRead | GrpcAppend, Message>(
    name: string,
    make: (grpc: StreamsClient, args: CallArguments) => Call,
    { onMessage, onEnd }: CallHandlers<Message>,
  ) {
    let call: Call | undefined;
    let over = false;
    const waiting: ((call: Call) => void)[] = [];
    const finish = () => {
      over = true;
      this.inHand.delete(entry);
      call?.cancel();
    };
    const end = (error: Error | undefined) => {
      if (over) return;
      finish();
      onEnd(error);
    };
    const entry = { end };
    this.inHand.add(entry);

    const create = this.internals.GRPCStreamCreator(streamsService.StreamsClient, name, (grpc) => {
      this.latest = grpc;
      // A node that is not the leader refuses such a call, and the client turns to the leader: a node that lags would
      // not return recent appends.
      const args = this.internals.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY });
      const made = make(grpc, args);
      call = made;
      made.on('data', (message: Message) => {
        if (!over) onMessage(message);
      });
      made.on('error', end);
      made.on('end', () => end(undefined));
      if (over) made.cancel();
      else for (const use of waiting) use(made);
      return made;
    });
    if (this.closed) queueMicrotask(() => end(new Error('the store was closed')));
    else create().catch((error: unknown) => end(error instanceof Error ? error : new Error(String(error))));

    return {
      use(act: (call: Call) => void) {
        if (over) return;
        if (call) act(call);
        else waiting.push(act);
      },
      begun: () => call !== undefined,
      cancel() {
        if (!over) finish();
      },
    };
  }
}

/**
 * Prepares a connection; the first call connects.
 *
 * @param url `esdb://` or `esdb+discover://`, as the client documents it.
 * @throws Error when the address cannot be used; its message never quotes the address, which may contain a password.
 */
export const connect = (url: string): Connection => new LiveConnection(url);

function clientFor(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    // The client's message quotes the address. What it expected, and where, is enough to correct it.
    const said = error instanceof Error ? error.message : '';
    const expected = /at position \d+, expected [^.]*/.exec(said)?.[0];
    const why = /certificate|userCertFile|keepAlive|deadline/i.test(said) ? said : `unexpected text ${expected ?? ''}`;
    throw new Error(`the address of EventStoreDB (esdb://user:password@host:port?option=value) cannot be used: ${why}`);
  }
}

/** Private members of the client; `checked` verifies that all of them exist. */
const INTERNALS = ['GRPCStreamCreator', 'callArguments', 'handleError'] as const satisfies (keyof ClientInternals)[];

const missingOf = (client: object): string | undefined =>
  INTERNALS.find((member) => typeof Reflect.get(client, member) !== 'function');

const hasInternals = (client: object): client is ClientInternals => missingOf(client) === undefined;

function checked(client: object): ClientInternals {
  if (!hasInternals(client))
    throw new Error(`@eventstore/db-client has no ${missingOf(client)}: the store was made for version 6.2.1`);
  return client;
}
