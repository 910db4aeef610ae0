/** What every stage of one stub's calculation sees, made once from the facts. */
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, isWithin, startOfYear } from '../../values/dates.ts';
import { hasEntries } from './entries.ts';
import { type EntriesElsewhere, entriesElsewhere } from './entries-elsewhere.ts';
import type { PayrollFacts, StubFacts, TaxPropertyFacts } from './facts.ts';
import { isInForce } from './in-force.ts';
import type { CalculationOptions } from './ports.ts';
import { DEFAULT_EFFECTS } from './type-effects.ts';
import type { Line, TypeEffects } from './types.ts';

export interface Context {
  facts: StubFacts;
  options: CalculationOptions;
  effects: TypeEffects;
  /** Province or territory of employment at the pay date. */
  province: string | null;
  /** The stub's present lines by id. */
  present: ReadonlyMap<string, Line>;
  /** Whether pay rates and recurring items put managed lines on this stub. */
  populates: boolean;
  /**
   * Whether the stub waits for its payroll to be the next one, as before an earlier one was a draft again. Until then
   * it has those managed lines alone on which a caller entered something.
   */
  waits: boolean;
  /**
   * The pay rates and recurring items that put lines on it; null for all. Of a stub that waits those whose lines hold
   * entries. Else those that there is room for, first of those with entries, where they are more than a stub holds: two
   * processes let in too many at once, and the stub then says so, and cannot be closed.
   */
  admitted: ReadonlySet<string> | null;
  /** What a caller entered on lines of pay rates that are not in force, and where it is now. */
  elsewhere: EntriesElsewhere;
}

const PROVINCE_OF_EMPLOYMENT = 'ca::province_of_employment';

/** Whose tax property goes before whose. */
const OWNERS: readonly TaxPropertyFacts['owner'][] = [
  'work_assignment',
  'employee',
  'business_entity',
  'remittance_account',
];

/**
 * The tax property of a type that holds on the pay date: the work assignment's, or else the employee's, or else the
 * business entity's. Among several of one owner the one that took effect last.
 */
export const taxPropertyInForce = (
  facts: Pick<StubFacts, 'tax_properties'> & { payroll: Pick<PayrollFacts, 'pay_date'> },
  type: string,
): TaxPropertyFacts | null => {
  let best: TaxPropertyFacts | null = null;
  for (const property of facts.tax_properties) {
    if (property.type !== type || !isWithin(facts.payroll.pay_date, property.effective_from, property.effective_to))
      continue;
    const order = best === null ? -1 : OWNERS.indexOf(property.owner) - OWNERS.indexOf(best.owner);
    if (order < 0 || (order === 0 && property.effective_from > best!.effective_from)) best = property;
  }
  return best;
};

/** The province or territory of employment at the pay date, e.g. `ca_on`; null when none is set. */
export const provinceOfEmployment = (facts: Parameters<typeof taxPropertyInForce>[0]): string | null => {
  const value = taxPropertyInForce(facts, PROVINCE_OF_EMPLOYMENT)?.value;
  return typeof value === 'string' ? value : null;
};

/** The last day of the year, up to the pay date, on which employment moved into Quebec or out of it. */
export const quebecMoveBefore = ({
  tax_properties,
  payroll,
}: Pick<StubFacts, 'tax_properties' | 'payroll'>): CalendarDate | undefined => {
  const { pay_date } = payroll;
  const provinceOn = (day: CalendarDate) =>
    provinceOfEmployment({ tax_properties, payroll: { ...payroll, pay_date: day } });
  return tax_properties
    .filter(({ type }) => type === PROVINCE_OF_EMPLOYMENT)
    .flatMap(({ effective_from, effective_to }) => [
      effective_from,
      ...(effective_to ? [addDays(effective_to, 1)] : []),
    ])
    .filter((day) => day > startOfYear(pay_date) && day <= pay_date)
    .sort()
    .findLast((day) => {
      const [before, now] = [provinceOn(addDays(day, -1)), provinceOn(day)];
      return before !== null && now !== null && (before === 'ca_qc') !== (now === 'ca_qc');
    });
};

/** A stub that holds more lines than this is refused before any is calculated. */
const MAX_LINES = 2000;
/** Lines that callers may put on a stub. */
export const MAX_ENTERED = 500;
/** Lines that pay rates and recurring items may put on a stub: docs/limits.md has the sum that one append holds. */
export const MAX_MANAGED = 100;

const admittedOf = (
  { pay_rates, recurring, payroll, lines }: StubFacts,
  { moved }: EntriesElsewhere,
): ReadonlySet<string> | null => {
  const entered = () =>
    new Set([...lines.filter(hasEntries).flatMap(({ recurrence }) => recurrence?.id ?? []), ...moved.keys()]);
  if (!payroll.takes_recurring_items) return entered();
  const all = [pay_rates, ...Object.values(recurring)].flat().filter((item) => isInForce(item, payroll));
  if (all.length <= MAX_MANAGED) return null;
  const ids = all.map(({ id }) => id).sort();
  const first = entered();
  const [own, others] = [ids.filter((id) => first.has(id)), ids.filter((id) => !first.has(id))];
  return new Set([...own, ...others].slice(0, MAX_MANAGED));
};

/**
 * What all stages of one calculation look at.
 *
 * @throws RangeError where a stub has more lines than it may hold
 */
export const createContext = (facts: StubFacts, options: CalculationOptions): Context => {
  if (facts.lines.length > MAX_LINES) throw new RangeError(`a pay stub holds at most ${MAX_LINES} line items`);
  const elsewhere = entriesElsewhere(facts, options.lineId);
  return {
    facts,
    options,
    effects: options.effects ?? DEFAULT_EFFECTS,
    province: provinceOfEmployment(facts),
    present: new Map(facts.lines.map((line) => [line.id, line])),
    populates: facts.payroll.type === 'regular',
    waits: facts.payroll.type === 'regular' && !facts.payroll.takes_recurring_items,
    admitted: admittedOf(facts, elsewhere),
    elsewhere,
  };
};

/** Whether a pay rate or recurring item that is in force puts a line on the stub. */
export const isAdmitted = ({ admitted }: Context, { id }: { id: string }): boolean => admitted?.has(id) ?? true;
