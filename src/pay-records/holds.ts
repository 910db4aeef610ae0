import type { DomainEvent, Lookup } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal } from '../values/condition.ts';
import { type CalendarDate, maxDate } from '../values/dates.ts';
import { unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { approvalOf } from './approval.ts';
import {
  businessEntityHeld,
  HELD,
  overtimeRateHeld,
  payRateHeld,
  payScheduleHeld,
  remittanceAccountHeld,
  workAssignmentHeld,
} from './events.ts';

/**
 * Holds of approvals. What an approval closes stubs with is read first and appended later, and a change in between
 * would be accepted by a record that nothing has used yet. So where a record is locked by its use (a rate of pay or
 * overtime; a remittance account; the tax properties of that, of a work assignment or of an employer; the calendar of a
 * pay schedule) the approval appends to its stream before it reads: a change either comes before that, and then it is
 * among what is read, or it meets the hold. The expected revision of the record's stream decides, whichever process was
 * paused.
 *
 * A hold counts as long as its approval is under way, which the payroll says. It needs no end of its own: when the
 * approval was given up it holds no more, and when it went through the closed stubs say what they used.
 */
export type Hold = {
  payroll_id: string;
  approval_id: string;
  /** The last day for which the approval uses the record: of the pay period, or the pay date. */
  until: CalendarDate;
  /** A reader that has come this far knows of the approval. */
  since: string;
  /** Of its event in the record's stream, which the record's own version does not say. */
  revision: string;
};

/** A record that approvals may hold. */
export type Holdable = { id: string; held?: Hold[] };

const HOLDS: ReadonlySet<string> = new Set(Object.values(HELD).map(({ type }) => type));

/** Whether an event is a hold. */
export const isHold = (type: string): boolean => HOLDS.has(type);

/** The holds on a record, those of approvals that have ended among them. */
export const holdsOf = ({ held = [] }: Pick<Holdable, 'held'>): readonly Hold[] => held;

/** Whether an approval holds a record, as far as its row says. */
export const isHeldBy = (record: Pick<Holdable, 'held'>, approval_id: string): boolean =>
  holdsOf(record).some((hold) => hold.approval_id === approval_id);

/** The revision of a record's stream, as its row says. */
export const streamRevision = (record: Pick<Holdable, 'held'> & { version: string }): bigint =>
  [record.version, ...holdsOf(record).map(({ revision }) => revision)].map(BigInt).reduce((a, b) => (a > b ? a : b));

/** A record after the event of a hold. Nobody changed it, so it keeps its version. */
export const evolveHeld = <R extends Holdable>(record: R, event: DomainEvent): R => {
  if (
    !payRateHeld.is(event) &&
    !overtimeRateHeld.is(event) &&
    !workAssignmentHeld.is(event) &&
    !businessEntityHeld.is(event) &&
    !payScheduleHeld.is(event) &&
    !remittanceAccountHeld.is(event)
  )
    return record;
  const { data, metadata } = event;
  const { payroll_id, approval_id, until } = data;
  const ended = new Set(data.ended);
  const others = holdsOf(record).filter((hold) => !ended.has(hold.approval_id));
  const since = metadata.facts_position ?? '0';
  const held = [...others, { payroll_id, approval_id, until, since, revision: String(event.revision) }];
  return { ...record, held };
};

const READABLE_ms = 2_000;

const BEHIND: Text = {
  en: 'It is not yet known whether an approval in progress uses this; nothing was stored. Repeat the request.',
  fr: "On ne peut dire encore si une approbation en cours utilise ceci; rien n'a été enregistré. Répétez la requête.",
};

/** Whether each approval is under way; one that has ended stays so. */
export type Approvals = ReadonlyMap<string, boolean>;

/**
 * Of the approvals that hold or held some records.
 *
 * @throws Problem 503 when what can be read does not say yet
 */
export const approvalsOn = async (
  records: readonly Holdable[],
  services: Services,
  tenant: Tenant,
): Promise<Approvals> => {
  const holds = new Map(records.flatMap(holdsOf).map((hold) => [hold.approval_id, hold]));
  if (holds.size === 0) return new Map();
  const since = [...holds.values()].map((hold) => BigInt(hold.since)).reduce((last, at) => (at > last ? at : last));
  if (!(await services.gate.followed(since, [], READABLE_ms))) throw unavailable(BEHIND, 1);
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

/** The holds on a record of approvals that are under way. */
export const holdsUnderWay = (record: Holdable, underWay: Approvals): Hold[] =>
  holdsOf(record).filter(({ approval_id }) => underWay.get(approval_id));

/**
 * Until when approvals that are under way use each of some records, by id; absent where none does. A caller that
 * asks what closed stubs use asks that after this, so that an approval which ends in between is in one of the answers.
 *
 * @param records as their streams have them
 * @throws Problem 503 when what can be read does not say yet
 */
export const heldUntil = async (
  records: readonly Holdable[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, CalendarDate>> => {
  const underWay = await approvalsOn(records, services, tenant);
  return new Map(
    records.flatMap((record) => {
      const ends = holdsUnderWay(record, underWay).map(({ until }) => until);
      return ends.length > 0 ? [[record.id, ends.reduce(maxDate)] as const] : [];
    }),
  );
};

/**
 * Whether an approval of a payroll of a pay schedule is under way: as far as can be read, and always where it holds the
 * schedule.
 *
 * @param schedule as its stream has it
 * @throws Problem 503 when what can be read does not say yet
 */
export const isScheduleApproving = async (
  schedule: Holdable,
  { services, tenant }: Pick<Lookup, 'services' | 'tenant'>,
): Promise<boolean> => {
  const { read, registry } = services;
  if (!registry.get('payroll')) return false;
  // It waits until the approvals that hold the schedule can be read.
  await approvalsOn([schedule], services, tenant);
  const ofSchedule = all(equal('pay_schedule_id', schedule.id), equal('status', 'draft'));
  const drafts = await read.find('payroll', tenant, ofSchedule);
  return drafts.some((draft) => approvalOf(draft) !== null);
};
