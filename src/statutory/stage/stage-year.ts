import type { AmountsByType } from '../../calculation/model/facts.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, ONE, roundToCent, timesRatio, toText } from '../../values/fixed.ts';
import type { Exempted, FundShares, Jurisdiction, PayFigures, Split, YearToDate } from '../editions/figures.ts';

type Amounts = Readonly<Record<string, string>>;

/** Sums and withheld amounts of other stubs, by the names under which results carried them. */
export interface Recorded {
  bases: Amounts;
  /** Withheld from the employee, and contributed by the employer, by line item type. */
  employee: Amounts;
  employer: Amounts;
}

const NONE: Amounts = {};

/** One of the recorded amounts; 0 where nothing was recorded. */
export const recordedAt = (amounts: Amounts, name: string): Fixed => {
  const amount = amounts[name];
  return amount === undefined ? 0n : fixed(amount);
};

/** What stubs before this one recorded. */
export const recorded = (facts: { amounts: AmountsByType; bases: Amounts } | undefined): Recorded => ({
  bases: facts?.bases ?? NONE,
  employee: facts?.amounts.statutory_withholding ?? NONE,
  employer: facts?.amounts.employer_statutory_withholding ?? NONE,
});

/** Shares of Quebec's funds count for the federal credit too. */
export const fundShares = ({ ftq, fondaction, federal, provincial }: FundShares): FundShares => ({
  federal: federal + ftq + fondaction,
  provincial,
  ftq,
  fondaction,
});

/** Shares of labour-sponsored funds that stubs recorded; those of a province's fund are kept by province. */
export const recordedShares = ({ bases }: Recorded, jurisdiction: Jurisdiction): FundShares => ({
  federal: recordedAt(bases, 'shares_federal'),
  provincial: recordedAt(bases, `shares_${jurisdiction.toLowerCase()}`),
  ftq: recordedAt(bases, 'shares_ftq'),
  fondaction: recordedAt(bases, 'shares_fondaction'),
});

/** Sums of tax that was entered, as far as it differs from what was calculated; by the sums of calculated tax. */
export const ENTERED_TAX = {
  federal_tax: 'entered_federal_tax',
  federal_tax_on_non_periodic: 'entered_federal_tax_on_non_periodic',
  provincial_tax: 'entered_provincial_tax',
  provincial_tax_on_non_periodic: 'entered_provincial_tax_on_non_periodic',
} as const;

/** Sums of tax that was calculated on lump sums. */
export const TAX_ON_LUMP_SUMS = {
  federal: 'federal_tax_on_lump_sums',
  provincial: 'provincial_tax_on_lump_sums',
} as const;

/** What went from lump sums straight into registered plans. */
export const LUMP_SUMS_TRANSFERRED = 'lump_sums_transferred';

/** What was entered in place of it, as far as it differs. */
export const ENTERED_TAX_ON_LUMP_SUMS = {
  federal: 'entered_federal_tax_on_lump_sums',
  provincial: 'entered_provincial_tax_on_lump_sums',
} as const;

/** Sums of additional tax that was withheld. */
export const ADDITIONAL_TAX = { federal: 'additional_federal_tax', quebec: 'additional_quebec_tax' } as const;

/**
 * The line item type of a territory's payroll tax, and the base of what money taken back could not give back of it, as
 * pay ahead of it bore too little.
 */
export const SUMS_OF_TERRITORY = {
  NT: { tax: 'nt_payroll_tax', kept: 'nt_payroll_tax_kept' },
  NU: { tax: 'nu_payroll_tax', kept: 'nu_payroll_tax_kept' },
} as const;

/** The sum of pays with something regular: those of a date are one. */
export const PERIODIC_PAYS = 'periodic_pays';
const PAYS_OF = 'pays_of_';
/** The sum of pays of so many a year. */
export const paysOf = (periods: number): string => `${PAYS_OF}${periods}`;

/** What pays had more or less of the year's basic exemption of the pension plans than the part of each. */
export const EXEMPTION_BESIDE = 'pension_exemption_beside';

/**
 * How many pays of so many a year those that stubs recorded stand for: a month's are two and a half of two weeks each.
 * Of those that did not say how many a year had they are taken to be such pays.
 */
const paysAsOf = (periods: number, year: Pick<Recorded, 'bases'>): Fixed => {
  let pays = recordedAt(year.bases, PERIODIC_PAYS);
  for (const [of_year, count] of countedPays(year)) pays += timesRatio(count, BigInt(periods), BigInt(of_year)) - count;
  return pays;
};

/** Pays that stubs recorded, by how many a year has of them. */
const countedPays = ({ bases }: Pick<Recorded, 'bases'>): Map<number, Fixed> => {
  const pays = new Map<number, Fixed>();
  for (const name of Object.keys(bases))
    if (name.startsWith(PAYS_OF)) pays.set(Number(name.slice(PAYS_OF.length)), recordedAt(bases, name));
  return pays;
};

