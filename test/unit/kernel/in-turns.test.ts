import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Position } from '../../../src/event-store/port.ts';
import { untilFollowed } from '../../../src/kernel/calls/operations.ts';
import { appendTo } from '../../../src/kernel/changes/execute.ts';
import { AHEAD, appendInTurns } from '../../../src/kernel/changes/in-turns.ts';
import { eventsOf } from '../../../src/kernel/definition/record-events.ts';
import { registry } from '../../support/depot.ts';
import { inMemory } from '../../support/in-memory.ts';

/**
 * Given a company with much work of one kind, when it is appended, then read models are never far behind it, so that
 * another company's write is soon readable.
 */
const PIECES = 200;
const NEIGHBOUR = { partner_id: 'ptn_1', company_id: 'cmp_1' };
const crates = Array.from({ length: PIECES }, (_, n) => `${n}`);

const depot = () => {
  const world = inMemory({ registry });
  const { services } = world;
  const { gate } = services;
  const passed = gate.followed;
  const seen = { appended: 0, mostAhead: 0, waits: 0 };
  let readable = 0n;
  let stands = false;
  gate.readPosition = () => readable;
  gate.followed = async (position: Position, ...more) => {
    seen.waits++;
    if (stands) return false;
    readable = position > readable ? position : readable;
    return passed.call(gate, position, ...more);
  };
  const add = (id: string) =>
    appendTo(`crate-${id}`, 'add', world.origin(id), services, async () => {
      seen.mostAhead = Math.max(seen.mostAhead, ++seen.appended - Number(readable));
      return [eventsOf('crate').created({ driver_id: 'drv_1', label: id, colour: null, weight: 0, sealed: false })];
    });
  return {
    services,
    seen,
    standStill: () => {
      stands = true;
    },
    all: (run = add, options = {}) => appendInTurns(crates, services, run, options),
    add,
  };
};

describe('many appends of one work', () => {
  // Each begins without a write before it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('are made a few ahead of the read models, and their results keep the order of the pieces', async () => {
    const { all, seen } = depot();
    const appended = await all();
    expect(appended.map(({ aggregate }, n) => aggregate.get('crate', crates[n]!)?.label)).toEqual(crates);
    expect(seen.appended).toBe(PIECES);
    expect(seen.mostAhead).toBeLessThanOrEqual(AHEAD);
    expect(seen.mostAhead).toBeGreaterThan(AHEAD / 2);
  });

  test('are made fewer ahead while callers write, whose answers wait behind them', async () => {
    const { all, add, seen, services } = depot();
    for (let written = 0; written < 2; written++) await untilFollowed([], 0n, { services, tenant: NEIGHBOUR });
    await all(add);
    expect(seen.appended).toBe(PIECES);
    expect(seen.mostAhead).toBeLessThanOrEqual(8);
  });

  test('are made fewer still ahead then where nobody waits for them', async () => {
    const { all, add, seen, services } = depot();
    for (let written = 0; written < 2; written++) await untilFollowed([], 0n, { services, tenant: NEIGHBOUR });
    await all(add, { givesWay: true });
    expect(seen.appended).toBe(PIECES);
    expect(seen.mostAhead).toBeLessThanOrEqual(4);
  });

  test('are not held up by the one call that asked for them', async () => {
    const { all, add, seen, services } = depot();
    await untilFollowed([], 0n, { services, tenant: NEIGHBOUR });
    await all(add);
    expect(seen.mostAhead).toBeGreaterThan(AHEAD / 2);
  });

  test('are made fewer ahead where several works share the measure', async () => {
    const { all, add, seen } = depot();
    await all(add, { ahead: 4 });
    expect(seen.mostAhead).toBeLessThanOrEqual(4);
  });

  test('do not wait again for read models that stand still', async () => {
    const { all, seen, standStill } = depot();
    standStill();
    await all();
    expect(seen.appended).toBe(PIECES);
    expect(seen.waits).toBe(1);
  });

  test('fail once those that were begun have ended, so that nothing goes on beside the next try, and begin no others', async () => {
    const { all, add, seen } = depot();
    let running = 0;
    const failing = async (id: string) => {
      if (id === '0') throw new Error('refused');
      running++;
      const appended = await add(id);
      running--;
      return appended;
    };
    await expect(all(failing)).rejects.toThrow('refused');
    expect(running).toBe(0);
    expect(seen.appended).toBeLessThan(PIECES * 0.75);
  });

  test('wait for no read model where nothing was appended', async () => {
    const { all, seen } = depot();
    expect(await all(async () => Promise.reject(new Error('refused'))).catch((error: Error) => error.message)).toBe(
      'refused',
    );
    expect(seen.waits).toBe(0);
  });
});
