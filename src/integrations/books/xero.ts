import { z } from 'zod';
import { ProviderRefused } from '../../kernel/definition/services.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { decimal, toNumber, toText } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import { type Account, type Asking, type Books, CURRENCY, type Entry, type EntryRow, type Tracking } from './model.ts';

/**
 * Xero, Accounting API 2.0: what of its answers is read, and what is written. A manual journal may not touch a bank
 * account there, so an entry with a bank row is written as money that was spent from that account, or received on it:
 * where an approval is taken back.
 */
const API = '/api.xro/2.0';
/** Of a line. */
const MOST_TRACKING = 2;

const accountsSchema = z.object({
  Accounts: z.array(
    z.object({
      AccountID: z.string(),
      Name: z.string(),
      Code: z.string().optional(),
      Type: z.string().optional(),
      Class: z.string().optional(),
      Status: z.string().optional(),
    }),
  ),
});
const trackingSchema = z.object({
  TrackingCategories: z.array(
    z.object({
      TrackingCategoryID: z.string(),
      Name: z.string(),
      Options: z
        .array(z.object({ TrackingOptionID: z.string(), Name: z.string(), Status: z.string().optional() }))
        .optional(),
    }),
  ),
});
const organisationSchema = z.object({
  Organisations: z.array(z.object({ BaseCurrency: z.string().optional() })),
});
const status = { Status: z.string().optional() };
const journalsSchema = z.object({ ManualJournals: z.array(z.object({ ManualJournalID: z.string(), ...status })) });
const transactionsSchema = z.object({
  BankTransactions: z.array(z.object({ BankTransactionID: z.string(), ...status })),
});

const UNLIKE: Text = {
  en: 'the answer is not of the form that Xero publishes',
  fr: "la réponse n'a pas la forme que Xero publie",
};

const read = <T>(schema: z.ZodType<T>, value: Json): T => {
  const found = schema.safeParse(value);
  if (!found.success) throw new ProviderRefused(502, UNLIKE);
  return found.data;
};

const get = (path: string, asking: Asking, query: Record<string, string> = {}): Promise<Json> =>
  asking.ask(asking.connection, { method: 'GET', path: `${API}/${path}`, query }, asking.signal);

const post = (path: string, body: JsonObject, key: string, asking: Asking): Promise<Json> => {
  const headers = { 'Idempotency-Key': key };
  return asking.ask(asking.connection, { method: 'POST', path: `${API}/${path}`, headers, body }, asking.signal);
};

const TYPES: ReadonlyMap<string, Account['type']> = new Map([
  ['EXPENSE', 'expense'],
  ['LIABILITY', 'liability'],
]);

async function* accounts(asking: Asking): AsyncIterable<Account[]> {
  const { Accounts } = read(accountsSchema, await get('Accounts', asking));
  yield Accounts.flatMap(({ AccountID, Name, Code, Type, Class, Status }): Account[] => {
    const type = Type === 'BANK' ? 'bank' : TYPES.get(Class ?? '');
    const isActive = Status === undefined || Status === 'ACTIVE';
    return type === undefined ? [] : [{ id: AccountID, type, code: Code?.trim() || null, title: Name, isActive }];
  });
}

const trackings = async (asking: Asking): Promise<Tracking[]> => {
  const { TrackingCategories } = read(trackingSchema, await get('TrackingCategories', asking));
  return TrackingCategories.map(({ TrackingCategoryID, Name, Options = [] }) => ({
    id: TrackingCategoryID,
    label: { en: Name, fr: Name },
    values: Options.map(({ TrackingOptionID, Name, Status }) => ({
      id: TrackingOptionID,
      label: Name,
      isActive: Status === undefined || Status === 'ACTIVE',
    })),
  }));
};

/** A row with what the provider tracks it by. */
const trackingOf = ({ tags }: EntryRow) =>
  tags.map(({ id, group_id }) => ({ TrackingCategoryID: group_id, TrackingOptionID: id }));

/** Debits less credits. */
const balanceOf = ({ debit, credit }: EntryRow): string => debit ?? toText(decimal(credit ?? '0').times(-1));

const banksOf = ({ rows }: Entry): EntryRow[] => rows.filter(({ account }) => account.isBank);

/** By which it is found again: a manual journal has no number of ours, so its narration ends with the mark. */
const narrationOf = ({ title, mark }: Entry): string => `${title} ${mark}`;

const journalOf = (entry: Entry): JsonObject => ({
  Narration: narrationOf(entry),
  Date: entry.date,
  Status: 'POSTED',
  LineAmountTypes: 'NoTax',
  JournalLines: entry.rows.map((row) => ({
    LineAmount: toNumber(balanceOf(row)),
    AccountCode: row.account.code,
    Description: row.title,
    Tracking: trackingOf(row),
  })),
});

