import { join } from 'node:path';
import type { Foundation } from '../../foundation.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { isVisible, textSchema } from '../../kernel/definition/schemas.ts';
import { isSecret, SECRET_FORM } from '../../platform/credentials.ts';
import { proveKept, writePrivateJson } from '../../platform/first-partner.ts';
import { MOST_OVERLAP_minutes } from '../../platform/partner-secret.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';

export interface PartnerOptions {
  name: string;
  existing?: boolean;
  secret?: string;
  locale: 'en' | 'fr';
}

/** As other names are. */
const nameSchema = textSchema({ min: 1, max: 255 }).refine(isVisible);

/**
 * `payroll partner create`: registers a partner. What it calls with is printed on a terminal; elsewhere, where output
 * is kept in logs, it goes to a file of DATA_DIR that its owner alone may read.
 */
export const createPartner = async (env: NodeJS.ProcessEnv, options: PartnerOptions): Promise<void> => {
  if (!nameSchema.safeParse(options.name).success)
    throw new UsageError('--name must not be blank, and have 255 characters at most, none of them a control character');
  if (options.secret !== undefined && !isSecret(options.secret))
    throw new UsageError(`--secret cannot be used: ${SECRET_FORM}`);
  await attached(
    env,
    async ({ credentials, config }) => {
      const { name, existing = false, secret, locale } = options;
      if (!process.stdout.isTTY) await proveKept(config.dataDir);
      const actor = 'operator:cli';
      const made = await credentials.createPartner({ name, existing, secret, preferred_locale: locale, actor });
      say(`partner ${made.partner_id} was registered (${existing ? 'existing' : 'new'})`);
      if (process.stdout.isTTY) {
        say(`  partner key     ${made.partner_key}`);
        say(`  partner secret  ${secret === undefined ? made.partner_secret : 'the one given'}`);
        if (secret === undefined) say('  The secret is not stored: note it now.');
        return;
      }
      await keepPrivately(config.dataDir, `credentials-${made.partner_id}.json`, made, 'its key and secret are');
    },
    { makes: true },
  );
};

const keepPrivately = async (dataDir: string, name: string, kept: object, what: string): Promise<void> => {
  const path = join(dataDir, name);
  await writePrivateJson(path, kept);
  say(`  ${what} in ${path} (mode 0600)`);
};

/** The valid secrets of a partner, which always has one. @throws UsageError when there is no such partner */
const secretsOf = async (partner_id: string, { listSecrets }: Foundation['credentials']) => {
  const secrets = await listSecrets(partner_id);
  if (secrets.length === 0) throw new UsageError(`there is no partner ${partner_id}`);
  return secrets;
};

/** `payroll partner secrets`: the valid ones, with when they were made and last used and until when they are valid. */
export const listSecrets = (env: NodeJS.ProcessEnv, partner_id: string): Promise<void> =>
  attached(env, async ({ credentials }) => {
    const secrets = await secretsOf(partner_id, credentials);
    const rows = secrets.map(({ id, created_at, last_used_at, expires_at }) => [
      id,
      created_at,
      last_used_at ?? 'not yet',
      expires_at ?? 'for good',
    ]);
    say(table(['secret', 'made', 'last used', 'valid until'], rows));
  });

/** `payroll partner rotate`: another secret, printed as that of a new partner is. */
export const rotateSecret = (
  env: NodeJS.ProcessEnv,
  partner_id: string,
  { overlap }: { overlap: string },
): Promise<void> => {
  if (!/^\d{1,5}$/.test(overlap) || Number(overlap) > MOST_OVERLAP_minutes)
    throw new UsageError(`--overlap must be whole minutes from 0 to ${MOST_OVERLAP_minutes}`);
  return attached(env, async ({ credentials, config, clock }) => {
    await secretsOf(partner_id, credentials);
    if (!process.stdout.isTTY) await proveKept(config.dataDir);
    const origin = operatorOrigin({ partner_id }, { clock });
    const request = { partner_id, overlap_minutes: Number(overlap), origin };
    const { id, secret, others_expire_at } = await credentials.issueSecret(request);
    say(`secret ${id} was issued; the one before it is valid until ${others_expire_at}`);
    if (process.stdout.isTTY) {
      say(`  partner secret  ${secret}`);
      say('  The secret is not stored: note it now.');
    } else await keepPrivately(config.dataDir, `secret-${id}.json`, { partner_id, id, secret }, 'it is');
  });
};

/** `payroll partner revoke`: ends a secret on all processes at once. */
export const revokeSecret = (env: NodeJS.ProcessEnv, partner_id: string, id: string): Promise<void> =>
  attached(env, async ({ credentials, clock }) => {
    if (!(await secretsOf(partner_id, credentials)).some((secret) => secret.id === id))
      throw new UsageError(`partner ${partner_id} has no valid secret ${id}`);
    await credentials.revokeSecret({ partner_id, id, origin: operatorOrigin({ partner_id }, { clock }) });
    say(`secret ${id} was revoked`);
    say(
      '  Access tokens that were created with it stay valid for up to an hour; DELETE /token ends those of a company.',
    );
  });
