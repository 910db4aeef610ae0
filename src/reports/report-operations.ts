import { z } from 'zod';
import { FileDamaged } from '../files/reading.ts';
import { idOfCreate } from '../kernel/calls/created-id.ts';
import { needRow, recordReply, retrieveOperation, writeOne } from '../kernel/calls/operations.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import { type Call, notReady, type Operation, oneExample, type Reply } from '../kernel/definition/operation.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { ALSO, exampleId, idSchema, textSchema } from '../kernel/definition/schemas.ts';
import { PAYROLL_TYPES } from '../payrolls/payroll.ts';
import { writeCsv } from '../tables/csv-writer.ts';
import { writePdf } from '../tables/pdf-writer.ts';
import { MAX_SHEET_ROWS, writeXlsx } from '../tables/xlsx-writer.ts';
import { businessDay, dateOf, yearOf } from '../values/dates.ts';
import {
  filled,
  isText,
  type Json,
  type JsonObject,
  numberOr,
  objectOf,
  textIf,
  textOrNull,
  textsOf,
} from '../values/json.ts';
import { invalid, Problem, refused } from '../values/problem.ts';
import { bookOf } from './content.ts';
import type { FilterRule, ReportFilters, ReportFormat, ReportType, Scope } from './model/report-type.ts';
import { FILTERS, payrollFiltersSchema, report, requiredYearSchema, yearFiltersSchema } from './report.ts';
import { REPORT_TYPES, reportTypeOf } from './types.ts';

/** Creating reports, each type at a path of its own, and reading what they hold. */

type Report = RecordOf<'report'>;

/** Rows of a PDF: some three hundred pages. */
const MAX_PDF_ROWS = 10_000;
/** Beside them a sheet has its header and its sums. */
const MAX_XLSX_ROWS = MAX_SHEET_ROWS - 2;
const RETRY_s = 2;

const ABOUT: Readonly<Record<Scope, string>> = {
  business_entity: 'The employer to report on',
  pay_schedule: 'The pay schedule to report on',
  payroll: 'The payroll to report on',
};

const filtersOf = (rule: FilterRule): Record<string, z.ZodType> => {
  const filters = (schema: z.ZodType): Record<string, z.ZodType> => ({
    filters: schema.meta({ description: FILTERS }),
  });
  if (rule.by === 'payrolls') return filters(payrollFiltersSchema.nullable().optional());
  if (rule.by === 'year')
    return filters(rule.required ? z.nonoptional(requiredYearSchema) : yearFiltersSchema.nullable().optional());
  return {};
};

const FORMAT = 'Format that `download` returns; needed only for `download`';
const SHEET = 'The sheet that `download` returns as CSV';

const bodyOf = ({ name, scope, needs, filters, formats, sheets }: ReportType): z.ZodType => {
  const ids = scope.map((one) => [`${one}_id`, idSchema(one), ABOUT[one]] as const);
  const members: Record<string, z.ZodType> = Object.fromEntries(
    ids.map(([id, schema, description]) => [
      id,
      (needs === 'all' ? schema : schema.nullable().optional()).meta({ description }),
    ]),
  );
  const names = filled(sheets.map((sheet) => sheet.name));
  return z
    .strictObject({
      ...members,
      ...filtersOf(filters),
      format: z.enum(filled(formats)).nullable().optional().meta({ description: FORMAT }),
      ...(names.length > 1 ? { sheet: z.enum(names).nullable().optional().meta({ description: SHEET }) } : {}),
    })
    .meta({
      id: `${name.replaceAll('-', '_')}_report_create`,
      description: 'What to report',
      ...(needs === 'one'
        ? { [ALSO]: { anyOf: ids.map(([id]) => ({ required: [id], properties: { [id]: { type: 'string' } } })) } }
        : {}),
    });
};

const listed = (value: Json | undefined): string[] | null =>
  isText(value) ? [value] : Array.isArray(value) ? [...new Set(textsOf(value))] : null;

/** The filters that count: those of the body, and what the type says where it leaves some out. */
const completeFilters = (
  rule: FilterRule,
  given: JsonObject | null | undefined,
  today: string,
  isOfOnePayroll: boolean,
): ReportFilters => {
  if (rule.by === 'year') {
    const year = numberOr(given?.year, yearOf(today));
    return {
      payroll_type: null,
      payroll_status: [...rule.status],
      pay_date_from: dateOf(year, 1, 1),
      pay_date_to: dateOf(year, 12, 31),
      year,
    };
  }
  const status = rule.status === null ? null : [...rule.status];
  const from = textOrNull(given?.pay_date_from);
  const to = textOrNull(given?.pay_date_to);
  // A payroll that is named is reported, whichever year it is of.
  const isOfYear = rule.by === 'payrolls' && rule.ofYear && !isOfOnePayroll && from === null;
  const year = yearOf(to ?? today);
  return {
    payroll_type: listed(given?.payroll_type) ?? [...PAYROLL_TYPES],
    payroll_status: listed(given?.payroll_status) ?? status,
    pay_date_from: isOfYear ? dateOf(year, 1, 1) : from,
    // Pay of January may be approved in December.
    pay_date_to: isOfYear ? (to ?? dateOf(year, 12, 31)) : to,
    year: null,
  };
};

