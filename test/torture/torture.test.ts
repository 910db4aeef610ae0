import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import { torture } from './torture.ts';

const database = await freshDatabase();
afterAll(() => database.drop());

const seconds = process.env.FULL ? 60 : 3;

test('through cut connections, stopped and killed processes no acknowledged event is lost, doubled or out of order', {
  timeout: seconds * 1_000 + 90_000,
}, async () => {
  const report = await torture({ database: database.address, seconds, writers: 3, readers: 2 });
  expect(report.broken).toEqual([]);
  expect(report.connectionsCut).toBeGreaterThan(0);
  expect(report.processesStopped).toBeGreaterThan(0);
  expect(report.acknowledged).toBeGreaterThan(100);
});
