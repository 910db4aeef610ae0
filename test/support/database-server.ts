import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { compiledProgram } from './program.ts';

// Vitest's global setup: one PostgreSQL for the whole run, with a migrated template that test files copy. Folder and
// port are its own, so runs beside each other do not meet.

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
  // The long forms grow as a service's database does, and have its statistics.
  ...(process.env.FULL ? {} : { autovacuum_naptime: '10min' }),
  max_connections: '200',
  // The log of changes stays small: it may stand in memory.
  max_wal_size: '512MB',
};

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
const ROOM_bytes = 2 * 1024 ** 3;

/**
 * Where the server's files stand: in memory where there is room, but for the long forms, whose databases are large. A
 * database of ours is a thousand small files, and nearly each test file makes one and drops it: a disk's file system
 * takes up to half a second of a processor for that.
 */
const placeOfServer = async (): Promise<string> => {
  if (process.env.FULL) return tmpdir();
  const found = await statfs(IN_MEMORY).catch(() => undefined);
  return found && found.bavail * found.bsize >= ROOM_bytes ? IN_MEMORY : tmpdir();
};

/** Ends the server and removes its folder when this process is gone, however it went (its end of the pipe closes). */
const cleanUpAfter = (dataDir: string): { now(): Promise<void> } => {
  const script = `
    process.stdin.resume().on('end', async () => {
      const { startEmbedded } = await import(${JSON.stringify(new URL('../../src/database/embedded/embedded.ts', import.meta.url).href)});
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
  const dataDir = await mkdtemp(join(await placeOfServer(), 'payroll-test-'));
  const guard = cleanUpAfter(dataDir);
  try {
    const [server, folder] = await Promise.all([
      startEmbedded(dataDir, { settings: FAST, sync: false }),
      compiledProgram(),
    ]);
    const admin = openDatabase(server.address, { max: 1 });
    // Thousands of connections are made in a run: each would prove the password four thousand times over, on both
    // sides.
    await admin`set scram_iterations = 1`;
    await admin.unsafe(`alter role ${server.address.user} password '${server.address.password}'`);
    await admin`create database ${admin(TEMPLATE)}`;
    const template = openDatabase({ ...server.address, database: TEMPLATE }, { max: 1 });
    await migrate(template);
    await template.end();
    await admin`create database ${admin(SERVED_TEMPLATE)} template ${admin(TEMPLATE)} strategy file_copy`;
    await admin.end();
    await buildReadModels(folder, { ...server.address, database: SERVED_TEMPLATE });
    const stop = async (): Promise<void> => {
      await guard.now();
      await server.stop();
    };
    return { address: server.address, stop };
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
