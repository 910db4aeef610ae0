import type { FormField, FormType } from '../model/form-type.ts';
import { yearlyVersions } from '../model/form-type.ts';
import {
  addressFields,
  choice,
  currency,
  DENTAL_CODES,
  formed,
  payrollAccount,
  sin,
  TAX_YEAR,
  text,
} from './fields.ts';

// Long: a table, an entry for each box.
const fieldsOf = (): FormField[] => [
  TAX_YEAR,
  text('recipient_first_name', 'First name', 'Prénom', 12, { personal: true }),
  text('recipient_initial', 'Initial', 'Initiale', 1, { personal: true }),
  text('recipient_surname', 'Surname', 'Nom de famille', 20, { personal: true }),
  text(
    'recipient_corporation_name',
    'Name of a corporation or partnership',
    "Nom d'une société ou d'une société de personnes",
    60,
    {
      personal: true,
    },
  ),
  ...addressFields('recipient'),
  sin('box_012_social_insurance_number', 'Social insurance number (Box 012)', "Numéro d'assurance sociale (case 012)"),
  text(
    'box_013_recipients_program_account_number',
    "Recipient's program account number (Box 013)",
    'Numéro de compte de programme du bénéficiaire (case 013)',
    15,
    {
      personal: true,
      ...formed(
        /^\d{9}[A-Z]{2}\d{4}$/,
        'must be a business number with its program account, e.g. 123456782RT0001',
        "doit être un numéro d'entreprise avec son compte de programme, p. ex. 123456782RT0001",
      ),
    },
  ),
  text('recipient_number', 'Recipient number', 'Numéro du bénéficiaire', 20),
  payrollAccount(
    'box_061_payers_account_number',
    "Payer's account number (Box 061)",
    'Numéro de compte du payeur (case 061)',
  ),
  choice(
    'box_015_payer_offered_dental_benefits',
    'Payer-offered dental benefits (Box 015)',
    'Prestations dentaires offertes par le payeur (case 015)',
    DENTAL_CODES,
  ),
  currency(
    'box_016_pension_or_superannuation',
    'Pension or superannuation (Box 016)',
    'Prestations de retraite ou autres pensions (case 016)',
    '016',
  ),
  currency('box_018_lump_sum_payments', 'Lump-sum payments (Box 018)', 'Paiements forfaitaires (case 018)', '018'),
  currency(
    'box_020_self_employed_commissions',
    'Self-employed commissions (Box 020)',
    "Commissions d'un travail indépendant (case 020)",
    '020',
  ),
  currency(
    'box_022_income_tax_deducted',
    'Income tax deducted (Box 022)',
    'Impôt sur le revenu retenu (case 022)',
    '022',
  ),
  currency('box_024_annuities', 'Annuities (Box 024)', 'Rentes (case 024)', '024'),
  currency('box_028_other_income', 'Other income (Box 028)', 'Autres revenus (case 028)', '028'),
  currency(
    'box_048_fees_for_services',
    'Fees for services (Box 048)',
    'Honoraires ou autres sommes pour services rendus (case 048)',
    '048',
  ),
  currency(
    'box_105_scholarships_bursaries',
    'Scholarships, bursaries and prizes (Box 105)',
    "Bourses d'études, de perfectionnement et récompenses (case 105)",
    '105',
  ),
  currency('box_106_death_benefits', 'Death benefits (Box 106)', 'Prestations consécutives au décès (case 106)', '106'),
  currency(
    'box_107_wage_loss_replacement_plan',
    'Payments from a wage-loss replacement plan (Box 107)',
    "Paiements d'un régime d'assurance-salaire (case 107)",
    '107',
  ),
  currency(
    'box_118_medical_premium_benefits',
    'Medical premium benefits (Box 118)',
    "Avantages – primes d'assurance médicale (case 118)",
    '118',
  ),
  currency(
    'box_119_group_term_life_insurance',
    'Premiums to a group term life insurance plan (Box 119)',
    "Primes à un régime d'assurance-vie collective temporaire (case 119)",
    '119',
  ),
  currency(
    'box_135_private_health_services_plan',
    'Recipient-paid premiums for private health services plans (Box 135)',
    "Primes versées par le bénéficiaire à un régime privé d'assurance-maladie (case 135)",
    '135',
  ),
  currency(
    'box_152_supplementary_unemployment_benefit',
    'Supplementary unemployment benefit plan (Box 152)',
    "Régime de prestations supplémentaires d'assurance-emploi (case 152)",
    '152',
  ),
];

const NAMES = ['recipient_surname', 'recipient_corporation_name'] as const;

/**
 * T4A, Statement of Pension, Retirement, Annuity, and Other Income: what contractors need, and payments that are no
 * employment income.
 */
export const t4a: FormType = {
  type: 't4a',
  label: {
    en: 'T4A Statement of Pension, Retirement, Annuity, and Other Income',
    fr: "T4A État du revenu de pension, de retraite, de rente ou d'autres sources",
  },
  owner_types: ['contractor', 'employee'],
  life: 'in_batches',
  agency: 'cra',
  exportable_as: ['pdf'],
  versions: yearlyVersions(2024, 2026, fieldsOf),
  *check(values) {
    const given = NAMES.filter((key) => (values[key] ?? '') !== '');
    if (given.length === 0)
      yield {
        path: 'recipient_surname',
        text: {
          en: 'is required when recipient_corporation_name is absent',
          fr: 'est obligatoire quand recipient_corporation_name est absent',
        },
      };
    if (given.length === 2)
      yield {
        path: 'recipient_corporation_name',
        text: {
          en: 'cannot be combined with a surname: the slip is for a person or for a corporation',
          fr: "ne peut accompagner un nom de famille : le feuillet est d'une personne ou d'une société",
        },
      };
  },
};
