import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, greater, lesser } from '../../values/fixed.ts';
import type { Edition, PensionPlan } from '../editions/edition.ts';
import type { PayFigures, Split } from '../editions/figures.ts';
import { isQuebec, reducedEi, total } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import type { Contributed } from './pension.ts';
import {
  commissionExemption,
  enhancedPart,
  enhancedPartOfYear,
  exemptionLeft,
  pensionContributions,
  periodExemption,
  splitEnhanced,
} from './pension.ts';
import { eiPremium, employerEi, qpipPremiums } from './premiums.ts';

/** Pension contributions and premiums of one pay, and what of them later steps need. */
export interface Contributions {
  plan: PensionPlan;
  other: PensionPlan;
  ei: Edition['ei'];
  contributed: Contributed;
  /** C, C2, EI of the employee, in cents */
  pension: Fixed;
  second: Fixed;
  premium: Fixed;
  employer_premium: Fixed;
  /** null where QPIP does not apply */
  qpip: { employee: Fixed; employer: Fixed } | null;
  /** What the pay has of the year's basic exemption: of pay below its part no more than that */
  exemption: Fixed;
  /** F5 of the pay and its parts; with a TD1X, F5 of the year, all of it F5A */
  f5: Fixed;
  f5a: Fixed;
  f5b: Fixed;
  /** The periodic pay alone: what it would have borne, and its insurable earnings, the base of K2; F5 of it */
  periodic: { pension: Fixed; f5: Fixed; ei: Fixed; insurable: Fixed; qpip: Fixed };
}

const exemptionOf = (figures: PayFigures, plan: PensionPlan): Fixed => {
  const { periodic, non_periodic } = figures.pensionable;
  // Money taken back has none, but pay that it is taken off.
  if (periodic <= 0n && total(figures.pensionable) < 0n) return 0n;
  if (figures.commission) return commissionExemption(plan, figures.commission.days);
  // A payment made apart from regular pay has no exemption of its own (T4127 chapter 6).
  if (periodic === 0n || !figures.has_exemption) return 0n;
  const part = periodExemption(plan, figures.periods);
  // Of pay below its part the rest is lost: what is taken back bore nothing less for it.
  return non_periodic < 0n ? lesser(part, periodic) : part;
};

/** Whether something is taken back beside pay, which bears by itself what it bears without that. */
export const isTakenOff = ({ periodic, non_periodic }: Split): boolean => periodic > 0n && non_periodic < 0n;

/** EI of the place and account of a pay, and what bounds its premiums of the year. */
const eiOf = (figures: PayFigures): { ei: Edition['ei']; has_moved: boolean; most: Fixed } => {
  const { edition, ei_employee_rate: rate } = figures;
  const edited = isQuebec(figures) ? edition.ei_quebec : edition.ei;
  const ei = rate === null ? edited : reducedEi(edited, rate);
  return {
    ei,
    has_moved: figures.has_changed_ei_rate || hasMoved(figures),
    most: greater(ei.max, greater(edition.ei.max, edition.ei_quebec.max)),
  };
};

/**
 * The employer's EI: the employee's premium by the account's multiplier. By that of the law, which no account passes, a
 * year never comes to more than so many times the employee's maximum, the employer's maximum that is published: the
 * cents of the pays may. Another multiplier bounds nothing, as an account may have had a higher one before; nor does a
 * year of which the employer's part is not known.
 *
 * @param borne of it by earlier pay stubs of the date, which are not among the year's sums
 */
export const employerPremium = (figures: PayFigures, premium: Fixed, borne: Fixed = 0n): Fixed => {
  const { ei_employer_multiplier: multiplier, ytd } = figures;
  const rounded = employerEi(premium, multiplier);
  const most = employerMost(figures);
  if (rounded <= 0n || most === null || ytd.ei_employer === null) return rounded;
  return lesser(rounded, atLeastZero(most - ytd.ei_employer - borne));
};

/** The employer's maximum of the year; null where the multiplier is not that of the law. */
export const employerMost = (figures: PayFigures): Fixed | null => {
  const { ei_employer_multiplier: multiplier, edition } = figures;
  if (multiplier !== edition.ei.employer_multiplier) return null;
  const { ei, has_moved, most } = eiOf(figures);
  return employerEi(has_moved ? most : ei.max, multiplier);
};

