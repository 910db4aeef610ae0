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

/** Income tax of a pay, given its contributions. */
export type IncomeTax = Omit<Withheld, 'contributions'>;

/** Federal tax, and that of a province whose tax is calculated with it; none of Quebec's. */
export const federalTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): IncomeTax => {
  const { periodic, bonus } = federalAndProvincial(figures, contributions, trace);
  const { exempt, claims } = figures;
  const noFederal = exempt.federal_tax || claims.federal.kind === 'exempt';
  const noProvincial = exempt.provincial_tax || isQuebec(figures);
  return {
    federal: noFederal ? 0n : periodic.federal,
    federal_on_bonus: noFederal ? 0n : bonus.federal,
    provincial: noProvincial ? 0n : periodic.provincial,
    provincial_on_bonus: noProvincial ? 0n : bonus.provincial,
  };
};

/** Quebec's own tax, of a pay in Quebec. */
export const quebecTax = (
  figures: PayFigures,
  contributions: Contributions,
  trace?: Trace,
): Pick<IncomeTax, 'provincial' | 'provincial_on_bonus'> => {
  if (figures.exempt.provincial_tax) return { provincial: 0n, provincial_on_bonus: 0n };
  const { periodic, on_bonus } = quebecIncomeTax(figures, contributions, trace);
  return { provincial: periodic, provincial_on_bonus: on_bonus };
};

/** One pay: contributions and premiums first, for they lower taxable income, then income tax, then Quebec's. */
export const withhold = (figures: PayFigures, trace?: Trace): Withheld => {
  const contributions = contributionsOf(figures, trace);
  return {
    contributions,
    ...federalTax(figures, contributions, trace),
    ...(isQuebec(figures) ? quebecTax(figures, contributions, trace) : {}),
  };
};
