import type { PayeeAccount } from '../../banking/events.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { piecesOf } from '../../values/group.ts';
import { decimal, sum, toText } from '../../values/money.ts';
import type { Originator } from '../events.ts';
import {
  cents,
  HEADER,
  MOST_AMOUNT,
  MOST_FILE_NUMBER,
  PREFIX,
  plain,
  RECORD_LENGTH,
  SEGMENT,
  SEGMENTS,
  TRAILER,
  Unwritable,
  write,
  writtenDate,
} from './layout.ts';

export interface FileItem {
  kind: 'credit' | 'debit';
  /** Dollars. */
  amount: string;
  /** Day on which the money is to be there. */
  date: CalendarDate;
  /** What the originator calls it: 19 characters. */
  cross_reference: string;
  instruction: PayeeAccount;
  /** Of a remittance: the payee's number of the remitter; empty where there is none. Absent of all other payments. */
  reference?: string;
}

export interface PaymentFile {
  number: number;
  created_on: CalendarDate;
  items: readonly FileItem[];
}

export interface Totals {
  credits: string;
  credit_count: number;
  debits: string;
  debit_count: number;
}

/** Transaction types of Standard 007: deposits of pay, accounts payable, and debits of businesses by agreement. */
const typeOf = ({ kind, reference }: FileItem): string =>
  kind === 'debit' ? '700' : reference === undefined ? '200' : '460';

/**
 * The number by which a payee knows who remits, for the 15 characters that the payee is shown. That of Revenu Québec
 * has one more than there is room for: what it is made of beside digits is the same in all of them, and is left out.
 *
 * @throws Unwritable where it has no room even so: it is never cut
 */
const sundryOf = (reference = ''): string => {
  const whole = plain(reference);
  const written =
    whole.length > SEGMENT.sundry.length && /^\d{10}RS\d{4}$/.test(whole) ? whole.replace('RS', '') : whole;
  if (written.length > SEGMENT.sundry.length)
    throw new Unwritable(`the account identifier ${whole} has more than ${SEGMENT.sundry.length} characters`);
  return written;
};
const RECORDS = { credit: 'C', debit: 'D' } as const;
const CURRENCY = 'CAD';
const LINE_END = '\r\n';

/** What the items of a file come to. */
export const totalsOf = (items: readonly FileItem[]): Totals => {
  const of = (kind: FileItem['kind']) => items.filter((item) => item.kind === kind);
  return {
    credits: toText(sum(of('credit').map(({ amount }) => amount))),
    credit_count: of('credit').length,
    debits: toText(sum(of('debit').map(({ amount }) => amount))),
    debit_count: of('debit').length,
  };
};

/**
 * The text of a file, each record a line. The same items give the same text, whenever it is written.
 *
 * @throws Unwritable where a value has no room
 */
export const writeFile = ({ number, created_on, items }: PaymentFile, originator: Originator): string => {
  if (!Number.isInteger(number) || number < 1 || number > MOST_FILE_NUMBER)
    throw new Unwritable(`a file number is from 1 to ${MOST_FILE_NUMBER}, not ${number}`);
  if (items.length === 0) throw new Unwritable('a file holds a payment at least');
  const records: string[] = [];
  const add = (type: string, body: string, fill: string): void => {
    const prefix = write(PREFIX, {
      type,
      record_number: String(records.length + 1),
      originator_id: originator.id,
      file_number: String(number),
    });
    records.push((prefix + body).padEnd(RECORD_LENGTH, fill));
  };
  const header = {
    created_on: writtenDate(created_on),
    data_centre: originator.data_centre,
    reserved: '',
    currency: CURRENCY,
  };
  add('A', write(HEADER, header), ' ');
  for (const kind of ['debit', 'credit'] as const) {
    const own = items.filter((item) => item.kind === kind);
    for (const some of piecesOf(own, SEGMENTS))
      add(RECORDS[kind], some.map((item) => segmentOf(item, originator)).join(''), ' ');
  }
  const { debits, debit_count, credits, credit_count } = totalsOf(items);
  const trailer = {
    debit_amount: cents(debits),
    debit_count: String(debit_count),
    credit_amount: cents(credits),
    credit_count: String(credit_count),
  };
  add('Z', write(TRAILER, trailer), '0');
  return records.map((record) => record + LINE_END).join('');
};

const institutionOf = (of: { institution_number: string; transit_number: string }): string =>
  `0${of.institution_number}${of.transit_number}`;

/** Why a payment does not fit into a file; undefined where it does. What it says does not depend on who sends it. */
export const whyUnfit = (item: FileItem): string | undefined => {
  try {
    segment(item, ANYBODY);
    return undefined;
  } catch (error) {
    if (error instanceof Unwritable) return error.message;
    throw error;
  }
};

const ANYBODY: Originator = {
  ...{ id: '', short_name: '', long_name: '', data_centre: '' },
  returns: { institution_number: '', transit_number: '', account_number: '' },
};

/** The segment of a payment. @throws Unwritable that says which payment and why */
const segmentOf = (item: FileItem, originator: Originator): string => {
  try {
    return segment(item, originator);
  } catch (error) {
    if (error instanceof Unwritable)
      throw new Unwritable(`payment ${item.cross_reference} does not fit into a file: ${error.message}`);
    throw error;
  }
};

const segment = (item: FileItem, originator: Originator): string => {
  const { amount, date, cross_reference, instruction } = item;
  if (!decimal(amount).gt(0) || decimal(amount).gt(MOST_AMOUNT))
    throw new Unwritable(`an amount is more than 0 and at most ${MOST_AMOUNT}, not ${amount}`);
  const name = plain(instruction.name);
  // Banks reject a payment without a name.
  if (name === '') throw new Unwritable('its payee has no name in letters from A to Z');
  if (!/^\d{3}$/.test(instruction.institution_number)) throw new Unwritable('its institution number is not 3 digits');
  if (!/^\d{5}$/.test(instruction.transit_number)) throw new Unwritable('its transit number is not 5 digits');
  if (!/^\d{1,12}$/.test(instruction.account_number)) throw new Unwritable('its account number is not 1 to 12 digits');
  // What comes back is found by it.
  if (cross_reference === '') throw new Unwritable('it has no cross reference');
  return write(SEGMENT, {
    transaction_type: typeOf(item),
    amount: cents(amount),
    date: writtenDate(date),
    institution: institutionOf(instruction),
    account: instruction.account_number,
    trace_number: '',
    stored_type: '',
    short_name: plain(originator.short_name),
    name,
    long_name: plain(originator.long_name),
    user_id: originator.id,
    cross_reference,
    return_institution: institutionOf(originator.returns),
    return_account: originator.returns.account_number,
    sundry: sundryOf(item.reference),
    filler: '',
    settlement_code: '',
    invalid_element: '',
  });
};
