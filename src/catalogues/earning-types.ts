import { makeCatalogue } from './catalogue.ts';

/** Earnings: pay for work, for time away from it, and what is paid when it ends. */
export const EARNING_TYPES = makeCatalogue(
  'earning',
  {
    bonus_discretionary: { label: { en: 'Bonus (Discretionary)', fr: 'Prime (discrétionnaire)' } },
    bonus_non_discretionary: { label: { en: 'Bonus (Non-Discretionary)', fr: 'Prime (non discrétionnaire)' } },
    bonus_non_taxable: { label: { en: 'Bonus (Non-Taxable)', fr: 'Prime (non imposable)' } },
    commission: { label: { en: 'Commission (Non-Periodic)', fr: 'Commission (non périodique)' } },
    commission_periodic: {
      label: { en: 'Commission (Periodic)', fr: 'Commission (périodique)' },
      off_cycle: false,
    },
    commission_self_employed: { label: { en: 'Commission (Self-employed)', fr: 'Commission (travailleur autonome)' } },
    death_benefit: { label: { en: 'Death Benefit', fr: 'Prestation de décès' } },
    gift_cash: { label: { en: 'Gift (Cash)', fr: 'Cadeau (en espèces)' } },
    gratuity: { label: { en: 'Gratuity', fr: 'Pourboire' } },
    in_lieu_wages: { label: { en: 'Wages in Lieu of Notice', fr: 'Indemnité tenant lieu de préavis' } },
    income_replacement_indemnity_non_taxable: {
      label: {
        en: 'Income Replacement Indemnity (Non-Taxable)',
        fr: 'Indemnité de remplacement du revenu (non imposable)',
      },
    },
    income_replacement_indemnity_taxable: {
      label: { en: 'Income Replacement Indemnity (Taxable)', fr: 'Indemnité de remplacement du revenu (imposable)' },
    },
    invoice_payment: { label: { en: 'Invoice Payment', fr: 'Paiement de facture' } },
    invoice_sales_tax: { label: { en: 'Invoice Sales Tax', fr: 'Taxe de vente sur facture' } },
    leave_bereavement: { label: { en: 'Bereavement Leave', fr: 'Congé de deuil' } },
    leave_domestic_and_sexual_violence: {
      label: { en: 'Domestic and Sexual Violence Leave', fr: 'Congé pour violence conjugale ou sexuelle' },
    },
    leave_general: { label: { en: 'General Leave', fr: 'Congé général' } },
    leave_parental: { label: { en: 'Parental Leave', fr: 'Congé parental' } },
    leave_paternity: { label: { en: 'Paternity Leave', fr: 'Congé de paternité' } },
    leave_personal: { label: { en: 'Personal Leave', fr: 'Congé personnel' } },
    leave_sick: { label: { en: 'Sick Leave (Legislated)', fr: 'Congé de maladie (prévu par la loi)' } },
    leave_sick_discretionary: {
      label: { en: 'Sick Leave (Non-Legislated)', fr: 'Congé de maladie (non prévu par la loi)' },
    },
    leave_voting: { label: { en: 'Voting Leave', fr: 'Congé pour voter' } },
    leave_wedding: { label: { en: 'Wedding Leave', fr: 'Congé de mariage' } },
    overtime: { label: { en: 'Overtime', fr: 'Heures supplémentaires' } },
    parental_top_up_insurable: {
      label: { en: 'Parental Top-Up (Insurable)', fr: 'Supplément parental (assurable)' },
    },
    parental_top_up_non_insurable: {
      label: { en: 'Parental Top-Up (Non-Insurable)', fr: 'Supplément parental (non assurable)' },
    },
    pension: { label: { en: 'Pension', fr: 'Pension' } },
    retiring_allowance: { label: { en: 'Retiring Allowance', fr: 'Allocation de retraite' } },
    retiring_allowance_eligible: {
      label: { en: 'Retiring Allowance (Eligible)', fr: 'Allocation de retraite (admissible)' },
    },
    retroactive_pay: { label: { en: 'Retroactive Pay', fr: 'Paie rétroactive' } },
    retroactive_pay_increase: {
      label: { en: 'Retroactive Pay Increase', fr: 'Augmentation de paie rétroactive' },
    },
    salary: { label: { en: 'Salary', fr: 'Salaire' } },
    salary_continuance: { label: { en: 'Salary Continuance', fr: 'Maintien du salaire' } },
    severance_pay: { label: { en: 'Severance Pay', fr: 'Indemnité de départ' } },
    statutory_holiday_pay: { label: { en: 'Statutory Holiday Pay', fr: 'Indemnité de jour férié' } },
    supplemental_unemployment: {
      label: { en: 'Supplemental Unemployment Benefit', fr: 'Prestation supplémentaire de chômage' },
    },
    vacation_accrual_adjustment: {
      label: { en: 'Vacation Accrual Adjustment', fr: 'Ajustement de la paie de vacances accumulée' },
    },
    vacation_pay: { label: { en: 'Vacation Pay', fr: 'Paie de vacances' } },
    vacation_pay_employee_terminated: {
      label: { en: 'Vacation Pay (Employment Ended)', fr: "Paie de vacances (fin d'emploi)" },
    },
    vacation_pay_no_time_taken: {
      label: { en: 'Vacation Pay (No Time Taken)', fr: 'Paie de vacances (sans congé pris)' },
    },
    vacation_pay_time_taken: {
      label: { en: 'Vacation Pay (Time Taken)', fr: 'Paie de vacances (congé pris)' },
    },
    wage: { label: { en: 'Wage', fr: 'Salaire horaire' } },
  },
  { onPayrolls: true },
);
