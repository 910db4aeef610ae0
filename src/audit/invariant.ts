import { isForeign } from '../event-store/foreign.ts';
import type { Position } from '../event-store/port.ts';
import { type LoadedStream, loadStream } from '../kernel/changes/execute.ts';
import { oneAhead } from '../kernel/changes/one-ahead.ts';
import { isUnreadable, whyUnreadable } from '../kernel/changes/reading.ts';
import { type DomainEvent, parseStream } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { pause } from '../timing/pauses.ts';
import { addTo } from '../values/group.ts';

/**
 * Invariants: what must be true of a company's payroll once its processes are at rest, whatever happened before. Each
 * is a plain function over the read models and the event store, so the same ones run on a real database (`payroll audit
 * check`) and on simulated ones. They repair nothing.
 */

/** What is checked: one company, and the services that read it. They write nothing. */
export interface Audit {
  services: Services;
  tenant: Tenant & { company_id: string };
  /** Unfinished work of the company's processes at this moment. */
  unfinished(): AsyncIterable<Found>;
  /** Ids of the records for which due work is in hand, as it may be for minutes; what fails is not. */
  inHand(): Promise<ReadonlySet<string>>;
  /**
   * Waits until everything that was appended up to now can be read, and until the processes have followed it. Gives the
   * end of the log of which that is so; undefined where it is not in time.
   */
  untilFollowed(): Promise<Position | undefined>;
  /** Streams of the subjects at hand, while several invariants inspect them. */
  streams?: Map<string, Promise<LoadedStream>> | undefined;
}

/** A violation of an invariant. */
export interface Found {
  /** The subject where it was found; inspecting that again finds it again. */
  subject: string;
  /** The record at fault: its id. */
  record: string;
  /** What is wrong, with the figures. */
  what: string;
  /** What an operator does about it. */
  advice: string;
  /** The record is a stream that is damaged: nothing else was checked of it. */
  isDamage?: true;
}

export interface Finding extends Found {
  invariant: string;
  company: string;
  /** The company did not come to rest: what was found may be of two moments, and not be so at rest. */
  changing?: true;
}

export interface Invariant {
  name: string;
  /** What must be true, in one sentence. */
  says: string;
  /**
   * Everything to be checked, page by page, in bounded memory: ids of records, or other names that `inspect` knows.
   */
  subjects(audit: Audit): AsyncIterable<readonly string[]>;
  /** What it finds is that a company is not at rest: found again is found, and nothing comes of waiting for rest. */
  isOfUnrest?: true;
  /** What is wrong with some subjects. Some are inspected again; a subject that is deleted by then is no finding. */
  inspect(subjects: readonly string[], audit: Audit): Promise<Found[]>;
}

/** A stream that is not as the service wrote it. Nothing can be said of its records but that. */
export class DamagedStream extends Error {
  override name = 'DamagedStream';
  readonly stream: string;
  constructor(stream: string, why: string) {
    super(why);
    this.stream = stream;
  }
}

export const RESTORE =
  'run the version of this program that wrote them, if it was a newer one; otherwise restore the event log from a backup: events were removed or altered';

/** Whether another program appended it. One that names a company is one of the service that was altered. */
const isOfAnotherProgram = (event: Pick<DomainEvent, 'metadata'>): boolean =>
  isForeign(event) && event.metadata.company_id === undefined;

/**
 * The first event of a stream that was altered, or is not of the company that is audited. What another program appended
 * is passed over, as it is by all that reads the stream.
 */
const strangerIn = (stream: string, events: readonly DomainEvent[], { services, tenant }: Audit) => {
  const { object } = parseStream(stream);
  if (services.registry.get(object)?.scope !== 'company') return undefined;
  return events.find(
    (event) =>
      !isOfAnotherProgram(event) &&
      (isForeign(event) ||
        event.metadata.company_id !== tenant.company_id ||
        event.metadata.partner_id !== tenant.partner_id),
  );
};

/**
 * Loads a stream of the audited company, once for all invariants that inspect the same subjects together: without what
 * another program appended, which changes no record.
 *
 * @throws DamagedStream when its events cannot be read or are all gone, or one was altered or is of another company
 */
export const streamIn = async (stream: string, audit: Audit): Promise<LoadedStream> => {
  const loaded = await streamNamed(stream, audit);
  // Also a record that is deleted has its events.
  if (loaded.events.length > 0) return loaded;
  throw new DamagedStream(
    stream,
    'it has no events any more, and its record is read: they were removed, which nothing may do',
  );
};

/** The same of a record that another one names before it is made: it may have no events yet. */
export const streamNamed = (stream: string, audit: Audit): Promise<LoadedStream> => {
  const loading = audit.streams?.get(stream) ?? wholeStream(stream, audit);
  audit.streams?.set(stream, loading);
  return loading;
};

const wholeStream = async (stream: string, audit: Audit): Promise<LoadedStream> => {
  const loaded = await loadStream(stream, audit.services).catch((error: unknown) => {
    throw isUnreadable(error) ? new DamagedStream(stream, whyUnreadable(error)) : error;
  });
  const stranger = strangerIn(stream, loaded.events, audit);
  if (!stranger) return { ...loaded, events: loaded.events.filter((event) => !isForeign(event)) };
  const { type, revision, metadata } = stranger;
  const what = `${type} at revision ${revision}`;
  throw new DamagedStream(
    stream,
    isForeign(stranger)
      ? `${what} names its company and does not say when it happened, so it is passed over: it was altered`
      : `${what} is an event of ${metadata.company_id ?? 'no company'} (${metadata.partner_id ?? 'no partner'}), in a record of ${audit.tenant.company_id}`,
  );
};

