import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeRefusals } from '../../src/event-store/refusals.ts';
import { type Contents, filesAway } from '../../src/files/contents.ts';
import { makeFiles } from '../../src/files/files.ts';
import { checkFolder, folderContents } from '../../src/files/folder-contents.ts';
import { postgresContents } from '../../src/files/postgres-contents.ts';
import { FileDamaged, FileGone } from '../../src/files/reading.ts';
import type { NewFile } from '../../src/kernel/definition/services.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import { enterMasterKey, WrongMasterKey } from '../../src/privacy/master-keys.ts';
import { manualClock } from '../../src/values/clock.ts';
import { Problem } from '../../src/values/problem.ts';
import { freshDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

const database = await freshDatabase();
const { sql } = database;
const folder = await mkdtemp(join(tmpdir(), 'payroll-files-'));
await checkFolder(folder);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const TENANT = { partner_id: 'ptn_1', company_id: 'cmp_1' };
const OTHER = { partner_id: 'ptn_1', company_id: 'cmp_2' };
const OLD = makeKeyring(Buffer.alloc(32, 7));
const clock = manualClock('2026-03-02T15:00:00.000Z');
const places: Record<string, Contents> = {
  database: postgresContents(sql),
  folder: folderContents(folder, makeRefusals().files),
};
let made = 0;
const fileOf = (more: Partial<NewFile> = {}): NewFile => ({
  id: `file_${made++}`,
  tenant: TENANT,
  name: 'register.csv',
  type: 'csv',
  derived: true,
  ...more,
});

const source = async function* (...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
};
const bytesOf = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
};
/** Everything that lies in the folder, by name, but for its mark. */
const inFolder = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== 'payroll-files');

