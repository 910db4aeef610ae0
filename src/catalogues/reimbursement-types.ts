import { makeCatalogue } from './catalogue.ts';

/** Reimbursements: expenses paid back. */
export const REIMBURSEMENT_TYPES = makeCatalogue('reimbursement', {
  health_spending_account: {
    label: { en: 'Health Spending Account (HSA)', fr: 'Compte de gestion des frais de santé (CGFS)' },
  },
  non_taxable_reimbursement: { label: { en: 'Non-Taxable Reimbursement', fr: 'Remboursement non imposable' } },
  professional_membership: { label: { en: 'Professional Membership', fr: 'Adhésion professionnelle' } },
  taxable_reimbursement: { label: { en: 'Taxable Reimbursement', fr: 'Remboursement imposable' } },
  transit_pass: { label: { en: 'Transit Pass', fr: 'Titre de transport en commun' } },
  wellness_spending_account: {
    label: { en: 'Wellness Spending Account (WSA)', fr: 'Compte de mieux-être (CME)' },
  },
});
