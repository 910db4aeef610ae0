import { hasFigures } from '../../calculation/index.ts';
import type { Lookup, State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { heldUntil } from '../../pay-records/holds.ts';
import { lastPaid } from '../../pay-records/year-to-date.ts';
import { all, among, equal, oneOf } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { textIf, textOf } from '../../values/json.ts';
import { perTurn } from '../../values/per-turn.ts';
import type { Text } from '../../values/text.ts';

/** The member of an earning line that names the rate it is paid by. */
type RateMember = 'pay_rate_id' | 'overtime_rate_id';

/**
 * The last day of the last period in which each rate was used on a payroll that is no longer draft, by id of the rate;
 * absent while it was not.
 *
 * @param rates of pay, or of overtime
 */
export const lastUseOf = async (
  rates: readonly State[],
  services: Services,
  tenant: Tenant,
  member: RateMember = 'pay_rate_id',
): Promise<Map<string, string>> => {
  if (!services.registry.get('earning_line_item') || !services.registry.get('pay_stub')) return new Map();
  // Nearly every rate that is used at all is on the last stub of its work assignment, however many came before.
  const onLast = await usesOnLastStubs(rates, services, tenant, member);
  const others = rates.map(({ id }) => id).filter((id) => !onLast.has(id));
  return new Map([...onLast, ...(await usesOnAnyStub(others, services, tenant, member))]);
};

const usesOnLastStubs = async (
  rates: readonly State[],
  services: Services,
  tenant: Tenant,
  member: RateMember,
): Promise<Map<string, string>> => {
  const assignments = rates.map(({ work_assignment_id }) => textOf(work_assignment_id));
  const stubs = await lastPaid(assignments, services, tenant);
  const ids = (rows: Iterable<{ id: string }>) => [...rows].map(({ id }) => id);
  // Looked up by the stubs, which have a few lines each: a rate has some for each payroll of the past.
  const onThem = all(oneOf('pay_stub_id', ids(stubs.values())), oneOf(member, ids(rates)));
  const used = await services.read.counts('earning_line_item', tenant, member, onThem);
  return new Map(
    rates.flatMap(({ id, work_assignment_id }) => {
      const end = stubs.get(textOf(work_assignment_id))?.period_end;
      return used.has(id) && typeof end === 'string' ? [[id, end] as const] : [];
    }),
  );
};

const usesOnAnyStub = async (
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
  member: RateMember,
): Promise<Map<string, string>> => {
  const last = new Map<string, string>();
  if (ids.length === 0) return last;
  const closed = among('pay_stub_id', 'pay_stub', 'id', equal('is_closed', true));
  const used = all(oneOf(member, ids), closed);
  for await (const lines of services.read.pages('earning_line_item', tenant, used)) {
    const stubIds = [...new Set(lines.map(({ pay_stub_id }) => textOf(pay_stub_id)))];
    const stubs = await services.read.getMany('pay_stub', tenant, stubIds);
    for (const line of lines) {
      const end = textIf(stubs.get(textOf(line.pay_stub_id))?.period_end);
      const rate = textOf(line[member]);
      if (end !== undefined && end > (last.get(rate) ?? '')) last.set(rate, end);
    }
  }
  return last;
};

/** By what a rate is used. */
export interface RateUse {
  /** Until when payrolls used it that left draft. */
  last_use: string | null;
  /** Until when approvals use it that are under way. */
  held_until: string | null;
  /** A line that was entered by hand names it. */
  is_named: boolean;
  /** Overtime rates multiply it. */
  is_multiplied: boolean;
}

export const UNUSED: RateUse = { last_use: null, held_until: null, is_named: false, is_multiplied: false };

/** An overtime rate names the pay rate that it multiplies. */
const memberOf = ({ pay_rate_id }: State): RateMember =>
  typeof pay_rate_id === 'string' ? 'overtime_rate_id' : 'pay_rate_id';

/** What names some rates: lines that were entered by hand, and of pay rates the overtime rates that multiply them. */
const namesOf = async (
  ids: readonly string[],
  member: RateMember,
  { read }: Services,
  tenant: Tenant,
): Promise<{ named: ReadonlySet<string>; multiplied: ReadonlySet<string> }> => {
  const [named, multiplied] = await Promise.all([
    read.existing('earning_line_item', tenant, member, ids, equal('is_managed', false)),
    member === 'pay_rate_id' ? read.existing('overtime_rate', tenant, member, ids) : new Set<string>(),
  ]);
  return { named, multiplied };
};

/**
 * Which of some rates are not deleted, though no payroll used them which left draft: something names them, or hours or
 * an amount are entered on their own lines. An approval that is under way may keep others.
 */
export const keptUnused = async (
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
  member: RateMember = 'pay_rate_id',
): Promise<ReadonlySet<string>> => {
  const { registry } = services;
  if (ids.length === 0 || !registry.get('earning_line_item') || !registry.get('overtime_rate')) return new Set();
  const [{ named, multiplied }, entered] = await Promise.all([
    namesOf(ids, member, services, tenant),
    member === 'pay_rate_id' ? enteredOnEach(ids, services, tenant) : new Map<string, string>(),
  ]);
  return new Set([...named, ...multiplied, ...entered.keys()]);
};

const usesOf = async (rates: readonly State[], { services, tenant }: Lookup): Promise<Map<string, RateUse>> => {
  // In this order: an approval that has ended by the first look has its closed stubs in the second.
  const held = await heldUntil(rates, services, tenant);
  const uses = new Map<string, RateUse>();
  for (const [member, some] of groupBy(rates, memberOf)) {
    const ids = some.map(({ id }) => id);
    const [used, { named, multiplied }] = await Promise.all([
      lastUseOf(some, services, tenant, member),
      namesOf(ids, member, services, tenant),
    ]);
    for (const id of ids)
      uses.set(id, {
        last_use: used.get(id) ?? null,
        held_until: held.get(id) ?? null,
        is_named: named.has(id),
        is_multiplied: multiplied.has(id),
      });
  }
  return uses;
};

/**
 * The use of one rate, as its stream has it; rates asked about in one tick, as those of a batch are, are looked up
 * together.
 *
 * @throws Problem 503 when what can be read does not say yet
 */
export const useOf = (rate: State, lookup: Lookup): Promise<RateUse> => useInTurn(lookup, rate);

const useInTurn = perTurn(async (lookup: Lookup, rates: readonly State[]) => {
  const uses = await usesOf([...new Map(rates.map((rate) => [rate.id, rate])).values()], lookup);
  return rates.map(({ id }) => uses.get(id) ?? UNUSED);
});

/**
 * A line item of a pay rate's own on which hours or an amount are entered; null without one. Rates asked about in one
 * tick are looked up together.
 *
 * @param rate that no payroll used which left draft: of another one the lines of years would be read
 */
export const enteredOn = (rate: State, lookup: Lookup): Promise<string | null> => enteredInTurn(lookup, rate);

const enteredInTurn = perTurn(async ({ services, tenant }: Lookup, rates: readonly State[]) => {
  const ids = rates.map(({ id }) => id);
  const entered = await enteredOnEach(ids, services, tenant);
  return ids.map((id) => entered.get(id) ?? null);
});

/** The line that {@link enteredOn} is about, by id of the rate; absent where nothing is entered. */
const enteredOnEach = async (
  ids: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const entered = new Map<string, string>();
  const own = all(oneOf('pay_rate_id', ids), equal('is_managed', true));
  for await (const lines of read.pages('earning_line_item', tenant, own))
    for (const line of lines) if (hasFigures(line)) entered.set(textOf(line.pay_rate_id), line.id);
  return entered;
};

/** Why a rate cannot be deleted by which an entered line is calculated. */
export const NAMED_BY_LINE: Text = {
  en: 'A line item that was entered by hand is paid by this rate; the rate cannot be deleted before the line item is.',
  fr: 'Une ligne saisie à la main est payée selon ce taux; le taux ne peut être supprimé avant la ligne.',
};

/** Which payroll keeps a rate as it is, and until when it pays by it. */
export interface User extends Text {
  until: string;
}

/** Undefined while none does. */
export const userOf = ({ last_use, held_until }: Pick<RateUse, 'last_use' | 'held_until'>): User | undefined => {
  if (held_until !== null && held_until > (last_use ?? ''))
    return {
      until: held_until,
      en: 'A payroll that is being approved uses',
      fr: "Une paie en cours d'approbation utilise",
    };
  return last_use === null
    ? undefined
    : { until: last_use, en: 'An approved payroll used', fr: 'Une paie approuvée a utilisé' };
};

/** A sentence as it stands within another one. */
export const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Why a rate cannot be deleted by which hours were entered that were worked. */
export const enteredAt = (line: string): Text => ({
  en: `Hours or an amount were entered on the line item ${line} of this rate; the rate cannot be deleted before they are taken off it: set its custom_hours and custom_amount to null.`,
  fr: `Des heures ou un montant ont été saisis sur la ligne ${line} de ce taux; il ne peut être supprimé avant qu'ils en soient retirés : mettez ses custom_hours et custom_amount à null.`,
});
