import { expect, test } from 'vitest';
import {
  accountingCodeLinked,
  accountingCodesMerged,
  journalEntryPosted,
  journalEntryReversed,
  tagLinked,
} from '../../../src/accounting/events.ts';
import { reversalOf } from '../../../src/accounting/reversal.ts';
import type { Asking, Books, Entry } from '../../../src/integrations/books/model.ts';
import { exportEntry } from '../../../src/integrations/export.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../src/kernel/definition/services.ts';
import type { EventData } from '../../../src/kernel/events/define.ts';
import { asyncTaskStarted } from '../../../src/platform/events.ts';
import { mergeManager } from '../../../src/processes/accounting/merges.ts';
import { newId } from '../../../src/values/ids.ts';
import { sum } from '../../../src/values/money.ts';
import { inMemory } from '../../support/in-memory.ts';

/** An entry of 100 dollars on two codes that are accounts of a provider, and that provider's books. */
const exporting = async () => {
  const world = inMemory();
  const { given, services } = world;
  const employer = await given.created('business_entity', {
    name: 'Northlake Foods',
    business_number: '123456782RP0001',
  });
  const business_entity_id = employer.id;
  const code = async (type: string, title: string, realm_id: string | null = null) => {
    const { id } = await given.created('accounting_code', { business_entity_id, type, title });
    const link = {
      business_entity_id,
      provider: 'quickbooks',
      external_id: title,
      external_code: null,
      realm_id,
    } as const;
    await given.events('accounting_code', id, accountingCodeLinked(link));
    return id;
  };
  const [wages, payable] = [await code('expense', 'Wages'), await code('liability', 'Payable')];
  const row = (title: string, accounting_code_id: string, debit: string | null, credit: string | null) => {
    const called = { title, title_translations: { en: title, fr: title } };
    return { ...called, debit, credit, accounting_code_id, formatted_accounting_code: null, tag_ids: [], sources: [] };
  };
  const posted: EventData<typeof journalEntryPosted> = {
    type: 'payroll_recording',
    title: 'Payroll Accrual Entry',
    title_translations: { en: 'Payroll Accrual Entry', fr: 'Écriture de provision de la paie' },
    payroll_id: 'payrl_1',
    pay_stub_id: null,
    posted_on: '2026-01-02T00:00:00.000000Z',
    total: '100',
    is_missing_line_item_accounting_codes: false,
    is_missing_default_account_payable: false,
    is_missing_default_bank_account: false,
    invalid_expense_types: [],
    invalid_liability_types: [],
    row_count: 2,
    journal_entry_rows: [row('Wages', wages, '100', null), row('Payable', payable, null, '100')],
  };
  const [id, reversal_id] = [newId('jrnle', 1), newId('jrnle', 2)];
  const takeBack = async () => {
    await given.events('journal_entry', id, journalEntryReversed({ reversed_by_id: reversal_id }));
    const reversal = { ...reversalOf(id, posted, []), row_count: 2 };
    await given.events('journal_entry', reversal_id, journalEntryPosted(reversal));
  };
  /** What is in each of the books, by realm. */
  const written: Record<string, Entry[]> = {};
  const here = ({ connection: { realm_id } }: Asking): Entry[] => (written[realm_id] ??= []);
  let meanwhile: () => Promise<void> = async () => {};
  const none = () => {
    throw new Error('nothing is imported');
  };
  const books: Books = {
    accounts: none,
    trackings: none,
    refuses: () => undefined,
    find: async ({ mark }, asking) => here(asking).find((entry) => entry.mark === mark)?.mark,
    write: async (entry, _, asking) => {
      const act = meanwhile;
      meanwhile = async () => {};
      await act();
      if (entry.rows.some(({ account }) => gone.has(account.id))) throw new ProviderRefused(400, 'no such account');
      here(asking).push(entry);
      return entry.mark;
    },
  };
  /** Of an account, by its id: debits less credits. */
  const balance = (realm_id: string, account = 'Wages') =>
    sum(
      (written[realm_id] ?? []).flatMap(({ rows }) =>
        rows.flatMap((row) => (row.account.id === account ? [row.debit ?? `-${row.credit}`] : [])),
      ),
    ).toFixed(2);
  const gone = new Set<string>();
  const { signal } = new AbortController();
  const input = {
    connection_id: 'intcn_1',
    business_entity_id,
    provider: 'quickbooks',
    sync: 'journal_entries',
  } as const;
  let tasks = 0;
  return {
    given,
    id,
    reversal_id,
    posted,
    takeBack,
    written,
    balance,
    wages,
    code,
    business_entity_id,
    mergesFollow: () => world.follow(mergeManager(services)),
    /** Accounts that are not there any more. */
    gone,
    /** What happens at the provider's next writing, before it is done. */
    meanwhile: (act: () => Promise<void>) => {
      meanwhile = act;
    },
    exported: (entry_id: string, realm_id = 'A', seed = `task ${++tasks}`) => {
      const connection = { id: 'intcn_1', provider: 'quickbooks', realm_id } as const;
      const asking = { connection, ask: services.providers.ask, signal };
      const task = { id: seed, input, failed: 0, origin: world.origin(seed), services, signal };
      return exportEntry(entry_id, books, asking, task);
    },
    stateOf: (entry_id: string) => world.stateOf('journal_entry', entry_id),
  };
};

