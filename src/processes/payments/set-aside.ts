import type { Position } from '../../event-store/port.ts';
import { appendByEvents, type DecideByEvents, loadStream, readEvents } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { isUnreadable } from '../../kernel/changes/reading.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { EventData } from '../../kernel/events/define.ts';
import {
  paymentFailed,
  paymentFileAbandoned,
  paymentFileDecided,
  paymentFileSetAside,
  paymentFileTakenUp,
  paymentFileWritten,
  paymentUnfiled,
} from '../../payments/events.ts';
import { type AsideFile, asideFilesIn, asideStream, fileStream } from '../../payments/file-streams.ts';
import { isInFile } from '../../payments/payment.ts';
import { storable } from '../../values/cut.ts';
import { onPayment } from './step.ts';
import { everythingReadable } from './waiting.ts';

/**
 * Files that cannot be made as they were decided, for example because the events of one of their payments cannot be
 * read any more. Such a file is set aside, and the next one is decided. Its payments go into no other file and do not
 * count as paid until it can be made after all, or an operator records its outcome.
 *
 *   PaymentFileSetAside --> PaymentFileTakenUp --> PaymentFileWritten     made as it was decided, or sent already
 *      |         `-- cannot be made --'
 *      `--> PaymentFileAbandoned                                          the bank never had it: its payments wait
 *
 * Making it is recorded in the same stream in which it is abandoned, before anything is written: one of the two comes
 * first, and the other is refused.
 */
type Decided = EventData<typeof paymentFileDecided>;

/** A file that was decided, and the partner whose command it was. */
export interface DecidedFile {
  data: Decided;
  partner_id: string;
}

const WHY_MOST = 500;

/** All files that were set aside, by number, including those with an outcome. */
export const asideFiles = async (originator_id: string, services: Services): Promise<Map<number, AsideFile>> =>
  asideFilesIn(await readEvents(asideStream(originator_id), services));

/**
 * Records the outcome of a file that was set aside, if its state allows it. @returns whether it has this outcome now
 */
const record = async (
  { data: { originator, file_number }, partner_id }: DecidedFile,
  body: EventBody,
  from: (file: AsideFile | undefined) => boolean,
  services: Services,
): Promise<boolean> => {
  const origin = operatorOrigin({ partner_id }, services);
  const decide: DecideByEvents = async (loaded) => (from(asideFilesIn(loaded.events).get(file_number)) ? [body] : []);
  const { events } = await appendByEvents(asideStream(originator.id), 'aside', origin, services, decide);
  return events.length > 0;
};

/** Sets a file aside. When the command dies halfway, the next one does the rest. */
export const setAside = async (file: DecidedFile, reason: string, services: Services): Promise<void> => {
  const { file_number } = file.data;
  const why = storable(reason, WHY_MOST);
  // While it is the last decided file, no other file that could include its payments is decided.
  await unfile(file, services);
  const body = paymentFileSetAside({ file_number, why });
  await record(file, body, (now) => now === undefined || now.state === 'taken_up', services);
  await recordSetAside(file, why, services);
};

/** Records in the stream of files that one was set aside, so that the next one can be decided. */
export const recordSetAside = async (
  { data, partner_id }: DecidedFile,
  why: string,
  services: Services,
): Promise<void> => {
  const { originator, file_number } = data;
  await appendByEvents(
    fileStream(originator.id),
    'aside',
    operatorOrigin({ partner_id }, services),
    services,
    async ({ events: [last] }) =>
      last && paymentFileDecided.is(last) && last.data.file_number === file_number
        ? [paymentFileSetAside({ file_number, why })]
        : [],
    'last',
  );
};

/** Starts or continues to make a file that was set aside. @returns false when it was abandoned */
export const takeUp = async (file: DecidedFile, note: string | undefined, services: Services): Promise<boolean> => {
  const body = paymentFileTakenUp({ file_number: file.data.file_number, ...(note === undefined ? {} : { note }) });
  if (await record(file, body, (now) => now?.state === 'set_aside', services)) return true;
  return (await stateOf(file, services)) === 'taken_up';
};

/** Records that a file which was taken up is written or sent. @returns whether it was taken up */
export const asideWasWritten = (file: DecidedFile, services: Services): Promise<boolean> =>
  record(
    file,
    paymentFileWritten({ file_number: file.data.file_number }),
    (now) => now?.state === 'taken_up',
    services,
  );

const stateOf = async ({ data }: DecidedFile, services: Services) =>
  (await asideFiles(data.originator.id, services)).get(data.file_number)?.state;

/**
 * Records that the bank never had a file that was set aside: its payments wait for the next one. Payments that counted
 * as paid before it was set aside fail, and can be made again.
 *
 * @returns the payments that fail; undefined when the file is being made, or has another outcome
 */
export const abandon = async (file: DecidedFile, note: string, services: Services): Promise<string[] | undefined> => {
  const { file_number } = file.data;
  const body = paymentFileAbandoned({ file_number, note });
  const isNow = await record(file, body, (now) => now?.state === 'set_aside', services);
  // A repeated command does the rest.
  if (!isNow && (await stateOf(file, services)) !== 'abandoned') return undefined;
  const failed: string[] = [];
  await eachOf(file, services, async (id, tenant) => {
    const position = await changed(id, tenant, 'abandoned', services, (payment) =>
      payment.status === 'paid' && isInFile(payment, file.data)
        ? [
            paymentFailed({
              payroll_id: payment.payroll_id,
              reason: 'other',
              return_code: null,
              returned_on: services.clock.today(),
              note,
            }),
          ]
        : [],
    );
    if (position !== undefined) failed.push(id);
  });
  return failed;
};

/** Records that the payments of a file are in none. */
const unfile = async (file: DecidedFile, services: Services): Promise<void> => {
  const { file_number } = file.data;
  await everythingReadable(services);
  await eachOf(file, services, (id, tenant) =>
    changed(id, tenant, 'unfiled', services, (payment) =>
      payment.status === 'processing' && isInFile(payment, file.data)
        ? [paymentUnfiled({ payroll_id: payment.payroll_id, file_number })]
        : [],
    ),
  );
};

const eachOf = async (
  { data: { payments }, partner_id }: DecidedFile,
  services: Services,
  run: (id: string, tenant: Tenant) => Promise<unknown>,
): Promise<void> => {
  const all = Object.entries(payments).flatMap(([company_id, ids]) =>
    ids.map((id) => ({ id, tenant: { partner_id, company_id } })),
  );
  await appendInTurns(all, services, ({ id, tenant }) => run(id, tenant));
};

/**
 * Changes a payment by the state of its row, if there is one, since its events may be unreadable. A payment whose
 * events are unreadable and whose stream has changed since is not changed: the read models of its company are parked,
 * and nothing of the company is moved meanwhile.
 */
const changed = async (
  id: string,
  tenant: Tenant,
  step: string,
  services: Services,
  decide: (payment: RecordOf<'payment'>) => readonly EventBody[],
): Promise<Position | undefined> => {
  try {
    const row = await services.read.get('payment', tenant, id);
    const shown = row ?? (await loadStream(streamOf('payment', id), services)).aggregate.get('payment', id);
    return shown && (await onPayment(shown, step, { services, tenant, lease: undefined }, decide));
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return undefined;
  }
};
