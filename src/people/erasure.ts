import { z } from 'zod';
import { appendAtEnd } from '../event-store/append-at-end.ts';
import { StreamNotFound } from '../event-store/errors.ts';
import { firstOwn, isForeign } from '../event-store/foreign.ts';
import type { EventStore, Position } from '../event-store/port.ts';
import { notArchived } from '../kernel/answers/lists.ts';
import type { Reader } from '../kernel/definition/reader.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import type { Registry } from '../kernel/definition/registry.ts';
import { type RecordOf, type ResourceDefinition, streamOf } from '../kernel/definition/resource.ts';
import type { Tenant } from '../kernel/definition/services.ts';
import { newEvent } from '../kernel/events/define.ts';
import type { PersonalKeys } from '../kernel/events/keys.ts';
import { absent, all, among, type Condition, equal, not, oneOf } from '../values/condition.ts';
import { type CalendarDate, dateOf, yearOf } from '../values/dates.ts';
import { derivedUuid } from '../values/ids.ts';
import type { JsonObject } from '../values/json.ts';

/**
 * Erasing a person: the key that encrypts all personal data of the person in the log is destroyed. The log stays
 * complete and its personal data is unreadable; events that are appended afterwards blank the rows of read models.
 */

/** Years after that of the last pay for which an employer keeps records: Income Tax Act, s. 230(4), and IC78-10. */
const KEPT_years = 6;

export interface Person {
  definition: ResourceDefinition;
  id: string;
  tenant: Tenant;
}

/** What an erasure needs. */
export interface Erasing {
  store: EventStore;
  keys: PersonalKeys;
  read: Reader;
  registry: Registry;
  occurred_at: string;
  /** Resolves when everything that was appended can be read. @throws when that takes too long */
  readable(): Promise<void>;
}

/** A person with its tenant, from the first event of its stream. @throws StreamNotFound */
export const personOf = async (store: EventStore, definition: ResourceDefinition, id: string): Promise<Person> => {
  const stream = streamOf(definition.object, id);
  const first = await firstOwn(stream, store);
  if (!first) throw new StreamNotFound(stream);
  const { partner_id = '', company_id } = first.metadata;
  return { definition, id, tenant: { partner_id, ...(company_id === undefined ? {} : { company_id }) } };
};

/**
 * Until when the law requires a person's pay records: the end of the sixth year after that of the last pay.
 *
 * @returns null when nothing was ever paid
 */
export const keptUntil = async (person: Person, read: Reader): Promise<CalendarDate | null> => {
  const paid = await read.list('pay_stub', person.tenant, {
    where: all(equal(`${person.definition.object}_id`, person.id), equal('is_closed', true)),
    order: [{ column: 'pay_date', direction: 'desc' }],
    page: 1,
    per_page: 1,
  });
  const last = paid.rows[0]?.pay_date;
  return typeof last === 'string' ? dateOf(yearOf(last) + KEPT_years, 12, 31) : null;
};

/**
 * Statuses of forms that an agency still waits for, or that are still to be filed: names and numbers are needed for
 * them.
 */
const STILL_NEEDED = ['draft', 'approved', 'processing', 'submitted'];

/** How many forms of a person are still to be filed: the files of an erased person can no longer be made. */
export const formsNeeding = ({ definition, id, tenant }: Person, read: Reader): Promise<number> =>
  read.count('form', tenant, all(equal(`${definition.object}_id`, id), oneOf('status', STILL_NEEDED)));

/** Payments to a person, by the ids of the pay stubs: as a join, all payments of the company may be gone through. */
const paidTo = async (ofPerson: Condition, tenant: Tenant, read: Reader): Promise<Condition> => {
  const stubs: string[] = [];
  for await (const rows of read.pages('pay_stub', tenant, ofPerson)) stubs.push(...rows.map(({ id }) => id));
  return oneOf('pay_stub_id', stubs);
};

/**
 * Whether a payment to a person is pending or under way. The account is encrypted under the person's key, so without
 * it a file for the bank could no longer be written. An approval that has begun leads to payments.
 *
 * @param unwrittenFiles what says of a payment which file for a bank it is in that is not written yet: one that was
 *   decided before its day counts as paid by that, and the file cannot be written without the account
 */
export const isBeingPaid = async (
  { definition, id, tenant }: Person,
  read: Reader,
  unwrittenFiles?: () => Promise<(payment: RecordOf<'payment'>) => number | undefined>,
): Promise<boolean> => {
  const ofPerson = equal(`${definition.object}_id`, id);
  const theirs = await paidTo(ofPerson, tenant, read);
  if (await read.exists('payment', tenant, all(oneOf('status', ['pending', 'overdue', 'processing']), theirs)))
    return true;
  if (unwrittenFiles) {
    const filed = all(equal('status', 'paid'), not(absent('file_number')), theirs);
    let fileOf: Awaited<ReturnType<typeof unwrittenFiles>> | undefined;
    for await (const rows of read.pages('payment', tenant, filed)) {
      fileOf ??= await unwrittenFiles();
      for (const row of rows) if (fileOf(row) !== undefined) return true;
    }
  }
  const theyAreOn = among('id', 'pay_stub', 'payroll_id', ofPerson);
  const payrolls = await read.find('payroll', tenant, all(oneOf('status', ['draft', 'approved']), theyAreOn));
  return payrolls.some(({ status, approval, payments }) =>
    status === 'draft' ? approval !== null : payments === null || payments.funding === null,
  );
};

/**
 * Whether a payment to a person came to nothing and was not made again: it failed, or was canceled for want of the
 * employer's debit. Once they are erased a failed one is not made again, and a canceled one is made again with the debit
 * and fails for want of an account.
 */
