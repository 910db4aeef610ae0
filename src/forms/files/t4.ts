import { PROVINCES } from '../../values/text.ts';
import type { Filing, FilledForm, WriteFiling } from '../model/filled-form.ts';
import type { FormField } from '../model/form-type.ts';
import { CRA } from './characters.ts';
import { craSlips, type SlipAmount } from './cra-slips.ts';
import { Leaves } from './leaves.ts';
import { addressAt, craAccount, craAddress, craDental, craInitial, craSin, textAt } from './parties.ts';
import { type BoxTotals, writeFile } from './stream.ts';
import {
  beginReturn,
  CLOSE_SUBMISSION,
  endReturn,
  openSubmission,
  SLIP_STAGES,
  SUMMARY_STAGES,
  summaryHead,
} from './t619.ts';
import { group, type Part, written } from './xml.ts';

/**
 * The CRA's T4 return: element names, order and widths by its specification 2026V4 (see docs/forms.md). Widths are
 * digits with cents.
 */

/** Amounts of T4_AMT, in their order. */
const AMOUNTS: readonly SlipAmount[] = [
  { box: '14', element: 'empt_incamt', width: 10 },
  { box: '16', element: 'cpp_cntrb_amt', width: 6 },
  { box: '16A', element: 'cppe_cntrb_amt', width: 6 },
  { box: '17', element: 'qpp_cntrb_amt', width: 6 },
  { box: '17A', element: 'qppe_cntrb_amt', width: 6 },
  { box: '18', element: 'empe_eip_amt', width: 6 },
  { box: '20', element: 'rpp_cntrb_amt', width: 7 },
  { box: '22', element: 'itx_ddct_amt', width: 10 },
  { box: '24', element: 'ei_insu_ern_amt', width: 7, required: true },
  { box: '26', element: 'cpp_qpp_ern_amt', width: 9, required: true },
  { box: '44', element: 'unn_dues_amt', width: 9 },
  { box: '46', element: 'chrty_dons_amt', width: 9 },
  { box: '52', element: 'padj_amt', width: 7 },
  { box: '55', element: 'prov_pip_amt', width: 6 },
  // Its pages of 2026 have 7, for slips of 2025; the maximum of 2026 is 103,000.
  { box: '56', element: 'prov_insu_ern_amt', width: 8 },
];

/** Codes of other information, each 9 digits wide. */
const T4_OTHER_INFORMATION: Readonly<Record<string, string>> = {
  '30': 'hm_brd_lodg_amt',
  '31': 'spcl_wrk_site_amt',
  '32': 'prscb_zn_trvl_amt',
  '33': 'med_trvl_amt',
  '34': 'prsnl_vhcl_amt',
  '36': 'low_int_loan_amt',
  '37': 'empe_hm_loan_amt',
  '38': 'sob_a00_feb_amt',
  '39': 'sod_d_a00_feb_amt',
  '40': 'oth_tx_ben_amt',
  '41': 'sod_d1_a00_feb_amt',
  '42': 'empt_cmsn_amt',
  '43': 'cfppa_amt',
  '53': 'dfr_sob_amt',
  '57': 'empt_inc_amt_covid_prd1',
  '58': 'empt_inc_amt_covid_prd2',
  '59': 'empt_inc_amt_covid_prd3',
  '60': 'empt_inc_amt_covid_prd4',
  '66': 'elg_rtir_amt',
  '67': 'nelg_rtir_amt',
  '69': 'indn_nelg_rtir_amt',
  '71': 'indn_empe_amt',
  '72': 'oc_incamt',
  '74': 'pr_90_cntrbr_amt',
  '75': 'pr_90_ncntrbr_amt',
  '77': 'cmpn_rpay_empr_amt',
  '78': 'fish_gro_ern_amt',
  '79': 'fish_net_ptnr_amt',
  '80': 'fish_shr_prsn_amt',
  '81': 'plcmt_emp_agcy_amt',
  '82': 'drvr_taxis_oth_amt',
  '83': 'brbr_hrdrssr_amt',
  '84': 'pub_trnst_pass_amt',
  '85': 'epaid_hlth_pln_amt',
  '86': 'stok_opt_csh_out_eamt',
  '87': 'vlntr_emergencyworker_xmpt_amt',
  '88': 'indn_txmpt_sei_amt',
  '90': 'sob_after_jun2024_amt',
  '91': 'sod_d_after_jun2024_amt',
  '92': 'sod_d1_after_jun2024_amt',
  '94': 'indn_xmpt_rpp_amt',
  '95': 'indn_xmpt_unn_amt',
};
/** Pieces of other information on one slip; the others go to another one, which repeats no amounts of boxes. */
const OTHERS_ON_A_SLIP = 6;

