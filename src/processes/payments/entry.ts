import { readCodeBook } from '../../accounting/code-book.ts';
import { IN_FORCE } from '../../accounting/journal-entry.ts';
import { codesMeant } from '../../accounting/merge.ts';
import { paymentOf } from '../../accounting/posting.ts';
import type { Position } from '../../event-store/port.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { closedStubsOf } from '../../payrolls/events/list.ts';
import { payrollProcessing } from '../../payrolls/events/payroll.ts';
import { all, equal } from '../../values/condition.ts';
import { fixed } from '../../values/fixed.ts';
import { derivedId } from '../../values/ids.ts';
import type { Text } from '../../values/text.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { appendEntry } from '../payroll/journal-entries.ts';

const TITLE: Text = { en: 'Payroll Payment Entry', fr: 'Écriture de paiement de la paie' };

/**
 * Posts the entry of a payroll whose money begins to move: net pay leaves the bank. There is one for each approval,
 * with an id that derives from the approval, even if its payments start again. A payroll that pays nothing has none.
 * It clears the account that the recording credited, whatever the settings name by now: else both would keep a balance.
 */
export const postPaymentEntry = async (processing: ManagedEvent, services: Services): Promise<Position | undefined> => {
  if (!payrollProcessing.is(processing)) return undefined;
  const { approval_id } = processing.data;
  const origin = processOrigin('payments', processing, `${approval_id}/entry`, services.clock.instant());
  const { tenant } = origin;
  const { id } = parseStream(processing.stream);
  const payroll = await services.read.get('payroll', tenant, id);
  if (!payroll) return undefined;
  const sums = (
    await services.read.sums('pay_stub', tenant, 'payroll_id', ['net', 'contractor_net'], closedStubsOf(id))
  ).get(id);
  const net = fixed(sums?.net ?? '0') + fixed(sums?.contractor_net ?? '0');
  if (net === 0n) return undefined;
  const codes = await readCodeBook(payroll.business_entity_id, services, tenant);
  const payable = (await payableOf(id, services, tenant)) ?? codes.payable;
  const { rows, ...entry } = paymentOf(net, { ...codes, payable });
  const data = {
    type: 'payroll_payment' as const,
    title: TITLE.en,
    title_translations: { en: TITLE.en, fr: TITLE.fr },
    payroll_id: id,
    pay_stub_id: null,
    posted_on: `${payroll.pay_date}T00:00:00.000000Z`,
    ...entry,
  };
  const entryId = derivedId('jrnle', Date.parse(`${payroll.pay_date}T00:00:00Z`), `${approval_id}/payroll_payment`);
  return appendEntry(entryId, data, rows, origin, services);
};

/**
 * The code that the net pay of a payroll was recorded on, or the one that it was merged into; null where there is none.
 * One that was deleted since is still the account that is to be cleared.
 */
const payableOf = async (payroll_id: string, { read }: Services, tenant: Tenant): Promise<string | null> => {
  const recording = all(equal('payroll_id', payroll_id), equal('type', 'payroll_recording'), IN_FORCE);
  const [entry] = await read.find('journal_entry', tenant, recording);
  // Payroll payable is the sum of no line items. Rows from before sources were recorded do not tell.
  const id = entry?.journal_entry_rows.find(({ sources }) => sources?.length === 0)?.accounting_code_id ?? null;
  return id === null ? null : ((await codesMeant([id], { read }, tenant)).get(id)?.id ?? id);
};
