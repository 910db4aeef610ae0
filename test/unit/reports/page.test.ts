import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateReports, PAGE } from '../../../scripts/reports.ts';
import { REPORT_TYPES } from '../../../src/reports/types.ts';

test('docs/reports.md lists the declared types: when this fails, run npm run reports', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(generateReports(page)).toBe(page);
});

test('every column has a unique title in both languages, and every sheet a name that spreadsheets accept', () => {
  for (const { name, sheets } of REPORT_TYPES)
    for (const { title, columns } of sheets)
      for (const locale of ['en', 'fr'] as const) {
        const titles = columns.map((column) => column.title[locale]);
        expect([name, new Set(titles).size]).toEqual([name, titles.length]);
        expect(title[locale].length).toBeLessThanOrEqual(31);
      }
});