const exampleOf = ({ scope, needs, filters, sheets }: ReportType): JsonObject => ({
  ...Object.fromEntries((needs === 'all' ? scope : scope.slice(0, 1)).map((one) => [`${one}_id`, exampleId(one)])),
  ...(filters.by === 'year' ? { filters: { year: 2026 } } : {}),
  format: 'xlsx',
  ...(sheets.length > 1 ? { sheet: sheets[0]!.name } : {}),
});

const createOperation = (type: ReportType): Operation => ({
  id: `create_${type.name.replaceAll('-', '_')}_report`,
  method: 'POST',
  path: `${report.path}/${type.name}`,
  auth: 'company',
  tag: report.object,
  resource: report,
  localized: true,
  summary: `Create a report of type ${type.name}`,
  description: `${type.purpose} The report exists at once; its content follows a moment later.`,
  body: bodyOf(type),
  examples: oneExample(exampleOf(type)),
  answers: { 201: { description: 'Created', schema: envelopeSchema(report) } },
  problems: [400, 409, 422],
  run: async (call) => {
    const { filters, ...body } = objectOf(call.body);
    const input = {
      ...body,
      type: type.name,
      filters: completeFilters(type.filters, objectOf(filters), call.services.clock.today(), isText(body.payroll_id)),
    };
    const state = await writeOne(report, { op: 'create', id: idOfCreate(report, call), input }, call);
    return recordReply(report, state!, call, 201);
  },
});

const FAILED = { en: 'The report could not be made: ', fr: "Le rapport n'a pu être fait : " };

const GONE = {
  en: 'The content of this report was deleted: a person whom it may name was erased, or the service was restored from a backup. Create the report again.',
  fr: "Le contenu de ce rapport a été supprimé : une personne qu'il peut nommer a été effacée, ou le service a été rétabli d'une sauvegarde. Créez le rapport à nouveau.",
};

const DAMAGED = {
  en: 'The content of this report was lost or altered where it is kept. Create the report again.',
  fr: 'Le contenu de ce rapport a été perdu ou modifié là où il est conservé. Créez le rapport à nouveau.',
};

const tooMany = (format: ReportFormat, rows: number, most: number) => {
  const isForSpreadsheet = format === 'pdf' && rows <= MAX_XLSX_ROWS;
  return refused({
    en: `The report has ${rows} rows, and a file of type ${format} holds at most ${most}. Read the report with an Accept header for ${isForSpreadsheet ? 'csv or xlsx' : 'csv'} instead, or create a smaller one.`,
    fr: `Le rapport a ${rows} lignes, et un fichier de type ${format} en contient au plus ${most}. Lisez plutôt le rapport avec un en-tête Accept pour ${isForSpreadsheet ? 'csv ou xlsx' : 'csv'}, ou créez-en un qui porte sur moins.`,
  });
};

/** Which sheet a CSV is of. @throws Problem 422 where the request does not say it */
const sheetOf = ({ sheets }: ReportType, wanted: string | null | undefined): string => {
  const names = sheets.map(({ name }) => name);
  const path = 'sheet';
  if (wanted === null || wanted === undefined) {
    if (names.length === 1) return names[0]!;
    const text = {
      en: `is required: a CSV holds one sheet, and this report has ${names.join(', ')}`,
      fr: `est obligatoire : un CSV contient une seule feuille, et ce rapport a ${names.join(', ')}`,
    };
    throw invalid([{ path, text }]);
  }
  if (names.includes(wanted)) return wanted;
  const is = { en: `must be one of ${names.join(', ')}`, fr: `doit être l'un de ${names.join(', ')}` };
  throw invalid([{ path, text: is }]);
};

/**
 * The content as it is kept. @throws Problem 400 where it is deleted, lost or altered, 404 where the report is deleted,
 * 503 where it cannot be reached
 */
async function* contentOf({ id, scope_id }: Report, file_id: string, call: Call): AsyncGenerator<Uint8Array> {
  const { files, log } = call.services;
  const tenant = { ...call.tenant, company_id: scope_id };
  try {
    yield* files.read(file_id, tenant);
  } catch (error) {
    if (!(await files.find(file_id, tenant))) {
      // It was deleted since: with the report, which is then a 404, or as others were before.
      await needRow(report, call);
      throw refused(GONE);
    }
    const isDamaged = error instanceof FileDamaged;
    if (isDamaged || error instanceof Problem) {
      const { request_id } = call.origin;
      log.error({ request_id, report: id, err: error }, 'the content of a report cannot be read');
    }
    throw isDamaged ? refused(DAMAGED) : error;
  }
}

