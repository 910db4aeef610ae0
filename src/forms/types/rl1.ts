import { amountsByBox } from '../model/boxes.ts';
import type { FormField, FormType } from '../model/form-type.ts';
import { yearlyVersions } from '../model/form-type.ts';
import { additionalInformation, BOX_O_CODE } from '../model/rl1-information.ts';
import { currency, employeeFields, formed, sin, TAX_YEAR, text } from './fields.ts';

/** Names and the city in Revenu Québec's file. */
const WIDTHS = { first_name: 30, surname: 30, city: 30 };
/** Digits before the point there. */
const AMOUNT_WIDTH = 7;

/** The lettered boxes of the RL-1, as the slip has them. */
const BOXES: readonly [box: string, key: string, en: string, fr: string][] = [
  ['A', 'box_a_employment_income', 'Employment income', "Revenus d'emploi"],
  ['B.A', 'box_b_a_qpp_contributions', 'QPP contributions', 'Cotisations au RRQ'],
  [
    'B.B',
    'box_b_b_second_additional_qpp_contributions',
    'Second additional QPP contributions',
    'Deuxièmes cotisations supplémentaires au RRQ',
  ],
  ['C', 'box_c_ei_premiums', 'Employment insurance premiums', "Cotisations à l'assurance-emploi"],
  ['D', 'box_d_rpp_contributions', 'RPP contributions', 'Cotisations à un RPA'],
  ['E', 'box_e_quebec_income_tax', 'Québec income tax', 'Impôt du Québec retenu'],
  ['F', 'box_f_union_dues', 'Union dues', 'Cotisations syndicales'],
  ['G', 'box_g_pensionable_salary', 'Pensionable salary or wages under the QPP', 'Salaire admissible au RRQ'],
  ['H', 'box_h_qpip_premiums', 'QPIP premiums', 'Cotisations au RQAP'],
  ['I', 'box_i_qpip_eligible_salary', 'Eligible salary or wages under the QPIP', 'Salaire admissible au RQAP'],
  ['J', 'box_j_private_health_services_plan', 'Private health services plan', "Régime privé d'assurance maladie"],
  [
    'K',
    'box_k_trips_remote_area',
    'Trips made by a resident of a designated remote area',
    "Voyages d'un résident d'une région éloignée reconnue",
  ],
  ['L', 'box_l_other_benefits', 'Other benefits', 'Autres avantages'],
  ['M', 'box_m_commissions', 'Commissions included in box A or R', 'Commissions incluses dans la case A ou R'],
  ['N', 'box_n_charitable_donations', 'Charitable donations', 'Dons de bienfaisance'],
  ['O', 'box_o_other_income', 'Other income not included in box A', 'Autres revenus non inclus dans la case A'],
  [
    'P',
    'box_p_multi_employer_insurance_plan',
    'Contributions to a multi-employer insurance plan',
    "Contribution à un régime d'assurance interentreprises",
  ],
  ['Q', 'box_q_deferred_salary', 'Deferred salary or wages', 'Salaires différés'],
  [
    'R',
    'box_r_income_on_a_reserve',
    'Income situated on a reserve or premises',
    'Revenu situé dans une réserve ou un local',
  ],
  ['S', 'box_s_tips_received', 'Tips received', 'Pourboires reçus'],
  ['T', 'box_t_tips_allocated', 'Tips allocated', 'Pourboires attribués'],
  ['U', 'box_u_phased_retirement', 'Phased retirement', 'Retraite progressive'],
  ['V', 'box_v_meals_and_lodging', 'Meals and lodging', 'Nourriture et logement'],
  [
    'W',
    'box_w_use_of_a_motor_vehicle',
    'Use of a motor vehicle for personal purposes',
    "Utilisation d'un véhicule à moteur à des fins personnelles",
  ],
];

/** Boxes that are 0 where nothing is pensionable or eligible, by Revenu Québec's pages of them. */
const TOLD_AS_0: readonly string[] = ['G', 'I'];

