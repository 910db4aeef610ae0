import { hash } from 'node:crypto';
import { isForeign } from '../../event-store/foreign.ts';
import type { Position } from '../../event-store/port.ts';
import { appendByEvents, eventPages, readEvents, readLast } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/in-turns.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { type DomainEvent, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { eventName } from '../../kernel/events/define.ts';
import { type FileItem, writeFile } from '../../payments/cpa-005/writing.ts';
import { paymentFileDecided, paymentOriginatorUsed } from '../../payments/events.ts';
import { fileStream } from '../../payments/file-streams.ts';
import { isInFile } from '../../payments/payment.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { asideFiles, type DecidedFile } from './set-aside.ts';
import { everythingReadable, fundedAmong, itemOf, UNFUNDED, whyNotAgreed } from './waiting.ts';

/** Reads files for a bank as they were decided (files.ts): to list them and to write them again. */

export interface MadeFile {
  originator_id: string;
  number: number;
  text: string;
  credits: string;
  debits: string;
  payments: number;
}

/** A file as it was decided. */
export interface ListedFile extends Omit<MadeFile, 'text'> {
  created_on: CalendarDate;
  is_written: boolean;
  /** `decided` when it is the next one to be written; see set-aside.ts. */
  state: 'decided' | 'written' | 'set_aside' | 'taken_up' | 'abandoned';
  /** Why it could not be made as it was decided; null when it could. */
  why: string | null;
}

/** Events of files that are read at once. */
const EVENTS_AT_ONCE = 20;

/**
 * Decisions of files from a revision of their stream on, in the order of their numbers. The first event is read alone:
 * it may name thousands of payments, and is the one that is looked for where no other program appended.
 */
async function* decisionsOf(originator_id: string, services: Services, from = 0n): AsyncGenerator<DecidedFile> {
  const stream = fileStream(originator_id);
  const decided = (events: readonly DomainEvent[]) => events.flatMap((event) => decidedIn(event) ?? []);
  yield* decided((await readEvents(stream, services, { from, limit: 1 })).filter((event) => !isForeign(event)));
  for await (const events of eventPages(stream, services, EVENTS_AT_ONCE, from + 1n)) yield* decided(events);
}

/** The last event about files; undefined before the first. */
export const lastOf = (originator_id: string, services: Services): Promise<DomainEvent | undefined> =>
  readLast(fileStream(originator_id), services);

/**
 * Makes a file again that was written before.
 *
 * @throws when there is no file of this number, when it was set aside, and when it cannot be made any more
 */
export const fileAgain = async (number: number, originator_id: string, services: Services): Promise<MadeFile> => {
  const decided = await decidedAs(number, originator_id, services);
  const aside = (await asideFiles(originator_id, services)).get(number);
  if (aside && aside.state !== 'written')
    throw new Error(
      aside.state === 'abandoned'
        ? `file ${number} was abandoned: its payments stand in other files`
        : `file ${number} was set aside (${aside.why}): "payroll payments write" without --again makes it as soon as it can be made`,
    );
  const made = await asDecided(decided, services);
  if ('why' in made) throw new Error(`file ${number} cannot be written again: ${made.why}`);
  return made.file;
};

/** A number that no file of an originator has. */
export class NoSuchFile extends Error {
  override name = 'NoSuchFile';
}

/** The decision of a file. @throws NoSuchFile when there is no file of this number */
export const decidedAs = async (number: number, originator_id: string, services: Services): Promise<DecidedFile> => {
  const none = new NoSuchFile(`${originator_id} has sent no file ${number}`);
  const first = (await decisionsOf(originator_id, services).next()).value;
  if (!first || number < first.data.file_number) throw none;
  // Each number has two events: one when the file was decided, one when it was written or set aside. So it is decided
  // there, or behind that by as many events as another program appended before it.
  const from = BigInt(2 * (number - first.data.file_number));
  for await (const file of decisionsOf(originator_id, services, from)) {
    if (file.data.file_number === number) return file;
    if (file.data.file_number > number) break;
  }
  throw none;
};

/** The file that an event decides, with its partner; undefined of other events. */
export const decidedIn = (event: DomainEvent): DecidedFile | undefined =>
  paymentFileDecided.is(event) ? { data: event.data, partner_id: event.metadata.partner_id ?? '' } : undefined;

/** Of a payment that is in another file. */
export const isElsewhere = ({ file_number, file_originator_id }: RecordOf<'payment'>): string =>
  `stands in file ${file_number}${file_originator_id === null ? '' : ` of ${file_originator_id}`}`;

/** The files of an originator, in the order of their numbers. */
export const filesOf = async function* (originator_id: string, services: Services): AsyncIterable<ListedFile> {
  const aside = await asideFiles(originator_id, services);
  const listed = ({ data }: DecidedFile, isLast: boolean): ListedFile => {
    const { file_number: number, created_on, credits, debits, payments } = data;
    const count = Object.values(payments).reduce((sum, ids) => sum + ids.length, 0);
    const { why = null, state = isLast ? 'decided' : 'written' } = aside.get(number) ?? {};
    const is_written = state === 'written';
    return { originator_id, number, created_on, credits, debits, payments: count, is_written, state, why };
  };
  let last: DecidedFile | undefined;
  for await (const events of eventPages(fileStream(originator_id), services, EVENTS_AT_ONCE))
    for (const event of events) {
      // What follows the decision of a file says that it was written or set aside.
      if (last) yield listed(last, false);
      last = decidedIn(event);
    }
  if (last) yield listed(last, true);
};

/**
 * Payments in the order of a file: sorted by company, since members of an event have no order.
 */
export const inOrder = (payments: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.keys(payments)
    .sort()
    .flatMap((company) => payments[company]!);

/**
 * A file as it was decided, from the current payments; or why it cannot be made any more.
 *
 * @param isOpen whether it is not written yet: then it must not pay a payment that has another outcome by now, nor one
 *   whose debit was returned since, nor debit whose agreement has ended
 */
export const asDecided = async (
  { data: decided, partner_id }: DecidedFile,
  services: Services,
  isOpen = false,
): Promise<{ file: MadeFile; payments: RecordOf<'payment'>[] } | { why: string }> => {
  const { file_number: number, originator, created_on, payments, sha256, credits, debits } = decided;
  const items: FileItem[] = [];
  const rows: RecordOf<'payment'>[] = [];
  const ids = inOrder(payments);
  const found = await inTurns(ids, async (id) => {
    const one = await itemOf(id, created_on, services);
    if ('why' in one) return one;
    return { ...one, notAgreed: isOpen ? await whyNotAgreed(one, services) : undefined };
  });
  for (const [at, one] of found.entries()) {
    if ('why' in one) return { why: `of payment ${ids[at]} ${one.why}` };
    const { id, status } = one.payment;
    const isIn = isInFile(one.payment, decided);
    if (one.payment.file_number !== null && !isIn) return { why: `payment ${id} ${isElsewhere(one.payment)}` };
    const stands = status === 'processing' || (status === 'paid' && isIn);
    if (isOpen && !stands) return { why: `payment ${id} is ${status}` };
    if (one.notAgreed !== undefined) return { why: `of payment ${id} ${one.notAgreed}` };
    items.push(one.item);
    rows.push(one.payment);
  }
  if (isOpen) {
    await everythingReadable(services);
    const isFunded = await fundedAmong(rows, partner_id, services);
    const unfunded = rows.find((row) => !isFunded(row));
    if (unfunded) return { why: `of payment ${unfunded.id} ${UNFUNDED}` };
  }
  const text = writeFile({ number, created_on, items }, originator);
  if (hash('sha256', text, 'hex') !== sha256)
    return {
      why: 'it would not be what it was when it was decided: write it with the version of this program that decided it',
    };
  return {
    file: { originator_id: originator.id, number, text, credits, debits, payments: items.length },
    payments: rows,
  };
};

/**
 * Originators of files for a bank. The settings name one, and may have named others before: of these, too, a file may
 * be decided and not written, or set aside. A payment is in one file of all of them.
 */
const ORIGINATORS = streamOf('payment_originators', 'cpa_005');

const idsIn = (events: readonly DomainEvent[]): string[] => [
  ...new Set(events.flatMap((event) => (paymentOriginatorUsed.is(event) ? event.data.originator_ids : []))),
];

/** The ids of all originators that files may be of, in the order of their first use. */
export const originatorsOf = async (services: Services): Promise<string[]> => {
  const events = await readEvents(ORIGINATORS, services);
  const ids = idsIn(events);
  return ids.length > 0 ? ids : (await earlierOf(services)).ids;
};

/** The originators of files that were decided up to a position of the log. */
interface DecidedUpTo {
  ids: string[];
  position: Position;
}

/**
 * Originators of a ledger that has not recorded any, by the services of a command: it asks several times, and each time
 * the whole log would be read. Files of others are decided only after their originators are recorded.
 */
const earlier = new WeakMap<Services, Promise<DecidedUpTo>>();

const earlierOf = (services: Services): Promise<DecidedUpTo> => {
  const known = earlier.get(services);
  if (known) return known;
  const reading = decidedAfter(0n, services);
  earlier.set(services, reading);
  reading.catch(() => earlier.delete(services));
  return reading;
};

/** Records that files of an originator are going to be decided, before the first one is. */
export const originatorIsUsed = async (originator_id: string, tenant: Tenant, services: Services): Promise<void> => {
  await appendByEvents(ORIGINATORS, 'used', operatorOrigin(tenant, services), services, async ({ events }) => {
    const known = idsIn(events);
    if (known.includes(originator_id)) return [];
    if (known.length > 0) return [paymentOriginatorUsed({ originator_ids: [originator_id] })];
    const before = await earlierOf(services);
    const since = await decidedAfter(before.position, services);
    return [paymentOriginatorUsed({ originator_ids: [...new Set([...before.ids, ...since.ids, originator_id])] })];
  });
};

/** The originators of files that were decided after a position, from the log. */
const decidedAfter = async (after: Position, { store }: Services): Promise<DecidedUpTo> => {
  const ids = new Set<string>();
  const position = await store.head();
  for await (const events of store.readAll({ after, upTo: position }))
    for (const event of events)
      if (eventName(event.type) === paymentFileDecided.type && !isForeign(event))
        ids.add(event.stream.slice(event.stream.indexOf('-') + 1));
  return { ids: [...ids], position };
};
