import type { PayrollType } from '../../calculation/model/facts.ts';
import type { FiguredLine } from '../../calculation/model/ports.ts';
import type { FormBoxes } from '../../calculation/types/item-type.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, fixed, greater, lesser, ONE, roundToCent, times } from '../../values/fixed.ts';
import type { Jurisdiction, Split } from '../editions/figures.ts';
import { total } from '../editions/figures.ts';
import { isAt, slipBoxes, treatmentOf } from '../editions/line-item-types.ts';
import type { StatutoryWarning } from '../editions/trace.ts';
import type { LumpSums } from '../engine/lump-sum.ts';
import { warnIfRecalled } from '../request/warnings.ts';

/** What the lines of a stub come to, as the calculation counts them. */
export interface Sums {
  taxable: Split;
  taxable_quebec: Split;
  pensionable: Split;
  insurable: Split;
  qpip: Split;
  /** What is taxed at the rates of lump sums: by the federal rules, and by those of the province of employment. */
  lump_sum: Fixed;
  provincial_lump_sum: Fixed;
  /** Those of the federal rules as they are paid, with what of them is exempt under the Indian Act */
  lump_sum_paid: Fixed;
  /** What of taxed ones goes into registered plans, which bears no tax */
  transferred: Fixed;
  /** Remuneration that employer health taxes depend on. */
  health_tax: Split;
  /** Earnings that workers' compensation is due on where the work is done, and Quebec's labour standards */
  workers_compensation: Fixed;
  labour_standards: Fixed;
  registered_plans: Fixed;
  registered_plans_non_periodic: Fixed;
  union_dues: Fixed;
  /** Commissions among taxable income */
  commission: Split;
  ftq: Fixed;
  fondaction: Fixed;
  /** What is exempt of boxes of slips, by the names of sums that are kept of it */
  exempt: Record<string, Fixed>;
}

const split = (): Split => ({ periodic: 0n, non_periodic: 0n });

/** Sums of nothing yet. */
const noSums = (): Sums => ({
  taxable: split(),
  taxable_quebec: split(),
  pensionable: split(),
  insurable: split(),
  qpip: split(),
  lump_sum: 0n,
  provincial_lump_sum: 0n,
  lump_sum_paid: 0n,
  transferred: 0n,
  health_tax: split(),
  workers_compensation: 0n,
  labour_standards: 0n,
  registered_plans: 0n,
  registered_plans_non_periodic: 0n,
  union_dues: 0n,
  commission: split(),
  ftq: 0n,
  fondaction: 0n,
  exempt: {},
});

/** Whether something bears what the formulas of a pay ask; lump sums have rates of their own. */
const hasPayOfFormulas = ({ taxable, taxable_quebec, pensionable, insurable }: Sums): boolean =>
  [taxable, taxable_quebec, pensionable, insurable].some((split) => total(split) !== 0n);

/** Whether lump sums are paid or taken back, or what went from them into registered plans. */
export const hasLumpSums = ({ lump_sum, provincial_lump_sum, transferred }: Sums): boolean =>
  [lump_sum, provincial_lump_sum, transferred].some((amount) => amount !== 0n);

/** Whether anything is paid or counted: without it no line shows a zero. */
export const hasPay = (own: Sums): boolean => hasPayOfFormulas(own) || hasLumpSums(own);

/** Whether the formulas count anything: pay, or what is deducted from pay. */
export const isCounted = (own: Sums): boolean => {
  const { registered_plans, registered_plans_non_periodic, union_dues, ftq, fondaction } = own;
  const deducted = [registered_plans, registered_plans_non_periodic, union_dues, ftq, fondaction];
  return hasPayOfFormulas(own) || deducted.some((amount) => amount !== 0n);
};

/** Whether a stub pays something and nothing of it every period: what is deducted on it is deducted from that (F3). */
export const isPaymentApart = ({ taxable }: Sums): boolean => taxable.periodic === 0n && taxable.non_periodic !== 0n;

/**
 * The sums of a stub that pays lump sums alone: what goes into registered plans there is taken from these and lowers no
 * other pay; of what is exempt under the Indian Act it lowers no tax either. Taken back it is likewise. What comes back
 * alone is of the transfers of the year where it is more than the year's contributions from pay.
 *
 * @param before what went into registered plans in the year before this stub: from lump sums, and from pay
 */
export const withTransfers = (own: Sums, before: { transferred: Fixed; from_pay: Fixed }): Sums => {
  const { lump_sum, lump_sum_paid, registered_plans, registered_plans_non_periodic } = own;
  const plans = registered_plans + registered_plans_non_periodic;
  const earlier = -plans > before.from_pay ? -atLeastZero(before.transferred) : 0n;
  const [paid, taxed] = lump_sum_paid === 0n ? [earlier, earlier] : [lump_sum_paid, lump_sum];
  const isOfThem = paid > 0n ? plans > 0n : paid < 0n && plans < 0n;
  // Paid beside other pay, or closed before transfers were told apart, it was a contribution from pay.
  const isOfPay = taxed < 0n && before.transferred === 0n && -plans <= before.from_pay;
  if (!isOfThem || isOfPay || hasPayOfFormulas(own)) return own;
  const nearer = paid > 0n ? lesser : greater;
  const transferred = nearer(plans, taxed);
  // What is left of a contribution that is made once stays one, and is not multiplied by the pays of the year.
  const left = plans - nearer(plans, paid);
  const left_non_periodic = nearer(left, registered_plans_non_periodic);
  return {
    ...own,
    transferred,
    registered_plans: left - left_non_periodic,
    registered_plans_non_periodic: left_non_periodic,
  };
};

