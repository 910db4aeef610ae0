import type { CalendarDate } from '../../values/dates.ts';
import { type Decimal, decimal, toCents, toText, ZERO } from '../../values/money.ts';
import type { FailureReason } from '../reasons.ts';
import {
  HEADER,
  PREFIX,
  PREFIX_LENGTH,
  RECORD_LENGTH,
  read,
  readDate,
  SEGMENT,
  SEGMENT_LENGTH,
  SEGMENTS,
  TRAILER,
} from './layout.ts';

/** A payment that came back. */
export interface Returned {
  /** Its place in the file, counted from 1. */
  record: number;
  segment: number;
  kind: 'credit' | 'debit';
  return_code: string;
  reason: FailureReason;
  /** Dollars. */
  amount: string;
  date: CalendarDate;
  cross_reference: string;
}

/** What is wrong in a file, and where. */
export interface Fault {
  record: number;
  segment?: number;
  text: string;
}

export interface ReturnFile {
  originator_id: string;
  file_number: string;
  created_on: CalendarDate | undefined;
  returned: Returned[];
  /** Records of the file are of use only when there are none. */
  faults: Fault[];
}

/**
 * Why payments come back: the transaction types 900 to 999 of returns, as banks and their customers publish them (see
 * docs/payments.md).
 */
const REASONS: Readonly<Record<string, FailureReason>> = {
  '900': 'invalid_account_number',
  '901': 'insufficient_funds',
  '902': 'account_not_found',
  '903': 'payment_stopped',
  '905': 'account_closed',
  '907': 'debits_not_allowed',
  '908': 'funds_not_cleared',
  '909': 'currency_mismatch',
  '910': 'payee_deceased',
  '911': 'account_frozen',
  '912': 'invalid_account_number',
  '914': 'name_mismatch',
  '915': 'no_agreement',
  '916': 'no_agreement',
  '917': 'agreement_revoked',
  '918': 'no_agreement',
  '919': 'no_agreement',
  '920': 'agreement_revoked',
  '921': 'no_agreement',
  '922': 'refused_by_payee',
  '990': 'institution_in_default',
};

/** Records of one file: a file of a bank has far fewer. */
const MOST_RECORDS = 100_000;
/** Characters of a line that are read: a longer one is no record, and may have no end. */
const MOST_LINE = 10_000;
/** Faults that are reported: with more than these it is not such a file. */
const MOST_FAULTS = 200;

const KINDS: Readonly<Record<string, Returned['kind']>> = { I: 'credit', J: 'debit' };

interface Sums {
  amount: Decimal;
  count: number;
}

/**
 * Reads a file of returns line by line. What is wrong is reported by record and segment, and nothing of such a file is
 * to be used.
 *
 * @param lines the file's lines, without their ends, each byte a character
 * @param most records that it may have
 */
export const readReturns = async (
  lines: AsyncIterable<string> | Iterable<string>,
  most: number = MOST_RECORDS,
): Promise<ReturnFile> => {
  const reading = new Reading(most);
  let isFirst = true;
  for await (const given of lines) {
    const line = unmarked(given, isFirst);
    isFirst = false;
    // Some put an empty line at the end.
    if (line === '') continue;
    if (!reading.take(line)) break;
  }
  return reading.end();
};

/** What programs on Windows and DOS put before and behind the text of a file: the mark of UTF-8, and Ctrl-Z. */
const [MARK, ENDED] = ['\u00ef\u00bb\u00bf', '\u001a'];

const unmarked = (line: string, isFirst: boolean): string => {
  const text = isFirst && line.startsWith(MARK) ? line.slice(MARK.length) : line;
  return text.endsWith(ENDED) ? text.slice(0, -ENDED.length) : text;
};

const LINE_END = /\r?\n|\r/;

/**
 * The lines of a file, without their ends, in bounded memory.
 *
 * @param chunks its text, in pieces of any length
 * @param most_records that it may have
 * @throws RangeError for a line, or a file, that is longer than any of returns
 */