/** CPP or QPP, EI and QPIP of a pay, employee and employer (T4127 chapters 6 and 7). */
// Long: the steps of one formula in the order of its source, each named by the factors that the source calls it by.
export const contributionsOf = (figures: PayFigures, trace?: Trace): Contributions => {
  const { arithmetic, edition, ytd, exempt, pensionable, insurable, qpip, commission } = figures;
  const quebec = isQuebec(figures);
  const plan = quebec ? edition.qpp : edition.cpp;
  const other = quebec ? edition.cpp : edition.qpp;
  const { ei, ...bounds } = eiOf(figures);
  const contributed: Contributed = quebec
    ? { first: ytd.qpp, second: ytd.qpp2, other_first: ytd.cpp, other_second: ytd.cpp2 }
    : { first: ytd.cpp, second: ytd.cpp2, other_first: ytd.qpp, other_second: ytd.qpp2 };
  const pensionInput = {
    arithmetic,
    plan,
    other,
    months: figures.pensionable_months,
    ytd_pensionable: ytd.pensionable,
    exemption_left: exemptionLeft(plan, ytd.exempted, figures.pensionable_months),
    contributed,
  };
  const allPensionable = total(pensionable);
  const none = { contribution: 0n, second: 0n };
  const exemption = exemptionOf(figures, plan);
  const takesBack = isTakenOff(pensionable) && !commission;
  const is_back = allPensionable < 0n || (takesBack && allPensionable < exemption);
  const now = exempt.pension
    ? none
    : pensionContributions({ pensionable: allPensionable, exemption, is_back, ...pensionInput }, trace);

  const eiInput = {
    arithmetic,
    figures: ei,
    ytd_premium: ytd.ei,
    ytd_insurable: ytd.insurable,
    ...bounds,
  };
  const allInsurable = total(insurable);
  const premium = exempt.ei ? 0n : eiPremium({ insurable: allInsurable, ...eiInput }, trace);

  // What the periodic pay alone bears differs from the whole only where something beside it is paid, or where nothing
  // periodic is paid now and the last periodic pay replaces it.
  const alone = figures.taxable.periodic === 0n && figures.last_taxable !== 0n;
  const periodicPensionable = alone ? figures.last_pensionable : pensionable.periodic;
  const periodicInsurable = alone ? figures.last_insurable : insurable.periodic;
  const isWhole = !alone && periodicPensionable === allPensionable;
  const periodicPension = exempt.pension
    ? 0n
    : isWhole
      ? now.contribution
      : pensionContributions({
          ...pensionInput,
          // What comes back with money taken back leaves room for the regular pay again.
          contributed: { ...contributed, first: contributed.first + lesser(now.contribution, 0n) },
          pensionable: periodicPensionable,
          exemption: alone ? periodExemption(plan, figures.periods) : exemption,
          is_back: periodicPensionable < 0n,
        }).contribution;
  const periodicEi = exempt.ei
    ? 0n
    : periodicInsurable === allInsurable
      ? premium
      : eiPremium({
          ...eiInput,
          ytd_premium: ytd.ei + lesser(premium, 0n),
          ytd_insurable: ytd.insurable + lesser(allInsurable, 0n),
          insurable: periodicInsurable,
        });

  const f5 =
    commission && !exempt.pension
      ? enhancedPartOfYear(plan, commission.income, figures.pensionable_months)
      : enhancedPart(arithmetic, plan, now);
  const ofPay =
    takesBack && !exempt.pension
      ? pensionContributions({ ...pensionInput, pensionable: pensionable.periodic, exemption, is_back: false })
      : now;
  const periodic_f5 = enhancedPart(arithmetic, plan, ofPay);
  const parts = commission
    ? { f5a: f5, f5b: 0n }
    : takesBack
      ? { f5a: periodic_f5, f5b: f5 - periodic_f5 }
      : splitEnhanced(arithmetic, f5, allPensionable, pensionable.non_periodic);
  if (trace) {
    trace.step(
      quebec ? 'F5Q' : 'F5',
      commission ? 'first and second additional contributions of the year' : 'C × first additional rate / rate + C2',
      f5,
      { C: now.contribution, C2: now.second, 'first additional rate': plan.first_additional_rate, rate: plan.rate },
      plan.mark.source,
    );
    const shown = { F5: f5, PI: allPensionable, B: pensionable.non_periodic };
    const [f5aIs, f5bIs] = takesBack ? ['F5 of PI − B alone', 'F5 − F5A'] : ['F5 × (PI − B) / PI', 'F5 × B / PI'];
    trace.step('F5A', f5aIs, parts.f5a, shown, plan.mark.source);
    if (pensionable.non_periodic !== 0n) trace.step('F5B', f5bIs, parts.f5b, shown, plan.mark.source);
  }
  return {
    plan,
    other,
    ei,
    contributed,
    pension: now.contribution,
    second: now.second,
    premium,
    employer_premium: employerPremium(figures, premium),
    exemption: exempt.pension ? 0n : is_back ? exemption : lesser(exemption, allPensionable),
    qpip: quebec && !exempt.qpip ? qpipPremiums(edition.qpip, total(qpip), ytd, trace) : null,
    f5,
    ...parts,
    periodic: {
      pension: periodicPension,
      f5: periodic_f5,
      ei: periodicEi,
      insurable: periodicInsurable,
      qpip: alone ? figures.last_qpip : qpip.periodic,
    },
  };
};

/**
 * Whether insurable earnings of the year were paid under both EI rates. Where the part paid in Quebec is not known, a
 * contribution to the other pension plan says it.
 */
const hasMoved = (figures: PayFigures): boolean => {
  const { ytd } = figures;
  if (ytd.insurable_quebec !== null) {
    return isQuebec(figures) ? ytd.insurable_quebec < ytd.insurable : ytd.insurable_quebec > 0n;
  }
  return isQuebec(figures) ? ytd.cpp > 0n || ytd.cpp2 > 0n : ytd.qpp > 0n || ytd.qpp2 > 0n;
};
