import { expect, test } from 'vitest';
import { makeHeartbeat } from '../../../src/timing/heartbeat.ts';
import { endWithin } from '../../../src/timing/within.ts';
import { manualTimers } from '../../support/manual-timers.ts';

/** Work whose end the test decides. */
const workshop = () => {
  const open: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  let begun = 0;
  const work = () => {
    begun++;
    return new Promise<void>((resolve, reject) => open.push({ resolve, reject }));
  };
  return {
    work,
    begun: () => begun,
    end: () => open.shift()!.resolve(),
    fail: (error: unknown) => open.shift()!.reject(error),
  };
};

const ENDED = new Promise<void>((resolve) => setImmediate(resolve));

test('beats at once, then so long after the end of each; never two at a time', async () => {
  const [timers, shop] = [manualTimers(), workshop()];
  const heartbeat = makeHeartbeat({ every_ms: 100, work: shop.work, failed: () => {}, timers });
  const started = heartbeat.start();
  expect(shop.begun()).toBe(1);
  const [one, two] = [heartbeat.beat(), heartbeat.beat()];
  await timers.pass(1_000);
  expect(shop.begun()).toBe(1);
  shop.end();
  await Promise.all([started, one, two]);
  await timers.pass(99);
  expect(shop.begun()).toBe(1);
  await timers.pass(1);
  expect(shop.begun()).toBe(2);
});

test('continues after a beat that failed, and reports it', async () => {
  const [timers, shop] = [manualTimers(), workshop()];
  const told: unknown[] = [];
  const heartbeat = makeHeartbeat({ every_ms: 100, work: shop.work, failed: (error) => told.push(error), timers });
  const started = heartbeat.start();
  shop.fail('away');
  await started;
  expect(told).toEqual(['away']);
  await timers.pass(100);
  expect(shop.begun()).toBe(2);
});

test('stopped, it waits for the running beat, and starts none', async () => {
  const [timers, shop] = [manualTimers(), workshop()];
  const heartbeat = makeHeartbeat({ every_ms: 100, work: shop.work, failed: () => {}, timers });
  void heartbeat.start();
  let stopped = false;
  const stopping = heartbeat.stop().then(() => {
    stopped = true;
  });
  await ENDED;
  expect(stopped).toBe(false);
  shop.end();
  await stopping;
  await heartbeat.beat();
  await timers.pass(1_000);
  expect(shop.begun()).toBe(1);
});

test('work that does not end is waited for so long and no longer', async () => {
  const timers = manualTimers();
  let over = false;
  const ending = endWithin(100, new Promise(() => {}), timers).then(() => {
    over = true;
  });
  await timers.pass(99);
  expect(over).toBe(false);
  await timers.pass(1);
  await ending;
  expect(over).toBe(true);
});