export const returnLines = async function* (
  chunks: AsyncIterable<string>,
  most_records: number = MOST_RECORDS,
): AsyncGenerator<string> {
  const most = most_records * (RECORD_LENGTH + 2);
  let read = 0;
  let begun = '';
  for await (const chunk of chunks) {
    read += chunk.length;
    if (read > most) throw new RangeError(`it is longer than ${most} characters, which no file of returns is`);
    // A cut between the two characters of a line's end makes an empty line more, which readers pass over.
    const lines = (begun + chunk).split(LINE_END);
    begun = lines.pop() ?? '';
    for (const line of [...lines, begun])
      if (line.length > MOST_LINE)
        throw new RangeError(`a line has more than ${MOST_LINE} characters, and a record has ${RECORD_LENGTH}`);
    yield* lines;
  }
  if (begun !== '') yield begun;
};

/** What was sent under a cross reference. */
export interface Sent {
  kind: Returned['kind'];
  /** Dollars. */
  amount: string;
}

/**
 * What of a file of returns is of payments that were sent otherwise than it says. Nothing of a file with such a fault
 * is to be used: one of the two was altered. What was never sent is no fault: an account may take returns of others as
 * well.
 *
 * @param sent what was sent, by cross reference
 */
export const faultsAgainst = (returned: readonly Returned[], sent: ReadonlyMap<string, Sent>): Fault[] =>
  returned.flatMap(({ record, segment, kind, amount, cross_reference }): Fault[] => {
    const payment = sent.get(cross_reference);
    const place = { record, segment };
    if (!payment) return [];
    if (payment.kind !== kind)
      return [{ ...place, text: `returns ${cross_reference} as a ${kind}, and it was sent as a ${payment.kind}` }];
    if (!decimal(payment.amount).eq(amount)) {
      const amounts = `${toCents(amount)}, and ${toCents(payment.amount)} was sent`;
      return [{ ...place, text: `returns ${cross_reference} with ${amounts}` }];
    }
    return [];
  });

class Reading {
  private readonly faults: Fault[] = [];
  private readonly returned: Returned[] = [];
  private readonly sums: Record<Returned['kind'], Sums> = {
    credit: { amount: ZERO, count: 0 },
    debit: { amount: ZERO, count: 0 },
  };
  private record = 0;
  private originator_id = '';
  private file_number = '';
  private created_on: CalendarDate | undefined;
  private hasHeader = false;
  private ended = false;
  private stopped = false;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Takes a line; false when no more is to be read. */
  take(line: string): boolean {
    this.record += 1;
    if (this.record > this.most) return this.fault(`the file has more than ${this.most} records`, undefined, true);
    if (this.faults.length >= MOST_FAULTS)
      return this.fault(`stands behind ${MOST_FAULTS} faults: from here on nothing was read`, undefined, true);
    if (this.ended) return this.fault('stands behind the trailer (Z), which is the last record', undefined, true);
    if (line.length !== RECORD_LENGTH) {
      this.fault(`has ${line.length} characters, not ${RECORD_LENGTH}`);
      return true;
    }
    const prefix = read(PREFIX, line);
    const rest = line.slice(PREFIX_LENGTH);
    if (Number(prefix.record_number) !== this.record || !/^\d{9}$/.test(prefix.record_number))
      this.fault(`has the number ${prefix.record_number}, and is number ${this.record} in the file`);
    if (this.record === 1) return this.header(prefix, rest);
    // A header that could not be read names nothing to compare with.
    const { originator_id, file_number, hasHeader } = this;
    if (hasHeader && (prefix.originator_id !== originator_id || prefix.file_number !== file_number))
      this.fault('names another originator or file than the header (A)');
    if (prefix.type === 'Z') this.trailer(rest);
    else if (KINDS[prefix.type]) this.segments(KINDS[prefix.type]!, rest);
    else this.fault(`is of type ${JSON.stringify(prefix.type)}; a file of returns has I, J and Z behind its header`);
    return true;
  }

