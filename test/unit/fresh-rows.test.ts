import { expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { registry } from '../../src/registry.ts';

test('the row of an entry, whose first event is not named after its creation, is not read before that', () => {
  const accounting = resourceProjections(registry, makeFolder(registry)).find(({ name }) => name === 'accounting')!;
  const touched = (type: string, revision: bigint) => {
    const event = {
      id: '',
      type,
      stream: 'journal_entry-jrnle_1',
      revision,
      data: {},
      metadata: { occurred_at: '' },
    } as unknown;
    return accounting.projector.touches(event as DomainEvent).map(({ id, fresh }) => [id, fresh]);
  };
  expect(touched('JournalEntryPosted', 0n)).toEqual([['jrnle_1', true]]);
  expect(touched('JournalEntryRowsPosted', 1n)).toEqual([['jrnle_1', false]]);
});
