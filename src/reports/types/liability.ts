import { FAMILIES, LINE_KINDS, type LineKind, REMITTED_KINDS } from '../../calculation/index.ts';
import { typeTitle } from '../../catalogues/catalogues.ts';
import { PROVIDERS } from '../../remittances/providers.ts';
import { textOf, textOrNull } from '../../values/json.ts';
import { type Decimal, decimal, toText, ZERO } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import { moneyColumn, onlySheet, type ReportSource, type ReportType, textColumn } from '../model/report-type.ts';
import { linesOf } from '../source/lines.ts';
import { stubPages } from '../source/payrolls.ts';
import { onSide } from '../source/sides.ts';

/** What is owed of one type of line items by way of one remittance account. */
interface Owed {
  account: { label: Text | null; identifier: string | null; provider: Text | null };
  kind: LineKind;
  type: string;
  amount: string;
}

async function* owed(source: ReportSource): AsyncGenerator<Owed> {
  // As many as accounts and types: lines are not held.
  const sums = new Map<string, { account_id: string; kind: LineKind; type: string; sum: Decimal }>();
  const lines = linesOf(stubPages(source), source, REMITTED_KINDS);
  for await (const { kind, type, remittance_account_id, amount } of lines) {
    if (amount === null) continue;
    const account_id = remittance_account_id ?? '';
    const key = `${account_id}/${kind}/${type}`;
    const found = sums.get(key) ?? { account_id, kind, type, sum: ZERO };
    sums.set(key, { ...found, sum: found.sum.plus(decimal(amount)) });
  }
  const ids = [...new Set([...sums.values()].map(({ account_id }) => account_id))].filter((id) => id !== '');
  const accounts = await source.read.getMany('remittance_account', source.tenant, ids);
  const order = (key: string): string => {
    const { account_id, kind, type } = sums.get(key)!;
    // What has no account comes last.
    return [account_id === '' ? '~' : account_id, LINE_KINDS.indexOf(kind), type].join('/');
  };
  for (const key of [...sums.keys()].sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const { account_id, kind, type, sum } = sums.get(key)!;
    const account = accounts.get(account_id);
    const label = account?.label ?? null;
    yield {
      account: {
        label: label === null ? null : { en: label, fr: label },
        identifier: account ? textOrNull(account.account_identifier) : null,
        provider: account ? (PROVIDERS[textOf(account.account_provider)]?.label ?? null) : null,
      },
      kind,
      type,
      amount: toText(sum),
    };
  }
}

/** What is owed from payrolls, by remittance account and type. */
export const liability: ReportType = {
  name: 'liability',
  title: { en: 'Liabilities', fr: 'Sommes à payer' },
  purpose: 'Amounts owed to third parties from payrolls, by remittance account and type of line item.',
  scope: ['business_entity', 'pay_schedule', 'payroll'],
  needs: 'one',
  filters: { by: 'payrolls', status: null },
  formats: ['csv', 'xlsx'],
  sheets: onlySheet<Owed>({
    title: { en: 'Liabilities', fr: 'Sommes à payer' },
    columns: [
      textColumn('Remittance account', 'Compte de versement', ({ account }) => account.label, 28),
      textColumn('Identifier', 'Identifiant', ({ account }) => account.identifier, 20),
      textColumn('Provider', 'Fournisseur', ({ account }) => account.provider, 28),
      textColumn('Kind', 'Genre', ({ kind }) => FAMILIES[kind].title, 24),
      textColumn('Type', 'Type', ({ kind, type }) => typeTitle(kind, type), 28),
      moneyColumn('Taken from pay', 'Retenu', onSide('taken')),
      moneyColumn('Borne by employer', "À la charge de l'employeur", onSide('borne')),
      moneyColumn('Total', 'Total', ({ amount }) => amount),
    ],
    rows: owed,
  }),
};
