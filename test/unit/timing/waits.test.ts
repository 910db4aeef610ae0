import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { doublingPause, listedPause, pause } from '../../../src/timing/pauses.ts';
import { DeadlinePassed, endsWithin, unlessAborted, within } from '../../../src/timing/within.ts';
import { collect } from '../../support/live-memory.ts';

const NEVER = new Promise<never>(() => {});
const ONE_HOUR_ms = 3_600_000;

test('a pause ends with the first signal, and leaves no listener at any', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const paused = pause(ONE_HOUR_ms, [one.signal, other.signal]);
  other.abort();
  await paused;
  expect(getEventListeners(one.signal, 'abort')).toEqual([]);
  await pause(ONE_HOUR_ms, [other.signal]);
});

test('pauses double with each failure up to a maximum, and are at most halved at random', () => {
  const random = vi.spyOn(Math, 'random');
  random.mockReturnValue(1);
  expect([1, 2, 3, 4, 5, 1_000].map((failures) => doublingPause(failures, 100, 500))).toEqual([
    100, 200, 400, 500, 500, 500,
  ]);
  random.mockReturnValue(0);
  expect(doublingPause(4, 100, 500)).toBe(250);
  random.mockRestore();
});

test('after the end of a list of pauses the last one repeats', () => {
  expect([0, 1, 2, 9].map((failures) => listedPause([10, 20, 30], failures))).toEqual([10, 20, 30, 30]);
});

test('a signal ends in time, whatever is collected as garbage meanwhile, or with the other one before', async () => {
  const other = new AbortController();
  const reasonOf = ({ signal }: { signal: AbortSignal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
  const late = reasonOf(endsWithin(200, other.signal));
  const stopped = reasonOf(endsWithin(ONE_HOUR_ms, other.signal));
  // What a turn of the loop has made is held until its end.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(await within(10_000, late)).toBeInstanceOf(DeadlinePassed);
  other.abort('stop');
  expect(await stopped).toBe('stop');
});

test('late work is given up, and its callback is called; a failure of the work itself is thrown', async () => {
  const onLate = vi.fn();
  await expect(within(1, NEVER, { onLate })).rejects.toBeInstanceOf(DeadlinePassed);
  expect(onLate).toHaveBeenCalledOnce();
  await expect(within(ONE_HOUR_ms, Promise.reject(new Error('refused')), { onLate })).rejects.toThrow('refused');
  expect(await within(ONE_HOUR_ms, Promise.resolve(7), { onLate })).toBe(7);
  expect(onLate).toHaveBeenCalledOnce();
});

test('a signal that lives longer than the work that it may abort keeps no listener of it', async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(unlessAborted(Promise.reject(new Error('refused')), signal)).rejects.toThrow('refused');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  const waiting = unlessAborted(NEVER, signal);
  stopping.abort();
  expect(await waiting).toBeUndefined();
  expect(await unlessAborted(NEVER, signal)).toBeUndefined();
});
