import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../database/on-disk.ts';
import { codeOf } from '../values/describe-error.ts';
import { type Contents, filesAway } from './contents.ts';

/**
 * Bytes of files in a folder, one file for each content, as `<length><box>` after one another. A content is written
 * under another name and gets its own when it is whole and on the disk. All processes of a deployment see the same
 * folder.
 */
const LENGTH_BYTES = 4;
/** Longer than any piece that is written; a longer length is no length. */
const MAX_BOX_BYTES = 16 * 1024 * 1024;

const readExactly = async (file: FileHandle, bytes: number): Promise<Buffer | undefined> => {
  const buffer = Buffer.alloc(bytes);
  let read = 0;
  while (read < bytes) {
    const { bytesRead } = await file.read(buffer, read, bytes - read).catch((error: unknown) => {
      throw filesAway(error);
    });
    if (bytesRead === 0) return undefined;
    read += bytesRead;
  }
  return buffer;
};

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** A name is on the disk when its folder was flushed. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** An empty file in the folder. Where a disk is not mounted the folder is there, and this is not. */
const MARK = 'payroll-files';

/** Of the files that were kept in a folder none is there. The message is one sentence for the operator. */
export class FilesElsewhere extends Error {
  override name = 'FilesElsewhere';
}

const pathIn = (folder: string, id: string): string =>
  // Thousands of files in one folder are slow to list.
  join(folder, id.slice(0, 2), id);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** Marks the folder as the one that files are kept in. @throws FilesElsewhere when it has none of those kept before */
const mark = async (folder: string, keptLast: () => Promise<readonly string[]>): Promise<void> => {
  const path = join(folder, MARK);
  if (await isThere(path)) return;
  const kept = await keptLast();
  const found = await Promise.all(kept.map((id) => isThere(pathIn(folder, id))));
  if (kept.length > 0 && !found.includes(true))
    throw new FilesElsewhere(
      `has none of the files that were kept in it last: mount its disk, or copy the files there; where they are lost, make an empty file ${path}`,
    );
  await (await open(path, 'a', 0o600)).close();
};

/**
 * Makes the folder where it is not there, sees whether files can be written to it, and marks it.
 *
 * @param keptLast gives contents that it should have, of files that were kept last; asked where it is not marked
 * @throws the error of the file system; FilesElsewhere when the folder is not marked and has none of these
 */
export const checkFolder = async (
  folder: string,
  keptLast: () => Promise<readonly string[]> = async () => [],
): Promise<void> => {
  await makeFolder(folder, 0o700);
  await mark(folder, keptLast);
  const path = join(folder, `check-${process.pid}.part`);
  const file = await open(path, 'w', 0o600);
  try {
    await file.write('x');
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};

/** Who is told whether files can be written. */
export interface Told {
  note(error: unknown): void;
  written(): void;
}

/** Whether the folder is there by its mark. @throws Problem 503 when it is not: then all that was kept in it is away */
const seeWhetherThere = async (marked: string, told: Told): Promise<void> => {
  await stat(marked).catch((error: unknown) => {
    told.note(error);
    throw filesAway(error);
  });
};

/** Bytes of a file; undefined where there is none. @throws Problem 503 when nobody can say */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return undefined;
      throw filesAway(error);
    },
  );

export const folderContents = (folder: string, told: Told): Contents => {
  const pathOf = (id: string): string => pathIn(folder, id);
  const marked = join(folder, MARK);
  const write: Contents['write'] = async (id, boxes, touch) => {
    const path = pathOf(id);
    // Where its disk is not mounted, files would be on another one, and gone when it is back.
    await stat(marked);
    await mkdir(dirname(path), 0o700).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      for await (const box of boxes) {
        await touch();
        const length = Buffer.alloc(LENGTH_BYTES);
        length.writeUInt32BE(box.length);
        // These write all of it: of a plain write a full disk may take a part, without an error.
        await file.writeFile(length);
        await file.writeFile(box);
      }
      await file.sync();
    } catch (error) {
      // On a full disk it would take the room of others until it is swept.
      await rm(`${path}.part`, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
    await flushFolder(dirname(path));
  };
  return {
    kept_in: 'folder',
    write: async (id, boxes, touch) => {
      await write(id, boxes, touch).catch((error: unknown) => {
        told.note(error);
        throw error;
      });
      told.written();
    },
    read: async function* (id) {
      const file = await open(pathOf(id), 'r').catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw filesAway(error);
      });
      // One that was deleted; or all of them are gone.
      if (!file) return seeWhetherThere(marked, told);
      try {
        for (;;) {
          const length = (await readExactly(file, LENGTH_BYTES))?.readUInt32BE();
          if (length === undefined || length > MAX_BOX_BYTES) return;
          const box = await readExactly(file, length);
          if (!box) return;
          yield box;
        }
      } finally {
        await file.close();
      }
    },
    measure: async (contents) => {
      const there = await Promise.all(
        contents.map(async ({ id, pieces }): Promise<[string, number]> => {
          const size = (await sizeOf(pathOf(id))) ?? 0;
          return [id, Math.max(size - pieces * LENGTH_BYTES, 0)];
        }),
      );
      if (there.some(([, bytes]) => bytes === 0)) await seeWhetherThere(marked, told);
      return new Map(there);
    },
    remove: async (ids) => {
      // Bytes of a disk that is away would be on it for ever: nobody would know of them.
      await seeWhetherThere(marked, told);
      for (const path of ids.map(pathOf))
        await Promise.all([path, `${path}.part`].map((one) => rm(one, { force: true })));
    },
  };
};
