import { hash } from 'node:crypto';
import type { ReadStreamOptions } from '../../event-store/port.ts';
import { appendTo, loadStream, readEvents } from '../../kernel/changes/execute.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { type DomainEvent, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { MOST_FILE_NUMBER } from '../../payments/cpa-005/layout.ts';
import { type FileItem, totalsOf, writeFile } from '../../payments/cpa-005/writing.ts';
import { type Originator, paymentFileDecided, paymentFiled, paymentFileWritten } from '../../payments/events.ts';
import { daysInFile } from '../../payments/timing.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { onPayment } from './step.ts';
import { everythingReadable, itemOf, type Waiting, waitingForFile } from './waiting.ts';

/**
 * Files for a bank, of what has been handed over and stands in none yet.
 *
 *   chosen --> PaymentFileDecided --> each payment PaymentFiled --> the file is written --> PaymentFileWritten
 *
 * All files of an originator are decided in one stream, one after the other: a number is taken once, and the next file
 * is only decided when the one before has been written. Whoever finds one that was decided and not written does what
 * is left of it. A file is made of events alone, so it is the same to the byte whenever it is written: a bank that
 * gets it twice knows its number.
 */
export interface MadeFile {
  number: number;
  text: string;
  credits: string;
  debits: string;
  payments: number;
}

/** A file as its decision has it. */
export interface ListedFile extends Omit<MadeFile, 'text'> {
  created_on: CalendarDate;
  is_written: boolean;
}

/** Payments of one file: their ids fit into one event. */
const MOST_IN_FILE = 6_000;
/** Events of files that are read at once. */
const EVENTS_AT_ONCE = 20;

type Decided = EventData<typeof paymentFileDecided>;

/** The stream in which the files of an originator are decided. */
const fileStream = (originator_id: string): string => streamOf('payment_files', originator_id);

/** Events about files of an originator; none where it has sent none. */
const eventsOf = (originator_id: string, options: ReadStreamOptions, services: Services): Promise<DomainEvent[]> =>
  readEvents(fileStream(originator_id), services, options);

/** The last event about files; undefined before the first. */
const lastOf = async (originator_id: string, services: Services): Promise<DomainEvent | undefined> =>
  (await eventsOf(originator_id, { direction: 'backwards', limit: 1 }, services))[0];

/**
 * The next file: the one that was decided and not written, else one of what waits. Undefined when nothing waits that
 * fits into a file.
 *
 * @param partner_id whose companies' payments a new file holds
 * @param first the number of the originator's first file, where the bank has had files of it before; default 1
 * @throws when `first` is given and the originator has sent files; when all numbers are used
 */
export const nextFile = async (
  partner_id: string,
  originator: Originator,
  services: Services,
  first?: number,
): Promise<MadeFile | undefined> => {
  const last = await lastOf(originator.id, services);
  if (last && first !== undefined)
    throw new Error(
      `${originator.id} has sent files: the number of the next one follows from the last, which was ${last.data.file_number}`,
    );
  if (last && paymentFileDecided.is(last)) return finished(last, services);
  return decideFile(partner_id, originator, services, first ?? 1);
};

