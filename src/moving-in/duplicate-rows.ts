import type { CsvRow } from '../tables/csv-reader.ts';
import { canonicalize } from '../values/canonical-json.ts';
import type { JsonObject } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import type { Fault } from './faults.ts';
import { type ImportFile, keyOf, memberOf } from './files.ts';

const duplicateOf = (line: number): Text => ({
  en: `is already in line ${line}`,
  fr: `se trouve déjà à la ligne ${line}`,
});

/** A row as the body has it: records are ids, whatever a cell named them by. */
interface ReadRow {
  line: number;
  cells: CsvRow['cells'];
  body: JsonObject;
}

/** Lines with the key, or the value of a unique column, of an earlier row. Adds them to the faults. */
export const duplicateLines = (file: ImportFile, rows: readonly ReadRow[], faults: Fault[]): Set<number> => {
  const duplicates = new Set<number>();
  const compare = (columnsOfRow: (row: ReadRow) => readonly string[], isKey: boolean) => {
    const first = new Map<string, number>();
    for (const row of rows) {
      const columns = columnsOfRow(row);
      const values = columns.map((name) => row.body[memberOf(file, name)] ?? null);
      if (values.every((value) => value === null)) continue;
      const value = canonicalize(values);
      const before = first.get(value);
      if (before === undefined) first.set(value, row.line);
      else {
        const column = isKey && columns.length > 1 ? {} : { column: columns[0]! };
        faults.push({ file: file.name, line: row.line, ...column, text: duplicateOf(before) });
        duplicates.add(row.line);
      }
    }
  };
  compare(({ cells }) => keyOf(file, cells), true);
  const { unique } = file;
  if (unique !== undefined) compare(() => [unique], false);
  return duplicates;
};
