import { makeCatalogue } from './catalogue.ts';

/** Plans that both pay into. */
const PLANS = {
  accident_insurance_plan: { label: { en: 'Accident insurance plan', fr: "Régime d'assurance accident" } },
  critical_illness: { label: { en: 'Critical illness', fr: 'Maladies graves' } },
  debt_relief: { label: { en: 'Debt relief', fr: 'Remise de dette' } },
  dental: { label: { en: 'Dental', fr: 'Soins dentaires' } },
  employee_assistance_program: {
    label: { en: 'Employee assistance program', fr: "Programme d'aide aux employés" },
  },
  fondaction: { label: { en: 'Fondaction', fr: 'Fondaction' } },
  fondaction_rrsp: { label: { en: 'Fondaction (RRSP)', fr: 'Fondaction (REER)' } },
  fonds_solidarite_ftq: { label: { en: 'Fonds de solidarité FTQ', fr: 'Fonds de solidarité FTQ' } },
  fonds_solidarite_ftq_rrsp: {
    label: { en: 'Fonds de solidarité FTQ (RRSP)', fr: 'Fonds de solidarité FTQ (REER)' },
  },
  group_dependent_life_insurance: {
    label: { en: 'Group dependent life insurance', fr: 'Assurance vie collective des personnes à charge' },
  },
  group_term_life_insurance: {
    label: { en: 'Group term life insurance', fr: 'Assurance vie collective temporaire' },
  },
  health: { label: { en: 'Health', fr: 'Santé' } },
  health_spending_account: { label: { en: 'Health spending account', fr: 'Compte de gestion des frais de santé' } },
  long_term_disability: { label: { en: 'Long-term disability', fr: 'Invalidité de longue durée' } },
  non_group_long_term_disability: {
    label: { en: 'Long-term disability (non-group)', fr: 'Invalidité de longue durée (individuelle)' },
  },
  non_group_short_term_disability: {
    label: { en: 'Short-term disability (non-group)', fr: 'Invalidité de courte durée (individuelle)' },
  },
  pension_dbpp: {
    label: { en: 'Defined benefit pension plan (DBPP)', fr: 'Régime de retraite à prestations déterminées (RRPD)' },
  },
  pension_dcpp: {
    label: {
      en: 'Defined contribution pension plan (DCPP)',
      fr: 'Régime de retraite à cotisations déterminées (RRCD)',
    },
  },
  pension_mfpp: {
    label: { en: 'Member-funded pension plan (MFPP)', fr: 'Régime de retraite par financement salarial (RRFS)' },
  },
  pension_prpp: {
    label: { en: 'Pooled registered pension plan (PRPP)', fr: 'Régime de pension agréé collectif (RPAC)' },
  },
  pension_restricted_rrsp: { label: { en: 'Restricted RRSP', fr: 'REER avec restrictions' } },
  pension_rrsp: {
    label: { en: 'Registered retirement savings plan (RRSP)', fr: "Régime enregistré d'épargne-retraite (REER)" },
  },
  pension_unregistered_prpp: {
    label: { en: 'Unregistered pooled pension plan', fr: 'Régime de pension collectif non agréé' },
  },
  pension_vrsp: {
    label: {
      en: 'Voluntary retirement savings plan (VRSP)',
      fr: "Régime volontaire d'épargne-retraite (RVER)",
    },
  },
  profit_sharing_dpsp: {
    label: {
      en: 'Deferred profit sharing plan (DPSP)',
      fr: 'Régime de participation différée aux bénéfices (RPDB)',
    },
  },
  savings_tfsa: { label: { en: 'Tax-free savings account (TFSA)', fr: "Compte d'épargne libre d'impôt (CELI)" } },
  second_opinion_medical_consultation: {
    label: { en: 'Second opinion medical consultation', fr: 'Deuxième avis médical' },
  },
  short_term_disability: { label: { en: 'Short-term disability', fr: 'Invalidité de courte durée' } },
  virtual_health_service: { label: { en: 'Virtual health service', fr: 'Service de santé virtuel' } },
  wellness_spending_account: { label: { en: 'Wellness spending account', fr: 'Compte de mieux-être' } },
} as const;

/** Benefit plans that employees pay into. */
export const EMPLOYEE_BENEFIT_TYPES = makeCatalogue('employee_benefit', {
  ...PLANS,
  pension_rrsp_non_periodic: { label: { en: 'RRSP (non-periodic)', fr: 'REER (non périodique)' } },
});

/** What employers pay into or give in kind. */
export const EMPLOYER_BENEFIT_TYPES = makeCatalogue('employer_benefit', {
  ...PLANS,
  gift_near_cash: { label: { en: 'Gift (near-cash)', fr: 'Cadeau (quasi-espèces)' } },
  gift_non_cash_non_taxable: {
    label: { en: 'Gift (non-cash, non-taxable)', fr: 'Cadeau (autre qu’en espèces, non imposable)' },
  },
  gift_non_cash_taxable: { label: { en: 'Gift (non-cash, taxable)', fr: 'Cadeau (autre qu’en espèces, imposable)' } },
  meals_subsidized_non_cash: { label: { en: 'Subsidized meals', fr: 'Repas subventionnés' } },
  parking: { label: { en: 'Parking', fr: 'Stationnement' } },
  professional_membership: { label: { en: 'Professional membership', fr: 'Adhésion professionnelle' } },
  transit_pass: { label: { en: 'Transit pass', fr: 'Titre de transport en commun' } },
  transportation_to_from_work: {
    label: { en: 'Transportation to and from work', fr: 'Transport entre le domicile et le travail' },
  },
  vehicle_employer_provided: {
    label: { en: 'Vehicle provided by the employer', fr: "Véhicule fourni par l'employeur" },
  },
});
