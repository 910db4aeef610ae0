import { parseArgs } from 'node:util';
import { crashRounds } from './crash-rounds.ts';

/** `npm run torture:crash -- --rounds N [--seed S]` */
const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds ?? 50);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
process.stdout.write(`${rounds} crash rounds with seed ${seed}\n`);
try {
  const report = await crashRounds({ rounds, seed, say: (line) => process.stdout.write(`${line}\n`) });
  process.stdout.write(`${JSON.stringify(report)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
