import { all, ended, given, type Resource } from '../api.ts';
import { cents, shown, shownCents, sumCents } from '../money.ts';
import type { Employer, Member, Scene } from '../scene.ts';
import type { Paid } from './approval.ts';

/** Sides of the kinds of line items: what costs the employer, and what it owes. */
const KINDS = {
  earning: ['5100'],
  allowance: ['5110'],
  reimbursement: ['5120'],
  employer_benefit: ['5200', '2420'],
  employer_statutory_withholding: ['5300', '2310'],
  statutory_withholding: ['2310'],
  employee_benefit: ['2420'],
  deduction: ['2430'],
} as const;

const CHART = [
  ['5100', 'expense', 'Wages and salaries'],
  ['5110', 'expense', 'Allowances'],
  ['5120', 'expense', 'Expenses of employees'],
  ['5200', 'expense', 'Group benefits'],
  ['5300', 'expense', 'Employer payroll taxes'],
  ['2310', 'liability', 'Source deductions payable'],
  ['2420', 'liability', 'Benefits payable'],
  ['2430', 'liability', 'Other deductions payable'],
  ['2300', 'liability', 'Net pay payable'],
  ['1010', 'bank', 'Chequing'],
] as const;

/** An employer's books: its codes by number and by id, and its tags by id. */
export interface Books {
  codes: Map<string, Resource>;
  tags: Map<string, Resource>;
}

/** A chart of accounts, rules that book every line on it, and a dimension that one person's cost is split by. */
export const keepBooks = async (
  scene: Scene,
  employer: Employer,
  members: readonly Member[],
  provider: string | undefined,
): Promise<Books> => {
  const { stage } = scene;
  const { api, entity } = employer;
  stage.act('The books: accounts, rules and departments');
  if (provider) await importChart(scene, employer, provider);
  else
    for (const [code, type, title] of CHART)
      await given(api.POST('/accounting_codes', { body: { business_entity_id: entity.id, type, code, title } }));
  const kept = await all((paged) =>
    api.GET('/accounting_codes', { params: { query: { business_entity_id: entity.id, ...paged } } }),
  );
  const codes = new Map(kept.map((code) => [code.data.code as string, code]));
  for (const [type, numbers] of Object.entries(KINDS) as [keyof typeof KINDS, readonly string[]][]) {
    const sides = Object.fromEntries(
      numbers.map((number) => [
        `${number.startsWith('5') ? 'expense' : 'liability'}_accounting_code_id`,
        codes.get(number)!.id,
      ]),
    );
    await given(api.POST('/accounting_code_rules', { body: { business_entity_id: entity.id, type, ...sides } }));
  }
  await given(
    api.PUT('/business_entities/{business_entity}', {
      params: { path: { business_entity: entity.id } },
      body: {
        default_payroll_payable_accounting_code_id: codes.get('2300')!.id,
        default_bank_accounting_code_id: codes.get('1010')!.id,
        block_approval_on_incomplete_journal_entries: true,
      },
    }),
  );
  const group = await given(
    api.POST('/tag_groups', {
      body: { business_entity_id: entity.id, label: 'Department', is_journal_entry_dimension: true },
    }),
  );
  const tags: Resource[] = [];
  for (const label of ['Bakery', 'Shop'])
    tags.push(await given(api.POST('/tags', { body: { tag_group_id: group.id, label } })));
  const [first] = members;
  await given(
    api.PUT('/work_assignments/{work_assignment}', {
      params: { path: { work_assignment: first!.assignment.id } },
      body: {
        tag_assignment: {
          unit: 'percentage',
          tag_allocations: [
            { tags: [tags[0]!.id], value: 60 },
            { tags: [tags[1]!.id], value: 40 },
          ],
        },
      },
    }),
  );
  stage.say(`${CHART.length} accounts; ${first!.person.first_name} works 60 % for Bakery and 40 % for Shop`);
  return {
    codes: new Map([...codes.values()].map((code) => [code.id, code])),
    tags: new Map(tags.map((tag) => [tag.id, tag])),
  };
};

interface Row {
  title: string;
  debit: number | null;
  credit: number | null;
  accounting_code: { id: string } | null;
  tags: { id: string }[];
}

