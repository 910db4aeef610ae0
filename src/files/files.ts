import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '../database/connect.ts';
import type { FileType } from '../kernel/definition/operation.ts';
import { MEDIA_TYPES } from '../kernel/definition/operation.ts';
import type { Files, NewFile, StoredFile, Tenant } from '../kernel/definition/services.ts';
import { encrypt } from '../privacy/keyring.ts';
import { inUse, WrongMasterKey } from '../privacy/master-keys.ts';
import { keysOf } from '../values/json.ts';
import { Problem } from '../values/problem.ts';
import type { Contents } from './contents.ts';
import {
  FileDamaged,
  FileGone,
  type FileRow,
  type FilesOptions,
  measureFiles,
  PURPOSE,
  placeOf,
  readFile,
  rowOf,
} from './reading.ts';

/**
 * Files that the service keeps. Each writing has a content of its own, under a key of its own, which MASTER_KEY wraps;
 * the row in `files` is made last, in one statement, and from then on the file is there. A process that dies before
 * leaves a content without a file, which nobody reads and the sweeper deletes. Of several that write one file the first
 * one's stays.
 */
const KEY_BYTES = 32;
/** In place of the key of bytes that nobody is to read any more. */
const NO_KEY = Buffer.alloc(0);
/** Of a file in one piece: what a reader or a writer holds in memory. */
const PIECE_BYTES = 256 * 1024;
const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 512 * MIB;
/** A writer that was not seen for so long is gone. A source may think for a while between two pieces. */
const ABANDONED_AFTER_s = 3_600;

const tooLarge = (max_bytes: number): Problem =>
  new Problem(400, {
    en: `The file would be larger than ${Math.floor(max_bytes / MIB)} MiB. Limit it to fewer records.`,
    fr: `Le fichier dépasserait ${Math.floor(max_bytes / MIB)} Mio. Restreignez ce sur quoi il porte.`,
  });

