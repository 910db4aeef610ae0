import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { FilterRule, ReportSheet, ReportType } from '../src/reports/model/report-type.ts';
import { REPORT_TYPES } from '../src/reports/types.ts';
import type { Column } from '../src/tables/table.ts';

/**
 * Makes the part of docs/reports.md that the declared types tell: `npm run reports`. What stands above the mark is
 * written by hand. The same code makes the same text, so a test can tell whether it was made since a type changed.
 */
export const PAGE = new URL('../docs/reports.md', import.meta.url);
export const MARK = '<!-- What follows is made by `npm run reports`. -->\n';

const KINDS: Readonly<Record<Column['kind'], string>> = {
  text: 'text',
  integer: 'whole number',
  decimal: 'decimal',
  date: 'date',
  instant: 'instant',
  flag: 'true or false',
};

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

const columnRow = ({ title, kind, total }: Column): string =>
  `| ${cell(title.en)} | ${cell(title.fr)} | ${KINDS[kind]} | ${total ? 'yes' : ''} |`;

const sheetPart = ({ name, title, columns }: ReportSheet, alone: boolean): string =>
  [
    ...(alone ? [] : [`Sheet \`${name}\`: ${title.en}`, '']),
    '| column | colonne | holds | total |',
    '|---|---|---|---|',
    ...columns.map(columnRow),
  ].join('\n');

const scopeSentence = ({ scope, needs }: ReportType): string => {
  const names = scope.map((one) => `\`${one}_id\``);
  const listed = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  if (needs === 'all') return `Takes ${listed}, all of them required.`;
  if (needs === 'one') return `Takes ${listed}: one of them at least.`;
  return `Takes ${listed}, none of them required: without any it is of the whole company.`;
};

const statusesOf = (status: readonly string[] | null): string =>
  status === null ? 'payrolls that have left draft' : `payrolls that are ${status.join(', ')}`;

const filterSentence = (rule: FilterRule): string => {
  if (rule.by === 'nothing') return `No filters: of ${statusesOf(rule.status)}, of all types.`;
  if (rule.by === 'year')
    return `\`filters.year\` ${rule.required ? 'is required' : 'is the present year when left out'}; of ${statusesOf(rule.status)}.`;
  const year = rule.ofYear
    ? ' Without a first pay date it is of the year of the last one, or of the present year, unless a payroll is named.'
    : '';
  return `Filters of payrolls; without a status of ${statusesOf(rule.status)}, or of the payroll that is named whatever its status.${year}`;
};

const typePart = (type: ReportType): string =>
  [
    `### ${type.name}`,
    '',
    `${type.purpose} ${scopeSentence(type)} ${filterSentence(type.filters)} As ${type.formats.join(', ')}.`,
    '',
    type.sheets.map((sheet) => sheetPart(sheet, type.sheets.length === 1)).join('\n\n'),
  ].join('\n');

/** The page as it is to be, from the page as it stands. */
export const generateReports = (page: string): string => {
  const at = page.indexOf(MARK);
  if (at < 0) throw new Error('docs/reports.md has lost its mark');
  return `${page.slice(0, at)}${MARK}\n${REPORT_TYPES.map(typePart).join('\n\n')}\n`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const before = await readFile(PAGE, 'utf8');
  const page = generateReports(before);
  if (before !== page) await writeFile(PAGE, page);
  process.stdout.write(before === page ? 'docs/reports.md is up to date\n' : 'docs/reports.md was written\n');
}