/** The journal as a bookkeeper wants it: code, account, department, debit, credit; every row on an account. */
export const showJournal = ({ stage }: Scene, books: Books, { entry }: Paid): void => {
  stage.act('A journal for the bookkeeper');
  const rows = entry.data.journal_entry_rows as Row[];
  const codeOf = (row: Row) => books.codes.get(row.accounting_code?.id ?? '')?.data;
  const tagOf = (row: Row) => row.tags.map(({ id }) => books.tags.get(id)?.data.label).join(', ');
  const ordered = [...rows].sort((a, b) => (codeOf(a)?.code ?? '').localeCompare(codeOf(b)?.code ?? ''));
  const [debits, credits] = [sumCents(rows.map(({ debit }) => debit)), sumCents(rows.map(({ credit }) => credit))];
  stage.table(
    ['code', 'account', 'department', 'debit', 'credit'],
    [
      ...ordered.map((row) => [
        codeOf(row)?.code ?? '',
        row.title,
        tagOf(row),
        row.debit === null ? '' : shown(row.debit),
        row.credit === null ? '' : shown(row.credit),
      ]),
      ['', '', '', shownCents(debits), shownCents(credits)],
    ],
    [3, 4],
  );
  stage.claim('debits equal credits to the cent', debits, credits);
  stage.claim('every row is booked on an account', rows.filter((row) => !codeOf(row)).length, 0);
  stage.claim('and the entry says that no code is missing', entry.data.is_missing_line_item_accounting_codes, false);
  const wages = rows.filter((row) => codeOf(row)?.code === '5100');
  const of = (label: string) => sumCents(wages.filter((row) => tagOf(row) === label).map(({ debit }) => debit));
  stage.claim(
    'wages of departments are split 60 to 40, to the cent',
    Math.abs(of('Bakery') * 2 - of('Shop') * 3) <= 3,
    true,
  );
};

/** What the stand-in of a provider is told by HTTP, beside what providers publish. */
const control = async (url: string, path: string, body?: unknown) => {
  const answer = await fetch(
    new URL(path, url),
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  return answer.json() as Promise<{ quickbooks: { JournalEntry?: { Id: string; Line: { Amount: number }[] }[] } }>;
};

const QUICKBOOKS = { params: { path: { integration: 'quickbooks' } } } as const;

/** Synchronizes with the provider, and gives how that ended. */
const synced = async ({ api }: Employer, body: Parameters<typeof syncOf>[1]): Promise<string> => {
  return (await ended(api, await syncOf(api, body))).data.status;
};

type SyncBody =
  | { sync: 'accounting_codes'; business_entity_id: string }
  | { sync: 'journal_entries'; payroll_id: string };
const syncOf = (api: Employer['api'], body: SyncBody): Promise<Resource> =>
  given(api.POST('/integrations/{integration}/sync', { ...QUICKBOOKS, body }));

/** The chart of accounts of the employer's books at the provider. */
const importChart = async ({ stage }: Scene, employer: Employer, provider: string): Promise<void> => {
  const { api, entity } = employer;
  const rows = CHART.map(([code, type, title]) => ({
    Id: `qb-${code}`,
    AcctNum: code,
    Name: title,
    Active: true,
    Classification: type === 'bank' ? 'Asset' : type === 'expense' ? 'Expense' : 'Liability',
    ...(type === 'bank' ? { AccountType: 'Bank' } : {}),
  }));
  await control(provider, '/stand-in/rows', { entity: 'Account', rows });
  const address = await given(
    api.POST('/integrations/{integration}/authenticate', { ...QUICKBOOKS, body: { business_entity_id: entity.id } }),
  );
  // The user consents: the provider sends the browser back to the service, which trades the code for tokens.
  const back = await fetch(address.data.authentication_url);
  const told = (await back.json()) as { is_enabled?: boolean };
  stage.claim('QuickBooks is connected', told.is_enabled, true);
  const status = await synced(employer, { sync: 'accounting_codes', business_entity_id: entity.id });
  stage.claim('and its chart of accounts is imported', status, 'completed');
};

/** The journal goes to the provider: once, though its first answer is lost on the way. */
export const exportJournal = async (
  { stage }: Scene,
  employer: Employer,
  { payroll, entry }: Paid,
  provider: string,
): Promise<void> => {
  stage.act('The journal goes to QuickBooks');
  const entries = async () => (await control(provider, '/stand-in/books')).quickbooks.JournalEntry ?? [];
  const before = (await entries()).length;
  await control(provider, '/stand-in/next', { path: 'POST /v3/company', fault: 'lost' });
  const asked = { sync: 'journal_entries', payroll_id: payroll.id } as const;
  stage.claim('it is exported, though the first answer was lost', await synced(employer, asked), 'completed');
  stage.claim('asked for again there is nothing to do', await synced(employer, asked), 'completed');
  const after = await entries();
  stage.claim('it is there once', after.length - before, 1);
  const written = after.at(-1)!;
  const { data } = await given(
    employer.api.GET('/journal_entries/{journal_entry}', { params: { path: { journal_entry: entry.id } } }),
  );
  stage.claim('and known by its number there', data.integrations.quickbooks.reference, written.Id);
  const sum = sumCents(written.Line.map(({ Amount }) => Amount));
  stage.claim('to the cent: debits and credits', sum, cents(entry.data.total) * 2);
};