const TOTALS: readonly { boxes: readonly string[]; element: string; width: number }[] = [
  { boxes: ['14'], element: 'tot_empt_incamt', width: 13 },
  { boxes: ['16'], element: 'tot_empe_cpp_amt', width: 11 },
  { boxes: ['16A'], element: 'tot_empe_cppe_amt', width: 11 },
  { boxes: ['18'], element: 'tot_empe_eip_amt', width: 11 },
  { boxes: ['20'], element: 'tot_rpp_cntrb_amt', width: 11 },
  { boxes: ['22'], element: 'tot_itx_ddct_amt', width: 13 },
  { boxes: ['52'], element: 'tot_padj_amt', width: 13 },
  { boxes: ['27'], element: 'tot_empr_cpp_amt', width: 11 },
  { boxes: ['27A'], element: 'tot_empr_cppe_amt', width: 11 },
  { boxes: ['19'], element: 'tot_empr_eip_amt', width: 11 },
];

const PROVINCE_CODE = new RegExp(`^(${PROVINCES.join('|')}|US|ZZ)$`);
const PROVINCE = { en: 'a province or territory by two letters', fr: 'une province ou un territoire en deux lettres' };
const EMPLOYMENT = { en: 'an employment code from 11 to 17', fr: "un code d'emploi de 11 à 17" };
const PLAN = { en: 'up to seven digits', fr: 'au plus sept chiffres' };

const flag = (form: FilledForm, key: string): string => (form.values[key] === true ? '1' : '0');

const identity = (leaves: Leaves, form: FilledForm): Part[] => {
  const exempt_of_ppip = 'box_28_ppip_exempt_code';
  const province = textAt(form, 'box_10_province_territory_or_country_of_employment_code');
  return [
    group('EMPE_NM', [
      leaves.text('snm', textAt(form, 'employee_surname'), { field: 'employee_surname', width: 20, required: true }),
      leaves.text('gvn_nm', textAt(form, 'employee_first_name'), { field: 'employee_first_name', width: 12 }),
      craInitial(leaves, textAt(form, 'employee_initial'), 'employee_initial'),
    ]),
    craAddress(leaves, 'EMPE_ADDR', 'employee', addressAt(form, 'employee')),
    craSin(leaves, textAt(form, 'box_12_social_insurance_number'), 'box_12_social_insurance_number'),
    leaves.text('empe_nbr', textAt(form, 'employee_number'), { field: 'employee_number', width: 20 }),
    craAccount(leaves, form, 'box_54_payroll_account_number'),
    leaves.code('rpp_dpsp_rgst_nbr', textAt(form, 'box_50_rpp_or_dpsp_registration_number'), {
      field: 'box_50_rpp_or_dpsp_registration_number',
      like: /^\d{1,7}$/,
      is: PLAN,
    }),
    { name: 'cpp_qpp_xmpt_cd', content: flag(form, 'box_28_cpp_or_qpp_exempt_code') },
    { name: 'ei_xmpt_cd', content: flag(form, 'box_28_employment_insurance_exempt_code') },
    province === 'QC' ? { name: 'prov_pip_xmpt_cd', content: flag(form, exempt_of_ppip) } : null,
    leaves.code('empt_cd', textAt(form, 'box_29_employment_code'), {
      field: 'box_29_employment_code',
      like: /^1[1-7]$/,
      is: EMPLOYMENT,
    }),
    { name: 'rpt_tcd', content: SLIP_STAGES[form.stage] },
    leaves.code('empt_prov_cd', province, {
      field: 'box_10_province_territory_or_country_of_employment_code',
      like: PROVINCE_CODE,
      is: PROVINCE,
      required: true,
    }),
    craDental(leaves, 'empr_dntl_ben_rpt_cd', form, {
      field: 'box_45_employer_offered_dental_benefits',
      isAsked: true,
    }),
  ];
};

/** The slips that a T4 comes to in the file, and what is to be said of its fields. */
export const t4Slips = (form: FilledForm, fields: readonly FormField[]) =>
  craSlips(form, fields, {
    element: 'T4Slip',
    head: identity,
    amounts: { element: 'T4_AMT', of: AMOUNTS },
    others: Object.entries(T4_OTHER_INFORMATION).map(([box, element]) => ({ box, element, width: 9 })),
    others_on_a_slip: OTHERS_ON_A_SLIP,
  });

const summary = (filing: Filing, { count, totals }: { count: number; totals: BoxTotals }) => {
  const leaves = new Leaves(CRA);
  const element = group('T4Summary', [
    ...summaryHead(leaves, { name: 'EMPR_NM', address: 'EMPR_ADDR' }, filing, count),
    { name: 'rpt_tcd', content: SUMMARY_STAGES[filing.stage] },
    group(
      'T4_TAMT',
      TOTALS.map((total) =>
        leaves.amount(total.element, totals.of(...total.boxes), { field: total.element, width: total.width }),
      ),
    ),
  ]);
  return { text: `${element ? written(element) : ''}${endReturn('T4')}`, notes: leaves.notes };
};

/** The T4 returns of a batch, one for each account, behind their transmittal. */
export const writeT4 = (fieldsOf: (form: FilledForm) => readonly FormField[]): WriteFiling =>
  writeFile({
    account: { field: 'box_54_payroll_account_number', of: 'cra_account' },
    open: openSubmission,
    begin: beginReturn('T4'),
    slip: (form) => t4Slips(form, fieldsOf(form)),
    summary,
    close: CLOSE_SUBMISSION,
  });
