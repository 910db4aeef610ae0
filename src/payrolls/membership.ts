import type { JsonObject } from '../event-store/port.ts';
import { all, compare, equal, oneOf } from '../kernel/condition.ts';
import { appendTo } from '../kernel/execute.ts';
import { derivedId } from '../kernel/ids.ts';
import { latest } from '../kernel/latest.ts';
import { type EventBody, type State, streamOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { inTurns } from '../kernel/write.ts';
import type { Origin } from '../kernel/writer.ts';
import { membersOf } from './payroll.ts';

/**
 * Which work assignments have a stub on which payroll. A payroll's stream owns the list: a stub is made only when its
 * payroll has admitted it, and a payroll whose approval has begun admits none.
 */

/** Members added by one event, at most: some 100 bytes each. */
const CHUNK = 2_000;

/** A year of pays is a year of streams; each of these has many appends in flight. */
const PAYROLLS_AT_ONCE = 8;

/** The stub of a work assignment on a payroll always has the same id. */
export const stubId = (payroll: State, assignmentId: string): string =>
  derivedId('payst', Date.parse(payroll.created_at), `${payroll.id}/${assignmentId}`);

/** An assignment belongs to the payrolls of its schedule whose period begins before it is archived. */
const belongs = (payroll: State, assignment: State): boolean =>
  assignment.pay_schedule_id === payroll.pay_schedule_id &&
  (assignment.archived_at === null ||
    assignment.archived_at === undefined ||
    (assignment.archived_at as string) >= (payroll.period_start as string));

/**
 * Brings the lists of draft payrolls up to date for some assignments, and makes or removes the stubs themselves.
 *
 * @param payrolls draft regular payrolls
 * @param assignments those that changed, or all of the schedule
 * @returns the last position appended
 */
export const syncMembership = async (
  payrolls: readonly State[],
  assignments: readonly State[],
  originOf: (seed: string) => Origin,
  services: Services,
): Promise<bigint | undefined> => {
  const positions = await inTurns(
    payrolls,
    (payroll) => syncPayroll(payroll, assignments, originOf, services),
    PAYROLLS_AT_ONCE,
  );
  return latest(positions);
};

const syncPayroll = async (
  payroll: State,
  assignments: readonly State[],
  originOf: (seed: string) => Origin,
  services: Services,
): Promise<bigint | undefined> => {
  const wanted = new Map(
    assignments.filter((each) => belongs(payroll, each)).map((each) => [stubId(payroll, each.id), each]),
  );
  const unwanted = new Set(
    assignments.filter((each) => !belongs(payroll, each)).map((each) => stubId(payroll, each.id)),
  );
  let last: bigint | undefined;
  const note = (position: bigint | undefined) => {
    last = latest([last, position]);
  };
  const tenant = originOf('').tenant;
  const existing = await services.read.existing('pay_stub', tenant, 'id', [...wanted.keys(), ...unwanted]);
  if ([...wanted.keys()].every((id) => existing.has(id)) && ![...unwanted].some((id) => existing.has(id)))
    return undefined;
  const members = new Set<string>();
  const ids = [...wanted.keys()];
  for (let at = 0; at === 0 || at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    // The list itself says what is missing from it, so a repeat appends nothing and needs no derived event id.
    const appended = await appendTo(
      streamOf('payroll', payroll.id),
      'members',
      { ...originOf(`members/${payroll.id}/${crypto.randomUUID()}`), mayRepeat: false },
      services,
      async (loaded): Promise<EventBody[]> => {
        const now = loaded.aggregate.get('payroll', payroll.id);
        if (now?.status !== 'draft' || now.approval !== null) return [];
        const listed = membersOf(loaded.events);
        const missing = chunk.filter((id) => !listed.has(id));
        const gone = at === 0 ? [...unwanted].filter((id) => listed.has(id)) : [];
        for (const id of chunk) members.add(id);
        const stubs = missing.map((id): JsonObject => ({ id, work_assignment_id: wanted.get(id)!.id }));
        return [
          ...(stubs.length > 0 ? [{ type: 'PayrollStubsAdded', data: { stubs } }] : []),
          ...(gone.length > 0 ? [{ type: 'PayrollStubsRemoved', data: { ids: gone } }] : []),
        ];
      },
    );
    note(appended.position);
  }
  const missing = [...members].filter((id) => !existing.has(id));
  const removed = [...unwanted].filter((id) => existing.has(id));
  await inTurns(missing, async (id) => note(await createStub(payroll, wanted.get(id)!, id, originOf, services)));
  await inTurns(removed, async (id) => note(await removeStub(id, originOf, services)));
  return last;
};

const createStub = async (
  payroll: State,
  assignment: State,
  id: string,
  originOf: (seed: string) => Origin,
  services: Services,
): Promise<bigint | undefined> => {
  const data: JsonObject = {
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
  };
  // A stub that was removed and comes back continues its stream; the stream says whether it is there.
  const origin = { ...originOf(`stub/${id}/${crypto.randomUUID()}`), mayRepeat: false };
  const decide = async (loaded: { aggregate: { get(object: string, id: string): State | undefined } }) =>
    loaded.aggregate.get('pay_stub', id) ? [] : [{ type: 'PayStubCreated', data }];
  return (await appendTo(streamOf('pay_stub', id), 'created', origin, services, decide, true)).position;
};

const removeStub = async (
  id: string,
  originOf: (seed: string) => Origin,
  services: Services,
): Promise<bigint | undefined> => {
  const origin = { ...originOf(`stub/${id}/${crypto.randomUUID()}`), mayRepeat: false };
  const appended = await appendTo(
    streamOf('pay_stub', id),
    'removed',
    origin,
    services,
    async (loaded): Promise<EventBody[]> => {
      const stub = loaded.aggregate.get('pay_stub', id);
      if (!stub || stub.is_closed) return [];
      // Lines go first, each with its own event, so that no line outlives its stub in the read models.
      const lines = services.registry.all.filter(({ partOf }) => partOf?.objects.includes('pay_stub'));
      const removed = lines.flatMap(({ object }) =>
        loaded.aggregate.all(object).map((line) => ({ id: line.id, kind: line.kind ?? null })),
      );
      return [
        ...(removed.length > 0 ? [{ type: 'PayStubCalculated', data: { lines: [], removed } }] : []),
        { type: 'PayStubDeleted', data: {} },
      ];
    },
  );
  return appended.position;
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
      earnings: { ...zero, period_managed: '0', period_unmanaged: '0' },
      statutory_withholdings: zero,
      reimbursements: zero,
      allowances: zero,
      benefits: zero,
      employee_benefits: zero,
      employer_benefits: zero,
      deductions: zero,
    },
  };
};

/** Open stubs of a payroll, all or those of some work assignments. */
export const openStubs = (
  payrollId: string,
  assignmentIds: readonly string[] | undefined,
  services: Services,
  tenant: Tenant,
): Promise<State[]> =>
  services.read.find(
    'pay_stub',
    tenant,
    all(
      equal('payroll_id', payrollId),
      equal('is_closed', false),
      assignmentIds ? oneOf('work_assignment_id', assignmentIds) : compare('id', '>', ''),
    ),
  );
