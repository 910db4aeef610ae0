import type { StubFacts } from '../../calculation/model/facts.ts';
import { type Fixed, toText } from '../../values/fixed.ts';
import { sameJson } from '../../values/json.ts';
import { pensionExemption } from '../editions/age.ts';
import type { Jurisdiction, PayFigures, Split } from '../editions/figures.ts';
import { createTrace, type Trace } from '../editions/trace.ts';
import { type Contributions, contributionsOf } from '../engine/contributions.ts';
import { federalTax, type IncomeTax, quebecTax } from '../engine/engine.ts';
import { subjectOf } from './last-step.ts';
import { PERIODIC_PAYS, paysOf, type Recorded, recorded, recordedAt, together } from './stage-year.ts';
import type { Sums } from './sums.ts';
import { flagOf, type InForce } from './tax-properties.ts';

/**
 * Work that is exempt from a contribution, a premium or an income tax, and what that means for the same person's other
 * pay: beside it on its date, and later in the year.
 */

type Bases = Recorded['bases'];
type Exempt = PayFigures['exempt'];

/**
 * What the pay does not bear, by the tax properties, the kind of payee and the months that count for the pension plan.
 */
export const exemptionsOf = (
  properties: InForce,
  jurisdiction: Jurisdiction,
  isEmployee: boolean,
  isOutsidePensionPlan: boolean,
): Exempt => ({
  pension: !isEmployee || isOutsidePensionPlan || flagOf(properties, pensionExemption(jurisdiction)),
  ei: !isEmployee || flagOf(properties, 'ca::ei_exempt'),
  qpip: !isEmployee || flagOf(properties, 'ca::qc::qpip_exempt'),
  federal_tax: flagOf(properties, 'ca::federal_tax_exempt'),
  provincial_tax: flagOf(properties, 'ca::provincial_tax_exempt'),
});

/** What all stubs of a date together are exempt from: not where earlier ones, of other work, contributed. */
export const exemptionsOfDate = (exempt: Exempt, { bases }: Recorded): Exempt => ({
  ...exempt,
  pension: exempt.pension && recordedAt(bases, 'pensionable') === 0n,
  ei: exempt.ei && recordedAt(bases, 'insurable') === 0n,
  qpip: exempt.qpip && recordedAt(bases, 'qpip_earnings') === 0n,
});

const NO_EARNINGS: Split = { periodic: 0n, non_periodic: 0n };

/** The sums of a stub without the earnings that contributions and premiums are not due on. */
export const withoutExemptEarnings = (own: Sums, exempt: Exempt): Sums => ({
  ...own,
  pensionable: exempt.pension ? NO_EARNINGS : own.pensionable,
  insurable: exempt.ei ? NO_EARNINGS : own.insurable,
  qpip: exempt.qpip ? NO_EARNINGS : own.qpip,
});

export type Tax = 'federal' | 'provincial';
export const TAXES = ['federal', 'provincial'] as const satisfies readonly Tax[];

/** The figures that a tax is calculated with, where they are not those of all stubs of the date. */
export interface FiguresApart {
  figures: PayFigures;
  /**
   * - `averaged_alone`: it is averaged, and the other stubs of the date bore the tax of the other side of Quebec's
   *   border. They are left out, and of the contributions only this stub's own lower it.
   * - `untaxed_left_out`: pay that does not bear it is left out. It is lowered by the contributions that the rest comes
   *   to.
   */
  why: 'averaged_alone' | 'untaxed_left_out';
}

/** What of a stub its income taxes are calculated from. */
export interface TaxedStub {
  figures: PayFigures;
  /** What this stub does not bear; that of `figures` is what none of its date's stubs bears. */
  exempt: Exempt;
  jurisdiction: Jurisdiction;
  /** The same person's other stubs of this pay date that are taken off what all of them bear. */
  earlier: Recorded;
  /**
   * The figures of each tax where some of that pay does not bear it, or is averaged on the other side of Quebec's
   * border.
   */
  apart: Readonly<Record<Tax, FiguresApart | null>>;
  /** Pays that it has, of each tax that it bears, which stubs before it had whose work is exempt from the tax. */
  pays_of_exempt: Readonly<Record<Tax, Fixed>>;
}

/**
 * The sums of a pay that an income tax depends on: of pay that does not bear the tax they are left out of it. Maximums
 * of the year go by pensionable and insurable earnings as they are.
 */
