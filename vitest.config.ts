import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One PostgreSQL per run; test/support/database.ts gives each file a database of its own on it.
    globalSetup: ['test/support/database-server.ts'],
    pool: 'forks',
    // Two cores are what the project promises to be tested on; each fork may own a database.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'test-report.json' }]],
  },
});
