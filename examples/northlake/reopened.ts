import { readXlsx } from 'hucre/xlsx';
import { faultsOf, textsAt } from '../../test/support/agency-schemas.ts';

/** Files that the service made, opened with what others made: a spreadsheet library, and a validator of XML schemas. */

/** What a file for an agency tells. */
export interface AgencyFile {
  /** What its schema finds wrong with it. */
  faults: string[];
  /** The texts of an element, wherever it stands. */
  at(element: string): string[];
}

/** Holds a file against the schema of its kind (test/fixtures/agencies). */
export const validated = async (xml: string, kind: 't4' | 'rl1' | 'roe'): Promise<AgencyFile> => ({
  faults: await faultsOf(xml, kind),
  at: (element) => textsAt(xml, element),
});

/** A sheet of a workbook. */
export interface Sheet {
  /** Rows between the titles and the totals. */
  rows: number;
  /** What the numbers of a column come to, in cents. */
  sum(title: string): number;
  /** What its last row says that they come to, in cents. */
  total(title: string): number;
}

/** Sheets of a workbook by their names. */
export const sheetsOf = async (workbook: Uint8Array): Promise<Map<string, Sheet>> => {
  const { sheets } = await readXlsx(workbook);
  return new Map(
    sheets.map(({ name, rows }): [string, Sheet] => {
      const [titles = [], ...body] = rows;
      const last = body.pop() ?? [];
      const at = (title: string): number => {
        const column = titles.indexOf(title);
        if (column === -1) throw new Error(`the sheet ${name} has no column ${title}`);
        return column;
      };
      const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
      return [
        name,
        {
          rows: body.length,
          sum: (title) => body.reduce((sum, row) => sum + cents(row[at(title)]), 0),
          total: (title) => cents(last[at(title)]),
        },
      ];
    }),
  );
};
