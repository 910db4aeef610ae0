import { bySummary, LINE_KINDS } from '../../calculation/model/families.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import type { LoadedRecords } from '../../kernel/changes/remembered.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { JsonObject } from '../../values/json.ts';
import { lineItemObject, payStubCalculated } from '../events/pay-stub.ts';
import { payStubEvents } from '../events/records.ts';
import { holdsEntries } from '../stubs/entries.ts';
import type { Acting } from './acting.ts';

/** Making and removing pay stubs, each in its own stream. Their payroll's list decides before (stub-list.ts). */

/** The members of a new stub. */
export const stubMembers = (payroll: RecordOf<'payroll'>, assignment: RecordOf<'work_assignment'>): JsonObject => ({
  payroll_id: payroll.id,
  work_assignment_id: assignment.id,
  employee_id: assignment.employee_id ?? null,
  contractor_id: assignment.contractor_id ?? null,
  business_entity_id: payroll.business_entity_id ?? null,
  pay_schedule_id: payroll.pay_schedule_id ?? null,
  pay_date: payroll.pay_date ?? null,
  period_start: payroll.period_start ?? null,
  period_end: payroll.period_end ?? null,
  payment_method: 'direct_deposit',
  note: null,
  external_ref: null,
  ...emptyTotals(typeof assignment.employee_id === 'string'),
});

/** Makes a stub that its payroll has admitted; gives where it was appended. */
export const createStub = async (
  payroll: RecordOf<'payroll'>,
  assignment: RecordOf<'work_assignment'>,
  id: string,
  facts_position: Position,
  acting: Acting,
): Promise<Position | undefined> => {
  const data = stubMembers(payroll, assignment);
  // A stub that was removed and comes back continues its stream; the stream says whether it is there.
  const decide = async ({ aggregate }: LoadedRecords): Promise<EventBody[]> =>
    aggregate.get('pay_stub', id) ? [] : [payStubEvents.created(data, { facts_position })];
  const origin = acting.once('stub', id);
  return (await appendTo(streamOf('pay_stub', id), 'created', origin, acting.services, decide, 'nothing')).position;
};

/**
 * Removes a stub that its payroll has released.
 *
 * @param keepEntries leave it where it holds what a caller entered
 * @returns whether it was left
 */
export const removeStub = async (
  id: string,
  facts_position: Position,
  acting: Acting,
  keepEntries = false,
): Promise<{ position: Position | undefined; isKept: boolean }> => {
  let isKept = false;
  const decide = async ({ aggregate }: LoadedRecords): Promise<EventBody[]> => {
    const stub = aggregate.get('pay_stub', id);
    isKept = keepEntries && stub !== undefined && holdsEntries(stub, aggregate);
    if (!stub || stub.is_closed || isKept) return [];
    const { payroll_id, work_assignment_id } = stub;
    // Its parts go first, so that none outlives its stub in the read models.
    const removed = LINE_KINDS.flatMap((kind) => aggregate.all(lineItemObject(kind)).map(({ id }) => ({ id, kind })));
    const others = acting.services.registry.all.filter(
      ({ object, partOf }) => partOf?.objects.includes('pay_stub') && !object.endsWith('_line_item'),
    );
    const gone = others.flatMap((part) =>
      aggregate.all(part.object).map((state) => recordEvents(part).deleted(identityOf(part, state))),
    );
    return [
      ...gone,
      ...(removed.length > 0 ? [payStubCalculated({ lines: [], removed })] : []),
      payStubEvents.deleted({ payroll_id, work_assignment_id }, { facts_position }),
    ];
  };
  const origin = acting.once('stub', id);
  const { position } = await appendTo(streamOf('pay_stub', id), 'removed', origin, acting.services, decide);
  return { position, isKept };
};

/** The totals of a stub without lines. */
const emptyTotals = (isEmployee: boolean): JsonObject => {
  const zero = { period: '0', ytd: '0' };
  const period = (applies: boolean) => (applies ? '0' : null);
  return {
    is_closed: false,
    has_taxes_calculated: false,
    is_pending_tax_rates: false,
    warnings: [],
    amounts: {},
    bases: {},
    recurrences: [],
    vacation_pay_balance: '0',
    liability: '0',
    cash_requirement: '0',
    employee_summary: {
      gross: period(isEmployee),
      subtractions: period(isEmployee),
      reimbursements: period(isEmployee),
      net: period(isEmployee),
      gross_ytd: '0',
      subtractions_ytd: '0',
      reimbursements_ytd: '0',
      net_ytd: '0',
    },
    contractor_summary: {
      gross: period(!isEmployee),
      reimbursements: period(!isEmployee),
      net: period(!isEmployee),
      gross_ytd: '0',
      reimbursements_ytd: '0',
      net_ytd: '0',
    },
    company_summary: {
      taxes_and_contributions: '0',
      benefits: '0',
      total: '0',
      taxes_and_contributions_ytd: '0',
      benefits_ytd: '0',
      total_ytd: '0',
    },
    line_item_summary: {
      ...bySummary(() => zero),
      earnings: { ...zero, period_managed: '0', period_unmanaged: '0' },
      benefits: zero,
    },
  };
};