/** The content of a report as a file. @throws Problem 400 where it cannot be had so, 422 where no sheet is named */
const fileReply = async (
  record: Report,
  format: ReportFormat,
  wanted: string | null | undefined,
  call: Call,
): Promise<Reply> => {
  const type = reportTypeOf(record.type);
  const sheet = format === 'csv' ? sheetOf(type, wanted) : undefined;
  if (record.failure) {
    const { en, fr } = record.failure;
    throw refused({ en: FAILED.en + en, fr: FAILED.fr + fr });
  }
  const { content } = record;
  if (!content) return notReady(RETRY_s);
  const { files } = call.services;
  const tenant = { ...call.tenant, company_id: record.scope_id };
  if (!(await files.find(content.file_id, tenant))) throw refused(GONE);
  const most = format === 'pdf' ? MAX_PDF_ROWS : MAX_XLSX_ROWS;
  for (const rows of Object.values(content.rows))
    if (format !== 'csv' && rows > most) throw tooMany(format, rows, most);
  const read = () => contentOf(record, content.file_id, call);
  // A workbook begins with what is not in the content.
  for await (const _ of read()) break;
  const book = bookOf(type, read, call.locale, record.created_at);
  const bytes =
    format === 'csv'
      ? writeCsv(book.sheets.find(({ name }) => name === sheet)!, call.locale)
      : format === 'xlsx'
        ? writeXlsx(book, call.locale)
        : writePdf(book, call.locale);
  const day = businessDay(Date.parse(record.created_at));
  const name = [type.name, ...(sheet && type.sheets.length > 1 ? [sheet] : []), day];
  return { status: 200, file: { type: format, bytes, name: `${name.join('-')}.${format}` } };
};

const FILES = ['csv', 'xlsx', 'pdf'] as const;
const NOT_READY = { description: 'Its content is still being produced; try again later', retryAfter: true };

const common = { method: 'GET', auth: 'company', tag: report.object, resource: report, localized: true } as const;

const retrieveReport: Operation = {
  ...common,
  id: 'retrieve_report',
  path: `${report.path}/{report}`,
  summary: 'Retrieve a report, or its content',
  description:
    'Returns the record as JSON or, by Accept, its content as CSV, spreadsheet or PDF. A CSV holds one sheet, a spreadsheet all of them. The `format` of a type says whether it can be a PDF.',
  query: {
    ...retrieveOperation(report).query,
    sheet: {
      schema: textSchema({ min: 1, max: 255 }).meta({ examples: ['summary'] }),
      describe: 'The sheet for a CSV; without it, the one that the report was created with',
    },
  },
  answers: {
    200: { description: 'The record, or its content', schema: envelopeSchema(report), files: FILES },
    202: NOT_READY,
  },
  problems: [400, 404, 422],
  run: async (call) => {
    const record = await needRow(report, call);
    const { formats } = reportTypeOf(record.type);
    const there = FILES.filter((format) => formats.includes(format));
    const asked = call.choose(['json', ...there]);
    const chosen = there.find((format) => format === asked);
    if (chosen === undefined) return recordReply(report, record, call, 200);
    return fileReply(record, chosen, textIf(call.query.sheet) ?? record.sheet, call);
  },
};

const NO_FORMAT = {
  en: 'was not given when the report was created, so there is nothing to download; read the report with an Accept header instead',
  fr: "n'a pas été donné à la création du rapport : il n'y a rien à télécharger; lisez plutôt le rapport avec un en-tête Accept",
};

const NO_SHEET = {
  en: 'was not given when the report was created, and a CSV holds one sheet; read the report with the Accept header text/csv and the parameter sheet instead',
  fr: "n'a pas été donné à la création du rapport, et un CSV contient une seule feuille; lisez plutôt le rapport avec l'en-tête Accept text/csv et le paramètre sheet",
};

const downloadReport: Operation = {
  ...common,
  id: 'download_report',
  path: `${report.path}/{report}/download`,
  summary: 'Download the content of a report',
  description: 'In the format, and for a CSV the sheet, given when the report was created.',
  answers: { 200: { description: 'Its content', files: FILES }, 202: NOT_READY },
  problems: [400, 404, 422],
  run: async (call) => {
    const record = await needRow(report, call);
    const { type, format, sheet } = record;
    if (format === null) throw invalid([{ path: 'format', text: NO_FORMAT }]);
    call.choose([format]);
    if (format === 'csv' && sheet === null && reportTypeOf(type).sheets.length > 1)
      throw invalid([{ path: 'sheet', text: NO_SHEET }]);
    return fileReply(record, format, sheet, call);
  },
};

export const reportOperations: readonly Operation[] = [
  ...REPORT_TYPES.map(createOperation),
  retrieveReport,
  downloadReport,
];