/** The same bytes in pieces of one size; the last may be shorter. */
const inPieces = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const some of bytes) {
    held.push(some);
    size += some.length;
    while (size >= PIECE_BYTES) {
      const all = Buffer.concat(held, size);
      yield all.subarray(0, PIECE_BYTES);
      held = [all.subarray(PIECE_BYTES)];
      size -= PIECE_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(held, size);
};

const TYPES = new Map<string, FileType>(
  keysOf(MEDIA_TYPES).flatMap((type): [string, FileType][] => (type === 'json' ? [] : [[MEDIA_TYPES[type], type]])),
);

const stored = ({ id, name, media_type, size, sha256, made_at, expires_at }: FileRow): StoredFile => ({
  id,
  name,
  type: TYPES.get(media_type)!,
  size: Number(size),
  sha256: sha256.toString('hex'),
  made_at,
  expires_at,
});

/** Files of one database, in one place or several. */
export const makeFiles = (options: FilesOptions): Files & FileKeeping => ({
  find: (id, tenant) => find(options, id, tenant),
  write: (file, bytes, signal) => writeFile(options, file, bytes, signal),
  read: (id, tenant) => readFile(options, id, tenant),
  measure: (ids, tenant) => measureFiles(options, ids, tenant),
  delete: (id, tenant) => deleteFile(options, id, tenant),
  forgetDerived: (company_id) => forgetDerived(options, company_id),
  sweepExpired: (most) => sweepExpired(options, most),
  sweepContents: (most) => sweepContents(options, most),
  rewrap: (most) => rewrap(options, most),
});

/** Files that are looked for: some of the last may be about to be deleted. */
const LAST = 20;

/** The contents of the last files that were kept in a folder, the newest first. */
export const lastInFolder = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    select c.id from files f join file_contents c on c.id = f.content
    where c.kept_in = 'folder' order by c.touched_at desc limit ${LAST}`;
  return rows.map(({ id }) => id);
};

const find = async (options: FilesOptions, id: string, tenant: Tenant): Promise<StoredFile | undefined> => {
  const row = await rowOf(options, id, tenant);
  return row && stored(row);
};

/** Deletes contents with their bytes; those of a file stay, whatever is asked. */
const drop = async (
  { sql, contents }: FilesOptions,
  ids: readonly string[],
  kept_in: Contents['kept_in'],
): Promise<void> => {
  await placeOf(contents, kept_in).remove(ids);
  await sql`
    delete from file_contents c where c.id = any (${[...ids]}::uuid[])
      and not exists (select 1 from files f where f.content = c.id)`;
};

interface Put {
  size: number;
  pieces: number;
  sha256: Buffer;
}

/** Puts bytes where a content is kept, sealed under its key. */
const put = async (
  { sql, contents }: FilesOptions,
  { id, max_bytes = MAX_FILE_BYTES }: NewFile,
  content: string,
  key: Buffer,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Put> => {
  const hash = createHash('sha256');
  let size = 0;
  let pieces = 0;
  const boxes = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of inPieces(bytes)) {
      signal?.throwIfAborted();
      size += piece.length;
      if (size > max_bytes) throw tooLarge(max_bytes);
      hash.update(piece);
      yield encrypt(key, piece, `${content}/${pieces++}`);
    }
  };
  const touch = async (): Promise<void> => {
    const { count } =
      await sql`update file_contents set touched_at = clock_timestamp() where id = ${content} and not given_up`;
    if (count === 0) throw new FileGone(`the writing of ${id} took too long, and was given up`);
  };
  await contents[0].write(content, boxes(), touch);
  return { size, pieces, sha256: hash.digest() };
};

/** Makes a content the file, unless another one is it already. */
const enterFile = async (
  { sql, clock }: FilesOptions,
  { id, tenant, name, type, derived, expires_at }: NewFile & { tenant: { company_id: string } },
  content: string,
  { size, pieces, sha256 }: Put,
): Promise<void> => {
  // The sweeper, should it be at this content, looks at touched_at again before it gives it up.
  await sql`
    with alive as (
      update file_contents set touched_at = clock_timestamp() where id = ${content} and not given_up returning id)
    insert into files (id, content, partner_id, company_id, name, media_type, size, pieces, sha256, derived, made_at, expires_at)
    select ${id}, id, ${tenant.partner_id}, ${tenant.company_id}, ${name}, ${MEDIA_TYPES[type]},
      ${String(size)}::int8, ${pieces}::int4, ${sha256}::bytea, ${derived}::boolean, ${clock.instant()}::timestamptz,
      ${expires_at ?? null}::timestamptz
    from alive on conflict (id) do nothing`;
};

const writeFile = async (
  options: FilesOptions,
  file: NewFile,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<StoredFile> => {
  const { sql, keyring, contents } = options;
  const { id, tenant } = file;
  const { company_id } = tenant;
  if (company_id === undefined) throw new Error(`the file ${id} belongs to no company`);
  const earlier = await find(options, id, tenant);
  if (earlier) return earlier;
  const content = randomUUID();
  const { kept_in } = contents[0];
  const key = randomBytes(KEY_BYTES);
  const entered = await sql`
    insert into file_contents (id, kept_in, wrapped_key, master)
    select ${content}::uuid, ${kept_in}, ${keyring.seal(PURPOSE, key, content)}::bytea, ${keyring.fingerprint}
    where ${inUse(sql, keyring)}`;
  if (entered.count === 0) throw new WrongMasterKey('processes');
  try {
    const written = await put(options, file, content, key, bytes, signal);
    await enterFile(options, { ...file, tenant: { ...tenant, company_id } }, content, written);
  } finally {
    // What did not become the file: it failed, or another was first. Should this fail, the sweeper comes.
    const [kept] = await sql`select 1 from files where content = ${content}`.catch(() => [true]);
    if (!kept) await drop(options, [content], kept_in).catch(() => {});
  }
  const made = await find(options, id, tenant);
  if (!made) throw new FileGone(`the file ${id} was deleted while it was made, or is another company's`);
  return made;
};

/**
 * Deletes files of a company with the keys of their bytes, so that nobody reads these from then on, and then the bytes.
 * Where their place is away the bytes stay until the sweeper can delete them.
 */
