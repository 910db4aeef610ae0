import { firstOwn, isForeign } from '../event-store/foreign.ts';
import type { EventStore, LogEvent, StreamEvent } from '../event-store/port.ts';
import { readEvents } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { isUnreadable, whyUnreadable } from '../kernel/changes/reading.ts';
import { type DomainEvent, parseStream } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { groupBy } from '../values/group.ts';
import { type Audit, DamagedStream, type Found, LEDGER_IS_WHOLE, streamIn, streamNamed } from './invariant.ts';
import { type InTheLog, inTheLogOf, type LogInvariant } from './over-the-log.ts';

/**
 * The events of a record are all of the company whose record it is. Nobody reads an event by its own company: read
 * models go by the first one of its stream. So one that was altered in the store shows nowhere else. Nor does one that
 * another program appended, to whatever stream: everybody passes it over.
 */

/** Streams whose first event is remembered, so that memory does not grow with the log; of others it is read again. */
const MOST_REMEMBERED = 100_000;
/** Events of a stream that are read at once: another program may have appended very many. */
const PAGE = 500;

type Whose = Omit<InTheLog, 'subject'>;

const whoseIs = ({ metadata: { company_id = '', partner_id = '' } }: Pick<StreamEvent, 'metadata'>): Whose => ({
  company_id,
  partner_id,
});

const keyOf = ({ partner_id, company_id }: Whose): string => `${partner_id}/${company_id}`;

const startPass: LogInvariant['startPass'] = (services) => {
  const { store, registry } = services;
  const companies = new Map<string, Whose>();
  const firsts = new Map<string, Whose>();
  const withForeign = new Set<string>();
  const remember = (event: StreamEvent): void => {
    const whose = whoseIs(event);
    const known = companies.get(keyOf(whose)) ?? whose;
    companies.set(keyOf(known), known);
    firsts.set(event.stream, known);
  };
  const recall = async (stream: string): Promise<void> => {
    const first = await firstOf(stream, store);
    // Of a stream that has lost its first event: it is looked at as one of the events' own companies.
    if (first) remember(first);
  };
  return async (events) => {
    const isNews = (event: LogEvent): boolean => isForeign(event) && !withForeign.has(event.stream);
    const ofRecords = events.filter((event) => isOfCompany(event.stream, registry) && !isForeign(event));
    const begun = ofRecords.filter(({ revision }) => revision === 0n);
    for (const event of begun) remember(event);
    const met = [...ofRecords, ...events.filter((event) => isOfCompany(event.stream, registry) && isNews(event))];
    const unknown = new Set(met.map(({ stream }) => stream).filter((stream) => !firsts.has(stream)));
    await inTurns([...unknown], recall);
    const found = new Map<string, InTheLog>();
    const add = (whose: Whose, subject: string) => found.set(`${keyOf(whose)}/${subject}`, { ...whose, subject });
    for (const event of ofRecords) {
      const { stream } = event;
      const [first, own] = [firsts.get(stream), whoseIs(event)];
      if (first && keyOf(first) === keyOf(own)) continue;
      if (first) add(first, stream);
      add(own, stream);
    }
    // A stream may have very many of them: it is looked at once.
    for (const event of events) {
      if (!isNews(event)) continue;
      withForeign.add(event.stream);
      add(firsts.get(event.stream) ?? whoseIs(event), event.stream);
    }
    for (const event of await unread(begun, services)) add(whoseIs(event), event.stream);
    // Of a stream that was cut off, the log may still have all events: it can neither be changed nor shown any more.
    const present = await inTurns(begun, ({ stream }) => firstOf(stream, store));
    for (const [at, event] of begun.entries()) if (!present[at]) add(whoseIs(event), event.stream);
    for (const streams of [firsts, withForeign])
      for (const stream of streams.keys()) {
        if (streams.size <= MOST_REMEMBERED) break;
        streams.delete(stream);
      }
    return [...found.values()];
  };
};

const isOfCompany = (stream: string, registry: Services['registry']): boolean =>
  registry.get(parseStream(stream).object)?.scope === 'company';

/** The first event of the service in a stream; undefined where it cannot be read, or there is none, or it was lost. */
const firstOf = async (stream: string, store: EventStore): Promise<StreamEvent | undefined> => {
  try {
    return await firstOwn(stream, store);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return undefined;
  }
};

/** The first event that another program appended to a stream. @throws DamagedStream */
const foreignIn = async (stream: string, { services }: Audit): Promise<DomainEvent | undefined> => {
  for (let from = 0n; ; from += BigInt(PAGE)) {
    const events = await readEvents(stream, services, { from, limit: PAGE }).catch((error: unknown) => {
      throw isUnreadable(error) ? new DamagedStream(stream, whyUnreadable(error)) : error;
    });
    const foreign = events.find(isForeign);
    if (foreign || events.length < PAGE) return foreign;
  }
};

/** The streams, by their first events, whose record is not read as one of their company's. */
const unread = async (begun: readonly LogEvent[], { read }: Services): Promise<LogEvent[]> => {
  const groups = groupBy(begun, (event) => `${parseStream(event.stream).object}/${keyOf(whoseIs(event))}`);
  const found: LogEvent[] = [];
  for (const group of groups.values()) {
    const { object } = parseStream(group[0]!.stream);
    const ids = group.map(({ stream }) => parseStream(stream).id);
    const there = await read.existing(object, whoseIs(group[0]!), 'id', ids);
    found.push(...group.filter(({ stream }) => !there.has(parseStream(stream).id)));
  }
  return found;
};

export const ledgerIsWhole: LogInvariant = {
  name: LEDGER_IS_WHOLE,
  says: 'The events of a record can be read, and are all of the company whose record it is.',
  startPass,
  subjects: inTheLogOf(startPass),
  inspect: async (streams, audit) =>
    (
      await inTurns(streams, async (stream) => {
        const foreign = await foreignIn(stream, audit);
        return [
          ...(foreign ? [appendedTo(stream, foreign)] : []),
          ...((await isHidden(stream, audit, foreign !== undefined)) ? [hidden(stream, audit)] : []),
        ];
      })
    ).flat(),
};

const appendedTo = (stream: string, { type, revision }: DomainEvent): Found => ({
  subject: stream,
  record: stream,
  what: `${type} at revision ${revision} does not say when it happened: another program appended it, and it is passed over`,
  advice:
    'find out who appended it, and take the rights away: nothing is lost, and no backup has to be restored. Only where `payroll audit stream` shows an event of the service that was altered, restore the event log from a backup',
});

/**
 * Whether the ledger has a record that its company does not see.
 *
 * @param mayBeNone a stream that another program began may have no record
 * @throws DamagedStream
 */
const isHidden = async (stream: string, audit: Audit, mayBeNone: boolean): Promise<boolean> => {
  if (!isOfCompany(stream, audit.services.registry)) return false;
  const { object, id } = parseStream(stream);
  const { aggregate } = await (mayBeNone ? streamNamed : streamIn)(stream, audit);
  if (!aggregate.get(object, id)) return false;
  return !(await audit.services.read.existing(object, audit.tenant, 'id', [id])).has(id);
};

const hidden = (stream: string, { tenant }: Audit): Found => ({
  subject: stream,
  record: stream,
  what: `it is a record of ${tenant.company_id} by its events, and is not read as one`,
  advice:
    'before anything else, find out by a backup whether its events were altered; where they were not, rebuild the read model with `payroll projections rebuild`',
});