describe.each(['database', 'folder'] as const)('files in a %s', (kept_in) => {
  const contents = places[kept_in]!;
  const files = makeFiles({ sql, keyring: OLD, clock, contents: [contents] });
  /** What is there of bytes, whole or half. */
  const leftovers = async () =>
    kept_in === 'folder' ? inFolder() : sql<{ content: string }[]>`select content from file_pieces`;
  const abandon = () => sql`update file_contents set touched_at = touched_at - interval '2 hours'`;

  beforeEach(async () => {
    await sql`delete from files`;
    await abandon();
    while ((await files.sweepContents(100)) > 0);
  });

  test('a file is read as it was written, with its size and hash, and only by its company', async () => {
    const whole = Buffer.alloc(1_000_003, 'Zoë Tremblay, 046 454 286\n');
    const file = fileOf({ name: 'été.csv' });
    const stored = await files.write(
      file,
      source(whole.subarray(0, 10), whole.subarray(10, 700_000), whole.subarray(700_000)),
    );
    const sha256 = createHash('sha256').update(whole).digest('hex');
    expect(stored).toEqual({
      id: file.id,
      name: 'été.csv',
      type: 'csv',
      size: whole.length,
      sha256,
      made_at: '2026-03-02T15:00:00.000000Z',
      expires_at: null,
    });
    expect((await bytesOf(files.read(file.id, TENANT))).equals(whole)).toBe(true);
    expect(await files.find(file.id, OTHER)).toBeUndefined();
    await expect(bytesOf(files.read(file.id, OTHER))).rejects.toThrow(FileGone);
    expect(await files.delete(file.id, OTHER)).toBe(false);
    const empty = await files.write(fileOf(), source());
    expect([empty.size, (await bytesOf(files.read(empty.id, TENANT))).length]).toEqual([0, 0]);
  });

  test('the contents of a file are stored only encrypted', async () => {
    await files.write(fileOf(), source('Marguerite Tremblay,130692544'));
    const boxes = kept_in === 'database' ? await sql<{ box: Buffer }[]>`select box from file_pieces` : [];
    const { readFile } = await import('node:fs/promises');
    const raw =
      kept_in === 'database'
        ? Buffer.concat(boxes.map(({ box }) => box))
        : Buffer.concat(
            await Promise.all((await inFolder()).map((name) => readFile(join(folder, name.slice(0, 2), name)))),
          );
    expect(raw.length).toBeGreaterThan(20);
    expect(raw.includes('Marguerite') || raw.includes('130692544')).toBe(false);
  });

  test('when several write the same file, the first one stays, and later ones do not read the source', async () => {
    const file = fileOf();
    const all = await Promise.all([1, 2, 3].map((n) => files.write(file, source(`version ${n}`))));
    const kept = (await bytesOf(files.read(file.id, TENANT))).toString();
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(all[0]!.sha256).toBe(createHash('sha256').update(kept).digest('hex'));
    expect(await leftovers()).toHaveLength(1);
    let asked = false;
    const late = async function* () {
      asked = true;
      yield Buffer.from('x');
    };
    expect(await files.write(file, late())).toEqual(all[0]);
    expect(asked).toBe(false);
    await expect(files.write({ ...file, tenant: OTHER }, source('x'))).rejects.toThrow(FileGone);
  });

  test('a source that fails, a writer that is stopped and a file that is too large leave no file', async () => {
    const failing = async function* () {
      yield Buffer.alloc(600_000);
      throw new Error('the rows ended early');
    };
    const [first, second, third] = [fileOf(), fileOf(), fileOf({ max_bytes: 1024 * 1024 })];
    await expect(files.write(first, failing())).rejects.toThrow('ended early');
    const stopped = new AbortController();
    const stopping = async function* () {
      yield Buffer.alloc(600_000);
      stopped.abort(new Error('stopped'));
      yield Buffer.alloc(600_000);
    };
    await expect(files.write(second, stopping(), stopped.signal)).rejects.toThrow('stopped');
    const large = await files.write(third, source(Buffer.alloc(1024 * 1024), 'x')).catch((error: unknown) => error);
    expect(large).toBeInstanceOf(Problem);
    expect((large as Problem).text.en).toContain('larger than 1 MiB');
    for (const { id } of [first, second, third]) expect(await files.find(id, TENANT)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
    expect(await sql`select 1 from file_contents where kept_in = ${kept_in}`).toEqual([]);
  });

  test('contents that a dead process left cannot be read, and are swept later; a living writer is not disturbed', async () => {
    const file = fileOf();
    let half = (): void => {};
    const halfway = new Promise<void>((resolve) => {
      half = resolve;
    });
    // As good as dead until all else was done.
    let wake = (): void => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const hanging = async function* () {
      yield Buffer.alloc(600_000);
      half();
      await woken;
    };
    const dead = files.write(file, hanging());
    await halfway;
    expect(await files.find(file.id, TENANT)).toBeUndefined();
    await expect(bytesOf(files.read(file.id, TENANT))).rejects.toThrow(FileGone);
    expect(await files.sweepContents(100)).toBe(0);
    expect((await leftovers()).length).toBeGreaterThan(0);
    await abandon();
    expect(await files.sweepContents(100)).toBe(1);
    expect(await leftovers()).toEqual([]);
    // One whose content was given up while it slept cannot make a file of what is left.
    const slow = async function* () {
      yield Buffer.alloc(300_000);
      await abandon();
      await files.sweepContents(100);
      yield Buffer.alloc(300_000);
    };
    await expect(files.write(fileOf(), slow())).rejects.toThrow();
    const good = await files.write(file, source('again'));
    await abandon();
    expect(await files.sweepContents(100)).toBe(0);
    expect((await bytesOf(files.read(good.id, TENANT))).toString()).toBe('again');
    // So that it closes its file, and makes none.
    wake();
    await expect(dead).rejects.toThrow(FileGone);
    expect((await bytesOf(files.read(good.id, TENANT))).toString()).toBe('again');
  });

  test('a file and its contents are deleted when it expires, when it is deleted, and with the derived files of its company', async () => {
    const [brief, gone, derived, sent] = [
      fileOf({ expires_at: '2026-03-02T16:00:00.000000Z' }),
      fileOf(),
      fileOf(),
      fileOf({ derived: false }),
    ];
    for (const file of [brief, gone, derived, sent]) await files.write(file, source(file.id));
    clock.advance(3_600_000);
    expect(await files.find(brief.id, TENANT)).toBeUndefined();
    expect(await files.sweepExpired(100)).toBe(1);
    expect(await files.delete(gone.id, TENANT)).toBe(true);
    expect(await files.forgetDerived('cmp_1')).toBe(1);
    await abandon();
    await files.sweepContents(100);
    clock.advance(-3_600_000);
    expect(await leftovers()).toHaveLength(1);
    expect((await bytesOf(files.read(sent.id, TENANT))).toString()).toBe(sent.id);
  });

  test('a reader gets the whole file or an error, when it is deleted meanwhile, damaged, or under another master key', async () => {
    const file = fileOf();
    await files.write(file, source(Buffer.alloc(900_000, 'a')));
    if (kept_in === 'database') {
      const reading = files.read(file.id, TENANT)[Symbol.asyncIterator]();
      await reading.next();
      await files.delete(file.id, TENANT);
      await expect(bytesOf({ [Symbol.asyncIterator]: () => reading })).rejects.toThrow(FileGone);
      await files.write(file, source(Buffer.alloc(900_000, 'a')));
      await sql`delete from file_pieces where n = 3`;
      await expect(bytesOf(files.read(file.id, TENANT))).rejects.toThrow(FileDamaged);
      await sql`update file_pieces set box = set_byte(box, 50, 255 - get_byte(box, 50)) where n = 1`;
      await expect(bytesOf(files.read(file.id, TENANT))).rejects.toThrow();
    }
    const stranger = makeFiles({ sql, keyring: makeKeyring(Buffer.alloc(32, 9)), clock, contents: [contents] });
    await expect(bytesOf(stranger.read(file.id, TENANT))).rejects.toThrow(/another MASTER_KEY/);
  });

  test('a file is measured, and one of another company is not', async () => {
    const file = fileOf();
    await files.write(file, source(Buffer.alloc(900_000, 'a')));
    const [whole] = await files.measure([file.id, 'file_none'], TENANT);
    expect(whole).toMatchObject({ id: file.id, there: whole!.stored });
    expect(whole!.stored).toBeGreaterThan(900_000);
    expect(await files.measure([file.id], OTHER)).toEqual([]);
    if (kept_in === 'database') await sql`delete from file_pieces where n = 3`;
    else for (const name of await inFolder()) await truncate(join(folder, name.slice(0, 2), name), 800_000);
    const [part] = await files.measure([file.id], TENANT);
    expect(part!.there).toBeLessThan(whole!.stored);
    await expect(files.read(file.id, TENANT)[Symbol.asyncIterator]().next()).rejects.toThrow(FileDamaged);
  });

  test('keys of files are wrapped again when MASTER_KEY is replaced', async () => {
    const file = fileOf();
    await files.write(file, source('kept'));
    const both = makeFiles({
      sql,
      keyring: makeKeyring(Buffer.alloc(32, 9), Buffer.alloc(32, 7)),
      clock,
      contents: [contents],
    });
    // A start without the old key is refused as long as one file needs it, here with no people at all.
    await expect(enterMasterKey(sql, makeKeyring(Buffer.alloc(32, 9)))).rejects.toThrow('keys of files');
    while ((await both.rewrap(1)) > 0);
    await enterMasterKey(sql, makeKeyring(Buffer.alloc(32, 9)));
    const after = makeFiles({ sql, keyring: makeKeyring(Buffer.alloc(32, 9)), clock, contents: [contents] });
    expect((await bytesOf(after.read(file.id, TENANT))).toString()).toBe('kept');
    // A process that was not started again with the new key wraps nothing under the one before it.
    await expect(files.write(fileOf(), source('late'))).rejects.toThrow(WrongMasterKey);
    await sql`delete from master_keys`;
  });
});

test('what is forgotten while its disk is away cannot be read from then on, and its bytes go when it is back', async () => {
  const files = makeFiles({ sql, keyring: OLD, clock, contents: [places.folder!] });
  const before = await inFolder();
  const tenant = { ...TENANT, company_id: 'cmp_away' };
  const [derived, gone] = [fileOf({ tenant, derived: true }), fileOf({ tenant, derived: false })];
  for (const file of [derived, gone]) await files.write(file, source('of a person'));
  const away = `${folder}.away`;
  await rename(folder, away);
  await mkdir(folder);
  try {
    expect(await files.forgetDerived('cmp_away')).toBe(1);
    expect(await files.delete(gone.id, tenant)).toBe(true);
    await sql`update file_contents set touched_at = touched_at - interval '2 hours'`;
    // Each sweep fails, and is in the log, until the bytes can be deleted.
    await expect(files.sweepContents(100)).rejects.toThrow('cannot be reached');
    const left = await sql<{ wrapped_key: Buffer }[]>`
      select wrapped_key from file_contents where given_up`;
    expect(left.map(({ wrapped_key }) => wrapped_key.length)).toEqual([0, 0]);
    // No key is left to be wrapped, so a MASTER_KEY that is replaced meanwhile need not be kept for these.
    const keyring = makeKeyring(Buffer.alloc(32, 9));
    const both = makeKeyring(Buffer.alloc(32, 9), Buffer.alloc(32, 7));
    while ((await makeFiles({ sql, keyring: both, clock, contents: [places.folder!] }).rewrap(100)) > 0);
    await enterMasterKey(sql, keyring);
    await sql`delete from master_keys`;
  } finally {
    await rm(folder, { recursive: true });
    await rename(away, folder);
  }
  expect(await inFolder()).toHaveLength(before.length + 2);
  expect(await files.sweepContents(100)).toBe(2);
  expect(await inFolder()).toEqual(before);
});

/** A folder whose disk is away when bytes are to be deleted. */
const away: Contents = { ...places.folder!, remove: () => Promise.reject(filesAway(new Error('not mounted'))) };
const NEW = makeKeyring(Buffer.alloc(32, 9));
const keysOf = (...ids: string[]) =>
  sql<{ wrapped_key: Buffer }[]>`select wrapped_key from file_contents where id = any (${ids}::uuid[])`;
const contentOf = async ({ id }: NewFile): Promise<string> =>
  (await sql<{ content: string }[]>`select content from files where id = ${id}`)[0]!.content;

test('the key of a file that is deleted while keys are wrapped again is not put back', async () => {
  const file = fileOf();
  await makeFiles({ sql, keyring: OLD, clock, contents: [away] }).write(file, source('of a person'));
  const content = await contentOf(file);
  const keyring = makeKeyring(Buffer.alloc(32, 9), Buffer.alloc(32, 7));
  const wrapping = await sql.begin(async (tx) => {
    await makeFiles({ sql: tx as unknown as typeof sql, keyring: OLD, clock, contents: [away] }).delete(
      file.id,
      TENANT,
    );
    const rewrapped = makeFiles({ sql, keyring, clock, contents: [away] }).rewrap(100);
    await until(
      async () =>
        (
          await sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%set wrapped_key%'`
        ).length > 0,
    );
    return { rewrapped };
  });
  await wrapping.rewrapped;
  expect((await keysOf(content)).map(({ wrapped_key }) => wrapped_key.length)).toEqual([0]);
});

test('a process whose MASTER_KEY was replaced deletes a file, and those with the new one start all the same', async () => {
  const file = fileOf();
  await makeFiles({ sql, keyring: NEW, clock, contents: [away] }).write(file, source('of a person'));
  const content = await contentOf(file);
  await makeFiles({ sql, keyring: OLD, clock, contents: [away] }).delete(file.id, TENANT);
  expect((await keysOf(content)).map(({ wrapped_key }) => wrapped_key.length)).toEqual([0]);
  await sql`delete from files`;
  await sql`delete from file_contents where id <> ${content}`;
  await enterMasterKey(sql, NEW);
  await sql`delete from master_keys`;
});

test('a disk that is away keeps no bytes elsewhere from being swept', async () => {
  const [earlier, later] = [fileOf(), fileOf()];
  await makeFiles({ sql, keyring: OLD, clock, contents: [away] }).write(earlier, source('on the disk'));
  await makeFiles({ sql, keyring: OLD, clock, contents: [places.database!] }).write(later, source('in the database'));
  const ids = [await contentOf(earlier), await contentOf(later)];
  await sql`delete from files`;
  await sql`update file_contents set touched_at = touched_at - interval '2 hours'`;
  const both = makeFiles({ sql, keyring: OLD, clock, contents: [away, places.database!] });
  await expect(both.sweepContents(1)).rejects.toThrow('cannot be reached');
  expect(await keysOf(...ids)).toHaveLength(1);
  await makeFiles({ sql, keyring: OLD, clock, contents: [places.folder!, places.database!] }).sweepContents(100);
  expect(await keysOf(...ids)).toHaveLength(0);
});

test('bytes that cannot be deleted keep no others of their place from being swept, and are tried again', async () => {
  const stuck = new Set<string>();
  const tried: string[] = [];
  const remove: Contents['remove'] = async (ids) => {
    tried.push(...ids);
    if (ids.some((id) => stuck.has(id))) throw new Error('EACCES: permission denied');
    await places.database!.remove(ids);
  };
  const files = makeFiles({ sql, keyring: OLD, clock, contents: [{ ...places.database!, remove }] });
  const ids: string[] = [];
  for (const file of [fileOf(), fileOf()]) {
    await files.write(file, source('swept'));
    ids.push(await contentOf(file));
  }
  await sql`delete from files`;
  stuck.add(ids[0]!);
  const later = () =>
    sql`update file_contents set touched_at = touched_at - interval '2 hours' where id = any (${ids})`;
  await later();
  await sql`update file_contents set touched_at = touched_at - interval '1 hour' where id = ${ids[0]!}`;
  await expect(files.sweepContents(1)).rejects.toThrow('permission denied');
  expect(await files.sweepContents(1)).toBe(1);
  expect(tried).toEqual(ids);
  stuck.clear();
  await later();
  expect(await files.sweepContents(1)).toBe(1);
  expect(await keysOf(...ids)).toHaveLength(0);
});

test('a file in a folder is whole where the disk takes a part of a write', async () => {
  const some = await open(join(folder, 'some'), 'w');
  const handles: FileHandle = Object.getPrototypeOf(some);
  const write: (bytes: Uint8Array, from: number, length: number) => Promise<{ bytesWritten: number }> = handles.write;
  const half = vi.spyOn(handles, 'writev').mockImplementation(async function (this: FileHandle, buffers) {
    const whole = Buffer.concat(buffers.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)));
    const { bytesWritten } = await write.call(this, whole, 0, Math.ceil(whole.length / 2));
    return { bytesWritten, buffers };
  });
  try {
    const files = makeFiles({ sql, keyring: OLD, clock, contents: [places.folder!] });
    const file = fileOf();
    await files.write(file, source('whole'));
    expect((await bytesOf(files.read(file.id, TENANT))).toString()).toBe('whole');
  } finally {
    half.mockRestore();
    await some.close();
  }
});

test('files that were stored in the database can still be read after FILES_DIR is set', async () => {
  const before = makeFiles({ sql, keyring: OLD, clock, contents: [places.database!] });
  const file = fileOf();
  await before.write(file, source('before'));
  const after = makeFiles({ sql, keyring: OLD, clock, contents: [places.folder!, places.database!] });
  expect((await bytesOf(after.read(file.id, TENANT))).toString()).toBe('before');
  const later = fileOf();
  await after.write(later, source('later'));
  await expect(bytesOf(before.read(later.id, TENANT))).rejects.toMatchObject({
    status: 503,
    cause: { message: expect.stringContaining('FILES_DIR') },
  });
  expect((await bytesOf(after.read(later.id, TENANT))).toString()).toBe('later');
});
