import type { Position } from '../event-store/port.ts';
import { appendTo } from '../kernel/changes/execute.ts';
import { latest } from '../kernel/changes/latest.ts';
import { inTurns } from '../kernel/changes/write.ts';
import { type DomainEvent, type EventBody, type State, streamOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { approvalOf } from '../pay-records/approval.ts';
import { absent, all, any, compare, oneOf } from '../values/condition.ts';
import { type CalendarDate, maxDate } from '../values/dates.ts';
import { unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

/**
 * Holding pay rates. What an approval closes stubs with is read first and appended later, and a change of a rate in
 * between would be accepted by a rate that nothing has used yet. So an approval appends to the stream of each rate, before
 * it reads: a change of it either comes before that, and then it is among what is read, or it meets the hold. The
 * expected revision of the rate's stream decides, whoever was paused.
 *
 * A hold counts as long as its approval is under way, which the payroll tells. It needs no end of its own: when the
 * approval was given up it holds no more, and when it went through the closed stubs tell what they used.
 */
export const HELD = 'PayRateHeld';

export interface Hold {
  payroll_id: string;
  approval_id: string;
  /** The last day that the approval pays by the rate. */
  period_end: CalendarDate;
  /** Who has read up to here knows of the approval. */
  since: string;
}

const holdsOf = ({ held }: State): Hold[] => (held as unknown as Hold[] | undefined) ?? [];

/** Whether an approval holds a rate, as far as its row tells. */
export const isHeldBy = (rate: State, approval_id: string): boolean =>
  holdsOf(rate).some((hold) => hold.approval_id === approval_id);

/** A rate after the event of a hold. Nobody changed it, so it keeps its version. */
export const evolveHeld = (rate: State, { type, data, metadata }: DomainEvent): State => {
  if (type !== HELD) return rate;
  const { payroll_id, approval_id, period_end } = data;
  const ended = new Set(data.ended as string[]);
  const others = holdsOf(rate).filter((hold) => !ended.has(hold.approval_id));
  const held = [...others, { payroll_id, approval_id, period_end, since: metadata.facts_position ?? '0' }];
  return { ...rate, held: held as unknown as State[string] };
};

/** An approval that holds what it reads. */
export interface Holder {
  payroll: State;
  approval_id: string;
  /** The position of its start. */
  started: Position;
  origin: Origin;
}

/** Work assignments whose rates are read together. */
const ASSIGNMENTS_AT_ONCE = 1_000;

/**
 * Holds the rates of some work assignments that are in force in the payroll's period, and those named.
 *
 * @returns the last position appended
 */
export const holdRates = async (
  assignmentIds: readonly string[],
  named: readonly string[],
  holder: Holder,
  services: Services,
): Promise<Position | undefined> => {
  const { tenant } = holder.origin;
  const { period_start, period_end } = holder.payroll as unknown as Record<'period_start' | 'period_end', string>;
  const inForce = all(
    compare('effective_from', '<=', period_end),
    any(absent('effective_to'), compare('effective_to', '>=', period_start)),
  );
  let last: Position | undefined;
  const holdAll = async (found: readonly State[]) => {
    const rates = found.filter((rate) => !isHeldBy(rate, holder.approval_id));
    const underWay = await approvalsUnderWay(rates, services, tenant);
    const positions = await inTurns(rates, ({ id }) => hold(id, underWay, holder, services));
    last = latest([last, ...positions]);
  };
  if (named.length > 0) await holdAll([...(await services.read.getMany('pay_rate', tenant, named)).values()]);
  for (let at = 0; at < assignmentIds.length; at += ASSIGNMENTS_AT_ONCE) {
    const theirs = oneOf('work_assignment_id', assignmentIds.slice(at, at + ASSIGNMENTS_AT_ONCE));
    for await (const rates of services.read.pages('pay_rate', tenant, all(theirs, inForce))) await holdAll(rates);
  }
  return last;
};

const hold = async (
  id: string,
  underWay: Approvals,
  { payroll, approval_id, started, origin }: Holder,
  services: Services,
): Promise<Position | undefined> => {
  const decide = async ({ aggregate }: { aggregate: { get(object: string, id: string): State | undefined } }) => {
    const rate = aggregate.get('pay_rate', id);
    if (!rate || isHeldBy(rate, approval_id)) return [];
    const { work_assignment_id = null } = rate;
    const { id: payroll_id, period_end = null } = payroll;
    const ended = holdsOf(rate).flatMap((other) =>
      underWay.get(other.approval_id) === false ? [other.approval_id] : [],
    );
    const data = { work_assignment_id, payroll_id, approval_id, period_end, ended };
    return [{ type: HELD, data, facts_position: started }] satisfies EventBody[];
  };
  return (await appendTo(streamOf('pay_rate', id), 'hold', origin, services, decide)).position;
};

const READABLE_ms = 2_000;

const BEHIND: Text = {
  en: 'Whether an approval uses the pay rate cannot be told yet; nothing was stored. Repeat the request.',
  fr: "On ne peut dire encore si une approbation utilise le taux; rien n'a été enregistré. Répétez la requête.",
};

/** Whether each approval is under way; one that has ended stays so. */
type Approvals = ReadonlyMap<string, boolean>;

const approvalsUnderWay = async (rates: readonly State[], services: Services, tenant: Tenant): Promise<Approvals> => {
  const holds = new Map(rates.flatMap(holdsOf).map((hold) => [hold.approval_id, hold]));
  if (holds.size === 0) return new Map();
  const since = latest([...holds.values()].map((hold) => BigInt(hold.since)))!;
  if (!(await services.gate.settled(since, [], READABLE_ms))) throw unavailable(BEHIND, 1);
  const payrolls = await services.read.getMany('payroll', tenant, [
    ...new Set([...holds.values()].map(({ payroll_id }) => payroll_id)),
  ]);
  return new Map(
    [...holds.values()].map(({ approval_id, payroll_id }) => {
      const payroll = payrolls.get(payroll_id);
      return [approval_id, payroll?.status === 'draft' && approvalOf(payroll)?.event_id === approval_id];
    }),
  );
};

/**
 * Until when approvals that are under way pay by each of some rates, by id of the rate; absent where none does.
 *
 * @param rates as their streams tell them
 * @throws Problem 503 when what can be read does not tell yet
 */
export const heldUntil = async (
  rates: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, CalendarDate>> => {
  const underWay = await approvalsUnderWay(rates, services, tenant);
  return new Map(
    rates.flatMap((rate) => {
      const ends = holdsOf(rate).flatMap((hold) => (underWay.get(hold.approval_id) ? [hold.period_end] : []));
      return ends.length > 0 ? [[rate.id, ends.reduce(maxDate)] as const] : [];
    }),
  );
};
