import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CsvRow, type CsvShape, readCsv } from '../tables/csv-reader.ts';
import { codeOf, reasonOf } from '../values/describe-error.ts';
import { Problem } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { type Fault, faultsOfFile } from './faults.ts';

/** The files of a folder as rows, before anybody looks at what is in them. */

/** As many as a file that is sent may have. */
export const MAX_ROWS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

export interface FolderRead {
  /** By the name of the file; those that are not there, or could not be read, are missing. */
  rows: Map<string, CsvRow[]>;
  /** Files that are there and could not be read: what refers to them cannot be judged. */
  broken: Set<string>;
  faults: Fault[];
}

/** @throws Error that says why the folder cannot be read */
const filesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder).catch((error: unknown) => {
    const why =
      codeOf(error) === 'ENOENT' ? 'is not there' : codeOf(error) === 'ENOTDIR' ? 'is no folder' : 'cannot be read';
    throw new Error(`${folder} ${why}: name the folder with the CSV files`);
  });
  if (entries.length > MAX_ENTRIES)
    throw new Error(`${folder} holds more than ${MAX_ENTRIES} files: name the folder with the CSV files`);
  return entries.filter((name) => name.toLowerCase().endsWith('.csv')).sort();
};

const TOO_LARGE: Text = {
  en: `is larger than ${MAX_BYTES / 1024 / 1024} MiB; split it over two folders`,
  fr: `dépasse ${MAX_BYTES / 1024 / 1024} Mio; répartissez-le sur deux dossiers`,
};

const NO_FILE: Text = {
  en: 'is a folder or a device, not a file; put a CSV file in its place, or take it away',
  fr: 'est un dossier ou un périphérique, non un fichier; mettez un fichier CSV à sa place, ou retirez-le',
};

/** What is in a file, or why that is not read. */
const bytesOf = async (path: string): Promise<{ bytes: Uint8Array } | { text: Text }> => {
  // Before it is opened: of a pipe that would wait for whoever writes to it, and a device has no end.
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
 * @param shapes columns of the files that an import may have, by name
 * @throws Error when there is no folder, or none of the files in it
 */
export const readFolder = async (
  folder: string,
  shapes: ReadonlyMap<string, CsvShape['columns']>,
): Promise<FolderRead> => {
  const read: FolderRead = { rows: new Map(), broken: new Set(), faults: [] };
  const names = await filesOf(folder);
  const all = [...shapes.keys()].join(', ');
  if (names.length === 0) throw new Error(`${folder} holds no CSV file; an import may have ${all}`);
  for (const name of names) {
    const columns = shapes.get(name);
    if (!columns) {
      const text = {
        en: `is no file of an import; there may be ${all}`,
        fr: `n'est pas un fichier d'import; il peut y avoir ${all}`,
      };
      read.faults.push({ file: name, text });
      continue;
    }
    try {
      const found = await bytesOf(join(folder, name));
      if ('text' in found) {
        read.broken.add(name);
        read.faults.push({ file: name, text: found.text });
        continue;
      }
      const rows: CsvRow[] = [];
      for await (const row of readCsv(found.bytes, { columns, max_rows: MAX_ROWS })) rows.push(row);
      read.rows.set(name, rows);
    } catch (error) {
      read.broken.add(name);
      if (error instanceof Problem) read.faults.push(...faultsOfFile(name, error));
      else {
        const why = reasonOf(error);
        read.faults.push({ file: name, text: { en: `cannot be read: ${why}`, fr: `ne peut être lu : ${why}` } });
      }
    }
  }
  return read;
};