test('an entry that is taken back before it is written is not exported, and who asked is told', async () => {
  const { given, id, posted, takeBack, exported, written } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  await takeBack();
  const { result } = await exported(id);
  expect(result).toMatchObject({ problem: { text: { en: expect.stringContaining('taken back meanwhile') } } });
  expect(written).toEqual({});
});

test('an entry that is taken back while it is written is followed by what takes it back', async () => {
  const { given, id, reversal_id, posted, takeBack, exported, meanwhile, balance, stateOf } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  meanwhile(takeBack);
  expect((await exported(id)).result).toEqual({ id: reversal_id });
  expect(balance('A')).toBe('0.00');
  for (const one of [id, reversal_id])
    expect(await stateOf(one)).toMatchObject({
      exports: { quickbooks: { realm_id: 'A', reference: expect.any(String) } },
    });
});

test('an entry that is taken back after its writing broke off is followed too', async () => {
  const { given, id, posted, takeBack, exported, meanwhile, balance, written } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  meanwhile(async () => {
    await takeBack();
    throw new ProviderUnavailable('no answer');
  });
  await expect(exported(id, 'A', 'task')).rejects.toThrow('no answer');
  await exported(id, 'A', 'task');
  expect([balance('A'), written.A?.length]).toEqual(['0.00', 2]);
});

test('of two tasks that export an entry at once one writes it, whatever the provider remembers, and the other follows', async () => {
  const { given, id, posted, exported, meanwhile, written } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  const started = asyncTaskStarted({ type: 'integration_sync', of: 'integration', from: 0, total: 1, chunk: 1 });
  const [first, second] = [newId('task', 1), newId('task', 2)];
  for (const task of [first, second]) await given.events('async_task', task, started);
  meanwhile(async () => {
    const reason = {
      en: expect.stringMatching(/^Another task is exporting/),
      fr: expect.stringMatching(/^Une autre tâche/),
    };
    await expect(exported(id, 'A', second)).rejects.toMatchObject({ text: reason });
  });
  for (const task of [first, second]) expect((await exported(id, 'A', task)).result).toEqual({ id });
  expect(written.A).toHaveLength(1);
});

test('an entry is exported only when all of its rows are recorded', async () => {
  const { given, id, posted, exported, written } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted({ ...posted, row_count: 3 }));
  await expect(exported(id)).rejects.toThrow('not all rows');
  expect(written).toEqual({});
});

test('an employer that goes to other books and back has the entry once in each', async () => {
  const { given, id, posted, exported, written } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  for (const realm of ['A', 'B', 'A']) expect((await exported(id, realm)).result).toEqual({ id });
  expect([written.A?.length, written.B?.length]).toEqual([1, 1]);
});

test('an entry that is taken back after its employer went to other books is in neither, and who asks is told of the old ones', async () => {
  const { given, id, reversal_id, posted, takeBack, exported, written, balance } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  await exported(id, 'A');
  await takeBack();
  const { result } = await exported(id, 'B');
  expect(result).toMatchObject({ problem: { text: { en: expect.stringMatching(/other books in QuickBooks \(A\)/) } } });
  expect((await exported(reversal_id, 'B')).result).toEqual({ id: reversal_id });
  expect([balance('A'), written.B]).toEqual(['100.00', undefined]);
  // Whoever connects with the old books again has it taken back there, and is told no more.
  expect((await exported(id, 'A')).result).toEqual({ id: reversal_id });
  expect(balance('A')).toBe('0.00');
  expect((await exported(id, 'B')).result).toEqual({ id });
  expect(written.B).toBe(undefined);
});

test('an entry that is in old and new books when it is taken back is taken back in the new ones, and the old ones are told of', async () => {
  const { given, id, posted, takeBack, exported, balance } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  for (const realm of ['A', 'B']) await exported(id, realm);
  await takeBack();
  for (let time = 0; time < 2; time++)
    expect((await exported(id, 'B')).result).toMatchObject({
      problem: { text: { fr: expect.stringContaining('(A)') } },
    });
  expect([balance('A'), balance('B')]).toEqual(['100.00', '0.00']);
});

/** The entry's code goes into another one, which is another account, and the entry is taken back. */
const mergedAndTakenBack = async (world: Awaited<ReturnType<typeof exporting>>) => {
  const { given, wages, code, business_entity_id, takeBack } = world;
  const salaries = await code('expense', 'Salaries');
  const merged = accountingCodesMerged({ business_entity_id, accounting_code_ids: [wages] });
  await given.events('accounting_code', salaries, merged);
  await given.deleted('accounting_code', wages);
  await takeBack();
};

test('what reverses an entry goes to the accounts that the entry went to, whatever its codes were merged into since', async () => {
  const world = await exporting();
  const { given, id, reversal_id, posted, exported, balance } = world;
  await given.events('journal_entry', id, journalEntryPosted(posted));
  await exported(id, 'A');
  await mergedAndTakenBack(world);
  expect((await exported(id, 'A')).result).toEqual({ id: reversal_id });
  expect([balance('A'), balance('A', 'Salaries'), balance('A', 'Payable')]).toEqual(['0.00', '0.00', '0.00']);
});