export const SUMS_OF_TAXED_PAY = [
  ...['taxable', 'all_taxable', 'non_periodic', 'all_taxable_quebec', 'non_periodic_quebec'],
  ...['pensionable', 'pensionable_non_periodic', 'insurable', 'insurable_non_periodic'],
  ...['qpip_earnings', 'qpip_non_periodic'],
  ...['registered_plans', 'registered_plans_non_periodic', 'union_dues', 'union_dues_non_periodic'],
  ...['f5a', 'f5b', 'csb_beside', 'worker_deduction', 'commission_expenses'],
] as const;

/**
 * Why a stub bears none of a tax. Its work is exempt: that is no income for the tax, on its date and in the year. Or
 * income is said to be below the claim (code E): nothing is withheld, and it stays income of the year.
 */
const EXEMPT = 'untaxed';
const BELOW_CLAIM = 'below_claim';
const isApart = (name: string): boolean => name.startsWith(EXEMPT) || name.startsWith(BELOW_CLAIM);

/** The name of one of those sums again, of pay that does not bear a tax. */
const apartName = (why: typeof EXEMPT | typeof BELOW_CLAIM, tax: Tax, name: string): string => `${why}_${tax}_${name}`;

/** Whether a stub bears none of a tax. Of a claim of no provincial tax Ontario's health premium is left. */
export const isFreeOf = (tax: Tax, { exempt, figures }: Pick<TaxedStub, 'exempt' | 'figures'>): boolean =>
  exempt[`${tax}_tax`] || figures.claims[tax].kind === 'exempt';

/**
 * The sums of a stub again for each tax that it does not bear, so that the tax of other pay leaves them out. The pay of
 * a date is counted once: where exempt work has it, the first stub that bears the tax takes it back.
 */
export const untaxedBases = (
  bases: Bases,
  stage: Pick<TaxedStub, 'exempt' | 'figures' | 'pays_of_exempt'>,
): Record<string, string> => {
  const sums: Record<string, string> = {};
  const pays = [PERIODIC_PAYS, paysOf(stage.figures.periods)];
  for (const tax of TAXES) {
    if (isFreeOf(tax, stage)) {
      const why = stage.exempt[`${tax}_tax`] ? EXEMPT : BELOW_CLAIM;
      for (const name of [...SUMS_OF_TAXED_PAY, ...pays]) {
        const sum = bases[name];
        if (sum !== undefined) sums[apartName(why, tax, name)] = sum;
      }
    }
    const taken = stage.pays_of_exempt[tax];
    if (taken > 0n) for (const name of pays) sums[apartName(EXEMPT, tax, name)] = toText(-taken);
  }
  return sums;
};

/** The pays that stubs of an earlier provider had whose work is exempt from a tax. */
export const exemptPays = (bases: Bases, tax: Tax): Fixed => recordedAt(bases, apartName(EXEMPT, tax, PERIODIC_PAYS));

/** All sums of other pay that the tax of a stub depends on. */
const countedIn = (facts: StubFacts, ofDate: Bases): Bases[] =>
  [
    facts.employer_year_to_date ?? facts.year_to_date,
    facts.averaging?.before,
    facts.last_pay,
    facts.last_year,
    { bases: ofDate },
  ].flatMap((sums) => (sums ? [sums.bases] : []));

/** Whether some pay that the tax of a stub depends on may not bear it. */
export const hasUntaxed = (facts: StubFacts, ofDate: Bases): boolean =>
  countedIn(facts, ofDate).some((bases) => {
    for (const name in bases) if (isApart(name)) return true;
    return false;
  });

/** Whether what does not bear one of the taxes does not bear the other either. */
export const isUntaxedAlike = (facts: StubFacts, ofDate: Bases): boolean =>
  countedIn(facts, ofDate).every((bases) =>
    ([EXEMPT, BELOW_CLAIM] as const).every((why) => {
      const [federal, provincial] = TAXES.map((tax) => sumsNamed(bases, apartName(why, tax, '')));
      return sameJson(federal!, provincial!);
    }),
  );

/** The sums whose names begin so, by the rest of the name. */
const sumsNamed = (bases: Bases, prefix: string): Record<string, string> => {
  const sums: Record<string, string> = {};
  for (const name in bases) if (name.startsWith(prefix)) sums[name.slice(prefix.length)] = bases[name]!;
  return sums;
};

const without = (bases: Bases, prefix: string): Bases => {
  const free = sumsNamed(bases, prefix);
  return Object.keys(free).length === 0 ? bases : together(bases, free, -1n);
};

