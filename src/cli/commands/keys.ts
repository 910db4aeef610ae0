import { retireMasterKeys } from '../../privacy/master-keys.ts';
import { rewrapPersonalKeys } from '../../privacy/personal-keys.ts';
import { attached } from '../terminal/attach.ts';

/** Keys of files in one go. */
const BATCH = 500;

/** `payroll keys rewrap`: the last step of replacing MASTER_KEY. It may run while the service runs, and may be repeated. */
export const rewrapKeys = (env: NodeJS.ProcessEnv): Promise<void> =>
  attached(env, async ({ sql, keyring, files }) => {
    let ofFiles = 0;
    const rewrapped = await rewrapPersonalKeys(sql, keyring, {
      onProgress: (count) => void process.stderr.write(`${count} keys so far\n`),
    });
    for (let some = await files.rewrap(BATCH); some > 0; some = await files.rewrap(BATCH)) ofFiles += some;
    await retireMasterKeys(sql, keyring);
    process.stdout.write(`wrapped ${rewrapped + ofFiles} keys under the current MASTER_KEY\n`);
  });
