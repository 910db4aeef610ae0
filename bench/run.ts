import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/database/embedded.ts';
import { type Bench, databaseMaker, describeMachine, type Measurement, type Row } from './bench.ts';

// npm run bench                        every row, one table
// npm run bench -- --only append       the rows whose measurement's name contains it
// npm run bench -- --json FILE         the same for machines
//
// Each row compares two sides in this very run, in turn. Numbers of different runs say little about each other.

const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`--rounds ${values.rounds} is no number of rounds`);

const loadMeasurements = async (): Promise<Measurement[]> => {
  const folder = new URL('./rows/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, folder).href) as Promise<{ measurements?: Measurement[] }>),
  );
  return modules.flatMap(({ measurements }) => measurements ?? []);
};

const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

const columns = ['row', 'ours', 'baseline', 'ratio', 'goal', ''] as const;

const cells = (row: Row): string[] => [
  row.name,
  `${figure(row.ours)} ${row.unit}`,
  `${figure(row.baseline)} ${row.baseline_name}`,
  `${row.ratio.toFixed(2)} ×`,
  row.goal === null ? '' : `${row.goal} ×`,
  row.met === null ? '' : row.met ? 'met' : 'NOT MET',
];

const printTable = (rows: Row[]): void => {
  const lines = [[...columns], ...rows.map(cells)];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const [index, line] of lines.entries()) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
    const setup = rows[index - 1]?.setup;
    if (setup) console.log(`    ${setup}`);
  }
};

const all = await loadMeasurements();
const chosen = all.filter(({ name }) => values.only === undefined || name.includes(values.only));
if (chosen.length === 0)
  throw new Error(`no row is named ${values.only}; there are: ${all.map(({ name }) => name).join(', ')}`);

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
    rows.push(...(await measurement.measure(bench)));
  }
  printTable(rows);
  if (values.json) await writeFile(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
} finally {
  await stop();
}
