import type { CalendarDate } from '../../values/dates.ts';
import { decimal, sum, toText } from '../../values/money.ts';
import type { Instruction } from '../events.ts';
import {
  cents,
  HEADER,
  MOST_FILE_NUMBER,
  PREFIX,
  PREFIX_LENGTH,
  plain,
  RECORD_LENGTH,
  SEGMENT,
  SEGMENTS,
  TRAILER,
  Unwritable,
  write,
  writtenDate,
} from './layout.ts';

/** Who sends files, as its bank knows it. */
export interface Originator {
  /** Ten characters that the bank gave. */
  id: string;
  short_name: string;
  long_name: string;
  /** Five digits: where the bank processes files. */
  data_centre: string;
  /** The account that returned payments come back to. */
  returns: { institution_number: string; transit_number: string; account_number: string };
}

export interface FileItem {
  kind: 'credit' | 'debit';
  /** Dollars. */
  amount: string;
  /** Day on which the money is to be there. */
  date: CalendarDate;
  /** What the originator calls it: 19 characters. */
  cross_reference: string;
  instruction: Instruction;
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

/** Transaction types of Standard 007: deposits of pay, and debits of businesses by agreement. */
const TYPES = { credit: '200', debit: '700' } as const;
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
    for (let at = 0; at < own.length; at += SEGMENTS)
      add(
        RECORDS[kind],
        own
          .slice(at, at + SEGMENTS)
          .map((item) => segmentOf(item, originator))
          .join(''),
        ' ',
      );
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
  `0${of.institution_number.padStart(3, '0')}${of.transit_number.padStart(5, '0')}`;

const segmentOf = ({ kind, amount, date, cross_reference, instruction }: FileItem, originator: Originator): string => {
  if (!decimal(amount).gt(0)) throw new Unwritable('an amount is more than zero');
  const name = plain(instruction.name);
  // Banks reject a payment without a name.
  if (name === '') throw new Unwritable(`${cross_reference} has no name that a file can hold`);
  if (!/^\d{1,12}$/.test(instruction.account_number)) throw new Unwritable('an account number is 12 digits at most');
  return write(SEGMENT, {
    transaction_type: TYPES[kind],
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
    sundry: '',
    filler: '',
    settlement_code: '',
    invalid_element: '',
  });
};

/** Where the first segment of a record begins. */
export const FIRST_SEGMENT = PREFIX_LENGTH;
