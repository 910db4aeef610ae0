import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXTENSION = extname(fileURLToPath(import.meta.url));

/**
 * A program of this folder as a process of its own runs it: compiled, as the bench is, or from its source, as in tests.
 */
export const programOf = (name: string): { path: string; execArgv: string[] } => ({
  path: fileURLToPath(new URL(`./${name}${EXTENSION}`, import.meta.url)),
  execArgv: EXTENSION === '.ts' ? ['--import', 'tsx'] : [],
});
