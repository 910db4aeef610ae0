import { isHandMade } from '../../calculation/model/lines.ts';
import { businessEntityPreviewEnded } from '../../employers/events.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type LoadedRecords, loadRecords } from '../../kernel/changes/remembered.ts';
import { foldUnwritten } from '../../kernel/changes/sealing.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { isGenerated, isOpenDraft } from '../../payrolls/events/list.ts';
import { payStubCalculated } from '../../payrolls/events/pay-stub.ts';
import { payrollConverted, payrollUnapprovalStarted } from '../../payrolls/events/payroll.ts';
import { payrollEvents } from '../../payrolls/events/records.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { removeLeft } from '../../payrolls/membership/membership.ts';
import { withdraw } from '../../payrolls/membership/withdrawal.ts';
import { linesOf, recalculated } from '../../payrolls/stubs/calculate.ts';
import { isEntered, withoutEntries } from '../../payrolls/stubs/entries.ts';
import { all, compare, equal, oneOf } from '../../values/condition.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { actingFor } from './origins.ts';
import { caughtUp } from './stub-calculation.ts';

/** Part of the turn: the payrolls that existed when preview ended. */
const KNOWN = 'payrolls';

/**
 * Applies the end of preview to the employer's payrolls, as its flags say. It is part of the manager of approvals, so
 * both have one order. It works by comparison: when it is repeated it does what is left.
 *
 * - Paid regular and off-cycle payrolls become historical, or are unapproved, the latest first.
 * - Draft off-cycle payrolls are deleted and entries on drafts are removed, unless they are to stay.
 * - Generated drafts whose pay dates have passed are deleted: a live employer pays nobody in the past.
 */
export const applyPreviewEnd = async (
  ended: ManagedEvent,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  if (!businessEntityPreviewEnded.is(ended)) return undefined;
  const { id } = parseStream(ended.stream);
  const { convert_paid_payrolls, preserve_draft_line_items, preserve_draft_off_cycles } = ended.data;
  const origin = processOrigin('approval', ended, ended.id, services.clock.instant());
  const acting = actingFor('approval', ended, origin.tenant, services, turn);
  await caughtUp(await services.store.head(), services);
  const concerned = all(
    ...[equal('business_entity_id', id), oneOf('type', ['regular', 'off_cycle'])],
    oneOf('status', ['draft', 'paid']),
  );
  const found: (RecordOf<'payroll'> | PaidInPreview)[] = [];
  // It may have been in preview for years: of what it paid little is kept.
  for await (const page of services.read.pages('payroll', origin.tenant, concerned))
    for (const payroll of page)
      if (payroll.status === 'draft') found.push(payroll);
      else if (payroll.moves_no_money === true)
        found.push({ id: payroll.id, status: 'paid', pay_date: payroll.pay_date });
  // Payrolls that callers make between two turns are not part of this.
  const known = turn.reached(KNOWN);
  const payrolls = known === '' ? found : found.filter(({ id }) => known.includes(id));
  turn.reach(KNOWN, payrolls.map(({ id }) => id).join(' '));
  const positions: (Position | undefined)[] = [];
  const paid = payrolls
    .filter(({ status }) => status === 'paid')
    .sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? 1 : -1));
  // One after the other: unapprovals are handled in the order of the log, and a later payroll must come first.
  for (const payroll of paid) {
    const decide = async ({ aggregate }: LoadedRecords): Promise<EventBody[]> => {
      const now = aggregate.get('payroll', payroll.id);
      if (now?.status !== 'paid' || now.type === 'historical' || now.unapproval) return [];
      const { pay_schedule_id } = now;
      return [
        convert_paid_payrolls ? payrollConverted({ pay_schedule_id }) : payrollUnapprovalStarted({ pay_schedule_id }),
      ];
    };
    const step = 'preview ended';
    positions.push((await appendTo(streamOf('payroll', payroll.id), step, origin, services, decide)).position);
    await turn.giveWay();
  }
  for (const payroll of payrolls.filter(isDraft)) {
    positions.push(await applyToDraft(payroll, { preserve_draft_line_items, preserve_draft_off_cycles }, acting));
    await turn.giveWay();
  }
  return latest(positions);
};

