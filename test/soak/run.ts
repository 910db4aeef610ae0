import { parseArgs } from 'node:util';
import { writePage } from './page.ts';
import { soak } from './soak.ts';

/** `npm run soak -- --minutes N [--seed S] [--companies 20] [--write docs/performance.md]` */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    companies: { type: 'string' },
    write: { type: 'string' },
  },
});
const numberOf = (name: keyof typeof values, otherwise: number, least: number, most: number): number => {
  const value = Number(values[name] ?? otherwise);
  if (!(value >= least && value <= most)) throw new Error(`--${name} must be from ${least} to ${most}`);
  return value;
};
const minutes = numberOf('minutes', 30, 0.2, 24 * 60);
const seed = numberOf('seed', Date.now() % 1_000_000, 0, 1e9);
const companies = Math.floor(numberOf('companies', 20, 1, 200));

process.stderr.write(`${companies} companies, a year in ${minutes} minutes, seed ${seed}\n`);
const report = await soak({ minutes, seed, companies, say: (line) => process.stderr.write(`${line}\n`) });
process.stdout.write(`${JSON.stringify(report)}\n`);
if (values.write !== undefined) await writePage(values.write, report, report.groups);
for (const what of report.differs) process.stderr.write(`DIFFERS: ${what}\n`);
process.exitCode = report.differs.length === 0 ? 0 : 1;
