import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What pay is calculated with: the statutory figures and rules, and the calculation itself. */
const FOLDERS = ['../../statutory/', '../../calculation/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** A digest of all files in some folders: another one where any came, went or changed. */
export const digestOf = (folders: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) continue;
      const bytes = readFileSync(path);
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
    }
  return hash.digest('hex');
};

/** The digest of what this process calculates with. */
export const figuresDigest = (): string => digestOf(FOLDERS);
