import type { PayFigures } from '../editions/figures.ts';
import { createTrace, type Trace } from '../editions/trace.ts';
import { type IncomeTax, withhold } from '../engine/engine.ts';
import { subjectOf } from './last-step.ts';
import type { StageFigures } from './stage-figures.ts';
import { type Recorded, recordedAt, together } from './stage-year.ts';

/** Work that is exempt from an income tax, beside other work of the same person and pay date that is not. */

type Bases = Recorded['bases'];
export type Tax = 'federal' | 'provincial';
/** The figures that a tax is calculated with, where they are not those of all stubs of the date. */
export type TaxedFigures = Readonly<Record<Tax, PayFigures | null>>;

export const TAXES = ['federal', 'provincial'] as const satisfies readonly Tax[];

/** The sums of a stub that its tax depends on. */
const OF_PAY = [
  ...['taxable', 'all_taxable', 'non_periodic', 'all_taxable_quebec', 'non_periodic_quebec'],
  ...['pensionable', 'pensionable_non_periodic', 'insurable', 'insurable_non_periodic'],
  ...['qpip_earnings', 'qpip_non_periodic'],
  ...['registered_plans', 'registered_plans_non_periodic', 'union_dues', 'union_dues_non_periodic'],
] as const;

const untaxed = (tax: Tax, name: string): string => `untaxed_${tax}_${name}`;

/** Whether a stub bears none of a tax. Of a claim of no provincial tax Ontario's health premium is left. */
export const isFreeOf = (tax: Tax, { exempt, figures }: Pick<StageFigures, 'exempt' | 'figures'>): boolean =>
  exempt[`${tax}_tax`] || figures.claims[tax].kind === 'exempt';

/** The sums of a stub again for each tax that it does not bear, so that later stubs of its date do not bear it either. */
export const untaxedBases = (bases: Bases, stage: Pick<StageFigures, 'exempt' | 'figures'>): Record<string, string> => {
  const sums: Record<string, string> = {};
  for (const tax of TAXES)
    if (isFreeOf(tax, stage))
      for (const name of OF_PAY) {
        const sum = bases[name];
        if (sum !== undefined) sums[untaxed(tax, name)] = sum;
      }
  return sums;
};

/** The sums of stubs without those of the ones that bear none of a tax; null where all bear it. */
export const taxedBases = (bases: Bases, tax: Tax): Bases | null => {
  const free = Object.fromEntries(
    OF_PAY.flatMap((name) => {
      const sum = bases[untaxed(tax, name)];
      return sum === undefined || recordedAt(bases, untaxed(tax, name)) === 0n ? [] : [[name, sum]];
    }),
  );
  return Object.keys(free).length === 0 ? null : together(bases, free, -1n);
};

/**
 * Income tax of the stubs of a date, each tax of those that bear it, with the contributions of those.
 *
 * @param trace is told the steps of each tax with its own figures
 */
export const taxesApart = (all: PayFigures, taxed: TaxedFigures, trace: Trace | undefined): IncomeTax => {
  const others = trace?.steps.filter(({ name }) => !TAXES.some((tax) => subjectOf(name) === tax));
  trace?.steps.splice(0, trace.steps.length, ...(others ?? []));
  const of = (tax: Tax): IncomeTax => {
    const own = trace ? createTrace() : undefined;
    const made = withhold(taxed[tax] ?? all, own);
    trace?.steps.push(...(own?.steps ?? []).filter(({ name }) => subjectOf(name) === tax));
    return made;
  };
  const { federal, federal_on_bonus } = of('federal');
  const { provincial, provincial_on_bonus } = of('provincial');
  return { federal, federal_on_bonus, provincial, provincial_on_bonus };
};
