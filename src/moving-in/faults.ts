import type { Issue, Problem } from '../values/problem.ts';
import type { Locale, Text } from '../values/text.ts';

/** An error in a file of an import, with its place. */
export interface Fault {
  file: string;
  /** From 1; line 1 has the names of the columns. Absent when the fault is in the whole file. */
  line?: number;
  column?: string;
  text: Text;
}

const PLACE = /^lines\.(\d+)(?:\.(.+))?$/s;

/** The faults of a file that could not be parsed. */
export const faultsOfFile = (file: string, { issues, text }: Problem): Fault[] =>
  issues.length === 0
    ? [{ file, text }]
    : issues.map(({ path, text }) => {
        const [, line, column] = PLACE.exec(path) ?? [];
        return {
          file,
          ...(line === undefined ? {} : { line: Number(line) }),
          ...(column === undefined ? {} : { column }),
          text,
        };
      });

/** The faults of a row. A member of the body is reported as the column that sets it. */
export const faultsOfRow = (
  { name: file, columns }: { name: string; columns: readonly { name: string; member: string }[] },
  line: number,
  issues: readonly Issue[],
): Fault[] =>
  issues.map(({ path, text }) => {
    const column = columns.find(({ member }) => member === path || path.startsWith(`${member}.`))?.name ?? path;
    return { file, line, ...(column === '' ? {} : { column }), text };
  });

/** The same for a problem, which may be without issues. */
export const faultsOfProblem = (
  file: { name: string; columns: readonly { name: string; member: string }[] },
  line: number,
  { issues, text }: Problem,
): Fault[] => (issues.length > 0 ? faultsOfRow(file, line, issues) : [{ file: file.name, line, text }]);

/** A place in a file: `employees.csv, line 7, sin`. */
export const placeText = ({ file, line, column }: Omit<Fault, 'text'>, locale: Locale): string =>
  [
    file,
    ...(line === undefined ? [] : [`${locale === 'fr' ? 'ligne' : 'line'} ${line}`]),
    ...(column === undefined ? [] : [column]),
  ].join(', ');

/** A fault in a line: `employees.csv, line 7, sin: must be …`. */
export const faultText = ({ text, ...place }: Fault, locale: Locale): string =>
  `${placeText(place, locale)}${locale === 'fr' ? ' : ' : ': '}${text[locale]}`;
