import type { CalendarDate } from '../../values/dates.ts';
import { yearOf } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, ONE, roundToDollar, times } from '../../values/fixed.ts';
import type { Edition, Indexing } from './edition.ts';
import type { Claim, Jurisdiction } from './figures.ts';
import type { Editions } from './index.ts';
import type { StatutoryWarning, Trace } from './trace.ts';

/** A claim amount as a form states it. */
export interface StatedClaim {
  amount: Fixed;
  /** What of it stays as it is: pension income, tuition and education amounts; line 9 of the TP-1015.3. */
  not_indexed: Fixed;
  /** The day from which the form holds */
  effective_from: CalendarDate;
}

export interface IndexedClaim {
  amount: Fixed;
  /** Years whose indexing is not known: the amount was carried over as it was. */
  unknown: readonly number[];
}

/**
 * By whose indexing a claim goes: the federal one or that of a province; outside Canada there is none of a province.
 */
export type ClaimedFrom = 'federal' | Jurisdiction;

const indexingOf = (edition: Edition, from: ClaimedFrom): Indexing | null => {
  if (from === 'federal') return edition.federal.indexing;
  if (from === 'QC') return edition.quebec.indexing;
  return edition.provinces.get(from)?.indexing ?? null;
};

/** The basic amount that a stated total holds, where a year moves it by a sum of its own. */
const basicWithin = (indexed: Fixed, { basic_apart: apart }: Indexing): { basic: Fixed; added: Fixed } =>
  apart && indexed >= apart.min ? { basic: lesser(indexed, apart.max), added: apart.added } : { basic: 0n, added: 0n };

/**
 * A form's claim amount at New Year and each one after (T4127 chapter 2, option 1; E1 of TP-1015.F): what is indexed
 * rises by the year's rate, to the dollar; in Quebec the product is carried on unrounded. Amounts of the present year's
 * form stay as they are.
 *
 * @param edition the figures of the pay date
 */
export const indexedClaim = (
  stated: StatedClaim,
  from: ClaimedFrom,
  edition: Edition,
  { years }: Pick<Editions, 'years'>,
): IndexedClaim => {
  let { amount } = stated;
  const unknown: number[] = [];
  for (let year = yearOf(stated.effective_from) + 1; year <= edition.tax_year; year++) {
    const found = years.get(year);
    const indexing = found ? indexingOf(found, from) : null;
    if (!indexing) {
      unknown.push(year);
      continue;
    }
    // Where nothing rises the form's amount is used as it is, with its cents.
    if (indexing.rate === 0n && !indexing.basic_apart) continue;
    const apart = indexing.is_all_indexed ? 0n : lesser(stated.not_indexed, amount);
    const { basic, added } = basicWithin(amount - apart, indexing);
    const raised = times(atLeastZero(amount - apart - basic), ONE + indexing.rate);
    amount = (from === 'QC' ? raised : roundToDollar(raised)) + apart + basic + added;
  }
  return { amount, unknown };
};

/**
 * What a calculation knows when it takes a claim: the figures of the pay date and of the years before, and what to say.
 */
export interface ClaimContext {
  edition: Edition;
  editions: Editions;
  warnings: StatutoryWarning[];
  trace: Trace | undefined;
}

/**
 * A claim code as the calculation takes it: where the year's codes are not known, those above 1 count as 1, and it
 * warns.
 */
export const claimOfCode = (code: number, from: ClaimedFrom, { edition, warnings }: ClaimContext): Claim => {
  const tables = from === 'federal' ? edition.federal : edition.provinces.get(from);
  if (code < 2 || !tables || tables.claim_step !== null) return { kind: 'code', code };
  warnings.push({
    type: 'figure_missing',
    subject: `${from} claim codes ${edition.tax_year}`,
    message: {
      en: `The claim codes of ${edition.tax_year} are not known: code ${code} was taken as code 1. State the amount of the form.`,
      fr: `Les codes de demande de ${edition.tax_year} ne sont pas connus : le code ${code} a été pris pour le code 1. Indiquez le montant du formulaire.`,
    },
  });
  return { kind: 'code', code: 1 };
};

/** A form's claim as the calculation takes it: indexed up to the year of the pay date, explained and warned of. */
export const claimOfForm = (stated: StatedClaim, from: ClaimedFrom, context: ClaimContext): Claim => {
  const { edition, editions, warnings, trace } = context;
  const { amount, unknown } = indexedClaim(stated, from, edition, editions);
  if (unknown.length > 0) {
    warnings.push({
      type: 'figure_missing',
      subject: `${from} indexing ${unknown.join(', ')}`,
      message: {
        en: `How claim amounts were indexed in ${unknown.join(', ')} is not known: the amount stated for ${stated.effective_from} was carried over unchanged.`,
        fr: `L'indexation des montants demandés en ${unknown.join(', ')} n'est pas connue : le montant indiqué pour le ${stated.effective_from} a été repris tel quel.`,
      },
    });
  }
  if (amount !== stated.amount) {
    trace?.step(
      from === 'federal' ? 'TC' : 'TCP',
      'amount of the form, indexed at each New Year since',
      amount,
      { stated: stated.amount, 'not indexed': stated.not_indexed, since: stated.effective_from },
      (from === 'QC' ? edition.quebec.mark : (indexingOf(edition, from)?.mark ?? edition.federal.option1.mark)).source,
    );
  }
  return { kind: 'amount', amount, stated: stated.effective_from };
};