/** What they had of the basic exemption. */
export const exemptedPays = (stubs: Pick<Recorded, 'bases'>): Exempted => ({
  pays: countedPays(stubs),
  beside: recordedAt(stubs.bases, EXEMPTION_BESIDE),
});

/** The same; null where some of the pays did not say how many a year has of them. */
const exemptedIfKnown = (year: Pick<Recorded, 'bases'>): Exempted | null => {
  const exempted = exemptedPays(year);
  const counted = [...exempted.pays.values()].reduce((sum, count) => sum + count, 0n);
  return counted === recordedAt(year.bases, PERIODIC_PAYS) ? exempted : null;
};

/**
 * The regular pay that is used where none is paid now: the most recent one (T4127 chapter 4). Where it is not known, the
 * year's average of the pays that had one, or that of the year before while there was none. Of pays that were paid
 * otherwise, so many as the present schedule would have made of them.
 *
 * What of the most recent one is pensionable and insurable is known, but where nothing of it was: then it may have been
 * exempt, and all of it counts. So does all of an average, of which some pays may have been exempt.
 */
export const lastPay = (
  taxable: Split,
  { last_pay, year, last_year }: Record<'last_pay' | 'year' | 'last_year', Recorded>,
  periods: number,
): Pick<PayFigures, 'last_taxable' | 'last_taxable_quebec' | 'last_pensionable' | 'last_insurable' | 'last_qpip'> => {
  const isApart = taxable.periodic === 0n && taxable.non_periodic !== 0n;
  const sums = [last_pay.bases, year.bases, last_year.bases];
  const bases = (isApart ? sums.find((of) => recordedAt(of, PERIODIC_PAYS) > 0n) : undefined) ?? {};
  const pays = paysAsOf(periods, { bases });
  const ofPay = (sum: Fixed): Fixed => (pays === 0n ? 0n : roundToCent(timesRatio(sum, ONE, pays)));
  const regular = (all: string, non_periodic: string): Fixed =>
    ofPay(recordedAt(bases, all) - recordedAt(bases, non_periodic));
  const due = (all: string, non_periodic: string, otherwise: Fixed): Fixed =>
    (bases === last_pay.bases && regular(all, non_periodic)) || otherwise;
  const last_taxable = ofPay(recordedAt(bases, 'taxable'));
  const last_insurable = due('insurable', 'insurable_non_periodic', last_taxable);
  return {
    last_taxable,
    last_taxable_quebec: regular('all_taxable_quebec', 'non_periodic_quebec'),
    last_pensionable: due('pensionable', 'pensionable_non_periodic', last_taxable),
    last_insurable,
    last_qpip: due('qpip_earnings', 'qpip_non_periodic', last_insurable),
  };
};

/** Tax as it was withheld (M and M1): what was entered goes before what was calculated. */
export const taxWithheld = ({ bases }: Pick<Recorded, 'bases'>, name: keyof typeof ENTERED_TAX): Fixed =>
  recordedAt(bases, name) + recordedAt(bases, ENTERED_TAX[name]);

/** Sums of provincial tax as it was withheld, by who levies it: Quebec itself, or the CRA for all others. */
const LEVIED = { quebec: 'provincial_tax_of_quebec', canada: 'provincial_tax_of_canada' } as const;

/** The sums that name a jurisdiction: each stub has one of them. */
const PLACED = /^(?:health_tax|employed)_([a-z]{2})$/;

/** The jurisdictions that stubs were paid in, as their sums name them. */
export const placesOf = (bases: Amounts = NONE): string[] =>
  Object.keys(bases).flatMap((name) => (recordedAt(bases, name) === 0n ? [] : (PLACED.exec(name)?.[1] ?? [])));

/** Whether some of the stubs bore the tax of the other side of Quebec's border. */
export const isOfOtherTax = (bases: Amounts | undefined, isQuebec: boolean): boolean =>
  placesOf(bases).some((place) => (place === 'qc') !== isQuebec);

/** The sum of its provincial tax that a stub is to be remembered with, given its other sums. */
export const taxLevied = (bases: Amounts, jurisdiction: Jurisdiction): Amounts => {
  const stub = { bases };
  const tax = taxWithheld(stub, 'provincial_tax') + taxWithheld(stub, 'provincial_tax_on_non_periodic');
  return tax === 0n ? {} : { [jurisdiction === 'QC' ? LEVIED.quebec : LEVIED.canada]: toText(tax) };
};

/**
 * Provincial tax that another agency has, which this one cannot give back. Of stubs from before it was recorded all is
 * taken to be at the agency that is asked.
 */
