import type { FilledForm, WriteFiling } from '../model/filled-form.ts';
import {
  MOST_HOLIDAYS,
  MOST_MONIES,
  OTHER_MONIES,
  PERIOD_COUNTS,
  placesOf,
  RECALL_CODES,
  SEPARATION_CODES,
  SERIAL_NUMBER,
  VACATION_PAY_CODES,
} from '../model/roe-codes.ts';
import { SERVICE_CANADA } from './characters.ts';
import { Leaves, type Note } from './leaves.ts';
import { ACCOUNT, ACCOUNT_IS, bare, SIN, SIN_IS, textAt } from './parties.ts';
import { writeFile } from './stream.ts';
import { type Element, endOf, group, type Part, startOf } from './xml.ts';

/**
 * Service Canada's payroll extract of records of employment, version W-2.0: one element for each block of the record.
 * Block 15B is not in it: ROE Web adds block 15C up by itself.
 */

/** Digits with cents: 9,999,999.99. */
const AMOUNT_WIDTH = 9;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_IS = { en: 'a date', fr: 'une date' };
const SERIAL_IS = { en: 'a letter and eight digits', fr: 'une lettre et huit chiffres' };
const CODE_IS = { en: "one of Service Canada's codes", fr: 'un des codes de Service Canada' };
const LANGUAGES = { en: 'E', fr: 'F' } as const;

const oneOf = (codes: Iterable<string>): RegExp => new RegExp(`^(${[...codes].join('|')})$`);

const date = (leaves: Leaves, form: FilledForm, element: string, key: string, required = false): Part =>
  leaves.code(element, textAt(form, key), { field: key, like: DATE, is: DATE_IS, required });

const person = (leaves: Leaves, form: FilledForm): Part => {
  const line = (element: string, n: number, required: boolean) =>
    leaves.text(element, textAt(form, `employee_address_line_${n}`), {
      field: `employee_address_line_${n}`,
      width: 35,
      required,
    });
  return group('B9', [
    leaves.text('FN', textAt(form, 'employee_first_name'), { field: 'employee_first_name', width: 20, required: true }),
    leaves.text('MN', textAt(form, 'employee_initial'), { field: 'employee_initial', width: 4 }),
    leaves.text('LN', textAt(form, 'employee_last_name'), { field: 'employee_last_name', width: 28, required: true }),
    line('A1', 1, true),
    line('A2', 2, true),
    line('A3', 3, false),
    leaves.code('PC', bare(textAt(form, 'employee_postal_code')), {
      field: 'employee_postal_code',
      like: /^([A-Z]\d[A-Z]\d[A-Z]\d|\d{5}|\d{9})$/,
      is: {
        en: 'a postal code of Canada, or a ZIP code of the United States',
        fr: 'un code postal du Canada, ou un code ZIP des États-Unis',
      },
      required: true,
    }),
  ]);
};

/** Insurable earnings period by period, the last one first. Every period counts, those without earnings too. */
const periods = (leaves: Leaves, form: FilledForm): Part => {
  const most = PERIOD_COUNTS[textAt(form, 'block_6_pay_period_type') ?? '']?.fields ?? 0;
  const amounts = Array.from({ length: most }, (_, i) => textAt(form, `pp${i + 1}_insurable_earnings`));
  const last = amounts.findLastIndex((amount) => amount !== null);
  return group(
    'B15C',
    amounts.slice(0, Math.max(last + 1, 1)).map((amount, i) => {
      const field = `pp${i + 1}_insurable_earnings`;
      return group('PP', [leaves.amount('AMT', amount, { field, width: AMOUNT_WIDTH, required: true })], {
        nbr: String(i + 1),
      });
    }),
  );
};

const reason = (leaves: Leaves, form: FilledForm): Part => {
  const digits = (element: string, key: string, like: RegExp, required: boolean): Part =>
    leaves.code(element, textAt(form, key)?.replace(/\D/g, ''), {
      field: key,
      like,
      is: {
        en: 'a telephone number of ten digits, by area code and number',
        fr: 'un numéro de téléphone de dix chiffres, par indicatif et numéro',
      },
      required,
    });
  return group('B16', [
    leaves.code('CD', textAt(form, 'block_16_separation_code'), {
      field: 'block_16_separation_code',
      like: oneOf(Object.keys(SEPARATION_CODES)),
      is: CODE_IS,
      required: true,
    }),
    leaves.text('FN', textAt(form, 'contact_first_name'), { field: 'contact_first_name', width: 20, required: true }),
    leaves.text('LN', textAt(form, 'contact_last_name'), { field: 'contact_last_name', width: 28, required: true }),
    digits('AC', 'contact_area_code', /^\d{3}$/, true),
    digits('TEL', 'contact_phone_number', /^\d{7}$/, true),
    digits('EXT', 'contact_phone_number_extension', /^\d{1,8}$/, false),
  ]);
};

const vacationPay = (leaves: Leaves, form: FilledForm): Part => {
  const code = leaves.code('CD', textAt(form, 'block_17a_vacation_pay_code'), {
    field: 'block_17a_vacation_pay_code',
    like: oneOf(Object.keys(VACATION_PAY_CODES)),
    is: CODE_IS,
  });
  if (!code) return null;
  return group('B17A', [
    group(
      'VP',
      [
        code,
        date(leaves, form, 'SDT', 'block_17a_vacation_pay_start_date'),
        date(leaves, form, 'EDT', 'block_17a_vacation_pay_end_date'),
        leaves.amount('AMT', textAt(form, 'block_17a_vacation_pay_amount'), {
          field: 'block_17a_vacation_pay_amount',
          width: AMOUNT_WIDTH,
        }),
      ],
      { nbr: '1' },
    ),
  ]);
};

