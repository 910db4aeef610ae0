import { expect, test } from 'vitest';
import { soak } from './soak.ts';

const MINUTES = 2;

test(`a year of 20 companies in ${MINUTES} minutes loses nothing and leaves everything right`, {
  timeout: MINUTES * 60_000 + 900_000,
}, async () => {
  const report = await soak({ minutes: MINUTES, seed: 7, companies: 20 });
  expect(report.differs).toEqual([]);
  expect(report.kills.length).toBeGreaterThan(0);
  expect(report.payrolls).toBeGreaterThan(20);
  // Money moved, came back and was sent again.
  expect(report.money).toMatchObject({ employers: 7 });
  for (const what of ['paid', 'failed', 'canceled', 'again'] as const) expect(report.money![what]).toBeGreaterThan(0);
});
