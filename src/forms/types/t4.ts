import type { FormField, FormType } from '../model/form-type.ts';
import { yearlyVersions } from '../model/form-type.ts';
import {
  choice,
  currency,
  DENTAL_CODES,
  employeeFields,
  flag,
  formed,
  PROVINCES_OF_SLIPS,
  payrollAccount,
  sin,
  TAX_YEAR,
  text,
} from './fields.ts';

/**
 * Codes of other information on a T4 that a payroll can fill, with what they say. Amounts of them are in box 14 too,
 * except 66, 67, 69, 71, 85, 94 and 95.
 */
const CODES: readonly [code: string, name: string, en: string, fr: string][] = [
  ['30', 'board_and_lodging', 'Board and lodging', 'Pension et logement'],
  ['31', 'special_work_site', 'Special work site', 'Chantier particulier'],
  ['32', 'travel_in_a_prescribed_zone', 'Travel in a prescribed zone', 'Voyages dans une zone visée'],
  [
    '33',
    'medical_travel_assistance',
    'Medical travel assistance',
    'Aide accordée pour les voyages pour soins médicaux',
  ],
  [
    '34',
    'personal_use_of_employers_automobile',
    "Personal use of employer's automobile or motor vehicle",
    "Utilisation personnelle de l'automobile ou du véhicule à moteur de l'employeur",
  ],
  [
    '36',
    'interest_free_and_low_interest_loans',
    'Interest-free and low-interest loans',
    'Prêts sans intérêt ou à faible intérêt',
  ],
  [
    '40',
    'other_taxable_allowances_and_benefits',
    'Other taxable allowances and benefits',
    'Autres allocations et avantages imposables',
  ],
  ['42', 'employment_commissions', 'Employment commissions', "Commissions d'emploi"],
  ['66', 'eligible_retiring_allowances', 'Eligible retiring allowances', 'Allocations de retraite admissibles'],
  [
    '67',
    'non_eligible_retiring_allowances',
    'Non-eligible retiring allowances',
    'Allocations de retraite non admissibles',
  ],
  [
    '69',
    'indian_act_exempt_non_eligible_retiring_allowances',
    'Indian Act exempt income – Non-eligible retiring allowances',
    'Revenu exonéré en vertu de la Loi sur les Indiens – Allocations de retraite non admissibles',
  ],
  [
    '71',
    'indian_act_exempt_income',
    'Indian Act exempt income – Employment',
    'Revenu exonéré en vertu de la Loi sur les Indiens – Emploi',
  ],
  [
    '77',
    'workers_compensation_repaid',
    "Workers' compensation benefits repaid to the employer",
    "Indemnités pour accidents du travail remboursées à l'employeur",
  ],
  [
    '85',
    'employee_paid_premiums_for_private_health_services_plans',
    'Employee-paid premiums for private health services plans',
    "Primes versées par l'employé à un régime privé d'assurance-maladie",
  ],
  [
    '87',
    'emergency_services_volunteer_exempt_amount',
    'Emergency services volunteer exempt amount',
    "Montant exonéré versé à un volontaire des services d'urgence",
  ],
  [
    '94',
    'indian_act_exempt_rpp_contributions',
    'Indian Act exempt income – RPP contributions',
    'Revenu exonéré en vertu de la Loi sur les Indiens – Cotisations à un RPA',
  ],
  [
    '95',
    'indian_act_exempt_union_dues',
    'Indian Act exempt income – Union dues',
    'Revenu exonéré en vertu de la Loi sur les Indiens – Cotisations syndicales',
  ],
];

