import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { headOf, presetColumns, shapeOf } from '../../../src/pay-items/stubs-by-file/columns.ts';
import { LEADING } from '../../../src/pay-items/stubs-by-file/reading.ts';
import { readCsv } from '../../../src/tables/csv-reader.ts';
import { csvLine } from '../../../src/tables/csv-writer.ts';
import { derivedId } from '../../../src/values/ids.ts';

test('the template of an employer with as many presets as it may have, and as long names, is read again', async () => {
  const presets = Array.from({ length: 1_000 }, (_, i): RecordOf<'business_preset'> => {
    const preset = { id: derivedId('bprst', 1, `${i}`), type: 'earning', subtype: 'wage', name: '漢'.repeat(255) };
    // Only what columns are made of.
    return preset as RecordOf<'business_preset'>;
  });
  const columns = presetColumns(presets);
  const head = csvLine([...Object.keys(LEADING), ...columns.map(headOf)]);
  const cells = csvLine(['wrk_1', ...Object.keys(LEADING).slice(1), ...columns.map(() => '12.50')]);
  const rows: number[] = [];
  for await (const row of readCsv(Buffer.from(head + cells), shapeOf(LEADING, columns)))
    rows.push(Object.keys(row.cells).length);
  expect(rows).toEqual([columns.length + Object.keys(LEADING).length]);
});
