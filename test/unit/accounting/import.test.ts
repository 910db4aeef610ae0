import { expect, test } from 'vitest';
import { accountingCodeLinked } from '../../../src/accounting/events.ts';
import type { Account, Books } from '../../../src/integrations/books/model.ts';
import { importAccounts, importTags } from '../../../src/integrations/import.ts';
import { equal } from '../../../src/values/condition.ts';
import { inMemory } from '../../support/in-memory.ts';

/** An employer, and a provider whose accounts have the same ids in all books. */
const importing = async () => {
  const world = inMemory();
  const { given, services } = world;
  const { id: business_entity_id } = await given.created('business_entity', {
    name: 'Northlake Foods',
    business_number: '123456782RP0001',
  });
  const none = () => {
    throw new Error('nothing else is asked for');
  };
  const { signal } = new AbortController();
  let tasks = 0;
  return {
    ...world,
    business_entity_id,
    imported: async (realm_id: string, title: string) => {
      const account: Account = { id: '1', type: 'expense', code: null, title, isActive: true };
      const books: Books = {
        accounts: async function* () {
          yield [account];
        },
        ...{ trackings: none, refuses: none, find: none, write: none },
      };
      const input = {
        connection_id: 'intcn_1',
        business_entity_id,
        provider: 'quickbooks',
        sync: 'accounting_codes',
      } as const;
      const connection = { id: 'intcn_1', provider: 'quickbooks', realm_id } as const;
      const seed = `task ${++tasks}`;
      const task = { id: seed, input, origin: world.origin(seed), services, signal };
      expect(await importAccounts(books, { connection, ask: services.providers.ask, signal }, task)).toMatchObject({
        result: { id: 'quickbooks' },
      });
    },
    importedTag: async (realm_id: string, label: string) => {
      const values = [{ id: '1', label, isActive: true }];
      const trackings = async () => [{ id: null, label: { en: 'Classes', fr: 'Catégories' }, values }];
      const books: Books = { accounts: none, refuses: none, find: none, write: none, trackings };
      const asking = { connection: { id: 'intcn_1', provider: 'quickbooks', realm_id }, signal } as const;
      const seed = `task ${++tasks}`;
      const input = { connection_id: 'intcn_1', business_entity_id, provider: 'quickbooks', sync: 'category' } as const;
      const task = { id: seed, input, origin: world.origin(seed), services, signal };
      const { result } = await importTags('category', books, { ...asking, ask: services.providers.ask }, task);
      expect(result).toEqual({ id: 'quickbooks' });
    },
    /** What the tags are called, and the books that they are from. */
    tags: async () => {
      const own = equal('business_entity_id', business_entity_id);
      const tags = await services.read.find('tag', world.origin('a reader').tenant, own);
      return tags.map(({ label, books }) => [label, books?.quickbooks?.realm_id]).sort();
    },
    /** What the codes are called, and the books of their accounts. */
    codes: async () => {
      const own = equal('business_entity_id', business_entity_id);
      const codes = await services.read.find('accounting_code', world.origin('a reader').tenant, own);
      return codes.map(({ title, accounts }) => [title, accounts?.quickbooks?.realm_id]).sort();
    },
  };
};

test('accounts of other books are other codes, also where they have the ids of those that were imported before', async () => {
  const { imported, codes } = await importing();
  await imported('A', 'Wages');
  await imported('B', 'Rent');
  expect(await codes()).toEqual([
    ['Rent', 'B'],
    ['Wages', 'A'],
  ]);
  // Known by its id in the books that it is of.
  await imported('A', 'Salaries');
  await imported('B', 'Rent and heat');
  expect(await codes()).toEqual([
    ['Rent and heat', 'B'],
    ['Salaries', 'A'],
  ]);
});

test('a code that was linked before its books were recorded is known by its id, and its books are recorded', async () => {
  const { given, business_entity_id, imported, codes } = await importing();
  const { id } = await given.created('accounting_code', { business_entity_id, type: 'expense', title: 'Wages' });
  const link = { business_entity_id, provider: 'quickbooks', external_id: '1', external_code: null } as const;
  await given.events('accounting_code', id, accountingCodeLinked({ ...link, realm_id: null }));
  await imported('A', 'Wages');
  expect(await codes()).toEqual([['Wages', 'A']]);
});

test('tags of other books are other tags, also where they have the ids of those that were imported before', async () => {
  const { given, business_entity_id, importedTag, tags } = await importing();
  const group = await given.created('tag_group', {
    ...{ business_entity_id, label: 'Classes', is_journal_entry_dimension: true },
    integrations: { quickbooks: { type: 'category' } },
  });
  // Its id was imported before its books were recorded, or written by a caller.
  await given.created('tag', {
    ...{ tag_group_id: group.id, label: 'Retail' },
    integrations: { quickbooks: { id: '1' } },
  });
  await importedTag('A', 'Retail');
  await importedTag('B', 'Trucks');
  expect(await tags()).toEqual([
    ['Retail', 'A'],
    ['Trucks', 'B'],
  ]);
  await importedTag('A', 'Shops');
  await importedTag('B', 'Vans');
  expect(await tags()).toEqual([
    ['Shops', 'A'],
    ['Vans', 'B'],
  ]);
});
