import type { Filing, FilledForm, WriteFiling } from '../model/filled-form.ts';
import type { FormField } from '../model/form-type.ts';
import { CRA } from './characters.ts';
import { craSlips, type SlipAmount } from './cra-slips.ts';
import { Leaves } from './leaves.ts';
import { addressAt, bare, craAccount, craAddress, craDental, craInitial, craSin, inLines, textAt } from './parties.ts';
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

/** The CRA's T4A return: amounts are 11 digits with cents, totals 13 or 15. */

/** Amounts of T4A_AMT, in their order. */
const AMOUNTS: Readonly<Record<string, string>> = {
  '016': 'pens_spran_amt',
  '018': 'lsp_amt',
  '020': 'self_empl_cmsn_amt',
  '022': 'itx_ddct_amt',
  '024': 'annty_amt',
  '048': 'fee_or_oth_srvc_amt',
};

/** Codes of other information that a payroll may have to tell. */
const T4A_OTHER_INFORMATION: Readonly<Record<string, string>> = {
  '028': 'oth_incamt',
  '030': 'ptrng_aloc_amt',
  '032': 'rpp_past_srvc_amt',
  '034': 'padj_amt',
  '040': 'resp_aip_amt',
  '042': 'resp_educt_ast_amt',
  '046': 'chrty_dons_amt',
  '104': 'rsch_grnt_amt',
  '105': 'brsy_amt',
  '106': 'dth_ben_amt',
  '107': 'wag_ls_incamt',
  '116': 'med_trvl_amt',
  '117': 'loan_ben_amt',
  '118': 'med_prem_ben_amt',
  '119': 'grp_trm_life_amt',
  '124': 'brd_wrk_site_amt',
  '125': 'dsblt_ben_amt',
  '131': 'rdsp_amt',
  '132': 'wag_ptct_pgm_amt',
  '133': 'var_pens_ben_amt',
  '134': 'tfsa_tax_amt',
  '135': 'rcpnt_pay_prem_phsp_amt',
  '152': 'subp_qlf_amt',
};
const OTHERS_ON_A_SLIP = 12;
const WIDTH = 11;

const TOTALS: readonly { box: string; element: string; width: number }[] = [
  { box: '016', element: 'tot_pens_spran_amt', width: 15 },
  { box: '018', element: 'tot_lsp_amt', width: 15 },
  { box: '020', element: 'tot_self_cmsn_amt', width: 15 },
  { box: '030', element: 'tot_ptrng_aloc_amt', width: 15 },
  { box: '032', element: 'tot_past_srvc_amt', width: 15 },
  { box: '024', element: 'tot_annty_incamt', width: 15 },
  { box: '028', element: 'totr_incamt', width: 15 },
  { box: '022', element: 'tot_itx_dedn_amt', width: 13 },
  { box: '034', element: 'tot_padj_amt', width: 15 },
  { box: '040', element: 'tot_resp_aip_amt', width: 15 },
  { box: '042', element: 'tot_resp_amt', width: 15 },
  { box: '048', element: 'rpt_tot_fee_srvc_amt', width: 15 },
];
/** What has a total of its own; everything else is reported together. */
const TOTALLED = new Set(TOTALS.map(({ box }) => box));

/** The CRA's own way of saying that a recipient has no business number, or gave none. */
const NO_BUSINESS_NUMBER = '000000000RP0000';
const BUSINESS_NUMBER = {
  en: 'an account with the CRA: nine digits, two letters and four digits',
  fr: "un compte à l'ARC : neuf chiffres, deux lettres et quatre chiffres",
};

/** A slip names a person or a business, never both. */
const recipient = (leaves: Leaves, form: FilledForm): Part[] => {
  const business = textAt(form, 'recipient_corporation_name');
  const sin = textAt(form, 'box_012_social_insurance_number');
  return [
    business
      ? null
      : group('RCPNT_NM', [
          leaves.text('snm', textAt(form, 'recipient_surname'), {
            field: 'recipient_surname',
            width: 20,
            required: true,
          }),
          leaves.text('gvn_nm', textAt(form, 'recipient_first_name'), { field: 'recipient_first_name', width: 12 }),
          craInitial(leaves, textAt(form, 'recipient_initial'), 'recipient_initial'),
        ]),
    craSin(leaves, business ? null : sin, 'box_012_social_insurance_number'),
    leaves.code('rcpnt_bn', bare(textAt(form, 'box_013_recipients_program_account_number')) ?? NO_BUSINESS_NUMBER, {
      field: 'box_013_recipients_program_account_number',
      like: /^\d{9}[A-Z]{2}\d{4}$/,
      is: BUSINESS_NUMBER,
    }),
    business
      ? group(
          'RCPNT_CORP_NM',
          inLines(business, CRA, 30, 2).map((line, i) =>
            leaves.text(`l${i + 1}_nm`, line, { field: 'recipient_corporation_name', width: 30, required: i === 0 }),
          ),
        )
      : null,
    craAddress(leaves, 'RCPNT_ADDR', 'recipient', addressAt(form, 'recipient')),
    leaves.text('rcpnt_nbr', textAt(form, 'recipient_number'), {
      field: 'recipient_number',
      width: 20,
    }),
    craAccount(leaves, form, 'box_061_payers_account_number'),
    craDental(leaves, 'payr_dntl_ben_rpt_cd', form, {
      field: 'box_015_payer_offered_dental_benefits',
      // Of pensions alone.
      isAsked: Number(textAt(form, 'box_016_pension_or_superannuation') ?? '0') !== 0,
    }),
    { name: 'rpt_tcd', content: SLIP_STAGES[form.stage] },
  ];
};

const inElements = (elements: Readonly<Record<string, string>>): SlipAmount[] =>
  Object.entries(elements).map(([box, element]) => ({ box, element, width: WIDTH }));

/** The slips that a T4A comes to in the file, and what is to be said of its fields. */
export const t4aSlips = (form: FilledForm, fields: readonly FormField[]) =>
  craSlips(form, fields, {
    element: 'T4ASlip',
    head: recipient,
    amounts: { element: 'T4A_AMT', of: inElements(AMOUNTS) },
    others: inElements(T4A_OTHER_INFORMATION),
    others_on_a_slip: OTHERS_ON_A_SLIP,
  });

const summary = (filing: Filing, { count, totals }: { count: number; totals: BoxTotals }) => {
  const leaves = new Leaves(CRA);
  const element = group('T4ASummary', [
    ...summaryHead(leaves, { name: 'PAYR_NM', address: 'PAYR_ADDR' }, filing, count),
    { name: 'rpt_tcd', content: SUMMARY_STAGES[filing.stage] },
    group('T4A_TAMT', [
      ...TOTALS.map(({ box, element: name, width }) => leaves.amount(name, totals.of(box), { field: name, width })),
      leaves.amount('rpt_tot_oth_info_amt', totals.but(TOTALLED), { field: 'rpt_tot_oth_info_amt', width: 15 }),
    ]),
  ]);
  return { text: `${element ? written(element) : ''}${endReturn('T4A')}`, notes: leaves.notes };
};

/** The T4A returns of a batch, one for each account, behind their transmittal. */
export const writeT4a = (fieldsOf: (form: FilledForm) => readonly FormField[]): WriteFiling =>
  writeFile({
    account: { field: 'box_061_payers_account_number', of: 'cra_account' },
    open: openSubmission,
    begin: beginReturn('T4A'),
    slip: (form) => t4aSlips(form, fieldsOf(form)),
    summary,
    close: CLOSE_SUBMISSION,
  });
