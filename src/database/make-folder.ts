import { mkdir, stat } from 'node:fs/promises';
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
