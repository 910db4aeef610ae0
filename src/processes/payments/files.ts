import { hash } from 'node:crypto';
import { appendByEvents, loadStream } from '../../kernel/changes/execute.ts';
import { appendInTurns, inTurns } from '../../kernel/changes/in-turns.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { isUnreadable } from '../../kernel/changes/reading.ts';
import { type DomainEvent, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { MOST_FILE_NUMBER } from '../../payments/cpa-005/layout.ts';
import { totalsOf, writeFile } from '../../payments/cpa-005/writing.ts';
import { type Originator, paymentFileDecided, paymentFiled, paymentFileWritten } from '../../payments/events.ts';
import { fileStream, isOpen } from '../../payments/file-streams.ts';
import { isInFile } from '../../payments/payment.ts';
import { daysInFile } from '../../payments/timing.ts';
import type { CalendarDate } from '../../values/dates.ts';
import {
  asDecided,
  decidedAs,
  decidedIn,
  inOrder,
  isElsewhere,
  lastOf,
  type MadeFile,
  originatorIsUsed,
  originatorsOf,
} from './decided-files.ts';
import { asideFiles, asideWasWritten, type DecidedFile, recordSetAside, setAside, takeUp } from './set-aside.ts';
import { onPayment } from './step.ts';
import { everythingReadable, type Waiting, waitingForFile } from './waiting.ts';

/**
 * Files for a bank, with the payments that are submitted and in no file yet.
 *
 *   chosen --> PaymentFileDecided --> each payment PaymentFiled --> the file is written --> PaymentFileWritten
 *
 * All files of an originator are decided in one stream, one after the other: each number is used once, and the next
 * file is decided only after the previous one is written. A process that finds a file decided and not written does the
 * rest of it, also where its settings name another originator by now; when the file cannot be made as it was decided,
 * it is set aside (set-aside.ts). A file is made from events alone, so it is the same to the byte whenever it is
 * written, and a bank that gets it twice knows its number.
 */

/** Payments of one file, at most: their ids fit into one event. */
const MOST_IN_FILE = 6_000;

/**
 * The next file: one that is decided and not written, also of an earlier originator, or else a new one of the waiting
 * payments. Undefined when no payment waits that fits into a file.
 *
 * @param partner_id the partner whose companies' payments go into a new file
 * @param first number of the originator's first file, if the bank has had files of it before; default 1
 * @throws when `first` is given and the originator has sent files; when all numbers are used
 */
export const nextFile = async (
  partner_id: string,
  originator: Originator,
  services: Services,
  first?: number,
): Promise<MadeFile | undefined> => {
  const last = first === undefined ? undefined : await lastOf(originator.id, services);
  if (last)
    throw new Error(
      `${originator.id} has sent files: the number of the next one follows from the last, which was ${last.data.file_number}`,
    );
  await originatorIsUsed(originator.id, { partner_id }, services);
  for (const id of await originatorsOf(services)) {
    const left = await lastOf(id, services);
    const made = left && (await finished(left, services));
    if (made) return made;
  }
  return decideFile(partner_id, originator, services, first ?? 1);
};

/**
 * Records that a file was written to the operator's folder.
 *
 * @throws when another command could not make it and set it aside meanwhile
 */
export const fileWasWritten = async (number: number, originator_id: string, services: Services): Promise<void> => {
  const file = await decidedAs(number, originator_id, services);
  const origin = operatorOrigin({ partner_id: file.partner_id }, services);
  const { events } = await appendByEvents(
    fileStream(originator_id),
    'written',
    origin,
    services,
    async ({ events: [before] }) =>
      before && paymentFileDecided.is(before) && before.data.file_number === number
        ? [paymentFileWritten({ file_number: number })]
        : [],
    'last',
  );
  if (events.length > 0 || (await asideWasWritten(file, services))) return;
  const aside = (await asideFiles(originator_id, services)).get(number);
  if (!aside || aside.state === 'written') return;
  if (aside.state === 'set_aside') await setAside(file, aside.why, services);
  throw new Error(
    `file ${number} was set aside by another command while this one wrote it (${aside.why}): take it out of the folder, the bank must not have it, and run the command again`,
  );
};

/** The files that are set aside and have no outcome yet, of all originators. */
export const openAside = async (services: Services): Promise<{ originator_id: string; number: number }[]> => {
  const found = await inTurns(await originatorsOf(services), async (originator_id) =>
    [...(await asideFiles(originator_id, services))].flatMap(([number, file]) =>
      isOpen(file) ? { originator_id, number } : [],
    ),
  );
  return found.flat();
};

/** Sets a file aside that is decided and not written, because an operator does not want it to be made. */
export const leaveUnwritten = async ({ data }: DecidedFile, note: string, services: Services): Promise<void> => {
  const last = await lastOf(data.originator.id, services);
  const file = last && decidedIn(last);
  if (file?.data.file_number === data.file_number) await setAside(file, note, services);
};

/**
 * A file that was set aside, as it was decided, if it can be made now.
 *
 * @returns undefined when it cannot
 */
export const fileTakenUp = async (
  number: number,
  originator_id: string,
  services: Services,
): Promise<MadeFile | undefined> => {
  const decided = await decidedAs(number, originator_id, services);
  const made = await asDecided(decided, services, true);
  if ('why' in made) {
    await setAside(decided, made.why, services);
    return undefined;
  }
  if (!(await takeUp(decided, undefined, services))) return undefined;
  return (await fileAllOrSetAside(made.payments, decided, services)) ? made.file : undefined;
};

/**
 * Records that the bank has a file that was set aside: its payments count as paid by its day.
 *
 * @returns false when it was not set aside, or has another outcome
 */
export const fileWasSent = async (
  number: number,
  note: string,
  originator_id: string,
  services: Services,
): Promise<boolean> => {
  const decided = await decidedAs(number, originator_id, services);
  if (!(await takeUp(decided, note, services))) return false;
  const found = await inTurns(inOrder(decided.data.payments), async (id) => {
    const { aggregate } = await loadStream(streamOf('payment', id), services).catch((error: unknown) => {
      // It is recorded as filed once it can be read: see `choose`.
      if (isUnreadable(error)) return { aggregate: undefined };
      throw error;
    });
    return aggregate?.get('payment', id) ?? [];
  });
  await fileAll(found.flat(), decided, services, { isAtBank: true });
  return asideWasWritten(decided, services);
};

/** Decides a file and does the rest of it, also when another process has decided one meanwhile. */
const decideFile = async (
  partner_id: string,
  originator: Originator,
  services: Services,
  first: number,
): Promise<MadeFile | undefined> => {
  let chosen: Waiting[] = [];
  let text = '';
  const { events } = await appendByEvents(
    fileStream(originator.id),
    'decided',
    operatorOrigin({ partner_id }, services),
    services,
    async ({ events: [last] }) => {
      // Another process has decided a file meanwhile, which comes first.
      if (last && paymentFileDecided.is(last)) return [];
      const number = last ? Number(last.data.file_number) + 1 : first;
      const created_on = services.clock.today();
      chosen = await choose(partner_id, created_on, services);
      if (chosen.length === 0) return [];
      if (number > MOST_FILE_NUMBER)
        throw new Error(
          `all ${MOST_FILE_NUMBER} file numbers of ${originator.id} are used, and none is used twice: ask the bank for another originator id`,
        );
      const payments: Record<string, string[]> = {};
      for (const { payment } of chosen) payments[payment.scope_id] ??= [];
      for (const { payment } of chosen) payments[payment.scope_id]!.push(payment.id);
      const byId = new Map(chosen.map(({ payment, item }) => [payment.id, item!]));
      const items = inOrder(payments).map((id) => byId.get(id)!);
      text = writeFile({ number, created_on, items }, originator);
      const { credits, debits } = totalsOf(items);
      const sha256 = hash('sha256', text, 'hex');
      return [paymentFileDecided({ file_number: number, originator, created_on, payments, sha256, credits, debits })];
    },
    'last',
  );
  const [decided] = events;
  if (!decided || !paymentFileDecided.is(decided)) {
    // Nothing waits, or another process has decided a file meanwhile.
    const last = await lastOf(originator.id, services);
    return last && paymentFileDecided.is(last) ? nextFile(partner_id, originator, services) : undefined;
  }
  const { file_number: number, credits, debits } = decided.data;
  const file = { data: decided.data, partner_id };
  const waiting = chosen.map(({ payment }) => payment);
  if (!(await fileAllOrSetAside(waiting, file, services))) return nextFile(partner_id, originator, services);
  return { originator_id: originator.id, number, text, credits, debits, payments: chosen.length };
};

/** Chooses the payments of the next file: the first that wait, fit, and are in no file that was set aside. */
const choose = async (partner_id: string, created_on: CalendarDate, services: Services): Promise<Waiting[]> => {
  await everythingReadable(services);
  const aside = await inAsideFiles(services);
  const chosen: Waiting[] = [];
  for await (const waiting of waitingForFile(partner_id, created_on, services)) {
    for (const one of waiting) {
      const file = aside.get(one.payment.id);
      if (!file) chosen.push(...(one.item ? [one] : []));
      // It could not be read when an operator recorded that the bank has the file.
      else if (file.isWritten && one.item) await fileAll([one.payment], file, services, { isAtBank: true });
    }
    if (chosen.length >= MOST_IN_FILE) break;
  }
  return chosen.slice(0, MOST_IN_FILE);
};

/** Files that were set aside and not abandoned, of all originators, by the payments in them. */
export const inAsideFiles = async (services: Services): Promise<Map<string, DecidedFile & { isWritten: boolean }>> => {
  const standing = new Map<string, DecidedFile & { isWritten: boolean }>();
  for (const originator_id of await originatorsOf(services))
    for (const [number, { state }] of await asideFiles(originator_id, services)) {
      if (state === 'abandoned') continue;
      const decided = await decidedAs(number, originator_id, services);
      for (const id of inOrder(decided.data.payments))
        if (!standing.get(id)?.isWritten) standing.set(id, { ...decided, isWritten: state === 'written' });
    }
  return standing;
};

/**
 * Does the rest of the last file, if it is decided and not written: records its payments as filed.
 *
 * @returns undefined when nothing is left, or when it cannot be made and was set aside
 */
const finished = async (event: DomainEvent, services: Services): Promise<MadeFile | undefined> => {
  const decided = decidedIn(event);
  if (!decided) return undefined;
  const { originator, file_number } = decided.data;
  // The process that set it aside died before it recorded that.
  const aside = (await asideFiles(originator.id, services)).get(file_number);
  if (aside) {
    await recordSetAside(decided, aside.why, services);
    return undefined;
  }
  const made = await asDecided(decided, services, true);
  if ('why' in made) {
    await setAside(decided, made.why, services);
    return undefined;
  }
  return (await fileAllOrSetAside(made.payments, decided, services)) ? made.file : undefined;
};

/**
 * The number of the file that a payment is in, where the ledger does not know it as written: it is decided, and may be
 * in the folder already or at any moment, or it was set aside and has no outcome yet.
 */
export const unwrittenFiles = async (
  services: Services,
): Promise<(payment: RecordOf<'payment'>) => number | undefined> => {
  const aside = await inAsideFiles(services);
  const decided: { file: DecidedFile['data']; ids: Set<string> }[] = [];
  for (const originator_id of await originatorsOf(services)) {
    const last = await lastOf(originator_id, services);
    const file = last && decidedIn(last)?.data;
    if (file) decided.push({ file, ids: new Set(inOrder(file.payments)) });
  }
  return (payment) => {
    const { id, file_number } = payment;
    const set = aside.get(id);
    if (set && (file_number === null || isInFile(payment, set.data)))
      return set.isWritten ? undefined : set.data.file_number;
    return decided.find(({ file, ids }) => ids.has(id) && isInFile(payment, file))?.file.file_number;
  };
};

/**
 * Records the payments of a file as filed, or sets the file aside when one cannot be. @returns whether all are filed
 */
const fileAllOrSetAside = async (
  payments: readonly RecordOf<'payment'>[],
  file: DecidedFile,
  services: Services,
): Promise<boolean> => {
  const [why] = await fileAll(payments, file, services);
  if (why !== undefined) await setAside(file, why, services);
  return why === undefined;
};

/** @returns why payments cannot be in it */
const fileAll = async (
  payments: readonly RecordOf<'payment'>[],
  decided: DecidedFile,
  services: Services,
  { isAtBank = false } = {},
): Promise<string[]> => {
  const whys = await appendInTurns(payments, services, (payment) => file(payment, decided, services, isAtBank));
  return whys.flatMap((why) => why ?? []);
};

/**
 * Records that a payment is in a file. Until then it keeps the days from its submission.
 *
 * @param isAtBank whether the bank has the file already
 * @returns why it cannot be: it failed before, or was paid otherwise, or a command for another originator put it into a
 *   file at the same time
 */
const file = async (
  shown: RecordOf<'payment'>,
  { data, partner_id }: DecidedFile,
  services: Services,
  isAtBank: boolean,
): Promise<string | undefined> => {
  const { file_number, created_on, originator } = data;
  const tenant: Tenant = { partner_id, company_id: shown.scope_id };
  let why: string | undefined;
  await onPayment(shown, 'filed', { services, tenant, lease: undefined }, (payment) => {
    const { id, payroll_id, destination, status } = payment;
    why = undefined;
    if (payment.file_number !== null) {
      if (!isInFile(payment, data)) why = `payment ${id} ${isElsewhere(payment)}`;
      return [];
    }
    if (status === 'paid' && !isAtBank) {
      why = `payment ${id} is paid`;
      return [];
    }
    if (status === 'failed') why = `payment ${id} is failed`;
    const { expected_at } = daysInFile(destination, payment, created_on);
    return [paymentFiled({ payroll_id, file_number, originator_id: originator.id, expected_at })];
  });
  return why;
};
