/** Line items while they are calculated: their effective figures, how managed ones are made, how they are chosen. */
import type { Decimal } from '../../values/money.ts';
import { decimal, toText, ZERO } from '../../values/money.ts';
import type { Context } from './context.ts';
import { type Entries, hasEntries } from './entries.ts';
import { NO_STEPS, step } from './explanation.ts';
import type { ItemFacts, LineSelector } from './facts.ts';
import type { BasisOfPay, FiguredLine } from './ports.ts';
import type { Line, LineKind, Recurrence, Step } from './types.ts';

/** The effective amount of a line: its custom amount, or else the managed one, or else 0. */
export const amountOf = (line: Pick<Line, 'custom_amount' | 'managed_amount'>): Decimal =>
  decimal(line.custom_amount ?? line.managed_amount ?? ZERO);

/** The effective hours of a line; null when it has none. */
export const hoursOf = (line: Pick<Line, 'custom_hours' | 'managed_hours'>): Decimal | null => {
  const hours = line.custom_hours ?? line.managed_hours;
  return hours === null ? null : decimal(hours);
};

/**
 * Whether the amount of a line is money. A vacation accrual adjustment only corrects the balance of accrued vacation
 * pay: it is paid to nobody and belongs to no sum of pay.
 */
export const isMoney = (line: { kind: LineKind; type: string }): boolean =>
  line.type !== 'vacation_accrual_adjustment' || line.kind !== 'earning';

/** A line with its effective figures at hand, and how its managed amount came about. */
export interface Figured {
  line: Line;
  amount: Decimal;
  hours: Decimal | null;
  steps: readonly Step[];
  /** The earnings whose tags it takes, where it takes those of others. */
  basis?: readonly BasisOfPay[];
}

/** A line with its amount and hours as numbers, and the steps that lead to them. */
export const figured = (line: Line, steps: readonly Step[] = NO_STEPS): Figured => ({
  line,
  amount: amountOf(line),
  hours: hoursOf(line),
  steps,
});

/** The step of a line whose amount was entered: in place of the managed one, if it has one. */
export const enteredStep = (context: Context, line: Line): readonly Step[] => {
  if (line.custom_amount !== null) {
    const entered = decimal(line.custom_amount);
    return line.managed_amount === null
      ? step(context, 'entered', entered, {})
      : step(context, 'custom_amount', entered, { managed_amount: line.managed_amount });
  }
  const adjustment = line.source_adjustment_id;
  return adjustment === null
    ? NO_STEPS
    : step(context, 'adjustment', amountOf(line), {}, () => [{ object: 'adjustment', id: adjustment }]);
};

/** Added by the caller, so never generated nor removed by a calculation. */
export const isHandMade = (line: Line): boolean => !line.is_managed || (isStatutory(line.kind) && !line.is_system);

/** Whether lines of a kind are withheld or contributed by law. */
export const isStatutory = (kind: LineKind): boolean =>
  kind === 'statutory_withholding' || kind === 'employer_statutory_withholding';

/** The stub's hand-made lines of a kind, before vacation pay accrues on them by a setting. */
export const handMade = (context: Context, kind: LineKind): Figured[] => {
  const lines: Figured[] = [];
  for (const line of context.facts.lines) {
    if (line.kind !== kind || !isHandMade(line)) continue;
    const accrued = line.custom_accrued_vacation_pay ?? '0';
    const known = line.accrued_vacation_pay === accrued ? line : { ...line, accrued_vacation_pay: accrued };
    lines.push(figured(known, enteredStep(context, known)));
  }
  return lines;
};

/**
 * Of a stub that waits, the lines of a kind that its calculation made of nothing recurring and on which a caller entered
 * something: they stay as they are.
 */
const waitingLines = ({ facts, waits }: Context, kind: LineKind): Figured[] =>
  !waits
    ? []
    : facts.lines
        .filter((line) => line.kind === kind && !isHandMade(line) && line.recurrence === null && hasEntries(line))
        .map((line) => figured(line));

/** Those of its earnings that are of a type. */
export const waitingEarnings = (context: Context, type: string): Figured[] =>
  waitingLines(context, 'earning').filter(({ line }) => line.type === type);

export interface ManagedFigures {
  kind: LineKind;
  type: string;
  /** What makes the line: the id of a recurrence, or a name of the calculation's own. */
  key: string;
  recurrence: Recurrence | null;
  item: Pick<ItemFacts, 'title' | 'title_translations' | 'business_preset_id'>;
  amount: Decimal;
  hours?: Decimal | null;
  pay_rate_id?: string | null;
  remittance_account_id?: string | null;
  earned_on?: string | null;
  is_system?: boolean;
  steps?: readonly Step[];
}

/** What a caller entered for the managed line of a key: on that line itself, or on that of the rate it replaces. */
export const entriesFor = (context: Context, kind: LineKind, key: string): Entries | undefined =>
  movedTo(context, kind, key) ?? context.present.get(context.options.lineId(kind, key));

const movedTo = ({ elsewhere }: Context, kind: LineKind, key: string): Entries | undefined =>
  kind === 'earning' ? elsewhere.moved.get(key) : undefined;

