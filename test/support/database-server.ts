import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';

// Vitest's global setup: one PostgreSQL for the whole run, with a migrated template that test files copy, and the program
// compiled once for the processes that tests start. Folder and port are its own, so runs beside each other do not meet.

declare module 'vitest' {
  interface ProvidedContext {
    database: DatabaseAddress;
  }
}

export const TEMPLATE = 'template_payroll';
/** The same with the read models of the service, empty: a service that starts on a copy has nothing to build. */
export const SERVED_TEMPLATE = 'template_payroll_served';

/** What makes tests quick. Promises about durability are tested on servers of their own. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '10min',
  max_connections: '200',
};

/** Ends the server and removes its folder when this process is gone, however it went (its end of the pipe closes). */
const cleanUpAfter = (dataDir: string): { now(): Promise<void> } => {
  const script = `
    process.stdin.resume().on('end', async () => {
      const { startEmbedded } = await import(${JSON.stringify(new URL('../../src/database/embedded.ts', import.meta.url).href)});
      const { rm } = await import('node:fs/promises');
      try { await (await startEmbedded(${JSON.stringify(dataDir)})).stop(); } catch {}
      await rm(${JSON.stringify(dataDir)}, { recursive: true, force: true });
    });`;
  const guard = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return {
    now: () =>
      new Promise((done) => {
        guard.ref();
        guard.on('exit', () => done());
        guard.stdin.end();
      }),
  };
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The program as it is delivered, in a folder of this run: a process that loads it starts in half the time of one that
 * compiles each file for itself (test/support/child-service.ts). Types are the type check's matter.
 */
const compile = async (folder: string): Promise<string> => {
  const options = ['-p', 'tsconfig.build.json', '--outDir', folder, '--noCheck', '--sourceMap', 'false'];
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: ROOT });
  for (const assets of ['migrations', 'src/statutory/data', 'src/docs/assets'])
    await cp(join(ROOT, assets), join(folder, assets), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return join(folder, 'src/cli/main.js');
};

/** Builds the read models of a database by the program as it was compiled, in a process that is not kept. */
const buildReadModels = async (program: string, address: DatabaseAddress): Promise<void> => {
  const script = fileURLToPath(new URL('build-read-models.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, program, JSON.stringify(address)]);
};

interface Server {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

const startServer = async (): Promise<Server> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-test-'));
  const guard = cleanUpAfter(dataDir);
  try {
    const folder = join(dataDir, 'program');
    const [server, program] = await Promise.all([
      startEmbedded(dataDir, { settings: FAST, sync: false }),
      compile(folder),
    ]);
    // What tests start inherits it.
    process.env.PAYROLL_PROGRAM = program;
    const admin = openDatabase(server.address, { max: 1 });
    await admin`create database ${admin(TEMPLATE)}`;
    const template = openDatabase({ ...server.address, database: TEMPLATE }, { max: 1 });
    await migrate(template);
    await template.end();
    await admin`create database ${admin(SERVED_TEMPLATE)} template ${admin(TEMPLATE)} strategy file_copy`;
    await admin.end();
    await buildReadModels(folder, { ...server.address, database: SERVED_TEMPLATE });
    return { address: server.address, stop: () => guard.now() };
  } catch (error) {
    await guard.now();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
};

// Each project of a run loads this module for itself, and all of them are given the one server.
const shared = globalThis as { testServer?: { started: Promise<Server>; users: number } };

export default async (project: TestProject): Promise<() => Promise<void>> => {
  shared.testServer ??= { started: startServer(), users: 0 };
  const own = shared.testServer;
  own.users += 1;
  const server = await own.started;
  project.provide('database', server.address);
  return async () => {
    own.users -= 1;
    if (own.users === 0) await server.stop();
  };
};
