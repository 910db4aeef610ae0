import { describe, expect, test } from 'vitest';
import { faultsAgainst, readReturns, returnLines, type Sent } from '../../../src/payments/cpa-005/returns.ts';

/**
 * Given a file of returned payments as a bank makes it, when it is read, then each return is known, or each fault is
 * told.
 */

const FILE = 'NLAKE000010042';
const numbered = (type: string, record: number, body: string): string =>
  `${type}${String(record).padStart(9, '0')}${FILE}${body}`.padEnd(1_464);
const header = (created_on = '026328') => numbered('A', 1, `${created_on}00310${' '.repeat(20)}CAD`);

interface Back {
  code?: string;
  cents?: string;
  date?: string;
  reference?: string;
}
const REFERENCE = 'ABCDEFGHJKMNPQRSTV1';
/** One returned payment: 240 characters. */
const back = ({ code = '905', cents = '0000148033', date = '026327', reference = REFERENCE }: Back = {}): string =>
  [
    code + cents + date,
    '081530000'.concat('0042'.padEnd(12), '0'.repeat(22), '200'),
    ...['NORTHLAKE'.padEnd(15), 'ZOE LEFEBVRE'.padEnd(30), 'NORTHLAKE PAYROLL'.padEnd(30), 'NLAKE00001'],
    ...[reference.padEnd(19), '000300123', '1234781'.padEnd(12), ' '.repeat(15 + 22 + 2), '0'.repeat(11)],
  ].join('');
const trailer = (record: number, debits: [cents: number, count: number], credits: [cents: number, count: number]) => {
  const total = ([cents, count]: [number, number]) => String(cents).padStart(14, '0') + String(count).padStart(8, '0');
  return numbered('Z', record, total(debits) + total(credits))
    .trimEnd()
    .padEnd(1_464, '0');
};
const NONE: [number, number] = [0, 0];
const read = (...lines: string[]) => readReturns(lines);
/** What is wrong, as an operator reads it. */
const faultsOf = async (...lines: string[]): Promise<string[]> =>
  (await read(...lines)).faults.map(({ record, segment, text }) =>
    [record, ...(segment === undefined ? [] : [segment]), text].join(' '),
  );
const ONE = [header(), numbered('I', 2, back()), trailer(3, NONE, [148_033, 1])] as const;

describe('a file of returns', () => {
  test('is read with credits and debits, from full and partial records', async () => {
    const seven = ['1', '2', '3', '4', '5', '6', '7'].map((digit) =>
      back({ reference: `CREDIT${digit}`, cents: '0000000101' }),
    );
    const file = await read(
      header(),
      numbered('I', 2, seven.slice(0, 6).join('')),
      numbered('I', 3, seven[6]!),
      numbered('J', 4, back({ code: '901', cents: '0000910000', reference: 'DEBIT' })),
      trailer(5, [910_000, 1], [707, 7]),
    );
    expect(file).toMatchObject({
      originator_id: 'NLAKE00001',
      file_number: '0042',
      created_on: '2026-11-24',
      faults: [],
    });
    expect(file.returned.map(({ record, segment, cross_reference }) => [record, segment, cross_reference])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((i) => [2, i, `CREDIT${i}`]),
      [3, 1, 'CREDIT7'],
      [4, 1, 'DEBIT'],
    ]);
    expect(file.returned.at(-1)).toEqual({
      ...{ record: 4, segment: 1, kind: 'debit', return_code: '901', reason: 'insufficient_funds' },
      ...{ amount: '9100', date: '2026-11-23', cross_reference: 'DEBIT' },
    });
    expect(file.returned[0]).toMatchObject({ kind: 'credit', reason: 'account_closed', amount: '1.01' });
  });

  test('may have no returns, and an empty line after its end is ignored', async () => {
    expect(await read(header(), trailer(2, NONE, NONE), '')).toMatchObject({ returned: [], faults: [] });
  });

  test.each([
    ['the mark of UTF-8 before it', [`ï»¿${ONE[0]}`, ONE[1], ONE[2]]],
    ['Ctrl-Z behind its last record', [ONE[0], ONE[1], `${ONE[2]}\u001a`]],
    ['Ctrl-Z in a line of its own', [...ONE, '\u001a']],
    ['both, and an empty line', ['ï»¿', ...ONE, '', '\u001a']],
  ])('may have %s', async (_, lines) => {
    const { returned, faults } = await read(...lines);
    expect(faults).toEqual([]);
    expect(returned).toMatchObject([{ record: 2, amount: '1480.33', cross_reference: REFERENCE }]);
  });

  test('may have the mark of UTF-8 nowhere but before it', async () => {
    expect(await faultsOf(ONE[0], `ï»¿${ONE[1]}`, ONE[2])).toContain('2 has 1467 characters, not 1464');
  });

  test.each([
    ['900', 'invalid_account_number'],
    ['902', 'account_not_found'],
    ['910', 'payee_deceased'],
    ['914', 'name_mismatch'],
    ['990', 'institution_in_default'],
    ['999', 'other'],
  ])('has the reason of the code %s: %s', async (code, reason) => {
    const { returned, faults } = await read(header(), numbered('I', 2, back({ code })), ONE[2]);
    expect(faults).toEqual([]);
    expect(returned).toMatchObject([{ return_code: code, reason }]);
  });
});

