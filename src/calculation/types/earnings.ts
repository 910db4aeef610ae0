import { everywhereBut, treated } from './item-type.ts';

/** Where vacation pay that is paid is part of the wages on which vacation pay accrues. */
const VACATION_ON_VACATION = ['AB', 'BC', 'NL', 'QC', 'SK'] as const;

/** Earnings: pay for work, for time away from it, and what is paid when it ends. */
export const EARNING_TYPES = treated({
  bonus_discretionary: {
    label: { en: 'Bonus (Discretionary)', fr: 'Prime (discrétionnaire)' },
    treatment: 'non_periodic_pay',
    but: { vacationable: false, holiday_base: 'none' },
  },
  bonus_non_discretionary: {
    label: { en: 'Bonus (Non-Discretionary)', fr: 'Prime (non discrétionnaire)' },
    treatment: 'non_periodic_pay',
    but: { holiday_base: 'none' },
  },
  bonus_non_taxable: {
    label: { en: 'Bonus (Non-Taxable)', fr: 'Prime (non imposable)' },
    treatment: 'not_counted',
    source: ['service'],
    confidence: 'confirmed',
  },
  commission: {
    label: { en: 'Commission (Non-Periodic)', fr: 'Commission (non périodique)' },
    treatment: 'non_periodic_pay',
    but: { boxes: { t4: ['14', '42'], rl1: ['A', 'M'] }, holiday_base: 'commission' },
  },
  commission_periodic: {
    label: { en: 'Commission (Periodic)', fr: 'Commission (périodique)' },
    off_cycle: false,
    treatment: 'pay',
    but: { boxes: { t4: ['14', '42'], rl1: ['A', 'M'] }, holiday_base: 'commission' },
  },
  // Concerns contractors.
  commission_self_employed: {
    label: { en: 'Commission (Self-employed)', fr: 'Commission (travailleur autonome)' },
    treatment: 'not_counted',
    but: { boxes: { t4a: ['020'] } },
    source: ['service'],
    confidence: 'confirmed',
  },
  // The exempt part of a death benefit is not taken off.
  death_benefit: {
    label: { en: 'Death Benefit', fr: 'Prestation de décès' },
    treatment: 'lump_sum',
    but: { boxes: { t4a: ['106'], rl1: ['O', 'RK'] } },
    boxes_source: ['rq-box-o'],
    confidence: 'recalled',
  },
  gift_cash: {
    label: { en: 'Gift (Cash)', fr: 'Cadeau (en espèces)' },
    treatment: 'benefit_in_cash',
    but: { periodic: false },
  },
  // Tips that the employer controls, and in Quebec those that are reported. Allocated ones bear no premium of QPIP and
  // are in box T: they are not told apart.
  gratuity: {
    label: { en: 'Gratuity', fr: 'Pourboire' },
    treatment: 'pay',
    but: { boxes: { t4: ['14'], rl1: ['A', 'S'] }, vacationable: ['QC'], holiday_base: 'tips' },
    source: ['lns-50', 'rq-tips'],
    confidence: 'recalled',
  },
  // A retiring allowance by Quebec's Taxation Act, on which premiums and labour standards are due all the same.
  in_lieu_wages: {
    label: { en: 'Wages in Lieu of Notice', fr: 'Indemnité tenant lieu de préavis' },
    treatment: 'non_periodic_pay',
    but: {
      quebec_tax: 'lump_sum',
      qpp: false,
      health_tax: everywhereBut('QC'),
      workers_compensation: everywhereBut('BC', 'QC'),
      vacationable: false,
      holiday_base: 'none',
      boxes: { t4: ['14'], rl1: ['O', 'RJ'] },
    },
    source: ['knowt', 'rq-in-lieu', 'rq-retiring-allowances', 'cnesst-earnings', 'wcb-table'],
    boxes_source: ['rq-box-o'],
    confidence: 'confirmed',
  },
  income_replacement_indemnity_non_taxable: {
    label: {
      en: 'Income Replacement Indemnity (Non-Taxable)',
      fr: 'Indemnité de remplacement du revenu (non imposable)',
    },
    treatment: 'not_counted',
    confidence: 'recalled',
  },
  income_replacement_indemnity_taxable: {
    label: { en: 'Income Replacement Indemnity (Taxable)', fr: 'Indemnité de remplacement du revenu (imposable)' },
    treatment: 'taxable_only',
    but: { boxes: { t4a: ['107'], rl1: ['O', 'RN'] } },
    boxes_source: ['rq-box-o'],
  },
  // Concerns contractors.
  invoice_payment: {
    label: { en: 'Invoice Payment', fr: 'Paiement de facture' },
    treatment: 'not_counted',
    but: { boxes: { t4a: ['048'] } },
    source: ['service'],
    confidence: 'confirmed',
  },
  // Concerns contractors.
  invoice_sales_tax: {
    label: { en: 'Invoice Sales Tax', fr: 'Taxe de vente sur facture' },
    treatment: 'not_counted',
    source: ['service'],
    confidence: 'confirmed',
  },
  leave_bereavement: { label: { en: 'Bereavement Leave', fr: 'Congé de deuil' }, treatment: 'pay' },
  leave_domestic_and_sexual_violence: {
    label: { en: 'Domestic and Sexual Violence Leave', fr: 'Congé pour violence conjugale ou sexuelle' },
    treatment: 'pay',
  },
  // Accrues vacation pay everywhere.
  leave_general: {
    label: { en: 'General Leave', fr: 'Congé général' },
    treatment: 'pay',
    source: ['service'],
    confidence: 'confirmed',
  },
  leave_parental: { label: { en: 'Parental Leave', fr: 'Congé parental' }, treatment: 'pay', confidence: 'recalled' },
  leave_paternity: {
    label: { en: 'Paternity Leave', fr: 'Congé de paternité' },
    treatment: 'pay',
    confidence: 'recalled',
  },
  leave_personal: { label: { en: 'Personal Leave', fr: 'Congé personnel' }, treatment: 'pay' },
  leave_sick: { label: { en: 'Sick Leave (Legislated)', fr: 'Congé de maladie (prévu par la loi)' }, treatment: 'pay' },
  leave_sick_discretionary: {
    label: { en: 'Sick Leave (Non-Legislated)', fr: 'Congé de maladie (non prévu par la loi)' },
    treatment: 'pay',
  },
  leave_voting: { label: { en: 'Voting Leave', fr: 'Congé pour voter' }, treatment: 'pay' },
  leave_wedding: { label: { en: 'Wedding Leave', fr: 'Congé de mariage' }, treatment: 'pay' },
  overtime: {
    label: { en: 'Overtime', fr: 'Heures supplémentaires' },
    treatment: 'pay',
    but: { vacationable: everywhereBut('AB', 'MB'), holiday_base: 'overtime' },
    source: ['cra-bonus', 't4127-122', 'vacationable-payworks', 'vacationable-knit'],
  },
  parental_top_up_insurable: {
    label: { en: 'Parental Top-Up (Insurable)', fr: 'Supplément parental (assurable)' },
    treatment: 'pay',
    but: { vacationable: false, holiday_base: 'none' },
    confidence: 'recalled',
  },
  parental_top_up_non_insurable: {
    label: { en: 'Parental Top-Up (Non-Insurable)', fr: 'Supplément parental (non assurable)' },
    treatment: 'pay',
    but: { ei: false, ei_quebec: false, qpip: false, vacationable: false, holiday_base: 'none' },
    confidence: 'recalled',
  },
  pension: { label: { en: 'Pension', fr: 'Pension' }, treatment: 'taxable_only', but: { boxes: { t4a: ['016'] } } },
  retiring_allowance: { label: { en: 'Retiring Allowance', fr: 'Allocation de retraite' }, treatment: 'lump_sum' },
  retiring_allowance_eligible: {
    label: { en: 'Retiring Allowance (Eligible)', fr: 'Allocation de retraite (admissible)' },
    treatment: 'lump_sum',
    but: { boxes: { t4: ['66'], rl1: ['O', 'RJ'] } },
    boxes_source: ['rq-box-o'],
  },
  retroactive_pay: { label: { en: 'Retroactive Pay', fr: 'Paie rétroactive' }, treatment: 'non_periodic_pay' },
  retroactive_pay_increase: {
    label: { en: 'Retroactive Pay Increase', fr: 'Augmentation de paie rétroactive' },
    treatment: 'non_periodic_pay',
  },
  salary: { label: { en: 'Salary', fr: 'Salaire' }, treatment: 'pay' },
  salary_continuance: {
    label: { en: 'Salary Continuance', fr: 'Maintien du salaire' },
    treatment: 'pay',
    but: { vacationable: false, holiday_base: 'none' },
    confidence: 'recalled',
  },
  // Taken for a retiring allowance; wages in lieu of notice have their own type. Quebec's form counts both of them.
  severance_pay: {
    label: { en: 'Severance Pay', fr: 'Indemnité de départ' },
    treatment: 'lump_sum',
    but: { labour_standards: true },
    source: ['cra-lumpsum', 'rq-labour-standards'],
    confidence: 'recalled',
  },
  statutory_holiday_pay: {
    label: { en: 'Statutory Holiday Pay', fr: 'Indemnité de jour férié' },
    treatment: 'pay',
    but: { vacationable: everywhereBut('AB'), holiday_base: 'holiday_pay' },
    source: ['cra-bonus', 't4127-122', 'vacationable-payworks', 'vacationable-knit'],
  },
  supplemental_unemployment: {
    label: { en: 'Supplemental Unemployment Benefit', fr: 'Prestation supplémentaire de chômage' },
    treatment: 'taxable_only',
    but: { boxes: { t4a: ['152'], rl1: ['O', 'RA'] } },
    boxes_source: ['rq-box-o'],
  },
  // Corrects a balance and pays nothing.
  vacation_accrual_adjustment: {
    label: { en: 'Vacation Accrual Adjustment', fr: "Rajustement de l'indemnité de vacances accumulée" },
    treatment: 'not_counted_in_kind',
    source: ['service'],
    confidence: 'confirmed',
  },
  vacation_pay: {
    label: { en: 'Vacation Pay', fr: 'Indemnité de vacances' },
    treatment: 'pay',
    but: { vacationable: VACATION_ON_VACATION, holiday_base: 'vacation_pay' },
  },
  vacation_pay_employee_terminated: {
    label: { en: 'Vacation Pay (Employment Ended)', fr: "Indemnité de vacances (fin d'emploi)" },
    treatment: 'non_periodic_pay',
    but: { vacationable: false, holiday_base: 'none' },
  },
  vacation_pay_no_time_taken: {
    label: { en: 'Vacation Pay (No Time Taken)', fr: 'Indemnité de vacances (sans congé pris)' },
    treatment: 'non_periodic_pay',
    but: { vacationable: VACATION_ON_VACATION, holiday_base: 'vacation_pay' },
  },
  vacation_pay_time_taken: {
    label: { en: 'Vacation Pay (Time Taken)', fr: 'Indemnité de vacances (congé pris)' },
    treatment: 'pay',
    but: { vacationable: VACATION_ON_VACATION, holiday_base: 'vacation_taken' },
  },
  wage: { label: { en: 'Wage', fr: 'Salaire horaire' }, treatment: 'pay' },
});
