import { lockBySession } from '../../database/session-lock.ts';
import type { Foundation } from '../../foundation.ts';
import { assemble } from '../../main.ts';
import { faultText, placeText } from '../../moving-in/faults.ts';
import { type ImportResult, importFolder } from '../../moving-in/import.ts';
import { NoImportFolder } from '../../moving-in/reading.ts';
import { ImportConflict } from '../../moving-in/writing.ts';
import type { Locale } from '../../values/text.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { print, say } from '../terminal/print.ts';
import { showSteps } from '../terminal/progress.ts';
import { table } from '../terminal/table.ts';
import { type Company, companyOf } from './records.ts';

/** Faults and differences that are printed; the rest is counted. */
const MOST_REPORTED = 200;

interface Options {
  company: string;
  check?: boolean;
  language?: Locale;
  update?: boolean;
}

/** The company that the import writes to, with its partner. @throws UsageError */
const tenantOf = async ({ store }: Foundation, company_id: string): Promise<Company> => {
  if (!company_id.startsWith('cmp_'))
    throw new UsageError(`${company_id} is not the id of a company: ids of companies begin with cmp_`);
  return companyOf(store, 'company', company_id);
};

/**
 * Runs under a lock on the company: two imports at once would each create the same records. The signal ends the work
 * when the session that holds the lock ends.
 *
 * @throws Error
 */
const withImportLock = async (
  { address }: Foundation,
  company_id: string,
  words: Words,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lost = new AbortController();
  const lock = await lockBySession(address, {
    name: `payroll import ${process.pid}`,
    take: async (sql) => {
      const [row] = await sql<{ is_locked: boolean }[]>`
        select pg_try_advisory_lock(hashtext('payroll import'), hashtext(${company_id})) as is_locked`;
      if (!row?.is_locked) throw new Error(words.running(company_id));
    },
    onLost: () => lost.abort(new Error(words.lost(company_id))),
  });
  try {
    await work(lost.signal);
  } finally {
    await lock.release();
  }
};

/** `payroll import`: the files of a folder become records of a company. */
export const importCommand = (env: NodeJS.ProcessEnv, folder: string, options: Options): Promise<void> =>
  attached(env, async (foundation) => {
    const { models } = foundation;
    const { company, check = false, update = false, language = 'en' } = options;
    const { services } = assemble(foundation, '');
    const tenant = await tenantOf(foundation, company);
    // When no service runs, this process projects what it writes.
    await models.start();
    if (models.gate.readOnly(tenant) !== undefined) throw new Error(WORDS[language].notFollowed(company));
    await withImportLock(foundation, company, WORDS[language], async (signal) => {
      const progress = showSteps();
      const request = { folder, tenant, update, checkOnly: check, actor: 'operator:cli', signal };
      const result = await importFolder(request, services, progress.onProgress)
        .catch((error: unknown) => {
          if (error instanceof NoImportFolder) throw new UsageError(error.text[language]);
          throw error instanceof ImportConflict ? new Error(error.text[language], { cause: error }) : error;
        })
        .finally(progress.end);
      tell(result, { check, update, language });
    });
  });

const printLines = (lines: readonly string[], { andMore }: Words): void => {
  for (const line of lines.slice(0, MOST_REPORTED)) say(line);
  if (lines.length > MOST_REPORTED) say(andMore(lines.length - MOST_REPORTED));
};

/** What the command prints about its result. */
interface Words {
  andMore: (count: number) => string;
  faults: (count: number) => string;
  warnings: (count: number) => string;
  differs: (columns: string) => string;
  differing: (count: number) => string;
  nothingWrong: string;
  head: readonly string[];
  draft: (id: string) => string;
  running: (company: string) => string;
  lost: (company: string) => string;
  notFollowed: (company: string) => string;
}

