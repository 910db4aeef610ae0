import type { Filing } from '../model/filled-form.ts';
import { CRA } from './characters.ts';
import { Leaves, type Note } from './leaves.ts';
import { ACCOUNT, ACCOUNT_IS, addressOf, craAddress, craContact, inLines } from './parties.ts';
import { endOf, group, type Part, startOf, written } from './xml.ts';

/**
 * T619, the CRA's electronic transmittal, and what is alike of the returns behind it. The employer sends its own file,
 * so it is the transmitter, known by the nine digits of its business number; all slips of a file are of one kind.
 */

/** The CRA's codes for what a slip and a summary are. A return of cancelled slips is an amended one. */
export const SLIP_STAGES = { original: 'O', amendment: 'A', cancellation: 'C' } as const;
export const SUMMARY_STAGES = { original: 'O', amendment: 'A', cancellation: 'A' } as const;

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const LANGUAGES = { en: 'E', fr: 'F' } as const;
const BUSINESS_NUMBER = { en: 'nine digits', fr: 'neuf chiffres' };
const NAME_WIDTH = 30;
const NAME_FIELDS = ['l1_nm', 'l2_nm', 'l3_nm'];

/** The transmittal: behind it is a return for each account of the employer. */
export const openSubmission = ({ filer, reference, accounts }: Filing): { text: string; notes: Note[] } => {
  const leaves = new Leaves(CRA);
  // All accounts of an employer begin with its business number.
  const account = filer.cra_account ?? accounts.find((one) => one !== null && ACCOUNT.test(one));
  const transmittal = group('T619', [
    { name: 'sbmt_ref_id', content: String(reference).padStart(8, '0') },
    group('TransmitterAccountNumber', [
      leaves.code('bn9', account?.slice(0, 9), {
        field: 'cra_account',
        like: /^\d{9}$/,
        is: BUSINESS_NUMBER,
        required: true,
      }),
    ]),
    leaves.whole('summ_cnt', accounts.length),
    { name: 'lang_cd', content: LANGUAGES[filer.locale] },
    group('TransmitterName', [leaves.text('l1_nm', filer.name, { field: 'name', width: 35, required: true })]),
    { name: 'TransmitterCountryCode', content: 'CAN' },
    craContact(leaves, filer, { width: 35, email: true }),
  ]);
  const begin = `${startOf('Submission', { 'xmlns:xsi': XSI })}\n`;
  return {
    text: `${begin}${transmittal ? written(transmittal) : ''}\n`,
    notes: leaves.notes,
  };
};

/** The beginning of a return, and its end behind its summary. */
export const beginReturn = (kind: string): string => `${startOf('Return')}\n${startOf(kind)}\n`;
export const endReturn = (kind: string): string => `\n${endOf(kind)}\n${endOf('Return')}\n`;

/** Nothing may be behind it. */
export const CLOSE_SUBMISSION = endOf('Submission');

/** Who the return is of: account, name and address, contact, year, number of slips. */
export const summaryHead = (
  leaves: Leaves,
  { name, address }: { name: string; address: string },
  { filer, tax_year }: Filing,
  count: number,
): Part[] => [
  leaves.code('bn', filer.cra_account, { field: 'cra_account', like: ACCOUNT, is: ACCOUNT_IS, required: true }),
  group(
    name,
    inLines(filer.name, CRA, NAME_WIDTH, NAME_FIELDS.length - 1).map((line, i) =>
      leaves.text(NAME_FIELDS[i]!, line, { field: 'name', width: NAME_WIDTH, required: i === 0 }),
    ),
  ),
  craAddress(leaves, address, 'employer', addressOf(filer)) ?? leaves.lack('employer_address_line_1'),
  craContact(leaves, filer, { width: 22, email: false }),
  leaves.whole('tx_yr', tax_year),
  leaves.whole('slp_cnt', count),
];