/** Records that a file lies where the operator wanted it. */
export const fileWasWritten = async (number: number, originator_id: string, services: Services): Promise<void> => {
  const last = await lastOf(originator_id, services);
  const origin = operatorOrigin({ partner_id: last?.metadata.partner_id ?? '' }, services);
  await appendTo(
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
};

/** A file that was written before, again. @throws when there is none of this number */
export const fileAgain = async (number: number, originator_id: string, services: Services): Promise<MadeFile> => {
  const none = new Error(`${originator_id} has sent no file ${number}`);
  const [first] = await eventsOf(originator_id, { limit: 1 }, services);
  if (!first || number < Number(first.data.file_number)) throw none;
  // Each number takes two events: that it was decided, and that it was written.
  const from = BigInt(2 * (number - Number(first.data.file_number)));
  const [event] = await eventsOf(originator_id, { from, limit: 1 }, services);
  if (!event || !paymentFileDecided.is(event) || event.data.file_number !== number) throw none;
  return rendered(event.data, services);
};

/** The files of an originator, from the first on. */
export const filesOf = async function* (originator_id: string, services: Services): AsyncIterable<ListedFile> {
  for (let from = 0n; ; from += BigInt(EVENTS_AT_ONCE)) {
    const events = await eventsOf(originator_id, { from, limit: EVENTS_AT_ONCE }, services);
    for (const [at, event] of events.entries()) {
      if (!paymentFileDecided.is(event)) continue;
      const { file_number: number, created_on, credits, debits, payments } = event.data;
      const count = Object.values(payments).reduce((sum, ids) => sum + ids.length, 0);
      // A page ends behind a pair.
      yield { number, created_on, credits, debits, payments: count, is_written: events[at + 1] !== undefined };
    }
    if (events.length < EVENTS_AT_ONCE) return;
  }
};

/** Decides a file and does what is left of it. Of one that somebody else decided meanwhile it does the same. */
const decideFile = async (
  partner_id: string,
  originator: Originator,
  services: Services,
  first: number,
): Promise<MadeFile | undefined> => {
  let chosen: Waiting[] = [];
  let text = '';
  const { events } = await appendTo(
    fileStream(originator.id),
    'decided',
    operatorOrigin({ partner_id }, services),
    services,
    async ({ events: [last] }) => {
      // Somebody else decided one meanwhile: that comes first.
      if (last && !paymentFileWritten.is(last)) return [];
      const number = last ? Number(last.data.file_number) + 1 : first;
      if (number > MOST_FILE_NUMBER)
        throw new Error(
          `all ${MOST_FILE_NUMBER} file numbers of ${originator.id} are used, and none is used twice: ask the bank for another originator id`,
        );
      const created_on = services.clock.today();
      chosen = await choose(partner_id, created_on, services);
      if (chosen.length === 0) return [];
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
    // Nothing waits, or somebody else decided a file meanwhile.
    const last = await lastOf(originator.id, services);
    return last && finished(last, services);
  }
  const { file_number: number, created_on, credits, debits } = decided.data;
  await inTurns(chosen, ({ payment }) => file(payment, number, created_on, { partner_id, services }));
  return { number, text, credits, debits, payments: chosen.length };
};

/** What the next file holds: the first of what waits and fits. */
const choose = async (partner_id: string, created_on: CalendarDate, services: Services): Promise<Waiting[]> => {
  await everythingReadable(services);
  const chosen: Waiting[] = [];
  for await (const waiting of waitingForFile(partner_id, created_on, services)) {
    chosen.push(...waiting.filter(({ item }) => item));
    if (chosen.length >= MOST_IN_FILE) break;
  }
  return chosen.slice(0, MOST_IN_FILE);
};

/**
 * Payments in the order in which a file has them. By the names of companies: an event keeps no order of its members.
 */
const inOrder = (payments: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.keys(payments)
    .sort()
    .flatMap((company) => payments[company]!);

const rendered = async (decided: Decided, services: Services): Promise<MadeFile> => {
  const { file_number: number, originator, created_on, payments, sha256, credits, debits } = decided;
  const items = await inTurns(inOrder(payments), async (id): Promise<FileItem> => {
    const found = await itemOf(id, created_on, services);
    if ('item' in found) return found.item;
    throw new Error(`file ${number} cannot be written again: of payment ${id} ${found.why}`);
  });
  const text = writeFile({ number, created_on, items }, originator);
  if (hash('sha256', text, 'hex') !== sha256)
    throw new Error(
      `file ${number} would not be what it was when it was decided: write it with the version of this program that decided it`,
    );
  return { number, text, credits, debits, payments: items.length };
};

/** Does what is left of a file that was decided: its payments stand in it from now on. */
const finished = async (event: DomainEvent, services: Services): Promise<MadeFile | undefined> => {
  if (!paymentFileDecided.is(event)) return undefined;
  const { file_number, created_on, payments } = event.data;
  const { partner_id = '' } = event.metadata;
  await inTurns(inOrder(payments), async (id) => {
    const { aggregate } = await loadStream(streamOf('payment', id), services);
    const payment = aggregate.get('payment', id);
    if (payment) await file(payment, file_number, created_on, { partner_id, services });
  });
  return rendered(event.data, services);
};

/** Says of a payment that it stands in a file. What stands in none has the days yet that it was handed over with. */
const file = async (
  shown: RecordOf<'payment'>,
  file_number: number,
  created_on: CalendarDate,
  { partner_id, services }: { partner_id: string; services: Services },
): Promise<void> => {
  const tenant: Tenant = { partner_id, company_id: shown.scope_id };
  await onPayment(shown, 'filed', { services, tenant }, (payment) => {
    if (payment.file_number !== null) return [];
    const { expected_at } = daysInFile(payment.destination, payment, created_on);
    return [paymentFiled({ payroll_id: payment.payroll_id, file_number, expected_at })];
  });
};