export const leviedElsewhere = ({ bases }: Pick<Recorded, 'bases'>, jurisdiction: Jurisdiction): Fixed =>
  recordedAt(bases, jurisdiction === 'QC' ? LEVIED.canada : LEVIED.quebec);

/** The year's sums as the formulas take them. */
export const yearToDate = (year: Recorded, jurisdiction: Jurisdiction): YearToDate => ({
  pensionable: recordedAt(year.bases, 'pensionable'),
  exempted: exemptedIfKnown(year),
  insurable: recordedAt(year.bases, 'insurable'),
  cpp: recordedAt(year.employee, 'cpp'),
  cpp2: recordedAt(year.employee, 'cpp_2'),
  ei: recordedAt(year.employee, 'ei'),
  ei_employer: recordedAt(year.employer, 'ei'),
  qpp: recordedAt(year.employee, 'qpp'),
  qpp2: recordedAt(year.employee, 'qpp_2'),
  qpip: recordedAt(year.employee, 'qpip'),
  qpip_earnings: recordedAt(year.bases, 'qpip_earnings'),
  qpip_employer: recordedAt(year.employer, 'qpip'),
  taxable: recordedAt(year.bases, 'taxable'),
  federal_tax: taxWithheld(year, 'federal_tax'),
  provincial_tax: taxWithheld(year, 'provincial_tax'),
  provincial_tax_elsewhere: leviedElsewhere(year, jurisdiction),
  non_periodic: recordedAt(year.bases, 'non_periodic'),
  non_periodic_tax: {
    federal: taxWithheld(year, 'federal_tax_on_non_periodic'),
    provincial: taxWithheld(year, 'provincial_tax_on_non_periodic'),
    is_split: true,
  },
  non_periodic_pensionable: recordedAt(year.bases, 'pensionable_non_periodic'),
  non_periodic_insurable: recordedAt(year.bases, 'insurable_non_periodic'),
  non_periodic_qpip: recordedAt(year.bases, 'qpip_non_periodic'),
  non_periodic_quebec: recordedAt(year.bases, 'non_periodic_quebec'),
  taxable_quebec: recordedAt(year.bases, 'all_taxable_quebec') - recordedAt(year.bases, 'non_periodic_quebec'),
  worker_deduction: recordedAt(year.bases, 'worker_deduction'),
  fhsa: recordedAt(year.bases, 'fhsa'),
  commission_expenses: recordedAt(year.bases, 'commission_expenses'),
  quebec_tax_on_non_periodic: taxWithheld(year, 'provincial_tax_on_non_periodic'),
  rpp: recordedAt(year.bases, 'registered_plans'),
  rrsp: 0n,
  union_dues: recordedAt(year.bases, 'union_dues'),
  alimony: recordedAt(year.bases, 'alimony'),
  f5a: recordedAt(year.bases, 'f5a'),
  f5b_on_non_periodic: recordedAt(year.bases, 'f5b'),
  csb_beside: recordedAt(year.bases, 'csb_beside'),
  deducted_from_non_periodic: recordedAt(year.bases, 'registered_plans_non_periodic'),
  union_dues_from_non_periodic: recordedAt(year.bases, 'union_dues_non_periodic'),
  shares: fundShares(recordedShares(year, jurisdiction)),
  insurable_quebec: recordedAt(year.bases, 'insurable_quebec'),
});

/** The members that the maximums of the year go by. */
const LIMITED = [
  'pensionable',
  'exempted',
  'cpp',
  'cpp2',
  'qpp',
  'qpp2',
  'insurable',
  'insurable_quebec',
  'ei',
  'ei_employer',
  'qpip_earnings',
  'qpip',
  'qpip_employer',
] as const satisfies readonly (keyof YearToDate)[];

/**
 * What was paid before, with what is approved of the whole year where a maximum goes by it: the pay of an earlier day,
 * which is approved behind later ones, has what those left of the maximums.
 */
export const withinLimits = (before: YearToDate, all: YearToDate): YearToDate => ({
  ...before,
  ...Object.fromEntries(LIMITED.map((name) => [name, all[name]])),
});

/** Two lists of amounts together, or the first less the second. */
export const together = (one: Amounts, other: Amounts, sign: 1n | -1n = 1n): Amounts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      toText(recordedAt(one, name) + sign * recordedAt(other, name)),
    ]),
  );

/** The sum of two parts of a year; with the sign -1 the first less the second. */
export const recordedTogether = (one: Recorded, other: Recorded, sign: 1n | -1n = 1n): Recorded => ({
  bases: together(one.bases, other.bases, sign),
  employee: together(one.employee, other.employee, sign),
  employer: together(one.employer, other.employer, sign),
});

/** What of the year came after what it held on some day. */
export const since = (year: Recorded, before: Recorded): Recorded => recordedTogether(year, before, -1n);
