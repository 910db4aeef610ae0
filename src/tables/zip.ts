import { Zip, ZipDeflate } from 'fflate';
import { giveWay } from './table.ts';

export interface ZipEntry {
  name: string;
  content: string | AsyncIterable<string | Uint8Array>;
}

/** The earliest that the format knows, whatever the machine's time zone: the same content gives the same bytes. */
const ALWAYS = new Date(1980, 0, 1);
const LEVEL = 6;

const asPieces = async function* (content: ZipEntry['content']): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
};

/** A ZIP archive as a stream: entries are read one after the other, as the archive is. */
export const writeZip = async function* (entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name, { level: LEVEL });
    file.mtime = ALWAYS;
    zip.add(file);
    for await (const piece of asPieces(content)) {
      file.push(piece);
      yield* made.splice(0);
      await giveWay();
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* made;
};
