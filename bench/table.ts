import { readFile, writeFile } from 'node:fs/promises';
import type { Row } from './bench.ts';

/** How the rows of a run are shown: on the terminal, and in docs/performance.md. */
const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

const columns = ['row', 'ours', 'baseline', 'ratio', 'goal', ''] as const;

const cells = (row: Row): string[] => [
  row.name,
  `${figure(row.ours)} ${row.unit}`,
  `${figure(row.baseline)} ${row.baseline_name}`,
  `${row.ratio.toFixed(2)} ×`,
  row.goal === null ? '' : `${row.goal} ×`,
  row.met === null ? '' : row.met ? 'met' : 'NOT MET',
];

const aligned = (lines: readonly string[][]): string[][] => {
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)));
};

/** The table as text, each row with its setup below it. */
export const textTable = (rows: readonly Row[]): string =>
  aligned([[...columns], ...rows.map(cells)])
    .flatMap((line, index) => {
      const setup = rows[index - 1]?.setup;
      return [line.join('  ').trimEnd(), ...(setup ? [`    ${setup}`] : [])];
    })
    .join('\n');

const markdownTable = (rows: readonly Row[]): string => {
  const lines = aligned([[...columns], ...rows.map(cells)]).map((line) => `| ${line.join(' | ')} |`);
  return [lines[0]!, lines[0]!.replaceAll(/[^|]/g, '-'), ...lines.slice(1)].join('\n');
};

const TABLE = /(<!-- what a run gave -->\n)[\s\S]*?(<!-- to here -->)/;

/** Puts a run in the place of the last one in a page. @throws when the page has no such place */
export const writeInto = async (page: string, machine: string, rows: readonly Row[]): Promise<void> => {
  const before = await readFile(page, 'utf8');
  if (!TABLE.test(before)) throw new Error(`${page} has no place for a table`);
  const day = new Date().toISOString().slice(0, 10);
  const text = `\n${day}: ${machine}.\n\n${markdownTable(rows)}\n\n`;
  await writeFile(
    page,
    before.replace(TABLE, (_, from: string, to: string) => from + text + to),
  );
};
