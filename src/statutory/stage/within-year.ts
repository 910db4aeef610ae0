import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser } from '../../values/fixed.ts';
import { contributionsOf } from '../engine/contributions.ts';
import { enhancedPart } from '../engine/pension.ts';
import { employerEi } from '../engine/premiums.ts';
import type { StageFigures } from './stage-figures.ts';
import type { Due } from './stage-lines.ts';
import { recordedAt, recordedTogether, withinLimits, yearToDate } from './stage-year.ts';

/**
 * What a stub bears beside a correction of its date that gave something back, within what the year's maximums leave of it.
 * All stubs of a date are one pay, so what the correction gave back is due again once earnings of the date make up for it;
 * pays of other days, which were approved between the two, may have borne it already.
 */
export const withinYear = (due: Due, stage: StageFigures): Due => {
  const { figures, own, whole_year, of_date, jurisdiction } = stage;
  const [first, second] = jurisdiction === 'QC' ? (['qpp', 'qpp_2'] as const) : (['cpp', 'cpp_2'] as const);
  const names = { pension: first, second, ei: 'ei', qpip: 'qpip' } as const;
  if (Object.values(names).every((name) => recordedAt(of_date.employee, name) >= 0n)) return due;
  const { pensionable, insurable, qpip } = own;
  const ytd = withinLimits(figures.ytd, yearToDate(recordedTogether(whole_year, of_date), jurisdiction));
  const most = contributionsOf({ ...figures, pensionable, insurable, qpip, ytd, has_exemption: false });
  const capped = (name: keyof typeof names, amount: Fixed, bound: Fixed): Fixed =>
    recordedAt(of_date.employee, names[name]) < 0n && amount > 0n ? lesser(amount, atLeastZero(bound)) : amount;
  const pension = capped('pension', due.pension, most.pension);
  const higher = capped('second', due.second, most.second);
  const ei = capped('ei', due.ei, most.premium);
  const { employer } = due;
  return {
    ...due,
    pension,
    second: higher,
    ei,
    qpip: due.qpip === null ? null : capped('qpip', due.qpip, most.qpip?.employee ?? 0n),
    employer: {
      pension: pension === due.pension ? employer.pension : pension,
      second: higher === due.second ? employer.second : higher,
      ei: ei === due.ei ? employer.ei : employerEi(ei, figures.ei_employer_multiplier),
      qpip: employer.qpip === null ? null : capped('qpip', employer.qpip, most.qpip?.employer ?? 0n),
    },
    f5a:
      due.f5a -
      enhancedPart(figures.arithmetic, most.plan, { contribution: due.pension - pension, second: due.second - higher }),
  };
};
