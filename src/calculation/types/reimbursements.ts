import { everywhereBut, treated } from './item-type.ts';

/** Reimbursements: expenses paid back. */
export const REIMBURSEMENT_TYPES = treated({
  health_spending_account: {
    label: { en: 'Health Spending Account (HSA)', fr: 'Compte de gestion des frais de santé (CGFS)' },
    treatment: 'health_plan',
    but: { in_cash: true },
    confidence: 'recalled',
  },
  non_taxable_reimbursement: {
    label: { en: 'Non-Taxable Reimbursement', fr: 'Remboursement non imposable' },
    treatment: 'not_counted',
  },
  professional_membership: {
    label: { en: 'Professional Membership', fr: 'Adhésion professionnelle' },
    treatment: 'not_counted',
  },
  taxable_reimbursement: {
    label: { en: 'Taxable Reimbursement', fr: 'Remboursement imposable' },
    treatment: 'benefit_in_cash',
  },
  // That it is not insurable in Quebec is confirmed by the change notes of the interface.
  transit_pass: {
    label: { en: 'Transit Pass', fr: 'Titre de transport en commun' },
    treatment: 'benefit_in_cash',
    but: {
      boxes: { t4: ['14', '40'] },
      quebec_tax: 'none',
      qpp: false,
      ei_quebec: false,
      qpip: false,
      health_tax: everywhereBut('QC'),
      workers_compensation: everywhereBut('QC'),
      labour_standards: false,
    },
    source: ['rq-transit', 'cra-benefits', 'service'],
    confidence: 'confirmed',
  },
  wellness_spending_account: {
    label: { en: 'Wellness Spending Account (WSA)', fr: 'Compte de mieux-être (CME)' },
    treatment: 'benefit_in_cash',
  },
});