/** The sums of other days without those of stubs whose work is exempt from a tax. */
export const taxedOfYear = (bases: Bases, tax: Tax): Bases => without(bases, apartName(EXEMPT, tax, ''));

/** The sums of stubs of a date without those of the ones that bear none of a tax. */
const taxedOfDate = (bases: Bases, tax: Tax): Bases =>
  without(taxedOfYear(bases, tax), apartName(BELOW_CLAIM, tax, ''));

/** Whether a year had regular pay that bore a tax, federal or provincial. */
export const hasTaxedPay = (bases: Bases): boolean =>
  TAXES.some((tax) => recordedAt(taxedOfYear(bases, tax), PERIODIC_PAYS) > 0n);

/** What was paid before, as figures count it. */
export interface Counted {
  year: Recorded;
  /** What of the year averaging leaves out */
  left_out: Recorded | null;
  last_pay: Recorded;
  last_year: Recorded;
  ofDate: Recorded;
}

/** What was paid before: all of it, or of a tax what may bear it. */
export const countedFor = (facts: StubFacts, tax: Tax | undefined): Counted => {
  const of = (sums: Parameters<typeof recorded>[0], bearing: typeof taxedOfYear = taxedOfYear): Recorded => {
    const all = recorded(sums);
    return tax === undefined ? all : { ...all, bases: bearing(all.bases, tax) };
  };
  const basesOnly = (sums: Pick<Recorded, 'bases'> | undefined) => of(sums && { amounts: {}, bases: sums.bases });
  return {
    year: of(facts.employer_year_to_date ?? facts.year_to_date),
    left_out: facts.averaging ? of(facts.averaging.before) : null,
    last_pay: basesOnly(facts.last_pay),
    last_year: basesOnly(facts.last_year),
    ofDate: of(facts.same_pay_date, taxedOfDate),
  };
};

/** What a stub bears of all contributions of its date. */
const ownContributions = ({ earlier, jurisdiction }: TaxedStub, all: Contributions): Contributions => {
  const [first, second] = jurisdiction === 'QC' ? (['qpp', 'qpp_2'] as const) : (['cpp', 'cpp_2'] as const);
  return {
    ...all,
    pension: all.pension - recordedAt(earlier.employee, first),
    second: all.second - recordedAt(earlier.employee, second),
    f5a: all.f5a - recordedAt(earlier.bases, 'f5a'),
    f5b: all.f5b - recordedAt(earlier.bases, 'f5b'),
  };
};

/**
 * Income tax of the stubs of a date, each tax with its own figures.
 *
 * @param contributions of all stubs of the date
 * @param trace is told the steps of each tax with its figures
 */
export const taxesOf = (stage: TaxedStub, contributions: Contributions, trace: Trace | undefined): IncomeTax => {
  const { figures, apart } = stage;
  const isQuebec = stage.jurisdiction === 'QC';
  if (!apart.federal && !apart.provincial)
    return {
      ...federalTax(figures, contributions, trace),
      ...(isQuebec ? quebecTax(figures, contributions, trace) : {}),
    };
  const calculated = <T>(
    of: Tax,
    told: readonly Tax[],
    tax: (...given: [PayFigures, Contributions, Trace?]) => T,
  ): T => {
    const own = trace ? createTrace() : undefined;
    const one = apart[of];
    const made = !one
      ? tax(figures, contributions, own)
      : tax(
          one.figures,
          one.why === 'averaged_alone' ? ownContributions(stage, contributions) : contributionsOf(one.figures, own),
          own,
        );
    // Its own steps of F5 take the place of those of all stubs.
    const steps = own?.steps.filter(({ name }) => told.some((about) => subjectOf(name) === about)) ?? [];
    const names = new Set(steps.map(({ name }) => name));
    trace?.steps.splice(0, trace.steps.length, ...trace.steps.filter(({ name }) => !names.has(name)), ...steps);
    return made;
  };
  if (!isQuebec && apart.federal === apart.provincial) return calculated('federal', TAXES, federalTax);
  const { federal, federal_on_bonus } = calculated('federal', ['federal'], federalTax);
  const { provincial, provincial_on_bonus } = calculated(
    'provincial',
    ['provincial'],
    isQuebec ? quebecTax : federalTax,
  );
  return { federal, federal_on_bonus, provincial, provincial_on_bonus };
};
