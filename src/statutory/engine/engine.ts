import type { Fixed } from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import { isQuebec } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import { commissionTax } from './commission.ts';
import type { Contributions } from './contributions.ts';
import { contributionsOf } from './contributions.ts';
import { cumulativeTax } from './cumulative.ts';
import type { PayTax } from './option1.ts';
import { bonusTax, periodicTax } from './option1.ts';
import { quebecIncomeTax } from './quebec.ts';

/** All that is withheld from one pay and what the employer pays beside it, before additional tax; in cents. */
export interface Withheld {
  contributions: Contributions;
  federal: Fixed;
  federal_on_bonus: Fixed;
  provincial: Fixed;
  provincial_on_bonus: Fixed;
}

const NONE: PayTax = { federal: 0n, provincial: 0n };

const federalAndProvincial = (
  figures: PayFigures,
  contributions: Contributions,
  trace: Trace | undefined,
): { periodic: PayTax; bonus: PayTax } => {
  if (!figures.commission && figures.method === 'cumulative') return cumulativeTax(figures, contributions, trace);
  const periodic = figures.commission
    ? commissionTax(figures, contributions, trace)
    : figures.taxable.periodic > 0n
      ? periodicTax(figures, contributions, trace)
      : NONE;
  return { periodic, bonus: bonusTax(figures, contributions, periodic, trace) };
};

/** One pay: contributions and premiums first, for they lower taxable income, then income tax, then Quebec's. */
export const withhold = (figures: PayFigures, trace?: Trace): Withheld => {
  const contributions = contributionsOf(figures, trace);
  const { periodic, bonus } = federalAndProvincial(figures, contributions, trace);
  const { exempt, claims } = figures;
  const noFederal = exempt.federal_tax || claims.federal.kind === 'exempt';
  const { periodic: ofPay, on_bonus } = exempt.provincial_tax
    ? { periodic: 0n, on_bonus: 0n }
    : isQuebec(figures)
      ? quebecIncomeTax(figures, contributions, trace)
      : { periodic: periodic.provincial, on_bonus: bonus.provincial };
  return {
    contributions,
    federal: noFederal ? 0n : periodic.federal,
    federal_on_bonus: noFederal ? 0n : bonus.federal,
    provincial: ofPay,
    provincial_on_bonus: on_bonus,
  };
};
