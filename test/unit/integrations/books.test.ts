import { expect, test } from 'vitest';
import type { Asking, Entry, EntryRow } from '../../../src/integrations/books/model.ts';
import { quickbooks } from '../../../src/integrations/books/quickbooks.ts';
import { xero } from '../../../src/integrations/books/xero.ts';
import type { ProviderRequest } from '../../../src/kernel/definition/services.ts';
import type { Json } from '../../../src/values/json.ts';

/** What is sent to the books of a provider, where it answers each path so. */
const asking = (provider: 'quickbooks' | 'xero', answers: Record<string, Json>) => {
  const sent: ProviderRequest[] = [];
  const all: Asking = {
    connection: { id: 'intcn_1', provider, realm_id: '7' },
    ask: async (_, request) => {
      sent.push(request);
      return answers[request.path.split('/').at(-1)!] ?? {};
    },
    signal: new AbortController().signal,
  };
  return { all, bodies: () => sent.map(({ body }) => body).filter((body) => body !== undefined) };
};

const row = (title: string, debit: string | null, credit: string | null, isBank = false): EntryRow => ({
  ...{ title, debit, credit, tags: [] },
  account: { id: `id of ${title}`, code: isBank ? null : title, isBank },
});
const entry = (rows: EntryRow[]): Entry => ({ mark: 'PL-1', title: 'Payroll', date: '2026-01-16', rows });

test('an entry in QuickBooks names its currency where the books have several, and is refused where they have only another one', async () => {
  const written = async (CurrencyPrefs: Json) => {
    const { all, bodies } = asking('quickbooks', {
      preferences: { Preferences: CurrencyPrefs === null ? {} : { CurrencyPrefs } },
      journalentry: { JournalEntry: { Id: '5' } },
    });
    const id = await quickbooks.write(entry([row('Wages', '1', null), row('Owed', null, '1')]), 'a-key', all);
    const [body] = bodies();
    return [id, body?.CurrencyRef];
  };
  const in_ = (value: string, MultiCurrencyEnabled: boolean) => ({ MultiCurrencyEnabled, HomeCurrency: { value } });
  for (const home of ['CAD', 'USD']) expect(await written(in_(home, true))).toEqual(['5', { value: 'CAD' }]);
  for (const single of [in_('CAD', false), {}, null]) expect(await written(single)).toEqual(['5', undefined]);
  await expect(written(in_('USD', false))).rejects.toThrow('the books are in USD alone, and the entry is in CAD');
});

test('what takes a payment back is money received in Xero, on the bank account that it was spent from', async () => {
  const written = async (rows: EntryRow[]) => {
    const { all, bodies } = asking('xero', {
      Organisation: { Organisations: [{ BaseCurrency: 'CAD' }] },
      BankTransactions: { BankTransactions: [{ BankTransactionID: 't' }] },
    });
    expect(xero.refuses(entry(rows))).toBeUndefined();
    expect(await xero.write(entry(rows), 'a-key', all)).toBe('t');
    const [body] = bodies();
    return body;
  };
  const account = (Type: string, amounts: number[]) => ({
    BankTransactions: [
      { Type, BankAccount: { AccountID: 'id of Bank' }, LineItems: amounts.map((UnitAmount) => ({ UnitAmount })) },
    ],
  });
  expect(
    await written([row('Payable', '100.10', null), row('Fee', null, '0.10'), row('Bank', null, '100', true)]),
  ).toMatchObject(account('SPEND', [100.1, -0.1]));
  expect(
    await written([row('Payable', null, '100.10'), row('Fee', '0.10', null), row('Bank', '100', null, true)]),
  ).toMatchObject(account('RECEIVE', [100.1, -0.1]));
  const two = [row('Bank', '1', null, true), row('Other bank', null, '1', true)];
  expect(xero.refuses(entry(two))?.en).toBe('Xero accepts an entry with one bank account only.');
  // What takes an entry back is not refused before, and the second row would be left out without a word.
  const { all, bodies } = asking('xero', { Organisation: { Organisations: [{ BaseCurrency: 'CAD' }] } });
  await expect(xero.write(entry(two), 'a-key', all)).rejects.toThrow(
    'Xero accepts an entry with one bank account only',
  );
  expect(bodies()).toEqual([]);
});

test('an entry is not written to books in Xero that are in another currency', async () => {
  const { all, bodies } = asking('xero', { Organisation: { Organisations: [{ BaseCurrency: 'NZD' }] } });
  const rows = [row('Wages', '1', null), row('Owed', null, '1')];
  await expect(xero.write(entry(rows), 'a-key', all)).rejects.toMatchObject({
    said: { en: 'the books are in NZD, and the entry is in CAD', fr: "les livres sont en NZD, et l'écriture en CAD" },
  });
  expect(bodies()).toEqual([]);
});

test('a row with two tags of one dimension is refused, since a provider takes one of each', () => {
  const tagged = (...tags: EntryRow['tags']) => entry([{ ...row('Wages', '1', null), tags }, row('Owed', null, '1')]);
  const tag = (id: string, kind: 'category' | 'department', group_id: string | null = null) => ({ id, group_id, kind });
  expect(quickbooks.refuses(tagged(tag('1', 'category'), tag('1', 'department')))).toBeUndefined();
  expect(quickbooks.refuses(tagged(tag('1', 'category'), tag('2', 'category')))?.en).toBe(
    'the row "Wages" has two tags of the dimension Class, and QuickBooks takes one of each',
  );
  expect(xero.refuses(tagged(tag('1', 'category', 'Region'), tag('2', 'category', 'Team')))).toBeUndefined();
  expect(xero.refuses(tagged(tag('1', 'category', 'Region'), tag('2', 'category', 'Region')))?.en).toBe(
    'the row "Wages" has two tags of one tracking category, and Xero takes one of each',
  );
});

test('an entry that somebody has deleted in Xero is not found there, and one beside it is', async () => {
  const found = async (rows: EntryRow[], path: string, id: string, statuses: readonly string[]) => {
    const listed = statuses.map((Status, i) => ({ [id]: `${Status} ${i}`, Status }));
    return xero.find(entry(rows), asking('xero', { [path]: { [path]: listed } }).all);
  };
  const paid = [row('Owed', '1', null), row('Bank', null, '1', true)];
  const recorded = [row('Wages', '1', null), row('Owed', null, '1')];
  for (const [rows, path, id, there] of [
    [paid, 'BankTransactions', 'BankTransactionID', 'AUTHORISED'],
    [recorded, 'ManualJournals', 'ManualJournalID', 'POSTED'],
  ] as const) {
    expect(await found([...rows], path, id, ['DELETED', 'VOIDED'])).toBeUndefined();
    expect(await found([...rows], path, id, ['DELETED', there])).toBe(`${there} 1`);
  }
});

test('an account in Xero of a class that no account is of is none that payroll is booked on', async () => {
  const account = (AccountID: string, Class: string) => ({ AccountID, Name: AccountID, Class });
  const { all } = asking('xero', { Accounts: { Accounts: [account('a', 'EXPENSE'), account('b', 'constructor')] } });
  const pages = [];
  for await (const page of xero.accounts(all)) pages.push(page.map(({ id, type }) => [id, type]));
  expect(pages).toEqual([[['a', 'expense']]]);
});
