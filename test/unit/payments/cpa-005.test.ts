import { describe, expect, test } from 'vitest';
import { plain, readDate, writtenDate } from '../../../src/payments/cpa-005/layout.ts';
import { type FileItem, totalsOf, writeFile } from '../../../src/payments/cpa-005/writing.ts';
import type { Originator } from '../../../src/payments/events.ts';

/** Records of Payments Canada Standard 005. Places are counted from 1, as banks' descriptions of it count them. */

const originator: Originator = {
  id: 'NLAKE00001',
  short_name: 'Northlake',
  long_name: 'Northlake Payroll Services of Québec and Ontario',
  data_centre: '00310',
  returns: { institution_number: '003', transit_number: '00123', account_number: '1234781' },
};

const item = (more: Partial<FileItem> = {}, name = 'Zoé Lefèbvre'): FileItem => ({
  kind: 'credit',
  amount: '1480.33',
  date: '2026-11-20',
  cross_reference: 'ABCDEFGHJKMNPQRSTV1',
  instruction: { institution_number: '815', transit_number: '30000', account_number: '0042', name },
  ...more,
});
const many = (count: number, more: Partial<FileItem> = {}): FileItem[] =>
  Array.from({ length: count }, (_, i) => item({ cross_reference: `REF${String(i).padStart(16, '0')}`, ...more }));

const fileOf = (items: readonly FileItem[], number = 7): string =>
  writeFile({ number, created_on: '2026-11-19', items }, originator);
/** Lines of a file; the last one has an end too. */
const recordsOf = (items: readonly FileItem[], number?: number): string[] => {
  const lines = fileOf(items, number).split('\r\n');
  expect(lines.pop()).toBe('');
  return lines;
};
/** The characters from one place to another, both counted. */
const at = (record: string | undefined, from: number, to: number): string => (record ?? '').slice(from - 1, to);
const segmentsOf = (record: string): string[] => [0, 1, 2, 3, 4, 5].map((i) => at(record, 25 + i * 240, 264 + i * 240));

