import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import { type Foundation, openFoundation, StartFailed } from '../../foundation.ts';
import { openLog } from './log.ts';

/**
 * Runs a command on what the service needs: attached to the database of DATA_DIR while the service runs on it,
 * or starting that database for the command alone.
 *
 * @param makes the command may be the first ever: without it a DATA_DIR without a database is refused
 */
export const attached = async (
  env: NodeJS.ProcessEnv,
  command: (foundation: Foundation) => Promise<void>,
  { makes = false }: { makes?: boolean } = {},
): Promise<void> => {
  const config = readConfig(env);
  if (
    !makes &&
    config.databaseUrl === undefined &&
    !(await stat(join(config.dataDir, 'database')).catch(() => undefined))
  )
    throw new StartFailed(
      `DATA_DIR ${config.dataDir} holds no database: set DATA_DIR to that of the service, or start the service once`,
    );
  const log = openLog({ logLevel: env.LOG_LEVEL ? config.logLevel : 'warn' }, process.stderr);
  const foundation = await openFoundation(config, { log });
  try {
    await command(foundation);
  } finally {
    await foundation.close();
  }
};
