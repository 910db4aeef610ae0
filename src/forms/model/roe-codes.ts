import type { Text } from '../../values/text.ts';

/** Codes of the record of employment, as Service Canada's requirements of ROE Web list them. */

export interface PeriodCounts {
  label: Text;
  /** Consecutive pay periods, the last one first, whose insurable hours block 15A adds up, and that block 15C shows. */
  fields: number;
  /** Those whose insurable earnings block 15B adds up. */
  earnings: number;
  /** The most days that a period of the type has. */
  longest: number;
}

/** Block 6: what each pay period type has others count. */
export const PERIOD_COUNTS: Readonly<Record<string, PeriodCounts>> = {
  W: { label: { en: 'Weekly', fr: 'Hebdomadaire' }, fields: 53, earnings: 27, longest: 7 },
  B: { label: { en: 'Biweekly', fr: 'Aux deux semaines' }, fields: 27, earnings: 14, longest: 14 },
  S: { label: { en: 'Semi-monthly', fr: 'Bimensuelle' }, fields: 25, earnings: 13, longest: 16 },
  E: {
    label: { en: 'Semi-monthly, non-standard', fr: 'Bimensuelle, non régulière' },
    fields: 25,
    earnings: 13,
    longest: 16,
  },
  M: { label: { en: 'Monthly', fr: 'Mensuelle' }, fields: 13, earnings: 7, longest: 31 },
  O: { label: { en: 'Monthly, non-standard', fr: 'Mensuelle, non régulière' }, fields: 13, earnings: 7, longest: 31 },
  H: { label: { en: 'Thirteen a year', fr: 'Treize par année' }, fields: 14, earnings: 7, longest: 28 },
};
/** Block 1: a serial number, as Service Canada gives it. */
export const SERIAL_NUMBER = /^[A-Z]\d{8}$/;

/** Fields of block 15C: the weekly case. */
export const MOST_PERIODS = 53;
/** Places of block 17B, and of 17C. */
export const MOST_HOLIDAYS = 10;
export const MOST_MONIES = 3;

/** The numbers of a block's places, from 1. */
export const placesOf = (most: number): number[] => Array.from({ length: most }, (_, i) => i + 1);

/** Block 14. */
export const RECALL_CODES: Readonly<Record<string, Text>> = {
  Y: { en: 'Expected on a known date', fr: 'Rappel à une date connue' },
  N: { en: 'Not returning', fr: 'Pas de rappel' },
  U: { en: 'Unknown', fr: 'Date inconnue' },
};

/** Block 16: why the record is issued. */
export const SEPARATION_CODES: Readonly<Record<string, Text>> = {
  A00: { en: 'Shortage of work / end of contract or season', fr: 'Manque de travail / fin de contrat ou de saison' },
  A01: { en: 'Employer bankruptcy or receivership', fr: "Faillite ou mise sous séquestre de l'employeur" },
  B00: { en: 'Strike or lockout', fr: 'Grève ou lock-out' },
  D00: { en: 'Illness or injury', fr: 'Maladie ou blessure' },
  E00: { en: 'Quit', fr: 'Départ volontaire' },
  E02: { en: 'Quit / follow spouse', fr: 'Départ volontaire / suivre le conjoint' },
  E03: { en: 'Quit / return to school', fr: 'Départ volontaire / retour aux études' },
  E04: { en: 'Quit / health reasons', fr: 'Départ volontaire / raisons de santé' },
  E05: { en: 'Quit / voluntary retirement', fr: 'Départ volontaire / retraite volontaire' },
  E06: { en: 'Quit / take another job', fr: 'Départ volontaire / autre emploi' },
  E09: { en: 'Quit / employer relocation', fr: "Départ volontaire / déménagement de l'employeur" },
  E10: { en: 'Quit / care for a dependant', fr: "Départ volontaire / soin d'une personne à charge" },
  E11: { en: 'Quit / to become self-employed', fr: 'Départ volontaire / travail à son compte' },
  F00: { en: 'Maternity', fr: 'Maternité' },
  G00: { en: 'Retirement / mandatory', fr: 'Retraite / obligatoire' },
  G07: { en: 'Retirement / approved workforce reduction', fr: "Retraite / compression approuvée de l'effectif" },
  H00: { en: 'Work-sharing', fr: 'Travail partagé' },
  J00: { en: 'Apprentice training', fr: "Formation d'apprenti" },
  K00: { en: 'Other', fr: 'Autre' },
  K12: { en: 'Other / change of payroll frequency', fr: 'Autre / changement de fréquence de paie' },
  K13: { en: 'Other / change of ownership', fr: 'Autre / changement de propriétaire' },
  K14: { en: 'Other / requested by Employment Insurance', fr: "Autre / à la demande de l'assurance-emploi" },
  K15: {
    en: "Other / Canadian Forces – Queen's Regulations and Orders",
    fr: 'Autre / Forces canadiennes – Ordonnances et règlements royaux',
  },
  K16: { en: "Other / at the employee's request", fr: "Autre / à la demande de l'employé" },
  K17: { en: 'Other / change of service provider', fr: 'Autre / changement de fournisseur de services' },
  M00: { en: 'Dismissal or suspension', fr: 'Congédiement ou suspension' },
  M08: {
    en: 'Dismissal / terminated within probationary period',
    fr: 'Congédiement / fin pendant la période de probation',
  },
  N00: { en: 'Leave of absence', fr: 'Congé' },
  P00: { en: 'Parental', fr: 'Parental' },
  Z00: { en: 'Compassionate care / family caregiver', fr: 'Soignant / aidant familial' },
};
/** Reasons that block 18 must explain. */
export const EXPLAINED = new Set(['K00', 'K15']);

