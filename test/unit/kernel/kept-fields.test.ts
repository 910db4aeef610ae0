import { expect, test } from 'vitest';
import { storedName } from '../../../src/kernel/definition/resource.ts';
import { registry } from '../../../src/registry.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { inMemory } from '../../support/in-memory.ts';
import { ask, registry as library } from '../../support/library.ts';

// Where a field does not say how it is kept, its events hold anything, and a wrong one is found by nobody.
test('every field declares how events store it, except values whose form depends on another member', () => {
  const anything = registry.all.flatMap(({ object, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      storedName(name, field) === undefined || field.storedAs ? [] : [`${object}.${name}`],
    ),
  );
  expect(anything).toEqual(['tax_property.value']);
});

test('a record from before there was a field shows its initial value, which the answer is declared to have', async () => {
  const world = inMemory({ registry: library });
  await world.given.events('book', 'bok_old', { type: 'BookCreated', data: { title: 'Notes' } });
  const { body } = await ask(world, 'retrieve_book', { params: { book: 'bok_old' } });
  expect((body as { data: JsonObject }).data).toMatchObject({
    ...{ shelf: 'north', chapters: [], times_lent: 0, fine: 0.5, is_rare: false },
    ...{ shelfmark: null, author: null },
  });
});
