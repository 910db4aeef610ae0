import type { Fixed } from '../../values/fixed.ts';
import { ONE, toText } from '../../values/fixed.ts';
import { total } from '../editions/figures.ts';
import type { lumpSumTax } from '../engine/lump-sum.ts';
import { periodExemption } from '../engine/pension.ts';
import { type EmployerCosts, workBases } from './costs.ts';
import type { StageFigures } from './stage-figures.ts';
import type { Due } from './stage-lines.ts';
import { EXEMPTION_BESIDE, LUMP_SUMS_TRANSFERRED, PERIODIC_PAYS, paysOf, TAX_ON_LUMP_SUMS } from './stage-year.ts';
import { isPaymentApart, taxedLumpSums } from './sums.ts';

/**
 * The sums of a stub that later ones of the year need, by name; those that are 0 are left out. Pensionable and
 * insurable earnings, those of parental insurance too, count only where contributions are due on them.
 */
export const basesOf = (
  { own, exempt, bought, alimony, figures, place, quebec, paid }: StageFigures,
  due: Due | null,
  costs: EmployerCosts | null,
  lump: ReturnType<typeof lumpSumTax> = null,
): Record<string, string> => {
  const { jurisdiction } = figures;
  const bases: Record<string, string> = {};
  put(bases, 'taxable', own.taxable.periodic);
  put(bases, 'all_taxable', total(own.taxable));
  put(bases, 'non_periodic', own.taxable.non_periodic);
  put(bases, 'all_taxable_quebec', total(own.taxable_quebec));
  put(bases, 'non_periodic_quebec', own.taxable_quebec.non_periodic);
  for (const [name, sum] of Object.entries(own.exempt)) put(bases, name, sum);
  if (!exempt.pension) {
    put(bases, 'pensionable', total(own.pensionable));
    put(bases, 'pensionable_non_periodic', own.pensionable.non_periodic);
  }
  if (!exempt.ei) {
    put(bases, 'insurable', total(own.insurable));
    put(bases, 'insurable_non_periodic', own.insurable.non_periodic);
    if (jurisdiction === 'QC') put(bases, 'insurable_quebec', total(own.insurable));
  }
  if (!exempt.qpip) {
    put(bases, 'qpip_earnings', total(own.qpip));
    put(bases, 'qpip_non_periodic', own.qpip.non_periodic);
  }
  const taxed = taxedLumpSums(own);
  put(bases, 'lump_sums', taxed.federal);
  put(bases, LUMP_SUMS_OF_PROVINCE, taxed.provincial - taxed.federal);
  put(bases, TAX_ON_LUMP_SUMS.federal, lump?.federal ?? 0n);
  put(bases, TAX_ON_LUMP_SUMS.provincial, lump?.quebec ?? 0n);
  if (lump) put(bases, LUMP_SUMS_OF_KNOWN_TAX, taxed.provincial);
  put(bases, LUMP_SUMS_TRANSFERRED, own.transferred);
  // What is taken from a payment made apart is F3 of it, and F4 of what comes later; F and U1 are of regular pay.
  const ofPayment = !figures.commission && isPaymentApart(own);
  const plansOfPayment = ofPayment ? own.registered_plans : 0n;
  put(bases, 'registered_plans', own.registered_plans - plansOfPayment);
  put(bases, 'registered_plans_non_periodic', own.registered_plans_non_periodic + plansOfPayment);
  put(bases, ofPayment ? 'union_dues_non_periodic' : 'union_dues', own.union_dues);
  put(bases, 'shares_ftq', bought.ftq);
  put(bases, 'shares_fondaction', bought.fondaction);
  put(bases, 'shares_federal', bought.federal);
  put(bases, `shares_${jurisdiction.toLowerCase()}`, bought.provincial);
  put(bases, 'alimony', alimony);
  put(bases, 'fhsa', quebec.fhsa);
  put(bases, 'commission_expenses', quebec.commission_expenses);
  // Several stubs of a date are one pay.
  put(bases, PERIODIC_PAYS, paid ? ONE : 0n);
  put(bases, paysOf(figures.periods), paid ? ONE : 0n);
  put(bases, `health_tax_${jurisdiction.toLowerCase()}`, total(own.health_tax));
  // Where somebody works follows from that sum; where it is 0 (a pension, dues that are given back) by this one.
  if (total(own.health_tax) === 0n) put(bases, `employed_${jurisdiction.toLowerCase()}`, ONE);
  put(bases, 'health_tax_periodic', own.health_tax.periodic);
  if (costs?.compensation) {
    const { assessable } = costs.compensation;
    put(bases, workBases(place).assessable, assessable);
    put(bases, workBases(place).above, own.workers_compensation - assessable);
  }
  if (jurisdiction === 'QC') put(bases, 'levies_quebec', own.labour_standards);
  if (due) {
    const part = paid ? periodExemption(figures.edition[jurisdiction === 'QC' ? 'qpp' : 'cpp'], figures.periods) : 0n;
    put(bases, EXEMPTION_BESIDE, due.exemption - part);
    put(bases, 'federal_tax', due.federal);
    put(bases, 'federal_tax_on_non_periodic', due.federal_on_non_periodic);
    put(bases, 'provincial_tax', due.provincial);
    put(bases, 'provincial_tax_on_non_periodic', due.provincial_on_non_periodic);
    put(bases, 'f5a', due.f5a);
    put(bases, 'f5b', due.f5b);
    put(bases, 'csb_beside', due.csb_beside);
    put(bases, 'worker_deduction', due.worker_deduction);
  }
  return bases;
};

/** What is a lump sum by the province's own rules alone. */
export const LUMP_SUMS_OF_PROVINCE = 'lump_sums_of_province_alone';

/**
 * Lump sums whose tax was calculated. It may be 0, as of somebody who is exempt, or have come back: a sum that comes to
 * 0 is not kept, so the sums of tax do not tell whether it is known.
 */
export const LUMP_SUMS_OF_KNOWN_TAX = 'lump_sums_of_known_tax';

/** Notes a sum under its name; one that comes to 0 is left out. */
export const put = (bases: Record<string, string>, name: string, sum: Fixed): void => {
  if (sum !== 0n) bases[name] = toText(sum);
};