/** Additional information that a payroll can fill, beside the boxes. */
const CODES: readonly [code: string, key: string, en: string, fr: string][] = [
  ['B-1', 'code_b_1_cpp_contributions', 'CPP contributions', 'Cotisations au RPC'],
  [
    'B-2',
    'code_b_2_second_additional_cpp_contributions',
    'Second additional CPP contributions',
    'Deuxièmes cotisations supplémentaires au RPC',
  ],
  ['G-1', 'code_g_1_taxable_benefits_in_kind', 'Taxable benefits in kind', 'Avantages imposables en nature'],
  ['G-2', 'code_g_2_cpp_pensionable_earnings', 'Pensionable earnings under the CPP', 'Gains admissibles au RPC'],
  ['R-1', 'code_r_1_employment_income_on_a_reserve', 'Employment income in box R', "Revenu d'emploi dans la case R"],
  [
    '235',
    'code_235_premiums_private_health_services_plan',
    "Employee's premiums for a private health services plan",
    "Primes de l'employé à un régime privé d'assurance maladie",
  ],
  // What box O is made of, each under the code of its kind.
  [
    'RA',
    'code_ra_supplementary_unemployment_benefits',
    'Supplementary unemployment benefits in box O',
    'Prestations supplémentaires de chômage dans la case O',
  ],
  ['RD', 'code_rd_fees_for_services', 'Fees for services in box O', 'Honoraires pour services rendus dans la case O'],
  ['RJ', 'code_rj_retiring_allowance', 'Retiring allowance in box O', 'Allocation de retraite dans la case O'],
  ['RK', 'code_rk_death_benefit', 'Death benefit in box O', 'Prestation au décès dans la case O'],
  [
    'RM',
    'code_rm_self_employed_commissions',
    'Commissions of a self-employed person in box O',
    "Commissions d'un travailleur autonome dans la case O",
  ],
  [
    'RN',
    'code_rn_wage_loss_replacement_plan',
    'Benefits under a wage loss replacement plan in box O',
    "Prestations d'un régime d'assurance salaire dans la case O",
  ],
];

const fieldsOf = (): FormField[] => [
  TAX_YEAR,
  ...employeeFields(WIDTHS),
  sin('social_insurance_number', 'Social insurance number', "Numéro d'assurance sociale"),
  text('employee_number', 'Employee number', "Numéro d'employé", 20),
  text('identification_number', "Employer's identification number", "Numéro d'identification de l'employeur", 16, {
    required: true,
    ...formed(
      /^\d{10}RS\d{4}$/,
      'must be an identification number of a source deductions account: ten digits, RS, four digits',
      "doit être un numéro d'identification d'un compte de retenues : dix chiffres, RS, quatre chiffres",
    ),
  }),
  ...BOXES.map(([box, key, en, fr]) =>
    currency(key, `${en} (Box ${box})`, `${fr} (case ${box})`, box, {
      width: AMOUNT_WIDTH,
      ...(TOLD_AS_0.includes(box) ? { told_as_0: true } : {}),
    }),
  ),
  ...CODES.map(([code, key, en, fr]) =>
    currency(key, `${en} (Code ${code})`, `${fr} (code ${code})`, code, { width: AMOUNT_WIDTH }),
  ),
];

/** RL-1, Employment and Other Income: employment in Québec. */
export const rl1: FormType = {
  type: 'rl1',
  label: { en: 'RL-1 Employment and Other Income', fr: "RL-1 Revenus d'emploi et revenus divers" },
  owner_types: ['employee'],
  life: 'in_batches',
  agency: 'rq',
  exportable_as: ['pdf'],
  versions: yearlyVersions(2024, 2026, fieldsOf),
  *check(values, { fields }) {
    const boxes = amountsByBox({ values }, fields);
    const code = Object.keys(boxes).find((box) => BOX_O_CODE.test(box));
    // The file has the kinds of income within box O, and nothing of them without it.
    if (code !== undefined && boxes.O === undefined)
      yield {
        path: 'box_o_other_income',
        text: {
          en: `is required where there is an amount of code ${code}, which is a part of it`,
          fr: `est obligatoire quand il y a un montant du code ${code}, qui en est une partie`,
        },
      };
  },
  slips: (values, { fields }) => additionalInformation(amountsByBox({ values }, fields)).length,
};
