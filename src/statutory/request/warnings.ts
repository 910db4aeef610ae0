import type { Edition, Mark } from '../editions/edition.ts';
import type { PayFigures } from '../editions/figures.ts';
import type { StatutoryWarning } from '../editions/trace.ts';

/** Warnings of a calculation: what its formulas do not cover, and figures that are not certain. */

/** What Quebec's formulas leave to a guide that was not read. */
export const QUEBEC_NON_RESIDENT: StatutoryWarning = {
  type: 'not_covered',
  subject: 'is_non_resident',
  message: {
    en: 'Which credits Quebec leaves a non-resident is not covered: none was counted. State the amount of line 10 of the TP-1015.3.',
    fr: "Les crédits que le Québec laisse à un non-résident ne sont pas couverts : aucun n'a été compté. Indiquez le montant de la ligne 10 du TP-1015.3.",
  },
};

/** Quebec tax on a commission payment whose number in the year is not said. */
export const QUEBEC_COMMISSION: StatutoryWarning = {
  type: 'not_covered',
  subject: 'commission_annual',
  message: {
    en: 'Quebec tax was calculated as on regular pay: commissions ask for cumulative averaging, which needs period_number and the year to date.',
    fr: "L'impôt du Québec a été calculé comme sur une paie ordinaire : les commissions exigent le calcul cumulatif, qui a besoin de period_number et des cumuls de l'année.",
  },
};

/** Additional tax that a pay is too small for. */
export const ADDITIONAL_TAX_NOT_COVERED: StatutoryWarning = {
  type: 'additional_tax_not_withheld',
  subject: 'additional_tax',
  message: {
    en: 'The pay does not cover all of the additional tax that was asked for.',
    fr: "La paie ne couvre pas tout l'impôt supplémentaire qui a été demandé.",
  },
};

/** A lump sum that is taken back where other pay of the year is on the other side of Quebec's border. */
export const LUMP_SUM_AFTER_MOVE: StatutoryWarning = {
  type: 'not_covered',
  subject: 'lump_sums',
  message: {
    en: "Tax on the lump sum that is taken back was calculated by the rates of the present place of employment. Where it was paid on the other side of Quebec's border, its tax went to another agency and is on another slip: take it back in a correction with a pay date before the place of employment changed.",
    fr: "L'impôt sur le paiement forfaitaire repris a été calculé selon les taux du lieu d'emploi actuel. S'il a été versé de l'autre côté de la frontière du Québec, son impôt est allé à un autre organisme et figure sur un autre relevé : reprenez-le par une correction dont la date de paie précède le changement de lieu d'emploi.",
  },
};

/** A warning of something that is not known: of what, and in a sentence what came of it. */
export const missing = (subject: string, en: string, fr: string): StatutoryWarning => ({
  type: 'figure_missing',
  subject,
  message: { en, fr },
});

/** The jurisdiction of a pay is not known. */
export const NO_PROVINCE = missing(
  'ca::province_of_employment',
  'Nothing is withheld while the province of employment is not known.',
  "Rien n'est retenu tant que la province d'emploi n'est pas connue.",
);

/** A pay date is before the first tax year that there are figures of. */
export const noFiguresBefore = (first_day: string): StatutoryWarning =>
  missing(
    'pay_date',
    `There are no statutory figures for pay dates before ${first_day}.`,
    `Il n'y a pas de chiffres officiels pour les dates de paie avant le ${first_day}.`,
  );

/** A lump sum was paid in a year that there are no rates for lump sums of. */
export const noLumpSumRates = (year: number): StatutoryWarning =>
  missing(
    'lump_sum_withholding',
    `There are no rates for lump sums of ${year}: no tax was withheld on one.`,
    `Il n'y a pas de taux pour les paiements forfaitaires de ${year} : aucun impôt n'a été retenu sur un tel paiement.`,
  );

/** A warning where a figure that was used is known only from memory. */
export const warnIfRecalled = (mark: Mark, warnings: StatutoryWarning[]): void => {
  if (!mark.recalled || warnings.some(({ subject }) => subject === mark.subject)) return;
  warnings.push({
    type: 'recalled_figure',
    subject: mark.subject,
    message: {
      en: `The figure ${mark.subject} was not seen in an official source; check it before relying on the amount.`,
      fr: `Le chiffre ${mark.subject} n'a pas été vu dans une source officielle; vérifiez-le avant de vous fier au montant.`,
    },
  });
};

/** A warning where the credit for shares of a province's labour-sponsored fund was seen nowhere, of a pay that has any. */
export const warnOfFunds = (
  { edition, jurisdiction, shares, averaged }: PayFigures,
  warnings: StatutoryWarning[],
): void => {
  const fund = edition.provinces.get(jurisdiction)?.labour_fund;
  if (fund && (shares.provincial !== 0n || averaged.shares.provincial !== 0n)) warnIfRecalled(fund.mark, warnings);
};

const usedMarks = (edition: Edition, jurisdiction: string): Mark[] => {
  const { federal } = edition;
  const province = edition.provinces.get(jurisdiction);
  return [
    ...(jurisdiction === 'QC'
      ? [edition.qpp.mark, edition.ei_quebec.mark, edition.qpip.mark, edition.quebec.mark]
      : [edition.cpp.mark, edition.ei.mark]),
    federal.option1.mark,
    federal.employment_amount.mark,
    ...(province ? [province.option1.mark] : []),
    ...(province?.surtax ? [province.surtax.mark] : []),
    ...(province?.reduction_for_dependants ? [province.reduction_for_dependants.mark] : []),
  ];
};

const recalled = new WeakMap<Edition, Map<string, Mark[]>>();

/** The figures known only from memory that every pay of a jurisdiction uses; named once for each edition. */
const recalledOf = (edition: Edition, jurisdiction: string): Mark[] => {
  const byJurisdiction = recalled.get(edition) ?? new Map<string, Mark[]>();
  recalled.set(edition, byJurisdiction);
  let marks = byJurisdiction.get(jurisdiction);
  if (!marks) {
    marks = usedMarks(edition, jurisdiction).filter((mark) => mark.recalled);
    byJurisdiction.set(jurisdiction, marks);
  }
  return marks;
};

/** Warnings that every calculation with an edition has in common. */
export const editionWarnings = (edition: Edition, jurisdiction: string, is_pending: boolean): StatutoryWarning[] => {
  const warnings: StatutoryWarning[] = [];
  if (is_pending) {
    warnings.push({
      type: 'pending_tax_rates',
      subject: edition.effective_from,
      message: {
        en: `The statutory figures for this pay date are not known yet; those from ${edition.effective_from} were used.`,
        fr: `Les chiffres officiels pour cette date de paie ne sont pas encore connus; ceux du ${edition.effective_from} ont servi.`,
      },
    });
  }
  for (const mark of recalledOf(edition, jurisdiction)) warnIfRecalled(mark, warnings);
  return warnings;
};
