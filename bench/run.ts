import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/database/embedded/embedded.ts';
import { type Bench, databaseMaker, describeMachine, type Measurement, type Row } from './bench.ts';
import { settingsOf } from './service-child.ts';
import { textTable, writeInto } from './table.ts';

// npm run bench                        every row, one table
// npm run bench -- --only append       the rows of the measurement of that name, or of those whose name contains it
// npm run bench -- --json FILE         the same for machines
// npm run bench -- --write FILE        the table also into a page (docs/performance.md), in the place of the last one
//
// Each row compares two sides in this very run, in turn. Numbers of different runs say little about each other.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`--rounds ${values.rounds} is no number of rounds`);

const loadMeasurements = async (): Promise<Measurement[]> => {
  // What was compiled may be there still when its source is gone.
  const files = (await readdir('bench/rows')).filter((name) => name.endsWith('.ts')).sort();
  const modules = await Promise.all(
    files.map(
      (name) =>
        import(new URL(`./rows/${name.replace(/ts$/, 'js')}`, import.meta.url).href) as Promise<{
          measurements?: Measurement[];
        }>,
    ),
  );
  return modules.flatMap(({ measurements }) => measurements ?? []);
};

// Most rows run the service in this process, and say what an operator gets.
const left = (await settingsOf('start')).filter((setting) => !process.execArgv.includes(setting));
if (left.length > 0) throw new Error(`start it with npm run bench, and that with ${left.join(' ')}, as npm start does`);

const all = await loadMeasurements();
const { only = '' } = values;
const named = all.filter(({ name }) => name === only);
const chosen = named.length > 0 ? named : all.filter(({ name }) => name.includes(only));
if (chosen.length === 0)
  throw new Error(`no row is named ${only}; there are: ${all.map(({ name }) => name).join(', ')}`);

const dataDir = await mkdtemp(join(tmpdir(), 'payroll-bench-'));
const server = await startEmbedded(dataDir);
let stopped: Promise<void> | undefined;
const stop = (): Promise<void> => {
  stopped ??= server.stop().then(() => rm(dataDir, { recursive: true, force: true }));
  return stopped;
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().finally(() => process.exit(130)));
try {
  const machine = await describeMachine(server.address);
  console.log(`${machine}\n`);
  const bench: Bench = { ...databaseMaker(server.address), rounds };
  const rows: Row[] = [];
  for (const measurement of chosen) {
    const missing = measurement.needs?.();
    if (missing !== undefined) {
      console.error(`${measurement.name}: left out, ${missing}`);
      continue;
    }
    console.error(`${measurement.name} …`);
    try {
      const measured = await measurement.measure(bench);
      rows.push(...measured);
      // What a run of half an hour has measured is not lost when it is cut short.
      console.error(textTable(measured));
    } catch (error) {
      // The others are worth having all the same.
      console.error(`${measurement.name}: failed`, error);
      process.exitCode = 1;
    }
  }
  console.log(textTable(rows));
  if (values.write) await writeInto(values.write, machine, rows);
  if (values.json) await writeFile(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
} finally {
  await stop();
}
