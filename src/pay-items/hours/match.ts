import { hasFigures, replacementOf } from '../../calculation/index.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import { groupBy } from '../../values/group.ts';
import { type JsonObject, textOf, textOrNull } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { HoursEntry } from './entries.ts';

/** Hours that came for a payroll, held against what is there: on which line each entry belongs. Pure. */

/** What is there of one work assignment. */
export interface HoursFacts {
  /** Its pay stub on the payroll. */
  stub: State;
  /** Its pay rates that are in force on a day of the pay period. */
  pay_rates: readonly State[];
  /** The others: those that are in force on none of these days. */
  other_rates?: readonly State[];
  /** Its overtime rates, also those of pay rates that are in force on none of these days. */
  overtime_rates: readonly State[];
  /** The earning lines of the stub. */
  lines: readonly State[];
}

/** Where an entry goes: to a line that is there, or on a new one. */
export interface Placed {
  entry: HoursEntry;
  stub: State;
  line_id: string | undefined;
  /** The earning lines of the stub. */
  lines: readonly State[];
  /**
   * Whether the line is managed, and keeps its rate. One that is not there yet is the salary's own, which comes when the
   * payroll is the next one: on another line the hours would be paid beside it.
   */
  isManaged: boolean;
  /** Members of the line: the rate that pays the hours, and whether the entry named it. */
  rate: JsonObject;
}

const issue = (entry: HoursEntry, member: string, text: Text): Issue => ({ path: `${entry.place}.${member}`, text });

/** A text of what is wrong, or the rate. */
type Found = { rate: State } | { member: string; text: Text };

const isInForce = ({ effective_from, effective_to }: State, day: string): boolean =>
  textOf(effective_from) <= day && (textOrNull(effective_to) ?? day) >= day;

/**
 * Of several rates those of pay rates that are in force on the day of the hours, where a day is given: a raise within
 * the pay period leaves one.
 */
const onItsDay = (
  rates: readonly State[],
  { earned_on }: HoursEntry,
  payRateOf: (rate: State) => State | undefined,
): readonly State[] => {
  if (rates.length < 2 || earned_on === undefined) return rates;
  const some = rates.filter((rate) => isInForce(payRateOf(rate) ?? rate, earned_on));
  return some.length > 0 ? some : rates;
};

const payRateFor = (entry: HoursEntry, { pay_rates }: HoursFacts): Found => {
  const { type, pay_rate_id } = entry;
  const fits = (rate: State): boolean =>
    type === 'wage' ? rate.type === 'hourly' : type === 'salary' ? rate.type === 'salary' : true;
  if (pay_rate_id !== undefined) {
    const named = pay_rates.find(({ id }) => id === pay_rate_id);
    if (!named) return { member: 'pay_rate_id', text: NOT_IN_FORCE };
    return fits(named) ? { rate: named } : { member: 'pay_rate_id', text: otherKind(type) };
  }
  const fitting = onItsDay(pay_rates.filter(fits), entry, (rate) => rate);
  if (fitting.length === 1) return { rate: fitting[0]! };
  return { member: 'pay_rate_id', text: fitting.length === 0 ? noRate(type) : SEVERAL_RATES };
};

const overtimeRateFor = (entry: HoursEntry, { pay_rates, overtime_rates }: HoursFacts, day: string): Found => {
  const { overtime_rate_id, rate_multiplier } = entry;
  const isMultiplier = (rate: State) =>
    rate_multiplier === undefined || decimal(textOf(rate.rate_multiplier)).eq(rate_multiplier);
  const payRateOf = (rate: State) => pay_rates.find(({ id }) => id === rate.pay_rate_id);
  const inForce = overtime_rates.filter((rate) => payRateOf(rate) !== undefined);
  if (overtime_rate_id !== undefined) {
    const named = inForce.find(({ id }) => id === overtime_rate_id);
    if (!named) return { member: 'overtime_rate_id', text: OVERTIME_NOT_IN_FORCE };
    return isMultiplier(named) ? { rate: named } : { member: 'rate_multiplier', text: OTHER_MULTIPLIER };
  }
  const isCurrent = ({ archived_at }: State) => typeof archived_at !== 'string' || archived_at > day;
  const some = inForce.filter((rate) => isCurrent(rate) && isMultiplier(rate));
  const fitting = onItsDay(some, entry, payRateOf);
  if (fitting.length === 1) return { rate: fitting[0]! };
  const member = rate_multiplier === undefined ? 'overtime_rate_id' : 'rate_multiplier';
  return { member, text: fitting.length === 0 ? NO_OVERTIME_RATE : SEVERAL_OVERTIME_RATES };
};

