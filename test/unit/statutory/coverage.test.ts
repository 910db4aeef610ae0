import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { withholdingRequest } from '../../../src/statutory/request/request.ts';

// docs/statutory.md says for every year and jurisdiction what its figures stand on: as the calculation itself warns.

const docs = readFileSync(new URL('../../../docs/statutory.md', import.meta.url), 'utf8');

const isRecalled = (place: string, pay_date: string): boolean =>
  calculateRequest(
    withholdingRequest.parse({ pay_date, pay_periods: 26, province_of_employment: place, regular_pay: '3000' }),
  ).warnings.some(({ type }) => type === 'recalled_figure');

test('the table of years and jurisdictions shows which figures are recalled', () => {
  const lines = docs.split('\n');
  const at = lines.findIndex((line) => /^\|\s*\| 2020\s*\|/.test(line));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const years = cells(lines[at]!).slice(1);
  expect(years).toEqual([...EDITIONS.years.keys()].map(String).sort());
  const rows = lines.slice(at + 2, at + 16).map(cells);
  expect(rows.map(([place]) => place).sort()).toEqual([
    'AB',
    'BC',
    'MB',
    'NB',
    'NL',
    'NS',
    'NT',
    'NU',
    'OC',
    'ON',
    'PE',
    'QC',
    'SK',
    'YT',
  ]);
  for (const [place, ...told] of rows) {
    for (const [index, year] of years.entries()) {
      const [march, september] = ['03-13', '09-11'].map((day) => isRecalled(place!, `${year}-${day}`));
      const is = march ? 'recalled' : september ? 'seen; from July recalled' : 'seen';
      expect(`${place} ${year}: ${told[index]}`).toBe(`${place} ${year}: ${is}`);
    }
  }
});
