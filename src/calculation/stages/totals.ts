/**
 * Stage 12, the totals of a stub and of a payroll.
 *
 * The table of families says which of them make gross pay, what is taken from it, and what is paid back; net is gross
 * less subtractions plus reimbursements. The employer bears statutory contributions and benefits. The liability is
 * gross, reimbursements and what the employer bears; the cash requirement is the part of it that is debited: without
 * the net pay that the employer hands over by itself, and nothing where a payroll moves no money.
 */

import { mapValues, merged } from '../../values/json.ts';
import type { Decimal } from '../../values/money.ts';
import { decimal, toText, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import type { AmountsByType } from '../model/facts.ts';
import { bySummary, FAMILIES, kindsOf, LINE_KINDS } from '../model/families.ts';
import type { Figured } from '../model/lines.ts';
import { amountOf, isMoney } from '../model/lines.ts';
import type { Amount, Line, LineItemSummary, LineKind, PeriodAndYear, StubTotals } from '../model/types.ts';
import { vacationPayOf } from './vacation-pay.ts';

type Sums = Record<LineKind, Decimal>;

const NO_SUMS = mapValues(FAMILIES, () => ZERO);
const noSums = (): Sums => ({ ...NO_SUMS });

const sumsOfLines = (lines: readonly Figured[]): Sums => {
  const sums = noSums();
  for (const { line, amount } of lines) if (isMoney(line)) sums[line.kind] = sums[line.kind].plus(amount);
  return sums;
};

const sumsOfYear = (amounts: AmountsByType): Sums => {
  const sums = noSums();
  for (const kind of LINE_KINDS) {
    const byType = amounts[kind];
    if (!byType) continue;
    for (const type in byType) if (isMoney({ kind, type })) sums[kind] = sums[kind].plus(byType[type]!);
  }
  return sums;
};

const GROSS = kindsOf('gross');
const SUBTRACTIONS = kindsOf('subtractions');
const REIMBURSEMENTS = kindsOf('reimbursements');
const BORNE = kindsOf('employer');

const derived = (sums: Sums) => {
  const of = (kinds: readonly LineKind[]) => kinds.reduce((total, kind) => total.plus(sums[kind]), ZERO);
  const gross = of(GROSS);
  const subtractions = of(SUBTRACTIONS);
  const reimbursements = of(REIMBURSEMENTS);
  const company = of(BORNE);
  const taxes = sums.employer_statutory_withholding;
  return {
    gross,
    subtractions,
    reimbursements,
    net: gross.minus(subtractions).plus(reimbursements),
    taxes,
    benefits: company.minus(taxes),
    company,
  };
};

/** Net pay of lines: what the payee gets. */
export const netPay = (lines: readonly Figured[]): Decimal => derived(sumsOfLines(lines)).net;

/** The totals of a stub from its lines, for the period and for the year with what was paid before. */
export const stubTotals = (context: Context, lines: readonly Figured[]): StubTotals => {
  const { facts } = context;
  const period = sumsOfLines(lines);
  const earlier = sumsOfYear(facts.year_to_date.amounts);
  const year = noSums();
  for (const kind of LINE_KINDS) year[kind] = earlier[kind].plus(period[kind]);
  const now = derived(period);
  const ytd = derived(year);
  const isEmployee = facts.work_assignment.payee === 'employee';
  const of = (applies: boolean, value: Decimal) => (applies ? toText(value) : null);
  const ofYear = (applies: boolean, value: Decimal) => (applies ? toText(value) : '0');
  const both = (a: Decimal, b: Decimal): PeriodAndYear => ({ period: toText(a), ytd: toText(b) });
  const ofKind = (kind: LineKind) => both(period[kind], year[kind]);

  const vacation = vacationPayOf(lines.map(({ line }) => line));
  let managedEarnings = ZERO;
  for (const { line, amount } of lines)
    if (line.kind === 'earning' && line.is_managed && isMoney(line)) managedEarnings = managedEarnings.plus(amount);

  const summary: LineItemSummary = merged(bySummary(ofKind), {
    earnings: merged(ofKind('earning'), {
      period_managed: toText(managedEarnings),
      period_unmanaged: toText(period.earning.minus(managedEarnings)),
    }),
    benefits: both(
      period.employee_benefit.plus(period.employer_benefit),
      year.employee_benefit.plus(year.employer_benefit),
    ),
  });
  const liability = now.gross.plus(now.reimbursements).plus(now.company);
  const movesNoMoney = facts.payroll.type === 'historical' || facts.payroll.type === 'correction';
  const cash = movesNoMoney ? ZERO : facts.payment_method === 'manual' ? liability.minus(now.net) : liability;
  return {
    employee_summary: {
      gross: of(isEmployee, now.gross),
      subtractions: of(isEmployee, now.subtractions),
      reimbursements: of(isEmployee, now.reimbursements),
      net: of(isEmployee, now.net),
      gross_ytd: ofYear(isEmployee, ytd.gross),
      subtractions_ytd: ofYear(isEmployee, ytd.subtractions),
      reimbursements_ytd: ofYear(isEmployee, ytd.reimbursements),
      net_ytd: ofYear(isEmployee, ytd.net),
    },
    contractor_summary: {
      gross: of(!isEmployee, now.gross),
      reimbursements: of(!isEmployee, now.reimbursements),
      net: of(!isEmployee, now.net),
      gross_ytd: ofYear(!isEmployee, ytd.gross),
      reimbursements_ytd: ofYear(!isEmployee, ytd.reimbursements),
      net_ytd: ofYear(!isEmployee, ytd.net),
    },
    company_summary: {
      taxes_and_contributions: toText(now.taxes),
      benefits: toText(now.benefits),
      total: toText(now.company),
      taxes_and_contributions_ytd: toText(ytd.taxes),
      benefits_ytd: toText(ytd.benefits),
      total_ytd: toText(ytd.company),
    },
    vacation_pay_balance: toText(
      decimal(facts.vacation_pay_opening_balance).plus(vacation.accrued).plus(vacation.adjusted).minus(vacation.paid),
    ),
    vacation_pay: vacation,
    liability: toText(liability),
    cash_requirement: toText(cash),
    line_item_summary: summary,
  };
};

/** The amounts of lines by kind and type, for `year_to_date`; the kinds and types are those of the lines. */
export const amountsByType = (lines: Iterable<Line>): AmountsByType => {
  const amounts: Partial<Record<LineKind, Record<string, Amount>>> = {};
  for (const line of lines) {
    const ofKind = amounts[line.kind] ?? {};
    ofKind[line.type] = toText(amountOf(line).plus(ofKind[line.type] ?? ZERO));
    amounts[line.kind] = ofKind;
  }
  return amounts;
};
