import { expect, test } from 'vitest';
import { crashRounds } from './crash-rounds.ts';

const ROUNDS = process.env.FULL ? 50 : 1;

test(`nothing acknowledged is lost or doubled over ${ROUNDS} crash rounds`, {
  timeout: ROUNDS * 60_000 + 120_000,
}, async () => {
  const report = await crashRounds({ rounds: ROUNDS, seed: 7 });
  expect(report.kills).toBe(ROUNDS);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS * 5);
});
