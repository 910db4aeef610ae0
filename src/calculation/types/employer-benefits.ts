import { everywhereBut, type TreatedType, treated } from './item-type.ts';
import { PLANS } from './plans.ts';

/** Shares of Quebec's funds that the employer buys for the employee: in kind, and there subject to income tax alone. */
const FUND_SHARES = {
  but: {
    boxes: { t4: ['14', '40'], rl1: ['A', 'L', 'G-1'] },
    qpp: false,
    health_tax: everywhereBut('QC'),
    labour_standards: false,
  },
  source: ['rq-fund-shares', 'cra-benefits', 'cnesst-earnings'],
  boxes_source: ['rq-fund-shares'],
  confidence: 'confirmed',
} satisfies Pick<TreatedType, 'but' | 'source' | 'boxes_source' | 'confidence'>;

/** What employers pay into or give in kind. */
export const EMPLOYER_BENEFIT_TYPES = treated({
  accident_insurance_plan: { label: PLANS.accident_insurance_plan, treatment: 'insurance_premium' },
  critical_illness: { label: PLANS.critical_illness, treatment: 'insurance_premium' },
  // What is forgiven is under code 40; code 36 has the interest of a loan.
  debt_relief: {
    label: PLANS.debt_relief,
    treatment: 'benefit_in_kind',
    boxes_source: ['taxwiz', 'rq-debt-forgiveness'],
  },
  dental: { label: PLANS.dental, treatment: 'health_plan' },
  employee_assistance_program: {
    label: PLANS.employee_assistance_program,
    treatment: 'not_counted_in_kind',
    confidence: 'recalled',
  },
  fondaction: { label: PLANS.fondaction, treatment: 'benefit_in_kind', ...FUND_SHARES },
  fondaction_rrsp: {
    label: PLANS.fondaction_rrsp,
    treatment: 'benefit_in_kind',
    ...FUND_SHARES,
    but: { ...FUND_SHARES.but, reduces: 'registered_plan' },
  },
  fonds_solidarite_ftq: { label: PLANS.fonds_solidarite_ftq, treatment: 'benefit_in_kind', ...FUND_SHARES },
  fonds_solidarite_ftq_rrsp: {
    label: PLANS.fonds_solidarite_ftq_rrsp,
    treatment: 'benefit_in_kind',
    ...FUND_SHARES,
    but: { ...FUND_SHARES.but, reduces: 'registered_plan' },
  },
  group_dependent_life_insurance: { label: PLANS.group_dependent_life_insurance, treatment: 'insurance_premium' },
  group_term_life_insurance: { label: PLANS.group_term_life_insurance, treatment: 'insurance_premium' },
  health: { label: PLANS.health, treatment: 'health_plan' },
  health_spending_account: { label: PLANS.health_spending_account, treatment: 'health_plan', confidence: 'recalled' },
  long_term_disability: { label: PLANS.long_term_disability, treatment: 'not_counted_in_kind', confidence: 'recalled' },
  non_group_long_term_disability: {
    label: PLANS.non_group_long_term_disability,
    treatment: 'insurance_premium',
    confidence: 'recalled',
  },
  non_group_short_term_disability: {
    label: PLANS.non_group_short_term_disability,
    treatment: 'insurance_premium',
    confidence: 'recalled',
  },
  pension_dbpp: {
    label: PLANS.pension_dbpp,
    treatment: 'not_counted_in_kind',
    source: ['timetrex'],
    confidence: 'confirmed',
  },
  pension_dcpp: {
    label: PLANS.pension_dcpp,
    treatment: 'not_counted_in_kind',
    but: { boxes: { t4: ['52'] } },
    source: ['timetrex'],
    confidence: 'confirmed',
  },
  pension_mfpp: {
    label: PLANS.pension_mfpp,
    treatment: 'not_counted_in_kind',
    source: ['timetrex'],
    confidence: 'confirmed',
  },
  pension_prpp: { label: PLANS.pension_prpp, treatment: 'not_counted_in_kind', confidence: 'recalled' },
  pension_restricted_rrsp: {
    label: PLANS.pension_restricted_rrsp,
    treatment: 'benefit_in_kind',
    but: { reduces: 'registered_plan', workers_compensation: everywhereBut('NB', 'PE') },
    confidence: 'recalled',
  },
  // Free to withdraw; no tax is withheld on what goes straight into the plan.
  pension_rrsp: {
    label: PLANS.pension_rrsp,
    treatment: 'benefit_in_kind',
    but: {
      ei: true,
      ei_quebec: true,
      qpip: true,
      workers_compensation: everywhereBut('PE'),
      reduces: 'registered_plan',
    },
    source: ['timetrex', 't4127-122', 'rq-remuneration', 'wcb-table'],
    confidence: 'confirmed',
  },
  pension_unregistered_prpp: {
    label: PLANS.pension_unregistered_prpp,
    treatment: 'benefit_in_kind',
    confidence: 'recalled',
  },
  pension_vrsp: { label: PLANS.pension_vrsp, treatment: 'not_counted_in_kind', confidence: 'recalled' },
  profit_sharing_dpsp: {
    label: PLANS.profit_sharing_dpsp,
    treatment: 'not_counted_in_kind',
    but: { boxes: { t4: ['52'] } },
    source: ['timetrex'],
    confidence: 'confirmed',
  },
  savings_tfsa: {
    label: PLANS.savings_tfsa,
    treatment: 'benefit_in_kind',
    but: { ei: true, ei_quebec: true, qpip: true },
    confidence: 'recalled',
  },
  second_opinion_medical_consultation: {
    label: PLANS.second_opinion_medical_consultation,
    treatment: 'health_plan',
    confidence: 'recalled',
  },
  short_term_disability: {
    label: PLANS.short_term_disability,
    treatment: 'not_counted_in_kind',
    confidence: 'recalled',
  },
  virtual_health_service: { label: PLANS.virtual_health_service, treatment: 'health_plan', confidence: 'recalled' },
  wellness_spending_account: { label: PLANS.wellness_spending_account, treatment: 'benefit_in_kind' },
  gift_near_cash: { label: { en: 'Gift (near-cash)', fr: 'Cadeau (quasi-espèces)' }, treatment: 'benefit_in_kind' },
  gift_non_cash_non_taxable: {
    label: { en: 'Gift (non-cash, non-taxable)', fr: "Cadeau (autre qu'en espèces, non imposable)" },
    treatment: 'not_counted_in_kind',
  },
  gift_non_cash_taxable: {
    label: { en: 'Gift (non-cash, taxable)', fr: "Cadeau (autre qu'en espèces, imposable)" },
    treatment: 'benefit_in_kind',
  },
  meals_subsidized_non_cash: {
    label: { en: 'Subsidized meals', fr: 'Repas subventionnés' },
    treatment: 'benefit_in_kind',
    but: { boxes: { t4: ['14', '40'], rl1: ['A', 'V'] } },
    boxes_source: ['cra-subsidized-meals', 'rq-meals'],
  },
  parking: { label: { en: 'Parking', fr: 'Stationnement' }, treatment: 'benefit_in_kind' },
  professional_membership: {
    label: { en: 'Professional membership', fr: 'Adhésion professionnelle' },
    treatment: 'not_counted_in_kind',
  },
  transit_pass: {
    label: { en: 'Transit pass', fr: 'Titre de transport en commun' },
    treatment: 'benefit_in_kind',
    but: {
      boxes: { t4: ['14', '40'] },
      quebec_tax: 'none',
      qpp: false,
      health_tax: everywhereBut('QC'),
      workers_compensation: everywhereBut('QC'),
      labour_standards: false,
    },
    source: ['rq-transit', 'cra-benefits'],
    confidence: 'confirmed',
  },
  transportation_to_from_work: {
    label: { en: 'Transportation to and from work', fr: 'Transport entre le domicile et le travail' },
    treatment: 'benefit_in_kind',
  },
  vehicle_employer_provided: {
    label: { en: 'Vehicle provided by the employer', fr: "Véhicule fourni par l'employeur" },
    treatment: 'benefit_in_kind',
    but: { boxes: { t4: ['14', '34'], rl1: ['A', 'W'] } },
  },
});