  end(): ReturnFile {
    if (this.record === 0) this.faults.push({ record: 1, text: 'the file is empty' });
    else if (!this.ended && !this.stopped)
      this.faults.push({ record: this.record, text: 'the trailer (Z) is missing: the file was cut off' });
    const { originator_id, file_number, created_on, returned, faults } = this;
    return { originator_id, file_number, created_on, returned, faults };
  }

  private fault(text: string, segment?: number, isLast = false): boolean {
    this.faults.push({ record: this.record, ...(segment === undefined ? {} : { segment }), text });
    this.stopped = isLast;
    return !isLast;
  }

  private header(prefix: { type: string; originator_id: string; file_number: string }, rest: string): boolean {
    if (prefix.type !== 'A') return this.fault('is not a header (A): this is no file of Standard 005', undefined, true);
    const { created_on } = read(HEADER, rest);
    this.hasHeader = true;
    this.originator_id = prefix.originator_id;
    this.file_number = prefix.file_number;
    this.created_on = readDate(created_on);
    if (!/^\d{4}$/.test(prefix.file_number)) this.fault(`has the file number ${prefix.file_number}, not four digits`);
    if (this.created_on === undefined) this.fault(`was made on ${created_on}, which is no date (0YYDDD)`);
    return true;
  }

  private segments(kind: Returned['kind'], rest: string): void {
    for (let segment = 1; segment <= SEGMENTS; segment++) {
      const text = rest.slice((segment - 1) * SEGMENT_LENGTH, segment * SEGMENT_LENGTH);
      if (/^[ 0]*$/.test(text)) {
        if (segment === 1) this.fault('holds no segment', segment);
        continue;
      }
      this.segment(kind, segment, text);
    }
  }

  private segment(kind: Returned['kind'], segment: number, text: string): void {
    const { transaction_type, amount: cents, date: day, cross_reference } = read(SEGMENT, text);
    const before = this.faults.length;
    if (!/^9\d\d$/.test(transaction_type))
      this.fault(`has ${transaction_type} for its reason, not 900 to 999`, segment);
    if (!/^\d{10}$/.test(cents) || /^0+$/.test(cents)) this.fault(`has the amount ${JSON.stringify(cents)}`, segment);
    const date = readDate(day);
    if (date === undefined) this.fault(`has the date ${day}, which is none (0YYDDD)`, segment);
    if (cross_reference === '') this.fault('has no cross reference of ours', segment);
    if (this.faults.length > before || date === undefined) return;
    const amount = decimal(cents).div(100);
    const sums = this.sums[kind];
    this.sums[kind] = { amount: sums.amount.plus(amount), count: sums.count + 1 };
    const place = { record: this.record, segment };
    const reason = REASONS[transaction_type] ?? 'other';
    this.returned.push({
      ...place,
      ...{ kind, return_code: transaction_type, reason, amount: toText(amount), date, cross_reference },
    });
  }

  private trailer(rest: string): void {
    this.ended = true;
    // What could not be read is not in the sums: they would differ for no other reason.
    if (this.faults.length > 0) return;
    const totals = read(TRAILER, rest);
    const { debit, credit } = this.sums;
    this.compare('debits', debit, totals.debit_amount, totals.debit_count);
    this.compare('credits', credit, totals.credit_amount, totals.credit_count);
  }

  private compare(of: string, { amount, count }: Sums, cents: string, counted: string): void {
    const isNumber = /^\d+$/.test(cents) && /^\d+$/.test(counted);
    const total = isNumber ? decimal(cents).div(100) : undefined;
    if (total?.eq(amount) && Number(counted) === count) return;
    const said = total === undefined ? 'no total' : `${Number(counted)} of ${toCents(total)}`;
    this.fault(`says ${said} for returned ${of}; the file holds ${count} of ${toCents(amount)}`);
  }
}
