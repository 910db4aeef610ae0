import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import type { CalendarDate } from '../../values/dates.ts';
import { yearOf } from '../../values/dates.ts';
import { compileYear } from './compile.ts';
import type { Edition } from './edition.ts';
import { yearFileSchema } from './year-file.ts';

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
 * Reads every tax year's file (`ca-<year>.yaml`) of a folder. A new tax year, or a change within one, is a file more or
 * a period more in a file: nothing else refers to a year.
 *
 * @throws Error that names the file and the member when a file is not as it must be
 */
export const loadEditions = (folder: string): Editions => {
  const list = readdirSync(folder)
    .filter((name) => YEAR_FILE.test(name))
    .sort()
    .flatMap((name) => {
      const parsed = yearFileSchema.safeParse(load(readFileSync(join(folder, name), 'utf8'), { schema: CORE_SCHEMA }));
      if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
      return compileYear(parsed.data);
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
