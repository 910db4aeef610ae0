import { treated } from './item-type.ts';

/** Allowances: sums paid for an expected expense, whether or not it is made. */
export const ALLOWANCE_TYPES = treated({
  automobile_and_motor_vehicle: {
    label: { en: 'Vehicle allowance', fr: 'Allocation pour véhicule' },
    treatment: 'benefit_in_cash',
  },
  cell_phone_allowance: {
    label: { en: 'Cell phone allowance', fr: 'Allocation pour téléphone cellulaire' },
    treatment: 'benefit_in_cash',
  },
  child_care_expenses: {
    label: { en: 'Child care allowance', fr: "Allocation pour frais de garde d'enfants" },
    treatment: 'benefit_in_cash',
  },
  child_eduction_non_taxable: {
    label: {
      en: 'Educational allowances for children (non-taxable)',
      fr: 'Allocations pour études des enfants (non imposables)',
    },
    treatment: 'not_counted',
  },
  child_eduction_taxable: {
    label: {
      en: 'Educational allowances for children (taxable)',
      fr: 'Allocations pour études des enfants (imposables)',
    },
    treatment: 'benefit_in_cash',
  },
  clothing_non_taxable: {
    label: {
      en: 'Uniforms and protective clothing – in cash (non-taxable)',
      fr: 'Uniformes et vêtements de protection – en espèces (non imposable)',
    },
    treatment: 'not_counted',
  },
  clothing_taxable: {
    label: {
      en: 'Uniforms and protective clothing – in cash (taxable)',
      fr: 'Uniformes et vêtements de protection – en espèces (imposable)',
    },
    treatment: 'benefit_in_cash',
  },
  education_and_professional_development: {
    label: { en: 'Education and professional development', fr: 'Études et perfectionnement professionnel' },
    treatment: 'benefit_in_cash',
  },
  housing_allowance_cash: {
    label: { en: 'Housing allowance – in cash', fr: 'Allocation de logement – en espèces' },
    treatment: 'benefit_in_cash',
    but: { boxes: { t4: ['14', '30'], rl1: ['A', 'V'] } },
    boxes_source: ['taxwiz', 'rq-box-v'],
  },
  internet_allowance: {
    label: { en: 'Internet allowance', fr: 'Allocation pour Internet' },
    treatment: 'benefit_in_cash',
  },
  meals_taxable: {
    label: { en: 'Meal allowance (taxable)', fr: 'Allocation de repas (imposable)' },
    treatment: 'benefit_in_cash',
    but: { boxes: { t4: ['14', '40'], rl1: ['A', 'V'] } },
    boxes_source: ['taxwiz', 'rq-box-v', 'rq-meals'],
  },
  moving_allowance_non_taxable: {
    label: { en: 'Moving allowance (non-taxable)', fr: 'Allocation de déménagement (non imposable)' },
    treatment: 'not_counted',
  },
  moving_allowance_taxable: {
    label: { en: 'Moving allowance (taxable)', fr: 'Allocation de déménagement (imposable)' },
    treatment: 'benefit_in_cash',
  },
  municipal_officers_expense: {
    label: { en: "Municipal officer's expense allowance", fr: "Allocation de dépenses d'un élu municipal" },
    treatment: 'benefit_in_cash',
    but: { ei: false, ei_quebec: false, qpip: false },
    confidence: 'recalled',
  },
  non_taxable_allowance: {
    label: { en: 'Non-taxable allowance', fr: 'Allocation non imposable' },
    treatment: 'not_counted',
  },
  overtime_meals_non_taxable: {
    label: { en: 'Overtime meals (non-taxable)', fr: "Repas lors d'heures supplémentaires (non imposables)" },
    treatment: 'not_counted',
  },
  parking_allowance: {
    label: { en: 'Parking allowance', fr: 'Allocation de stationnement' },
    treatment: 'benefit_in_cash',
  },
  professional_membership: {
    label: { en: 'Professional membership', fr: 'Adhésion professionnelle' },
    treatment: 'not_counted',
  },
  professional_membership_dues_taxable: {
    label: { en: 'Professional membership dues (taxable)', fr: 'Cotisations professionnelles (imposables)' },
    treatment: 'benefit_in_cash',
  },
  social_event_allowance: {
    label: { en: 'Social event allowance', fr: 'Allocation pour activité sociale' },
    treatment: 'benefit_in_cash',
  },
  taxable_cash_allowance: {
    label: { en: 'Taxable cash allowance', fr: 'Allocation en espèces imposable' },
    treatment: 'benefit_in_cash',
  },
  tools_allowance: { label: { en: 'Tools allowance', fr: 'Allocation pour outils' }, treatment: 'benefit_in_cash' },
  // A pass that is bought or paid back is no benefit in Quebec; an allowance for one is.
  transit_pass: {
    label: { en: 'Transit pass', fr: 'Titre de transport en commun' },
    treatment: 'benefit_in_cash',
    source: ['cra-benefits', 'rq-transit'],
  },
  travelling_allowance_non_taxable: {
    label: { en: 'Travelling allowance (non-taxable)', fr: 'Allocation de déplacement (non imposable)' },
    treatment: 'not_counted',
  },
  travelling_allowance_taxable: {
    label: { en: 'Travelling allowance (taxable)', fr: 'Allocation de déplacement (imposable)' },
    treatment: 'benefit_in_cash',
  },
  // Code 30 has utilities of clergy alone.
  utilities_allowance: {
    label: { en: 'Utilities allowance', fr: 'Allocation pour services publics' },
    treatment: 'benefit_in_cash',
    but: { boxes: { t4: ['14', '40'], rl1: ['A', 'V'] } },
    boxes_source: ['cra-t4-codes', 'rq-prescribed-zone'],
  },
});
