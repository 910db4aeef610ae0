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
 * The bytes as a stream. The next piece is read when the previous one was taken. When the caller disconnects, the
 * source is ended (`return`); when the source fails, the connection is broken, so that a part is not taken for the
 * whole file.
 */
const streamOf = (bytes: AsyncIterable<Uint8Array>, request_id: string, log: Logger): ReadableStream<Uint8Array> => {
  let source: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        source ??= bytes[Symbol.asyncIterator]();
        try {
          const { done, value } = await source.next();
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
        await source?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

/** The answer with a file and the collected headers. */
export const respondFile = (
  exchange: Exchange,
  status: number,
  file: FileReply,
  more: Readonly<Record<string, string>>,
  log: Logger,
): Response => {
  const headers: Record<string, string> = { ...exchange.headers, ...more, 'Content-Type': contentType(file) };
  if (file.name !== undefined) headers['Content-Disposition'] = disposition(file.name);
  if (file.size !== undefined) headers['Content-Length'] = String(file.size);
  return new Response(streamOf(file.bytes, exchange.request_id, log), { status, headers });
};