interface PaidInPreview {
  id: string;
  status: 'paid';
  pay_date: string;
}

const isDraft = (payroll: RecordOf<'payroll'> | PaidInPreview): payroll is RecordOf<'payroll'> =>
  payroll.status === 'draft';

/** What stays of drafts when preview ends. */
interface Staying {
  preserve_draft_line_items: boolean;
  preserve_draft_off_cycles: boolean;
}

/** Applies the end of preview to one draft. */
export const applyToDraft = async (
  payroll: RecordOf<'payroll'>,
  { preserve_draft_line_items, preserve_draft_off_cycles }: Staying,
  acting: Acting,
): Promise<Position | undefined> => {
  const { services } = acting;
  if (payroll.type === 'off_cycle' && !preserve_draft_off_cycles) return deleteDraft(payroll, acting);
  if (isGenerated(payroll) && payroll.pay_date < services.clock.today())
    return withdraw(payroll, acting, { keepEntries: preserve_draft_line_items });
  return preserve_draft_line_items ? undefined : removeEntries(payroll, acting);
};

const deleteDraft = async (payroll: RecordOf<'payroll'>, acting: Acting): Promise<Position | undefined> => {
  const { services, once } = acting;
  const stream = streamOf('payroll', payroll.id);
  const { pay_schedule_id } = payroll;
  const deleted = await appendTo(stream, 'deleted', once('deleted', payroll.id), services, async ({ aggregate }) =>
    isOpenDraft(aggregate.get('payroll', payroll.id)) ? [payrollEvents.deleted({ pay_schedule_id })] : [],
  );
  const isGone = (await loadRecords(stream, services)).aggregate.get('payroll', payroll.id) === undefined;
  return latest([deleted.position, isGone ? await removeLeft(payroll.id, acting) : undefined]);
};

/** Stubs whose streams are in memory at once. */
const STUBS_AT_ONCE = 200;

/** Removes what callers entered on the stubs of a draft: lines, and figures that override managed ones. */
const removeEntries = async (payroll: RecordOf<'payroll'>, acting: Acting): Promise<Position | undefined> => {
  const { services, tenant, turn } = acting;
  const part = `entries on ${payroll.id}`;
  let last: Position | undefined;
  const left = compare('id', '>', turn?.reached(part) ?? '');
  const open = all(equal('payroll_id', payroll.id), equal('is_closed', false), left);
  for await (const stubs of services.read.pages('pay_stub', tenant, open, STUBS_AT_ONCE)) {
    last = latest([last, ...(await appendInTurns(stubs, acting.services, ({ id }) => removeStubEntries(id, acting)))]);
    turn?.reach(part, stubs.at(-1)!.id);
    await turn?.giveWay();
  }
  return last;
};

const removeStubEntries = async (id: string, acting: Acting): Promise<Position | undefined> => {
  const { services } = acting;
  const origin = acting.once('entries', id);
  const decide = async ({ aggregate, stream }: LoadedRecords): Promise<EventBody[]> => {
    const stub = aggregate.get('pay_stub', id);
    if (!stub || stub.is_closed) return [];
    const entered = linesOf(aggregate).filter(isEntered);
    if (entered.length === 0) return [];
    const removed = entered.filter(isHandMade).map((line) => ({ id: line.id, kind: line.kind }));
    const lines = entered.filter((line) => !isHandMade(line)).map((line) => ({ ...withoutEntries(line) }));
    const adjustments = services.registry.need('adjustment').partOf?.objects.flatMap(() => aggregate.all('adjustment'));
    const gone = (adjustments ?? []).map((one) =>
      recordEvents(services.registry.need('adjustment')).deleted(identityOf(services.registry.need('adjustment'), one)),
    );
    const events = [...gone, payStubCalculated({ lines, removed })];
    foldUnwritten(events, { stream, aggregate }, origin, services.folder);
    return [...events, ...(await recalculated(stub, aggregate, origin, services))];
  };
  return (await appendTo(streamOf('pay_stub', id), 'entries', origin, services, decide)).position;
};
