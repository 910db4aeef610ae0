import { accountsOfEmployers } from '../../employers/enrolled-in.ts';
import type { Position } from '../../event-store/port.ts';
import { identityOf } from '../../kernel/changes/decide.ts';
import { appendAt, appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns, FAR_AHEAD, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import type { LoadedRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, type RecordOf, type State, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { HELD } from '../../pay-records/events.ts';
import {
  type Approvals,
  approvalsOn,
  type Holdable,
  holdsOf,
  isHeldBy,
  streamRevision,
} from '../../pay-records/holds.ts';
import { absent, all, among, any, compare, equal, oneOf } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { merged } from '../../values/json.ts';
import type { Turn } from '../../work/turn.ts';

/** An approval that holds the records that it is about to read. */
export interface Holder {
  payroll: RecordOf<'payroll'>;
  approval_id: string;
  /** Position of the event that started it. */
  started: Position;
  origin: Origin;
}

/** Work assignments that are read together with their rates, at most. */
const ASSIGNMENTS_AT_ONCE = 1_000;
/** Part of the turn: how many of them are held. */
const HOLDING = 'held';

/**
 * Holds the records that the closing of stubs uses, and so locks: work assignments, their employer and its remittance
 * accounts (for their tax properties on the pay date, and as what amounts go to), the pay schedule (for its calendar),
 * the pay rates that are in force in the pay period, and the overtime rates that lines name.
 *
 * @param assignmentIds in the same order in each turn
 * @returns position of the last append
 */
export const holdFacts = async (
  assignmentIds: readonly string[],
  holder: Holder,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { read } = services;
  const { tenant } = holder.origin;
  const { payroll } = holder;
  const inForce = all(
    compare('effective_from', '<=', payroll.period_end),
    any(absent('effective_to'), compare('effective_to', '>=', payroll.period_start)),
  );
  const entities = await read.getMany('business_entity', tenant, [payroll.business_entity_id]);
  let last = await holdAll('business_entity', [...entities.values()], holder, services);
  const schedules = await read.getMany('pay_schedule', tenant, [payroll.pay_schedule_id]);
  last = latest([last, await holdAll('pay_schedule', [...schedules.values()], holder, services)]);
  const { accounts } = await accountsOfEmployers([...entities.keys()], services, tenant);
  last = latest([last, await holdAll('remittance_account', [...accounts.values()], holder, services)]);
  for (let at = Number(turn.reached(HOLDING)); at < assignmentIds.length; at += ASSIGNMENTS_AT_ONCE) {
    const ids = assignmentIds.slice(at, at + ASSIGNMENTS_AT_ONCE);
    const named = among('id', 'earning_line_item', 'overtime_rate_id', equal('payroll_id', payroll.id));
    const ofThem = oneOf('work_assignment_id', ids);
    // One kind is read and made durable while another one is held.
    const kinds: [keyof typeof HELD, AsyncIterable<readonly Held[]>][] = [
      ['work_assignment', read.pages('work_assignment', tenant, oneOf('id', ids))],
      ['pay_rate', read.pages('pay_rate', tenant, all(ofThem, inForce))],
      ['overtime_rate', read.pages('overtime_rate', tenant, all(ofThem, named))],
    ];
    const held = await inTurns(kinds, ([object, pages]) => holdPages(object, pages, holder, services));
    last = latest([last, ...held]);
    turn.reach(HOLDING, String(at + ASSIGNMENTS_AT_ONCE));
    await turn.giveWay();
  }
  return last;
};

/** The kinds of rates by which lines are paid. */
export type RateObject = 'pay_rate' | 'overtime_rate';

/** Holds rates by their ids: rates that stubs use and that were not among those held first. */
export const holdRates = async (
  unheld: readonly { object: RateObject; id: string }[],
  holder: Holder,
  services: Services,
): Promise<Position | undefined> => {
  const positions: (Position | undefined)[] = [];
  for (const [object, some] of groupBy(unheld, (rate) => rate.object)) {
    const ids = some.map(({ id }) => id);
    const rates = await services.read.getMany(object, holder.origin.tenant, ids);
    positions.push(await holdAll(object, [...rates.values()], holder, services));
  }
  return latest(positions);
};

type Held = State & Holdable;

/** @param records as the read models show them */
const holdAll = async (
  object: keyof typeof HELD,
  records: readonly Held[],
  holder: Holder,
  services: Services,
): Promise<Position | undefined> => {
  const free = records.filter((record) => !isHeldBy(record, holder.approval_id));
  const underWay = await approvalsOn(free, services, holder.origin.tenant);
  const positions = await appendInTurns(free, services, (record) => hold(object, record, underWay, holder, services), {
    ahead: FAR_AHEAD,
  });
  return latest(positions);
};

const holdPages = async (
  object: keyof typeof HELD,
  pages: AsyncIterable<readonly Held[]>,
  holder: Holder,
  services: Services,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  for await (const records of pages) last = latest([last, await holdAll(object, records, holder, services)]);
  return last;
};

const hold = async (
  object: keyof typeof HELD,
  shown: Held,
  underWay: Approvals,
  { payroll, approval_id, started, origin }: Holder,
  services: Services,
): Promise<Position | undefined> => {
  const isRate = object === 'pay_rate' || object === 'overtime_rate';
  const until = isRate ? payroll.period_end : payroll.pay_date;
  const heldBy = (record: Held): EventBody[] => {
    const identity = identityOf(services.registry.need(object), record);
    // Approvals that have ended hold nothing any more: their holds are dropped.
    const ended = holdsOf(record).flatMap((other) =>
      underWay.get(other.approval_id) === false ? [other.approval_id] : [],
    );
    const data = merged(identity, { payroll_id: payroll.id, approval_id, until, ended });
    return [HELD[object](data, { facts_position: started })];
  };
  const { id } = shown;
  const stream = streamOf(object, id);
  // Each payroll adds holds to its stream, so the stream grows. It is loaded only when the record has changed since it
  // was read.
  const position = await appendAt(stream, streamRevision(shown), heldBy(shown), 'hold', origin, services);
  if (position !== undefined) return position;
  const decide = async ({ aggregate }: LoadedRecords) => {
    const record = aggregate.get(object, id);
    return record && !isHeldBy(record, approval_id) ? heldBy(record) : [];
  };
  return (await appendTo(stream, 'hold', origin, services, decide)).position;
};
