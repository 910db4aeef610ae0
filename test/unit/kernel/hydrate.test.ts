import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/event-store/port.ts';
import { hydrate, NewerSchemaVersion } from '../../../src/kernel/events/hydrate.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { memoryKeys } from '../../support/memory-keys.ts';

const keys = memoryKeys();

/** An event of a log that tells which members its data may have, and how often they were looked at. */
const told = (data: JsonObject, schema_version = 1): { event: LogEvent; looks(): number } => {
  let looks = 0;
  const event: LogEvent = {
    position: 1n,
    stream: 'crate-1',
    revision: 0n,
    id: 'e',
    type: 'CrateInspected',
    metadata: { schema_version, occurred_at: '2026-03-01T12:00:00.000000Z' },
    mayHave: (member) => member in data,
    get data() {
      looks++;
      return data;
    },
  };
  return { event, looks: () => looks };
};

test('the data of an event is parsed only when it is read', async () => {
  const { event, looks } = told({ size: 1 });
  const [opened] = await hydrate([event], keys);
  expect(looks()).toBe(0);
  expect(opened!.data).toEqual({ size: 1 });
});

test('an event of an earlier version is read in its newest shape', async () => {
  const { event } = told({ size: 1 });
  const steps = { CrateInspected: [(data: JsonObject) => ({ sizes: [data.size!] })] };
  const [opened] = await hydrate([event], keys, steps);
  expect(opened!.data).toEqual({ sizes: [1] });
});

test('an event of an unknown version is refused, whether it is read or not', async () => {
  const { event } = told({ size: 1 }, 2);
  await expect(hydrate([event], keys)).rejects.toThrow(NewerSchemaVersion);
});

test('sealed members of an event are opened', async () => {
  await keys.prepare(['ada']);
  const { event } = told({ size: 1, personal: { ...(await keys.seal('ada', { name: 'Ada' })) } });
  const [opened] = await hydrate([event], keys);
  expect(opened!.data).toEqual({ size: 1, name: 'Ada' });
});
