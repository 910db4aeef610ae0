import { join } from 'node:path';
import { writePrivate } from '../platform/first-partner.ts';
import { attached } from './attach.ts';
import { UsageError } from './errors.ts';

export interface PartnerOptions {
  name: string;
  existing?: boolean;
  secret?: string;
  locale: 'en' | 'fr';
}

/**
 * `payroll partner create`: registers a partner. What it calls with is printed on a terminal; elsewhere, where output is
 * kept in logs, it goes to a file of DATA_DIR that its owner alone may read.
 */
export const createPartner = async (env: NodeJS.ProcessEnv, options: PartnerOptions): Promise<void> => {
  if (options.name.trim() === '') throw new UsageError('--name must not be blank: it is what the partner is known by');
  await attached(
    env,
    async ({ credentials, config }) => {
      const { name, existing = false, secret, locale } = options;
      const made = await credentials.createPartner({ name, existing, secret, preferred_locale: locale });
      const say = (line: string): void => void process.stdout.write(`${line}\n`);
      say(`partner ${made.partner_id} was registered (${existing ? 'existing' : 'new'})`);
      if (process.stdout.isTTY) {
        say(`  partner key     ${made.partner_key}`);
        say(`  partner secret  ${secret === undefined ? made.partner_secret : 'the one given'}`);
        if (secret === undefined) say('  The secret is not kept anywhere: note it now.');
        return;
      }
      const path = join(config.dataDir, `credentials-${made.partner_id}.json`);
      await writePrivate(path, made);
      say(`  its key and secret are in ${path} (mode 0600)`);
    },
    { makes: true },
  );
};
