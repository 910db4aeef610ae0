import type { Logger } from 'pino';
import { type FileReply, MEDIA_TYPES } from '../../kernel/definition/operation.ts';
import { describeError } from '../../values/describe-error.ts';
import type { Exchange } from '../requests/exchange.ts';

/** Answers that are files: streams with back-pressure of the caller. */

/** The name as a header, for old clients in ASCII letters and for others as it is (RFC 6266). */
const disposition = (name: string): string => {
  const plain = name.normalize('NFKD').replaceAll(/[^\w.-]+/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};

/** Text is UTF-8, and the first line of a CSV has the names. */
const contentType = ({ type }: FileReply): string =>
  type === 'csv' ? `${MEDIA_TYPES.csv}; charset=utf-8; header=present` : MEDIA_TYPES[type];

/**
 * The bytes as a stream, after the first piece, which has been read. The next piece is read when the previous one was
 * taken. When the caller disconnects, the source is ended (`return`); when the source fails, the connection is broken,
 * so that a part is not taken for the whole file.
 */
const streamOf = (
  first: IteratorResult<Uint8Array>,
  source: AsyncIterator<Uint8Array>,
  request_id: string,
  log: Logger,
): ReadableStream<Uint8Array> => {
  let read: IteratorResult<Uint8Array> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = read ?? (await source.next());
          read = undefined;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          log.error({ request_id, error: describeError(error) }, 'an answer was cut off by an error');
          // The server prints this error, so it must not have the original message, which may contain personal data;
          // the log has it.
          controller.error(new Error('an answer was cut off by an error'));
        }
      },
      cancel: async () => {
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

/** Ends a file of which nothing is read. */
export const leaveFile = async ({ bytes }: FileReply): Promise<void> => {
  await bytes[Symbol.asyncIterator]().return?.();
};

/**
 * The answer with a file and the collected headers. The first piece is read before the head is sent, so what prevents
 * the whole file (it was deleted, the database is away) has an answer of its own and does not break the connection.
 *
 * @param onlyHead a HEAD: nothing of the source is read, and it is ended
 * @throws what the source throws before its first piece
 */
export const respondFile = async (
  exchange: Exchange,
  status: number,
  file: FileReply,
  more: Readonly<Record<string, string>>,
  { log, onlyHead }: { log: Logger; onlyHead: boolean },
): Promise<Response> => {
  const headers: Record<string, string> = { ...exchange.headers, ...more, 'Content-Type': contentType(file) };
  if (file.name !== undefined) headers['Content-Disposition'] = disposition(file.name);
  if (file.size !== undefined) headers['Content-Length'] = String(file.size);
  if (onlyHead) {
    await leaveFile(file);
    return new Response(null, { status, headers });
  }
  const source = file.bytes[Symbol.asyncIterator]();
  const first = await source.next();
  return new Response(streamOf(first, source, exchange.request_id, log), { status, headers });
};
