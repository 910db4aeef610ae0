import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../values/describe-error.ts';

/**
 * Makes a folder and those above it, or finds it there. Node's own recursive form is not used: where a file system says
 * "no such file" of a folder that it does not let be made, as /proc does, that form tries for ever and cannot be ended.
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