describe('the faults of a file of returns are reported by record', () => {
  test('the empty file', async () => {
    expect(await faultsOf()).toEqual(['1 the file is empty']);
  });

  test('another kind of file, reported once', async () => {
    expect(await faultsOf(...ONE.slice(1))).toEqual([
      '1 has the number 000000002, and is number 1 in the file',
      '1 is not a header (A): this is no file of Standard 005',
    ]);
  });

  test('a record that is too short, and one that is too long', async () => {
    const [first, second, last] = ONE;
    expect(await faultsOf(first, second.slice(0, -1), `${last} `)).toEqual([
      '2 has 1463 characters, not 1464',
      '3 has 1465 characters, not 1464',
      '3 the trailer (Z) is missing: the file was cut off',
    ]);
  });

  test('a header that cannot be read, reported without faults of the records after it', async () => {
    const [first, ...others] = ONE;
    expect(await faultsOf(first.trimEnd(), ...others)).toEqual(['1 has 58 characters, not 1464']);
  });

  test('a header without a date or a number', async () => {
    expect(await faultsOf(header('026367'), ...ONE.slice(1))).toEqual([
      '1 was made on 026367, which is no date (0YYDDD)',
    ]);
    const blank = ONE.map((line) => line.replace('0042', '00 2'));
    expect(await faultsOf(...blank)).toEqual(['1 has the file number 00 2, not four digits']);
  });

  test('a record of another file, and one out of order', async () => {
    const [first, second, last] = ONE;
    expect(await faultsOf(first, second.replace('0042', '0043'), last)).toEqual([
      '2 names another originator or file than the header (A)',
    ]);
    expect(await faultsOf(first, numbered('I', 7, back()), last)).toEqual([
      '2 has the number 000000007, and is number 2 in the file',
    ]);
  });

  test.each(['C', 'D', 'A', 'E', 'i'])('a record of type %j', async (type) => {
    const faults = await faultsOf(ONE[0], numbered(type, 2, back()), ONE[2]);
    expect(faults).toEqual([`2 is of type "${type}"; a file of returns has I, J and Z behind its header`]);
  });

  test.each([
    ['an amount', { cents: '00001480.3' }, 'has the amount "00001480.3"'],
    ['no amount', { cents: '0000000000' }, 'has the amount "0000000000"'],
    ['a date', { date: '026367' }, 'has the date 026367, which is none (0YYDDD)'],
    ['a reason', { code: '200' }, 'has 200 for its reason, not 900 to 999'],
    ['a reference', { reference: '' }, 'has no cross reference of ours'],
  ])('%s, by the segment too', async (_, wrong, text) => {
    const fine = back({ reference: 'FINE' });
    const { returned, faults } = await read(ONE[0], numbered('I', 2, fine + back(wrong)), trailer(3, NONE, [1, 1]));
    expect(faults).toEqual([{ record: 2, segment: 2, text }]);
    expect(returned.map(({ cross_reference }) => cross_reference)).toEqual(['FINE']);
  });

  test('an empty record', async () => {
    expect(await faultsOf(ONE[0], numbered('J', 2, ''), trailer(3, NONE, NONE))).toEqual(['2 1 holds no segment']);
  });

  test.each<[string, [number, number], [number, number], string[]]>([
    [
      'credits a cent short',
      NONE,
      [148_032, 1],
      ['says 1 of 1480.32 for returned credits; the file holds 1 of 1480.33'],
    ],
    [
      'one credit too many',
      NONE,
      [148_033, 2],
      ['says 2 of 1480.33 for returned credits; the file holds 1 of 1480.33'],
    ],
    [
      'them the wrong way round',
      [148_033, 1],
      NONE,
      [
        'says 1 of 1480.33 for returned debits; the file holds 0 of 0.00',
        'says 0 of 0.00 for returned credits; the file holds 1 of 1480.33',
      ],
    ],
  ])('a trailer that tells %s', async (_, debits, credits, texts) => {
    expect(await faultsOf(ONE[0], ONE[1], trailer(3, debits, credits))).toEqual(texts.map((text) => `3 ${text}`));
  });

  test('a trailer without totals', async () => {
    expect(await faultsOf(ONE[0], ONE[1], numbered('Z', 3, ''))).toEqual([
      '3 says no total for returned debits; the file holds 0 of 0.00',
      '3 says no total for returned credits; the file holds 1 of 1480.33',
    ]);
  });

  test('a truncated file, and one that continues after its end', async () => {
    expect(await faultsOf(ONE[0], ONE[1])).toEqual(['2 the trailer (Z) is missing: the file was cut off']);
    expect(await faultsOf(...ONE, numbered('I', 4, back()))).toEqual([
      '4 stands behind the trailer (Z), which is the last record',
    ]);
  });

  test('every fault of a file, in their order', async () => {
    expect(
      await faultsOf(
        ONE[0],
        numbered('C', 2, back()),
        'cut',
        numbered('I', 4, back({ date: '      ' }) + back({ code: '450', cents: 'x' })),
      ),
    ).toEqual([
      '2 is of type "C"; a file of returns has I, J and Z behind its header',
      '3 has 3 characters, not 1464',
      '4 1 has the date       , which is none (0YYDDD)',
      expect.stringMatching(/^4 2 has 450 for its reason/),
      expect.stringMatching(/^4 2 /),
      expect.stringMatching(/^4 2 /),
      '4 the trailer (Z) is missing: the file was cut off',
    ]);
  });

  test('too many faults, with the statement that the file was not read to its end', async () => {
    const faults = await faultsOf(ONE[0], ...Array<string>(500).fill('cut'));
    expect(faults).toHaveLength(201);
    expect(faults.at(-1)).toBe('202 stands behind 200 faults: from here on nothing was read');
  });

  test('too many records, of a file without an end, which is not read further', async () => {
    let taken = 0;
    function* endless(): Generator<string> {
      yield ONE[0];
      for (let record = 2; ; record++) {
        taken = record;
        yield numbered('I', record, back({ reference: `R${record}` }));
      }
    }
    const { faults } = await readReturns(endless(), 50);
    expect(faults).toEqual([{ record: 51, text: 'the file has more than 50 records' }]);
    expect(taken).toBe(51);
  });
});

