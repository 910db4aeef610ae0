import { z } from 'zod';
import { listReply, notArchived } from '../../kernel/answers/lists.ts';
import { needRow } from '../../kernel/calls/operations.ts';
import { endOfTask } from '../../kernel/calls/tasks.ts';
import { listSchema, recordOf } from '../../kernel/definition/envelopes.ts';
import { allReadable } from '../../kernel/definition/lookup.ts';
import { type Call, defineOperation, type Operation, type Reply } from '../../kernel/definition/operation.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import { exampleId } from '../../kernel/definition/schemas.ts';
import { refusalOf } from '../../payrolls/membership/by-hand.ts';
import { payStub } from '../../payrolls/pay-stub.ts';
import { payroll } from '../../payrolls/payroll.ts';
import { SEMICOLONS } from '../../tables/csv-dialect.ts';
import { csvWithFaults } from '../../tables/csv-faults.ts';
import { isReturnable, linesOfRows } from '../../tables/csv-reader.ts';
import { csvPlace } from '../../tables/csv-records.ts';
import { writeCsv } from '../../tables/csv-writer.ts';
import type { Row } from '../../tables/table.ts';
import { all, among, equal, not } from '../../values/condition.ts';
import { isText, textOf } from '../../values/json.ts';
import { Problem, refused } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { ALL_TYPES, headOf, MAX_ROWS, presetColumns, TEMPLATES } from './columns.ts';
import { LEADING, presetsOf, stubsOfFile } from './reading.ts';
import { importPayStubs } from './writing.ts';

/**
 * The pay stubs of a historical or correction payroll as a file: a template to be filled in, and the file that comes
 * back.
 */

/** Thousands of stubs take seconds to write; the answer waits for them this long. */
const WRITTEN_ms = 30_000;

const PATH = `${payroll.path}/{payroll}/pay_stubs/import`;

const NEITHER: Text = {
  en: 'Only a historical or correction payroll takes pay stubs by a file: those of others follow from pay rates and recurring items, or are few.',
  fr: 'Seule une paie historique ou de correction accepte des bulletins par fichier : ceux des autres suivent les taux et les éléments récurrents, ou sont peu nombreux.',
};

/** @throws Problem 400 where stubs do not come by a file */
const needFillable = async (call: Call): Promise<RecordOf<'payroll'>> => {
  const row = await needRow(payroll, call);
  if (row.type !== 'historical' && row.type !== 'correction') throw refused(NEITHER);
  const refusal = refusalOf(row);
  if (refusal) throw refused(refusal);
  return row;
};

const payStubTemplate: Operation = defineOperation({
  id: 'retrieve_pay_stubs_template',
  method: 'GET',
  path: PATH,
  auth: 'company',
  tag: payroll.object,
  summary: 'Download the template for pay stubs of a historical or correction payroll',
  description:
    'A CSV with a row for each work assignment of the schedule that is not archived and has no pay stub on the payroll, and a column for each figure. `preset` has columns for business presets with a type and for statutory withholdings; `all_types` has a column for each type of line item. Fill it in, remove rows and columns that you do not need, and send it to the same path.',
  query: {
    type: {
      schema: z.enum(TEMPLATES),
      describe: 'Columns: those of the business presets, or of all types',
      required: true,
    },
  },
  answers: { 200: { description: 'The template', files: ['csv'] } },
  problems: [400, 404, 422],
  localized: true,
  resource: payroll,
  run: async (call) => {
    const row = await needFillable(call);
    const { services, tenant, query, locale } = call;
    const columns = query.type === 'preset' ? presetColumns(await presetsOf(row, services, tenant)) : ALL_TYPES;
    const title = (text: string) => ({ en: text, fr: text });
    const sheet = {
      name: 'pay_stubs',
      title: { en: 'Pay stubs', fr: 'Bulletins' },
      columns: [
        ...Object.keys(LEADING).map((name) => ({ title: title(name), kind: 'text' as const })),
        ...columns.map((column) => ({ title: title(headOf(column)), kind: 'decimal' as const })),
      ],
      rows: () => templateRows(row, columns.length, call),
    };
    const name = `pay-stubs-${row.pay_date}-${query.type}.csv`;
    return { status: 200, file: { type: 'csv', bytes: writeCsv(sheet, locale), name } };
  },
});

