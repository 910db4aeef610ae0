import { openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** What a writer was told about one append. Written down before it does anything else, so that no kill loses it. */
export interface AppendRecord {
  outcome: 'acknowledged' | 'refused' | 'unknown';
  stream: string;
  ids: string[];
  /** Of the last event; only when acknowledged. */
  revision?: string;
  position?: string;
}

/** What a reader was handed: position and id, in the order in which they came. */
export type Seen = [position: string, id: string];

/** Appends lines of JSON to a file; each stands in the file when the call returns. */
export const openRecord = (path: string): ((value: unknown) => void) => {
  const file = openSync(path, 'a');
  return (value) => {
    writeSync(file, `${JSON.stringify(value)}\n`);
  };
};

/** The lines of a record. The last one of a killed process may be cut off. */
export const readRecord = async <T>(path: string): Promise<T[]> => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as T);
};
