import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/event-store/port.ts';
import { skipFailing, skipStream } from '../../../src/processes/managers/skip.ts';
import { manualClock } from '../../../src/values/clock.ts';
import { type ManagerStore, workKind } from '../../../src/work/port.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { memoryStore } from '../../support/memory-store.ts';

const HOLDER = randomUUID();

/** A manager that failed at the event of position 1 of a company; the next one waits behind it. */
const failed = async () => {
  const { store: state, dueStore } = makeMemoryProcessState(
    { now_ms: () => 0, notify: () => {}, listen: () => () => {} },
    'progress',
  );
  const eventAt = (position: bigint): LogEvent => ({
    id: randomUUID(),
    type: 'TreeCreated',
    stream: `tree-${position}`,
    revision: 0n,
    data: {},
    metadata: { company_id: 'cmp_1' },
    position,
  });
  await state.register([{ name: 'planting', from: 0n }]);
  await state.takeLeases('us', ['planting']);
  const waiting = [1n, 2n].map((position) => ({ scope: 'cmp_1', event: eventAt(position) }));
  await state.dispatch('us', { name: 'planting', from: 0n, to: 2n, waiting, message: '' });
  const claim = () => dueStore.claim([{ kind: workKind('planting'), slots: 1, now: null }], HOLDER, 60_000);
  const [row] = await claim();
  await dueStore.postpone(row!, HOLDER, 60_000, 'frozen', null);
  const [failing] = await state.failing(1, 'cmp_1');
  /** It is tried again, and handled. */
  const handles = async () => {
    await state.retry({ scope: 'cmp_1' });
    await claim();
    await state.done(HOLDER, 'planting', 'cmp_1', 1n);
  };
  return { state, failing: failing!, handles, store: memoryStore(), clock: manualClock('2026-03-02T15:00:00Z') };
};

const waits = async (state: ManagerStore) =>
  (await state.next('planting', 'cmp_1', 10)).map(({ position }) => position);

test('an event that is skipped is recorded and waits no longer; a second skip says so', async () => {
  const { state, failing, ...rest } = await failed();
  await skipFailing(failing, 'a late frost', { state, ...rest });
  expect(await waits(state)).toEqual([2n]);
  await expect(skipFailing(failing, 'a late frost', { state, ...rest })).rejects.toThrow(
    'no longer waits for planting',
  );
  const [recorded, ...more] = await rest.store.readStream(skipStream('cmp_1'));
  expect([recorded!.data, more]).toMatchObject([{ event_id: failing.event_id, reason: 'a late frost' }, []]);
});

test('an event that its manager handled meanwhile is not said to be skipped, and nothing is recorded', async () => {
  const { state, failing, handles, ...rest } = await failed();
  await handles();
  await expect(skipFailing(failing, 'a late frost', { state, ...rest })).rejects.toThrow(
    'no longer waits for planting',
  );
  await expect(rest.store.readStream(skipStream('cmp_1'))).rejects.toThrow('has no events');
  expect(await waits(state)).toEqual([2n]);
});

test('an event that its manager handles while its skip is recorded is not said to be skipped either', async () => {
  const { state, failing, handles, store, clock } = await failed();
  const append: typeof store.append = async (...args) => {
    await handles();
    return store.append(...args);
  };
  const skipped = skipFailing(failing, 'a late frost', { state, store: { ...store, append }, clock });
  await expect(skipped).rejects.toThrow('a skip is recorded in process_manager-cmp_1');
});
