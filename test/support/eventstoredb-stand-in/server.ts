/**
 * A stand-in for EventStoreDB 21.10: a small gRPC server on 127.0.0.1 that speaks what a client of it uses, with the
 * definitions that the client package brings, and answers as the real server was seen to answer. A real one cannot be
 * told to fail at a given moment; this one can.
 *
 * `test/event-store/eventstoredb-stand-in.test.ts` holds it, and a real server where one is given, to the same words.
 */

import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceError,
  status,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { appendOnce } from './append-once.ts';
import { type AppendOutcome, type Expected, type Log, makeLog, type ProposedEvent } from './log.ts';
import { batchAnswer, notLeader, type Refusal, rpcError } from './messages.ts';
import { answerRead, type Subscriptions } from './reads.ts';
import { type Relay, startRelay } from './relay.ts';

/** What becomes of an append that is told to fail. */
export type Mishap =
  /** Written; the connection breaks before the answer. */
  | 'write_then_cut'
  /** Not written; the connection breaks. */
  | 'cut'
  /** Written; no answer ever comes. */
  | 'write_silently'
  /** Not written, and no answer ever comes: so the server treats a repeat that overtakes its original. */
  | 'swallow'
  /** Written; the answer is a timeout. */
  | 'write_then_timeout'
  /** Written; the answer does not tell the position. */
  | 'write_without_position'
  /** The answer is this, nothing is written. */
  | Refusal;

export interface StandIn {
  /** For `openEventStoreDbEventStore` and the official client. */
  url: string;
  port: number;
  log: Log;
  /** The next `count` appends fare as told. */
  nextAppends(count: number, mishap: Mishap): void;
  /** The next `count` reads and subscriptions are refused with an error. */
  nextReads(count: number, error: ServiceError): void;
  /** Answers to appends wait this long. */
  delayAnswers(delay_ms: number): void;
  /** From now on this node is not the leader, and says who is; undefined makes it the leader. */
  follow(leader: { host: string; port: number } | undefined): void;
  /** Ends all subscriptions with an error. Tells how many. */
  endSubscriptions(error?: ServiceError): number;
  /** Subscriptions in hand. */
  subscriptions(): number;
  /** Subscriptions begun since the start. */
  subscribed(): number;
  /** Appends that arrived, repeats included. */
  appendsSeen(): number;
  /** The network: cuts, freezes, refuses connections. */
  network: Relay;
  stop(): Promise<void>;
}

export interface StandInOptions {
  tls?: { key: Buffer; certificate: Buffer };
  /** Calls without these are refused; only looked at with TLS, as a client sends them only then. */
  credentials?: { user: string; password: string };
}