const forget = async (options: FilesOptions, company_id: string, which: PendingQuery<Row[]>): Promise<number> => {
  const { sql } = options;
  const gone = await sql<{ id: string; kept_in: Contents['kept_in'] }[]>`
    with gone as (delete from files f where f.company_id = ${company_id} and ${which} returning f.content)
    update file_contents c set given_up = true, wrapped_key = ${NO_KEY}::bytea
    from gone where c.id = gone.content returning c.id, c.kept_in`;
  // One by one: the pieces of many are more than the database deletes in the time of a statement.
  for (const { id, kept_in } of gone)
    await drop(options, [id], kept_in).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  return gone.length;
};

const deleteFile = async (options: FilesOptions, id: string, { company_id = '' }: Tenant): Promise<boolean> =>
  (await forget(options, company_id, options.sql`f.id = ${id}`)) > 0;

const forgetDerived = (options: FilesOptions, company_id: string): Promise<number> =>
  forget(options, company_id, options.sql`f.derived`);

const sweepExpired = async ({ sql, clock }: FilesOptions, most: number): Promise<number> => {
  const { count } = await sql`
    delete from files where ctid = any (array(
      select ctid from files where expires_at <= ${clock.instant()} limit ${most} for update skip locked))`;
  return count;
};

const sweepContents = async (options: FilesOptions, most: number): Promise<number> => {
  const failures: unknown[] = [];
  let swept = 0;
  // Each place for itself: where one is away, what has waited there for longest keeps nothing elsewhere from its turn.
  for (const { kept_in } of options.contents) {
    const rows = await options.sql<{ id: string }[]>`
      update file_contents c set given_up = true
      where c.touched_at < clock_timestamp() - ${ABANDONED_AFTER_s}::int8 * interval '1 second'
        and c.id = any (array(
          select o.id from file_contents o
          where o.touched_at < clock_timestamp() - ${ABANDONED_AFTER_s}::int8 * interval '1 second'
            and o.kept_in = ${kept_in} and not o.has_file
          order by o.touched_at limit ${most} for update skip locked))
      returning c.id`;
    for (const { id } of rows)
      try {
        await drop(options, [id], kept_in);
        swept++;
      } catch (error) {
        failures.push(error);
        // The whole place is away: the next sweep finds whether it is back.
        if (error instanceof Problem) break;
        // It is tried again when its time has come once more, so that it does not hold up the others of its place.
        await options.sql`update file_contents set touched_at = clock_timestamp() where id = ${id}`;
      }
  }
  if (failures.length > 0) throw failures[0];
  return swept;
};

const rewrap = async ({ sql, keyring }: FilesOptions, most: number): Promise<number> => {
  // No key is left for another MASTER_KEY to be kept for.
  await sql`
    update file_contents set master = ${keyring.fingerprint}
    where master <> ${keyring.fingerprint} and wrapped_key = ${NO_KEY}::bytea`;
  const rows = await sql<{ id: string; wrapped_key: Buffer }[]>`
    select id, wrapped_key from file_contents
    where master <> ${keyring.fingerprint} and wrapped_key <> ${NO_KEY}::bytea limit ${most}`;
  for (const { id, wrapped_key } of rows) {
    const key = keyring.open(PURPOSE, wrapped_key, id);
    if (!key) throw new FileDamaged(`the key of a file (${id}) belongs to a MASTER_KEY that is not here`);
    await sql`
      update file_contents set wrapped_key = ${keyring.seal(PURPOSE, key, id)}, master = ${keyring.fingerprint}
      -- Its file may be deleted by now, with the key.
      where id = ${id} and wrapped_key = ${wrapped_key}`;
  }
  return rows.length;
};

/** What is done to files beside making and reading them. */
export interface FileKeeping {
  /**
   * Deletes a company's files that can be made again: what they hold of an erased person is gone then. Gives how many.
   */
  forgetDerived(company_id: string): Promise<number>;
  /**
   * Deletes at most so many files whose time is over; gives how many. Their bytes go with the next sweep of contents.
   */
  sweepExpired(most: number): Promise<number>;
  /**
   * Deletes at most so many contents of each place that belong to no file and that nobody writes any more; gives how
   * many.
   *
   * @throws the first error, once the others are deleted; Problem 503 when a place is away
   */
  sweepContents(most: number): Promise<number>;
  /** Wraps at most so many keys under the present MASTER_KEY; gives how many. */
  rewrap(most: number): Promise<number>;
}
