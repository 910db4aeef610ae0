import { isForeign } from '../event-store/foreign.ts';
import type { LogEvent } from '../event-store/port.ts';
import { type LoadedStream, loadStream, readEvents } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { isUnreadable, whyUnreadable } from '../kernel/changes/reading.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { paymentFileDecided, paymentFiled, paymentUnfiled } from '../payments/events.ts';
import { type AsideFile, asideFilesIn, asideStream, isOpen } from '../payments/file-streams.ts';
import { isInFile } from '../payments/payment.ts';
import { isObject, textsOf } from '../values/json.ts';
import type { Found } from './invariant.ts';
import { type InTheLog, inTheLogOf, type LogInvariant } from './over-the-log.ts';

/**
 * A payment is in one file for the bank. The log says which payments each decided file holds, and the events of a
 * payment say which file it is in. So when two files hold it, one of them is not that file. A payment that was returned
 * and made again is two payments.
 */

const startPass: LogInvariant['startPass'] = () => {
  const held = (event: LogEvent): readonly InTheLog[] => {
    // The data of an event is parsed only when it is read, and nearly all events need not be.
    if (event.type !== paymentFileDecided.type || isForeign(event)) return [];
    const { stream, data, metadata } = event;
    if (!isObject(data.payments)) return [];
    const { partner_id = '' } = metadata;
    const originator = stream.slice(stream.indexOf('-') + 1);
    return Object.entries(data.payments).flatMap(([company_id, ids]) => {
      const seen = new Set<string>();
      return textsOf(ids).map((id) => {
        const times = seen.has(id) ? 'twice' : 'once';
        seen.add(id);
        return { company_id, partner_id, subject: [originator, data.file_number, id, times].join('/') };
      });
    });
  };
  return (events) => events.flatMap(held);
};

const TWICE =
  'ask the bank which of the two files it has paid: claim back what was paid twice, or record it with `payroll payments fail` when it is returned';
const UNREADABLE = 'run the version of this program that wrote them, or a newer one';
const LEFT = 'run `payroll payments write`, which completes unfinished files';

/** The files of an originator that were set aside, read once for a batch of subjects. */
type Aside = (originator: string) => Promise<Map<number, AsideFile>>;

const asideBy = (services: Services): Aside => {
  const known = new Map<string, Promise<Map<number, AsideFile>>>();
  return (originator) => {
    const reading = known.get(originator) ?? readEvents(asideStream(originator), services).then(asideFilesIn);
    known.set(originator, reading);
    return reading;
  };
};

const findingsOf = async (subject: string, aside: Aside, services: Services): Promise<Found[]> => {
  const [originator = '', number = '', id = '', times] = subject.split('/');
  const file = Number(number);
  const found = (what: string, advice: string): Found[] => [{ subject, record: id, what, advice }];
  if (times === 'twice') return found(`file ${number} of ${originator} has the payment twice`, TWICE);
  const set = (await aside(originator)).get(file);
  if (set?.state === 'abandoned') return [];
  let loaded: LoadedStream;
  try {
    loaded = await loadStream(streamOf('payment', id), services);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    // Not reported for a file that was set aside: that is reported already, and may be why it was set aside.
    return set && isOpen(set) ? [] : found(whyUnreadable(error), UNREADABLE);
  }
  const { aggregate, events } = loaded;
  const payment = aggregate.get('payment', id);
  if (payment && isInFile(payment, { originator: { id: originator }, file_number: file })) {
    const filed = events.filter(paymentFiled.is).length;
    const removed = events.filter(paymentUnfiled.is).length;
    return filed - removed > 1 ? found(`it is in ${filed - removed} files`, TWICE) : [];
  }
  if (payment && payment.file_number !== null)
    return found(
      `file ${file} of ${originator} has the payment, which says that it is in file ${payment.file_number}${payment.file_originator_id === null ? '' : ` of ${payment.file_originator_id}`}`,
      TWICE,
    );
  return set && isOpen(set)
    ? []
    : found(`file ${file} of ${originator} has the payment, which says that it is in none`, LEFT);
};

export const paymentsStandInOneFile: LogInvariant = {
  name: 'payments_stand_in_one_file',
  says: 'A payment is in one file for the bank, once; one that was returned and is made again is another payment.',
  startPass,
  subjects: inTheLogOf(startPass),
  inspect: async (subjects, { services }) => {
    const aside = asideBy(services);
    return (await inTurns(subjects, (subject) => findingsOf(subject, aside, services))).flat();
  },
};
