import type { Fixed } from '../../values/fixed.ts';
import { toText } from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import type { Contributions } from '../engine/contributions.ts';
import { withhold } from '../engine/engine.ts';
import { enhancedPart } from '../engine/pension.ts';
import { employerEi } from '../engine/premiums.ts';
import { workerDeduction } from '../engine/quebec.ts';
import type { StageFigures } from './stage-figures.ts';
import type { Recorded } from './stage-year.ts';
import { recordedAt } from './stage-year.ts';

/** F5A as the year's sums continue with it: with a TD1X F5 is that of the year, and what this pay has had counts. */
export const paidF5a = ({ commission, arithmetic }: PayFigures, contributions: Contributions): Fixed =>
  commission
    ? enhancedPart(arithmetic, contributions.plan, {
        contribution: contributions.pension,
        second: contributions.second,
      })
    : contributions.f5a;

/** What workers may deduct of a pay in Quebec; 0 elsewhere. */
export const workerDeductionOf = (figures: PayFigures): Fixed =>
  figures.jurisdiction === 'QC' && figures.taxable_quebec.periodic > 0n
    ? workerDeduction(figures, figures.taxable_quebec.periodic)
    : 0n;

/** The sums that name a jurisdiction: each stub has one of them. */
const PLACED = /^(?:health_tax|employed)_([a-z]{2})$/;

/** Whether some earlier stub of the date was paid in another jurisdiction than this one. */
export const isPaidElsewhereToo = ({ earlier, figures }: StageFigures): boolean =>
  Object.keys(earlier.bases).some((name) => {
    const place = PLACED.exec(name)?.[1];
    return (
      place !== undefined && place !== figures.jurisdiction.toLowerCase() && recordedAt(earlier.bases, name) !== 0n
    );
  });

/**
 * The earlier stubs of a date with what they would have borne in the jurisdiction of this one and by its method. Some of
 * them were paid in another, by other rates and to another pension plan, or taxed by a method of regular pay: what they
 * really bore says nothing about what is left to bear here.
 *
 * @param alone the figures of the earlier stubs without this one, in its jurisdiction and by its method
 */
export const borneHere = (earlier: Recorded, alone: PayFigures): Recorded => {
  const { contributions, federal, federal_on_bonus, provincial, provincial_on_bonus } = withhold(alone);
  const { pension, second, premium, qpip, f5b } = contributions;
  const [first, higher] = alone.jurisdiction === 'QC' ? ['qpp', 'qpp_2'] : ['cpp', 'cpp_2'];
  const texts = (amounts: Record<string, Fixed>) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, toText(amount)]));
  const ofPension = { [first!]: pension, [higher!]: second };
  return {
    bases: {
      ...earlier.bases,
      ...texts({
        federal_tax: federal,
        federal_tax_on_non_periodic: federal_on_bonus,
        provincial_tax: provincial,
        provincial_tax_on_non_periodic: provincial_on_bonus,
        f5a: paidF5a(alone, contributions),
        f5b,
        worker_deduction: workerDeductionOf(alone),
      }),
    },
    employee: { ...earlier.employee, ...texts({ ...ofPension, ei: premium, qpip: qpip?.employee ?? 0n }) },
    employer: {
      ...earlier.employer,
      ...texts({
        ...ofPension,
        ei: employerEi(premium, alone.ei_employer_multiplier),
        qpip: qpip?.employer ?? 0n,
      }),
    },
  };
};