describe('a file', () => {
  test.each([1, 5, 6, 7, 12, 13])('of %i credits and as many debits has records of 1,464 bytes, numbered', (count) => {
    const records = recordsOf([...many(count), ...many(count, { kind: 'debit' })]);
    const each = Math.ceil(count / 6);
    expect(records.map((record) => record[0]).join('')).toBe(`A${'D'.repeat(each)}${'C'.repeat(each)}Z`);
    expect(records.map((record) => Buffer.byteLength(record))).toEqual(records.map(() => 1_464));
    expect(records.map((record) => at(record, 2, 24))).toEqual(
      records.map((_, i) => `${String(i + 1).padStart(9, '0')}NLAKE000010007`),
    );
  });

  test('begins with its originator, date and data centre', () => {
    const [header] = recordsOf([item()]);
    expect(header).toBe(`A000000001NLAKE00001000702632300310${' '.repeat(20)}CAD${' '.repeat(1_406)}`);
  });

  test('has six payments in a record, the rest of the last one blank', () => {
    const [, first, second] = recordsOf(many(8));
    expect(segmentsOf(first!).map((segment) => at(segment, 151, 169))).toEqual(
      many(6).map(({ cross_reference }) => cross_reference),
    );
    expect(segmentsOf(second!).map((segment) => segment.trim() === '')).toEqual([false, false, true, true, true, true]);
  });

  test('has a payment in 240 characters, each field at its place', () => {
    const [, record] = recordsOf([item()]);
    const parts = [
      '200', // deposit of pay
      '0000148033',
      '026324', // the 324th day of 2026
      '081530000',
      '0042        ', // zeros in front belong to an account number
      '0'.repeat(22),
      '000',
      'NORTHLAKE      ',
      'ZOE LEFEBVRE                  ',
      'NORTHLAKE PAYROLL SERVICES OF ',
      'NLAKE00001',
      'ABCDEFGHJKMNPQRSTV1',
      '000300123',
      '1234781     ',
      ' '.repeat(15),
      ' '.repeat(22),
      '  ',
      '00000000000',
    ];
    expect(segmentsOf(record!)[0]).toBe(parts.join(''));
    expect(parts.join('')).toHaveLength(240);
  });

  test('debits businesses by agreement', () => {
    const [, record] = recordsOf([item({ kind: 'debit' })]);
    expect(at(record, 1, 1) + at(record, 25, 27)).toBe('D700');
  });

  test('ends with the totals of debits and credits in cents, and their numbers', () => {
    const items = [
      item({ amount: '0.01' }),
      item({ amount: '0.02' }),
      item({ amount: '1480.3' }),
      item({ kind: 'debit', amount: '9100' }),
    ];
    const trailer = recordsOf(items).at(-1)!;
    expect(at(trailer, 25, 68)).toBe(['00000000910000', '00000001', '00000000148033', '00000003'].join(''));
    expect(at(trailer, 69, 1_464)).toBe('0'.repeat(1_396));
    expect(totalsOf(items)).toEqual({ credits: '1480.33', credit_count: 3, debits: '9100', debit_count: 1 });
  });

  test('has a trailer that equals the sums of its records, also with totals of eleven digits and more', () => {
    const records = recordsOf([...many(13, { amount: '99999999.99' }), ...many(2, { kind: 'debit', amount: '0.05' })]);
    const sums: Record<string, { cents: bigint; count: number }> = {
      C: { cents: 0n, count: 0 },
      D: { cents: 0n, count: 0 },
    };
    for (const record of records.slice(1, -1))
      for (const segment of segmentsOf(record).filter((one) => one.trim() !== '')) {
        const of = sums[record[0]!]!;
        of.cents += BigInt(at(segment, 4, 13));
        of.count += 1;
      }
    const trailer = records.at(-1)!;
    const told = (from: number) => ({
      cents: BigInt(at(trailer, from, from + 13)),
      count: Number(at(trailer, from + 14, from + 21)),
    });
    expect({ D: told(25), C: told(47) }).toEqual(sums);
    expect(told(47)).toEqual({ cents: 129_999_999_987n, count: 13 });
  });

  test('has the same bytes whenever it is written, and others with another number', () => {
    expect(fileOf(many(7))).toBe(fileOf(many(7)));
    expect(fileOf(many(7), 8)).not.toBe(fileOf(many(7)));
  });

  test.each([1, 9_999])('can have the number %i', (number) => {
    expect(recordsOf([item()], number).map((record) => at(record, 21, 24))).toEqual(
      Array(3).fill(String(number).padStart(4, '0')),
    );
  });

  test.each([0, -1, 1.5, 10_000, Number.NaN])('cannot have the number %d', (number) => {
    expect(() => fileOf([item()], number)).toThrow(`a file number is from 1 to 9999, not ${number}`);
  });

  test('is refused without a payment', () => {
    expect(() => fileOf([])).toThrow('a file holds a payment at least');
  });
});

