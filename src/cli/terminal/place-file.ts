import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../../values/describe-error.ts';

/** What a file system answers to what it cannot do at all: FAT has no hard links, some shares sync no folders. */
const CANNOT = /^E(INVAL|ISDIR|NOSYS|NOTSUP|OPNOTSUPP|PERM)$/;

/**
 * Writes a file to a folder, atomically. A file of this name that is there already is not changed: it must be the same.
 *
 * @param text of characters of one byte
 * @returns its path
 */
export const placeFile = async (name: string, text: string, folder: string): Promise<string> => {
  const path = join(folder, name);
  // A random name: containers that share the folder have processes with the same ids.
  const part = `${path}.${randomUUID()}.part`;
  let fault: unknown;
  let isWhole = false;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(text, 'latin1');
      await file.sync();
    } finally {
      await file.close();
    }
    isWhole = true;
    // Unlike rename, link does not replace a file that exists.
    await link(part, path);
  } catch (error) {
    fault = error;
  }
  // Also what a full disk took of it: it holds accounts.
  const left = await rm(part, { force: true }).then(() => undefined, reasonOf);
  const toRemove = `${part} could not be removed (${left}): remove it, since it may hold accounts`;
  if (fault !== undefined && codeOf(fault) !== 'EEXIST') {
    const rest = left === undefined ? 'and nothing of it is there' : `and ${toRemove}`;
    const advice =
      isWhole && CANNOT.test(codeOf(fault) ?? '')
        ? 'the folder is on a file system without hard links (FAT, some shares), by which a file is there whole or not at all: give a folder on another one'
        : 'make room for it, or give another folder';
    throw new Error(
      `${path} could not be written (${reasonOf(fault)}), ${rest}: ${advice}, and run the command again`,
      { cause: fault },
    );
  }
  if (left !== undefined) throw new Error(`${toRemove}, and run the command again`);
  if (fault !== undefined && (await readFile(path, 'latin1')) !== text)
    throw new Error(`${path} exists with other contents: move it away, and run the command again`);
  await syncFolder(folder).catch((error: unknown) => {
    throw new Error(
      `${path} is there, but may be gone after a power failure (${reasonOf(error)}): run the command again before it is sent`,
      { cause: error },
    );
  });
  return path;
};

/**
 * Has the disk keep the names of a folder. Where the file system has no way to say so, nobody can do more for them: a
 * file that a power failure takes there is written again by its number.
 */
const syncFolder = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!CANNOT.test(codeOf(error) ?? '')) throw error;
  }
};