/** Block 17A. */
export const VACATION_PAY_CODES: Readonly<Record<string, Text>> = {
  '1': { en: 'Included with each pay', fr: 'Incluse dans chaque paie' },
  '2': { en: 'Paid because no longer working', fr: 'Versée à la fin du travail' },
  '3': { en: 'Paid for a vacation leave period', fr: 'Versée pour une période de vacances' },
  '4': { en: 'Anniversary (paid on a day of each year)', fr: 'Anniversaire (versée un jour de chaque année)' },
};

/** Block 17C: monies paid because of the separation. */
export const OTHER_MONIES: Readonly<Record<string, Text>> = {
  B05: { en: 'Bonus (holiday)', fr: 'Prime (fêtes)' },
  B06: { en: 'Bonus (production or incentive)', fr: 'Prime (production ou rendement)' },
  B07: { en: 'Bonus (event)', fr: 'Prime (événement)' },
  B08: {
    en: 'Bonus (staying, completed contract, end of season)',
    fr: 'Prime (maintien en poste, fin de contrat ou de saison)',
  },
  B09: { en: 'Bonus (separation or retirement)', fr: 'Prime (cessation ou retraite)' },
  B10: { en: 'Bonus (closure)', fr: 'Prime (fermeture)' },
  B11: { en: 'Bonus (other)', fr: 'Prime (autre)' },
  E00: { en: 'Severance pay', fr: 'Indemnité de départ' },
  I00: { en: 'Sick leave credits', fr: 'Crédits de congé de maladie' },
  J00: { en: 'Retroactive pay adjustment', fr: 'Rajustement rétroactif du salaire' },
  Q00: { en: 'Profit sharing', fr: 'Participation aux bénéfices' },
  R00: { en: 'Retiring allowance or leave credits', fr: 'Allocation de retraite ou crédits de congé' },
  S00: { en: 'Settlement pay', fr: 'Règlement' },
  T00: { en: 'Payout of banked overtime', fr: "Paiement d'heures supplémentaires accumulées" },
  U12: {
    en: 'Supplement for maternity, parental or caregiver leave',
    fr: 'Supplément de congé de maternité, parental ou de soignant',
  },
  U13: { en: 'Supplement for layoff', fr: 'Supplément de mise à pied' },
  U14: { en: 'Supplement for illness', fr: 'Supplément de maladie' },
  U15: { en: 'Supplement for training', fr: 'Supplément de formation' },
  Y00: { en: 'Pay in lieu of notice', fr: 'Indemnité de préavis' },
};