describe('a payment that does not fit in a record is refused with its reference and the reason', () => {
  const refusal = (one: FileItem): string => {
    try {
      fileOf([item({ cross_reference: 'ANOTHER' }), one]);
    } catch (error) {
      return (error as Error).message;
    }
    return 'written';
  };
  const who = 'payment ABCDEFGHJKMNPQRSTV1 does not fit into a file: ';
  const account = (more: Partial<FileItem['instruction']>): FileItem =>
    item({ instruction: { ...item().instruction, ...more } });

  test('the largest amount of ten digits is written', () => {
    const [, record] = recordsOf([item({ amount: '99999999.99' })]);
    expect(at(record, 28, 37)).toBe('9999999999');
  });

  test.each(['100000000', '100000000.00', '123456789012345.67', '0', '0.00', '-1'])('an amount of %s', (amount) => {
    expect(refusal(item({ amount }))).toBe(`${who}an amount is more than 0 and at most 99999999.99, not ${amount}`);
  });

  test.each(['0.001', '10.005'])('an amount of %s, which is never rounded', (amount) => {
    expect(refusal(item({ amount }))).toBe(`${who}an amount is whole cents and not below zero, not ${amount}`);
  });

  test.each([
    [
      'an account number of 13 digits',
      account({ account_number: '1234567890123' }),
      'its account number is not 1 to 12 digits',
    ],
    ['an account number with letters', account({ account_number: '12A4' }), 'its account number is not 1 to 12 digits'],
    ['no account number', account({ account_number: '' }), 'its account number is not 1 to 12 digits'],
    [
      'an institution of four digits',
      account({ institution_number: '8150' }),
      'its institution number is not 3 digits',
    ],
    ['an institution of two digits', account({ institution_number: '81' }), 'its institution number is not 3 digits'],
    ['a transit number of six digits', account({ transit_number: '300001' }), 'its transit number is not 5 digits'],
    ['a transit number with a blank', account({ transit_number: '300 0' }), 'its transit number is not 5 digits'],
    ['a name without a letter from A to Z', item({}, '李小龙'), 'its payee has no name in letters from A to Z'],
    ['no name', item({}, ' '), 'its payee has no name in letters from A to Z'],
  ])('%s', (_, one, why) => {
    expect(refusal(one)).toBe(who + why);
  });

  test('a cross reference is not cut: a return could not be matched', () => {
    expect(refusal(item({ cross_reference: 'ABCDEFGHJKMNPQRSTV12' }))).toMatch(
      /^payment ABCDEFGHJKMNPQRSTV12 does .*: cross_reference is 19 plain characters at most/,
    );
    expect(refusal(item({ cross_reference: '' }))).toMatch(/it has no cross reference$/);
  });

  test('an originator whose id has eleven characters', () => {
    const other = { ...originator, id: 'NLAKE000011' };
    expect(() => writeFile({ number: 1, created_on: '2026-11-19', items: [item()] }, other)).toThrow(
      'originator_id is 10 plain characters at most, not "NLAKE000011"',
    );
  });
});

describe('a name', () => {
  test.each([
    ['Zoé Lefèbvre', 'ZOE LEFEBVRE'],
    ['François Çelik-Nuñez', 'FRANCOIS CELIK-NUNEZ'],
    ['Søren Łukasz Đoković', 'SOREN LUKASZ DOKOVIC'],
    ['Jürgen Groß', 'JURGEN GROSS'],
    ['Œdipe Cæsar', 'OEDIPE CAESAR'],
    ['O’Brien—Smith', "O'BRIEN-SMITH"],
    ['  Ada \t Roy\n', 'ADA ROY'],
    ['Roy*; DROP', 'ROY DROP'],
    ['Jean\u00adPierre\u200f Roy\u200b', 'JEANPIERRE ROY'],
    ['李 Lee', 'LEE'],
  ])('%j is written as %s', (name, written) => {
    expect(plain(name)).toBe(written);
    const [, record] = recordsOf([item({}, name)]);
    expect(at(record, 105, 134)).toBe(written.padEnd(30));
  });

  test('of more than 30 characters is cut, and later fields keep their places', () => {
    const [, record] = recordsOf([item({}, 'Éléonore-Marguerite de la Trémoille-Châtellerault')]);
    expect(at(record, 105, 134)).toBe('ELEONORE-MARGUERITE DE LA TREM');
    expect(at(record, 135, 193)).toBe('NORTHLAKE PAYROLL SERVICES OF NLAKE00001ABCDEFGHJKMNPQRSTV1');
  });
});

describe('a date', () => {
  test.each([
    ['2026-01-01', '026001'],
    ['2026-12-31', '026365'],
    ['2028-02-29', '028060'],
    ['2028-12-31', '028366'],
  ] as const)('%s is written as %s, and read as that', (date, written) => {
    expect(writtenDate(date)).toBe(written);
    expect(readDate(written)).toBe(date);
  });

  test.each([
    '026000',
    '026366',
    '028367',
    '126001',
    '02600',
    '0260010',
    '1026001',
    '1020123',
    '      ',
    '02 001',
    '2026-001',
  ])('%j is none', (text) => {
    expect(readDate(text)).toBeUndefined();
  });
});
