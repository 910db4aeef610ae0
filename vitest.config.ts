import { configDefaults, defineConfig } from 'vitest/config';

/** Long forms alone: they play, or compile, what shorter tests hold piece by piece. */
const LONG = ['test/service/example.test.ts', 'test/service/second-generator.test.ts', 'test/soak/soak.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores are what the project promises to be tested on; each fork may own a database.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'test-report.json' }]],
    projects: [
      // Pure parts, which leave nothing behind: they share what they import.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/unit/**', ...(process.env.FULL ? [] : LONG)],
          // One PostgreSQL per run; test/support/database.ts gives each file a database of its own on it.
          globalSetup: ['test/support/database-server.ts'],
        },
      },
    ],
  },
});
