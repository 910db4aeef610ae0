import { type Entries, entriesOver, hasEntries, hasFigures } from './entries.ts';
import type { StubFacts } from './facts.ts';
import { isInForce, replacementOf } from './in-force.ts';
import type { CalculationOptions } from './ports.ts';
import type { Line } from './types.ts';

/** What a caller entered on managed lines of pay rates that are not in force on any day of the period. */
export interface EntriesElsewhere {
  /** By id of a pay rate that is in force: what its line takes over from that of the rate which it replaces. */
  moved: ReadonlyMap<string, Entries>;
  /** Lines with hours or amounts of which nobody knows by which rate they are meant to be paid: they stay. */
  left: readonly Line[];
}

const NONE: EntriesElsewhere = { moved: new Map(), left: [] };

/**
 * Hours were worked and stay when a raise is recorded late, whose rate replaces theirs before the period begins. They
 * are moved where one rate alone takes the place of theirs and nothing is entered on its line. Else the line stays as
 * long as it has hours or an amount, and the stub says so.
 */
export const entriesElsewhere = (
  { lines, pay_rates, payroll }: StubFacts,
  lineId: CalculationOptions['lineId'],
): EntriesElsewhere => {
  if (payroll.type !== 'regular') return NONE;
  const inForce = new Set<unknown>(pay_rates.filter((rate) => isInForce(rate, payroll)).map(({ id }) => id));
  const elsewhere = lines.filter(
    (line) => line.recurrence?.object === 'pay_rate' && !inForce.has(line.recurrence.id) && hasEntries(line),
  );
  if (elsewhere.length === 0) return NONE;
  const goals = new Map(
    elsewhere.map((line) => {
      const rate = pay_rates.find(({ id }) => id === line.recurrence?.id);
      return [line, rate && replacementOf(rate, pay_rates, payroll)?.id];
    }),
  );
  const moved = new Map<string, Entries>();
  for (const goal of new Set(goals.values())) {
    if (goal === undefined) continue;
    const [line, ...others] = elsewhere.filter((one) => goals.get(one) === goal && hasFigures(one));
    const there = lines.find(({ id }) => id === lineId('earning', goal));
    if (line && others.length === 0 && !(there && hasFigures(there))) moved.set(goal, entriesOver(there, line));
  }
  const left = elsewhere.filter((line) => hasFigures(line) && !moved.has(goals.get(line) ?? ''));
  return { moved, left };
};
