import type { Text } from '../../values/text.ts';

/** What plans are called that both employees and employers pay into. */
export const PLANS = {
  accident_insurance_plan: { en: 'Accident insurance plan', fr: "Régime d'assurance accident" },
  critical_illness: { en: 'Critical illness', fr: 'Maladies graves' },
  debt_relief: { en: 'Debt relief', fr: 'Remise de dette' },
  dental: { en: 'Dental', fr: 'Soins dentaires' },
  employee_assistance_program: { en: 'Employee assistance program', fr: "Programme d'aide aux employés" },
  fondaction: { en: 'Fondaction', fr: 'Fondaction' },
  fondaction_rrsp: { en: 'Fondaction (RRSP)', fr: 'Fondaction (REER)' },
  fonds_solidarite_ftq: { en: 'Fonds de solidarité FTQ', fr: 'Fonds de solidarité FTQ' },
  fonds_solidarite_ftq_rrsp: { en: 'Fonds de solidarité FTQ (RRSP)', fr: 'Fonds de solidarité FTQ (REER)' },
  group_dependent_life_insurance: {
    en: 'Group dependent life insurance',
    fr: 'Assurance vie collective des personnes à charge',
  },
  group_term_life_insurance: { en: 'Group term life insurance', fr: 'Assurance vie collective temporaire' },
  health: { en: 'Health', fr: 'Santé' },
  health_spending_account: { en: 'Health spending account', fr: 'Compte de gestion des frais de santé' },
  long_term_disability: { en: 'Long-term disability', fr: 'Invalidité de longue durée' },
  non_group_long_term_disability: {
    en: 'Long-term disability (non-group)',
    fr: 'Invalidité de longue durée (individuelle)',
  },
  non_group_short_term_disability: {
    en: 'Short-term disability (non-group)',
    fr: 'Invalidité de courte durée (individuelle)',
  },
  pension_dbpp: {
    en: 'Defined benefit pension plan (DBPP)',
    fr: 'Régime de retraite à prestations déterminées (RRPD)',
  },
  pension_dcpp: {
    en: 'Defined contribution pension plan (DCPP)',
    fr: 'Régime de retraite à cotisations déterminées (RRCD)',
  },
  pension_mfpp: { en: 'Member-funded pension plan (MFPP)', fr: 'Régime de retraite par financement salarial (RRFS)' },
  pension_prpp: { en: 'Pooled registered pension plan (PRPP)', fr: 'Régime de pension agréé collectif (RPAC)' },
  pension_restricted_rrsp: { en: 'Restricted RRSP', fr: 'REER avec restrictions' },
  pension_rrsp: { en: 'Registered retirement savings plan (RRSP)', fr: "Régime enregistré d'épargne-retraite (REER)" },
  pension_unregistered_prpp: { en: 'Unregistered pooled pension plan', fr: 'Régime de pension collectif non agréé' },
  pension_vrsp: { en: 'Voluntary retirement savings plan (VRSP)', fr: "Régime volontaire d'épargne-retraite (RVER)" },
  profit_sharing_dpsp: {
    en: 'Deferred profit sharing plan (DPSP)',
    fr: 'Régime de participation différée aux bénéfices (RPDB)',
  },
  savings_tfsa: { en: 'Tax-free savings account (TFSA)', fr: "Compte d'épargne libre d'impôt (CELI)" },
  second_opinion_medical_consultation: { en: 'Second opinion medical consultation', fr: 'Deuxième avis médical' },
  short_term_disability: { en: 'Short-term disability', fr: 'Invalidité de courte durée' },
  virtual_health_service: { en: 'Virtual health service', fr: 'Service de santé virtuel' },
  wellness_spending_account: { en: 'Wellness spending account', fr: 'Compte de mieux-être' },
} as const satisfies Record<string, Text>;
