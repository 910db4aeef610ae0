import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ConfigError } from '../../config.ts';
import { makeFolder } from '../../database/on-disk.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { assemble } from '../../main.ts';
import { MOST_FILE_NUMBER } from '../../payments/cpa-005/layout.ts';
import { type Fault, readReturns, returnLines } from '../../payments/cpa-005/returns.ts';
import type { Originator } from '../../payments/events.ts';
import {
  decidedAs,
  fileAgain,
  filesOf,
  type ListedFile,
  lastOf,
  type MadeFile,
  NoSuchFile,
} from '../../processes/payments/decided-files.ts';
import {
  fileTakenUp,
  fileWasSent,
  fileWasWritten,
  inAsideFiles,
  leaveUnwritten,
  nextFile,
  openAside,
} from '../../processes/payments/files.ts';
import { takeReturns } from '../../processes/payments/returned.ts';
import { abandon } from '../../processes/payments/set-aside.ts';
import { everythingReadable, remittedByHand, waitingForFile } from '../../processes/payments/waiting.ts';
import { codeOf, reasonOf } from '../../values/describe-error.ts';
import { sum, toCents, toText } from '../../values/money.ts';
import { attached } from '../terminal/attach.ts';
import { UsageError } from '../terminal/errors.ts';
import { noted } from '../terminal/noted.ts';
import { placeFile } from '../terminal/place-file.ts';
import { counted, say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';

/** What a command about files for the bank works with (docs/payments.md). */
interface Operated {
  services: Services;
  originator: Originator;
  /** Ids of all partners. */
  partners: string[];
}

/** Runs a command of an operator who sends files. */
export const operated = (env: NodeJS.ProcessEnv, command: (operated: Operated) => Promise<void>): Promise<void> =>
  attached(env, async (foundation) => {
    const { originator } = foundation.config;
    if (!originator) throw new ConfigError('no originator of files for the bank is set: set the CPA_005 settings');
    await foundation.models.start({ feed: false });
    const { services } = assemble(foundation, '');
    const rows = await foundation.sql<{ partner_id: string }[]>`select partner_id from partners order by partner_id`;
    await command({ services, originator, partners: rows.map(({ partner_id }) => partner_id) }).catch(
      (error: unknown) => {
        throw error instanceof NoSuchFile ? new UsageError(error.message) : error;
      },
    );
  });

/**
 * `payroll payments write`: writes files of all payments that wait for one, or an earlier file again. The command
 * reports payments that cannot be in a file, and fails because of them after it wrote the others.
 */
export const writeFiles = (
  env: NodeJS.ProcessEnv,
  { to, again, firstNumber }: { to: string; again?: string; firstNumber?: string },
): Promise<void> => {
  if (again !== undefined && firstNumber !== undefined)
    throw new UsageError('--again writes an earlier file: give it without --first-number');
  if (to.trim() === '') throw new UsageError('--to is blank: give the folder for the files');
  return operated(env, async ({ services, originator, partners }) => {
    await makeFolder(to, 0o700).catch((error: unknown) => {
      throw new UsageError(`--to ${to} is not a folder and could not be created: ${reasonOf(error)}`);
    });
    if (again !== undefined) {
      const file = await fileAgain(fileNumber(again), originator.id, services);
      return report(await placeFile(nameOf(file), file.text, to), file);
    }
    let first = firstNumber === undefined ? undefined : fileNumber(firstNumber);
    await refuseUnknownFiles(to, first, originator.id, services);
    let written = 0;
    const write = async (file: MadeFile): Promise<void> => {
      const path = await placeFile(nameOf(file), file.text, to);
      await fileWasWritten(file.number, file.originator_id, services);
      report(path, file);
      written += 1;
    };
    for (const { number, originator_id } of await openAside(services)) {
      const file = await fileTakenUp(number, originator_id, services);
      if (file) await write(file);
    }
    for (const partner of partners)
      for (;;) {
        const file = await nextFile(partner, originator, services, first);
        if (!file) break;
        // Before it, files of earlier originators may be completed.
        if (file.originator_id === originator.id) first = undefined;
        await write(file);
      }
    if (written === 0) say('no payment that can be in a file is waiting');
    await warnOfLastNumbers(originator.id, services);
    const aside = await reportAside(services);
    const { unfit } = await allWaiting({ services, originator, partners });
    if (unfit.length > 0) reportUnfit(unfit);
    const problems = [
      ...(aside > 0 ? [`${counted(aside, 'file')} could not be made`] : []),
      ...(unfit.length > 0 ? [`${counted(unfit.length, 'payment')} cannot be in a file`] : []),
    ];
    if (problems.length > 0)
      throw new Error(`${problems.join(', and ')} (see above): docs/payments.md says what to do`);
  });
};

/** Reports the files that were set aside and are not resolved yet. @returns how many */
const reportAside = async (services: Services): Promise<number> => {
  const open = await openAside(services);
  if (open.length === 0) return 0;
  say('these files could not be made; their payments are in no other file (see "payroll payments resolve"):');
  for (const originator_id of new Set(open.map((file) => file.originator_id)))
    for await (const { number, created_on, payments, debits, credits, why } of filesOf(originator_id, services))
      if (open.some((file) => file.originator_id === originator_id && file.number === number))
        say(
          `file ${number} of ${originator_id}, of ${created_on}: ${counted(payments, 'payment')}, debits of ${toCents(debits)}, credits of ${toCents(credits)}: ${why}`,
        );
  return open.length;
};

/**
 * `payroll payments resolve`: records whether a file that was set aside was sent. If it was, it counts like any other;
 * if not, also of one that is decided and not written, its payments wait for the next file.
 */
export const resolveFile = (
  env: NodeJS.ProcessEnv,
  number: string,
  { sent = false, notSent = false, note: given }: { sent?: boolean; notSent?: boolean; note: string },
): Promise<void> => {
  if (sent === notSent) throw new UsageError('give one of --sent and --not-sent: whether the bank has the file');
  const [file, note] = [fileNumber(number), noted(given)];
  return operated(env, async ({ services, originator: { id } }) => {
    const decided = await decidedAs(file, id, services);
    if (sent) {
      if (!(await fileWasSent(file, note, id, services))) throw new Error(await notAside(file, id, services));
      return say(`file ${file} is recorded as sent: its payments count as paid on their days`);
    }
    await leaveUnwritten(decided, note, services);
    const failed = await abandon(decided, note, services);
    if (!failed) throw new Error(await notAside(file, id, services));
    for (const payment of failed)
      say(`${payment} counted as paid already, and is recorded as failed: it can be made again`);
    say(`file ${file} is recorded as never sent: its other payments wait for the next file`);
  });
};

const notAside = async (number: number, originator_id: string, services: Services): Promise<string> => {
  let state: ListedFile['state'] = 'decided';
  for await (const file of filesOf(originator_id, services)) if (file.number === number) state = file.state;
  return state === 'taken_up'
    ? `file ${number} is being made: run "payroll payments write" first`
    : `file ${number} was not set aside: it is ${state}`;
};

/**
 * Refuses a folder with a file that the ledger does not know. It was written after the backup that the ledger was
 * restored from, so its payments would be paid twice.
 */
const refuseUnknownFiles = async (
  folder: string,
  first: number | undefined,
  originator_id: string,
  services: Services,
): Promise<void> => {
  const event = await lastOf(originator_id, services);
  const last = event ? Number(event.data.file_number) : (first ?? 1) - 1;
  const numbers = (await readdir(folder)).flatMap((name) => {
    const [, number] = name.startsWith(`${originator_id}-`) ? (/-(\d{4})\.txt$/.exec(name) ?? []) : [];
    return number === undefined ? [] : [Number(number)];
  });
  const unknown = Math.max(0, ...numbers);
  if (unknown > last)
    throw new Error(
      `${folder} has file ${unknown} of ${originator_id}, and the last file of the ledger is ${last}: the ledger was restored from an older backup, or another ledger sends files as ${originator_id}; see "After a restore" in docs/payments.md`,
    );
};

/** Warns when less than a tenth of the file numbers of an originator is left: after the last one nothing is written. */
const warnOfLastNumbers = async (originator_id: string, services: Services): Promise<void> => {
  const last = await lastOf(originator_id, services);
  const left = MOST_FILE_NUMBER - Number(last?.data.file_number ?? 0);
  if (left < MOST_FILE_NUMBER / 10)
    say(
      `${left} of the ${MOST_FILE_NUMBER} file numbers of ${originator_id} are left, and none is used twice: ask the bank for another originator id`,
    );
};

const fileNumber = (text: string): number => {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1)
    throw new UsageError(`a file number is from 1 to ${MOST_FILE_NUMBER}, not ${text}`);
  return Number(text);
};

