import { expect, test } from 'vitest';
import { accountingCodeLinked } from '../../../src/accounting/events.ts';
import type { Account, Books, Tracking } from '../../../src/integrations/books/model.ts';
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
  const taskFor = (sync: 'accounting_codes' | 'category', realm_id: string) => {
    const seed = `task ${++tasks}`;
    const input = { connection_id: 'intcn_1', business_entity_id, provider: 'quickbooks', sync } as const;
    const connection = { id: 'intcn_1', provider: 'quickbooks', realm_id } as const;
    const task = { id: seed, input, failed: 0, origin: world.origin(seed), services, signal };
    return { task, asking: { connection, ask: services.providers.ask, signal } };
  };
  /** Imports a chart of accounts, page by page. */
  const ofPages = (realm_id: string, pages: Account[][]) => {
    const accounts = async function* () {
      yield* pages;
    };
    const { task, asking } = taskFor('accounting_codes', realm_id);
    return importAccounts({ accounts, trackings: none, refuses: none, find: none, write: none }, asking, task);
  };
  /** Imports the values of classes. */
  const ofValues = async (realm_id: string, values: Tracking['values']) => {
    const trackings = async () => [{ id: null, label: { en: 'Classes', fr: 'Catégories' }, values }];
    const { task, asking } = taskFor('category', realm_id);
    const books: Books = { accounts: none, refuses: none, find: none, write: none, trackings };
    return (await importTags('category', books, asking, task)).result;
  };
  return {
    ...world,
    business_entity_id,
    imported: async (realm_id: string, title: string) => {
      const account: Account = { id: '1', type: 'expense', code: null, title, isActive: true };
      expect(await ofPages(realm_id, [[account]])).toMatchObject({ result: { id: 'quickbooks' } });
    },
    ofPages,
    importedTag: async (realm_id: string, label: string) =>
      expect(await ofValues(realm_id, [{ id: '1', label, isActive: true }])).toEqual({ id: 'quickbooks' }),
    ofValues,
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

const EACH_PAGE = 1_000;

test('of a chart with more accounts than an employer may have none is imported', async () => {
  const { ofPages, codes } = await importing();
  const page = (of: number): Account[] =>
    Array.from({ length: EACH_PAGE }, (_, i) => ({
      ...{ id: `${of}/${i}`, type: 'expense', code: null, title: `Account ${of}/${i}`, isActive: true },
    }));
  const { result } = await ofPages('A', [0, 1, 2, 3, 4, 5].map(page));
  expect(result).toMatchObject({
    problem: { text: { en: expect.stringContaining('more than 5000 accounting codes') } },
  });
  expect(await codes()).toEqual([]);
});

test('of values that a tag group has no room for none is imported', async () => {
  const { ofValues, tags } = await importing();
  const values = Array.from({ length: 2_001 }, (_, i) => ({ id: `${i}`, label: `Class ${i}`, isActive: true }));
  expect(await ofValues('A', values)).toMatchObject({
    problem: { text: { en: expect.stringContaining('more than 2000 tags') } },
  });
  expect(await tags()).toEqual([]);
});

test('what a provider lists twice is there once, and a tag is written together with the books that it is of', async () => {
  const { ofPages, ofValues, codes, tags, when } = await importing();
  const account: Account = { id: '1', type: 'expense', code: null, title: 'Wages', isActive: true };
  await ofPages('A', [[account, account], [account]]);
  expect(await codes()).toEqual([['Wages', 'A']]);
  const value = (id: string, label: string) => ({ id, label, isActive: true });
  const values = [value('1', 'Retail'), value('2', 'Trucks'), value('1', 'Retail')];
  const { types } = await when(() => ofValues('A', values));
  expect(await tags()).toEqual([
    ['Retail', 'A'],
    ['Trucks', 'A'],
  ]);
  expect(types.slice(-4)).toEqual(['TagCreated', 'TagLinked', 'TagCreated', 'TagLinked']);
});