const paymentOf = (entry: Entry): JsonObject => {
  const bank = banksOf(entry)[0]!;
  const isSpent = bank.debit === null;
  return {
    Type: isSpent ? 'SPEND' : 'RECEIVE',
    Contact: { Name: 'Payroll' },
    Date: entry.date,
    Reference: entry.mark,
    LineAmountTypes: 'NoTax',
    BankAccount: { AccountID: bank.account.id },
    LineItems: entry.rows
      .filter(({ account }) => !account.isBank)
      .map((row) => ({
        Description: row.title,
        Quantity: 1,
        UnitAmount: toNumber(decimal(balanceOf(row)).times(isSpent ? 1 : -1)),
        AccountCode: row.account.code,
        Tracking: trackingOf(row),
      })),
  };
};

const ONE_BANK: Text = {
  en: 'Xero accepts an entry with one bank account only.',
  fr: "Xero ne prend qu'une écriture d'un seul compte bancaire.",
};

const refuses = (entry: Entry): Text | undefined => {
  const banks = banksOf(entry);
  if (banks.length > 1) return ONE_BANK;
  const uncoded = entry.rows.find(({ account }) => !account.isBank && account.code === null);
  if (uncoded)
    return {
      en: `the account of the row "${uncoded.title}" has no code in Xero`,
      fr: `le compte de la ligne « ${uncoded.title} » n'a pas de code dans Xero`,
    };
  const twice = entry.rows.find(({ tags }) => new Set(tags.map(({ group_id }) => group_id)).size < tags.length);
  if (twice)
    return {
      en: `the row "${twice.title}" has two tags of one tracking category, and Xero takes one of each`,
      fr: `la ligne « ${twice.title} » a deux étiquettes d'une même catégorie de suivi, et Xero en prend une de chacune`,
    };
  return entry.rows.some(({ tags }) => tags.length > MOST_TRACKING)
    ? {
        en: `Xero tracks a row by at most ${MOST_TRACKING} categories`,
        fr: `Xero suit une ligne par au plus ${MOST_TRACKING} catégories`,
      }
    : undefined;
};

/**
 * Makes sure of the currency: what is written names none, and is in that of the organisation.
 *
 * @throws ProviderRefused where that is another one
 */
const needCurrency = async (asking: Asking): Promise<void> => {
  const [own] = read(organisationSchema, await get('Organisation', asking)).Organisations;
  if (own?.BaseCurrency !== undefined && own.BaseCurrency !== CURRENCY)
    throw new ProviderRefused(400, {
      en: `the books are in ${own.BaseCurrency}, and the entry is in ${CURRENCY}`,
      fr: `les livres sont en ${own.BaseCurrency}, et l'écriture en ${CURRENCY}`,
    });
};

/** What was deleted stays, and is found like the rest: it is in the books no more. */
const isThere = ({ Status = '' }: { Status?: string | undefined }): boolean => !['DELETED', 'VOIDED'].includes(Status);

/** A text in a condition of a query. */
const quoted = (text: string): string => `"${text.replaceAll('"', '')}"`;

export const xero: Books = {
  accounts,
  trackings: (_, asking) => trackings(asking),
  refuses,
  find: async (entry, asking) => {
    if (banksOf(entry).length > 0) {
      const found = await get('BankTransactions', asking, { where: `Reference==${quoted(entry.mark)}` });
      return read(transactionsSchema, found).BankTransactions.find(isThere)?.BankTransactionID;
    }
    const found = await get('ManualJournals', asking, { where: `Narration==${quoted(narrationOf(entry))}` });
    return read(journalsSchema, found).ManualJournals.find(isThere)?.ManualJournalID;
  },
  write: async (entry, key, asking) => {
    await needCurrency(asking);
    const banks = banksOf(entry);
    if (banks.length > 1) throw new ProviderRefused(400, ONE_BANK);
    if (banks.length > 0) {
      const body = { BankTransactions: [paymentOf(entry)] };
      const [made] = read(transactionsSchema, await post('BankTransactions', body, key, asking)).BankTransactions;
      if (made) return made.BankTransactionID;
    } else {
      const body = { ManualJournals: [journalOf(entry)] };
      const [made] = read(journalsSchema, await post('ManualJournals', body, key, asking)).ManualJournals;
      if (made) return made.ManualJournalID;
    }
    throw new ProviderRefused(502, {
      en: 'the answer names nothing that was written',
      fr: 'la réponse ne nomme rien qui ait été écrit',
    });
  },
};
