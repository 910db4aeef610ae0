import { hash, randomUUID } from 'node:crypto';
import { StreamNotFound } from '../../event-store/errors.ts';
import { appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { type DomainEvent, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { hydrate } from '../../kernel/events/hydrate.ts';
import { MOST_FILE_NUMBER } from '../../payments/cpa-005/layout.ts';
import { type FileItem, type Originator, totalsOf, writeFile } from '../../payments/cpa-005/writing.ts';
import { paymentFileDecided, paymentFiled, paymentFileWritten, paymentSubmitted } from '../../payments/events.ts';
import { daysInFile } from '../../payments/timing.ts';
import { absent, all, equal } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { originOf } from './origin.ts';

/**
 * Files for a bank, of what has been handed over and stands in none yet.
 *
 *   chosen --> PaymentFileDecided --> each payment PaymentFiled --> the file is written --> PaymentFileWritten
 *
 * All files of an originator are decided in one stream, one after the other: a number is taken once, and the next file is
 * only decided when the one before has been written. Whoever finds one that was decided and not written does what is left
 * of it. A file is made of events alone, so it is the same to the byte whenever it is written: a bank that gets it twice
 * knows its number.
 */
export interface MadeFile {
  number: number;
  text: string;
  credits: string;
  debits: string;
  payments: number;
}

/** Payments of one file: their ids fit into one event. */
const MOST_IN_FILE = 6_000;
const READABLE_ms = 60_000;

type Decided = EventData<typeof paymentFileDecided>;

/** The stream in which the files of an originator are decided. */
const fileStream = (originator: Originator): string => streamOf('payment_files', originator.id);

const originFor = (partner_id: string, services: Services): Origin => {
  const seed = randomUUID();
  return {
    tenant: { partner_id },
    actor: 'operator:cli',
    request_id: seed,
    correlation_id: seed,
    occurred_at: services.clock.instant(),
    mayRepeat: false,
    seed,
  };
};

/** The last event about files; undefined before the first. */
const lastOf = async (stream: string, { store, keys, upcasters }: Services): Promise<DomainEvent | undefined> => {
  const stored = await store.readStream(stream, { direction: 'backwards', limit: 1 }).catch((error: unknown) => {
    if (error instanceof StreamNotFound) return [];
    throw error;
  });
  return (await hydrate(stored, keys, upcasters))[0];
};

/**
 * The next file: the one that was decided and not written, else one of what waits. Undefined when nothing waits.
 *
 * @param partner_id whose companies' payments a new file holds
 * @throws Unwritable where a payment does not fit into a file, by its reference
 */
export const nextFile = async (
  partner_id: string,
  originator: Originator,
  services: Services,
): Promise<MadeFile | undefined> => {
  const stream = fileStream(originator);
  const last = await lastOf(stream, services);
  if (last && paymentFileDecided.is(last)) return finished(last, originator, services);
  const decided = await decideFile(partner_id, stream, originator, services);
  return decided && finished(decided, originator, services);
};

/** Records that a file lies where the operator wanted it. */
export const fileWasWritten = async (number: number, originator: Originator, services: Services): Promise<void> => {
  const stream = fileStream(originator);
  const last = await lastOf(stream, services);
  const partner_id = last?.metadata.partner_id ?? '';
  await appendTo(
    stream,
    'written',
    originFor(partner_id, services),
    services,
    async ({ events: [before] }) =>
      before && paymentFileDecided.is(before) && before.data.file_number === number
        ? [paymentFileWritten({ file_number: number })]
        : [],
    'last',
  );
};

/** A file that was written before, again. @throws when there is none of this number */
export const fileAgain = async (number: number, originator: Originator, services: Services): Promise<MadeFile> => {
  const { store, keys, upcasters } = services;
  // Each number takes two events: that it was decided, and that it was written.
  const at = BigInt(2 * (number - 1));
  const stored = await store.readStream(fileStream(originator), { from: at, limit: 1 }).catch(() => []);
  const [event] = await hydrate(stored, keys, upcasters);
  if (!event || !paymentFileDecided.is(event) || event.data.file_number !== number)
    throw new Error(`${originator.id} has sent no file ${number}`);
  return rendered(event.data, originator, services);
};

const decideFile = async (
  partner_id: string,
  stream: string,
  originator: Originator,
  services: Services,
): Promise<DomainEvent | undefined> => {
  const { events } = await appendTo(
    stream,
    'decided',
    originFor(partner_id, services),
    services,
    async ({ events: [last] }) => {
      // Somebody else decided one meanwhile: that comes first.
      if (last && !paymentFileWritten.is(last)) return [];
      const number = (last ? Number(last.data.file_number) : 0) + 1;
      if (number > MOST_FILE_NUMBER)
        throw new Error(
          `all ${MOST_FILE_NUMBER} file numbers of ${originator.id} are used, and none is used twice: ask the bank for another originator id`,
        );
      const rows = await waiting(partner_id, services);
      if (rows.length === 0) return [];
      const payments: Record<string, string[]> = {};
      for (const { scope_id } of rows) payments[scope_id] = [];
      for (const { id, scope_id } of rows) payments[scope_id]!.push(id);
      const created_on = services.clock.today();
      const items = await itemsOf(payments, created_on, services);
      const text = writeFile({ number, created_on, items }, originator);
      const { credits, debits } = totalsOf(items);
      const sha256 = hash('sha256', text, 'hex');
      return [
        paymentFileDecided({
          file_number: number,
          originator_id: originator.id,
          created_on,
          payments,
          sha256,
          credits,
          debits,
        }),
      ];
    },
    'last',
  );
  // Nothing waits, or somebody else decided a file meanwhile.
  const last = events[0] ?? (await lastOf(stream, services));
  return last && paymentFileDecided.is(last) ? last : undefined;
};

/** What was handed over and stands in no file, of all companies of a partner. */
const waiting = async (partner_id: string, services: Services): Promise<RecordOf<'payment'>[]> => {
  if (!(await services.gate.settled(await services.store.head(), [], READABLE_ms)))
    throw new Error('the read models are behind the log: see "payroll projections list", and that a service runs');
  const where = all(equal('is_filed', true), equal('status', 'processing'), absent('file_number'));
  const tenant: Tenant = { partner_id, every_company: true };
  return (await services.read.first('payment', tenant, where, MOST_IN_FILE)).rows;
};

/** What a file holds, from the events of its payments. @throws when whose account it is was erased since */
const itemsOf = async (
  payments: Readonly<Record<string, readonly string[]>>,
  created_on: CalendarDate,
  services: Services,
): Promise<FileItem[]> =>
  inTurns(Object.values(payments).flat(), async (id): Promise<FileItem> => {
    const { events, aggregate } = await loadStream(streamOf('payment', id), services);
    const payment = aggregate.get('payment', id);
    const submitted = events.findLast(paymentSubmitted.is);
    const instruction = submitted?.data.instruction;
    if (!payment || !submitted || !instruction)
      throw new Error(`${id} cannot be written into a file: whose account it is was erased, or is not known`);
    const { destination, amount, cross_reference } = payment;
    const { date } = daysInFile(destination, submitted.data, created_on);
    return {
      kind: destination === 'payroll_float' ? 'debit' : 'credit',
      ...{ amount, date, cross_reference, instruction },
    };
  });

const rendered = async (decided: Decided, originator: Originator, services: Services): Promise<MadeFile> => {
  const { file_number: number, created_on, payments, sha256, credits, debits } = decided;
  const items = await itemsOf(payments, created_on, services);
  const text = writeFile({ number, created_on, items }, originator);
  if (hash('sha256', text, 'hex') !== sha256)
    throw new Error(
      `file ${number} would not be what it was: the settings of the originator have changed since it was decided; put them back`,
    );
  return { number, text, credits, debits, payments: items.length };
};

/** Does what is left of a file that was decided, and gives it. */
const finished = async (event: DomainEvent, originator: Originator, services: Services): Promise<MadeFile> => {
  if (!paymentFileDecided.is(event)) throw new Error('another process made the file; run the command again');
  const { file_number, created_on, payments } = event.data;
  const { partner_id = '' } = event.metadata;
  for (const [company_id, ids] of Object.entries(payments)) {
    const tenant: Tenant = { partner_id, company_id };
    await inTurns(ids, (id) => file(id, file_number, created_on, tenant, services));
  }
  return rendered(event.data, originator, services);
};

const file = async (
  id: string,
  file_number: number,
  created_on: CalendarDate,
  tenant: Tenant,
  services: Services,
): Promise<void> => {
  await appendTo(
    streamOf('payment', id),
    'filed',
    originOf('filed', id, { tenant, services }),
    services,
    async ({ aggregate, events }) => {
      const payment = aggregate.get('payment', id);
      const submitted = events.findLast(paymentSubmitted.is);
      if (!payment || !submitted || payment.file_number !== null) return [];
      const { expected_at } = daysInFile(payment.destination, submitted.data, created_on);
      return [paymentFiled({ payroll_id: payment.payroll_id, file_number, expected_at })];
    },
  );
};