/** What is found at a subject whose stream is damaged. */
export const damageAt = (subject: string, { stream, message }: DamagedStream): Found => ({
  subject,
  record: stream,
  what: message,
  advice: RESTORE,
  isDamage: true,
});

/** What was loaded; undefined where a stream is damaged, which is reported, so that others are looked at too. */
export const unlessDamaged = async <T>(
  loading: Promise<T>,
  onDamage: (error: DamagedStream) => void,
): Promise<T | undefined> => {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
    onDamage(error);
    return undefined;
  }
};

export interface CheckOptions {
  /** Called after each page with the number of subjects that were checked. */
  onProgress?: (invariant: Invariant, checked: number) => void;
}

/** How often a finding is looked at again while its company is written or not followed, and the first pause between. */
const MOST_LOOKS = 5;
const AGAIN_ms = 500;

/** Whether somebody has written for the company since a position, which is a moment ago. */
const isWrittenSince = async (after: Position, { services: { store }, tenant }: Audit): Promise<boolean> => {
  for await (const events of store.readAll({ after, upTo: await store.head() }))
    if (events.some(({ metadata }) => metadata.company_id === tenant.company_id)) return true;
  return false;
};

/**
 * Looks again at what was found, which may be of two moments: until it is not found any more, or is found while all is
 * followed and nobody writes for the company.
 *
 * @param look whether it is still found
 * @returns false where the company did not come to rest in a few looks
 */
export const untilItStands = async (audit: Audit, look: () => Promise<boolean>): Promise<boolean> => {
  for (let looks = 1; ; looks++) {
    const since = await audit.untilFollowed();
    if (!(await look())) return true;
    if (since !== undefined && !(await isWrittenSince(since, audit))) return true;
    if (looks === MOST_LOOKS) return false;
    await pause(looks * AGAIN_ms);
  }
};

/** Runs an invariant over some subjects. What is found is looked at again at rest. */
export async function* checkThese(
  invariant: Invariant,
  subjects: readonly string[],
  audit: Audit,
): AsyncGenerator<Finding> {
  let found = await inspected(invariant, subjects, audit);
  if (found.length === 0) return;
  const stands = await untilItStands({ ...audit, streams: undefined }, async () => {
    const before = new Set(found.map(keyOf));
    const again = [...new Set(found.map(({ subject }) => subject))];
    found = (await inspected(invariant, again, { ...audit, streams: undefined })).filter((one) =>
      before.has(keyOf(one)),
    );
    // A damaged stream is damaged at rest too.
    return !invariant.isOfUnrest && found.some(({ isDamage }) => !isDamage);
  });
  for (const one of found)
    yield {
      ...one,
      invariant: one.isDamage ? LEDGER_IS_WHOLE : invariant.name,
      company: audit.tenant.company_id,
      ...(stands || one.isDamage ? {} : { changing: true }),
    };
}

/** The invariant that is broken by a damaged stream, whichever meets it. */
export const LEDGER_IS_WHOLE = 'ledger_is_whole';

/** Inspects some subjects. A damaged stream hides only the subject that it belongs to. */
const inspected = async (invariant: Invariant, subjects: readonly string[], audit: Audit): Promise<Found[]> => {
  try {
    return await invariant.inspect(subjects, audit);
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
    const [subject = ''] = subjects;
    if (subjects.length <= 1) return [damageAt(subject, error)];
    const half = Math.ceil(subjects.length / 2);
    return [
      ...(await inspected(invariant, subjects.slice(0, half), audit)),
      ...(await inspected(invariant, subjects.slice(half), audit)),
    ];
  }
};

const keyOf = ({ subject, record }: Found): string => `${subject}/${record}`;

/** Invariants in their order, and beside each the later ones that have the same subjects. */
const together = (invariants: readonly Invariant[]): Invariant[][] => {
  const groups = new Map<Invariant['subjects'], Invariant[]>();
  for (const invariant of invariants) addTo(groups, invariant.subjects, invariant);
  return [...groups.values()];
};

/**
 * Runs invariants over a company, which may continue working: findings are looked at again at rest, and only those that
 * are found again are reported. Those that have the same subjects look at each page after each other, while the next
 * page is read.
 */
export async function* checkAll(
  invariants: readonly Invariant[],
  audit: Audit,
  { onProgress }: CheckOptions = {},
): AsyncGenerator<Finding> {
  for (const group of together(invariants))
    for await (const subjects of oneAhead(group[0]!.subjects(audit))) {
      const streams = group.length > 1 ? new Map<string, Promise<LoadedStream>>() : undefined;
      for (const invariant of group) {
        yield* checkThese(invariant, subjects, { ...audit, streams });
        onProgress?.(invariant, subjects.length);
      }
    }
}

/** Ids of rows, page by page. */
export async function* idsOf(pages: AsyncIterable<readonly { id: string }[]>): AsyncGenerator<string[]> {
  for await (const rows of pages) yield rows.map(({ id }) => id);
}
