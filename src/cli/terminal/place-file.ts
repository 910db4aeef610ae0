import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../../values/describe-error.ts';

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
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(text, 'latin1');
      await file.sync();
    } finally {
      await file.close();
    }
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
    throw new Error(
      `${path} could not be written (${reasonOf(fault)}), ${rest}: make room for it, or give another folder, and run the command again`,
      { cause: fault },
    );
  }
  if (left !== undefined) throw new Error(`${toRemove}, and run the command again`);
  if (fault !== undefined && (await readFile(path, 'latin1')) !== text)
    throw new Error(`${path} exists with other contents: move it away, and run the command again`);
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
  return path;
};