export const isOwed = async ({ definition, id, tenant }: Person, read: Reader): Promise<boolean> => {
  const theirs = await paidTo(equal(`${definition.object}_id`, id), tenant, read);
  const came = all(oneOf('status', ['failed', 'canceled']), equal('is_replaced', false), theirs);
  for await (const rows of read.pages('payment', tenant, came))
    if (rows.some(({ canceled_for }) => canceled_for !== 'unapproved')) return true;
  return false;
};

/**
 * Whether a person is still to be paid: a work assignment is not archived, or a draft has a pay stub of theirs. What an
 * employee pays into a pension plan depends on the day of birth, which would be erased.
 */
export const isStillPaid = async (
  { definition, id, tenant }: Person,
  read: Reader,
  today: string,
): Promise<boolean> => {
  const ofPerson = equal(`${definition.object}_id`, id);
  if (await read.exists('work_assignment', tenant, all(ofPerson, notArchived(today)))) return true;
  return read.exists('pay_stub', tenant, all(ofPerson, equal('is_closed', false)));
};

/** Records encrypted under a person's key, with a column that names the person: they are blanked with the person. */
export const UNDER_THE_KEY: readonly string[] = ['bank_account', 'form'];

/**
 * Erases a person. The key is erased first, so that no personal data is written afterwards and all earlier records can
 * be found. Then events blank the person and the records under the same key. After an interruption it runs again from
 * the start; repeats have no further effect.
 *
 * What was sealed just before may be appended just after, and processes that remember the key show it in read models.
 * So `secondLook` is asked for before, and blanks what came since.
 *
 * @param why the operator's reason, which is in the events
 * @returns whether a payroll that they are on began to be approved meanwhile, or a payment to them to be made: it will
 *   fail for want of an account
 */
export const erasePerson = async (person: Person, why: string, erasing: Erasing): Promise<boolean> => {
  await erasing.keys.erase(person.id);
  await blankAll(person, why, erasing);
  await erasing.readable();
  return isBeingPaid(person, erasing.read);
};

/** The kind of due work that looks at an erased person again. */
export const ERASURE = 'erasure';
/** By then every process has forgotten the key (privacy/personal-keys.ts), so nothing more of it comes to be read. */
const FORGOTTEN_ms = 30_000;

const lookSchema = z.strictObject({
  object: z.string(),
  id: z.string(),
  tenant: z.object({ partner_id: z.string(), company_id: z.string().optional() }),
  why: z.string(),
});

/** The row of due work that looks at an erased person again. */
export const secondLook = ({ definition: { object }, id, tenant }: Person, why: string) => ({
  kind: ERASURE,
  key: id,
  payload: { object, id, tenant: { ...tenant }, why },
  due_in_ms: FORGOTTEN_ms,
});

/** Somebody who was erased, and where the log said so last before they were looked at again. */
export interface Erased {
  tenant: Tenant;
  erased_at: Position;
}

/**
 * Blanks what was appended of an erased person since. Nothing is done of one whose erasure was cut off before its
 * first event: who gave the command repeats it.
 *
 * @param payload that of {@link secondLook}
 * @returns undefined where nothing was erased
 */
export const lookAgain = async (payload: JsonObject, erasing: Omit<Erasing, 'keys'>): Promise<Erased | undefined> => {
  const { object, why, ...rest } = lookSchema.parse(payload);
  const person: Person = { ...rest, definition: erasing.registry.need(object) };
  const { erased } = recordEvents(person.definition);
  const events = await erasing.store.readStream(streamOf(object, person.id));
  const last = events.findLast((event) => event.type === erased?.type && !isForeign(event));
  if (!last) return undefined;
  // What is appended again is not appended, and the answer says where it is.
  const { id, type, data, metadata, stream, revision } = last;
  const { position } = await erasing.store.append(stream, [{ id, type, data, metadata }], revision - 1n);
  await blankAll(person, why, erasing);
  return { tenant: person.tenant, erased_at: position };
};

/** Blanks a person and the records under the same key, those that were not, and those that were written to since. */
const blankAll = async (
  { definition, id, tenant }: Person,
  why: string,
  { store, read, registry, occurred_at, readable }: Omit<Erasing, 'keys'>,
): Promise<void> => {
  // By this id all that is blanked is known to be of one erasure, also after it was cut off.
  const correlation_id = derivedUuid('erased', definition.object, id);
  const metadata = { ...tenant, actor: 'operator:cli', correlation_id, occurred_at };
  const blank = async (of: ResourceDefinition, record: string) => {
    const { erased } = recordEvents(of);
    if (!erased) throw new Error(`a ${of.object} holds nothing personal, so nothing of it can be erased`);
    const stream = streamOf(of.object, record);
    // What another program appended neither blanks anything nor holds anything.
    const events = (await store.readStream(stream)).filter((event) => !isForeign(event));
    const at = events.findLastIndex(({ type }) => type === erased.type);
    const late = events.slice(at + 1).find(({ data }) => data.personal !== undefined);
    if (at !== -1 && !late) return;
    const since = at === -1 || !late ? [] : [late.id];
    const event = newEvent(
      erased,
      derivedUuid('erased', of.object, record, ...since),
      erased({ reason: why }),
      metadata,
    );
    await appendAtEnd(store, stream, event);
  };
  const blankTheirs = async () => {
    for (const object of UNDER_THE_KEY) {
      const theirs = equal(`${definition.object}_id`, id);
      for await (const rows of read.pages(object, tenant, theirs))
        for (const row of rows) await blank(registry.need(object), row.id);
    }
  };
  await blank(definition, id);
  // At once: an approval goes by the accounts that there are.
  await blankTheirs();
  await readable();
  await blankTheirs();
};
