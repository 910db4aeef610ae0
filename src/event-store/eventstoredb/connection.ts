/**
 * The connection to EventStoreDB: the official client's, whose addresses, TLS, credentials, cluster discovery and
 * change of leader are used as they are. The calls on it are our own (store.ts says why), made with the gRPC
 * definitions that the client brings along.
 */

import { EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

export interface CallHandlers<Message> {
  onMessage: (message: Message) => void;
  /** The call is over: with an error, or without one when the server ended it in good order. */
  onEnd: (error: Error | undefined) => void;
}

/** An open call. Its handlers are not called after `cancel()`, nor after `onEnd`. */
export interface ReadCall {
  pause(): void;
  resume(): void;
  cancel(): void;
}
export interface AppendCall {
  /** Writes as soon as the call has begun, unless `wanted` says by then that there is no use in it any more. */
  write(message: BatchAppendReq, wanted: () => boolean): void;
  /** False while the leader is still being looked for: until then nothing that was written has left this process. */
  begun(): boolean;
  cancel(): void;
}

export interface Connection {
  read(request: ReadReq, handlers: CallHandlers<ReadResp>): ReadCall;
  batchAppend(handlers: CallHandlers<BatchAppendResp>): AppendCall;
  /** Gives up the present connection, on which nothing comes any more; the next call makes another. */
  renew(): void;
  /** Ends all calls; their handlers are called. */
  close(): void;
}

type GrpcRead = ReturnType<StreamsClient['read']>;
type GrpcAppend = ReturnType<StreamsClient['batchAppend']>;
type CallArguments = [metadata: NonNullable<Parameters<StreamsClient['batchAppend']>[0]>, options: object];

/** The protected members of the client that are used here. Its version is pinned, and `checked` looks for them. */
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
    const call = this.open<GrpcRead, ReadResp>('read', (grpc, args) => grpc.read(request, ...args), handlers);
    return {
      pause: () => call.use((stream) => stream.pause()),
      resume: () => call.use((stream) => stream.resume()),
      cancel: call.cancel,
    };
  };

  readonly batchAppend: Connection['batchAppend'] = (handlers) => {
    const call = this.open<GrpcAppend, BatchAppendResp>('append', (grpc, args) => grpc.batchAppend(...args), handlers);
    return {
      // The stream buffers what the connection does not take yet; the appender bounds how much that can be.
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

  /** Opens one call. Its listeners are set in the turn in which it is made, so that no error passes unheard. */
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
      // A node that is no longer the leader answers so, upon which the client turns to the leader: a node that lags
      // behind would not show what was just appended.
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
 * @throws Error when the address cannot be used; its message never quotes the address, which may hold a password.
 */
export const connect = (url: string): Connection => new LiveConnection(url);

function clientFor(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    // The client's own message quotes the address. What it expected, and where, is enough to act on.
    const said = error instanceof Error ? error.message : '';
    const expected = /at position \d+, expected [^.]*/.exec(said)?.[0];
    const why = /certificate|userCertFile|keepAlive|deadline/i.test(said) ? said : `unexpected text ${expected ?? ''}`;
    throw new Error(`the address of EventStoreDB (esdb://user:password@host:port?option=value) cannot be used: ${why}`);
  }
}

/** They are private of the client; each is looked for before any is used. */
const INTERNALS = ['GRPCStreamCreator', 'callArguments', 'handleError'] as const satisfies (keyof ClientInternals)[];

const missingOf = (client: object): string | undefined =>
  INTERNALS.find((member) => typeof Reflect.get(client, member) !== 'function');

const hasInternals = (client: object): client is ClientInternals => missingOf(client) === undefined;

function checked(client: object): ClientInternals {
  if (!hasInternals(client))
    throw new Error(`@eventstore/db-client has no ${missingOf(client)}: the store was made for version 6.2.1`);
  return client;
}
