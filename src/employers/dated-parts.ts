import type { Aggregate, Lookup, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { usedAccounts } from '../pay-records/account-use.ts';
import { approvalsOn, type Holdable, holdsUnderWay } from '../pay-records/holds.ts';
import { all, compare, equal, not } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';
import { type Json, textOf, textOrNull } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { ownerObject } from './tax-property-templates.ts';

/**
 * Dated parts of an owner: tax properties, vacation pay settings. They live in the owner's stream, so no two that
 * exclude each other overlap; and the payrolls that are paid on their days lock them, once they are approved or being
 * approved.
 */
export interface Dated {
  effective_from: Json;
  effective_to: Json;
}

/** Member that names the owner. */
type OwnerMember = 'owner_id' | 'work_assignment_id';

const LATEST = { column: 'pay_date', direction: 'desc' } as const;

/**
 * The last pay date of an approved payroll that used each part, by its id; absent while none did. A part of a work
 * assignment was used by its closed stubs, one of an employer by its payrolls that left draft, and one of a remittance
 * account by those as well, once a line item of any of them goes to the account.
 */
export const lockedBy = async (
  parts: readonly State[],
  services: Services,
  tenant: Tenant,
  by: OwnerMember = 'owner_id',
): Promise<Map<string, string>> => {
  const locks = new Map<string, string>();
  if (!services.registry.get('pay_stub')) return locks;
  // Parts in force on the same days are asked about together.
  const byDays = groupBy(parts, (part) => `${part.effective_from}/${part.effective_to}`);
  const employers = await employersOfUsed(parts, services, tenant, by);
  for (const alike of byDays.values()) {
    const { effective_from: from, effective_to: to } = alike[0]!;
    const owners = [...new Set(alike.map((part) => usedBy(part, by)))];
    const paid = all(
      compare('pay_date', '>=', textOf(from)),
      ...(to === null ? [] : [compare('pay_date', '<=', textOf(to))]),
    );
    const closed = all(equal('is_closed', true), paid);
    const paying = [...new Set(owners.map((owner) => employers.get(owner) ?? owner))];
    const approved = all(not(equal('status', 'draft')), paid);
    const [ofAssignments, ofEmployers] = await Promise.all([
      services.read.firstOfEach('pay_stub', tenant, 'work_assignment_id', owners, LATEST, closed),
      services.read.firstOfEach('payroll', tenant, 'business_entity_id', paying, LATEST, approved),
    ]);
    for (const part of alike) {
      const owner = usedBy(part, by);
      const last = (ofAssignments.get(owner) ?? ofEmployers.get(employers.get(owner) ?? owner))?.pay_date;
      if (last !== undefined) locks.set(part.id, last);
    }
  }
  return locks;
};

/** The employers of remittance accounts that were used, by account. */
const employersOfUsed = async (
  parts: readonly State[],
  services: Services,
  tenant: Tenant,
  by: OwnerMember,
): Promise<Map<string, string>> => {
  const owners = [...new Set(parts.map((part) => usedBy(part, by)))];
  const accounts = await services.read.getMany('remittance_account', tenant, owners.filter(isAccount));
  const used = await usedAccounts([...accounts.values()], services, tenant);
  return new Map([...accounts].flatMap(([id, account]) => (used.has(id) ? [[id, account.business_entity_id]] : [])));
};

/** By whose use a part is locked: its owner's; of a property that holds an account's identifier, the account's. */
const usedBy = (part: State, by: OwnerMember): string => textOf(part.remittance_account_id ?? part[by]);

const isAccount = (ownerId: string): boolean => ownerObject(ownerId) === 'remittance_account';

/**
 * The same, approvals that are under way included: the last pay date of a payroll that used each part, or is about to.
 *
 * @param owners that approvals may hold: those of the parts
 * @throws Problem 503 when what can be read does not say yet
 */
export const lockedOrHeldBy = async (
  parts: readonly State[],
  owners: readonly Holdable[],
  services: Services,
  tenant: Tenant,
  by: OwnerMember = 'owner_id',
): Promise<Map<string, string>> => {
  const underWay = await approvalsOn(owners, services, tenant);
  const held = owners.flatMap((owner) => holdsUnderWay(owner, underWay)).map(({ until }) => until);
  // After the look at approvals: one that has ended by then has its closed stubs here.
  const locked = await lockedBy(parts, services, tenant, by);
  return new Map(
    parts.flatMap((part) => {
      const [from, to] = [textOf(part.effective_from), textOrNull(part.effective_to)];
      const days = held.filter((day) => day >= from && (to === null || day <= to));
      const used = locked.get(part.id);
      const last = [...days, ...(used === undefined ? [] : [used])].sort().at(-1);
      return last === undefined ? [] : [[part.id, last] as const];
    }),
  );
};

/**
 * The same of one part, as the stream of its owner shows it.
 *
 * @param aggregate the owner's
 * @throws Problem 503 when what can be read does not say yet
 */
export const lockedOrHeld = async (
  part: State,
  aggregate: Aggregate,
  { services, tenant }: Lookup,
  by: OwnerMember = 'owner_id',
): Promise<string | null> => {
  const owner = ['work_assignment', 'business_entity', 'remittance_account'].flatMap(
    (object) => aggregate.get(object, textOf(part[by])) ?? [],
  );
  return (await lockedOrHeldBy([part], owner, services, tenant, by)).get(part.id) ?? null;
};

/** An end before its start. */
export function* orderIssues({ effective_from: from, effective_to: to }: Dated): Iterable<Issue> {
  if (typeof from === 'string' && typeof to === 'string' && to < from)
    yield {
      path: 'effective_to',
      text: { en: `must not be before effective_from (${from})`, fr: `ne doit pas précéder effective_from (${from})` },
    };
}

/** The days on which a part is in force, as sentences have them. */
export const daysOf = ({ effective_from: from, effective_to: to }: Partial<Dated>): Text =>
  typeof to === 'string'
    ? { en: `from ${from} to ${to}`, fr: `du ${from} au ${to}` }
    : { en: `from ${from} on`, fr: `à partir du ${from}` };

/** @param siblings of which none may be in force on a day on which the part is */
export function* overlapIssues(part: Dated, siblings: readonly (Partial<Dated> & { id: string })[]): Iterable<Issue> {
  const clash = siblings.find((other) => overlapping(part, other));
  if (!clash) return;
  const days = daysOf(clash);
  yield {
    path: 'effective_from',
    text: {
      en: `overlaps ${clash.id}, in force ${days.en}; end that one first`,
      fr: `chevauche ${clash.id}, en vigueur ${days.fr}; mettez-y d'abord fin`,
    },
  };
}

/** Whether two parts are in force on the same day, of any. */
export const overlapping = (a: Partial<Dated>, b: Partial<Dated>): boolean => {
  const until = (dated: Partial<Dated>) => textOrNull(dated.effective_to) ?? '9999-12-31';
  return textOf(a.effective_from) <= until(b) && textOf(b.effective_from) <= until(a);
};

/**
 * Once a payroll used it that is approved, or being approved, only what that payroll was not calculated with may
 * change, and its end not to before that payroll's pay date.
 *
 * @param changed what differs of the members that are locked
 * @param what it is called: `this property`
 */
export function* lockIssues(
  part: Dated,
  changed: readonly string[],
  lockedOn: string | null,
  what: Text,
): Iterable<Issue> {
  if (lockedOn === null) return;
  for (const path of changed) yield { path, text: lockedText(lockedOn, what) };
  const to = part.effective_to;
  if (typeof to === 'string' && to < lockedOn)
    yield {
      path: 'effective_to',
      text: {
        en: `must not be before ${lockedOn}, the pay date of a payroll that is approved, or being approved`,
        fr: `ne doit pas précéder le ${lockedOn}, date d'une paie approuvée, ou en cours d'approbation`,
      },
    };
}

// No sentence says that the payroll uses the part: one that is dated back was not there when it was calculated.

/** Why a member cannot change. */
export const lockedText = (lockedOn: string, what: Text): Text => ({
  en: `cannot change: a payroll of ${lockedOn}, on which ${what.en} is in force, is approved, or being approved; its end, effective_to, can`,
  fr: `ne peut changer : une paie du ${lockedOn}, où ${what.fr} est en vigueur, est approuvée, ou en cours d'approbation; sa fin, effective_to, le peut`,
});

/** Why it cannot be deleted; undefined where it can. */
export const keptBy = (lockedOn: string | null, what: Text): Text | undefined =>
  lockedOn === null
    ? undefined
    : {
        en: `A payroll of ${lockedOn}, on which ${what.en} is in force, is approved, or being approved; it cannot be deleted. End it with effective_to instead.`,
        fr: `Une paie du ${lockedOn}, où ${what.fr} est en vigueur, est approuvée, ou en cours d'approbation; sa suppression est impossible. Mettez-y fin avec effective_to.`,
      };
