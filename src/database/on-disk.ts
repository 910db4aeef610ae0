import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../values/describe-error.ts';

/**
 * Creates a folder and its parents where they are missing. Node's own recursive form is not used: when a file system
 * reports "no such file" for a folder that must not be created, as /proc does, that form retries for ever and cannot be
 * stopped.
 *
 * @param path absolute, or relative to the working directory
 * @throws the error of the file system
 */
export const makeFolder = async (path: string, mode?: number): Promise<void> => {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    const isThere = await stat(above).then(
      () => true,
      () => false,
    );
    if (codeOf(error) !== 'ENOENT' || isThere || above === path) throw error;
    await makeFolder(above, mode);
    await makeFolder(path, mode);
  }
};

/**
 * Writes a file whole or not at all, which only this user, or its owner, may read. It is on the disk when this returns.
 *
 * @param put `over`: instead of a file of this name; `anew`: fails with EEXIST where there is one
 * @throws the error of the file system
 */
export const writePrivate = async (
  path: string,
  text: string,
  put: 'over' | 'anew' = 'over',
  owner?: { uid: number; gid: number },
): Promise<void> => {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    if (owner) await chown(draft, owner.uid, owner.gid);
    // Unlike rename, link does not replace a file.
    await (put === 'over' ? rename : link)(draft, path);
  } finally {
    // After a rename there is none. On a full disk a part of it may be there.
    await rm(draft, { force: true }).catch(() => {});
  }
  // Its name is on the disk when its folder was flushed; where folders cannot be opened (Windows), that is left to the
  // system.
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  await folder?.sync().finally(() => folder.close());
};
