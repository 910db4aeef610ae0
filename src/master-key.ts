import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { makeFolder, writePrivate } from './database/on-disk.ts';
import { MASTER_KEY_BYTES } from './privacy/keyring.ts';
import { MASTER_KEY_FORM, parseMasterKey } from './setting-forms.ts';
import { codeOf, messageOf } from './values/describe-error.ts';

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const pathOf = (dataDir: string): string => join(dataDir, 'master.key');

/** What the master key is called in messages: it may be a setting or a file. */
export const masterKeyName = ({ masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>): string =>
  masterKey ? 'MASTER_KEY' : `the master key ${pathOf(dataDir)}`;

/**
 * MASTER_KEY, or the one that the embedded database keeps in `DATA_DIR/master.key` (mode 0600), made when it is not
 * there yet: whole, and on the disk before anything is encrypted under it.
 *
 * @param isNeeded whether the database was used with a key: then none is made
 * @throws ConfigError when the file is missing, or cannot be read, made or understood
 */
export const loadMasterKey = async (
  config: Pick<Config, 'masterKey' | 'dataDir'>,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<Buffer> => {
  if (config.masterKey) return config.masterKey;
  const path = pathOf(config.dataDir);
  const unusable = (error: unknown): never => {
    throw new ConfigError(`the master key ${path} cannot be used: ${messageOf(error)}.`);
  };
  const kept = async (): Promise<Buffer | undefined> => {
    const text = await readFile(path, 'utf8').catch((error) => (isMissing(error) ? undefined : unusable(error)));
    return text === undefined ? undefined : (parseMasterKey(text.trim()) ?? unusable(new Error(MASTER_KEY_FORM)));
  };
  const before = await kept();
  if (before) return before;
  if (await isNeeded()) {
    // Of a command and the service that start at the same moment the first one has made it by now.
    const made = await kept();
    if (made) return made;
    throw new ConfigError(
      `the master key ${path} is missing, and the database in use needs it: put it back from where it is kept, or set MASTER_KEY.`,
    );
  }
  const key = randomBytes(MASTER_KEY_BYTES);
  try {
    await makeFolder(config.dataDir);
    await writePrivate(path, `${key.toString('base64')}\n`, 'anew');
  } catch (error) {
    // Of a command and the service that start at the same moment one is first, and its key is that of both.
    return (codeOf(error) === 'EEXIST' ? await kept() : undefined) ?? unusable(error);
  }
  return key;
};
