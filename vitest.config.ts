import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { fromCompiledProgram, LATER_OPTIMIZED } from './test/support/program.ts';

/** Long forms alone: they play, or compile, what shorter tests hold piece by piece. */
const LONG = [
  'test/service/large-forms.test.ts',
  'test/service/large-payments.test.ts',
  'test/service/large-payroll.test.ts',
  'test/service/memory-at-rest.test.ts',
  'test/service/second-generator.test.ts',
  'test/soak/soak.test.ts',
];
/** They replace the globals of their process, one after the other, and put them back: away from all others. */
const SIMULATED = ['test/simulation/**/*.test.ts'];
/** Each in a process of its own: they kill it, or count what it holds. */
const ALONE = ['test/{soak,torture}/**/*.test.ts', 'test/service/{memory,memory-reports,large-forms}.test.ts'];

/** A number on the command line counts for the whole run; the projects below would go by their own. */
const asked = /^--maxWorkers=(\d+)$/.exec(process.argv.find((argument) => argument.startsWith('--maxWorkers=')) ?? '');

export default defineConfig({
  plugins: [fromCompiledProgram()],
  test: {
    server: { deps: { external: [/\/payroll-program-[^/]+\//] } },
    pool: 'forks',
    // Not with the long forms, which run long enough to gain from what is optimized.
    execArgv: process.env.FULL ? [] : LATER_OPTIMIZED,
    // For two cores: half of what files of the service take is waiting, for a process to start or for a time to pass.
    maxWorkers: Number(asked?.[1] ?? 4),
    sequence: { sequencer: LongestFirst },
    // They end what hangs, and on a slow machine nothing else: what a test claims of a time it says itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', ['json', { outputFile: 'test-report.json' }], './test/support/slowest-files.ts'],
    projects: [
      // Pure parts, which leave nothing behind: they share what they import.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      // Importing the service takes seconds, so the files of one process share it; each has a database of its own.
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            'test/unit/**',
            ...ALONE,
            ...SIMULATED,
            ...(process.env.FULL ? [] : LONG),
          ],
          isolate: false,
          globalSetup: ['test/support/database-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          include: SIMULATED,
          isolate: false,
          globalSetup: ['test/support/database-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: [...configDefaults.exclude, ...(process.env.FULL ? [] : LONG)],
          globalSetup: ['test/support/database-server.ts'],
        },
      },
    ],
  },
});
