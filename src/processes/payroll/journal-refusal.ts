import { lackingCodes, lackingIdentifiers } from '../../accounting/completeness.ts';
import { type JournalRow, paymentOf } from '../../accounting/posting.ts';
import { MOST_ROWS, TOO_MANY_ROWS } from '../../accounting/rows-at-most.ts';
import { netOf } from '../../accounting/stub-totals.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, equal } from '../../values/condition.ts';
import type { Text } from '../../values/text.ts';
import type { Turn } from '../../work/turn.ts';
import { include, type Posted, postingsByPage } from './journal.ts';

/**
 * Why the approval of a payroll whose stubs are closed is refused: one of its journal entries would have too many rows,
 * or, where the settings of its employer refuse that, would lack codes or identifiers that an export needs.
 *
 * @param posted sums of the lines that previous turns have read
 * @param moneyMoves whether its payments are made
 */
export const journalRefusal = async (
  payroll: RecordOf<'payroll'>,
  entity: RecordOf<'business_entity'>,
  posted: Posted,
  moneyMoves: boolean,
  services: Services,
  tenant: Tenant,
  turn?: Turn,
): Promise<Text | undefined> => {
  for await (const page of postingsByPage(payroll.id, posted, services, tenant)) {
    include(posted, page);
    if (posted.whole.rowCount() > MOST_ROWS) return TOO_LONG;
    await turn?.giveWay();
  }
  const { codes, whole } = posted;
  // Without net pay there is no entry of its payment.
  const net = netOf(whole);
  const isPaid = moneyMoves && net !== 0n;
  const rows = () => [...whole.entry().rows, ...(isPaid ? paymentOf(net, codes).rows : [])];
  const found = [
    ...(entity.block_approval_on_incomplete_journal_entries ? lackingCodes(whole.lacking(), isPaid, codes.bank) : []),
    ...(entity.block_approval_on_missing_export_identifiers
      ? await identifiersOf(rows(), entity, services, tenant)
      : []),
  ];
  if (found.length === 0) return undefined;
  return {
    en: `The journal entries of the payroll would not be complete: ${found.map(({ en }) => en).join('; ')}.`,
    fr: `Les écritures de la paie ne seraient pas complètes : ${found.map(({ fr }) => fr).join('; ')}.`,
  };
};

const TOO_LONG: Text = {
  en: `The payroll would have ${TOO_MANY_ROWS.en}.`,
  fr: `La paie aurait ${TOO_MANY_ROWS.fr}.`,
};

const identifiersOf = async (
  rows: readonly JournalRow[],
  entity: RecordOf<'business_entity'>,
  { read }: Services,
  tenant: Tenant,
) => {
  const codes = rows.flatMap(({ accounting_code_id }) => accounting_code_id ?? []);
  const tags = rows.flatMap(({ tag_ids }) => tag_ids);
  const connected = all(equal('business_entity_id', entity.id), equal('is_enabled', true));
  const [codeRows, tagRows, connections] = await Promise.all([
    read.getMany('accounting_code', tenant, [...new Set(codes)]),
    read.getMany('tag', tenant, [...new Set(tags)]),
    read.find('integration_connection', tenant, connected),
  ]);
  const groupIds = [...tagRows.values()].flatMap(({ tag_group_id }) => tag_group_id ?? []);
  const groups = await read.getMany('tag_group', tenant, [...new Set(groupIds)]);
  // A row without any code is named by the other setting, where that is set.
  const uncoded = rows.filter(
    ({ accounting_code_id, formatted_accounting_code }) =>
      accounting_code_id === null &&
      (formatted_accounting_code !== null || !entity.block_approval_on_incomplete_journal_entries),
  );
  const titles = new Map(uncoded.map(({ title, title_translations }) => [title, title_translations]));
  return lackingIdentifiers(
    { codes: [...codeRows.values()], tags: [...tagRows.values()], groups, uncoded: [...titles.values()] },
    connections,
  );
};