/** What a file for the bank is called. */
const nameOf = ({ number, originator_id }: MadeFile): string =>
  `${originator_id}-${String(number).padStart(4, '0')}.txt`;

const report = (path: string, { number, payments, debits, credits }: MadeFile): void =>
  say(
    `file ${number}: ${counted(payments, 'payment')}, debits of ${toCents(debits)}, credits of ${toCents(credits)}: ${path}`,
  );

interface Unfit {
  payment: RecordOf<'payment'>;
  why: string;
}

/** What waits for a file, in one pass over its streams. */
const allWaiting = async ({ services, partners }: Operated) => {
  const fit = { count: 0, debits: '0', credits: '0' };
  const unfit: Unfit[] = [];
  // Payments in files that were set aside are reported with these files.
  const aside = await inAsideFiles(services);
  for (const partner of partners)
    for await (const page of waitingForFile(partner, services.clock.today(), services)) {
      const waiting = page.filter(({ payment }) => !aside.has(payment.id));
      for (const { payment, why } of waiting) if (why !== undefined) unfit.push({ payment, why });
      const items = waiting.flatMap(({ item }) => item ?? []);
      const amounts = (kind: string) => items.filter((item) => item.kind === kind).map(({ amount }) => amount);
      fit.count += items.length;
      fit.debits = toText(sum([fit.debits, ...amounts('debit')]));
      fit.credits = toText(sum([fit.credits, ...amounts('credit')]));
    }
  return { fit, unfit };
};

