import type { JournalEntryType } from '../accounting/journal-entry.ts';
import { postingOf } from '../accounting/posting.ts';
import type { JsonObject, Position } from '../event-store/port.ts';
import { equal, oneOf } from '../kernel/condition.ts';
import { appendTo } from '../kernel/execute.ts';
import { derivedId } from '../kernel/ids.ts';
import { latest } from '../kernel/latest.ts';
import { parseStream, type State, streamOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import type { Text } from '../kernel/text.ts';
import { inTurns } from '../kernel/write.ts';
import { LINE_KINDS, type Line } from '../payrolls/calculation/index.ts';
import type { ManagedEvent, ProcessManager } from './manager.ts';
import { processOrigin } from './origins.ts';

/**
 * Posts the journal entries of an approved payroll: one for the payroll, and one for each of its stubs. The entries'
 * ids derive from the approval, so posting again posts nothing.
 */
export const journalManager = (services: Services): ProcessManager => ({
  name: 'journal',
  handles: ({ type }) => type === 'PayrollApproved',
  batchSize: 4,
  handle: async ({ events }) => {
    let last: Position | undefined;
    for (const event of events) last = latest([last, await post(event, services)]);
    return last;
  },
});

const TITLES: Readonly<Record<Exclude<JournalEntryType, 'payroll_payment'>, Text>> = {
  payroll_recording: { en: 'Payroll Accrual Entry', fr: 'Écriture de provision de la paie' },
  pay_stub_recording: { en: 'Pay Stub Accrual Entry', fr: 'Écriture de provision du talon de paie' },
};

/** Stubs whose lines are read together: a stub of 40 lines, of eight kinds, stays within what one read gives. */
const CHUNK = 400;

const post = async (approved: ManagedEvent, services: Services): Promise<Position | undefined> => {
  const { id: payrollId } = parseStream(approved.stream);
  const origin = processOrigin('journal', approved, approved.id, services.clock.instant());
  const { tenant } = origin;
  const payroll = await services.read.get('payroll', tenant, payrollId);
  if (!payroll) return undefined;
  const stubs = await services.read.find('pay_stub', tenant, equal('payroll_id', payrollId));
  const byStub = await linesByStub(stubs, services, tenant);
  const entries: { type: keyof typeof TITLES; pay_stub_id: string | null; lines: readonly Line[] }[] = [
    { type: 'payroll_recording', pay_stub_id: null, lines: stubs.flatMap(({ id }) => byStub.get(id) ?? []) },
    ...stubs.map(({ id }) => ({ type: 'pay_stub_recording' as const, pay_stub_id: id, lines: byStub.get(id) ?? [] })),
  ];
  const positions = await inTurns(entries, async ({ type, pay_stub_id, lines }) => {
    const id = derivedId(
      'jrnle',
      Date.parse(approved.metadata.occurred_at ?? origin.occurred_at),
      `${approved.id}/${type}/${pay_stub_id}`,
    );
    const posting = postingOf(lines);
    const title = TITLES[type];
    const data = {
      type,
      title: title.en,
      title_translations: { ...title },
      payroll_id: payrollId,
      pay_stub_id,
      posted_on: `${payroll.pay_date}T00:00:00.000000Z`,
      total: posting.total,
      is_missing_line_item_accounting_codes: posting.is_missing_line_item_accounting_codes,
      is_missing_default_account_payable: posting.is_missing_default_account_payable,
      is_missing_default_bank_account: posting.is_missing_default_bank_account,
      invalid_expense_types: posting.invalid_expense_types,
      invalid_liability_types: posting.invalid_liability_types,
      journal_entry_rows: posting.rows,
    } as unknown as JsonObject;
    const decide = async () => [{ type: 'JournalEntryPosted', data }];
    return (await appendTo(streamOf('journal_entry', id), 'posted', origin, services, decide)).position;
  });
  return latest(positions);
};

const linesByStub = async (
  stubs: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Line[]>> => {
  const byStub = new Map<string, Line[]>();
  const kinds = LINE_KINDS.filter((kind) => services.registry.get(`${kind}_line_item`));
  for (let at = 0; at < stubs.length; at += CHUNK) {
    const where = oneOf(
      'pay_stub_id',
      stubs.slice(at, at + CHUNK).map(({ id }) => id),
    );
    const pages = await Promise.all(kinds.map((kind) => services.read.find(`${kind}_line_item`, tenant, where)));
    for (const line of pages.flat()) {
      const id = line.pay_stub_id as string;
      const lines = byStub.get(id);
      if (lines) lines.push(line as unknown as Line);
      else byStub.set(id, [line as unknown as Line]);
    }
  }
  return byStub;
};
