import { createHash } from 'node:crypto';
import type { Sql } from '../database/connect.ts';
import type { MeasuredFile, Tenant } from '../kernel/definition/services.ts';
import { BOX_BYTES, decrypt, type Keyring } from '../privacy/keyring.ts';
import type { Clock } from '../values/clock.ts';
import { groupBy } from '../values/group.ts';
import { type Contents, filesAway } from './contents.ts';

/** Reading files that are kept, and seeing whether they are there. */

/** What keys of files are wrapped for. */
export const PURPOSE = 'files';

/** The file is not there, or went while it was read. */
export class FileGone extends Error {
  override name = 'FileGone';
}

/** The bytes are not those that were written, or their key is not here. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

export interface FilesOptions {
  sql: Sql;
  keyring: Keyring;
  clock: Clock;
  /** Where new files go first, then all others in which there may be some. */
  contents: readonly [Contents, ...Contents[]];
}

export interface FileRow {
  id: string;
  content: string;
  name: string;
  media_type: string;
  size: bigint;
  pieces: number;
  sha256: Buffer;
  made_at: string;
  expires_at: string | null;
  kept_in: Contents['kept_in'];
  wrapped_key: Buffer;
}

/** Where contents are kept. @throws Problem 503 when this process does not know that place */
export const placeOf = (contents: readonly Contents[], kept_in: Contents['kept_in']): Contents => {
  const place = contents.find((one) => one.kept_in === kept_in);
  if (!place)
    throw filesAway(new Error(`files are kept in a ${kept_in} that this process does not know; set FILES_DIR to it`));
  return place;
};

/** The row of a file of the company, while it is not expired. */
export const rowOf = async (
  { sql, clock }: FilesOptions,
  id: string,
  { company_id = '' }: Tenant,
): Promise<FileRow | undefined> => {
  const [row] = await sql<FileRow[]>`
    select f.*, c.kept_in, c.wrapped_key from files f join file_contents c on c.id = f.content
    where f.id = ${id} and f.company_id = ${company_id} and (f.expires_at is null or f.expires_at > ${clock.instant()})`;
  return row;
};

/** Sizes of files with those of their contents, each as kept in its place. */
const measured = async (
  { contents }: FilesOptions,
  rows: readonly Pick<FileRow, 'id' | 'content' | 'size' | 'pieces' | 'kept_in'>[],
): Promise<MeasuredFile[]> => {
  const found: MeasuredFile[] = [];
  for (const [kept_in, own] of groupBy(rows, (row) => row.kept_in)) {
    const there = await placeOf(contents, kept_in).measure(own.map(({ content: id, pieces }) => ({ id, pieces })));
    for (const { id, content, size, pieces } of own)
      found.push({ id, stored: Number(size) + pieces * BOX_BYTES, there: there.get(content) ?? 0 });
  }
  return found;
};

/** Sizes of files of a company, by what is kept of them; what is not there, or expired, is left out. */
export const measureFiles = async (
  options: FilesOptions,
  ids: readonly string[],
  { company_id = '' }: Tenant,
): Promise<MeasuredFile[]> => {
  const rows = await options.sql<FileRow[]>`
    select f.id, f.content, f.size, f.pieces, c.kept_in from files f join file_contents c on c.id = f.content
    where f.id = any (${[...ids]}) and f.company_id = ${company_id}
      and (f.expires_at is null or f.expires_at > ${options.clock.instant()})`;
  return measured(options, rows);
};

/** The bytes of a file. @throws FileGone, or FileDamaged before anything of it was given where that shows */
export const readFile = async function* (
  options: FilesOptions,
  id: string,
  tenant: Tenant,
): AsyncGenerator<Uint8Array> {
  const row = await rowOf(options, id, tenant);
  if (!row) throw new FileGone(`there is no file ${id}`);
  const damaged = async (why: string, cause?: unknown): Promise<Error> =>
    (await rowOf(options, id, tenant))
      ? new FileDamaged(`the file ${id} ${why}`, { cause })
      : new FileGone(`the file ${id} was deleted while it was read`);
  const key = options.keyring.open(PURPOSE, row.wrapped_key, row.content);
  if (!key) throw new FileDamaged(`the key of the file ${id} belongs to another MASTER_KEY`);
  // What was cut off is found before anything of it is passed on.
  const [{ stored, there } = { stored: 0, there: 0 }] = await measured(options, [row]);
  if (there !== stored) throw await damaged(`has ${there} of ${stored} bytes`);
  const hash = createHash('sha256');
  let n = 0;
  for await (const box of placeOf(options.contents, row.kept_in).read(row.content)) {
    let piece: Buffer;
    try {
      piece = decrypt(key, box, `${row.content}/${n++}`);
    } catch (cause) {
      throw await damaged('has other bytes than were written', cause);
    }
    hash.update(piece);
    yield piece;
  }
  if (n !== row.pieces || !hash.digest().equals(row.sha256)) throw await damaged('has other bytes than were written');
};