const earnedOn = (line: State): string | null => textOrNull(line.custom_earned_on ?? line.managed_earned_on ?? null);

/** Whether a line is of the type and day of an entry, at whichever rate. */
const isAlike =
  ({ type, earned_on }: HoursEntry) =>
  (line: State): boolean =>
    line.type === type &&
    (type === 'overtime' || line.overtime_rate_id === null) &&
    (line.source_adjustment_id ?? null) === null &&
    earnedOn(line) === (earned_on ?? null);

const rateMember = ({ type }: HoursEntry) => (type === 'overtime' ? 'overtime_rate_id' : 'pay_rate_id');

/**
 * The line that hours of this key are on: the one that has hours already, a managed one before one that was entered.
 * Hours that came before the payroll was the next one are on a line of their own, beside which the managed one comes
 * without any; a salary's comes with hours of its own, so it is the one. Where the entry names no rate, also
 * a line whose rate was found for hours like these and is not in force on its day any more, after a raise that was
 * entered late (without a day: on no day of the pay period). Else the hours would be paid by both. A line whose rate was
 * named stays. Hours on the managed line of a rate that this one replaces are still to be moved: the entry takes their
 * place there. Of a line from before that was noted nobody knows: it is returned as well, and refused, so that nothing is
 * paid twice and nothing that somebody chose is moved.
 *
 * @param named rates that entries of the same person name: their lines are their own
 */
const lineFor = (
  entry: HoursEntry,
  rate: State,
  facts: HoursFacts,
  period: Period,
  named: ReadonlySet<unknown>,
): State | undefined => {
  const { type, earned_on } = entry;
  const { lines, pay_rates, overtime_rates } = facts;
  const member = rateMember(entry);
  const alike = lines.filter(isAlike(entry));
  const ofRate = alike.filter((line) => line[member] === rate.id);
  const inForce = new Set<unknown>(
    pay_rates.filter((one) => earned_on === undefined || isInForce(one, earned_on)).map(({ id }) => id),
  );
  const isLeft = (line: State): boolean => {
    if (entry[member] !== undefined || line.is_managed === true || line.is_rate_named === true) return false;
    if (typeof line[member] !== 'string' || named.has(line[member])) return false;
    if (type !== 'overtime') return !inForce.has(line.pay_rate_id);
    const other = overtime_rates.find(({ id }) => id === line.overtime_rate_id);
    return !!other && other.rate_multiplier === rate.rate_multiplier && !inForce.has(other.pay_rate_id);
  };
  const managed = ofRate.find(({ is_managed }) => is_managed);
  const hasHours = (line: State): boolean => line.type === 'salary' || typeof line.custom_hours === 'string';
  const isOurs = (line: State): boolean => line.is_rate_named !== true || entry[member] !== undefined;
  const paid = managed && hasHours(managed) ? managed : ofRate.find((line) => hasHours(line) && isOurs(line));
  const isFree = (paid === undefined || paid === managed) && !(managed && hasFigures(managed));
  const moving = isFree ? movingTo(rate, alike, facts, period) : undefined;
  return moving ?? paid ?? managed ?? ofRate[0] ?? alike.find(isLeft);
};

type Period = Pick<RecordOf<'payroll'>, 'period_start' | 'period_end'>;

/**
 * The managed line of the rate that this one replaces, where hours are entered on it: a raise has ended that rate, and
 * the next calculation moves them to the line of this one (calculation/model/entries-elsewhere.ts). Those on several
 * lines stay there.
 */
