import type { Logger } from 'pino';
import type { OnProgress } from '../../../projections/rebuild/build.ts';
import { readConfig, SETTINGS } from '../../config.ts';
import type { Service } from '../../main.ts';
import { misspeltSettings } from '../../misspelt.ts';
import { credentialsPath } from '../../platform/first-partner.ts';
import { openLog } from '../terminal/log.ts';
import { onEndSignal } from '../terminal/signals.ts';

const BUILD_LINE_EVERY_ms = 2_000;
/** Twice what an end takes whose database answers. One that does not answer would be waited for without end. */
const END_ms = 60_000;

/**
 * `payroll serve`: runs the service until SIGINT or SIGTERM, then ends it cleanly. A second signal ends the process at
 * once; what was acknowledged is safe all the same, and the next start adopts the database.
 */
export const serve = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const config = readConfig(env);
  // What follows takes a second to load; a wrong setting is reported before.
  const { startService } = await import('../../main.ts');
  const log = openLog(config);
  for (const sentence of misspeltSettings(env, SETTINGS)) log.warn(sentence);
  const abort = new AbortController();
  // The message of an uncaught error may quote data of a request, so it is logged like every other error.
  const onUncaught = (error: unknown): void => {
    log.fatal({ err: error }, 'uncaught error: the process exits now');
    process.exit(1);
  };
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
  // What it says may be read by nobody any more, as on a terminal that was closed: that ends no service.
  for (const out of [process.stdout, process.stderr]) out.on('error', () => {});
  // Who ends it at a terminal waits for it; what supervises it sends SIGTERM, and a proxy may be before it.
  let delay_ms = 0;
  onEndSignal(
    (signal) => {
      if (signal === 'SIGTERM') delay_ms = config.stopDelay_ms;
      log.info({ signal, delay_ms }, 'stopping');
      endInTime(log, delay_ms);
      abort.abort(new Error(`stopped by ${signal}`));
    },
    (signal) => {
      log.warn({ signal }, 'second stop signal: the process exits now');
      process.exit(1);
    },
  );

  let service: Service;
  try {
    service = await startService(config, { log, signal: abort.signal, onProgress: logged(log) });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    process.exit(0);
  }
  introduce(service, env);
  log.info({ url: service.url, admin_url: service.adminUrl, roles: config.roles }, 'ready');

  const interrupted = new Promise<undefined>((resolve) => {
    if (abort.signal.aborted) resolve(undefined);
    abort.signal.addEventListener('abort', () => resolve(undefined));
  });
  const reason = await Promise.race([interrupted, service.failed]);
  if (reason) {
    log.fatal({ err: reason }, 'the service cannot continue, and stops');
    endInTime(log);
  }
  await service.stop({ delay_ms });
  log.info('stopped');
  process.exit(reason ? 1 : 0);
};

/** Ends this process when it has not ended by itself: what was acknowledged is safe, and its leases run out. */
const endInTime = (log: Logger, delay_ms = 0): void => {
  const end = (): void => {
    log.fatal(
      `the service did not end within ${END_ms / 1_000} s, for example because its database does not answer: the process exits now`,
    );
    process.exit(1);
  };
  setTimeout(end, delay_ms + END_ms).unref();
};

/** Logs now and then the progress of read models that are being built, for example after an upgrade. */
const logged = (log: Logger): OnProgress => {
  let logged_ms = 0;
  return ({ phase, events, elapsed_ms }) => {
    if (elapsed_ms - logged_ms < BUILD_LINE_EVERY_ms) return;
    logged_ms = elapsed_ms;
    log.info({ phase, events }, 'building read models');
  };
};

/** A text as a shell takes it for one word. */
const quoted = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * What a start says: the addresses, and the first one how to call it, with a first call to try. All of it is one write,
 * so who reads that it is ready has the rest as well.
 */
const introduce = ({ url, adminUrl, firstPartner, foundation }: Service, env: NodeJS.ProcessEnv): void => {
  const lines = [`payroll-ledger is ready at ${url}`];
  if (adminUrl) lines.push(`for operators, metrics and details of its health are at ${adminUrl}`);
  if (firstPartner) {
    const path = credentialsPath(foundation.config.dataDir);
    const secret = process.stdout.isTTY
      ? [
          '  A first partner was registered. Its secret is shown this once, and kept in',
          `  ${path} (readable by you alone):`,
          '',
          `    partner key     ${firstPartner.partner_key}`,
          `    partner secret  ${firstPartner.partner_secret}`,
        ]
      : [`  A first partner was registered; its key and secret are in ${path} (mode 0600).`];
    // It ends with commands of the audit, which look for the ledger where the settings say.
    const settings = env.DATABASE_URL ? ' with the same DATABASE_URL and MASTER_KEY' : '';
    lines.push(
      '',
      ...secret,
      '',
      `  Play a month of a small employer against it, in another terminal${settings}:`,
      '',
      `    ${env.DATA_DIR ? `DATA_DIR=${quoted(env.DATA_DIR)} ` : ''}npm run example`,
      '',
    );
  }
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
};
