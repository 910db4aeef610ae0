import { z } from 'zod';
import { ProviderRefused } from '../../kernel/definition/services.ts';
import { itemsOf, type Json, type JsonObject } from '../../values/json.ts';
import { toNumber } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import {
  type Account,
  type Asking,
  type Books,
  CURRENCY,
  type Entry,
  type EntryRow,
  MAX_PAGES,
  type Tracking,
} from './model.ts';
import type { Dimension } from './provider-names.ts';

/** QuickBooks Online, Accounting API v3: what of its answers is read, and what is written. */
const VERSION = { minorversion: '75' };
const PAGE = 1_000;

const accountSchema = z.object({
  Id: z.string(),
  Name: z.string(),
  FullyQualifiedName: z.string().optional(),
  AcctNum: z.string().optional(),
  Classification: z.string().optional(),
  AccountType: z.string().optional(),
  Active: z.boolean().optional(),
});
const valueSchema = z.object({
  Id: z.string(),
  Name: z.string().optional(),
  DisplayName: z.string().optional(),
  FullyQualifiedName: z.string().optional(),
  IsProject: z.boolean().optional(),
  Active: z.boolean().optional(),
});
const preferencesSchema = z.object({
  Preferences: z.object({
    CurrencyPrefs: z
      .object({
        MultiCurrencyEnabled: z.boolean().optional(),
        HomeCurrency: z.object({ value: z.string() }).optional(),
      })
      .optional(),
  }),
});
const writtenSchema = z.object({ JournalEntry: z.object({ Id: z.string() }) });

/** Which entity holds the values of a dimension, and what that is called where it is shown. */
const DIMENSIONS: Readonly<Record<Dimension, { entity: string; where?: string; label: Text }>> = {
  category: { entity: 'Class', label: { en: 'Class', fr: 'Classe' } },
  department: { entity: 'Department', label: { en: 'Location', fr: 'Emplacement' } },
  // A project is a sub-customer that says so.
  project: { entity: 'Customer', where: 'Job = true', label: { en: 'Project', fr: 'Projet' } },
};

const unlike = (): ProviderRefused =>
  new ProviderRefused(502, {
    en: 'the answer is not of the form that QuickBooks publishes',
    fr: "la réponse n'a pas la forme que QuickBooks publie",
  });

const read = <T>(schema: z.ZodType<T>, value: Json): T => {
  const found = schema.safeParse(value);
  if (!found.success) throw unlike();
  return found.data;
};

const pathOf = ({ connection }: Asking, rest: string): string =>
  `/v3/company/${encodeURIComponent(connection.realm_id)}/${rest}`;

/** All rows of a query, a page at a time. */
async function* query<T>(entity: string, where: string | undefined, schema: z.ZodType<T>, asking: Asking) {
  const answers = z.object({ QueryResponse: z.record(z.string(), z.unknown()) });
  for (let page = 0; page < MAX_PAGES; page++) {
    const condition = where === undefined ? '' : ` where ${where}`;
    const text = `select * from ${entity}${condition} startposition ${page * PAGE + 1} maxresults ${PAGE}`;
    const request = { method: 'GET' as const, path: pathOf(asking, 'query'), query: { query: text, ...VERSION } };
    const answer = read(answers, await asking.ask(asking.connection, request, asking.signal));
    const rows = read(z.array(schema), itemsOf(answer.QueryResponse[entity]));
    yield rows;
    if (rows.length < PAGE) return;
  }
  throw new ProviderRefused(502, {
    en: `more than ${MAX_PAGES * PAGE} of ${entity}`,
    fr: `plus de ${MAX_PAGES * PAGE} de ${entity}`,
  });
}

const typeOf = ({ Classification, AccountType }: z.infer<typeof accountSchema>): Account['type'] | undefined => {
  if (AccountType === 'Bank') return 'bank';
  if (Classification === 'Expense') return 'expense';
  return Classification === 'Liability' ? 'liability' : undefined;
};

