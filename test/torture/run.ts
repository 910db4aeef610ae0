import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { torture } from './torture.ts';

// npm run torture -- --seconds 120

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } });
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new Error(`--seconds ${values.seconds} is no length of time`);

const dataDir = await mkdtemp(join(tmpdir(), 'payroll-torture-db-'));
const database = await startEmbedded(dataDir);
try {
  const sql = openDatabase(database.address, { max: 1 });
  await migrate(sql);
  await sql.end();
  const report = await torture({ database: database.address, seconds });
  console.log(`${report.events} events from ${report.acknowledged} acknowledged appends in ${seconds} s`);
  console.log(`${report.refused} appends refused, ${report.unknown} with an outcome that was never known`);
  console.log(
    `${report.connectionsCut} connections cut, ${report.processesStopped} processes stopped and continued, ${report.processesKilled} killed`,
  );
  for (const promise of report.broken) console.log(`BROKEN: ${promise}`);
  console.log(report.broken.length === 0 ? 'every promise was kept' : `${report.broken.length} promises were broken`);
  process.exitCode = report.broken.length === 0 ? 0 : 1;
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
