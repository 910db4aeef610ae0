import { randomBytes } from 'node:crypto';
import { chown, link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

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
  // Its name is on the disk when its folder was flushed; where folders cannot be opened (Windows), that is left to the system.
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  await folder?.sync().finally(() => folder.close());
};
