/** Reads that end by themselves: of a stream, and of the end of the log. */

import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { pause, pauses } from '../../timing/pauses.ts';
import { StoreUnavailable, StreamNotFound } from '../errors.ts';
import type { EventStore, LogEvent, ReadStreamOptions } from '../port.ts';
import type { Connection } from './connection.ts';
import { failureOf, refuseCut, StreamDeleted, unavailable } from './failures.ts';
import { asStreamEvent, decode } from './read-messages.ts';
import { type OurStreams, readStreamRequest } from './wire.ts';

/** The metadata of a stream stand in another one, whose name is the stream's behind this. */
const METADATA_OF = '$$';
/** The member of them that a deletion sets. */
const TRUNCATED_BEFORE = '$tb';

/** A try had no message in its time. */
class Silence extends Error {
  override name = 'Silence';
}

export interface ReadLimits {
  /** After this long without a message it fails; default that of all reads. */
  deadline_ms?: number;
  /** Events of other streams are left out; default those of the store. */
  ours?: OurStreams;
  /** It begins at a place where perhaps no record starts: then it is answered with undefined. */
  isPlaceDoubted?: boolean;
}

export interface Reads {
  /**
   * One complete read, made again while the connection fails and its deadline has not passed.
   *
   * @param doing what is said to have had no answer
   * @returns undefined when the stream does not exist, or the server's handler threw at a doubted place
   * @throws StoreUnavailable; the server's error when the stream was deleted for good
   */
  read(request: ReadReq, doing: string, limits?: ReadLimits): Promise<LogEvent[] | undefined>;
  /** @throws as EventStore.readStream; StreamDeleted */
  readStream: EventStore['readStream'];
  /** Further tries throw. */
  close(): void;
}

class RetriedReads implements Reads {
  private readonly connection: Connection;
  private readonly ours: OurStreams;
  private readonly deadline_ms: number;
  private closed = false;

  constructor(connection: Connection, ours: OurStreams, deadline_ms: number) {
    this.connection = connection;
    this.ours = ours;
    this.deadline_ms = deadline_ms;
  }

  readonly read: Reads['read'] = async (request, doing, limits = {}) => {
    const { deadline_ms = this.deadline_ms, ours = this.ours, isPlaceDoubted = false } = limits;
    const end_ms = performance.now() + deadline_ms;
    const nextPause = pauses(20, 1_000);
    let said: unknown;
    for (;;) {
      if (this.closed) throw new StoreUnavailable('the event store is closed', 'not_written');
      try {
        return await this.once(request, Math.max(end_ms - performance.now(), 1), ours);
      } catch (error) {
        // The last try may have a moment only: that it had no answer tells less than what an earlier one was told.
        if (!(error instanceof Silence)) said = error;
        const failure = failureOf(said ?? error);
        const next_ms = nextPause();
        if (failure.kind === 'stream_deleted') throw failure.error;
        if (failure.kind === 'threw' && isPlaceDoubted) return undefined;
        if (failure.kind === 'refused' || performance.now() + next_ms >= end_ms) throw unavailable(failure, doing);
        await pause(next_ms);
      }
    }
  };

  readonly readStream: Reads['readStream'] = async (stream, { from, direction = 'forwards', limit } = {}) => {
    // The server refuses to read zero events, and it is not known yet whether the stream exists.
    const most = limit === undefined ? undefined : Math.max(limit, 1);
    const part = { from, direction, limit: most };
    if (direction === 'backwards' || !from) {
      const events = await this.part(stream, part);
      refuseCut(stream, events, part);
      return events.slice(0, limit).map(asStreamEvent);
    }
    // Together with the event before: a stream all of whose events are cut off has not even that one.
    const before = from - 1n;
    const [first, ...rest] = await this.part(stream, { direction, from: before, limit: most && most + 1 });
    if (!first) {
      const last = { direction: 'backwards', limit: 1 } as const;
      refuseCut(stream, await this.part(stream, last), last);
      return [];
    }
    const events = first.revision === before ? rest : [first, ...rest];
    refuseCut(stream, events, part);
    return events.slice(0, limit).map(asStreamEvent);
  };

  readonly close: Reads['close'] = () => {
    this.closed = true;
  };

  /**
   * What the server gives of a stream.
   *
   * @throws StreamNotFound; StreamDeleted
   */
  private async part(stream: string, { from, direction = 'forwards', limit }: ReadStreamOptions): Promise<LogEvent[]> {
    const start = from ?? (direction === 'forwards' ? 'start' : 'end');
    const request = readStreamRequest(this.ours.prefix + stream, start, direction, limit);
    const events = await this.read(request, `a read of ${stream}`).catch((error: unknown) => {
      throw failureOf(error).kind === 'stream_deleted' ? new StreamDeleted(stream) : error;
    });
    if (events) return events;
    throw (await this.wasDeleted(stream)) ? new StreamDeleted(stream) : new StreamNotFound(stream);
  }

  /**
   * Whether a stream that is not found had events which were deleted: the server keeps that in the stream's metadata,
   * and says of the stream what it says of one that never was. So a number would be given or somebody be paid again.
   */
  private async wasDeleted(stream: string): Promise<boolean> {
    const ours = { prefix: METADATA_OF + this.ours.prefix };
    const request = readStreamRequest(ours.prefix + stream, 'end', 'backwards', 1);
    const [metadata] = (await this.read(request, `a read of the metadata of ${stream}`, { ours })) ?? [];
    return metadata !== undefined && TRUNCATED_BEFORE in metadata.data;
  }

  /** Fails after `deadline_ms` without a message. */
  private once(request: ReadReq, deadline_ms: number, ours: OurStreams): Promise<LogEvent[] | undefined> {
    return new Promise((resolve, reject) => {
      const events: LogEvent[] = [];
      let missing = false;
      let heard_ms = performance.now();
      const watch = () => {
        const left_ms = heard_ms + deadline_ms - performance.now();
        if (left_ms > 0) {
          timer = setTimeout(watch, left_ms);
          return;
        }
        call.cancel();
        this.connection.renew();
        reject(new Silence(`no answer for ${Math.round(deadline_ms)} ms`));
      };
      let timer = setTimeout(watch, deadline_ms);
      const call = this.connection.read(request, {
        onMessage: (raw) => {
          heard_ms = performance.now();
          try {
            const message = decode(raw, ours);
            if (message.kind === 'event') events.push(message.event);
            else if (message.kind === 'no_stream') missing = true;
          } catch (error) {
            clearTimeout(timer);
            call.cancel();
            reject(error);
          }
        },
        onEnd: (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve(missing ? undefined : events);
        },
      });
    });
  }
}

/** @param deadline_ms after this long without a message a read fails, unless it is given another deadline */
export const openReads = (connection: Connection, ours: OurStreams, deadline_ms: number): Reads =>
  new RetriedReads(connection, ours, deadline_ms);