const movingTo = (
  rate: State,
  alike: readonly State[],
  { pay_rates, other_rates = [] }: HoursFacts,
  period: Period,
): State | undefined => {
  const rangeOf = ({ id, type, effective_from, effective_to }: State) => ({
    id,
    type,
    effective_from: textOf(effective_from),
    effective_to: textOrNull(effective_to),
  });
  const all = [...pay_rates, ...other_rates].map(rangeOf);
  const replaced = new Set<unknown>(
    other_rates.filter((other) => replacementOf(rangeOf(other), all, period)?.id === rate.id).map(({ id }) => id),
  );
  const lines = alike.filter((line) => line.is_managed === true && replaced.has(line.pay_rate_id) && hasFigures(line));
  return lines.length === 1 ? lines[0] : undefined;
};

/**
 * Places every entry, or says what is wrong with each that cannot be placed.
 *
 * @param payroll draft, with its pay period
 * @param day on which overtime rates must not be archived
 * @param factsOf what is there of a work assignment; undefined where it has no pay stub on the payroll
 */
export const placeHours = (
  entries: readonly HoursEntry[],
  payroll: Pick<RecordOf<'payroll'>, 'type' | 'period_start' | 'period_end'>,
  day: string,
  factsOf: (work_assignment_id: string) => HoursFacts | undefined,
): { placed: Placed[]; issues: Issue[] } => {
  const placed: Placed[] = [];
  const issues: Issue[] = [];
  const { period_start: start, period_end: end } = payroll;
  for (const [id, ofPerson] of groupBy(entries, ({ work_assignment_id }) => work_assignment_id)) {
    const facts = factsOf(id);
    const seen = new Set<string>();
    const named = new Set<unknown>(ofPerson.map((entry) => entry[rateMember(entry)]));
    for (const entry of ofPerson) {
      if (!facts) {
        issues.push({ path: placeOfPerson(entry), text: NO_STUB });
        break;
      }
      const { earned_on } = entry;
      if (earned_on !== undefined && (earned_on < start || earned_on > end))
        issues.push(issue(entry, 'earned_on', outside(start, end)));
      const found = entry.type === 'overtime' ? overtimeRateFor(entry, facts, day) : payRateFor(entry, facts);
      if (!('rate' in found)) {
        issues.push(issue(entry, found.member, found.text));
        continue;
      }
      const { rate } = found;
      const key = `${entry.type}/${rate.id}/${earned_on ?? ''}`;
      if (seen.has(key)) issues.push({ path: entry.place, text: TWICE });
      seen.add(key);
      const line = lineFor(entry, rate, facts, payroll, named);
      const member = rateMember(entry);
      if (line && line.is_managed !== true && line[member] !== rate.id && line.is_rate_named === undefined)
        issues.push(issue(entry, member, ofUnknownChoice(line.id)));
      const isManaged = line ? line.is_managed === true : isOfSalary(entry) && payroll.type === 'regular';
      const beside = isManaged && isOfSalary(entry) ? earlierHours(entry, rate, facts) : undefined;
      if (beside) issues.push(issue(entry, member, besideSalary(beside.id)));
      placed.push({
        entry,
        stub: facts.stub,
        line_id: line?.id,
        lines: facts.lines,
        isManaged,
        rate: { [member]: rate.id, is_rate_named: entry[member] !== undefined },
      });
    }
  }
  return { placed, issues };
};

/** Hours in place of those that a salary expects; those of a day are beside them. */
const isOfSalary = ({ type, earned_on }: HoursEntry): boolean => type === 'salary' && earned_on === undefined;

/**
 * A line of earlier hours at a salary beside the salary's own: they came before that one did, and were written to a line
 * that somebody had made, or by an earlier version.
 */
const earlierHours = (entry: HoursEntry, rate: State, { lines }: HoursFacts): State | undefined =>
  lines
    .filter(isAlike(entry))
    .find(
      (line) =>
        line.is_managed !== true &&
        line.is_rate_named !== true &&
        line.pay_rate_id === rate.id &&
        typeof line.custom_hours === 'string' &&
        (line.custom_amount ?? null) === null,
    );

