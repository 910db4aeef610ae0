import { expect, test } from 'vitest';
import { randomFrom } from '../support/generate.ts';
import { withSimulatedGlobals } from './globals.ts';
import { makeScheduler } from './scheduler.ts';

test('a timer from before a simulation can be cleared while it runs', async () => {
  let fired = false;
  const before = setTimeout(() => {
    fired = true;
  }, 1);
  await withSimulatedGlobals(makeScheduler(randomFrom(1)), async () => {
    clearTimeout(before);
    clearTimeout(undefined);
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fired).toBe(false);
});
