import { readConfig } from '../../config.ts';
import { type Foundation, openFoundation } from '../../foundation.ts';
import { hasEmbedded } from '../../process-database.ts';
import { StartFailed } from '../../start-failed.ts';
import { endWithin } from '../../timing/within.ts';
import { openLog } from './log.ts';
import { say } from './print.ts';
import { EXIT_CODES, onEndSignal } from './signals.ts';
import { tellUnwritten } from './unwritten.ts';

/** A command that gets an end signal lets go of what it opened for at most so long. */
const LET_GO_ms = 20_000;

/**
 * Runs a command on what the service needs: attached to the database of DATA_DIR while the service runs on it, or
 * starting that database for the command alone. At an end signal, or when what it prints cannot be written or is
 * read by nobody any more, the command is broken off where it is, and the database that was started for it is stopped.
 * It waits longer than a request for each answer of the database: one that is slow ends no audit of an hour.
 *
 * @param makes the command may be the first ever: without it a DATA_DIR without a database is refused
 */
export const attached = async (
  env: NodeJS.ProcessEnv,
  command: (foundation: Foundation) => Promise<void>,
  { makes = false }: { makes?: boolean } = {},
): Promise<void> => {
  const config = readConfig(env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && !(await hasEmbedded(dataDir))) {
    const said = `DATA_DIR ${dataDir} has no database`;
    if (!makes) throw new StartFailed(`${said}: set DATA_DIR to that of the service, or start the service once`);
    say(`${said}: an empty ledger is begun there`);
  }
  const log = openLog({ logLevel: env.LOG_LEVEL ? config.logLevel : 'warn' }, process.stderr);
  const stop = new AbortController();
  const end = (why: string, code: number): void => {
    if (stop.signal.aborted) return;
    stop.abort(new Error(`stopped by ${why}`));
    // What is still being opened closes by itself what it has opened, or is there in a moment.
    const letGo = opening.then((foundation) => foundation.close());
    const ended = endWithin(LET_GO_ms, letGo).catch(() => {});
    void ended.finally(() => process.exit(code));
  };
  const unlisten = onEndSignal(
    (signal) => end(signal, EXIT_CODES[signal]),
    (signal) => process.exit(EXIT_CODES[signal]),
  );
  const onUnwritten = (error: Error): void => {
    if (!stop.signal.aborted) end('an output that takes nothing', tellUnwritten(error));
  };
  for (const out of [process.stdout, process.stderr]) out.on('error', onUnwritten);
  const opening = openFoundation(config, { log, signal: stop.signal, isPatient: true });
  try {
    const foundation = await opening;
    if (!stop.signal.aborted) await command(foundation).finally(() => stop.signal.aborted || foundation.close());
  } catch (error) {
    // What a command says that was broken off is no news.
    if (!stop.signal.aborted) throw error;
  } finally {
    if (!stop.signal.aborted) {
      unlisten();
      for (const out of [process.stdout, process.stderr]) out.off('error', onUnwritten);
    }
  }
  // The process ends when all is let go of.
  if (stop.signal.aborted) await new Promise(() => {});
};