// Long: a table, an entry for each box.
const boxes = (): FormField[] => [
  currency('box_14_employment_income', 'Employment income (Box 14)', "Revenus d'emploi (case 14)", '14', { width: 8 }),
  currency(
    'box_16_employees_cpp_contributions',
    "Employee's CPP contributions (Box 16)",
    "Cotisations de l'employé au RPC (case 16)",
    '16',
    { width: 4 },
  ),
  currency(
    'box_16a_employees_cpp2_contributions',
    "Employee's second CPP contributions (Box 16A)",
    "Deuxièmes cotisations supplémentaires de l'employé au RPC (case 16A)",
    '16A',
    { width: 4 },
  ),
  currency(
    'box_17_employees_qpp_contributions',
    "Employee's QPP contributions (Box 17)",
    "Cotisations de l'employé au RRQ (case 17)",
    '17',
    { width: 4 },
  ),
  currency(
    'box_17a_employees_qpp2_contributions',
    "Employee's second QPP contributions (Box 17A)",
    "Deuxièmes cotisations supplémentaires de l'employé au RRQ (case 17A)",
    '17A',
    { width: 4 },
  ),
  currency(
    'box_18_employees_ei_premiums',
    "Employee's EI premiums (Box 18)",
    "Cotisations de l'employé à l'AE (case 18)",
    '18',
    { width: 4 },
  ),
  currency('box_20_rpp_contributions', 'RPP contributions (Box 20)', 'Cotisations à un RPA (case 20)', '20', {
    width: 5,
  }),
  currency('box_22_income_tax_deducted', 'Income tax deducted (Box 22)', 'Impôt sur le revenu retenu (case 22)', '22', {
    width: 8,
  }),
  currency('box_24_ei_insurable_earnings', 'EI insurable earnings (Box 24)', "Gains assurables d'AE (case 24)", '24', {
    width: 5,
    told_as_0: true,
  }),
  currency(
    'box_26_cpp_or_qpp_pensionable_earnings',
    'CPP/QPP pensionable earnings (Box 26)',
    'Gains ouvrant droit à pension – RPC/RRQ (case 26)',
    '26',
    { width: 7, told_as_0: true },
  ),
  currency(
    'box_27_employer_cpp_contributions',
    "Employer's CPP contributions (Box 27)",
    "Cotisations de l'employeur au RPC (case 27)",
    '27',
    { width: 5, of_summary: true },
  ),
  currency(
    'box_27a_employers_cpp2_contributions',
    "Employer's second CPP contributions (Box 27A)",
    "Deuxièmes cotisations supplémentaires de l'employeur au RPC (case 27A)",
    '27A',
    { width: 5, of_summary: true },
  ),
  currency(
    'box_19_employer_ei_premiums',
    "Employer's EI premiums (Box 19)",
    "Cotisations de l'employeur à l'AE (case 19)",
    '19',
    { width: 5, of_summary: true },
  ),
  currency('box_44_union_dues', 'Union dues (Box 44)', 'Cotisations syndicales (case 44)', '44', { width: 7 }),
  currency('box_46_charitable_donations', 'Charitable donations (Box 46)', 'Dons de bienfaisance (case 46)', '46', {
    width: 7,
  }),
  // In dollars only: the CRA's guide RC4120.
  currency('box_52_pension_adjustment', 'Pension adjustment (Box 52)', "Facteur d'équivalence (case 52)", '52', {
    width: 5,
    in_dollars: true,
  }),
  currency(
    'box_55_employees_ppip_premiums',
    "Employee's PPIP premiums (Box 55)",
    "Cotisations de l'employé au RPAP (case 55)",
    '55',
    { width: 4 },
  ),
  currency(
    'box_56_ppip_insurable_earnings',
    'PPIP insurable earnings (Box 56)',
    'Gains assurables du RPAP (case 56)',
    '56',
    { width: 6 },
  ),
  ...CODES.map(([code, name, en, fr]) =>
    currency(`code_${code}_${name}`, `${en} (Code ${code})`, `${fr} (code ${code})`, code, { width: 7 }),
  ),
];

