import type { Sql } from '../../database/connect.ts';
import type { Foundation } from '../../foundation.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import { assemble } from '../../main.ts';
import { faultText, placeText } from '../../moving-in/faults.ts';
import { type ImportResult, importFolder } from '../../moving-in/import.ts';
import { ImportBroken } from '../../moving-in/writing.ts';
import type { Locale } from '../../values/text.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { print, say } from '../terminal/print.ts';
import { showSteps } from '../terminal/progress.ts';
import { table } from '../terminal/table.ts';

/** What is printed one by one; the rest is counted. */
const MOST_REPORTED = 200;

interface Options {
  company: string;
  check?: boolean;
  language?: Locale;
  update?: boolean;
}

/** The company as whose the import acts. @throws UsageError */
const tenantOf = async ({ store }: Foundation, company_id: string): Promise<Tenant> => {
  if (!company_id.startsWith('cmp_'))
    throw new UsageError(`${company_id} is no id of a company: those begin with cmp_`);
  const [first] = await store.readStream(streamOf('company', company_id), { limit: 1 }).catch(() => []);
  const partner_id = first?.metadata.partner_id;
  if (partner_id === undefined) throw new UsageError(`there is no company ${company_id}`);
  return { partner_id, company_id };
};

/** Runs with the company to itself: two imports of one at a time would each make what the other makes. @throws Error */
const alone = async (sql: Sql, company_id: string, work: () => Promise<void>): Promise<void> => {
  const session = await sql.reserve();
  try {
    const [row] = await session<{ is_mine: boolean }[]>`
      select pg_try_advisory_lock(hashtext('payroll import'), hashtext(${company_id})) as is_mine`;
    if (!row?.is_mine) throw new Error(`another import of ${company_id} is under way; wait for its end`);
    try {
      await work();
    } finally {
      await session`select pg_advisory_unlock(hashtext('payroll import'), hashtext(${company_id}))`;
    }
  } finally {
    session.release();
  }
};

/** `payroll import`: the files of a folder become records of a company. */
export const importCommand = (env: NodeJS.ProcessEnv, folder: string, options: Options): Promise<void> =>
  attached(env, async (foundation) => {
    const { sql, models } = foundation;
    const { company, check = false, update = false, language = 'en' } = options;
    const { services } = assemble(foundation, '');
    const tenant = await tenantOf(foundation, company);
    // Where no service runs, this process follows what it writes.
    await models.start();
    if (models.gate.readOnly(tenant) !== undefined)
      throw new Error(
        `a read model cannot follow ${company}, so nothing can be written to it (why: payroll projections list)`,
      );
    await alone(sql, company, async () => {
      const progress = showSteps();
      const request = { folder, tenant, update, checkOnly: check, actor: 'operator:cli' };
      const result = await importFolder(request, services, progress.onProgress)
        .catch((error: unknown) => {
          throw error instanceof ImportBroken ? new Error(error.text[language], { cause: error }) : error;
        })
        .finally(progress.end);
      tell(result, { check, update, language });
    });
  });

const printLines = (lines: readonly string[], { andMore }: Words): void => {
  for (const line of lines.slice(0, MOST_REPORTED)) say(line);
  if (lines.length > MOST_REPORTED) say(andMore(lines.length - MOST_REPORTED));
};

/** What the command says of its result. */
interface Words {
  andMore: (count: number) => string;
  faults: (count: number) => string;
  differs: (columns: string) => string;
  differing: (count: number) => string;
  nothingWrong: string;
  head: readonly string[];
  draft: (id: string) => string;
}

const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    andMore: (count) => `… and ${count} more`,
    faults: (count) => `${count} ${count === 1 ? 'fault' : 'faults'}; nothing was written`,
    differs: (columns) => `: differs in ${columns} from what is there`,
    differing: (count) =>
      `${count} ${count === 1 ? 'row differs' : 'rows differ'} from what is there, and were left as they are: --update writes what the files say`,
    nothingWrong: 'nothing is wrong; nothing was written (--check)',
    head: ['file', 'rows', 'written', 'changed', 'there already'],
    draft: (id) =>
      `the figures of the year are the draft payroll ${id}: look at it, then approve it (POST /payrolls/${id}/approve)`,
  },
  fr: {
    andMore: (count) => `… et ${count} de plus`,
    faults: (count) => `${count} ${count === 1 ? 'faute' : 'fautes'}; rien n'a été écrit`,
    differs: (columns) => ` : diffère dans ${columns} de ce qui s'y trouve`,
    differing: (count) =>
      `${count} ${count === 1 ? 'ligne diffère' : 'lignes diffèrent'} de ce qui s'y trouve, et tout a été laissé tel quel : --update écrit ce que disent les fichiers`,
    nothingWrong: "rien n'est faux; rien n'a été écrit (--check)",
    head: ['fichier', 'lignes', 'écrites', 'changées', 'déjà là'],
    draft: (id) =>
      `les chiffres de l'année sont la paie provisoire ${id} : examinez-la, puis approuvez-la (POST /payrolls/${id}/approve)`,
  },
};

/** @throws Error when anything is wrong */
const tell = (
  { faults, differences, files, payrolls }: ImportResult,
  { check, update, language }: Required<Pick<Options, 'check' | 'update' | 'language'>>,
): void => {
  const words = WORDS[language];
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
