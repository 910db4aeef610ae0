import { isDeepStrictEqual } from 'node:util';
import { makeWeights, type Part, partsOf } from '../../accounting/codes/allocation.ts';
import { isBaseOf } from '../../accounting/codes/withholding-bases.ts';
import { amountOf, hoursOf } from '../../calculation/index.ts';
import { PAID_KINDS } from '../../calculation/model/families.ts';
import { isStatutory } from '../../calculation/model/lines.ts';
import { tagSharesOf } from '../../calculation/model/tags.ts';
import type { Line, TagAssignment } from '../../calculation/model/types.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import { EMPTY_LINE } from '../../payrolls/stubs/line-defaults.ts';
import { fixed, toText as fixedText } from '../../values/fixed.ts';
import type { JsonObject } from '../../values/json.ts';
import { textOf } from '../../values/json.ts';
import { allocate, atLeastZero, type Decimal, decimal, divideToCent, sum, toText } from '../../values/money.ts';

/** Members that a correction has from the line that it corrects. */
const TAKEN_OVER = [
  'type',
  'pay_rate_id',
  'overtime_rate_id',
  'title',
  'title_translations',
  'business_preset_id',
  'remittance_account_id',
] as const satisfies readonly (keyof Line)[];

/** What is corrected. */
export interface Corrected {
  line: State & Line;
  /** Of a statutory line the lines of its pay stub that are remuneration. */
  paid: readonly Line[];
  /** Province of employment of its pay stub, as `ca_on`; null where none is known. */
  province: string | null;
}

/**
 * What a correction is booked by is what the line was booked by, whatever the recurring item or rate behind that one
 * says by now: a correction has none behind it.
 */
const bookedAs = ({ line, paid, province }: Corrected): JsonObject => ({
  custom_expense_accounting_code_id:
    line.custom_expense_accounting_code_id ?? line.managed_expense_accounting_code_id ?? null,
  custom_liability_accounting_code_id:
    line.custom_liability_accounting_code_id ?? line.managed_liability_accounting_code_id ?? null,
  // What was withheld has no tags of its own, unless it corrects something itself.
  custom_tag_assignment:
    isStatutory(line.kind) && line.source_adjustment_id === null ? tagsOfBase(line, paid, province) : tagsByShare(line),
});

/**
 * Parts of a whole of 100 percent, in cents of which one is a hundred-millionth: percentages to six places, as callers
 * give.
 */
const WHOLE = 1_000_000;
const PARTS_PER_PERCENT = WHOLE / 100;

/**
 * The tags of a line in percent, where it has dollars or hours of its own: a correction has neither. By its shares; or
 * where six places of these would book the line otherwise than it was, by what each tag had. So of a line of less than
 * 500,000 dollars that is taken back as a whole they give each tag what it had, to the cent.
 */
const tagsByShare = (line: Line): TagAssignment | null => {
  const assignment = line.custom_tag_assignment ?? line.managed_tag_assignment ?? null;
  if (assignment === null || assignment.unit === 'percentage') return assignment;
  const whole = amountOf(line).abs();
  const hours = hoursOf(line);
  const shares = tagSharesOf(assignment, { amount: toText(whole), hours: hours === null ? null : toText(hours) });
  if (shares.length === 0) return assignment;
  const weights = shares.map(({ share }) => decimal(share));
  const byShare = { ...assignment, ...inPercent(shares, [...weights, atLeastZero(decimal(1).minus(sum(weights)))]) };
  const amount = fixed(toText(whole));
  const booked = partsOf({ amount, hours, assignment });
  const isSame = isDeepStrictEqual(partsOf({ amount, hours, assignment: byShare }), booked);
  return isSame ? byShare : { ...assignment, ...ofParts(booked) };
};

/** What parts are tagged with, in percent of all of them. */
const ofParts = (parts: readonly Part[]) => {
  const tagged = parts.filter(({ tags }) => tags.length > 0);
  const others = parts.filter(({ tags }) => tags.length === 0);
  return inPercent(
    tagged,
    [...tagged, ...others].map(({ amount }) => decimal(fixedText(amount))),
  );
};

/** Each of some tags with its percentage by weights, of which the last are those of what has no tags. */
const inPercent = (tagged: readonly Pick<Part, 'tags'>[], weights: readonly Decimal[]) => {
  const parts = allocate(WHOLE, weights);
  const tag_allocations = tagged.map(({ tags }, at) => ({
    tags: [...tags],
    value: toText(parts[at]!.div(PARTS_PER_PERCENT)),
  }));
  return { unit: 'percentage' as const, tag_allocations };
};

/**
 * The tags in percent that what was withheld or contributed was booked by: those of the remuneration of its pay stub
 * that it applies to. Of a line of 0 those that it would have been booked by.
 *
 * @param paid the lines of the pay stub that are remuneration
 * @param province of employment of the pay stub
 */
const tagsOfBase = (line: Line, paid: readonly Line[], province: string | null): TagAssignment | null => {
  const weights = makeWeights();
  for (const base of paid.filter((one) => isBaseOf(line, one, province))) {
    const assignment = base.custom_tag_assignment ?? base.managed_tag_assignment ?? null;
    const parts = partsOf({ amount: fixed(toText(amountOf(base))), hours: hoursOf(base), assignment });
    for (const part of parts) weights.add(part);
  }
  const amount = amountOf(line).abs();
  const parts = weights.spread(fixed(toText(amount.eq(0) ? decimal(WHOLE) : amount)));
  if (parts.every(({ tags }) => tags.length === 0)) return null;
  return { is_component_locked: false, ...ofParts(parts) };
};

const ACCRUING: ReadonlySet<Line['kind']> = new Set(PAID_KINDS);

/**
 * Vacation pay accrues on a correction as it did on the line that it corrects, in proportion: what is taken back as a
 * whole takes back what accrued, whatever the setting is by now, and where the accrual was entered too. Of a line of 0
 * the setting decides.
 */
const accruedOn = (line: Line, difference: Decimal): JsonObject => {
  const amount = amountOf(line);
  const accrued = decimal(line.accrued_vacation_pay);
  if (amount.eq(0) || (accrued.eq(0) && !ACCRUING.has(line.kind))) return {};
  return { custom_accrued_vacation_pay: toText(divideToCent(accrued.times(difference), amount)) };
};

/**
 * The members of the line item that corrects another one.
 *
 * The difference is where the calculation leaves it alone: in managed_amount of a line that it did not make.
 */
export const correctionOf = (candidate: RecordOf<'adjustment'>, corrected: Corrected, stub: State): JsonObject => {
  const { line } = corrected;
  const difference = decimal(textOf(candidate.expected_amount)).minus(amountOf(line));
  return {
    ...EMPTY_LINE,
    ...Object.fromEntries(TAKEN_OVER.map((member) => [member, line[member] ?? null])),
    ...bookedAs(corrected),
    ...accruedOn(line, difference),
    kind: line.kind,
    managed_amount: toText(difference),
    source_adjustment_id: candidate.id,
    pay_stub_id: stub.id,
    payroll_id: stub.payroll_id ?? null,
    work_assignment_id: stub.work_assignment_id ?? null,
  };
};
