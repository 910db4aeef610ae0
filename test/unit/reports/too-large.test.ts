import { expect, test } from 'vitest';
import type { StoredFile } from '../../../src/kernel/definition/services.ts';
import { reportProduced } from '../../../src/reports/events.ts';
import { reportOperations } from '../../../src/reports/report-operations.ts';
import { memoryFiles } from '../../support/memory-files.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given a report with more rows than a kind of file holds, when it is read so, then the answer says how else. */

const FILTERS = { payroll_type: null, payroll_status: null, pay_date_from: null, pay_date_to: null, year: null };

test('a report that is too large for a PDF or a workbook is refused so, and the answer names what holds it', async () => {
  const files = { ...memoryFiles(), find: async () => ({}) as StoredFile };
  const world = await yearEnd({ services: { files } });
  await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  const of = { type: 'payroll-register', payroll_id: payroll!.id, filters: FILTERS };
  const refusal = async (format: 'pdf' | 'xlsx', rows: number) => {
    const { id } = await world.given.created('report', { ...of, format, sheet: null });
    const made = { position: '1', rows: { summary: 2, detail: rows }, file_id: 'file_1', sha256: 'ab' };
    await world.given.events('report', id, { type: reportProduced.type, data: made });
    const download = reportOperations.find((one) => one.id === 'download_report')!;
    const { problem } = await world.when(() => download.run(world.call({ params: { report: id } })));
    return [problem?.status, problem?.text.en, problem?.text.fr];
  };
  expect(await refusal('pdf', 12_000)).toEqual([
    400,
    'The report has 12000 rows, and a file of type pdf holds at most 10000. Read the report with an Accept header for csv or xlsx instead, or create a smaller one.',
    'Le rapport a 12000 lignes, et un fichier de type pdf en contient au plus 10000. Lisez plutôt le rapport avec un en-tête Accept pour csv ou xlsx, ou créez-en un qui porte sur moins.',
  ]);
  for (const format of ['pdf', 'xlsx'] as const)
    expect((await refusal(format, 1_048_575))[1]).toContain('with an Accept header for csv instead');
});
