import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, yearOf } from '../../values/dates.ts';
import { messageOf } from '../../values/describe-error.ts';
import { compileYear } from './compile.ts';
import type { Edition } from './edition.ts';
import { type YearFile, yearFileSchema } from './year-file.ts';

/** A pay date before the first tax year that there are figures for. */
export class NoFiguresError extends Error {
  override readonly name = 'NoFiguresError';
}

/** All editions known, in order of the day from which they hold. */
export interface Editions {
  list: readonly Edition[];
  /** The first edition of each tax year. */
  years: ReadonlyMap<number, Edition>;
  first_day: CalendarDate;
}

const YEAR_FILE = /^ca-(\d{4})\.yaml$/;

/**
 * What is wrong with the days of a year's file; nothing where it is as its name says, and the periods of each
 * jurisdiction follow each other from the first day of the year to its last. A pay date would find no figures otherwise,
 * or those of another year.
 */
const wrongDays = ({ tax_year, federal, provinces }: YearFile, year: number): string | undefined => {
  if (tax_year !== year) return `tax_year is ${tax_year}, and the name of the file says ${year}`;
  for (const [place, { periods }] of Object.entries({ federal, ...provinces })) {
    let due = `${year}-01-01`;
    for (const [index, { from, to }] of periods.entries()) {
      if (from !== due) return `${place}: its period ${index + 1} must begin on ${due}, not on ${from}`;
      due = addDays(to, 1);
    }
    const { to } = periods.at(-1)!;
    if (to !== `${year}-12-31`) return `${place}: its last period must end on ${year}-12-31, not on ${to}`;
  }
  return undefined;
};

/** @throws Error that says what is not as it must be, and where in the file */
const readYear = (path: string, year: number): Edition[] => {
  const parsed = yearFileSchema.safeParse(load(readFileSync(path, 'utf8'), { schema: CORE_SCHEMA }));
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const wrong = wrongDays(parsed.data, year);
  if (wrong !== undefined) throw new Error(wrong);
  return compileYear(parsed.data);
};

/**
 * Reads every tax year's file (`ca-<year>.yaml`) of a folder. A new tax year, or a change within one, is a file more or
 * a period more in a file: nothing else refers to a year.
 *
 * @throws Error that names the file and the member when a file is not as it must be
 */
export const loadEditions = (folder: string): Editions => {
  const list = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const year = YEAR_FILE.exec(name)?.[1];
      if (year === undefined) return [];
      try {
        return readYear(join(folder, name), Number(year));
      } catch (error) {
        throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
      }
    });
  if (list.length === 0) throw new Error(`no tax year's file (ca-<year>.yaml) in ${folder}`);
  const years = new Map([...list].reverse().map((edition) => [edition.tax_year, edition]));
  return { list, years, first_day: list[0]!.effective_from };
};

/** The editions that ship with the service; read once, when this module is loaded. */
export const EDITIONS: Editions = loadEditions(fileURLToPath(new URL('../data/', import.meta.url)));

export interface EditionChoice {
  edition: Edition;
  /** The pay date lies beyond the newest tax year known: the newest figures are used. */
  is_pending: boolean;
}

/**
 * The figures for a pay date: the newest that hold from that day or before.
 * @throws NoFiguresError before the first tax year known
 */
export const editionFor = (pay_date: CalendarDate, editions: Editions = EDITIONS): EditionChoice => {
  const { list } = editions;
  for (let index = list.length - 1; index >= 0; index--) {
    const edition = list[index]!;
    if (edition.effective_from <= pay_date) return { edition, is_pending: edition.tax_year < yearOf(pay_date) };
  }
  throw new NoFiguresError(`There are no statutory figures for pay dates before ${editions.first_day}.`);
};