/** Where the id of the person is: in the row itself, or above the types of the element. */
const placeOfPerson = ({ place }: HoursEntry): string => {
  const [first, at] = place.split('.');
  return `${first}.${at}.work_assignment_id`;
};

const NO_STUB: Text = {
  en: 'There is no work assignment with this id, or it has no pay stub on this payroll.',
  fr: "Aucun objet « work_assignment » ne porte cet identifiant, ou il n'a pas de bulletin sur cette paie.",
};
const NOT_IN_FORCE: Text = {
  en: 'must be a pay rate of the work assignment that is in force in the pay period',
  fr: "doit être un taux de l'affectation en vigueur dans la période de paie",
};
const SEVERAL_RATES: Text = {
  en: 'several pay rates are in force; name the one that the hours are paid by, or a day with earned_on on which one alone is',
  fr: "plusieurs taux sont en vigueur; nommez celui selon lequel les heures sont payées, ou avec earned_on un jour où un seul l'est",
};
const noRate = (type: string): Text => ({
  en: `no pay rate in force in the pay period can pay ${type}; create one first`,
  fr: `aucun taux en vigueur dans la période de paie ne peut payer ${type}; créez-en un d'abord`,
});
const otherKind = (type: string): Text => ({
  en: `must be ${type === 'wage' ? 'an hourly rate' : 'a salary'} to pay ${type}`,
  fr: `doit être ${type === 'wage' ? 'un taux horaire' : 'un salaire'} pour payer ${type}`,
});
const OVERTIME_NOT_IN_FORCE: Text = {
  en: 'must be an overtime rate of a pay rate of the work assignment that is in force in the pay period',
  fr: "doit être un taux d'heures supplémentaires d'un taux de l'affectation en vigueur dans la période de paie",
};
const OTHER_MULTIPLIER: Text = {
  en: 'is not the multiplier of the overtime rate that is named; leave one of the two out',
  fr: "n'est pas le multiplicateur du taux d'heures supplémentaires nommé; omettez l'un des deux",
};
const NO_OVERTIME_RATE: Text = {
  en: 'no overtime rate of the work assignment fits; create one first',
  fr: "aucun taux d'heures supplémentaires de l'affectation ne convient; créez-en un d'abord",
};
const SEVERAL_OVERTIME_RATES: Text = {
  en: 'several overtime rates of the work assignment fit; name one with overtime_rate_id, or a day with earned_on on which one alone does',
  fr: "plusieurs taux d'heures supplémentaires de l'affectation conviennent; nommez-en un avec overtime_rate_id, ou avec earned_on un jour où un seul convient",
};
const ofUnknownChoice = (line: string): Text => ({
  en: `the line item ${line} is paid by a rate that has ended, and may hold these very hours: delete it if it does; otherwise set its rate again, and it stays beside them`,
  fr: `la ligne ${line} est payée selon un taux qui a pris fin, et contient peut-être ces mêmes heures : supprimez-la si c'est le cas; sinon, fixez de nouveau son taux, et elle reste à côté d'elles`,
});
const besideSalary = (line: string): Text => ({
  en: `the line item ${line} holds hours at this salary that came before the salary's own line item, and would be paid beside these: delete it; or set its rate again, and it stays beside them`,
  fr: `la ligne ${line} contient des heures à ce salaire venues avant la ligne du salaire lui-même, et serait payée à côté de celles-ci : supprimez-la; ou fixez de nouveau son taux, et elle reste à côté d'elles`,
});
const TWICE: Text = {
  en: 'is a second entry of the same type, rate and day; distinguish them by pay_rate_id, overtime_rate_id or earned_on, or add their hours up',
  fr: 'côtoie une autre entrée du même type, taux et jour; distinguez-les par pay_rate_id, overtime_rate_id ou earned_on, ou additionnez leurs heures',
};
const outside = (start: string, end: string): Text => ({
  en: `must lie in the pay period of the payroll, ${start} to ${end}`,
  fr: `doit se situer dans la période de paie, du ${start} au ${end}`,
});