describe('returns are compared with what was sent', () => {
  const sent = new Map<string, Sent>([[REFERENCE, { kind: 'credit', amount: '1480.33' }]]);
  const against = async (type: 'I' | 'J', what: Back): Promise<unknown> =>
    faultsAgainst((await read(ONE[0], numbered(type, 2, back(what)))).returned, sent);

  test('and no fault when they are equal, or when the payment is not known', async () => {
    expect(await against('I', {})).toEqual([]);
    expect(await against('I', { reference: 'STRANGER' })).toEqual([]);
  });

  test.each<[string, 'I' | 'J', Back, string]>([
    ['as a credit', 'J', {}, `returns ${REFERENCE} as a debit, and it was sent as a credit`],
    ['with another amount', 'I', { cents: '0000148034' }, `returns ${REFERENCE} with 1480.34, and 1480.33 was sent`],
  ])('%s is reported by record and segment', async (_, type, what, text) => {
    expect(await against(type, what)).toEqual([{ record: 2, segment: 1, text }]);
  });
});

describe('the lines of a file', () => {
  const linesOf = async (chunks: Iterable<string>, most?: number): Promise<string[]> => {
    const each = async function* () {
      yield* chunks;
    };
    const lines: string[] = [];
    for await (const line of returnLines(each(), most)) if (line !== '') lines.push(line);
    return lines;
  };

  test('are the same, wherever the file is cut in pieces, with every kind of line end', async () => {
    for (const end of ['\r\n', '\n', '\r']) {
      const text = ['ab', 'c', 'def'].join(end);
      for (let at = 0; at <= text.length; at++)
        expect(await linesOf([text.slice(0, at), text.slice(at)])).toEqual(['ab', 'c', 'def']);
    }
  });

  test('all of them, also where no end of line follows the last', async () => {
    expect(await linesOf(['ab', 'c'])).toEqual(['abc']);
    expect(await linesOf(['ab\nc'])).toEqual(['ab', 'c']);
    expect(await linesOf([])).toEqual([]);
  });

  test('have up to 10,000 characters, wherever they are cut, and a file as many as its records with their ends', async () => {
    const line = 'x'.repeat(10_000);
    expect(await linesOf([`${line}\n`, line.slice(0, 9_999), 'x\n'])).toEqual([line, line]);
    await expect(linesOf([`${line}x\n`])).rejects.toThrow('a line has more than 10000 characters');
    await expect(linesOf([line, 'x'])).rejects.toThrow('a line has more than 10000 characters');
    const records = `${'x'.repeat(1_464)}\r\n`.repeat(2);
    expect(await linesOf([records.slice(0, 1_500), records.slice(1_500)], 2)).toHaveLength(2);
    await expect(linesOf([records, '\n'], 2)).rejects.toThrow('it is longer than 2932 characters');
  });

  test('one without an end is refused before it is read to its end, and so is a file without one', async () => {
    let read = 0;
    const endless = function* (chunk: string) {
      for (; ; read++) yield chunk;
    };
    await expect(linesOf(endless('\u0000'.repeat(5_000)))).rejects.toThrow('a line has more than 10000 characters');
    await expect(linesOf(endless('\n'.repeat(1_000)), 10)).rejects.toThrow('which no file of returns is');
    expect(read).toBeLessThan(30);
  });
});
