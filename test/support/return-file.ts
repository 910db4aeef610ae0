import { type DecimalInput, decimal } from '../../src/values/money.ts';

/** A payment that a bank gives back. */
export interface GivenBack {
  kind: 'credit' | 'debit';
  return_code: string;
  amount: DecimalInput;
  date: string;
  cross_reference: string;
}

const FILE = 'NLAKE000010042';
const julian = (date: string): string => {
  const day = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1;
  return `0${date.slice(2, 4)}${String(day).padStart(3, '0')}`;
};
const cents = (amount: DecimalInput): string => decimal(amount).times(100).toFixed(0);

/** A file of returns as a bank makes it, each return in a record of its own. */
export const returnFile = (back: readonly GivenBack[], created_on = '2026-11-24'): string => {
  const records: string[] = [];
  const add = (type: string, body: string, fill = ' '): void =>
    void records.push(`${type}${String(records.length + 1).padStart(9, '0')}${FILE}${body}`.padEnd(1_464, fill));
  add('A', `${julian(created_on)}00310${' '.repeat(20)}CAD`);
  for (const { kind, return_code, amount, date, cross_reference } of back)
    add(
      kind === 'credit' ? 'I' : 'J',
      [
        return_code + cents(amount).padStart(10, '0') + julian(date),
        '081530000'.concat('0042'.padEnd(12), '0'.repeat(22), '200'),
        ...['NORTHLAKE'.padEnd(15), 'ZOE LEFEBVRE'.padEnd(30), 'NORTHLAKE PAYROLL'.padEnd(30), 'NLAKE00001'],
        ...[cross_reference.padEnd(19), '000300123', '1234781'.padEnd(12), ' '.repeat(15 + 22 + 2), '0'.repeat(11)],
      ].join(''),
    );
  const total = (kind: GivenBack['kind']): string => {
    const own = back.filter((one) => one.kind === kind);
    const sum = own.reduce((all, { amount }) => all.plus(amount), decimal('0'));
    return cents(sum).padStart(14, '0') + String(own.length).padStart(8, '0');
  };
  add('Z', total('debit') + total('credit'), '0');
  return records.map((record) => `${record}\r\n`).join('');
};