const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    andMore: (count) => `… and ${count} more`,
    faults: (count) => `${count} ${count === 1 ? 'fault' : 'faults'}; nothing was written`,
    warnings: (count) =>
      `${count} ${count === 1 ? 'warning' : 'warnings'}: such figures are taken as the files say; where one is wrong, correct its row and run the import again, with --update where it was written`,
    differs: (columns) => `: differs from the existing record in ${columns}`,
    differing: (count) =>
      `${count} ${count === 1 ? 'row differs' : 'rows differ'} from existing records, which were left as they are: --update changes them to what the files say`,
    nothingWrong: 'no faults; nothing was written (--check)',
    head: ['file', 'rows', 'written', 'changed', 'existing'],
    draft: (id) =>
      `the figures of the year are in the draft payroll ${id}: review it, then approve it (POST /payrolls/${id}/approve)`,
    running: (company) => `another import of ${company} is running; wait until it ends`,
    lost: (company) =>
      `the database ended the session that keeps other imports of ${company} waiting, so this import was stopped; what was written so far is kept. Run the import again: it writes what is missing`,
    notFollowed: (company) =>
      `a read model cannot follow ${company}, so nothing can be written to it (why: payroll projections list)`,
  },
  fr: {
    andMore: (count) => `… et ${count} de plus`,
    faults: (count) => `${count} ${count === 1 ? 'erreur' : 'erreurs'}; rien n'a été écrit`,
    warnings: (count) =>
      `${count} ${count === 1 ? 'avertissement' : 'avertissements'} : ces montants sont pris tels quels; si l'un est faux, corrigez sa ligne et relancez l'importation, avec --update s'il a été écrit`,
    differs: (columns) => ` : diffère du dossier existant dans ${columns}`,
    differing: (count) =>
      `${count} ${count === 1 ? 'ligne diffère' : 'lignes diffèrent'} de dossiers existants, qui ont été laissés tels quels : --update leur donne les valeurs des fichiers`,
    nothingWrong: "aucune erreur; rien n'a été écrit (--check)",
    head: ['fichier', 'lignes', 'écrites', 'changées', 'existantes'],
    draft: (id) =>
      `les chiffres de l'année sont dans la paie au brouillon ${id} : examinez-la, puis approuvez-la (POST /payrolls/${id}/approve)`,
    running: (company) => `une autre importation dans ${company} est en cours; attendez qu'elle se termine`,
    lost: (company) =>
      `la base de données a mis fin à la session qui fait attendre les autres importations dans ${company}, et cette importation a donc été arrêtée; ce qui a été écrit est conservé. Relancez l'importation : elle écrit ce qui manque`,
    notFollowed: (company) =>
      `un modèle de lecture ne peut pas suivre ${company}, et rien ne peut donc y être écrit (pourquoi : payroll projections list)`,
  },
};

/** @throws Error when anything is wrong */
const tell = (
  { faults, warnings, differences, files, payrolls }: ImportResult,
  { check, update, language }: Required<Pick<Options, 'check' | 'update' | 'language'>>,
): void => {
  const words = WORDS[language];
  if (warnings.length > 0) {
    printLines(
      warnings.map((warning) => faultText(warning, language)),
      words,
    );
    say(words.warnings(warnings.length));
  }
  if (faults.length > 0) {
    printLines(
      faults.map((fault) => faultText(fault, language)),
      words,
    );
    throw new Error(words.faults(faults.length));
  }
  if (!update && differences.length > 0) {
    const lines = differences.map(
      ({ columns, ...place }) => `${placeText(place, language)}${words.differs(columns.join(', '))}`,
    );
    printLines(lines, words);
    say(words.differing(differences.length));
  }
  if (check) {
    say(words.nothingWrong);
    return;
  }
  const rows = files.map(({ file, rows, written, changed }) => [
    file,
    ...[rows, written, changed, rows - written - changed].map(String),
  ]);
  print(`${table(words.head, rows, [1, 2, 3, 4])}\n`);
  for (const id of payrolls) say(words.draft(id));
};
