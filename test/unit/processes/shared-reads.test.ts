import { expect, test } from 'vitest';
import { sharedReads } from '../../../src/processes/managers/shared-reads.ts';
import { memoryStore } from '../../support/memory-store.ts';

test('process managers get nothing that another program appended, and come to the position behind it', async () => {
  const store = memoryStore();
  const event = (metadata: object) => ({
    id: crypto.randomUUID(),
    type: 'TagDeleted',
    data: {},
    metadata: { ...metadata },
  });
  const own = event({ occurred_at: '2026-01-05T17:00:00.000000Z' });
  const { position } = await store.append('tag-tag_1', [own, event({})], 'no_stream');
  const { events, upTo } = await sharedReads(store)(0n, position);
  expect([events.map(({ id }) => id), upTo]).toEqual([[own.id], position]);
});