/** Starts a stand-in with an empty log. */
export async function startStandIn({ tls, credentials }: StandInOptions = {}): Promise<StandIn> {
  const log = makeLog();
  const subscriptions: Subscriptions = new Set();
  const mishaps: Mishap[] = [];
  const refusedReads: ServiceError[] = [];
  let delay_ms = 0;
  let leader: { host: string; port: number } | undefined;
  let appendsSeen = 0;
  let subscribed = 0;

  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  const authorization =
    credentials && `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  const refusedFor = (metadata: Metadata): ServiceError | undefined => {
    if (authorization && metadata.get('authorization')[0] !== authorization) {
      return rpcError(status.UNAUTHENTICATED, 'Unauthenticated');
    }
    if (leader && metadata.get('requires-leader')[0] === 'true') return notLeader(leader);
    return undefined;
  };

  server.addService(featuresService.ServerFeaturesService as never, {
    getSupportedMethods: ((_call: unknown, answer: (error: null, value: unknown) => void) => {
      const methods = Object.values(streamsService.StreamsService).map(({ path }) => {
        const [, service = '', method = ''] = path.toLowerCase().split('/');
        return new features.SupportedMethod().setServiceName(service).setMethodName(method);
      });
      const supported = new features.SupportedMethods().setEventStoreServerVersion('21.10.11.0');
      answer(null, supported.setMethodsList(methods));
    }) as UntypedHandleCall,
  });

  server.addService(gossipService.GossipService as never, {
    read: ((_call: unknown, answer: (error: null, value: unknown) => void) => {
      const member = (host: string, at: number, state: 6 | 8) => {
        const info = new gossip.MemberInfo().setIsAlive(true).setTimeStamp('0');
        info.setState(state);
        return info.setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(at));
      };
      const members = [member('127.0.0.1', network.port, leader ? 6 : 8)];
      if (leader) members.push(member(leader.host, leader.port, 8));
      answer(null, new gossip.ClusterInfo().setMembersList(members));
    }) as UntypedHandleCall,
  });

  server.addService(streamsService.StreamsService as never, {
    read: ((call: Parameters<typeof answerRead>[0]) => {
      const refused = refusedFor(call.metadata) ?? refusedReads.shift();
      if (call.request.getOptions()?.hasSubscription()) subscribed += 1;
      if (refused) call.emit('error', refused);
      else void answerRead(call, log, subscriptions);
    }) as UntypedHandleCall,
    batchAppend: batchAppend as UntypedHandleCall,
    append: appendOnce(log, refusedFor) as UntypedHandleCall,
    delete: remove('softly') as UntypedHandleCall,
    tombstone: remove('for_good') as UntypedHandleCall,
  });

  function remove(how: 'softly' | 'for_good') {
    return (
      call: { request: InstanceType<typeof streams.DeleteReq> },
      answer: (error: null, value: unknown) => void,
    ) => {
      const name = call.request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
      log.remove(Buffer.from(name).toString('utf8'), how);
      answer(null, how === 'softly' ? new streams.DeleteResp() : new streams.TombstoneResp());
    };
  }

  function batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const partial = new Map<string, { stream: string; expected: Expected; events: ProposedEvent[] }>();
    const refused = refusedFor(call.metadata);
    if (refused && !leader) {
      call.emit('error', refused);
      return;
    }
    call.on('data', (message: BatchAppendReq) => {
      const correlation = message.getCorrelationId()?.getString() ?? '';
      const options = message.getOptions();
      if (options) {
        const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
        partial.set(correlation, { stream, expected: expectedOf(options), events: [] });
      }
      const append = partial.get(correlation);
      if (!append) return;
      for (const proposed of message.getProposedMessagesList()) {
        append.events.push({
          id: proposed.getId()?.getString() ?? '',
          type: proposed.getMetadataMap().get('type') ?? '',
          contentType: proposed.getMetadataMap().get('content-type') ?? '',
          data: proposed.getData_asU8(),
          metadata: proposed.getCustomMetadata_asU8(),
        });
      }
      if (!message.getIsFinal()) return;
      partial.delete(correlation);
      appendsSeen += 1;
      // A node that is not the leader says so when an append reaches it, which ends the whole call.
      if (leader) {
        call.emit('error', notLeader(leader));
        return;
      }
      perform(call, message, append);
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  }

  function perform(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    message: BatchAppendReq,
    { stream, expected, events }: { stream: string; expected: Expected; events: ProposedEvent[] },
  ): void {
    const mishap = mishaps.shift();
    const write = () => log.append(stream, expected, events);
    const reply = (result: AppendOutcome | Refusal, withPosition = true) => {
      const answer = batchAnswer(stream, expected, result, withPosition).setCorrelationId(message.getCorrelationId());
      if (delay_ms === 0) call.write(answer);
      else setTimeout(() => call.write(answer), delay_ms);
    };
    switch (mishap) {
      case undefined:
        reply(write());
        break;
      case 'write_then_cut':
        write();
        network.cut();
        break;
      case 'cut':
        network.cut();
        break;
      case 'write_silently':
        write();
        break;
      case 'swallow':
        break;
      case 'write_then_timeout':
        write();
        reply('timeout');
        break;
      case 'write_without_position':
        reply(write(), false);
        break;
      default:
        reply(mishap);
    }
  }

  const port = await new Promise<number>((resolve, reject) => {
    const serving = tls
      ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
      : ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', serving, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const network = await startRelay(port);

  return {
    url: `esdb://127.0.0.1:${network.port}${tls ? '' : '?tls=false'}`,
    port: network.port,
    log,
    nextAppends: (count, mishap) => mishaps.push(...Array.from({ length: count }, () => mishap)),
    nextReads: (count, error) => refusedReads.push(...Array.from({ length: count }, () => error)),
    delayAnswers: (delay) => {
      delay_ms = delay;
    },
    follow: (who) => {
      leader = who;
    },
    endSubscriptions(error = rpcError(status.UNAVAILABLE, 'the server is going away')) {
      const all = [...subscriptions];
      for (const { end } of all) end(error);
      return all.length;
    },
    subscriptions: () => subscriptions.size,
    subscribed: () => subscribed,
    appendsSeen: () => appendsSeen,
    network,
    async stop() {
      await network.close();
      server.forceShutdown();
    },
  };
}

function expectedOf(options: BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  return BigInt(options.getStreamPosition());
}
