import { isHandMade } from '../calculation/index.ts';
import type { Line } from '../calculation/model/types.ts';
import type { LogEvent } from '../event-store/port.ts';
import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/write.ts';
import { type Aggregate, type DomainEvent, parseStream, type State, streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { belongs } from '../payrolls/membership/membership.ts';
import { isEntered } from '../payrolls/stubs/entries.ts';
import type { Audit, Found, Invariant } from './invariant.ts';

/**
 * What a caller entered disappears by a caller's act alone. The log tells what processes removed; of that it is asked
 * whether a caller had entered it, and whether a caller's act explains the removal: the person left the pay schedule, or
 * the schedule was deleted.
 */

/** Whether a process did it by itself: a task acts for the caller who asked for it. */
const isByProcess = ({ metadata }: Pick<DomainEvent, 'metadata'>): boolean =>
  metadata.actor?.startsWith('process:') === true && metadata.actor !== 'process:tasks';

const removes = ({ type, data }: LogEvent): boolean =>
  type === 'PayStubDeleted' ||
  type === 'PayrollDeleted' ||
  (type === 'PayStubCalculated' && ((data.removed ?? []) as unknown[]).length > 0);

/**
 * Removals by processes, of all companies, in the order of the log: for one pass over it, however many companies there
 * are. Subjects are `<stream>@<revision>@<ms>`: by the last the company's log had come to that time. What a process
 * removes bears the time at which it began, and it may have been held up since, while callers went on.
 */
export async function* removals(
  services: Services,
): AsyncGenerator<{ company_id: string; partner_id: string; subject: string }[]> {
  const upTo = await services.store.head();
  const reached_ms = new Map<string, number>();
  for await (const events of services.store.readAll({ after: 0n, upTo })) {
    const found: { company_id: string; partner_id: string; subject: string }[] = [];
    for (const event of events) {
      const { stream, revision, metadata } = event;
      const { company_id = '', partner_id = '' } = metadata;
      const by_ms = Math.max(reached_ms.get(company_id) ?? 0, Date.parse(metadata.occurred_at ?? '') || 0);
      reached_ms.set(company_id, by_ms);
      if (stream.startsWith('pay_stub-') && isByProcess(event) && removes(event))
        found.push({ company_id, partner_id, subject: `${stream}@${revision}@${by_ms}` });
    }
    yield found;
  }
}

async function* removalsOf({ services, tenant }: Audit): AsyncGenerator<string[]> {
  for await (const some of removals(services)) {
    const own = some.filter(({ company_id }) => company_id === tenant.company_id);
    if (own.length > 0) yield own.map(({ subject }) => subject);
  }
}

export const enteredStays: Invariant = {
  name: 'entered_stays',
  says: 'Nothing that a caller entered on a payroll or pay stub disappears but by a caller’s act.',
  subjects: removalsOf,
  inspect: async (subjects, { services }) => (await inTurns(subjects, (subject) => lossAt(subject, services))).flat(),
};

const lossAt = async (subject: string, services: Services): Promise<Found[]> => {
  const [stream = '', at = '', by = ''] = subject.split('@');
  const revision = BigInt(at);
  const { events } = await loadStream(stream, services);
  const index = events.findIndex((one) => one.revision === revision);
  const event = events[index];
  if (!event) return [];
  const { object, id } = parseStream(stream);
  const before = services.folder.foldStream(events.slice(0, index));
  const record = before.get(object, id);
  if (!record) return [];
  const lost =
    event.type === 'PayStubCalculated'
      ? enteredLines(event, before, isPartOfRemoval(event, events[index + 1]))
      : enteredOn(record);
  if (lost.length === 0 || (await isExplained(record, Number(by), services))) return [];
  const { actor, occurred_at } = event.metadata;
  return [
    {
      subject,
      record: id,
      what: `${lost.join(', ')} (pay date ${record.pay_date}) was removed by ${actor} at ${occurred_at}, and no caller's act explains it`,
      todo: `enter it again on the payroll that pays ${record.period_start} to ${record.period_end}; \`payroll audit stream ${stream}\` shows it`,
    },
  ];
};

/** Whether the lines went because the stub does: that is one append, which calculates nothing. */
const isPartOfRemoval = ({ metadata }: DomainEvent, next: DomainEvent | undefined): boolean =>
  next?.type === 'PayStubDeleted' &&
  metadata.facts_position === undefined &&
  metadata.occurred_at === next.metadata.occurred_at;

/** Lines that went though a caller had entered them. A managed line goes with what makes it, unless its stub went. */
const enteredLines = ({ data }: DomainEvent, before: Aggregate, withStub: boolean): string[] =>
  ((data.removed ?? []) as { id: string; kind: string }[]).flatMap(({ id, kind }) => {
    const line = before.get(`${kind}_line_item`, id) as unknown as Line | undefined;
    if (!line) return [];
    return (withStub ? isEntered(line) : isHandMade(line)) ? [`the ${kind.replaceAll('_', ' ')} line ${id}`] : [];
  });

const enteredOn = (record: State): string[] => [
  ...['note', 'external_ref'].filter((member) => (record[member] ?? null) !== null),
  ...(record.payment_method === 'manual' ? ['payment_method'] : []),
];

/** Clocks of two processes may be apart by so much. */
const CLOCKS_APART_ms = 10_000;

/** Whether the work assignment had left the schedule by then, or the schedule was gone: that is a caller's act. */
const isExplained = async (record: State, by_ms: number, services: Services): Promise<boolean> => {
  const isEarlier = ({ metadata }: DomainEvent) => Date.parse(metadata.occurred_at ?? '') <= by_ms + CLOCKS_APART_ms;
  const scheduleId = record.pay_schedule_id as string;
  const schedule = await loadStream(streamOf('pay_schedule', scheduleId), services);
  if (schedule.events.some((event) => event.type === 'PayScheduleDeleted' && isEarlier(event))) return true;
  if (typeof record.work_assignment_id !== 'string') return false;
  const assignmentId = record.work_assignment_id;
  const { events } = await loadStream(streamOf('work_assignment', assignmentId), services);
  const earlier = events.filter(isEarlier);
  // It may have come back since, so each state that it was in counts.
  for (let upTo = earlier.length; upTo > 0; upTo--) {
    const assignment = services.folder.foldStream(earlier.slice(0, upTo)).get('work_assignment', assignmentId);
    if (!assignment || !belongs(record, assignment)) return true;
  }
  return earlier.length === 0;
};
