import { rewrapPersonalKeys } from '../../privacy/personal-keys.ts';
import { attached } from '../terminal/attach.ts';

/** `payroll keys rewrap`: the last step of replacing MASTER_KEY. May run beside the service, and again. */
export const rewrapKeys = (env: NodeJS.ProcessEnv): Promise<void> =>
  attached(env, async ({ sql, keyring }) => {
    const rewrapped = await rewrapPersonalKeys(sql, keyring, {
      onProgress: (count) => void process.stderr.write(`${count} keys so far\n`),
    });
    process.stdout.write(`wrapped ${rewrapped} keys under the present MASTER_KEY\n`);
  });