/**
 * The managed line of a key: new, or the present one with new managed figures. What the caller may write on a managed
 * line (custom figures and codes, settings, external reference) is kept.
 */
export const managedLine = (context: Context, made: ManagedFigures): Figured => {
  const id = context.options.lineId(made.kind, made.key);
  const present = context.present.get(id);
  const entered = movedTo(context, made.kind, made.key) ?? present;
  const line: Line = {
    id,
    kind: made.kind,
    type: made.type,
    is_managed: true,
    is_system: made.is_system ?? false,
    custom_amount: entered?.custom_amount ?? null,
    managed_amount: toText(made.amount),
    custom_hours: entered?.custom_hours ?? null,
    managed_hours: made.hours ? toText(made.hours) : null,
    pay_rate_id: made.pay_rate_id ?? null,
    overtime_rate_id: null,
    accrued_vacation_pay: entered?.custom_accrued_vacation_pay ?? '0',
    custom_accrued_vacation_pay: entered?.custom_accrued_vacation_pay ?? null,
    recurrence: made.recurrence,
    title: made.item.title ?? null,
    title_translations: made.item.title_translations ?? null,
    business_preset_id: made.item.business_preset_id ?? null,
    remittance_account_id: made.remittance_account_id ?? null,
    source_adjustment_id: null,
    managed_expense_accounting_code_id: present?.managed_expense_accounting_code_id ?? null,
    custom_expense_accounting_code_id: entered?.custom_expense_accounting_code_id ?? null,
    managed_liability_accounting_code_id: present?.managed_liability_accounting_code_id ?? null,
    custom_liability_accounting_code_id: entered?.custom_liability_accounting_code_id ?? null,
    managed_tag_assignment: present?.managed_tag_assignment ?? null,
    custom_tag_assignment: entered?.custom_tag_assignment ?? null,
    component_settings: entered?.component_settings ?? { attributes_locked: false },
    managed_earned_on: made.earned_on ?? null,
    custom_earned_on: entered?.custom_earned_on ?? null,
    external_ref: entered?.external_ref ?? null,
    created_at: present?.created_at ?? context.options.now,
    updated_at: present?.updated_at ?? context.options.now,
  };
  const instead = line.custom_amount === null ? NO_STEPS : enteredStep(context, line);
  return figured(line, [...(made.steps ?? NO_STEPS), ...instead]);
};

/** Whether a line is of the kind and, where one is named, of the type of a selector. */
export const isSelected = (line: { kind: LineKind; type: string }, selectors: readonly LineSelector[]): boolean =>
  selectors.some(
    ({ type, subtype }) => type === line.kind && (subtype === null || subtype === undefined || subtype === line.type),
  );

/** The sum of lines, in dollars. */
export const sumAmounts = (lines: Iterable<Figured>): Decimal => {
  let total = ZERO;
  for (const { amount } of lines) total = total.plus(amount);
  return total;
};

/**
 * Whether an earning is for all working days of its period, statutory holidays too. That is a salary, unless hours are
 * entered on it that are fewer than its own (`own_hours`), and what comes by itself each time. Other hours and amounts
 * that were entered are for work: a holiday that was not worked is paid on a line of its own.
 */
export const isForAllDays = ({
  type,
  is_managed,
  custom_amount,
  custom_hours,
}: Pick<Line, 'type' | 'is_managed' | 'custom_amount' | 'custom_hours'>): boolean =>
  type === 'salary' || (is_managed && custom_amount === null && custom_hours === null);

/**
 * Whether an earning is the vacation pay of what accrued on the lines beside it. What a recurring item pays each time is
 * not, nor what was entered.
 */
export const paysAccrued = (
  line: Pick<Line, 'type' | 'is_managed' | 'recurrence' | 'custom_amount' | 'custom_hours'>,
): boolean => line.type === 'vacation_pay' && line.recurrence === null && isForAllDays(line);

/** The hours that a salary has by itself in its period; null of other lines, and where it has none there. */
export const ownHours = ({ type, managed_hours }: Pick<Line, 'type' | 'managed_hours'>): string | null =>
  type === 'salary' && managed_hours !== null && !decimal(managed_hours).eq(0) ? managed_hours : null;

/** A line as the stages of other parts see it. */
export const toFiguredLine = ({ line, amount, hours }: Figured): FiguredLine => ({
  id: line.id,
  kind: line.kind,
  type: line.type,
  is_managed: line.is_managed,
  amount: toText(amount),
  hours: hours === null ? null : toText(hours),
  accrued_vacation_pay: line.accrued_vacation_pay,
  remittance_account_id: line.remittance_account_id,
  earned_on: line.custom_earned_on ?? line.managed_earned_on ?? null,
  is_for_all_days: isForAllDays(line),
  pays_accrued: paysAccrued(line),
  own_hours: ownHours(line),
  pay_rate_id: line.pay_rate_id,
});

/** Items in an order that does not depend on how they were read. */
export const inOrder = <T extends { id: string; effective_from: string }>(items: readonly T[]): readonly T[] =>
  items.length < 2
    ? items
    : [...items].sort((a, b) =>
        a.effective_from === b.effective_from ? (a.id < b.id ? -1 : 1) : a.effective_from < b.effective_from ? -1 : 1,
      );
