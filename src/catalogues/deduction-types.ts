import { makeCatalogue } from './catalogue.ts';

/** Deductions: what is taken from net pay, or before tax where the law lets it. */
export const DEDUCTION_TYPES = makeCatalogue('deduction', {
  charitable_donation: { label: { en: 'Charitable donation', fr: 'Don de bienfaisance' } },
  garnishment_order: { label: { en: 'Garnishment order', fr: 'Ordonnance de saisie' } },
  income_tax: { label: { en: 'Income tax debt', fr: "Dette d'impôt sur le revenu" } },
  other_deduction: { label: { en: 'Other deduction', fr: 'Autre retenue' } },
  union_dues: { label: { en: 'Union dues', fr: 'Cotisations syndicales' } },
  union_dues_post_tax: { label: { en: 'Union dues (post-tax)', fr: "Cotisations syndicales (après l'impôt)" } },
});
