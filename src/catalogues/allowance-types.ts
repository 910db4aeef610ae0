import { makeCatalogue } from './catalogue.ts';

/** Allowances: sums paid for an expected expense, whether or not it is made. */
export const ALLOWANCE_TYPES = makeCatalogue('allowance', {
  automobile_and_motor_vehicle: { label: { en: 'Vehicle allowance', fr: 'Allocation pour véhicule' } },
  cell_phone_allowance: { label: { en: 'Cell phone allowance', fr: 'Allocation pour téléphone cellulaire' } },
  child_care_expenses: { label: { en: 'Child care allowance', fr: "Allocation pour frais de garde d'enfants" } },
  child_eduction_non_taxable: {
    label: {
      en: 'Educational allowances for children (non-taxable)',
      fr: 'Allocations pour études des enfants (non imposables)',
    },
  },
  child_eduction_taxable: {
    label: {
      en: 'Educational allowances for children (taxable)',
      fr: 'Allocations pour études des enfants (imposables)',
    },
  },
  clothing_non_taxable: {
    label: {
      en: 'Uniforms and protective clothing – in cash (non-taxable)',
      fr: 'Uniformes et vêtements de protection – en espèces (non imposable)',
    },
  },
  clothing_taxable: {
    label: {
      en: 'Uniforms and protective clothing – in cash (taxable)',
      fr: 'Uniformes et vêtements de protection – en espèces (imposable)',
    },
  },
  education_and_professional_development: {
    label: { en: 'Education and professional development', fr: 'Études et perfectionnement professionnel' },
  },
  housing_allowance_cash: { label: { en: 'Housing allowance – in cash', fr: 'Allocation de logement – en espèces' } },
  internet_allowance: { label: { en: 'Internet allowance', fr: 'Allocation pour Internet' } },
  meals_taxable: { label: { en: 'Meal allowance (taxable)', fr: 'Allocation de repas (imposable)' } },
  moving_allowance_non_taxable: {
    label: { en: 'Moving allowance (non-taxable)', fr: 'Allocation de déménagement (non imposable)' },
  },
  moving_allowance_taxable: {
    label: { en: 'Moving allowance (taxable)', fr: 'Allocation de déménagement (imposable)' },
  },
  municipal_officers_expense: {
    label: { en: "Municipal officer's expense allowance", fr: "Allocation de dépenses d'un élu municipal" },
  },
  non_taxable_allowance: { label: { en: 'Non-taxable allowance', fr: 'Allocation non imposable' } },
  overtime_meals_non_taxable: {
    label: { en: 'Overtime meals (non-taxable)', fr: "Repas lors d'heures supplémentaires (non imposables)" },
  },
  parking_allowance: { label: { en: 'Parking allowance', fr: 'Allocation de stationnement' } },
  professional_membership: { label: { en: 'Professional membership', fr: 'Adhésion professionnelle' } },
  professional_membership_dues_taxable: {
    label: { en: 'Professional membership dues (taxable)', fr: 'Cotisations professionnelles (imposables)' },
  },
  social_event_allowance: { label: { en: 'Social event allowance', fr: 'Allocation pour activité sociale' } },
  taxable_cash_allowance: { label: { en: 'Taxable cash allowance', fr: 'Allocation en espèces imposable' } },
  tools_allowance: { label: { en: 'Tools allowance', fr: 'Allocation pour outils' } },
  transit_pass: { label: { en: 'Transit pass', fr: 'Titre de transport en commun' } },
  travelling_allowance_non_taxable: {
    label: { en: 'Travelling allowance (non-taxable)', fr: 'Allocation de déplacement (non imposable)' },
  },
  travelling_allowance_taxable: {
    label: { en: 'Travelling allowance (taxable)', fr: 'Allocation de déplacement (imposable)' },
  },
  utilities_allowance: { label: { en: 'Utilities allowance', fr: 'Allocation pour services publics' } },
});
