import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate';

export interface ZipEntry {
  name: string;
  content: string | AsyncIterable<string | Uint8Array>;
}

/** The earliest that the format knows, whatever the machine's time zone: the same content gives the same bytes. */
const ALWAYS = new Date(1980, 0, 1);
const LEVEL = 6;
const DEFLATED = 8;

const asPieces = async function* (content: ZipEntry['content']): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
};

/**
 * An entry that is compressed beside this thread, so that requests need not wait for it: what is pushed is counted, and
 * `write` takes what came of that.
 */
class CompressedEntry implements ZipInputFile {
  readonly filename: string;
  readonly compression = DEFLATED;
  readonly mtime = ALWAYS;
  size = 0;
  crc = 0;
  /** Set by the archive that it is added to. */
  ondata?: AsyncFlateStreamHandler;

  constructor(filename: string) {
    this.filename = filename;
  }

  push(piece: Uint8Array): void {
    this.size += piece.length;
    this.crc = crc32(piece, this.crc);
  }

  write(bytes: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.ondata?.(null, bytes, isLast);
  }
}

const NOTHING = new Uint8Array(0);

/** A ZIP archive as a stream: entries are read one after the other, as the archive is. */
export const writeZip = async function* (entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, content } of entries) {
    const entry = new CompressedEntry(name);
    zip.add(entry);
    const deflate = createDeflateRaw({ level: LEVEL });
    deflate.on('data', (bytes: Buffer<ArrayBuffer>) => entry.write(bytes, false));
    const compressed = (piece: Uint8Array): Promise<void> => {
      const taken = new Promise<void>((resolve, reject) =>
        deflate.write(piece, (error) => (error ? reject(error) : resolve())),
      );
      // A failure is thrown where it is awaited.
      taken.catch(() => {});
      return taken;
    };
    try {
      // One piece is made while the one before it is compressed.
      let before = Promise.resolve();
      for await (const piece of asPieces(content)) {
        entry.push(piece);
        await before;
        before = compressed(piece);
        yield* made.splice(0);
      }
      await before;
      deflate.end();
      await once(deflate, 'end');
    } finally {
      deflate.destroy();
    }
    entry.write(NOTHING, true);
  }
  zip.end();
  yield* made;
};