const fieldsOf = (): FormField[] => [
  TAX_YEAR,
  ...employeeFields(),
  sin('box_12_social_insurance_number', 'Social insurance number (Box 12)', "Numéro d'assurance sociale (case 12)"),
  text('employee_number', 'Employee number', "Numéro d'employé", 20),
  payrollAccount(
    'box_54_payroll_account_number',
    "Employer's account number (Box 54)",
    "Numéro de compte de l'employeur (case 54)",
  ),
  text(
    'box_50_rpp_or_dpsp_registration_number',
    'RPP or DPSP registration number (Box 50)',
    "Numéro d'agrément d'un RPA ou d'un RPDB (case 50)",
    7,
    formed(/^\d{7}$/, 'must be seven digits', 'doit être formé de sept chiffres'),
  ),
  flag('box_28_cpp_or_qpp_exempt_code', 'Exempt from CPP or QPP (Box 28)', 'Exempté du RPC ou du RRQ (case 28)'),
  flag('box_28_employment_insurance_exempt_code', 'Exempt from EI (Box 28)', "Exempté de l'AE (case 28)"),
  flag('box_28_ppip_exempt_code', 'Exempt from PPIP (Box 28)', 'Exempté du RPAP (case 28)'),
  choice('box_29_employment_code', 'Employment code (Box 29)', "Code d'emploi (case 29)", {
    11: { en: 'Placement or employment agency worker', fr: "Travailleur d'une agence de placement" },
    12: {
      en: 'Taxi driver or driver of another passenger vehicle',
      fr: "Chauffeur de taxi ou d'un autre véhicule de transport de passagers",
    },
    13: { en: 'Barber or hairdresser', fr: 'Barbier ou coiffeur' },
    14: {
      en: 'Withdrawal from a prescribed salary deferral arrangement plan',
      fr: "Retrait d'un arrangement d'échelonnement du traitement visé par règlement",
    },
    15: { en: 'Seasonal Agricultural Workers Program', fr: 'Programme des travailleurs agricoles saisonniers' },
    16: {
      en: 'Detached employee under a social security agreement',
      fr: "Employé détaché en vertu d'un accord de sécurité sociale",
    },
    17: { en: 'Self-employed fisher', fr: 'Pêcheur indépendant' },
  }),
  choice(
    'box_10_province_territory_or_country_of_employment_code',
    'Province, territory or country of employment (Box 10)',
    "Province, territoire ou pays d'emploi (case 10)",
    PROVINCES_OF_SLIPS,
    { required: true },
  ),
  choice(
    'box_45_employer_offered_dental_benefits',
    'Employer-offered dental benefits (Box 45)',
    "Prestations dentaires offertes par l'employeur (case 45)",
    DENTAL_CODES,
    { required: true },
  ),
  ...boxes(),
];

/** The parts of box 28, and what of a slip none of them goes with. */
const EXEMPTIONS = [
  {
    exempt: 'box_28_cpp_or_qpp_exempt_code',
    of: [
      'box_16_employees_cpp_contributions',
      'box_16a_employees_cpp2_contributions',
      'box_17_employees_qpp_contributions',
      'box_17a_employees_qpp2_contributions',
      'box_26_cpp_or_qpp_pensionable_earnings',
    ],
    boxes: ['16', '16A', '17', '17A', '26'],
  },
  {
    exempt: 'box_28_employment_insurance_exempt_code',
    of: ['box_18_employees_ei_premiums', 'box_24_ei_insurable_earnings'],
    boxes: ['18', '24'],
  },
  {
    exempt: 'box_28_ppip_exempt_code',
    of: ['box_55_employees_ppip_premiums', 'box_56_ppip_insurable_earnings'],
    boxes: ['55', '56'],
  },
] as const;

/** T4, Statement of Remuneration Paid. Codes 57 to 60 were for periods of 2020 alone, so no version has them. */
export const t4: FormType = {
  type: 't4',
  label: { en: 'T4 Statement of Remuneration Paid', fr: 'T4 État de la rémunération payée' },
  owner_types: ['employee'],
  life: 'in_batches',
  agency: 'cra',
  exportable_as: ['pdf'],
  versions: yearlyVersions(2024, 2026, fieldsOf),
  *check(values) {
    const has = (one: string) => values[one] !== null && values[one] !== undefined && values[one] !== '0';
    const cpp = has('box_16_employees_cpp_contributions') || has('box_16a_employees_cpp2_contributions');
    const qpp = has('box_17_employees_qpp_contributions') || has('box_17a_employees_qpp2_contributions');
    if (cpp && qpp)
      yield {
        path: 'box_17_employees_qpp_contributions',
        text: {
          en: 'cannot be combined with CPP contributions (Box 16 or 16A): a slip is for one province of employment',
          fr: "ne peut accompagner des cotisations au RPC (case 16 ou 16A) : un feuillet est d'une seule province d'emploi",
        },
      };
    // The CRA has each part of box 28 left blank where the slip says more than 0 of what it exempts from.
    for (const { exempt, of, boxes } of EXEMPTIONS)
      if (values[exempt] === true && of.some(has))
        yield {
          path: exempt,
          text: {
            en: `cannot be set where the slip has contributions or earnings that they are due on (Box ${boxes.join(', ')})`,
            fr: `ne peut être indiqué quand le feuillet a des cotisations ou des gains qui y sont assujettis (case ${boxes.join(', ')})`,
          },
        };
  },
};
