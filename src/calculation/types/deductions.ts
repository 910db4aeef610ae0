import { treated } from './item-type.ts';

/** Deductions: what is taken from net pay, or before tax where the law lets it. */
export const DEDUCTION_TYPES = treated({
  charitable_donation: {
    label: { en: 'Charitable donation', fr: 'Don de bienfaisance' },
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['46'], rl1: ['N'] } },
  },
  garnishment_order: { label: { en: 'Garnishment order', fr: 'Ordonnance de saisie' }, treatment: 'taken_from_pay' },
  // Repays a tax debt and is no statutory withholding.
  income_tax: { label: { en: 'Income tax debt', fr: "Dette d'impôt sur le revenu" }, treatment: 'taken_from_pay' },
  other_deduction: { label: { en: 'Other deduction', fr: 'Autre retenue' }, treatment: 'taken_from_pay' },
  union_dues: {
    label: { en: 'Union dues', fr: 'Cotisations syndicales' },
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['44'], rl1: ['F'] }, reduces: 'union_dues' },
    source: ['t4127-122', 'cra-8-1'],
    boxes_source: ['t4-25'],
  },
  union_dues_post_tax: {
    label: { en: 'Union dues (post-tax)', fr: "Cotisations syndicales (après l'impôt)" },
    treatment: 'taken_from_pay',
  },
});
