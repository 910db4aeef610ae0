import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportResult, importFolder } from '../../src/moving-in/import.ts';
import type { PayrollWorldOptions } from './payroll-world.ts';
import { type YearEnd, yearEnd } from './year-end.ts';

/** Files of an import by their names, as lines. */
export type Files = Readonly<Record<string, readonly string[]>>;

/** An employer in memory that moves in. */
export interface MovedIn extends YearEnd {
  /** Imports a folder with these files, and lets population come to rest. */
  moveIn(files: Files, update?: boolean): Promise<ImportResult>;
}

/** Starts such an employer. */
export const movedIn = async (options: PayrollWorldOptions = {}): Promise<MovedIn> => {
  const world = await yearEnd(options);
  return {
    ...world,
    moveIn: async (files, update = false) => {
      const folder = await mkdtemp(join(tmpdir(), 'payroll-moved-in-'));
      for (const [name, lines] of Object.entries(files)) await writeFile(join(folder, name), lines.join('\n'));
      const request = { folder, tenant: world.tenant, update, checkOnly: false, actor: 'operator:cli' };
      const result = await importFolder(request, world.services, () => {});
      await rm(folder, { recursive: true });
      await world.populated();
      return result;
    },
  };
};