async function* accounts(asking: Asking): AsyncIterable<Account[]> {
  // Inactive ones are left out of a query that does not ask for them, and those that were imported stay as they are.
  for await (const rows of query('Account', undefined, accountSchema, asking))
    yield rows.flatMap((row): Account[] => {
      const type = typeOf(row);
      const { Id: id, Name, FullyQualifiedName, AcctNum, Active = true } = row;
      // An account without a number may have a blank one.
      const code = AcctNum?.trim() || null;
      return type === undefined ? [] : [{ id, type, code, title: FullyQualifiedName ?? Name, isActive: Active }];
    });
}

const trackings = async (kind: Dimension, asking: Asking): Promise<Tracking[]> => {
  const { entity, where, label } = DIMENSIONS[kind];
  const values: Tracking['values'] = [];
  for await (const rows of query(entity, where, valueSchema, asking))
    for (const row of rows) {
      if (kind === 'project' && row.IsProject !== true) continue;
      const name = row.FullyQualifiedName ?? row.Name ?? row.DisplayName ?? row.Id;
      values.push({ id: row.Id, label: name, isActive: row.Active ?? true });
    }
  return [{ id: null, label, values }];
};

const lineOf = (row: EntryRow): JsonObject => {
  const tag = (kind: Dimension) => row.tags.find((one) => one.kind === kind);
  const [category, department, project] = [tag('category'), tag('department'), tag('project')];
  return {
    DetailType: 'JournalEntryLineDetail',
    Amount: toNumber(row.debit ?? row.credit ?? '0'),
    Description: row.title,
    JournalEntryLineDetail: {
      PostingType: row.debit === null ? 'Credit' : 'Debit',
      AccountRef: { value: row.account.id },
      ...(category ? { ClassRef: { value: category.id } } : {}),
      ...(department ? { DepartmentRef: { value: department.id } } : {}),
      ...(project ? { Entity: { Type: 'Customer', EntityRef: { value: project.id } } } : {}),
    },
  };
};

/** Of each dimension a row takes one value there. A second one would be left out without a word. */
const refuses = ({ rows }: Entry): Text | undefined => {
  for (const { title, tags } of rows)
    for (const { kind } of tags)
      if (tags.filter((one) => one.kind === kind).length > 1) {
        const { label } = DIMENSIONS[kind];
        return {
          en: `the row "${title}" has two tags of the dimension ${label.en}, and QuickBooks takes one of each`,
          fr: `la ligne « ${title} » a deux étiquettes de la dimension ${label.fr}, et QuickBooks en prend une de chacune`,
        };
      }
  return undefined;
};

/**
 * What an entry says of its currency. Books of several currencies take an entry that names none for one in their own;
 * books of one currency take only that.
 *
 * @throws ProviderRefused where the books can hold no Canadian dollars
 */
const currencyIn = async (asking: Asking): Promise<JsonObject> => {
  const request = { method: 'GET' as const, path: pathOf(asking, 'preferences'), query: VERSION };
  const { Preferences } = read(preferencesSchema, await asking.ask(asking.connection, request, asking.signal));
  const { MultiCurrencyEnabled = false, HomeCurrency } = Preferences.CurrencyPrefs ?? {};
  if (MultiCurrencyEnabled) return { CurrencyRef: { value: CURRENCY } };
  if (HomeCurrency && HomeCurrency.value !== CURRENCY)
    throw new ProviderRefused(400, {
      en: `the books are in ${HomeCurrency.value} alone, and the entry is in ${CURRENCY}`,
      fr: `les livres ne sont qu'en ${HomeCurrency.value}, et l'écriture en ${CURRENCY}`,
    });
  return {};
};

export const quickbooks: Books = {
  accounts,
  trackings,
  refuses,
  find: async ({ mark }, asking) => {
    for await (const [found] of query('JournalEntry', `DocNumber = '${mark}'`, z.object({ Id: z.string() }), asking))
      return found?.Id;
    return undefined;
  },
  write: async ({ mark, title, date, rows }, key, asking) => {
    const currency = await currencyIn(asking);
    const request = {
      method: 'POST' as const,
      path: pathOf(asking, 'journalentry'),
      query: { ...VERSION, requestid: key },
      body: { TxnDate: date, DocNumber: mark, PrivateNote: title, ...currency, Line: rows.map(lineOf) },
    };
    return read(writtenSchema, await asking.ask(asking.connection, request, asking.signal)).JournalEntry.Id;
  },
};
