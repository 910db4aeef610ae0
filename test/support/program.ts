import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vitest/config';

// The program as it is delivered, compiled once for a run: for the tests, and for the processes that they start.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What tests take from the compiled program, their own support with it: Vite makes a look-up of each use of an imported
 * name, which the simulator makes millions of. What reads our sources (`source-figures.ts`) is not compiled.
 */
const OF_PROGRAM = ['src/', 'projections/', 'test/support/', 'test/simulation/'];

const compile = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'payroll-program-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Types are the type check's matter.
  const options = ['-p', 'test/tsconfig.program.json', '--outDir', folder, '--noCheck'];
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: ROOT });
  for (const assets of ['migrations', 'src/statutory/data', 'src/docs/assets'])
    await cp(join(ROOT, assets), join(folder, assets), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  for (const same of ['node_modules', 'test/fixtures']) await symlink(join(ROOT, same), join(folder, same), 'junction');
  // What tests start inherits it.
  process.env.PAYROLL_PROGRAM = folder;
  return folder;
};

// Each project of a run loads this module for itself, and all of them are given the one program.
const shared = globalThis as { testProgram?: Promise<string> };

/** The folder of the compiled program. It goes when this process ends. */
export const compiledProgram = (): Promise<string> => {
  shared.testProgram ??= compile();
  return shared.testProgram;
};

/**
 * A setting of V8: a function is optimized when it has run eight times as long as by default. Most processes of a run
 * live for some seconds, and what they spend on optimizing does not come back. Node 22 does not know it, and would not
 * start.
 */
export const LATER_OPTIMIZED = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];

/**
 * A module of ours as a process or thread of its own runs it: compiled, where this run has compiled it, which starts in
 * half the time.
 *
 * @param path from the root of the repository, as `src/cli/main.ts`
 */
export const runnable = (path: string): { path: string; execArgv: string[] } => {
  const { PAYROLL_PROGRAM: folder } = process.env;
  return folder === undefined
    ? { path: join(ROOT, path), execArgv: ['--import', 'tsx'] }
    : { path: join(folder, path.replace(/\.ts$/, '.js')), execArgv: [] };
};

/** Where Vite would take the program from for itself: `.ts` of it, and not what sets the run up. */
const ofProgram = (id: string, importer: string): string | undefined => {
  const path = relative(ROOT, id.startsWith('.') ? resolve(dirname(importer), id) : id).replaceAll('\\', '/');
  return OF_PROGRAM.some((folder) => path.startsWith(folder)) ? path.replace(/\.ts$/, '.js') : undefined;
};

/**
 * What tests import of the program is the compiled one, which Node loads by itself. Vite would transform its modules
 * once for each project, and hand them over one by one to each process. Where files are watched it does: they change.
 */
export const fromCompiledProgram = (): Plugin => ({
  name: 'payroll:compiled-program',
  enforce: 'pre',
  apply: () => process.argv.includes('run'),
  // Where Vitest keeps transformed modules between runs: these name the folder of a run, which the next has not.
  configureVitest: ({ experimental_defineCacheKeyGenerator }) => experimental_defineCacheKeyGenerator(() => false),
  async resolveId(id, importer) {
    // While the run is being set up the program is still compiled.
    if (!importer || !id.endsWith('.ts') || this.environment.name === '__vitest__') return null;
    const path = ofProgram(id, importer);
    if (path === undefined) return null;
    const compiled = join(await compiledProgram(), path);
    return existsSync(compiled) ? compiled : null;
  },
});
