import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CsvRow, type CsvShape, readCsv } from '../tables/csv-reader.ts';
import { codeOf, reasonOf } from '../values/describe-error.ts';
import { Problem } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { type Fault, faultsOfFile } from './faults.ts';

/** Reads the files of a folder into rows. Their values are not checked here. */

/** Rows that a file may have: as many as an uploaded file. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

export interface FolderRead {
  /** By the name of the file; without the files that are absent or could not be read. */
  rows: Map<string, CsvRow[]>;
  /** Files that exist and could not be read. References to their records cannot be checked. */
  unreadable: Set<string>;
  faults: Fault[];
}

/** What was named is no folder with files of an import. */
export class NoImportFolder extends Error {
  override name = 'NoImportFolder';
  readonly text: Text;

  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

const notThis = (folder: string, why: Text): NoImportFolder =>
  new NoImportFolder({
    en: `${folder} ${why.en}: give the path of the folder with the CSV files`,
    fr: `${folder} ${why.fr} : indiquez le chemin du répertoire qui contient les fichiers CSV`,
  });

const UNREADABLE: Text = { en: 'cannot be read', fr: 'ne peut pas être lu' };
const WHY: Readonly<Record<string, Text>> = {
  ENOENT: { en: 'does not exist', fr: "n'existe pas" },
  ENOTDIR: { en: 'is not a folder', fr: "n'est pas un répertoire" },
};
const TOO_MANY: Text = { en: `holds more than ${MAX_ENTRIES} files`, fr: `contient plus de ${MAX_ENTRIES} fichiers` };

/** The names of what is in a folder, sorted. @throws NoImportFolder that says why the folder cannot be read */
const entriesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder).catch((error: unknown) => {
    throw notThis(folder, WHY[codeOf(error) ?? ''] ?? UNREADABLE);
  });
  if (entries.length > MAX_ENTRIES) throw notThis(folder, TOO_MANY);
  return entries.sort();
};

const isCsv = (name: string): boolean => name.toLowerCase().endsWith('.csv');

/** The file of an import that another one is called after, as `pay_rates.xlsx` is: what it holds may be missed. */
const calledAfter = (name: string): string | undefined => /^([^.]+)\./.exec(name.toLowerCase())?.[1]?.concat('.csv');

const otherKind = (csv: string): Text => ({
  en: `is not read, and there is no ${csv}: save it under that name as CSV UTF-8, or remove it from the folder`,
  fr: `n'est pas lu, et ${csv} n'est pas là : enregistrez-le sous ce nom au format CSV UTF-8, ou retirez-le du répertoire`,
});

const TOO_LARGE: Text = {
  en: `is larger than ${MAX_BYTES / 1024 / 1024} MiB; split it over two folders`,
  fr: `dépasse ${MAX_BYTES / 1024 / 1024} Mio; répartissez-le entre deux répertoires`,
};

const NO_FILE: Text = {
  en: 'is a folder or a device, not a file; replace it with a CSV file, or remove it',
  fr: 'est un répertoire ou un périphérique, non un fichier; remplacez-le par un fichier CSV, ou supprimez-le',
};

/** The contents of a file, or why they are not read. */
const bytesOf = async (path: string): Promise<{ bytes: Uint8Array } | { text: Text }> => {
  // Checked before the file is opened: opening a pipe waits for a writer, and a device may have no end.
  if (!(await stat(path)).isFile()) return { text: NO_FILE };
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return size > MAX_BYTES ? { text: TOO_LARGE } : { bytes: await file.readFile() };
  } finally {
    await file.close();
  }
};

/**
 * Reads the CSV files of a folder.
 *
 * @param shapes the columns of each file that an import may have, by the name of the file
 * @throws NoImportFolder when the folder cannot be read, or has no CSV file
 */
export const readFolder = async (
  folder: string,
  shapes: ReadonlyMap<string, CsvShape['columns']>,
): Promise<FolderRead> => {
  const read: FolderRead = { rows: new Map(), unreadable: new Set(), faults: [] };
  const entries = await entriesOf(folder);
  const names = entries.filter(isCsv);
  const all = [...shapes.keys()].join(', ');
  if (names.length === 0)
    throw new NoImportFolder({
      en: `${folder} has no CSV file; an import reads ${all}`,
      fr: `${folder} ne contient aucun fichier CSV; une importation lit ${all}`,
    });
  for (const name of entries) {
    const csv = calledAfter(name);
    if (isCsv(name) || csv === undefined || !shapes.has(csv) || names.includes(csv)) continue;
    read.unreadable.add(csv);
    read.faults.push({ file: name, text: otherKind(csv) });
  }
  for (const name of names) {
    const columns = shapes.get(name);
    if (!columns) {
      const text = {
        en: `is not a file of an import; the files are ${all}`,
        fr: `n'est pas un fichier d'importation; les fichiers sont ${all}`,
      };
      read.faults.push({ file: name, text });
      continue;
    }
    try {
      const found = await bytesOf(join(folder, name));
      if ('text' in found) {
        read.unreadable.add(name);
        read.faults.push({ file: name, text: found.text });
        continue;
      }
      const rows: CsvRow[] = [];
      for await (const row of readCsv(found.bytes, { columns, max_rows: MAX_ROWS })) rows.push(row);
      read.rows.set(name, rows);
    } catch (error) {
      read.unreadable.add(name);
      if (error instanceof Problem) read.faults.push(...faultsOfFile(name, error));
      else {
        const why = reasonOf(error);
        read.faults.push({ file: name, text: { en: `cannot be read: ${why}`, fr: `ne peut être lu : ${why}` } });
      }
    }
  }
  return read;
};