test('where such an account is gone in the books, what its code was merged into is in its place', async () => {
  const world = await exporting();
  const { given, id, reversal_id, posted, exported, balance, gone } = world;
  await given.events('journal_entry', id, journalEntryPosted(posted));
  await exported(id, 'A');
  await mergedAndTakenBack(world);
  gone.add('Wages');
  expect((await exported(id, 'A')).result).toEqual({ id: reversal_id });
  expect([balance('A', 'Salaries'), balance('A', 'Payable')]).toEqual(['-100.00', '0.00']);
});

test('an entry that is first exported after the merge goes to the code that is left', async () => {
  const world = await exporting();
  const { given, id, posted, exported, balance, wages, code, business_entity_id } = world;
  await given.events('journal_entry', id, journalEntryPosted(posted));
  const salaries = await code('expense', 'Salaries');
  const merged = accountingCodesMerged({ business_entity_id, accounting_code_ids: [wages] });
  await given.events('accounting_code', salaries, merged);
  await given.deleted('accounting_code', wages);
  await exported(id, 'A');
  expect([balance('A'), balance('A', 'Salaries')]).toEqual(['0.00', '100.00']);
});

test('an entry on a code that was deleted since is exported to the account that the code was, and taken back there', async () => {
  const { given, id, posted, takeBack, exported, balance, wages } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  await given.deleted('accounting_code', wages);
  expect((await exported(id)).result).toEqual({ id });
  expect([balance('A'), balance('A', 'Payable')]).toEqual(['100.00', '-100.00']);
  await takeBack();
  await exported(id);
  expect([balance('A'), balance('A', 'Payable')]).toEqual(['0.00', '0.00']);
});

test('an entry on a code that was merged into one that was deleted since is not exported to the account that the merge gave up', async () => {
  const { given, id, posted, exported, written, wages, code, business_entity_id, mergesFollow } = await exporting();
  await given.events('journal_entry', id, journalEntryPosted(posted));
  const salaries = await code('expense', 'Salaries');
  const merged = accountingCodesMerged({ business_entity_id, accounting_code_ids: [wages] });
  await given.events('accounting_code', salaries, merged);
  await mergesFollow();
  await given.deleted('accounting_code', salaries);
  expect((await exported(id)).result).toMatchObject({
    problem: { text: { en: expect.stringContaining('the row "Wages" is booked on no accounting code') } },
  });
  expect(written).toEqual({});
});

test('a code that is linked to an account of other books is not booked on the account that has its id here', async () => {
  const { given, id, posted, exported, written, code } = await exporting();
  const rent = await code('expense', 'Wages', 'A');
  const [row, payable] = posted.journal_entry_rows;
  const rows = [{ ...row!, accounting_code_id: rent }, payable!];
  await given.events('journal_entry', id, journalEntryPosted({ ...posted, journal_entry_rows: rows }));
  expect((await exported(id, 'B')).result).toMatchObject({
    problem: { text: { en: expect.stringMatching(/no accounting code that is linked to an account in these books/) } },
  });
  expect(written.B).toBe(undefined);
  expect((await exported(id, 'A')).result).toEqual({ id });
});

test('a tag of other books is not taken for the one that has its id here', async () => {
  const { given, business_entity_id, id, posted, exported, written } = await exporting();
  const { id: tag_group_id } = await given.created('tag_group', {
    ...{ business_entity_id, label: 'Classes' },
    integrations: { quickbooks: { type: 'category' } },
  });
  const tag = await given.created('tag', {
    ...{ tag_group_id, label: 'Retail' },
    integrations: { quickbooks: { id: '1' } },
  });
  const link = { tag_group_id, business_entity_id, provider: 'quickbooks', external_id: '1', realm_id: 'A' } as const;
  await given.events('tag', tag.id, tagLinked(link));
  const rows = posted.journal_entry_rows.map((row) => ({ ...row, tag_ids: [tag.id] }));
  await given.events('journal_entry', id, journalEntryPosted({ ...posted, journal_entry_rows: rows }));
  const tagsIn = (realm_id: string) => written[realm_id]![0]!.rows[0]!.tags;
  await exported(id, 'B');
  expect(tagsIn('B')).toEqual([]);
  await exported(id, 'A');
  expect(tagsIn('A')).toEqual([{ id: '1', group_id: null, kind: 'category' }]);
});

test('an entry of a payroll that pays nobody has no rows: there is nothing to export, and nothing is taken back', async () => {
  const { given, id, reversal_id, posted, takeBack, exported, written } = await exporting();
  const empty = { ...posted, total: '0', row_count: 0, journal_entry_rows: [] };
  await given.events('journal_entry', id, journalEntryPosted(empty));
  expect((await exported(id)).result).toEqual({ id });
  await takeBack();
  expect((await exported(reversal_id)).result).toEqual({ id: reversal_id });
  expect(written).toEqual({});
});