/** The lump sums of a stub that bear tax. */
export const taxedLumpSums = ({ lump_sum, provincial_lump_sum, transferred }: Sums): LumpSums => ({
  federal: lump_sum - transferred,
  provincial: provincial_lump_sum - transferred,
});

export interface Counting {
  /** Province of employment, and of work: workers' compensation goes by where the work is done. */
  jurisdiction: Jurisdiction;
  place: Jurisdiction;
  /** None of it is taken to be paid every period. */
  is_apart: boolean;
  /** The exempt fraction of income, and whether pensionable earnings shrink with it. */
  exemption: { exempt: Fixed; pension: boolean } | null;
}

/**
 * Whether nothing on a stub is paid every period, whatever its lines are of: a correction pays or takes back what
 * belongs to other pays, and an allowance or a benefit on an off-cycle payroll comes with the payment beside it, unless
 * that is wages.
 */
export const isPaidApart = (type: PayrollType, lines: readonly FiguredLine[]): boolean =>
  type === 'correction' ||
  (type === 'off_cycle' &&
    !lines.some((line) => {
      const treatment = line.kind === 'earning' ? treatmentOf(line.kind, line.type) : null;
      return treatment?.periodic === true && treatment.income_tax === 'taxable' && fixed(line.amount) !== 0n;
    }));

const addExempt = ({ exempt }: Sums, boxes: FormBoxes, amount: Fixed): void => {
  for (const slip of ['t4', 'rl1'] as const)
    for (const { sum, box } of slipBoxes().exempt[slip])
      if (boxes[slip]?.includes(box)) exempt[sum] = (exempt[sum] ?? 0n) + amount;
};

/**
 * Sums the lines of a stub by what their types count as. Types that the data does not know count for nothing and warn.
 */
export const sumLines = (lines: readonly FiguredLine[], counting: Counting, warnings: StatutoryWarning[]): Sums => {
  const sums = noSums();
  const { jurisdiction, place, is_apart, exemption } = counting;
  const is_quebec = jurisdiction === 'QC';
  const kept = exemption ? ONE - exemption.exempt : ONE;
  for (const line of lines) {
    const amount = fixed(line.amount);
    if (amount === 0n) continue;
    const treatment = treatmentOf(line.kind, line.type);
    if (!treatment) {
      warnings.push({
        type: 'not_covered',
        subject: `${line.kind}.${line.type}`,
        message: {
          en: `How ${line.kind} ${line.type} counts is not known: it was left out of all statutory amounts.`,
          fr: `On ne sait pas comment compte ${line.kind} ${line.type} : ce type a été laissé hors de tous les montants prévus par la loi.`,
        },
      });
      continue;
    }
    warnIfRecalled(treatment.mark, warnings);
    const part = treatment.periodic && !is_apart ? 'periodic' : 'non_periodic';
    const taxed = exemption ? roundToCent(times(amount, kept)) : amount;
    if (exemption) addExempt(sums, treatment.boxes, amount - taxed);
    if (treatment.income_tax === 'taxable') sums.taxable[part] += taxed;
    if (treatment.quebec_tax === 'taxable') sums.taxable_quebec[part] += taxed;
    if (treatment.holiday_base === 'commission') sums.commission[part] += taxed;
    if (treatment.income_tax === 'lump_sum') {
      sums.lump_sum += taxed;
      sums.lump_sum_paid += amount;
    }
    if ((is_quebec ? treatment.quebec_tax : treatment.income_tax) === 'lump_sum') sums.provincial_lump_sum += taxed;
    if (is_quebec ? treatment.qpp : treatment.cpp) sums.pensionable[part] += exemption?.pension ? taxed : amount;
    if (is_quebec ? treatment.ei_quebec : treatment.ei) sums.insurable[part] += amount;
    if (is_quebec && treatment.qpip) sums.qpip[part] += amount;
    if (isAt(treatment.health_tax, jurisdiction)) sums.health_tax[part] += amount;
    if (isAt(treatment.workers_compensation, place)) sums.workers_compensation += amount;
    if (treatment.labour_standards) sums.labour_standards += amount;
    // What the employer pays into a plan is deducted as far as it was taxed. Of what the employee pays, an RRSP has
    // room of years before, whatever this pay is; the rest is deducted as far as the pay is taxable.
    if (treatment.reduces === 'registered_plan')
      sums.registered_plans += treatment.income_tax === 'taxable' ? taxed : amount;
    if (treatment.reduces === 'pension_plan') sums.registered_plans += taxed;
    if (treatment.reduces === 'registered_plan_non_periodic') sums.registered_plans_non_periodic += amount;
    if (treatment.reduces === 'union_dues') sums.union_dues += taxed;
    if (treatment.shares) sums[treatment.shares] += amount;
  }
  return sums;
};
