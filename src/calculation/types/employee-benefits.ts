import { treated } from './item-type.ts';
import { PLANS } from './plans.ts';

/** Benefit plans that employees pay into. */
export const EMPLOYEE_BENEFIT_TYPES = treated({
  accident_insurance_plan: { label: PLANS.accident_insurance_plan, treatment: 'taken_from_pay' },
  critical_illness: { label: PLANS.critical_illness, treatment: 'taken_from_pay' },
  debt_relief: { label: PLANS.debt_relief, treatment: 'taken_from_pay' },
  dental: {
    label: PLANS.dental,
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['85'], rl1: ['235'] } },
    boxes_source: ['cra-health-premiums', 'rl1-code-235'],
  },
  employee_assistance_program: { label: PLANS.employee_assistance_program, treatment: 'taken_from_pay' },
  fondaction: { label: PLANS.fondaction, treatment: 'taken_from_pay', but: { shares: 'fondaction' } },
  fondaction_rrsp: {
    label: PLANS.fondaction_rrsp,
    treatment: 'taken_from_pay',
    but: { reduces: 'registered_plan', shares: 'fondaction' },
  },
  fonds_solidarite_ftq: { label: PLANS.fonds_solidarite_ftq, treatment: 'taken_from_pay', but: { shares: 'ftq' } },
  fonds_solidarite_ftq_rrsp: {
    label: PLANS.fonds_solidarite_ftq_rrsp,
    treatment: 'taken_from_pay',
    but: { reduces: 'registered_plan', shares: 'ftq' },
  },
  group_dependent_life_insurance: { label: PLANS.group_dependent_life_insurance, treatment: 'taken_from_pay' },
  group_term_life_insurance: { label: PLANS.group_term_life_insurance, treatment: 'taken_from_pay' },
  health: {
    label: PLANS.health,
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['85'], rl1: ['235'] } },
    boxes_source: ['cra-health-premiums', 'rl1-code-235'],
  },
  health_spending_account: { label: PLANS.health_spending_account, treatment: 'taken_from_pay' },
  long_term_disability: { label: PLANS.long_term_disability, treatment: 'taken_from_pay' },
  non_group_long_term_disability: { label: PLANS.non_group_long_term_disability, treatment: 'taken_from_pay' },
  non_group_short_term_disability: { label: PLANS.non_group_short_term_disability, treatment: 'taken_from_pay' },
  pension_dbpp: {
    label: PLANS.pension_dbpp,
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['20'], rl1: ['D'] }, reduces: 'pension_plan' },
    source: ['t4127-122', 'indian-partly-exempt', 'rq-line-205'],
    boxes_source: ['t4-box-20', 'rq-box-d'],
  },
  pension_dcpp: {
    label: PLANS.pension_dcpp,
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['20', '52'], rl1: ['D'] }, reduces: 'pension_plan' },
    source: ['t4127-122', 'indian-partly-exempt', 'rq-line-205'],
    boxes_source: ['t4-box-20', 'rq-box-d'],
  },
  pension_mfpp: {
    label: PLANS.pension_mfpp,
    treatment: 'taken_from_pay',
    but: { boxes: { t4: ['20'], rl1: ['D'] }, reduces: 'pension_plan' },
    source: ['t4127-122', 'indian-partly-exempt', 'rq-line-205'],
    boxes_source: ['t4-box-20', 'rq-box-d'],
  },
  // On no slip of the employer's: its administrator gives a receipt.
  pension_prpp: {
    label: PLANS.pension_prpp,
    treatment: 'taken_from_pay',
    but: { reduces: 'pension_plan' },
    source: ['t4127-122', 'cra-rc383'],
    boxes_source: ['cra-prpp', 't4-box-20'],
  },
  pension_restricted_rrsp: {
    label: PLANS.pension_restricted_rrsp,
    treatment: 'taken_from_pay',
    but: { reduces: 'registered_plan' },
  },
  pension_rrsp: { label: PLANS.pension_rrsp, treatment: 'taken_from_pay', but: { reduces: 'registered_plan' } },
  pension_unregistered_prpp: { label: PLANS.pension_unregistered_prpp, treatment: 'taken_from_pay' },
  pension_vrsp: {
    label: PLANS.pension_vrsp,
    treatment: 'taken_from_pay',
    but: { reduces: 'pension_plan' },
    confidence: 'recalled',
  },
  profit_sharing_dpsp: { label: PLANS.profit_sharing_dpsp, treatment: 'taken_from_pay' },
  savings_tfsa: { label: PLANS.savings_tfsa, treatment: 'taken_from_pay' },
  second_opinion_medical_consultation: {
    label: PLANS.second_opinion_medical_consultation,
    treatment: 'taken_from_pay',
  },
  short_term_disability: { label: PLANS.short_term_disability, treatment: 'taken_from_pay' },
  virtual_health_service: { label: PLANS.virtual_health_service, treatment: 'taken_from_pay' },
  wellness_spending_account: { label: PLANS.wellness_spending_account, treatment: 'taken_from_pay' },
  pension_rrsp_non_periodic: {
    label: { en: 'RRSP (non-periodic)', fr: 'REER (non périodique)' },
    treatment: 'taken_from_pay',
    but: { reduces: 'registered_plan_non_periodic' },
  },
});
