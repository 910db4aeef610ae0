/**
 * Statutory amounts of employee and employer: the statutory part works them out, this turns them into lines. Lines that
 * the caller added (is_system false) are kept beside them with what is based on them, and so is what was entered on a
 * line on which nothing is due any more.
 *
 * Which lines are taxable, pensionable and insurable, and to what sums, is in the data of the statutory part: it takes
 * the lines and gives the sums that the year must remember.
 */
import { decimal, toText, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { hasEntries } from '../model/entries.ts';
import { NO_STEPS } from '../model/explanation.ts';
import type { StubFacts } from '../model/facts.ts';
import type { Figured } from '../model/lines.ts';
import { figured, handMade, isHandMade, isStatutory, managedLine, toFiguredLine } from '../model/lines.ts';
import type { StatutoryAmount, WithholdingStageAnswer, WithholdingStageRequest } from '../model/ports.ts';
import type { LineKind } from '../model/types.ts';

const NOTHING_WITHHELD: WithholdingStageAnswer = {
  employee: [],
  employer: [],
  additional_tax: { federal: '0', quebec: '0' },
  bases: {},
  is_pending_tax_rates: false,
  warnings: [],
};

/**
 * Contractors have nothing withheld, and a historical payroll holds the figures of an earlier provider as they were.
 */
export const hasWithholdings = (context: Context): boolean =>
  context.options.withholdings !== undefined &&
  context.facts.work_assignment.payee === 'employee' &&
  context.facts.payroll.type !== 'historical';

const hasEntered = ({ lines }: StubFacts): boolean =>
  lines.some((line) => isStatutory(line.kind) && (isHandMade(line) || hasEntries(line)));

/**
 * Asks the statutory part, with the lines whose amounts are known by then. Of a historical payroll only the sums are
 * taken that the year must remember, and what is to be told of them.
 */
export const withhold = (
  context: Context,
  lines: readonly Figured[],
  additional_tax: WithholdingStageRequest['additional_tax'],
): WithholdingStageAnswer => {
  const { facts, options, province } = context;
  // Of a stub without lines nothing is withheld, so it stays as empty as it was made. Withholdings that were entered by
  // themselves count: the year and its slips need to know where they were due. One that others were closed behind may
  // have to give back what these bore.
  const hasOthersBehind = facts.same_pay_place?.displaced.some(({ is_behind }) => is_behind) === true;
  if (lines.length === 0 && !hasEntered(facts) && !hasOthersBehind) return NOTHING_WITHHELD;
  if (!options.withholdings || facts.work_assignment.payee !== 'employee') return NOTHING_WITHHELD;
  const answer = options.withholdings({
    facts,
    province,
    lines: lines.map(toFiguredLine),
    additional_tax,
    explain: options.explain ?? false,
  });
  const { bases, warnings } = answer;
  return hasWithholdings(context) ? answer : { ...NOTHING_WITHHELD, bases, warnings };
};

/** What was entered is remitted as what is calculated; what corrects a line, where that one went. */
const entered = (context: Context, kind: LineKind, accounts: WithholdingStageAnswer['accounts'] = {}): Figured[] =>
  handMade(context, kind).map((item) =>
    item.line.source_adjustment_id === null
      ? { ...item, line: { ...item.line, remittance_account_id: accounts[item.line.type] ?? null } }
      : item,
  );

/**
 * The calculation's own lines on which a caller entered something, where nothing is due any more: they stay as long as
 * the law of the place knows their type. On a stub that waits they stay as they are.
 */
const enteredOnly = (
  context: Context,
  kind: LineKind,
  due: ReadonlySet<string>,
  { accounts, of_other_places }: WithholdingStageAnswer,
): Figured[] =>
  context.facts.lines
    .filter((line) => line.kind === kind && !isHandMade(line) && hasEntries(line))
    .filter(({ id, type }) => !due.has(id) && of_other_places?.has(type) !== true)
    .map((line) =>
      context.waits
        ? figured(line)
        : managedLine(context, {
            kind,
            type: line.type,
            key: line.type,
            recurrence: null,
            item: line,
            amount: ZERO,
            remittance_account_id: accounts?.[line.type] ?? null,
            is_system: true,
          }),
    );

const statutoryLines = (
  context: Context,
  kind: LineKind,
  amounts: readonly StatutoryAmount[],
  answer: WithholdingStageAnswer,
): Figured[] => {
  const due = amounts.map((statutory) =>
    managedLine(context, {
      kind,
      type: statutory.type,
      key: statutory.type,
      recurrence: null,
      item: statutory,
      amount: decimal(statutory.amount),
      remittance_account_id: statutory.remittance_account_id,
      is_system: true,
      steps: statutory.steps ?? NO_STEPS,
    }),
  );
  const ids = new Set(due.map(({ line }) => line.id));
  return [...due, ...enteredOnly(context, kind, ids, answer), ...entered(context, kind, answer.accounts)];
};

/** Stage 7: the employee's withholdings. */
export const withholdingLines = (context: Context, answer: WithholdingStageAnswer): Figured[] =>
  statutoryLines(context, 'statutory_withholding', answer.employee, answer);

/** Stage 10: what the employer contributes. */
export const contributionLines = (context: Context, answer: WithholdingStageAnswer): Figured[] =>
  statutoryLines(context, 'employer_statutory_withholding', answer.employer, answer);

/** Whether a text of the answer's additional tax is more than nothing. */
export const isAsked = (amount: string): boolean => toText(amount) !== '0';