const holidays = (leaves: Leaves, form: FilledForm): Part =>
  group(
    'B17B',
    placesOf(MOST_HOLIDAYS).map((n) => {
      const amount = textAt(form, `block_17b_holiday_${n}_amount`);
      if (amount === null) return null;
      return group(
        'SH',
        [
          date(leaves, form, 'DT', `block_17b_holiday_${n}_date`, true),
          leaves.amount('AMT', amount, { field: `block_17b_holiday_${n}_amount`, width: AMOUNT_WIDTH, required: true }),
        ],
        { nbr: String(n) },
      );
    }),
  );

const otherMonies = (leaves: Leaves, form: FilledForm): Part =>
  group(
    'B17C',
    placesOf(MOST_MONIES).map((n) => {
      const key = `block_17c_other_monies_${n}`;
      const code = leaves.code('CD', textAt(form, `${key}_code`), {
        field: `${key}_code`,
        like: oneOf(Object.keys(OTHER_MONIES)),
        is: CODE_IS,
      });
      if (!code) return null;
      const amount = leaves.amount('AMT', textAt(form, `${key}_amount`), {
        field: `${key}_amount`,
        width: AMOUNT_WIDTH,
      });
      return group(
        'OM',
        [code, date(leaves, form, 'SDT', `${key}_start_date`), date(leaves, form, 'EDT', `${key}_end_date`), amount],
        {
          nbr: String(n),
        },
      );
    }),
  );

const recall = (leaves: Leaves, form: FilledForm): Part => {
  const code = textAt(form, 'block_14_expected_recall_code') ?? 'U';
  return group('B14', [
    leaves.code('CD', code, {
      field: 'block_14_expected_recall_code',
      like: oneOf(Object.keys(RECALL_CODES)),
      is: CODE_IS,
    }),
    // A date beside another code would be a contradiction.
    code === 'Y' ? date(leaves, form, 'DT', 'block_14_expected_recall_date', true) : null,
  ]);
};

/** The record of a form in the file, and what is to be said of its fields. */
export const roeSlips = (form: FilledForm): { slips: Element[]; notes: Note[]; boxes: Record<string, string> } => {
  const leaves = new Leaves(SERVICE_CANADA);
  const language = LANGUAGES[form.locale];
  const hours = textAt(form, 'block_15_total_insurable_hours');
  const element = group(
    'ROE',
    [
      leaves.code('B2', textAt(form, 'block_2_serial_number_of_amended_or_replaced'), {
        field: 'block_2_serial_number_of_amended_or_replaced',
        like: SERIAL_NUMBER,
        is: SERIAL_IS,
        required: form.stage !== 'original',
      }),
      leaves.text('B3', textAt(form, 'block_3_employer_payroll_reference_number'), {
        field: 'block_3_employer_payroll_reference_number',
        width: 26,
      }),
      leaves.code('B5', textAt(form, 'block_5_cra_payroll_account_number'), {
        field: 'block_5_cra_payroll_account_number',
        like: ACCOUNT,
        is: ACCOUNT_IS,
        required: true,
      }),
      leaves.code('B6', textAt(form, 'block_6_pay_period_type'), {
        field: 'block_6_pay_period_type',
        like: oneOf(Object.keys(PERIOD_COUNTS)),
        is: CODE_IS,
        required: true,
      }),
      leaves.code('B8', textAt(form, 'block_8_social_insurance_number'), {
        field: 'block_8_social_insurance_number',
        like: SIN,
        is: SIN_IS,
        required: true,
      }),
      person(leaves, form),
      date(leaves, form, 'B10', 'block_10_first_day_worked', true),
      date(leaves, form, 'B11', 'block_11_last_day_for_which_paid', true),
      date(leaves, form, 'B12', 'block_12_final_pay_period_ending_date', true),
      leaves.text('B13', textAt(form, 'block_13_occupation'), { field: 'block_13_occupation', width: 40 }),
      recall(leaves, form),
      leaves.code('B15A', hours === null ? null : String(Math.ceil(Number(hours))), {
        field: 'block_15_total_insurable_hours',
        like: /^\d{1,4}$/,
        is: { en: 'at most 9999 hours', fr: 'au plus 9999 heures' },
        required: true,
      }),
      periods(leaves, form),
      reason(leaves, form),
      vacationPay(leaves, form),
      holidays(leaves, form),
      otherMonies(leaves, form),
      leaves.text('B18', textAt(form, 'block_18_comments'), { field: 'block_18_comments', width: 160 }),
      { name: 'B20', content: language },
    ],
    { PrintingLanguage: language, Issue: 'S' },
  );
  return { slips: element ? [element] : [], notes: leaves.notes, boxes: {} };
};

/** The header of an extract: the versions of the file and of what made it. */
const open = (): { text: string; notes: Note[] } => ({
  text: `${startOf('ROEHEADER', { FileVersion: 'W-2.0', SoftwareVendor: 'payroll-ledger', ProductName: 'payroll-ledger' })}\n`,
  notes: [],
});

/** Records of employment for ROE Web: a file of one of them, since none is in a batch. */
export const writeRoe: WriteFiling = writeFile({
  open,
  slip: (form) => roeSlips(form),
  close: endOf('ROEHEADER'),
});
