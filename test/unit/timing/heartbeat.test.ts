import { expect, test } from 'vitest';
import { makeHeartbeat } from '../../../src/timing/heartbeat.ts';
import { endWithin } from '../../../src/timing/within.ts';
import { manualTimers } from '../../support/manual-timers.ts';

/** Work whose end the test decides. */
const manualWork = () => {
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

test('a heartbeat beats at once, then an interval after the end of each beat; never two at a time', async () => {
  const [timers, manual] = [manualTimers(), manualWork()];
  const heartbeat = makeHeartbeat({ every_ms: 100, work: manual.work, failed: () => {}, timers });
  const started = heartbeat.start();
  expect(manual.begun()).toBe(1);
  const [one, two] = [heartbeat.beat(), heartbeat.beat()];
  await timers.pass(1_000);
  expect(manual.begun()).toBe(1);
  manual.end();
  await Promise.all([started, one, two]);
  await timers.pass(99);
  expect(manual.begun()).toBe(1);
  await timers.pass(1);
  expect(manual.begun()).toBe(2);
});

test('a heartbeat continues after a failed beat, and reports the failure', async () => {
  const [timers, manual] = [manualTimers(), manualWork()];
  const reported: unknown[] = [];
  const heartbeat = makeHeartbeat({
    every_ms: 100,
    work: manual.work,
    failed: (error) => reported.push(error),
    timers,
  });
  const started = heartbeat.start();
  manual.fail('away');
  await started;
  expect(reported).toEqual(['away']);
  await timers.pass(100);
  expect(manual.begun()).toBe(2);
});

test('what fails each beat in the same way is reported once in ten seconds, and another failure at once', async () => {
  const timers = manualTimers();
  const reported: unknown[] = [];
  const state = { error: 'full' };
  const heartbeat = makeHeartbeat({
    every_ms: 500,
    work: () => Promise.reject(new Error(state.error)),
    failed: (error) => reported.push((error as Error).message),
    timers,
  });
  await heartbeat.start();
  for (let beats = 0; beats < 19; beats++) await timers.pass(500);
  expect(reported).toEqual(['full']);
  await timers.pass(500);
  expect(reported).toEqual(['full', 'full']);
  state.error = 'away';
  await timers.pass(500);
  expect(reported).toEqual(['full', 'full', 'away']);
  await heartbeat.stop();
});

test('a heartbeat that is stopped waits for the running beat, and starts no other', async () => {
  const [timers, manual] = [manualTimers(), manualWork()];
  const heartbeat = makeHeartbeat({ every_ms: 100, work: manual.work, failed: () => {}, timers });
  void heartbeat.start();
  let stopped = false;
  const stopping = heartbeat.stop().then(() => {
    stopped = true;
  });
  await ENDED;
  expect(stopped).toBe(false);
  manual.end();
  await stopping;
  await heartbeat.beat();
  await timers.pass(1_000);
  expect(manual.begun()).toBe(1);
});

test('work that does not end is waited for up to its limit and no longer', async () => {
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