/** Whose stubs are still to come, with their names. */
async function* templateRows(
  { id, pay_schedule_id }: RecordOf<'payroll'>,
  figures: number,
  { services, tenant }: Pick<Call, 'services' | 'tenant'>,
): AsyncGenerator<Row> {
  const { read, clock } = services;
  const where = all(
    equal('pay_schedule_id', textOf(pay_schedule_id)),
    notArchived(clock.today()),
    not(among('id', 'pay_stub', 'work_assignment_id', equal('payroll_id', id))),
  );
  const empty = Array<null>(figures).fill(null);
  for await (const assignments of read.pages('work_assignment', tenant, where)) {
    const ids = (member: 'employee_id' | 'contractor_id') => assignments.map((one) => one[member]).filter(isText);
    const [employees, contractors] = await Promise.all([
      read.getMany('employee', tenant, ids('employee_id')),
      read.getMany('contractor', tenant, ids('contractor_id')),
    ]);
    for (const { id, employee_id, contractor_id } of assignments) {
      const payee: State | undefined = employees.get(employee_id ?? '') ?? contractors.get(contractor_id ?? '');
      const names = payee ? [payee.business_name, payee.first_name, payee.last_name].filter(isText) : [];
      yield [id, names.join(' '), null, null, ...empty];
    }
  }
}

const EXAMPLE = [
  'work_assignment_id,earning.wage,earning.wage.hours,statutory_withholding.federal_income_tax',
  `${exampleId('work_assignment')},18250.00,730,2105.40`,
].join('\n');

/**
 * Makes the pay stubs that a file holds. Everything is checked first, and if anything is wrong nothing is written; what
 * is written then is a task, which a crash does not stop.
 */
const importStubs: Operation = {
  id: 'import_pay_stubs',
  method: 'POST',
  path: PATH,
  auth: 'company',
  tag: payroll.object,
  summary: 'Create the pay stubs of a historical or correction payroll from a file',
  description: `A row creates the pay stub of a work assignment that has none on the payroll, with a line item for each figure. Empty cells and 0 create no line item. If anything is wrong, nothing is written. The answer names each line and column; where Accept asks for CSV it is the file with an extra column of errors. That column may stay when the file is sent again. If it takes longer than half a minute, the answer is 202 with the task that continues.`,
  upload: {
    types: ['text/csv'],
    member: 'file',
    description: `CSV, UTF-8, with a row for each pay stub, at most ${MAX_ROWS}, and columns of either template; \`work_assignment_id\` is required. ${SEMICOLONS}`,
    example: EXAMPLE,
  },
  answers: {
    201: { description: 'The first page of the pay stubs of the payroll', schema: listSchema(payStub) },
    202: { description: 'The task that continues', schema: recordOf('async_task') },
    422: { description: 'The file with an extra column that says what is wrong in each row', files: ['csv'] },
  },
  problems: [400, 404, 409, 413, 415, 422],
  localized: true,
  resource: payStub,
  run: async (call) => {
    try {
      return await imported(call);
    } catch (error) {
      const { upload, locale } = call;
      if (!(error instanceof Problem) || error.status !== 422 || !upload) throw error;
      if (call.choose(['json', 'csv']) !== 'csv' || !(await isReturnable(upload.bytes))) throw error;
      return {
        status: 422,
        file: { type: 'csv', bytes: csvWithFaults(upload.bytes, error.issues, locale), name: 'errors.csv' },
      };
    }
  },
};

const imported = async (call: Call): Promise<Reply> => {
  const { services, origin, url } = call;
  const earlier = origin.mayRepeat ? await services.tasks.earlier(origin) : undefined;
  const task = earlier ?? (await started(call));
  const unfinished = await endOfTask(task, WRITTEN_ms, call, async () =>
    (await linesOfRows(call.upload!.bytes)).map((line) => csvPlace(line)),
  );
  if (unfinished) return unfinished;
  const query = { payroll_id: call.params.payroll! };
  const { body } = await listReply(payStub, { ...call, query, url: new URL(payStub.path, url) });
  return { status: 201, body };
};

const started = async (call: Call): Promise<State> => {
  const { services, tenant, origin, upload } = call;
  const row = await needFillable(call);
  await allReadable(services, tenant);
  const steps = await stubsOfFile(upload!.bytes, row, services, tenant);
  const request = { kind: importPayStubs.name, input: { payroll_id: row.id }, steps };
  return (await services.tasks.start(request, origin)).state;
};

export const stubFileOperations: readonly Operation[] = [payStubTemplate, importStubs];