const reportUnfit = (unfit: readonly Unfit[]): void => {
  say('these payments cannot be in a file:');
  const rows = unfit.map(({ payment: { id, scope_id, destination, amount }, why }) => [
    id,
    scope_id,
    destination,
    toCents(amount),
    why,
  ]);
  say(table(['payment', 'company', 'destination', 'amount', 'why'], rows, [3]));
};

/**
 * `payroll payments due`: payments that wait for a file, payments that cannot be in one, and remittances to be made by
 * hand.
 */
export const listDue = (env: NodeJS.ProcessEnv): Promise<void> =>
  operated(env, async (of) => {
    const { services, partners } = of;
    await everythingReadable(services);
    const { fit, unfit } = await allWaiting(of);
    const { count, debits, credits } = fit;
    say(
      `${counted(count, 'payment')} ${count === 1 ? 'waits' : 'wait'} for a file: debits of ${toCents(debits)}, credits of ${toCents(credits)}`,
    );
    await warnOfLastNumbers(of.originator.id, services);
    await reportAside(services);
    if (unfit.length > 0) reportUnfit(unfit);
    const rows: string[][] = [];
    for (const partner of partners)
      for await (const page of remittedByHand(partner, services)) {
        const accounts = await services.read.getMany(
          'remittance_account',
          { partner_id: partner, every_company: true },
          page.flatMap(({ payment }) => payment.remittance_account_id ?? []),
        );
        for (const { payment, why } of page) {
          const { id, scope_id, remittance_account_id, amount, expected_at } = payment;
          const account = accounts.get(remittance_account_id ?? '');
          rows.push([
            id,
            scope_id,
            account?.account_provider ?? '',
            account?.account_identifier ?? '',
            toCents(amount),
            why ?? expected_at,
          ]);
        }
      }
    if (rows.length === 0) return;
    say('remit these through the bank by hand, and record each with "payroll payments settle". Register the');
    say('account of a payee with "payroll payments payee" to have files carry later remittances:');
    say(table(['payment', 'company', 'payee', 'account', 'amount', 'due'], rows, [4]));
  });

/** `payroll payments files`: the files that were decided, and whether they were written. */
export const listFiles = (env: NodeJS.ProcessEnv, { json = false }: { json?: boolean }): Promise<void> =>
  operated(env, async ({ services, originator }) => {
    const rows: string[][] = [];
    for await (const file of filesOf(originator.id, services)) {
      const { number, created_on, payments, debits, credits, state } = file;
      if (json) say(JSON.stringify(file));
      rows.push([String(number), created_on, String(payments), toCents(debits), toCents(credits), WRITTEN[state]]);
    }
    if (!json) say(table(['file', 'made on', 'payments', 'debits', 'credits', 'written'], rows, [0, 2, 3, 4]));
  });

const WRITTEN: Readonly<Record<ListedFile['state'], string>> = {
  decided: 'no',
  written: 'yes',
  set_aside: 'set aside',
  taken_up: 'set aside',
  abandoned: 'abandoned',
};

/** `payroll payments returns`: records each returned payment as failed, with the bank's reason. */
export const takeReturnFile = (env: NodeJS.ProcessEnv, path: string): Promise<void> =>
  operated(env, async ({ services, partners }) => {
    const file = await readReturns(returnLines(createReadStream(path, 'latin1'))).catch((error: unknown) => {
      throw new UsageError(
        codeOf(error) === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${reasonOf(error)}`,
      );
    });
    const { faults, taken } = await takeReturns(file, partners, services);
    for (const fault of faults) say(`${placeOf(fault)}: ${fault.text}`);
    const few = counted(faults.length, 'fault');
    if (faults.length > 0) throw new Error(`${path} has ${few}; no return was recorded`);
    const idle = taken.filter(({ payment }) => payment === undefined);
    for (const { payment, ...one } of taken)
      if (payment !== undefined)
        say(`${payment} was returned: ${toCents(one.amount)}, ${one.return_code} ${one.reason}`);
    for (const one of idle)
      say(`${placeOf(one)}: ${one.cross_reference} of ${toCents(one.amount)} changed nothing: ${one.why}`);
    say(`${taken.length - idle.length} of ${counted(taken.length, 'return')} recorded`);
    if (idle.length > 0) throw new Error(`${counted(idle.length, 'return')} changed nothing (see above)`);
  });

const placeOf = ({ record, segment }: Pick<Fault, 'record' | 'segment'>): string =>
  segment === undefined ? `record ${record}` : `record ${record}, segment ${segment}`;
