import { Problem } from '../../values/problem.ts';
import { type BodyInHand, SMALL_BYTES } from './body-room.ts';

const MIB = 1024 * 1024;

const tooLarge = (max_bytes: number): Problem =>
  new Problem(413, {
    en: `The body is larger than ${max_bytes} bytes (${max_bytes / MIB} MiB). Split the request.`,
    fr: `Le corps dépasse ${max_bytes} octets (${max_bytes / MIB} Mio). Divisez la requête.`,
  });

/** Pieces that are smaller are put together: each that is kept takes some two hundred bytes more than it has. */
const SMALL_PIECE_BYTES = 4 * 1024;

/** The pieces of a body, whose memory follows from their bytes, however many there are. */
const makePieces = () => {
  const kept: Uint8Array[] = [];
  let block = new Uint8Array(0);
  let filled = 0;
  const keepBlock = (): void => {
    if (filled > 0) kept.push(block.subarray(0, filled));
    block = new Uint8Array(0);
    filled = 0;
  };
  return {
    add: (piece: Uint8Array): void => {
      if (filled + piece.length > block.length) keepBlock();
      if (piece.length >= SMALL_PIECE_BYTES) {
        kept.push(piece);
        return;
      }
      if (filled === 0) block = new Uint8Array(SMALL_PIECE_BYTES);
      block.set(piece, filled);
      filled += piece.length;
    },
    all: (): Uint8Array => {
      keepBlock();
      return Buffer.concat(kept);
    },
  };
};

const readAll = async (request: Request, max_bytes: number, need: BodyInHand['need']): Promise<Uint8Array> => {
  const announced = request.headers.get('Content-Length');
  if (announced !== null && !request.headers.has('Transfer-Encoding')) {
    // The server enforces the announced length.
    if (Number(announced) > max_bytes) throw tooLarge(max_bytes);
    if (Number(announced) <= SMALL_BYTES) return new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array(0);
  const pieces = makePieces();
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return pieces.all();
      size += value.length;
      if (size > max_bytes) throw tooLarge(max_bytes);
      need(size);
      pieces.add(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
};

/** The caller disconnected in the middle: nobody reads this answer, and the service did not fail. */
const brokenOff = (error: unknown): never => {
  if (error instanceof Problem) throw error;
  throw new Problem(400, { en: 'The body broke off before its end.', fr: "Le corps s'est interrompu avant sa fin." });
};

/**
 * The bytes of a body: at most the limit, also when there is no Content-Length.
 *
 * @param need takes room for so many bytes, as they arrive
 * @throws Problem 413 for more, 400 where the body broke off, and what `need` throws
 */
export const readBytes = (request: Request, max_bytes: number, need: BodyInHand['need']): Promise<Uint8Array> =>
  readAll(request, max_bytes, need).catch(brokenOff);
